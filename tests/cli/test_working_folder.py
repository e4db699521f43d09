"""Nothing is run from the working folder: files there may be called as modules are."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from command_line import PATIENCE
from lowbit.cli.main import COMMANDS

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
MODULES = (
    *("random", "numpy", "json", "socket", "pickle", "struct", "signal", "selectors", "threading"),
    *("lowbit", "numba", "click", "typing", "multiprocessing", "usercustomize", "sitecustomize"),
)
"""Modules that Python, lowbit and what it stands on import."""

SCRIPT = Path(sys.executable).with_name("lowbit")
WORDS = ("-m", "lowbit")
MODULE = (sys.executable, "-P", *WORDS)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Return a folder of puzzles, with modules that tell of themselves; none may be run."""
    for name in MODULES:
        ran = f"open({os.fspath(tmp_path / 'ran')!r}, 'a').write('{name} ')\n"
        (tmp_path / f"{name}.py").write_text(f"{ran}raise SystemError('{name} was run')\n")
    (tmp_path / "puzzles.txt").write_text(f"{PUZZLE}\n" * 3)
    (tmp_path / "puzzles.csv").write_text("puzzle\n" + f"{PUZZLE}\n" * 3)
    (tmp_path / "samurai.txt").write_text("# samurai\n" + "." * 441 + "\n")
    yield tmp_path
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()


RUNS: dict[str, str] = {
    "judge": "judge acwing166 puzzles.txt",
    "solve": "solve puzzles.txt",
    "count": "count puzzles.txt",
    "candidates": "candidates puzzles.txt",
    "maximize": "maximize puzzles.txt",
    "minimize": "minimize puzzles.txt",
    "unavoidable": "unavoidable puzzles.txt",
    "fewest": "fewest --clues 3 puzzles.txt",
    "redundant": "redundant puzzles.txt",
    "rate": "rate --measure backdoor --to csv --threads 2 puzzles.txt",
    "generate": "generate 2",
    "search": "search --sample 1 puzzles.txt",
    "check": "check puzzles.txt",
    "trace": "trace puzzles.txt",
    "verify": "verify --answer-column puzzle puzzles.csv",
    "audit": "audit puzzles.csv",
    "job": "job run --do solve puzzles.csv out",
    "dataset": "dataset build 3 set",
    "shuffle": "shuffle puzzles.txt",
    "canonical": "canonical --threads 2 samurai.txt samurai.txt",
    "isomorphic": f"isomorphic {PUZZLE} {PUZZLE}",
    "steps": "steps puzzles.txt",
    "hint": "hint puzzles.txt",
    "techniques": "techniques",
    "show": "show puzzles.txt",
    "render": f"render {PUZZLE}",
    "book": "book puzzles.txt -o book.pdf",
    "page": "page build --offline .",
    "bench": "bench --threads 1 puzzles.txt",
    "warmup": "warmup",
    "doctor": "doctor",
    "completion": "completion bash",
}
"""A run of each command; of `serve` below."""


def test_each_command_is_run() -> None:
    assert {*RUNS, "serve"} == {*COMMANDS}


def run(folder: Path, *words: str | Path) -> str:
    done = subprocess.run(
        words, cwd=folder, capture_output=True, check=False, text=True, timeout=PATIENCE
    )
    assert done.returncode in {0, 1}, done.stderr
    assert "Traceback" not in done.stderr
    assert "was run" not in done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("command", RUNS)
def test_modules_of_the_working_folder_are_not_run(command: str, folder: Path) -> None:
    run(folder, SCRIPT, *RUNS[command].split())


def test_neither_are_they_if_the_module_is_run(folder: Path) -> None:
    assert run(folder, *MODULE, "solve", "-q", PUZZLE)


def test_python_m_leaves_the_working_folder_at_once(tmp_path: Path) -> None:
    for name in ("random", "numpy", "click"):
        (tmp_path / f"{name}.py").write_text(f"raise SystemError('{name} was run')\n")
    (tmp_path / "puzzles.txt").write_text(f"{PUZZLE}\n" * 300)
    assert run(tmp_path, sys.executable, "-m", "lowbit", "solve", "-q", "puzzles.txt")


def test_lowbit_runs_from_its_own_source() -> None:
    import lowbit  # where it lies is what is asked

    source = Path(lowbit.__file__).parents[1]
    libraries = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    done = run(source, "env", f"PYTHONPATH={libraries}", sys.executable, "-S", *WORDS, "--version")
    assert done == f"lowbit {lowbit.__version__}\n"


@pytest.mark.slow
def test_processes_of_the_library_run_none(folder: Path) -> None:
    (folder / "main").mkdir()
    script = folder / "main" / "script.py"
    script.write_text(
        "from operator import neg\n"
        "from lowbit.processes import in_processes\n"
        "print(list(in_processes(neg, range(3), 2, lambda: None)))\n"
    )
    assert run(folder, sys.executable, script) == "[0, -1, -2]\n"


@pytest.mark.slow
def test_workers_of_a_cluster_run_none(folder: Path) -> None:
    pytest.importorskip("distributed")
    on = ("--on", "dask", "--workers", "1")
    run(folder, SCRIPT, "job", "run", "--do", "solve", *on, "puzzles.csv", "out")
    assert list((folder / "out").glob("**/*"))


@pytest.mark.slow
def test_the_server_and_its_workers_run_none(folder: Path) -> None:
    command: list[str | Path] = [SCRIPT, "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            line = next(line for line in process.stderr if "http://" in line)
            address = line[line.index("http://") :].split('"')[0].split()[0]
            with urlopen(f"{address}api/v1/health", timeout=PATIENCE) as answer:  # noqa: S310 - of our own server
                assert answer.status == 200
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=PATIENCE)
