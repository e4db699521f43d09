"""Tables on the command line: what they are answered with, and how runs of them fail."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from command_line import PATIENCE, bash, lowbit, start
from lowbit import Grid, Transform, canonical, minimize
from support import slow_except

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
EMPTY = "." * 81
CLASH = "11" + "." * 79

ROWS = f'id,Quizzes,remark\n1,{PUZZLE},"a, b"\n2,{EMPTY},数独\n'


@pytest.fixture
def csv(tmp_path: Path) -> Path:
    path = tmp_path / "in.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def parquet(folder: Path, *puzzles: str | None) -> Path:
    path = folder / "in.parquet"
    pq.write_table(pa.table({"puzzle": puzzles, "n": range(len(puzzles))}), path)
    return path


def test_a_table_stays_a_table(csv: Path, tmp_path: Path) -> None:
    done = lowbit("solve", csv, "-o", tmp_path / "out.csv")
    assert done.returncode == 1
    assert done.stderr.startswith("lowbit: 2 puzzles: 1 unique, 1 several (")
    assert (tmp_path / "out.csv").read_text(encoding="utf-8") == (
        "id,Quizzes,remark,solution,status\n"
        f'1,{PUZZLE},"a, b",{SOLUTION},unique\n'
        f"2,{EMPTY},数独,,several\n"
    )


COMMANDS: dict[str, tuple[list[str], dict[str, object]]] = {
    "solve": ([], {"solution": SOLUTION, "status": "unique"}),
    "count": (["--limit", "9"], {"n_solutions": 1, "status": "unique"}),
    "check": ([], {"clashes": None, "status": "ok"}),
    "maximize": (
        [],
        {"grid": SOLUTION, "score": 2849, "bound": 2849, "proven": True, "status": "proven"},
    ),
    "minimize": ([], {"minimal": minimize(PUZZLE).to_line(), "status": "unique"}),
    "candidates": ([], {"candidates": SOLUTION, "status": "unique"}),
    "canonical": ([], {"canonical": canonical(PUZZLE).to_line(), "status": "canonical"}),
    "shuffle": (
        ["--seed", "5"],
        {"shuffled": Transform.random(5)(PUZZLE).to_line(), "status": "shuffled"},
    ),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_adds_its_columns(command: str, tmp_path: Path) -> None:
    options, added = COMMANDS[command]
    done = lowbit(command, parquet(tmp_path, PUZZLE), "--to", "json", "--prefix", "x_", *options)
    assert json.loads(done.stdout) == {
        "puzzle": PUZZLE, "n": 0, **{f"x_{name}": value for name, value in added.items()}
    }  # fmt: skip
    assert done.returncode == 0


def test_shuffle_takes_the_solution_along_and_counts_on_over_the_files(tmp_path: Path) -> None:
    row = f'"{PUZZLE}",{SOLUTION}\n'
    for name, n in (("a.csv", 2), ("b.csv", 1)):
        (tmp_path / name).write_text(f"quizzes,solutions\n{row * n}")
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    how = ["--seed", "3", "--solution-column", "solutions", "-o", str(tmp_path / "out.jsonl")]
    done = lowbit("shuffle", *files, *how)
    assert done.returncode == 0
    assert "3 puzzles: 3 shuffled" in done.stderr
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    for number, answers in enumerate(found):
        transform = Transform.random(3, number)
        assert answers["shuffled"] == transform(PUZZLE).to_line()
        assert answers["shuffled_solution"] == transform(SOLUTION).to_line()


def test_a_table_is_shuffled_once_and_only_tables_have_solutions(tmp_path: Path) -> None:
    done = lowbit("shuffle", "--times", "2", parquet(tmp_path, PUZZLE))
    assert (done.returncode, done.stdout) == (2, "")
    assert "--times does not apply to tables" in done.stderr
    done = lowbit("shuffle", "--solution-column", "solution", PUZZLE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--solution-column applies to tables only" in done.stderr


def test_maximize_and_check_pass_their_options_on(tmp_path: Path) -> None:
    path = parquet(tmp_path, EMPTY)
    best = json.loads(lowbit("maximize", path, "--to", "json", "--lowest", "--top", "2").stdout)
    assert best["scores"] == [best["score"]] * 2
    assert best["score"] < 2849
    assert lowbit("check", "--unique", path).stdout == f"puzzle,n,status\n{EMPTY},0,several\n"


def test_a_binary_table_is_written_to_standard_output_as_text(tmp_path: Path) -> None:
    done = lowbit("count", "--limit", "3", parquet(tmp_path, PUZZLE, EMPTY))
    assert done.stdout == (
        f"puzzle,n,n_solutions,status\n{PUZZLE},0,1,unique\n{EMPTY},1,3,several\n"
    )
    assert done.returncode == 0


def test_a_name_that_says_nothing_leaves_the_kind_to_the_format(tmp_path: Path) -> None:
    lowbit("count", parquet(tmp_path, PUZZLE), "--to", "json", "-o", tmp_path / "out.txt")
    assert json.loads((tmp_path / "out.txt").read_text())["n_solutions"] == 1


def test_bad_rows_stay_in_their_place_and_are_named(tmp_path: Path) -> None:
    path = parquet(tmp_path, None, PUZZLE, "x" * 81, *["short"] * 20)
    done = lowbit("solve", path, "-o", tmp_path / "out.arrow")
    assert done.returncode == 1
    said = done.stderr.splitlines()
    assert said[0] == f"lowbit: error: {path}: row 1: there is no puzzle"
    assert said[1] == f"lowbit: error: {path}: row 3: character 1: 'x' is not a digit or blank"
    assert len(said) == 12
    assert said[-2] == "lowbit: and 12 more invalid puzzles"
    assert said[-1].startswith("lowbit: 23 puzzles: 1 unique, 22 invalid (")
    with pa.ipc.open_file(tmp_path / "out.arrow") as file:
        assert file.read_all()["status"].to_pylist() == ["invalid", "unique"] + ["invalid"] * 21


def test_tables_alike_become_one(tmp_path: Path) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv.gz"
    first.write_text(f"puzzle\n{PUZZLE}\n")
    second.write_bytes(gzip.compress(f"puzzle\n{EMPTY}\n".encode()))
    done = lowbit("count", "--limit", "2", first, second, "-o", tmp_path / "out.jsonl")
    assert done.returncode == 0
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line)["n_solutions"] for line in lines] == [1, 2]


def test_tables_of_other_columns_do_not(csv: Path, tmp_path: Path) -> None:
    done = lowbit("solve", csv, parquet(tmp_path, PUZZLE), "-o", tmp_path / "out.csv")
    assert done.returncode == 1
    assert "in.parquet: its columns differ from those of the first table" in done.stderr
    assert not (tmp_path / "out.csv").exists()


LINES = f"{PUZZLE},easy\n{PUZZLE},hard\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_makes_a_table_of_a_puzzle(command: str, tmp_path: Path) -> None:
    options, added = COMMANDS[command]
    done = lowbit(command, PUZZLE, *options, "-o", tmp_path / "out.jsonl")
    assert done.returncode == 0
    row = json.loads((tmp_path / "out.jsonl").read_text())
    assert row == {"puzzle": PUZZLE, "remark": "", **added}


@pytest.mark.parametrize("command", ["show", "render", "book", "judge euler96"])
def test_commands_without_tables_read_them_or_say_that_they_write_none(
    command: str, csv: Path, tmp_path: Path
) -> None:
    if command == "show":
        assert lowbit(command, csv).stdout == f"{Grid(PUZZLE)}\n\n{Grid(EMPTY)}\n"
    if not command.startswith("judge"):
        done = lowbit(command, PUZZLE, "-o", tmp_path / "out.parquet")
        assert done.returncode == 2
        assert not (tmp_path / "out.parquet").exists()


@pytest.mark.parametrize("option", [["--prefix", "x_"], ["--compress", "zstd"]])
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_for_tables_alone_is_refused_without_one(command: str, option: list[str]) -> None:
    done = lowbit(command, *option, PUZZLE)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{option[0]} applies to tables only" in done.stderr


def test_a_column_makes_it_a_table_whatever_the_output(csv: Path) -> None:
    done = lowbit("count", "--limit", "2", "--column", "Quizzes", csv)
    assert done.stdout.splitlines()[0] == "id,Quizzes,remark,n_solutions,status"


REFUSED = {
    "no such column": (
        ["--column", "no", "in.csv"],
        1,
        "no column no; the columns are: id, Quizzes",
    ),
    "taken": (
        ["out.parquet", "-o", "x.csv"],
        1,
        "already has a column status; give the answers a prefix (--prefix)",
    ),
    "lines, too": (
        ["in.csv", "lines.txt", "-o", "x.csv"],
        1,
        "differ from those of the first table",
    ),
    "a puzzle, too": (["in.csv", EMPTY, "-o", "x.csv"], 1, "differ from those of the first table"),
    "two kinds": (["in.csv", "-o", "x.csv", "--to", "json"], 2, "contradicts the name"),
    "codec of text": (
        ["in.csv", "-o", "x.csv", "--compress", "zstd"],
        2,
        "applies to Parquet and Arr",
    ),
    "board": (["--to", "board", "out.parquet"], 2, "the answer to a table is a table"),
    "damaged": (["bad.parquet", "-o", "x.csv"], 1, "bad.parquet: Parquet magic bytes not found"),
    "no folder": (["in.csv", "-o", "no/x.csv"], 1, "no/x.csv: No such file or directory"),
    "codec": (["in.csv", "-o", "x.arrow", "--compress", "snappy"], 1, "zstd or lz4, not snappy"),
    "header": (["head.csv", "-o", "x.csv"], 1, "head.csv: no column has a usual name for puzzles"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_said_and_nothing_is_written(
    case: str, csv: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments, code, message = REFUSED[case]
    (tmp_path / "lines.txt").write_text(LINES)
    (tmp_path / "bad.parquet").write_text(LINES)
    (tmp_path / "head.csv").write_text(f"a,b\n1,{PUZZLE}\n")
    pq.write_table(pa.table({"puzzle": [PUZZLE], "status": [1]}), tmp_path / "out.parquet")
    before = sorted(tmp_path.iterdir())
    names = {path.name for path in before} | {"x.csv", "x.arrow", "no/x.csv"}
    done = lowbit("solve", *(str(tmp_path / a) if a in names else a for a in arguments))
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.slow
def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path) -> None:
    path = parquet(tmp_path, *[PUZZLE] * 200_000)
    done = bash(f"lowbit solve -q {path} | head -1; exit ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr, done.returncode) == ("puzzle,n,solution,status\n", "", 1)


@pytest.mark.slow
def test_ctrl_c_ends_it_soon_and_leaves_nothing(tmp_path: Path) -> None:
    path = parquet(tmp_path, *[EMPTY] * 9)
    with start("count", path, "-o", tmp_path / "out.parquet") as process:
        while len(list(tmp_path.iterdir())) == 1:
            assert process.poll() is None
        time.sleep(0.5)  # mostly enough to be in a kernel; any moment before will do
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130  # to count to the end would take years
    assert [each.name for each in tmp_path.iterdir()] == ["in.parquet"]


def test_stats_and_threads_are_known(tmp_path: Path) -> None:
    done = lowbit("solve", "--stats", "--threads", "3", parquet(tmp_path, PUZZLE))
    assert "puzzles" in done.stderr
    assert "unique" in done.stderr


WITHOUT_PYARROW = """
import sys
sys.modules["pyarrow"] = None
from lowbit.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_without_the_extra_it_says_what_to_install(csv: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_PYARROW, "solve", f"{csv}", "-o", f"{csv}.gz"]
    done = subprocess.run(command, capture_output=True, check=False, text=True)
    assert done.returncode == 1
    assert done.stderr == ("lowbit: error: tables need pyarrow: pip install 'lowbit[tables]'\n")


