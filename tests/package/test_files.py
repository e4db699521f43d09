"""`read` and `write`: puzzles of files, whatever their format, compression and board."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit.constraints import AntiKnight, Diagonal
from lowbit.errors import FormatError, GridError, InputError, SourceError, TableError
from lowbit.formats import FORMATS
from lowbit.formats import read as read_records
from lowbit.geometry import Geometry
from lowbit.grid import Grid, Masks
from lowbit.puzzle import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
GRIDS = [Grid(PUZZLE), Grid(SOLUTION)]

NAMES = (
    *("puzzles", "a.txt", "a.txt.gz", "a.csv", "a.csv.bz2", "a.json.xz", "a.jsonl", "a.sdk"),
    *("a.tsv", "a.csv.zst", "a.parquet", "a.arrow"),
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("board", ["9x9", "6x6"])
def test_what_is_written_is_read(name: str, board: str, tmp_path: Path) -> None:
    grids = GRIDS if board == "9x9" else [Grid("1".ljust(36, "."), board)] * 3
    lowbit.write(tmp_path / name, grids)
    assert lowbit.read(tmp_path / name) == grids
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_puzzles_with_constraints_are_written_and_read(tmp_path: Path) -> None:
    puzzles = [Puzzle("." * 81, [constraint()]) for constraint in (AntiKnight, Diagonal)]
    for name, kept in (("a.txt", [*puzzles, GRIDS[0]]), ("one.txt", puzzles[:1])):
        lowbit.write(tmp_path / name, kept)
        assert lowbit.read(tmp_path / name) == kept
    with pytest.raises(FormatError, match="no place for AntiKnight"):
        lowbit.write(tmp_path / "a.sdk", puzzles)


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("a", b"6....2"),
        ("a.txt", b"6....2"),
        ("A.JSON", b'{"puzzle": "6'),
        ("a.ndjson", b'{"puzzle": "6'),
        ("a.csv", b"puzzle,remark\n6"),
        ("a.tsv", b"puzzle\n6"),
        ("a.sdk", b"[Puzzle]\n600002"),
        ("a.parquet", b"PAR1"),
        ("a.arrow", b"ARROW1"),
        ("a.csv.gz", b"\x1f\x8b"),
    ],
)
def test_the_name_says_the_format(name: str, first: bytes, tmp_path: Path) -> None:
    lowbit.write(tmp_path / name, GRIDS)
    assert (tmp_path / name).read_bytes().startswith(first)


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_that_is_named_wins(name: str, tmp_path: Path) -> None:
    lowbit.write(tmp_path / "a.csv", GRIDS, format=name)
    text = (tmp_path / "a.csv").read_text(encoding="utf-8")
    assert text == "".join(FORMATS[name].write(read_records([PUZZLE, SOLUTION])))
    assert lowbit.read(tmp_path / "a.csv", format=name) == GRIDS


@pytest.mark.parametrize(
    ("puzzles", "expected"),
    [
        (Grid(PUZZLE), PUZZLE),
        (PUZZLE, PUZZLE),
        (PUZZLE.encode(), PUZZLE),
        ([PUZZLE, list(SOLUTION)], f"{PUZZLE}\n{SOLUTION}"),
        (np.array([list(map(int, SOLUTION))], np.uint8), SOLUTION),
        (np.array([list(map(int, SOLUTION))]).reshape(1, 9, 9), SOLUTION),
        (Masks([511] * 81), "." * 81),
        (iter(GRIDS), f"{PUZZLE}\n{SOLUTION}"),
        (read_records(["# both", f"{PUZZLE}, easy"]), f"# both\n{PUZZLE}  # easy"),
    ],
)
def test_whatever_a_grid_is_made_of_is_written(puzzles: Any, expected: str) -> None:  # noqa: ANN401 - all that `write` takes
    text, data = io.StringIO(), io.BytesIO()
    kept = list(puzzles) if hasattr(puzzles, "__next__") else puzzles
    lowbit.write(text, kept)
    lowbit.write(data, kept)
    assert text.getvalue() == data.getvalue().decode() == f"{expected}\n"


def test_other_boards_and_alphabets() -> None:
    text = io.StringIO()
    lowbit.write(text, ["1....2....3....4"], geometry="4x4", format="board")
    assert lowbit.read(text.getvalue().splitlines()) == [Grid("1....2....3....4", "4x4")]
    letters = Geometry.parse("4x4+diagonals", "A-I")
    (grid,) = lowbit.read(["AB.............."], geometry="4x4+diagonals", alphabet="A-I")
    assert grid == Grid("AB..............", letters)


@pytest.mark.parametrize("name", ["a.parquet", "a.csv"])
def test_a_table_of_other_names_and_types(name: str, tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    from pyarrow import csv, parquet

    if name == "a.csv":
        csv.write_csv(pa.table({"id": [1], "board": [PUZZLE]}), tmp_path / name)
    else:
        rows = [list(map(int, PUZZLE.replace(".", "0")))]
        parquet.write_table(pa.table({"id": [1], "board": rows}), tmp_path / name)
    assert lowbit.read(tmp_path / name, column="board") == GRIDS[:1]
    with pytest.raises(TableError, match="there is no column other; the columns are: id, board"):
        lowbit.read(tmp_path / name, column="other")


def test_an_unreadable_puzzle_is_named_with_its_place(tmp_path: Path) -> None:
    text, table = tmp_path / "a.txt", tmp_path / "a.parquet"
    text.write_text(f"{PUZZLE}\n{PUZZLE[:39]}x{PUZZLE[40:]}\n", encoding="ascii")
    with pytest.raises(FormatError) as caught:
        lowbit.read(text)
    where = (caught.value.source, caught.value.line, caught.value.column)
    assert where == (str(text), 2, 40)
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(pytest.importorskip("pyarrow").table({"puzzle": [PUZZLE, None]}), table)
    with pytest.raises(FormatError, match=r"a\.parquet: row 2: there is no puzzle"):
        lowbit.read(table)


REFUSED: dict[str, tuple[Callable[[Path], object], type[Exception], str]] = {
    "no file": (lambda path: lowbit.read(path / "a"), SourceError, "no such file"),
    "spreadsheet": (lambda path: lowbit.write(path / "a.xlsx", GRIDS), InputError, "spreadsheet"),
    "packed twice": (
        lambda path: lowbit.write(path / "a.parquet.gz", GRIDS),
        InputError,
        "compressed within; leave .gz out",
    ),
    "text as a table": (
        lambda path: lowbit.write(path / "a.parquet", GRIDS, format="line"),
        InputError,
        "this is the name of a table, but line is text",
    ),
    "unknown packing": (lambda path: lowbit.write(path / "a.zst", GRIDS), TableError, "as .gz"),
    "no format": (
        lambda path: lowbit.write(path / "a", GRIDS, format="a"),
        InputError,
        "unknown format 'a'",
    ),
    "no puzzle": (
        lambda path: lowbit.write(path / "a", [PUZZLE, "1"]),
        GridError,
        r"puzzles\[1\]: a 9x9 grid has 81 cells, not 1",
    ),
    "no puzzles": (
        lambda path: lowbit.write(path / "a", 5),  # type: ignore[arg-type]
        GridError,
        "cannot make a grid from int",
    ),
    "no target": (
        lambda _path: lowbit.write(GRIDS, "a"),  # type: ignore[arg-type]
        InputError,
        "the first argument must be a path or a stream, not list",
    ),
    "bad record": (
        lambda path: lowbit.write(path / "a", read_records([PUZZLE, "x"]), format="csv"),
        FormatError,
        "line 2",
    ),
    "no folder": (lambda path: lowbit.write(path / "b" / "a", GRIDS), FileNotFoundError, "b/a'"),
    "no folder of a table": (
        lambda path: lowbit.write(path / "b" / "a.parquet", GRIDS),
        FileNotFoundError,
        "b/a.parquet'",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_is_refused_and_leaves_nothing(case: str, tmp_path: Path) -> None:
    act, error, message = REFUSED[case]
    with pytest.raises(error, match=message):
        act(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_where_writing_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", encoding="ascii")
    with pytest.raises(GridError):
        lowbit.write(path, [PUZZLE, "1"])
    assert path.read_text(encoding="ascii") == "old"


@pytest.mark.parametrize(
    "many",
    [
        lowbit.solve_many,
        lowbit.any_solution_many,
        lowbit.smallest_solution_many,
        lowbit.minimize_many,
        lowbit.canonical_many,
        lowbit.maximize_many,
    ],
)
def test_results_of_many_are_written(many: Callable[..., Any], tmp_path: Path) -> None:
    found = many([PUZZLE, SOLUTION])
    lowbit.write(tmp_path / "all.txt", found)
    lines = (tmp_path / "all.txt").read_text(encoding="utf-8").splitlines()
    assert lines == found.to_strings()
    lowbit.write(tmp_path / "one.csv", [found[0]])
    assert lowbit.read(tmp_path / "one.csv") == lowbit.read(tmp_path / "all.txt")[:1]


def test_a_result_without_a_grid_is_named_before_anything_is_written(tmp_path: Path) -> None:
    found = lowbit.solve_many([PUZZLE, "11" + "." * 79])
    with pytest.raises(GridError, match=r"puzzles\[1\]: the answer is none"):
        lowbit.write(tmp_path / "all.txt", found)
    assert list(tmp_path.iterdir()) == []
