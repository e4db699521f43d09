"""Texts of Interactive Sudoku Solver with an item a line: one puzzle, through every door."""

from __future__ import annotations

import csv
import gzip
import io
import json
from typing import TYPE_CHECKING

import pytest

import lowbit
from command_line import lowbit as run
from lowbit import CLASSIC, Grid, Puzzle, formats, read_puzzle, write_puzzle
from lowbit.constraints import REGISTRY
from lowbit.errors import FormatError
from lowbit.formats.lines.item_lines import is_item
from lowbit.formats.opening.head import Head, read_whole
from lowbit.formats.streams.stream import LineStream
from lowbit.formats.variants.iss.items import READERS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lowbit.formats import Record

ITEMS = [".Shape~4x4", ".Cage~3~R1C1~R1C2", ".~R3C3_1~R1C4_3", ".Thermo~R3C1~R4C1"]
TEXT = "".join(f"{item}\n" for item in ITEMS)
WHOLE = "".join(ITEMS)
N_SOLUTIONS = 1
OTHER = ".Shape~4x4.Cage~5~R1C1~R1C2"

FILES: dict[str, tuple[str, list[str]]] = {
    "one": (TEXT, [WHOLE]),
    "no end of line": (TEXT.strip(), [WHOLE]),
    "spaces around": ("".join(f"  {item}\t\n" for item in ITEMS), [WHOLE]),
    "an empty line between": (f"{TEXT}\n{TEXT}", [WHOLE, WHOLE]),
    "a comment between": (f"# first\n{TEXT}# second\n{TEXT}", [WHOLE, WHOLE]),
    "a puzzle on a line between": (f"{TEXT}{OTHER}\n{TEXT}", [WHOLE, OTHER, WHOLE]),
    "puzzles on lines": (f"{OTHER}\n{OTHER}\n", [OTHER, OTHER]),
    "a puzzle with a remark between": (
        f"{TEXT}.AntiKing  # of kings\n{TEXT}",
        [WHOLE, ".AntiKing", WHOLE],
    ),
    "items with spaces between": (
        f"{WHOLE.replace('.', ' .')}\n.AntiKing\t.AntiKnight  # of knights\n",
        [WHOLE, ".AntiKing.AntiKnight"],
    ),
    "a group with spaces between": (
        ".Shape~4x4 .NoBoxes\n.Or .X~R1C1~R1C2 .V~R1C1~R1C2 .End\n.~R1C1_1\n",
        [".Shape~4x4.NoBoxes.Or.X~R1C1~R1C2.V~R1C1~R1C2.End.~R1C1_1"],
    ),
    "alone": (".AntiKing\n", [".AntiKing"]),
    "a board of several items first": (
        ".Shape~4x4.NoBoxes\n.X~R1C1~R1C2\n",
        [".Shape~4x4.NoBoxes.X~R1C1~R1C2"],
    ),
    "a link first": (
        f"https://example.org/?q={OTHER}\n{TEXT}",
        [f"https://example.org/?q={OTHER}", WHOLE],
    ),
    "a group over lines": (
        ".Shape~4x4\n.Or\n.X~R1C1~R1C2\n.V~R1C1~R1C2\n.End\n",
        [".Shape~4x4.Or.X~R1C1~R1C2.V~R1C1~R1C2.End"],
    ),
    "a group on a line": (
        ".Shape~4x4\n.Or.X~R1C1~R1C2.And.V~R1C1~R1C2.End.End\n.~R1C1_1\n",
        [".Shape~4x4.Or.X~R1C1~R1C2.And.V~R1C1~R1C2.End.End.~R1C1_1"],
    ),
    "several items of a group on a line": (
        ".AntiKing.Or\n.X~R1C1~R1C2.V~R1C2~R1C3\n.End\n.~R1C1_1\n",
        [".AntiKing.Or.X~R1C1~R1C2.V~R1C2~R1C3.End.~R1C1_1"],
    ),
    "two groups on a line": (
        ".Or.X~R1C1~R1C2.End.Or.V~R1C2~R1C3.End\n.~R1C1_1\n",
        [".Or.X~R1C1~R1C2.End.Or.V~R1C2~R1C3.End", ".~R1C1_1"],
    ),
    "boards as headers": (
        ".Shape~4x4\n.X~R1C1~R1C2\n.Shape~6x6\n.X~R1C1~R1C2\n.~R1C3_1\n",
        [".Shape~4x4.X~R1C1~R1C2", ".Shape~6x6.X~R1C1~R1C2.~R1C3_1"],
    ),
    "a board last": (".X~R1C1~R1C2\n.Shape~4x4\n", [".X~R1C1~R1C2.Shape~4x4"]),
    "givens of several puzzles": (
        ".~R1C1_1~R2C2_3\n.~r1c1_2~R3C3_4\n",
        [".~R1C1_1~R2C2_3", ".~R1C1_2~R3C3_4"],
    ),
    "givens of one": (".~R1C1_1\n.~R2C2_3\n", [".~R1C1_1~R2C2_3"]),
}