LIGHT = """
import sys
from lowbit.cli.main import main
main(sys.argv[1:])
heavy = {"pyarrow", "pandas", "polars", "duckdb", "numba", "numpy"} & set(sys.modules)
sys.exit(f"loaded {heavy}" if heavy else 0)
"""


@pytest.mark.parametrize(
    "arguments", [["solve", PUZZLE], ["solve", "--help"], ["check", "{lines}"]]
)
def test_what_is_no_table_loads_nothing_that_reads_tables(
    arguments: list[str], tmp_path: Path
) -> None:
    (tmp_path / "lines.csv").write_text(f"{PUZZLE}\n")
    given = [argument.format(lines=tmp_path / "lines.csv") for argument in arguments]
    done = subprocess.run([sys.executable, "-c", LIGHT, *given], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


WITHOUT_PANDAS = """
import sys
from lowbit.__main__ import main
code = main()
sys.exit(f"{code}, loaded pandas" if "pandas" in sys.modules else code)
"""


@pytest.mark.parametrize("command", slow_except(["solve", "audit"], ["solve"]))
def test_pandas_is_not_loaded_where_pyarrow_would_ask_for_it(command: str, tmp_path: Path) -> None:
    path, out = parquet(tmp_path, PUZZLE), tmp_path / "out.jsonl"
    call = [sys.executable, "-c", WITHOUT_PANDAS, command, str(path), "-q", "-o", str(out)]
    done = subprocess.run(call, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert out.read_text().count(SOLUTION) == 1
