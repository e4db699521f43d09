"""What people come to the page for, from begin to end, each with a reload in the middle."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import LINE, READY, by_axe, line, open_puzzle, says, wait_for_line

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

JIGSAW = "jigsaw:AAABABBBCCDDCCDD"
CHANGED = f"before => ({LINE})() !== before"

RATINGS_ARE_KEPT = """async () => {
    const done = request => new Promise(resolve => {
        request.onsuccess = () => resolve(request.result);
    });
    const database = await done(indexedDB.open("lowbit", 1));
    const lists = database.transaction("lists").objectStore("lists");
    database.close();
    return (await done(lists.getAll())).some(list => list.ratings);
}"""


@cache
def newspaper() -> tuple[str, str]:
    """Return a puzzle of 30 givens as newspapers have them, and its solution."""
    (row,) = lowbit.generate(1, clues=30, symmetry="half-turn", minimal=False, seed=19)
    puzzle = lowbit.Grid(row)
    return puzzle.to_line(), lowbit.solve(puzzle).to_line()


def reload(page: Page) -> None:
    page.reload()
    page.wait_for_selector(READY)


def type_in(page: Page, text: str) -> None:
    """Type digits row by row, with the space bar for blanks."""
    for character in text:
        page.keyboard.press("Space" if character == "." else character)


def go_to(page: Page, cell: int) -> None:
    """Go to a cell by keys."""
    page.keyboard.press("Control+Home")
    for key, times in (("ArrowDown", cell // 9), ("ArrowRight", cell % 9)):
        for _ in range(times):
            page.keyboard.press(key)


def press(page: Page, button: str) -> None:
    """Press a button by key."""
    page.focus(f"#{button}")
    page.keyboard.press("Enter")


def drag(page: Page, start: int, end: int) -> None:
    """Drag from one cell of the painter to another."""
    for cell, act in ((start, page.mouse.down), (end, page.mouse.up)):
        box = page.locator(f"#painter button >> nth={cell}").bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
        act()


def test_a_newspaper_puzzle_is_entered_without_a_mouse(page: Page) -> None:
    puzzle, _ = newspaper()
    type_in(page, puzzle[:40])
    assert line(page) == puzzle[:40] + "." * 41
    reload(page)
    go_to(page, 40)
    type_in(page, puzzle[40:])
    assert line(page) == puzzle
    page.wait_for_selector("#rating >> text=ER")
    page.keyboard.press("Enter")
    assert page.get_attribute("[data-mode=digit]", "aria-checked") == "true"


def test_a_puzzle_is_played_to_its_end_with_two_hints(page: Page) -> None:
    puzzle, solution = newspaper()
    open_puzzle(page, puzzle)
    for n_hints in (1, 2):
        before = line(page)
        press(page, "hint")
        for _ in range(2):
            page.wait_for_selector("[data-tool=hintMore]")
            page.focus("[data-tool=hintMore]")
            page.keyboard.press("Enter")
        page.wait_for_selector("[data-tool=applyStep]")
        page.focus("[data-tool=applyStep]")
        page.keyboard.press("Enter")
        page.wait_for_function(CHANGED, arg=before)
        if n_hints == 1:
            reload(page)
    now = line(page)
    assert sum(one != other for one, other in zip(puzzle, now, strict=True)) == 2
    for cell, (digit, there) in enumerate(zip(solution, now, strict=True)):
        if cell % 9 == 0:
            go_to(page, cell)
        if there == ".":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
    assert line(page) == solution
    says(page, "Solved. Well done!")


def test_a_mistake_is_found_and_taken_back(page: Page) -> None:
    puzzle, solution = newspaper()
    open_puzzle(page, puzzle)
    blanks = [cell for cell, digit in enumerate(puzzle) if digit == "."]
    for cell in blanks[:3]:
        go_to(page, cell)
        page.keyboard.press(solution[cell])
    right = line(page)
    wrong = next(digit for digit in "123456789" if digit != solution[blanks[3]])
    go_to(page, blanks[3])
    page.keyboard.press(wrong)
    reload(page)
    press(page, "check-work")
    says(page, "One mistake")
    place = lowbit.CLASSIC.cell_name(blanks[3])
    page.wait_for_selector(f"#answer-items >> text={place} is not {wrong}")
    assert page.locator(".cell.pointed").count() == 1
    page.focus("[data-tool=takeBack]")
    page.keyboard.press("Enter")
    wait_for_line(page, right)
    press(page, "check-work")
    says(page, "No mistakes so far")


def test_a_symmetric_hard_puzzle_is_made_and_printed_with_its_solution(page: Page) -> None:
    page.click("#show-set")
    page.click("#generate")
    page.select_option("#generate-level", "hard")
    page.select_option("#generate-symmetry", "half-turn")
    page.click("#generate-dialog .primary")
    says(page, "A new puzzle")
    page.wait_for_selector("#rating >> text=Hard")
    puzzle = line(page)
    assert lowbit.rate(puzzle, rules="hodoku").level == "hard"
    assert [d == "." for d in puzzle] == [d == "." for d in reversed(puzzle)]
    reload(page)
    assert line(page) == puzzle
    page.wait_for_selector("#verdict:not(.waiting) >> #verdict-title >> text=One solution")
    page.click("#book")
    page.select_option("#book-per-page", "1")
    with page.expect_request("**/book") as asked, page.expect_download() as download:
        page.click("#book-now")
    wishes = asked.value.post_data_json
    assert wishes
    assert (wishes["puzzles"], wishes["solutions"]) == ([puzzle], True)
    pages = re.findall(rb"/Type /Page\b", Path(download.value.path()).read_bytes())
    assert len(pages) == 2  # the puzzle, and its solution


def test_a_jigsaw_is_set_from_blank_and_proven_unique(page: Page) -> None:
    page.click("#show-set")
    page.click("#new-board")
    page.click("#board-sizes [data-size='4']")
    page.check("#irregular")
    drag(page, 1, 2)
    page.wait_for_selector("#board-error >> text=A has 5 of 4 cells. B has 3 of 4 cells.")
    assert page.locator("#board-now").is_disabled()
    drag(page, 6, 5)
    assert page.inner_text("#board-error") == ""
    assert by_axe(page) == []
    page.click("#board-now")
    wait_for_line(page, "." * 16)
    solution = next(iter(lowbit.solutions("." * 16, geometry=JIGSAW)))
    puzzle = lowbit.minimize(solution).to_line()
    type_in(page, puzzle[:6])
    reload(page)
    page.click(".cell >> nth=6")
    type_in(page, puzzle[6:])
    assert line(page) == puzzle
    page.wait_for_selector("#verdict:not(.waiting) >> #verdict-title >> text=One solution")
    page.wait_for_selector("#verdict-text >> text=Each given is needed")


def test_a_hundred_thousand_puzzles_are_sorted_by_difficulty(page: Page, tmp_path: Path) -> None:
    made = [lowbit.Grid(row).to_line() for row in lowbit.generate(20, seed=4)]
    ratings = {puzzle: lowbit.rate(puzzle).er or 0.0 for puzzle in made}
    easiest, *_, hardest = sorted(made, key=ratings.__getitem__)
    n, at = 100_000, {40_000: hardest}
    file = tmp_path / "many.txt"
    file.write_text("".join(f"{at.get(number, easiest)}\n" for number in range(1, n + 1)))
    page.set_input_files("#file", file)
    page.click("#list-rate")
    rated = "() => document.querySelector('#list-progress').value >= 0.5"
    page.wait_for_function(rated)  # by Sudoku Explainer; HoDoKu's levels take longer
    page.click("#list-stop")
    page.wait_for_selector("#list-progress", state="hidden")

    def is_sorted() -> None:
        page.wait_for_selector(f".list-row:first-child >> text={hardest[:40]}")
        first = page.locator(".list-row:first-child > *").all_inner_texts()
        assert (first[0], first[3]) == ("40000", f"{ratings[hardest]:.1f}")

    page.click("#table-head [data-column=er]")
    is_sorted()
    page.wait_for_function(RATINGS_ARE_KEPT)
    reload(page)
    page.wait_for_selector("#list-save:not([disabled])")
    is_sorted()
    page.click(".list-row:first-child")
    wait_for_line(page, hardest)