def puzzles_of(records: list[Record]) -> list[Puzzle | None]:
    puzzles = [record.accepted().puzzle for record in records if not record.is_passthrough]
    return [Puzzle(puzzle) if isinstance(puzzle, Grid) else puzzle for puzzle in puzzles]


@pytest.mark.parametrize(("text", "expected"), FILES.values(), ids=FILES)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_which_lines_of_a_file_are_a_puzzle(text: str, expected: list[str], end: str) -> None:
    puzzles = [read_puzzle(each) for each in expected]
    text = text.replace("\n", end)
    assert puzzles_of(list(formats.read(io.StringIO(text, newline="")))) == puzzles
    assert [*lowbit.solve_many(text, max_nodes=1)] == [*lowbit.solve_many(expected, max_nodes=1)]


@pytest.mark.parametrize("name", READERS)
def test_an_item_of_each_kind_is_told_alone_and_among_others(name: str) -> None:
    for item in (f".{name}~R1C1~R1C2", f".{name}~2_=_1_-1~R1~~5"):
        assert is_item(item)
        assert is_item(f"  {item}\r")
        assert not is_item(f"{item}.AntiKing")
        assert not is_item(f"{item}  # hard")


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        "." * 81,
        ".A.B",
        "..AB",
        "1...",
        "{}",
        "# .AntiKing",
        "https://a.b/?q=.AntiKing",
    ],
)
def test_what_is_no_item(text: str) -> None:
    assert not is_item(text)


@pytest.mark.parametrize(
    "text", [TEXT, f"# a title\n# and an author\n{TEXT}", TEXT.replace("\n", "\n\n")]
)
def test_a_text_that_is_to_be_one_puzzle_is_one(text: str) -> None:
    """An argument, a field, an item of a list: no line ends it."""
    expected = read_puzzle(WHOLE)
    assert read_puzzle(text) == expected
    assert lowbit.count_solutions_many([text]).array.tolist() == [N_SOLUTIONS]
    assert run("count", "-q", text).stdout == f"{N_SOLUTIONS}\n"


def test_an_argument_that_is_no_puzzle_is_named_by_its_first_line() -> None:
    told = run("count", ".Shape~4x4\n.Nonsense~1\n.AntiKing").stderr
    reason = "Nonsense is a constraint that lowbit does not know"
    assert told == f"lowbit: error: .Shape~4x4...: no such file, and not a puzzle: {reason}\n"


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n# another\n"])
def test_an_argument_of_two_boards_is_two_puzzles_as_a_file_is(between: str) -> None:
    one, two = (f".Shape~4x4.Cage~{total}~R1C1~R1C2" for total in (5, 3))
    for first in (one, one.replace(".Cage", "\n.Cage"), one.replace("4x4", "4x4\n.AntiKing\n")):
        text = f"{first}{between}{two}"
        done = run("count", "-q", text)
        assert done.stdout == run("count", "-q", stdin=text).stdout
        assert done.stdout.count("\n") == 2
        with pytest.raises(FormatError, match="these are several puzzles"):
            read_puzzle(text)


