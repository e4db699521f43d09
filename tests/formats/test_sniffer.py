"""The sniffer names the format of what people have, from what has arrived, and takes nothing."""

import io
import os
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

from lowbit.errors import SourceError, UnknownFormatError
from lowbit.formats import FORMATS, Source, read, sniff
from lowbit.geometry import Geometry
from lowbit.grid import Grid

if TYPE_CHECKING:
    from collections.abc import Callable

EXAMPLES = Path(__file__).parents[2] / "examples"
PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

FORMAT_OF = {
    "acwing166": "acwing166",
    "baekjoon2580": "pyramid",
    "board": "board",
    "fifty": "euler96",
    "games": "opensudoku",
    "leetcode37": "json",
    "mixed": "line",
    "poj2676": "poj2676",
    "poj3074": "acwing166",
    "pyramid1": "pyramid",
    "pyramid2": "pyramid",
    "pyramid3": "pyramid",
    "cells": "json",
    "columns": "csv",
    "sections": "sdk",
}

FILES = {path.stem: path for path in EXAMPLES.iterdir() if path.suffix != ".md"}


def test_every_example_and_every_format_is_here() -> None:
    # Of the others, one is a table with another column first, and two are for judges alone.
    assert set(FORMAT_OF) == set(FILES) - {"audit", "hdu1426", "poj3076"}
    assert set(FORMAT_OF.values()) == set(FORMATS), "each format has a file in examples/"


@pytest.mark.parametrize("example", FORMAT_OF)
def test_examples(example: str) -> None:
    path = FILES[example]
    name = FORMAT_OF[example]
    assert sniff(path) == name
    described = [(r.line, r.text, r.grid, str(r.error)) for r in read(path)]
    assert described == [(r.line, r.text, r.grid, str(r.error)) for r in read(path, name)]
    assert any(record.grid for record in read(path))


TEXTS = {
    "comments alone": ("# nothing yet\n\n# nor here\n", "line"),
    "wrong character": (PUZZLE[:40] + "x" + PUZZLE[41:], "line"),
    "too short": (PUZZLE[:80], "line"),
    "too long": (PUZZLE + ".", "line"),
    "pencilmarks": ("123456789" * 81, "line"),
    "header": ("Puzzle,Solution\n", "csv"),
    "header of one column": ("Puzzle\n", "line"),
    "header, semicolons": ("id;quizzes\n", "csv"),
    "header of no puzzles": (f"id,board\n1,{PUZZLE}\n{PUZZLE}\n", "loose"),
    "title before puzzles": (f"my puzzles\n{PUZZLE}\n", "line"),
    "remark": (f"{PUZZLE} hard\nend\n", "line"),
    "end alone": ("end\n", "acwing166"),
    "wrong puzzle, end": (f"{PUZZLE[:80]}\nend\n", "acwing166"),
    "comment, header": ("# fifty\n\nGRID 01\n", "euler96"),
    "spaces around a count": (" 50 \n", "poj2676"),
    "numbers out of range": ("7 0 0 9 0 0 10 0 -1\n", "pyramid"),
    "solid rows": ("53..7....\n6..195...\n", "board"),
    "rule": ("+-------+-------+-------+\n", "board"),
    "frame": (".-------.-------.-------.\n", "board"),
    "stars": ("*-----------*\n|53.|.7.|...|\n", "board"),
    "double rule": ("╔═══╦═══╦═══╗\n║53.║.7.║...║\n", "board"),
    "rows of cells": ("5,3,,,7,,,,\n", "board"),
    "rows of quoted cells": ('"5";"3";".";".";"7";".";".";".";"."\n', "board"),
    "cells on a line": (",".join(PUZZLE) + "\n", "line"),
    "quoted line": (f'"{PUZZLE}",\n', "line"),
    "candidates": ("5 3 124 26 7 2468 1489 1249 248\n", "board"),
    "one word of candidates, perhaps a number": ("5 3 12 6 7 8 1 2 4\n", "pyramid"),
    "placed digits": ("5 3 u4 26 7 2468 1489 1249 248\n", "board"),
    "array": ('[["5","3"', "json"),
    "object": ('{"puzzle": ', "json"),
    "section": ("[Puzzle]\n", "sdk"),
    "empty cells": ("| 5 | 3 |   |   | 7 |   |   |   |   |\n", "board"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str) -> None:
    text, expected = TEXTS[name]
    assert sniff(io.StringIO(text)) == expected
    assert sniff(io.BytesIO(text.encode())) == expected
    assert sniff(text.splitlines()) == expected


@pytest.mark.parametrize(
    ("spec", "text", "expected"),
    [
        ("4x4", "1..4\n....\n", "board"),
        ("4x4", "1..4........4..1", "line"),
        ("4x4", "123\n1..4\n", "poj2676"),
        ("4x4", "1 0 0 4\n", "pyramid"),
        ("16x16", "G234 .... .... ....\n", "board"),
        ("16x16", "16 0 0 0  0 0 0 0  0 0 0 0  0 0 0 1\n", "pyramid"),
        ("25x25", "P" + "." * 624, "line"),
    ],
)
def test_other_boards(spec: str, text: str, expected: str) -> None:
    assert sniff(io.StringIO(text), geometry=Geometry.parse(spec)) == expected


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16, 25])
def test_the_first_puzzle_tells_the_size(size: int) -> None:
    last = Geometry.parse(f"{size}x{size}").symbols[-1]
    text = f"# one\n\n{last.ljust(size * size, '.')}  # remark\n1\n"
    assert sniff(io.StringIO(text)) == "line"
    *_, good, bad = read(io.StringIO(text))
    assert good.grid == Grid(last.ljust(size * size, "."), f"{size}x{size}")
    assert bad.error is not None
    assert bad.error.reason == f"a {size}x{size} grid has {size * size} cells, not 1"
    assert [record.grid for record in read(io.StringIO(text), "line")][-2:] == [good.grid, None]


