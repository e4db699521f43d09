"""Books: every puzzle and every solution stands where it should, read back from the PDF."""

from __future__ import annotations

import ctypes
import re
from itertools import pairwise
from pathlib import Path

import pytest

from lowbit import Geometry, Grid, InputError, Puzzle, Status, explain, formats, solve
from lowbit.constraints import Cage, Sandwich
from lowbit.pictures.book import (
    PAPERS,
    SLOTS,
    BookPuzzle,
    Layout,
    explained,
    solved,
    to_book,
    unwritable,
)

pytest.importorskip("fpdf")
pdfium = pytest.importorskip("pypdfium2")

EXAMPLES = Path(__file__).parents[2] / "examples"
FIFTY = [record for record in formats.read(EXAMPLES / "fifty.txt") if record.grid]
SEVERAL = Grid("." * 81)
NONE = Grid("11" + "." * 79)


def grids() -> list[Grid]:
    return [record.grid for record in FIFTY if record.grid]


def boards(pdf: bytes) -> list[list[tuple[str, str]]]:
    """Return, for each page, the label and the digits of each board on it.

    A board's cells are found from where its lines are: every rectangle of paper is a board.
    """
    with pdfium.PdfDocument(pdf) as document:
        return [_boards_of(page) for page in document]


def _boards_of(page) -> list[tuple[str, str]]:  # type: ignore[no-untyped-def]  # noqa: ANN001 - pypdfium2 has no types
    text = page.get_textpage()
    papers = [bounds for o in page.get_objects(filter=[2]) if _is_square(bounds := o.get_bounds())]
    found = []
    for left, _, right, top in papers:
        side = right - left
        cells = ["."] * 81
        for index in range(text.count_chars()):
            x1, y1, x2, y2 = text.get_charbox(index)
            x, y = (x1 + x2) / 2 - left, top - (y1 + y2) / 2
            if 0 < x < side and 0 < y < side and x2 > x1:
                place = [int((at * 552 / side - 6) // 60) for at in (x, y)]
                cells[place[1] * 9 + place[0]] = text.get_text_range(index, 1)
        label = text.get_text_bounded(left, top, right, top + 0.12 * side)
        found.append((" ".join(label.split()), "".join(cells)))
    return found


def _is_square(bounds: tuple[float, float, float, float]) -> bool:
    left, bottom, right, top = bounds
    return right - left > 80 and abs((right - left) - (top - bottom)) < 0.1


def words(pdf: bytes) -> list[str]:
    with pdfium.PdfDocument(pdf) as document:
        pages = [page.get_textpage().get_text_bounded() for page in document]
    return [page.replace("\r", "") for page in pages]


def test_every_puzzle_and_every_solution_is_in_the_book() -> None:
    entries = [solved(grid) for grid in grids()]
    pages = boards(to_book(entries, Layout(per_page=6)))
    assert [len(page) for page in pages] == [6] * 8 + [2, 20, 20, 10]
    found = [board for page in pages for board in page]
    puzzles = [(str(n), grid.to_line()) for n, grid in enumerate(grids(), 1)]
    solutions = [
        (f"{n} page {(n + 5) // 6}", solve(grid).to_line()) for n, grid in enumerate(grids(), 1)
    ]
    assert found == puzzles + solutions


def test_constraints_are_drawn_with_the_puzzle_its_solution_and_its_steps() -> None:
    constraints = (Cage((1, 5), 5), Cage((8, 12), 5), Sandwich((8, 9, 10, 11), 2))
    puzzle = Puzzle("1... ...2 3... ...4", constraints, geometry="4x4")
    puzzles, solutions = words(to_book([solved(puzzle), solved(puzzle.grid)]))
    assert (puzzles.count("sandwich sums"), puzzles.count("5")) == (1, 2)
    assert (solutions.count("sandwich sums"), solutions.count("5")) == (1, 2)
    assert solutions.count("page 1") == 2
    fewer = Puzzle("1... .... .... ...4", constraints, geometry="4x4")
    _, steps, *_ = words(to_book([explained(BookPuzzle(fewer))], Layout(solutions=False)))
    assert "Killer cage: " in steps
    assert steps.count("sandwich sums") == 6  # a page of steps


def test_givens_are_black_in_a_solution_and_the_other_digits_are_not() -> None:
    grid = grids()[49]
    with pdfium.PdfDocument(to_book([solved(grid)])) as document:
        text = document[1].get_textpage()
        digits = [i for i in range(text.count_chars()) if text.get_text_range(i, 1).isdigit()]
        inks = [_red(text, i) for i in digits if 100 < text.get_charbox(i)[1] < 750]
    assert inks.count(0) == grid.n_clues
    assert inks.count(0x4D) == 81 - grid.n_clues


def _red(text, index: int) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001 - pypdfium2 has no types
    """Return how red a letter is."""
    channels = [ctypes.c_uint() for _ in range(4)]
    pdfium.raw.FPDFText_GetFillColor(text, index, *map(ctypes.byref, channels))
    return channels[0].value


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", SLOTS)
def test_as_many_puzzles_as_asked_stand_on_a_page(per_page: int, paper: str) -> None:
    entries = [BookPuzzle(grid) for grid in grids()[:10]]
    pdf = to_book(entries, Layout(per_page=per_page, paper=paper, solutions=False))
    pages = boards(pdf)
    assert [len(page) for page in pages[:-1]] == [per_page] * (len(pages) - 1)
    assert sum(map(len, pages)) == 10
    with pdfium.PdfDocument(pdf) as document:
        assert document[0].get_size() == pytest.approx(PAPERS[paper], abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("per_page", SLOTS)
def test_boards_keep_apart_and_within_the_margins(per_page: int, paper: str) -> None:
    entries = [BookPuzzle(grid) for grid in grids()[:per_page]]
    width, height = PAPERS[paper]
    pdf = to_book(entries, Layout("T", per_page, paper, solutions=False))
    with pdfium.PdfDocument(pdf) as document:
        objects = document[0].get_objects(filter=[2])
        squares = sorted(b for o in objects if _is_square(b := o.get_bounds()))
    for left, bottom, right, top in squares:
        assert min(left, bottom, width - right, height - top) >= 44
    for one, other in pairwise(squares):
        assert other[0] >= one[2] or other[1] >= one[3] or other[3] <= one[1]


def test_titles_remarks_and_page_numbers() -> None:
    entries = [BookPuzzle(grid, f"remark {n}") for n, grid in enumerate(grids()[:5], 1)]
    first, second, *rest = words(to_book(entries, Layout("Five", solutions=False)))
    assert not rest
    assert first.startswith("Five")
    assert second.startswith("Five")
    assert "4 remark 4" in first
    assert "5 remark 5" in second
    assert [page.split("\n")[1] for page in (first, second)] == ["1", "2"]


def test_a_remark_that_is_but_the_number_is_not_said_twice() -> None:
    (label, _), (other, _) = boards(
        to_book([BookPuzzle(SEVERAL, "01"), BookPuzzle(SEVERAL, "07")], Layout(solutions=False))
    )[0]
    assert (label, other) == ("1", "2 07")


def test_a_long_remark_is_cut_where_its_board_ends() -> None:
    pdf = to_book([BookPuzzle(SEVERAL, "word " * 100)], Layout(solutions=False, per_page=9))
    (page,) = words(pdf)
    assert re.search(r"1 word .*word?\.\.\.", page)
    with pdfium.PdfDocument(pdf) as document:
        text = document[0].get_textpage()
        boxes = [text.get_charbox(index) for index in range(text.count_chars())]
    label = [right for _, bottom, right, _ in boxes if bottom > 100]  # above the page number
    assert max(label) < 45 + (PAPERS["a4"][0] - 90) / 3


def test_what_has_not_exactly_one_solution_keeps_its_number() -> None:
    entries = [solved(grid) for grid in (SEVERAL, NONE, grids()[0])]
    entries.append(solved(grids()[49], max_nodes=0))
    statuses = [entry.status for entry in entries]
    assert statuses == [Status.SEVERAL, Status.NONE, Status.UNIQUE, Status.LIMIT_REACHED]
    _, solutions = words(to_book(entries))
    assert "1 several solutions" in solutions
    assert "2 no solution" in solutions
    assert "3 page 1" in solutions
    assert "4 solution not found in time" in solutions
    assert [label for label, _ in boards(to_book(entries))[1]] == ["3 page 1"]


def test_any_board_can_be_in_a_book() -> None:
    from lowbit import Geometry  # used once

    entries = [solved(Grid("." * 36, Geometry.parse("6x6+diagonals")))]
    assert to_book(entries).startswith(b"%PDF")


def test_the_same_puzzles_give_the_same_bytes() -> None:
    entries = [solved(grid) for grid in grids()[:7]]
    layout = Layout("Seven", 2, "letter")
    assert to_book(entries, layout) == to_book(iter(entries), layout)
    assert b"19700101000000Z" in to_book(entries, layout)


def test_letters_that_helvetica_lacks_are_known() -> None:
    assert unwritable("Très “dur”, 5 €") == ""
    assert unwritable("数独数") == "数独"
    (page,) = words(to_book([BookPuzzle(SEVERAL, "数独 1")], Layout(solutions=False)))
    assert "1 ?? 1" in page


def test_a_font_writes_what_helvetica_lacks(tmp_path: Path) -> None:
    from fontTools.fontBuilder import FontBuilder  # comes with fpdf2
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    letters = {32: "space", ord("数"): "number", ord("独"): "alone"}
    pen = TTGlyphPen(None)
    for move, at in (("moveTo", (0, 0)), ("lineTo", (900, 0)), ("lineTo", (0, 900))):
        getattr(pen, move)(at)
    pen.closePath()
    names = [".notdef", *letters.values()]
    font = FontBuilder(1000)
    font.setupGlyphOrder(names)
    font.setupCharacterMap(letters)
    font.setupGlyf(dict.fromkeys(names, pen.glyph()))
    font.setupHorizontalMetrics(dict.fromkeys(names, (1000, 0)))
    font.setupHorizontalHeader(ascent=900, descent=-100)
    font.setupNameTable({"familyName": "Test", "styleName": "Regular", "psName": "Test-Regular"})
    font.setupOS2(sTypoAscender=900)
    font.setupPost()
    font.save(tmp_path / "test.ttf")
    layout = Layout(solutions=False, font=str(tmp_path / "test.ttf"))
    (page,) = words(to_book([BookPuzzle(SEVERAL, "数独")], layout))
    assert "数独" in page
    assert to_book([BookPuzzle(SEVERAL, "数独")], layout) == to_book(
        [BookPuzzle(SEVERAL, "数独")], layout
    )


def test_a_font_file_that_is_none_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "font.ttf"
    file.write_text("no font")
    with pytest.raises(InputError, match=r"font\.ttf: not a usable font file"):
        to_book([BookPuzzle(SEVERAL)], Layout(font=str(file)))


def test_what_is_wrong_with_a_layout_is_an_error() -> None:
    with pytest.raises(InputError, match="a page has 1, 2, 4, 6, 9 puzzles, not 3"):
        Layout(per_page=3)
    with pytest.raises(InputError, match="unknown paper 'a5'; choose from a4, letter"):
        Layout(paper="a5")
    with pytest.raises(InputError, match="a book needs at least one puzzle"):
        to_book([])


def test_the_steps_of_a_puzzle_stand_between_it_and_its_solution() -> None:
    tiny = Grid("1... ...2 3... ...4", Geometry.parse("4x4"))
    entry = explained(solved(tiny, "small"), "hodoku")
    pages = words(to_book([entry, solved(tiny)]))
    assert len(pages) == 4
    assert [page.split("\n")[0] for page in pages[1:]] == ["1 small", "1 small", "Solutions"]
    for place, (step, _) in enumerate(entry.way):
        text = pages[1 + place // 6]
        assert f"1.{place + 1}" in text
        assert explain(step) in " ".join(text.split())


def test_a_long_sentence_is_wrapped_within_its_board() -> None:
    record = FIFTY[6]
    assert record.grid
    way = explained(BookPuzzle(record.grid)).way
    long = max(way, key=lambda pair: len(explain(pair[0])))
    pages = words(to_book([BookPuzzle(record.grid, way=(long,))], Layout(solutions=False)))
    assert explain(long[0])[:60] in " ".join(pages[1].split())


def test_steps_go_as_far_as_they_can() -> None:
    assert explained(BookPuzzle(NONE)).way == ()
    assert explained(BookPuzzle(grids()[0]), time_limit=0).way == ()
