"""What signals, pipes and terminals do to a run that answers in bulk."""

from __future__ import annotations

import io
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

import pytest

from command_line import LOWBIT, PATIENCE, ROOT, bash, start
from lowbit.cli.main import main
from lowbit.cli.run import progress
from lowbit.cli.run.progress import CLEAR, ProgressLine, total_size
from lowbit.verbs.solve import handover

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
BLANK = "." * 81

MANY = 2 * handover.HANDOVER_NODES // handover.NODES_A_PUZZLE
"""Puzzles that go in bulk; they and their answers fit into a pipe."""

IN_BULK = ["--max-nodes", "1000"]
"""What makes even one puzzle go to the lane engine."""


def test_what_has_come_in_is_answered_while_the_pipe_stays_open() -> None:
    with start("solve") as process:
        assert process.stdin
        assert process.stdout
        for number in (MANY, 1, 2):
            process.stdin.write(f"{PUZZLE}\n" * number)
            process.stdin.flush()
            for _ in range(number):
                assert process.stdout.readline() == f"{SOLUTION}\n"
        process.stdin.write(PUZZLE[:40])
        process.stdin.flush()
        out, _ = process.communicate(PUZZLE[40:], timeout=PATIENCE)
    assert (out, process.returncode) == (f"{SOLUTION}\n", 0)


@pytest.mark.parametrize("to", ["csv", "json"])
def test_so_it_is_in_other_formats(to: str) -> None:
    with start("solve", "--to", to) as process:
        assert process.stdin
        assert process.stdout
        for number in (MANY, 1):
            process.stdin.write(f"{PUZZLE}\n" * number)
            process.stdin.flush()
            if to == "csv" and number == MANY:
                assert process.stdout.readline() == "puzzle,status,solution,reason,remark\n"
            for _ in range(number):
                assert SOLUTION in process.stdout.readline()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_ctrl_c_ends_a_search_in_bulk(tmp_path: Path) -> None:
    file = tmp_path / "endless.txt"
    file.write_text(f"{PUZZLE}\n" * 2000 + f"{BLANK}\n" * 2000, encoding="utf-8")
    with start("count", file) as process:
        assert process.stdout
        for _ in range(1000):  # the last block before blank puzzles is not waited for
            assert process.stdout.readline() == "1\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert out == "1\n" * (len(out) // 2)
    assert (err.strip(), process.returncode) == ("", 130)


def test_ctrl_c_in_bulk_leaves_no_half_written_file(tmp_path: Path) -> None:
    with start("solve", "-o", tmp_path / "solved.txt") as process:
        assert process.stdin
        process.stdin.write(f"{PUZZLE}\n" * MANY)
        process.stdin.flush()
        while not any(part.stat().st_size for part in tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)  # with its input open, at the end of which it may be done before
        process.communicate(timeout=PATIENCE)
    assert list(tmp_path.iterdir()) == []
    assert process.returncode == 130


def test_a_reader_that_goes_away_ends_a_run_in_bulk_quietly(tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{PUZZLE}\n" * 20_000, encoding="utf-8")
    done = bash(f"lowbit solve {file} | head -n 1; echo ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr) == (f"{SOLUTION}\n1\n", "")


def test_text_goes_to_a_stream_without_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.TextIOWrapper(io.BytesIO(f"{PUZZLE}\n{PUZZLE}\nx".encode()))
    monkeypatch.setattr(sys, "stdin", given)
    with redirect_stdout(io.StringIO()) as out:
        assert main(["solve", *IN_BULK]) == 1
    assert out.getvalue().startswith(f"{SOLUTION}\n{SOLUTION}\nx  # invalid: line 3")


MEMORY = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_text(tmp_path: Path) -> None:
    file, peaks = tmp_path / "many.txt", []
    for number in (200_000, 1_000_000):  # both fill all blocks that are answered side by side
        file.write_text(f"{PUZZLE}\n" * number, encoding="utf-8")
        command = [*LOWBIT, "solve", "-q", "--threads", "2", "-o", "/dev/null", str(file)]
        done = subprocess.run(
            [sys.executable, "-c", MEMORY, *command],
            capture_output=True,
            check=True,
            cwd=ROOT,
            timeout=PATIENCE,
        )
        peaks.append(int(done.stdout))
    assert peaks[1] - peaks[0] < 30_000, "kilobytes, where the text has 66,000 more"


class Terminal(io.StringIO):
    """A text stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


def drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """Return what a run in bulk writes to a terminal, with no wait before it draws."""
    file = tmp_path / "many.txt"
    file.write_text(f"{PUZZLE}\n" * 1000 + "x\n" + f"{BLANK}\n" * 199, encoding="utf-8")
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "INTERVAL", 0)
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LOWBIT_QUIET", "1")
    with redirect_stderr(Terminal()) as err:
        main(["solve", "-o", "/dev/null", *arguments, str(file)])
    return err.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("to", ["line", "csv"])
def test_a_terminal_shows_the_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str
) -> None:
    first, *_, last, end = drawn(tmp_path, monkeypatch, "--to", to).split(CLEAR)[1:]
    assert first.startswith("[")
    assert "unique 100.0%" in first
    assert last.startswith("[####################] 100%  1,200 puzzles")
    assert "0:00 left  unique 83.3%" in last
    assert end.startswith("lowbit: 1200 puzzles: 1000 unique, 199 several, 1 invalid")


def test_an_error_is_not_written_into_the_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = drawn(tmp_path, monkeypatch).split(CLEAR)
    (error,) = [part for part in parts if "error" in part]
    assert error.startswith("lowbit: error: ")
    assert error.endswith("is not a digit or blank\n")


def test_quiet_shows_no_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert CLEAR not in drawn(tmp_path, monkeypatch, "-q")


def test_an_estimate_shows_its_progress(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "INTERVAL", 0)
    monkeypatch.setenv("COLUMNS", "200")
    asked = ["count", "--estimate", "4", "--seed", "1", ".Shape~6x6.AntiKnight"]
    with redirect_stderr(Terminal()) as err:
        main(asked)
    *drawn, cleared = err.getvalue().split(CLEAR)[1:]
    assert [line[:38] for line in drawn[1::2]] == [
        "[##########----------]  50%  2 samples", "[####################] 100%  4 samples",
    ]  # fmt: skip
    number = capsys.readouterr().out.strip()
    assert "±" in number
    assert f"about {number} solutions" in drawn[-1]
    assert cleared == ""


def test_progress_that_fits_no_line_is_cut(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0)
    monkeypatch.setattr(progress, "INTERVAL", 1000)
    monkeypatch.setenv("COLUMNS", "30")
    bar = ProgressLine(100)
    bar.show(50, {"unique": 7})
    bar.show(100, {"unique": 9})  # too soon
    bar.clear()
    assert capsys.readouterr().err == f"{CLEAR}[##########----------]  50%  {CLEAR}"


def test_how_much_there_is_to_read(tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(PUZZLE, encoding="utf-8")
    assert total_size([str(file), PUZZLE, str(file)]) == 2 * len(PUZZLE)
    assert total_size([str(file), "/dev/null"]) is None
