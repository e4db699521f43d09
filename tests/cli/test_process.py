"""How a run starts and ends: what it imports, and what signals and closed pipes do to it."""

from __future__ import annotations

import gc
import shlex
import signal
import subprocess
import sys
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO

import click
import pytest

import lowbit as package
from command_line import PATIENCE, ROOT, bash, lowbit, start
from lowbit import __main__ as entry
from lowbit.cli.io.outputs import open_output
from lowbit.cli.main import COMMANDS, cli, main
from lowbit.cli.run.report import INTERRUPTED, OK
from lowbit.formats.streams import sink
from lowbit.kernels.core.cache import folder
from support import slow_except

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
BLANK = "." * 81

WEB_STACK = {"anyio", "fastapi", "lowbit.web", "pydantic", "starlette", "uvicorn"}

MODULES_AFTER = """
import sys
from lowbit.cli.main import main
main(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
"""


@cache
def modules_after(*arguments: str) -> frozenset[str]:
    done = subprocess.run(
        [sys.executable, "-c", MODULES_AFTER, *arguments],
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
        timeout=PATIENCE,
    )
    return frozenset(done.stderr.split())


def loaded_by(script: str) -> frozenset[str]:
    """Return the modules that a script loads, where nothing loads others at the start of Python."""
    code = f"import sys; sys.path[:0] = {sys.path}; {script}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        check=True,
        text=True,
        timeout=PATIENCE,
    )
    return frozenset(done.stdout.split())


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["solve", PUZZLE],
        ["count", PUZZLE],
        ["check", PUZZLE],
        ["show", PUZZLE],
        ["judge", "euler96", "examples/fifty.txt"],
        ["judge", "pyramid", "examples/pyramid1.txt"],
    ],
)
def test_a_few_puzzles_load_neither_numba_nor_numpy(arguments: list[str]) -> None:
    assert not modules_after(*arguments) & {"numba", "llvmlite", "numpy"}


@pytest.mark.parametrize(
    "arguments", [["solve", "examples/fifty.txt"], ["judge", "euler96", "examples/fifty.txt"]]
)
def test_plain_puzzles_load_nothing_for_tables_packing_paths_or_chance(
    arguments: list[str],
) -> None:
    unneeded = {"bz2", "gzip", "lzma", "pathlib", "random", "secrets", "shutil", "tempfile"}
    assert not modules_after(*arguments) & (unneeded | {"lowbit.verbs.maximize.one"})


@pytest.mark.parametrize("arguments", [["--help"], ["serve", "--help"], ["solve", PUZZLE]])
def test_only_the_server_loads_what_serves(arguments: list[str]) -> None:
    assert not modules_after(*arguments) & WEB_STACK


def test_no_public_name_does() -> None:
    loaded = loaded_by("import lowbit; [getattr(lowbit, name) for name in lowbit.__all__]")
    assert "lowbit.verbs.solve.one" in loaded
    assert not loaded & WEB_STACK


def test_a_first_answer_loads_nothing_for_other_boards_texts_and_classes_of_data() -> None:
    loaded = loaded_by(f"import lowbit; lowbit.solve({PUZZLE!r})")
    assert "lowbit.verbs.solve.one" in loaded
    unneeded = {"board_houses", "board_names", "drawing", "formats", "lookalikes", "puzzle"}
    assert not loaded & ({f"lowbit.{name}" for name in unneeded} | {"dataclasses", "inspect"})


def test_tables_load_what_constraints_need_only_if_there_are_some() -> None:
    loaded = loaded_by("import lowbit.tables")
    assert "lowbit.tables.answers.operations" in loaded
    unneeded = {"constraints", "formats.variants", "kernels.variants.engine", "verbs.solve.boards"}
    assert not loaded & {f"lowbit.{name}" for name in unneeded}


def test_the_help_loads_no_command() -> None:
    loaded = modules_after("--help")
    assert "lowbit.cli.main" in loaded
    assert not loaded & {f"lowbit.cli.commands.{name}" for name in COMMANDS}


