"""What a format writes, it reads again: any grids, any board, any newline, packed or not."""

import gzip
import io
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lowbit.errors import FormatError, LowbitError
from lowbit.formats import FORMATS, Format, Record, parse_line, read, write
from lowbit.formats.headings import Headings
from lowbit.formats.registry import FORMATS as REGISTRY
from lowbit.formats.registry import FORMATS_WITH_CONSTRAINTS
from lowbit.geometry import CLASSIC, Geometry
from lowbit.grid import Grid
from support import slow_except

BOARDS = {
    spec: Geometry.parse(spec)
    for spec in (
        "4x4",
        "6x6",
        "9x9",
        "9x9+diagonals",
        "12x12",
        "16x16",
        "25x25",
        "jigsaw:AAAABBBBCCDDCCDD",
        "jigsaw:AAAAABBBBBCCDDDCCDDEECEEE",
    )
}
WITH_PENCILMARKS = ("line", "acwing166", "csv", "json")


def grids(board: Geometry) -> st.SearchStrategy[Grid]:
    cells = st.binary(min_size=board.n_cells, max_size=board.n_cells)
    return cells.map(
        lambda cells: Grid([max(0, cell % 40 - 40 + board.size + 1) for cell in cells], board)
    )


def restricted_grids(board: Geometry) -> st.SearchStrategy[Grid]:
    n_bits = board.n_cells * board.size
    return st.integers(0, (1 << n_bits) - 1).map(
        lambda bits: Grid.from_masks(
            [bits >> start & board.full_mask for start in range(0, n_bits, board.size)], board
        )
    )


def remarks() -> st.SearchStrategy[str]:
    text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"))
    return text.map(str.strip)


PACKINGS: dict[str, Callable[[str], bytes]] = {
    "plain": str.encode,
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "mark": lambda text: text.encode("utf-8-sig"),
    "no last newline": lambda text: text.removesuffix("\n").encode(),
    "gzip": lambda text: gzip.compress(text.encode(), 1),
}


def written(puzzles: list[Any], name: str) -> str:
    stream = io.StringIO()
    write(puzzles, stream, name)
    return stream.getvalue()


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("spec", slow_except(BOARDS, ["6x6", "9x9"]))
@settings(max_examples=20)
@given(data=st.data())
def test_grids(name: str, spec: str, data: st.DataObject) -> None:
    board = BOARDS[spec]
    kinds = grids(board)
    if name in WITH_PENCILMARKS:
        kinds |= restricted_grids(board)
    puzzles = data.draw(st.lists(kinds, min_size=1, max_size=3))
    pack = PACKINGS[data.draw(st.sampled_from(sorted(PACKINGS)))]
    content = pack(written(puzzles, name))
    for format_name in (name, None):
        records = list(read(io.BytesIO(content), format_name, geometry=board))
        assert [record.grid for record in records if not is_heading(record.text)] == puzzles


def is_heading(text: str) -> bool:
    """Whether a line names the board of those below it, and nothing else."""
    return Headings().board(text) is not None


@pytest.mark.parametrize("name", ["line", "acwing166"])
def test_no_grids(name: str) -> None:
    assert list(read(io.StringIO(written([], name)), name)) == []


@pytest.mark.parametrize("name", ["line", "euler96"])
@given(texts=st.lists(remarks(), min_size=1))
def test_remarks(name: str, texts: list[str]) -> None:
    board = BOARDS["4x4"]
    grid = Grid("1....2....3....4", board)
    records = [Record(1, "", grid, remark) for remark in texts]
    content = written(records, name).encode()
    again = [record.remark for record in read(io.BytesIO(content), name, geometry=board)]
    numbered = enumerate(texts, 1)
    assert again == (
        texts if name == "line" else [text or f"{number:02}" for number, text in numbered]
    )


def test_the_line_format_keeps_everything_in_its_place() -> None:
    text = "# first\n\n1....2....3....4 , a remark\n1....2....3....x  remark\n1\n  # last\n"
    board = BOARDS["4x4"]
    assert written(list(read(io.StringIO(text), geometry=board)), "line") == (
        "# first\n"
        "\n"
        "1....2....3....4  # a remark\n"
        "1....2....3....x  remark  # invalid: line 4, column 16: 'x' is not a digit or blank\n"
        "1  # invalid: line 5: a 4x4 grid has 16 cells, not 1\n"
        "  # last\n"
    )


def test_a_bad_grid_of_several_lines_becomes_one_line() -> None:
    text = "1\n1...\n.x..\n..3.\n...4\nmore\n"
    assert written(list(read(io.StringIO(text), "poj2676", geometry=BOARDS["4x4"])), "line") == (
        "1... .x.. ..3. ...4  # invalid: line 3, column 2: 'x' is not a digit or blank\n"
        "more  # invalid: line 6: the text should end after grid 1 of 1, but 'more' follows\n"
    )