def test_files_and_pipes(tmp_path: Path) -> None:
    text, answers = f"{TEXT}\n{OTHER}\n", f"{N_SOLUTIONS}\n96\n"
    path, packed = tmp_path / "a.txt", tmp_path / "a.txt.gz"
    path.write_text(text, "utf-8")
    packed.write_bytes(gzip.compress(text.encode()))
    asked = (run("count", "-q", *words) for words in ([path], [packed], ["--from", "iss", path]))
    assert {done.stdout for done in asked} == {answers}
    assert run("count", "-q", stdin=text).stdout == answers


def test_a_puzzle_is_answered_once_the_line_after_it_has_arrived() -> None:
    pieces = iter([f"{OTHER}\n", TEXT, "\n", f"{OTHER}\n"])
    read: list[str] = []

    def arriving() -> Iterator[str]:
        for piece in pieces:
            read.append(piece)
            yield piece

    records = read_whole(Head(LineStream(arriving()), "variants", CLASSIC))
    arrived = [len(read) for record in records if not record.is_passthrough]
    assert arrived == [1, 3, 4]


def test_fields_of_tables(tmp_path: Path) -> None:
    table, lines = tmp_path / "a.csv", tmp_path / "a.jsonl"
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["puzzle", "id"], [TEXT, "7"]])
    lines.write_text(json.dumps({"puzzle": TEXT}) + "\n", "utf-8")
    for path in (table, lines):
        asked = run("count", "-q", "--to", "csv", path).stdout
        (row,) = csv.DictReader(io.StringIO(asked, newline=""))
        assert row["n_solutions"] == str(N_SOLUTIONS)
        shown = run("show", "-q", "--to", "line", path).stdout
        assert puzzles_of(list(formats.read(io.StringIO(shown)))) == [read_puzzle(WHOLE)]


def test_an_error_is_told_with_its_line_and_column() -> None:
    (record,) = formats.read(io.StringIO(".AntiKing\n  .Nonsense~1\n.AntiKnight\n"))
    assert (
        str(record.error) == "line 2, column 3: Nonsense is a constraint that lowbit does not know"
    )
    assert record.line == 1


def test_the_column_of_an_error_counts_spaces_between_items() -> None:
    (record,) = formats.read(io.StringIO(".AntiKing .Or .AntiKnight .End .Nonsense~1  # odd\n"))
    assert str(record.error).startswith("line 1, column 32: Nonsense")


def test_a_puzzle_without_end_is_an_error() -> None:
    lines = (".Cage~10~R1C1~R1C2~R2C1~R2C2\n" for _ in range(50_000))
    *_, last = formats.read(lines)
    assert "this puzzle is longer than" in str(last.error)


@pytest.mark.parametrize("name", sorted(REGISTRY.keys() - {"ChaosConstruction"}))  # of no item
def test_puzzles_of_one_item_stay_apart_where_they_are_written(name: str) -> None:
    puzzle = Puzzle("." * 81, [REGISTRY[name].sample])
    text = write_puzzle(puzzle, "iss")
    written = io.StringIO()
    records = [record.accepted() for record in formats.read([text, text])]
    formats.write(records, written)
    for lines in (f"{text}\n{text}\n", written.getvalue()):
        assert len(puzzles_of(list(formats.read(io.StringIO(lines))))) == 2


@pytest.mark.parametrize("board", ["9x9", "4x4", "4x4:none", "6x6", "jigsaw:AAABABBBCCCDCDDD"])
def test_blank_boards_stay_apart_too(board: str) -> None:
    blank = Puzzle("." * lowbit.Geometry.parse(board).n_cells, geometry=board)
    text = write_puzzle(blank, "iss")
    assert not is_item(text)
    assert read_puzzle(text) == blank


def test_what_was_read_as_one_item_is_written_apart() -> None:
    lines = ".AntiKing\n\n.AntiKnight\n"
    shown = run("show", "-q", "--to", "line", stdin=lines.replace("\n\n", "\n# next\n")).stdout
    expected = [read_puzzle(".AntiKing"), read_puzzle(".AntiKnight")]
    assert puzzles_of(list(formats.read(io.StringIO(shown.replace("# next\n", ""))))) == expected