def test_the_version_is_the_package_s() -> None:
    assert lowbit("--version").stdout == f"lowbit {package.__version__}\n"


def test_lowbit_alone_prints_the_help() -> None:
    alone, asked = lowbit(), lowbit("--help")
    assert (alone.stdout, alone.returncode) == (asked.stdout, 0)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_the_line_in_the_list(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command
    assert command.get_short_help_str(limit=100) == COMMANDS[name]


def run_example(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line, by a shell where it has anything but words."""
    if not line.startswith("lowbit ") or set(line) & set("|<>$"):
        return bash(line, folder)
    return lowbit(*shlex.split(line, comments=True)[1:], folder=folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    sorted({*COMMANDS, "job run", "dataset build"} - {"job", "dataset", "page", "serve"}),
)
def test_the_examples_in_the_help_run(name: str, tmp_path: Path) -> None:
    lines = lowbit(*name.split(), "--help").stdout.partition("Examples:\n")[2].splitlines()
    assert lines
    for part in ("examples", "tests"):  # nothing else is there, as in a fresh clone
        (tmp_path / part).symlink_to(ROOT / part)  # what is written is not written there
    (tmp_path / "kernels").symlink_to(folder())  # which warmup's example names
    for line in map(str.strip, lines):
        assert "lowbit " in line
        done = run_example(line, tmp_path)
        finds_defects = "audit" in line
        assert done.returncode == int(finds_defects), (line, done.stderr)
        # A run that fails has the code of defects, too.
        assert "error: " not in done.stderr or "audit.csv" in line, line
        assert "tmp" not in line  # others may use the same names there


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_a_script_for_the_shell(shell: str) -> None:
    script = lowbit("completion", shell).stdout
    assert f"_LOWBIT_COMPLETE={shell}_complete" in script


def test_completion_offers_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_LOWBIT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "lowbit co")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert lowbit().stdout.split() == ["plain,count", "plain,completion"]


@pytest.mark.parametrize(
    ("arguments", "given", "answer"),
    [
        (["solve"], f"{PUZZLE}\n", f"{SOLUTION}\n"),
        (["judge", "acwing166"], f"{PUZZLE}\n", f"{SOLUTION}\n"),
        (["count"], f"{PUZZLE}\n{BLANK}\n", "1\n"),
    ],
    ids=["waiting", "judging", "searching"],
)
def test_ctrl_c_ends_a_run_without_a_traceback(
    arguments: list[str], given: str, answer: str
) -> None:
    with start(*arguments) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(given)
        process.stdin.flush()
        assert process.stdout.readline() == answer
        process.send_signal(signal.SIGINT)
        out, err = ended(process)
    assert (out, err.strip(), process.returncode) == ("", "", 130)


def begin(process: subprocess.Popen[str]) -> None:
    """Send a line, by which the command knows what kind of text is to come."""
    assert process.stdin
    process.stdin.write(f"{PUZZLE}\n")
    process.stdin.flush()


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """Wait until a run ends; return what it has written.

    Its input stays open, for at its end the run might be over before a signal is tried again.
    """
    process.wait(PATIENCE)
    return process.communicate()


def test_ctrl_c_leaves_no_half_written_file(tmp_path: Path) -> None:
    with start("solve", "-o", tmp_path / "solved.txt") as process:
        begin(process)
        while not list(tmp_path.iterdir()):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        ended(process)
    assert list(tmp_path.iterdir()) == []
    assert process.returncode == 130


def test_ctrl_c_just_when_a_file_is_begun_leaves_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path) -> BinaryIO:
        path.touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(sink, "_open_binary", interrupted)
    with pytest.raises(KeyboardInterrupt), open_output(str(tmp_path / "solved.txt")):
        pass
    assert list(tmp_path.iterdir()) == []


SIGNALS = {signal.SIGTERM: 143, signal.SIGHUP: 129}

WRITING: dict[str, list[str]] = {
    "lines": ["solve", "-o", "out.txt"],
    "puzzles": ["generate", "100000000", "-o", "out.txt"],
    "a table": ["count", "in.csv", "-o", "out.csv"],
}


@pytest.mark.parametrize("number", slow_except(SIGNALS, [signal.SIGTERM]))
@pytest.mark.parametrize("what", slow_except(WRITING, ["a table"]))
def test_a_signal_leaves_no_half_written_file(
    what: str, number: signal.Signals, tmp_path: Path
) -> None:
    (tmp_path / "in.csv").write_text(f"puzzle\n{BLANK}\n")
    arguments = [
        str(tmp_path / word) if word.startswith(("in.", "out.")) else word for word in WRITING[what]
    ]
    before = list(tmp_path.iterdir())
    with start(*arguments) as process:
        begin(process)
        while list(tmp_path.iterdir()) == before:
            assert process.poll() is None
        process.send_signal(number)
        _, err = ended(process)
    assert "Traceback" not in err
    assert "" not in err.splitlines()
    assert list(tmp_path.iterdir()) == before
    assert process.returncode == SIGNALS[number]


@pytest.mark.parametrize("arguments", [["solve"], ["judge", "acwing166"], ["show", "--to", "line"]])
def test_a_reader_that_goes_away_ends_a_run_quietly(arguments: list[str]) -> None:
    with start(*arguments) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"{PUZZLE}\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(f"{PUZZLE}\n" * 100)
        process.stdin.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1


def test_a_reader_that_never_reads_ends_the_help_quietly() -> None:
    assert bash("lowbit --help | true").stderr == ""


@pytest.mark.parametrize(
    ("redirection", "message"),
    [
        ("<&-", "<stdin>: standard input is closed; name a file"),
        (">&- </dev/null", "<stdout>: standard output is closed; name a file with -o"),
    ],
)
def test_a_standard_stream_that_is_missing_is_named(redirection: str, message: str) -> None:
    done = bash(f"lowbit solve {redirection}")
    assert (done.stderr, done.returncode) == (f"lowbit: error: {message}\n", 1)


def test_main_takes_arguments_and_returns_the_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", PUZZLE]) == 0
    assert capsys.readouterr().out == f"{SOLUTION}\n"
    assert main(["solve", BLANK]) == 1
    assert main(["solve", "--to", "nothing"]) == 2


def test_ctrl_c_while_the_command_is_loaded_ends_it_quietly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class PressCtrlC:
        """What looks for a module while Ctrl-C is pressed."""

        @staticmethod
        def find_spec(*_: object) -> None:
            raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "lowbit.cli.main")
    monkeypatch.setattr(sys, "meta_path", [PressCtrlC])
    assert entry.main() == INTERRUPTED


@pytest.mark.parametrize("has_arrow", [False, True])
def test_what_is_loaded_is_looked_through_at_the_end_for_arrow_alone(
    has_arrow: bool,  # noqa: FBT001 - a parameter
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "argv", ["lowbit", "--version"])
    monkeypatch.delitem(sys.modules, "pyarrow", raising=False)
    if has_arrow:
        monkeypatch.setitem(sys.modules, "pyarrow", ModuleType("pyarrow"))
    frozen, finders = gc.get_freeze_count(), list(sys.meta_path)
    try:
        assert entry.main() == OK
        assert sys.meta_path == finders
        assert (gc.get_freeze_count() > frozen) == (not has_arrow)
    finally:
        gc.unfreeze()


TAKEN_DOWN = """
import sys
from lowbit.__main__ import process

class Kept:
    def __del__(self, write=sys.stderr.write):
        write("taken down")

sys.kept = Kept()
sys.exit(process())
"""


@pytest.mark.parametrize(("column", "code"), [("nope", 1), ("board", 0)])
def test_python_is_not_taken_down_while_arrow_may_read(
    tmp_path: Path, column: str, code: int
) -> None:
    """Arrow aborted a process now and then whose table had no column of a name."""
    table = tmp_path / "in.csv"
    table.write_text(f"board,n\n{PUZZLE},1\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", TAKEN_DOWN, "count", "-q", "--column", column, table],
        capture_output=True,
        check=False,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == code
    assert done.stderr.endswith("taken down") == (code == 0), done.stderr