def test_an_error_without_text_becomes_a_comment() -> None:
    assert written(list(read([], "acwing166")), "line") == (
        "# invalid: line 1: the line 'end' was expected, but the text ends\n"
    )


@pytest.mark.parametrize("name", FORMATS)
def test_line_breaks_in_a_remark_cannot_break_the_format(name: str) -> None:
    board = BOARDS["4x4"]
    records = [Record(1, "", Grid("1....2....3....4", board), "one\r\ntwo\nthree")]
    (again,) = read(io.StringIO(written(records, name)), name, geometry=board)
    assert again.grid == records[0].grid
    assert again.remark in ("", "one two three")


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"line"}))
def test_other_formats_refuse_to_lose_an_error(name: str) -> None:
    records = list(read(["1....2....3....4", "x"], "line", geometry=BOARDS["4x4"]))
    with pytest.raises(FormatError, match=r"^line 2, column 1: 'x' is not a digit or blank$"):
        written(records, name)


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"line"}))
def test_other_formats_leave_comments_out(name: str) -> None:
    board = BOARDS["4x4"]
    records = list(read(["# comment", "", "1....2....3....4"], "line", geometry=board))
    (again,) = read(io.StringIO(written(records, name)), name, geometry=board)
    assert again.grid == records[2].grid


@pytest.mark.parametrize("name", sorted(set(FORMATS) - set(WITH_PENCILMARKS)))
def test_formats_without_pencilmarks_refuse_to_lose_them(name: str) -> None:
    grid = Grid.from_masks([3] * 16, BOARDS["4x4"])
    with pytest.raises(FormatError, match=r"^a grid with pencilmarks can only be written"):
        written([grid], name)


def test_writing_in_an_unknown_format() -> None:
    with pytest.raises(FormatError) as caught:
        written([], "xml")
    known = ", ".join((*FORMATS, *FORMATS_WITH_CONSTRAINTS, "loose"))
    assert str(caught.value) == f"unknown format 'xml'; choose from {known}"


def test_reading_in_an_unknown_format_is_found_at_once() -> None:
    with pytest.raises(FormatError, match=r"^unknown format 'xml'"):
        read([], "xml")


@given(remark=remarks(), indent=st.sampled_from(["", "  ", "\t"]))
def test_parse_line(remark: str, indent: str) -> None:
    grid = Grid("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
    assert parse_line(f"{indent}{grid.to_line()}; {remark}") == (grid, remark)


def test_parse_line_says_where_it_is_wrong() -> None:
    with pytest.raises(FormatError, match=r"^column 3: 'x' is not a digit or blank$"):
        parse_line(" 1x")
    with pytest.raises(FormatError, match=r"^a 9x9 grid has 81 cells, not 2$"):
        parse_line("12")


WORDS = st.sampled_from(
    [
        *("\n", "\r\n", "\n\n", " ", "#", "end", "Grid 01\n", "1\n", "2", "x", "\ufeff", "|"),
        *("1..4\n", "....\n", "1 2 | 3 4\n", "1 0 0 4\n", "----+----\n", "1....2....3....4", "-1"),
    ]
)
JUNK = st.lists(WORDS.map(str.encode) | st.binary(max_size=8)).map(b"".join)


@pytest.mark.parametrize("name", [*FORMATS, None])
@given(content=JUNK)
@example(content=b"1..4\n# a comment behind a row")
def test_junk_gives_records_or_an_error_of_lowbit(name: str | None, content: bytes) -> None:
    try:
        records = list(read(io.BytesIO(content), name, geometry=BOARDS["4x4"]))
    except LowbitError:
        assert name is None
        return
    for record in records:
        assert (record.grid is None) or (record.error is None)
    assert [r.line for r in records] == sorted(r.line for r in records)
    assert written(records, "line").encode().count(b"\n") == len(records)


@given(junk=st.lists(st.text(st.characters(exclude_categories=["Cs"]))))
def test_no_bad_line_stops_the_others(junk: list[str]) -> None:
    good = "1....2....3....4"
    lines = [line for text in junk for line in (text.replace("\n", "").replace("\r", ""), good)]
    records = list(read(lines, "line", geometry=BOARDS["4x4"]))
    assert len(records) == len(lines)
    assert all(record.grid for record in records[1::2])


def test_a_new_format_is_a_new_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    shouted = Format(
        "shouted",
        lambda lines, board: (
            Record(lines.number, text, Grid(text.removesuffix("!"), board)) for text in lines
        ),
        lambda records: (f"{record.grid.to_line()}!\n" for record in records if record.grid),
        lambda lines, _board: None if lines[0].endswith("!") else "nobody shouts",
    )
    monkeypatch.setitem(sys.modules, "lowbit.formats.shouted", SimpleNamespace(FORMAT=shouted))
    monkeypatch.setitem(REGISTRY.places, "shouted", "shouted:FORMAT")
    grid = Grid("." * 81, CLASSIC)
    (record,) = read(io.StringIO(written([grid], "shouted")))
    assert (record.line, record.grid) == (1, grid)
