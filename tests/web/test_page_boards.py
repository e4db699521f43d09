"""Boards are chosen from pictures and painted, in Chromium."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.board_names import read_name
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from web_page import (
    READY,
    choose,
    label,
    line,
    open_puzzle,
    paste,
    put_number,
    reach,
    says,
    shared_link,
    through_dialog,
    wait_for_line,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage

pytestmark = pytest.mark.slow

JIGSAW = "jigsaw:AAABABBBCCDDCCDD"


SAMURAI = (
    ".......3....687....9..4....7.......14..2.3..1..2.9..3..3..62..7..1......8.7.....5.6......2.."
    "....2..82..7...9..4.8.........4.29....8.5.....1.........23....7......3....4.7........9.....9"
    ".......1....828................5.2.4.......97................56...2..3..4.1..3..........7..."
    "..659.2..8..5...74....8.5.6.......6.85..............3.......18..4....68...5...693..1..82.7.."
    "."
)
GRIDS = ("samurai", "butterfly", "windmill", "sohei")

PLACES = """([rows, columns]) => {
    const board = document.querySelector("#board").getBoundingClientRect();
    return [...document.querySelectorAll(".cell")].map((cell) => {
        const { x, y, width, height } = cell.getBoundingClientRect();
        return [Math.floor(rows * (y + height / 2 - board.y) / board.height),
                Math.floor(columns * (x + width / 2 - board.x) / board.width)];
    });
}"""


def open_form(page: Page, board: str) -> None:
    page.click("#show-set")
    choose(page, "new-board")
    page.click(f"#board-sizes [data-board='{board}']")


def cursor(page: Page) -> int:
    return int(page.get_attribute(".cell.cursor", "data-cell") or -1)


def test_a_board_is_chosen_from_pictures(page: Page) -> None:
    open_form(page, "6x6")
    assert page.locator("#with-windows").is_disabled()
    page.check("#with-diagonals")
    page.click("#board-now")
    wait_for_line(page, "." * 36)
    assert page.locator(".cell.extra").count() == 12
    choose(page, "new-board")
    assert page.get_attribute("#board-sizes [data-board='6x6']", "aria-checked") == "true"


def test_regions_are_painted_by_keys_alone(page: Page) -> None:
    open_puzzle(page)
    open_form(page, "4x4")
    page.focus("#irregular")
    page.keyboard.press("Space")
    page.focus("#painter button")
    for key in ("ArrowRight", "ArrowRight", "a", "ArrowDown", "ArrowLeft", "b"):
        page.keyboard.press(key)
    assert page.locator("#painter").inner_text().split() == [*JIGSAW.split(":")[1]]
    page.focus("#board-now")
    page.keyboard.press("Enter")
    wait_for_line(page, "." * 16)
    page.click("#undo")
    assert len(line(page)) == 81


@pytest.mark.parametrize("board", [*GRIDS, "9x6:none", "9x9@r1c1,r2c2,r30c12"])
def test_cells_are_drawn_where_they_lie(page: Page, board: str) -> None:
    geometry = Geometry.parse(board)
    if board in GRIDS:
        open_form(page, board)
        lines = page.get_attribute(f"#board-sizes [data-board='{board}'] .thick", "d") or ""
        boxes = {(int(left), int(top)) for left, top in re.findall(r"M(\d+) (\d+)h3", lines)}
        assert {(r // 3, c // 3) for r, c in read_name(board).corners} <= {b[::-1] for b in boxes}
        page.click("#board-now")
    else:
        through_dialog(page, "", board)
    wait_for_line(page, "." * geometry.n_cells)
    drawn = page.evaluate(PLACES, [geometry.n_rows, geometry.n_columns])
    assert [tuple(place) for place in drawn] == list(geometry.places)
    row, column = (1 + at for at in geometry.places[-1])
    assert label(page, geometry.n_cells - 1) == f"row {row}, column {column}, blank"
    assert page.get_attribute(".cell >> nth=-1", "aria-colindex") == str(column)
    assert page.get_attribute(".board-row >> nth=-1", "aria-rowindex") == str(row)
    assert page.get_attribute("#board", "aria-colcount") == str(geometry.n_columns)


def test_keys_skip_the_gaps_between_grids(page: Page) -> None:
    open_form(page, "samurai")
    page.click("#board-now")
    wait_for_line(page, "." * 369)
    samurai = Geometry.parse("samurai")
    assert page.locator("#with-windows").is_enabled()
    assert page.locator("#irregular").is_disabled()
    moves = {
        "End": (0, 20),
        "ArrowRight": (0, 0),
        "ArrowLeft": (0, 20),
        "PageDown": (20, 20),
        "Control+Home": (0, 0),
        "ArrowUp": (20, 0),
        "Home": (20, 0),
        "PageUp": (0, 0),
    }
    for key, place in moves.items():
        page.keyboard.press(key)
        assert cursor(page) == samurai.cell_at(*place), key
    page.click(f"[data-cell='{samurai.cell_at(0, 8)}']")
    page.keyboard.press("ArrowRight")
    assert cursor(page) == samurai.cell_at(0, 12)
    page.click(f"[data-cell='{samurai.cell_at(5, 0)}']")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    assert cursor(page) == samurai.cell_at(12, 0)
    page.click("[data-cell='8']")
    page.keyboard.press("5")
    page.keyboard.press("5")  # typed on: into the next cell of the row, past the gap
    assert page.locator(".cell.given").count() == 2
    assert cursor(page) == samurai.cell_at(0, 13)


def test_a_puzzle_on_several_grids_is_solved_shared_and_kept(page: Page, new_page: NewPage) -> None:
    solution = lowbit.solve(Grid(SAMURAI, "samurai")).to_line()
    paste(page, f"# samurai\n{SAMURAI}\n")
    wait_for_line(page, SAMURAI)
    page.click("#auto")
    peers = Geometry.parse("samurai").peers[0]
    left = {*"123456789"} - {SAMURAI[cell] for cell in peers}
    assert label(page, 0).endswith(f"marks {' '.join(sorted(left))}")
    page.click(".cell >> nth=0")
    page.keyboard.press("3")  # as in its row, but not as in that of the next grid
    assert page.locator(".cell.clash").count() == 2
    assert "two 3s in row 1 of grid 1" in page.inner_text("#clashes")
    page.click("#undo")
    page.click("#hint")
    says(page, "of grid")
    link = shared_link(page)
    reach(page, "count")
    assert page.wait_for_selector("#answer .figure").inner_text() == "1"  # type: ignore[union-attr]
    reach(page, "solve")
    says(page, "One solution")
    assert line(page) == solution
    page.reload()
    page.wait_for_selector(READY)
    assert line(page) == solution
    other = new_page(link[link.index("/#") :], viewport={"width": 390, "height": 844})
    wait_for_line(other, SAMURAI)
    other.click("#zoom")
    other.keyboard.press("Control+End")
    assert other.locator(".cell.cursor").bounding_box()["width"] > 30  # type: ignore[index]
    assert other.evaluate("() => document.querySelector('#board-window').scrollLeft") > 100
    other.click("#zoom")
    assert other.evaluate("() => document.querySelector('#board-window').scrollLeft") == 0


def test_variables_are_named_told_by_hints_solved_and_kept(page: Page) -> None:
    text = ".Shape~4x4.Var~A~~2.Var~B.~R1C1_1~VA1_3.Thermo~VA1~VA2.Whisper~3~VB~R1C1"
    puzzle = lowbit.read_puzzle(text)
    paste(page, text)
    wait_for_line(page, puzzle.grid.to_line())
    assert page.locator(".group-name").all_text_contents() == ["VA", "VB"]
    assert label(page, 17).startswith("VA2, ")
    page.click("#hint")
    says(page, "at VA1")
    solution = lowbit.any_solution(puzzle)
    assert solution is not None
    reach(page, "solve")
    says(page, "solutions")
    wait_for_line(page, solution.to_line())
    page.reload()
    page.wait_for_selector(READY)
    wait_for_line(page, solution.to_line())


def test_puzzles_on_several_grids_are_made_and_listed(page: Page) -> None:
    through_dialog(page, "", "butterfly")
    wait_for_line(page, "." * 144)
    reach(page, "generate")
    put_number(page, "#generate-n", "2")
    page.click("#generate-dialog .primary")
    page.wait_for_selector(".list-row >> text=one solution")
    assert page.locator(".list-row").count() == 2
    page.wait_for_selector("#preview svg")
    page.click(".list-row >> nth=0")
    page.wait_for_selector(".cell.given")
    reach(page, "shuffle")
    says(page, "by a symmetry of its board")