@pytest.mark.parametrize("first", ["5" + "." * 15, "." * 49, "." * 80, "." * 729])
def test_what_tells_no_size_is_classic(first: str) -> None:
    (record,) = read([first], "line")
    (named,) = read([first], "line", geometry="9x9")
    assert (record.grid, str(record.error)) == (named.grid, str(named.error))


def test_a_named_board_is_not_inferred() -> None:
    (record,) = read(["." * 16], "line", geometry="9x9")
    assert record.grid is None
    (record,) = read(["." * 16], "line", geometry="jigsaw:AAAABBBBCCDDCCDD")
    assert record.grid is not None
    assert record.grid.geometry.box_shape is None


def test_end_is_seen_only_if_it_has_arrived() -> None:
    lines = [PUZZLE, "end"]
    assert sniff(lines) == "acwing166"
    *_, last = read(iter(lines))
    assert last.error is not None
    assert last.error.reason == "'end' belongs to the acwing166 format; read the text as that"


@pytest.mark.parametrize("kind", ["binary", "text", "file", "opened text"])
def test_a_look_leaves_the_stream_where_it_was(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"skipped\n{PUZZLE}\nend\n", encoding="ascii")
    opened: dict[str, Callable[[], IO[Any]]] = {
        "binary": lambda: io.BytesIO(path.read_bytes()),
        "text": lambda: io.StringIO(path.read_text(encoding="ascii")),
        "file": lambda: path.open("rb"),
        "opened text": lambda: path.open(encoding="ascii"),
    }
    with opened[kind]() as stream:
        stream.readline()
        assert sniff(stream) == "acwing166"
        (record,) = read(stream)
        assert (record.line, record.text) == (1, PUZZLE)


def test_a_look_that_fails_leaves_the_stream_where_it_was() -> None:
    stream = io.BytesIO(b"no puzzle\n")
    with pytest.raises(UnknownFormatError):
        sniff(stream)
    assert stream.tell() == 0


def test_a_pipe_is_not_used_up() -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as stream:
        with os.fdopen(writer, "wb") as other_end:
            other_end.write(PUZZLE.encode())
        with pytest.raises(SourceError, match="a look would use up what it reads"):
            sniff(stream)
        (record,) = read(stream)
    assert record.text == PUZZLE


def test_an_iterator_is_not_used_up() -> None:
    lines = iter([PUZZLE])
    with pytest.raises(SourceError, match=r"^a look would use up what it reads"):
        sniff(lines)
    assert next(lines) == PUZZLE


def test_the_sniffer_gives_up_waiting_for_content() -> None:
    lines = iter([*["# comment"] * 1500, "Grid 01"])
    records = read(lines)
    assert next(records).is_passthrough
    assert len(list(lines)) == 501


@pytest.mark.parametrize("source", [[], [""], ["", " \t"], io.BytesIO(), io.StringIO("\n")])
def test_nothing_to_read(source: Source) -> None:
    with pytest.raises(UnknownFormatError, match=r"^the input is empty$"):
        sniff(source)


@pytest.mark.parametrize(
    "link", ["https://sudokumaker.app/?puzzle=N4Ig", "https://logic-masters.de/?id=000ABC"]
)
def test_links_that_are_not_known_are_told_what_to_do(link: str) -> None:
    with pytest.raises(UnknownFormatError, match=r"no format fits 'https.* export the puzzle as a"):
        sniff([link])


def test_a_long_line_is_quoted_in_part() -> None:
    with pytest.raises(UnknownFormatError) as caught:
        sniff(["word " * 1000])
    first, *reasons = str(caught.value).splitlines()
    assert first == f"line 1: no format fits '{'word ' * 8}...'"
    assert [reason.split(":")[0].strip() for reason in reasons] == [*FORMATS, "variants"]


@pytest.mark.parametrize("delimiter", ",;\t")
def test_a_solution_is_not_taken_for_a_puzzle_that_lost_its_zeros(delimiter: str) -> None:
    solution = PUZZLE.replace(".", "1")
    text = f"puzzle{delimiter}solution\n{PUZZLE[:60].replace('.', '0')}{delimiter}{solution}\n"
    record = list(read(io.StringIO(text)))[-1]
    assert record.grid is None
    assert "81 cells, not 60" in str(record.error)
