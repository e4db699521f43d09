"""Closed standard streams: no result is lost, and it is told where there is no place for it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from command_line import ROOT, bash, lowbit
from lowbit.cli.main import COMMANDS
from support import slow_except

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
BLANK = "." * 81


CLOSED_RUNS = {
    "judge": "judge acwing166 FILE",
    "solve": "solve FILE",
    "count": "count FILE",
    "candidates": "candidates FILE",
    "maximize": "maximize FILE",
    "minimize": "minimize FILE",
    "unavoidable": "unavoidable FILE",
    "fewest": "fewest --clues 3 FILE",
    "redundant": "redundant FILE",
    "rate": "rate FILE",
    "generate": "generate 1",
    "search": "search --sample 4 --seed 1 FILE",
    "check": "check FILE",
    "trace": "trace FILE",
    "verify": f"verify --answer-column solution {ROOT}/examples/audit.csv",
    "audit": "audit FILE",
    "shuffle": "shuffle --seed 1 FILE",
    "canonical": "canonical FILE",
    "isomorphic": f"isomorphic {PUZZLE} {PUZZLE}",
    "steps": "steps FILE",
    "hint": "hint FILE",
    "techniques": "techniques",
    "show": "show FILE",
    "render": f"render {PUZZLE}",
    "bench": "bench --threads 1 FILE",
    "doctor": "doctor",
    "completion": "completion bash",
}
"""A run of each command that prints results."""

OTHER_COMMANDS = {"job", "dataset", "serve", "page", "book", "warmup"}
"""Commands whose results are files, or a server."""


def test_each_command_that_prints_is_run_with_closed_streams() -> None:
    assert set(COMMANDS) == CLOSED_RUNS.keys() | OTHER_COMMANDS


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of puzzles."""
    path = tmp_path_factory.mktemp("closed") / "in.txt"
    path.write_text(f"{PUZZLE}\n{PUZZLE}\n")
    return path


def closed(command: str, redirection: str, file: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with a closed stream."""
    return bash(f"lowbit {CLOSED_RUNS[command].replace('FILE', str(file))} {redirection}")


@cache
def opened(command: str, file: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with all its streams."""
    return lowbit(*CLOSED_RUNS[command].replace("FILE", str(file)).split())


@pytest.mark.parametrize("command", slow_except(CLOSED_RUNS, {"solve", "generate", "techniques"}))
def test_a_closed_standard_error_loses_no_results(command: str, file: Path) -> None:
    whole, less = opened(command, file), closed(command, "2>&-", file)
    assert less.returncode == whole.returncode
    assert whole.stdout
    if command not in {"generate", "bench"}:  # which print other things each time
        assert less.stdout == whole.stdout
    assert less.stdout.count("\n") == whole.stdout.count("\n")
    assert less.stderr == ""


@pytest.mark.parametrize("command", slow_except(CLOSED_RUNS, {"solve", "generate", "techniques"}))
def test_a_closed_standard_output_is_told(command: str, file: Path) -> None:
    done = closed(command, ">&-", file)
    assert done.returncode == 1
    message = "lowbit: error: <stdout>: standard output is closed; name a file with -o\n"
    assert done.stderr.endswith(message)
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [f"solve --prefix x_ {ROOT}/examples/audit.csv", "generate 1 --to csv"]
)
def test_a_closed_standard_output_is_told_of_tables(words: str) -> None:
    done = bash(f"lowbit {words} >&-")
    assert done.returncode == 1
    assert (
        done.stderr == "lowbit: error: <stdout>: standard output is closed; name a file with -o\n"
    )


@pytest.mark.parametrize("command", slow_except(CLOSED_RUNS, {"solve"}))
def test_a_closed_standard_input_is_told_where_it_is_read(command: str, file: Path) -> None:
    assert closed(command, "<&-", file).returncode == opened(command, file).returncode
    if "FILE" in CLOSED_RUNS[command] and command not in {"audit", "bench"}:  # which read files
        words = CLOSED_RUNS[command].replace("FILE", "-")
        done = bash(f"lowbit {words} <&-")
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert "<stdin>: standard input is closed; name a file" in done.stderr


def test_no_output_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    done = bash(f"lowbit solve -v {PUZZLE} {BLANK} -o {out} 2>&- <&- >&-")
    assert (done.returncode, done.stdout) == (1, "")
    assert len(out.read_text().splitlines()) == 2
