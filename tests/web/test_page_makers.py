"""The page makes and changes puzzles, in Chromium: each action by name, and undone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.constraints import Cage, Thermometer, unknown
from web_page import (
    LINE,
    PUZZLE,
    SETTING,
    SEVERAL,
    SOLUTION,
    by_axe,
    choose,
    label,
    line,
    open_puzzle,
    paste,
    put_number,
    reach,
    reached,
    saved_list,
    says,
    through_dialog,
    wait_for_line,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from web_page import NewPage

pytestmark = pytest.mark.slow  # test_page_smoke.py is what make test runs of it

MINIMAL = lowbit.minimize(PUZZLE).to_line()
CANONICAL = lowbit.canonical(PUZZLE).to_line()


def generate(page: Page, **fields: str) -> None:
    """Fill in the form, and send it off by key."""
    reach(page, "generate")
    for name, value in fields.items():
        if name in {"symmetry", "level", "needs"}:
            page.select_option(f"#generate-{name}", value)
        else:
            put_number(page, f"#generate-{name}", value)
    page.focus("#generate-clues")
    page.keyboard.press("Enter")


def wait_for_other_line(page: Page, before: str) -> None:
    page.wait_for_function(f"before => ({LINE})() !== before", arg=before)


def give_up_soon(route: Route) -> None:
    """Send a request on with a limit of its own."""
    route.continue_(post_data={**(route.request.post_data_json or {}), "time_limit": 0.5})


# Minimal puzzles.


def test_the_givens_that_can_go_are_shown(page: Page) -> None:
    open_puzzle(page)
    page.click("#show-set")
    page.wait_for_selector("#verdict-text >> text=2 givens can be removed")
    page.wait_for_selector("#verdict-text >> text=Each on its own")
    page.click("#verdict-show")
    assert page.locator(".cell.pointed").all_inner_texts() == ["8", "9"]
    page.click("#minimize")
    says(page, "Minimal now")
    page.wait_for_selector("#verdict-text >> text=Each given is needed")


def test_a_puzzle_is_minimised_and_undone(page: Page) -> None:
    open_puzzle(page)
    reach(page, "solve")
    wait_for_line(page, SOLUTION)
    reach(page, "minimize")
    says(page, "One given was removed")
    assert lowbit.is_minimal(line(page))
    assert lowbit.solve(line(page)).to_line() == SOLUTION
    page.keyboard.press("Control+z")
    wait_for_line(page, SOLUTION)
    page.keyboard.press("Control+z")
    wait_for_line(page, PUZZLE)
    open_puzzle(page, MINIMAL)
    reach(page, "minimize")
    says(page, "Each given is needed")


def test_a_puzzle_with_restricted_cells_is_minimised(page: Page) -> None:
    masks = list(lowbit.Grid(PUZZLE).allowed)
    masks[1] = 0b101000000  # 7 or 9, where 9 is right
    restricted = lowbit.Grid.from_masks(masks)
    paste(page, restricted.to_pencilmarks())
    wait_for_line(page, PUZZLE)
    page.wait_for_selector("#rating >> text=ER")
    reach(page, "minimize")
    says(page, "removed")
    page.wait_for_selector("#verdict-text >> text=Each given is needed")
    assert label(page, 1).endswith("marks 7 9")
    assert label(page, 3).endswith("blank")


def test_only_a_puzzle_with_one_solution_can_be_minimal(page: Page) -> None:
    open_puzzle(page, SEVERAL)
    reach(page, "minimize")
    says(page, "the puzzle has more than one solution")
    says(page, "Needs a unique solution")
    open_puzzle(page, "66" + PUZZLE[2:])
    reach(page, "minimize")
    says(page, "No solution")


# Isomorphic puzzles.


def test_the_canonical_form_is_shown_and_undone(page: Page) -> None:
    open_puzzle(page)
    reach(page, "canonical")
    wait_for_line(page, CANONICAL)
    says(page, "Canonical form")
    page.click("#undo")
    wait_for_line(page, PUZZLE)
    page.click("#redo")
    wait_for_line(page, CANONICAL)
    reach(page, "canonical")
    says(page, "This is the canonical form already")
    page.click("#undo")
    wait_for_line(page, PUZZLE)


def test_a_puzzle_is_shuffled_and_undone(page: Page) -> None:
    open_puzzle(page)
    reach(page, "shuffle")
    says(page, "Shuffled")
    shuffled = line(page)
    assert shuffled != PUZZLE
    assert lowbit.canonical(shuffled).to_line() == CANONICAL
    page.keyboard.press("Control+z")
    wait_for_line(page, PUZZLE)
    page.keyboard.press("Control+y")
    wait_for_line(page, shuffled)


def test_entries_solved_digits_and_marks_move_along(page: Page) -> None:
    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.keyboard.press("9")
    page.click(".cell >> nth=2")
    page.keyboard.press("Shift+Digit7")
    reach(page, "shuffle")
    says(page, "by the symmetry")
    text = page.inner_text("#answer").split()[-1]
    symmetry = lowbit.Transform.parse(text)
    entry, marked = symmetry.cells.index(1), symmetry.cells.index(2)
    assert label(page, entry).endswith(f", {symmetry.digits[8]}")
    assert label(page, marked).endswith(f"marks {symmetry.digits[6]}")
    assert page.locator(".cell.given").count() == 24
    page.click("#undo")
    assert label(page, 2).endswith("marks 7")
    reach(page, "solve")
    wait_for_line(page, SOLUTION)
    reach(page, "shuffle")
    says(page, "Shuffled")
    assert lowbit.Grid(line(page)).is_solved
    assert page.locator(".cell.solved").count() == 56


def test_another_board_has_symmetries_of_its_own(page: Page) -> None:
    choose(page, "open")
    page.fill("#geometry", "4x4")
    page.click("#open-now")
    wait_for_line(page, "." * 16)
    page.click(".cell >> nth=5")
    page.keyboard.press("3")
    reach(page, "canonical")
    canonical = lowbit.canonical("." * 5 + "3" + "." * 10, geometry="4x4").to_line()
    wait_for_line(page, canonical)
    reach(page, "shuffle")
    says(page, "Shuffled")
    shuffled = lowbit.Grid(line(page), "4x4")
    assert lowbit.canonical(shuffled).to_line() == canonical


# New puzzles.


def test_puzzles_are_as_hard_as_was_wished_for(page: Page) -> None:
    generate(page, level="hard", symmetry="half-turn")
    page.wait_for_selector("#rating >> text=Hard")
    made = line(page)
    assert lowbit.rate(made, rules="hodoku").level == "hard"
    pattern = [character == "." for character in made]
    assert pattern == pattern[::-1]
    generate(page, level="", symmetry="none", **{"from": "2.6", "to": "2.8"})
    wait_for_other_line(page, made)
    assert 2.6 <= (lowbit.rate(line(page)).er or 0) <= 2.8


def test_a_puzzle_needs_the_technique_that_was_wished_for(page: Page) -> None:
    choose(page, "language")
    reach(page, "generate")
    page.wait_for_selector("#generate-needs >> text=显性数对", state="attached")
    page.select_option("#generate-needs", "naked-pair")
    page.click("#generate-dialog .primary")
    says(page, "新题")
    assert lowbit.needs(line(page), "naked-pair")


def test_a_puzzle_is_generated_by_keys_with_what_was_wished_for_and_undone(page: Page) -> None:
    open_puzzle(page)
    generate(page, clues="28", symmetry="half-turn")
    says(page, "28 givens, one solution")
    made = line(page)
    assert lowbit.is_unique(made)
    pattern = [character == "." for character in made]
    assert pattern == pattern[::-1]
    assert pattern.count(False) == 28
    assert page.locator(".cell.given").count() == 28
    page.keyboard.press("Control+z")
    wait_for_line(page, PUZZLE)
    page.keyboard.press("Control+y")
    wait_for_line(page, made)


def test_a_generated_puzzle_is_minimal_where_that_is_wished_for(page: Page) -> None:
    reach(page, "generate")
    page.check("#generate-minimal")
    page.click("#generate-dialog .primary")
    says(page, "A new puzzle")
    assert lowbit.is_minimal(line(page))


@pytest.mark.parametrize("n", [9, 30])
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_several_generated_puzzles_become_a_list(page: Page, n: int) -> None:
    generate(page, n=str(n))
    page.wait_for_selector("#list-save:not([disabled])")
    assert page.locator("#list-filters b").all_inner_texts()[:2] == [str(n), str(n)]
    name = page.inner_text("#list-name")
    assert name.startswith("new puzzles, seed ")
    coming = saved_list(page, "lines")
    assert coming.suggested_filename == f"{name}.txt"
    made = Path(coming.path()).read_text().split()
    assert lowbit.is_unique_many(made).array.all()
    assert len(set(made)) == n


@pytest.mark.slow
def test_a_set_from_easy_to_extreme_is_made_for_the_list(page: Page) -> None:
    page.click("#show-list")
    page.click("#list-generate")
    assert page.input_value("#generate-n") == "100"
    assert page.locator("#generate-needs").is_disabled()
    put_number(page, "#generate-n", "10")
    page.click("#generate-dialog .primary")
    page.wait_for_selector("#list-save:not([disabled])")
    levels = page.locator(".list-row .level").all_inner_texts()
    order = ["Easy", "Medium", "Hard", "Unfair", "Extreme"]
    assert levels == [level for level in order for _ in range(2)]
    page.click("#show-set")
    generate(page, level="graded", n="3", **{"from": "1.2", "to": "2"})
    page.wait_for_function("() => document.querySelectorAll('.list-row').length === 3")
    page.wait_for_selector("#list-save:not([disabled])")
    ratings = [float(text) for text in page.locator(".number:nth-child(4)").all_inner_texts()]
    assert ratings == sorted(ratings)
    assert (ratings[0], ratings[-1]) >= (1.2, 1.5)
    assert ratings[-1] <= 2.0


@pytest.mark.slow
def test_puzzles_are_generated_on_the_board_that_is_open(page: Page) -> None:
    through_dialog(page, "1... ...2 3... ...4", "4x4")
    wait_for_line(page, "1......23......4")
    reach(page, "generate")
    assert page.input_value("#generate-of") == "board"
    assert page.locator("#generate-level").is_hidden()
    put_number(page, "#generate-clues", "5")
    page.click("#generate-dialog .primary")
    says(page, "5 givens, one solution")
    assert lowbit.is_unique(line(page), geometry="4x4")
    reach(page, "generate")
    put_number(page, "#generate-clues", "")
    put_number(page, "#generate-n", "4")
    page.click("#generate-dialog .primary")
    page.wait_for_selector("#list-save:not([disabled])")
    assert page.locator("#list-filters b").all_inner_texts()[:2] == ["4", "4"]
    reach(page, "generate")
    page.select_option("#generate-of", "classic")
    put_number(page, "#generate-n", "1")
    page.click("#generate-dialog .primary")
    page.wait_for_function(f"() => ({LINE})().length === 81")


CAGES = [Cage((cell, cell + 1)) for cell in range(0, 80, 2) if cell % 9 < 8]
SKELETON = lowbit.Puzzle("." * 81, [*CAGES, Thermometer((0, 10, 20))], title="Bones")


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_puzzles_are_generated_from_the_constraints_on_the_board(page: Page) -> None:
    page.click("#show-set")
    paste(page, SKELETON.to_json())
    page.wait_for_selector("#rules-lines path", state="attached")
    page.click("#generate")
    assert page.input_value("#generate-of") == "rules"
    assert (
        page.locator("#generate-kinds").inner_text()
        == f"Killer cage: {len(CAGES)} without a number"
    )
    assert by_axe(page) == []
    put_number(page, "#generate-n", "3")
    put_number(page, "#generate-seed", "7")
    page.focus("#generate-needed")
    page.keyboard.press("Enter")
    says(page, "New puzzle 1 of 3")
    clues = [unknown(Cage, cage.cells) for cage in CAGES]
    stays = SKELETON.with_constraints(SKELETON.constraints[-1:])
    expected = lowbit.generate_variants(3, stays, clues, seed=7)
    wait_for_line(page, expected[0].grid.to_line())
    page.click("[data-tool=next]")
    says(page, "New puzzle 2 of 3")
    wait_for_line(page, expected[1].grid.to_line())
    page.wait_for_selector("#verdict:not(.waiting) >> text=One solution")
    assert page.inner_text("#rules-count") == str(len(expected[1].constraints))
    with page.expect_download() as coming:
        page.click("[data-tool=saveAll]")
    saved = Path(coming.value.path()).read_text().splitlines()
    assert [lowbit.read_puzzle(text) for text in saved] == expected
    page.click("#undo")
    wait_for_line(page, "." * 81)
    assert page.inner_text("#rules-count") == str(len(SKELETON.constraints))


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not tell what is asked")
def test_what_no_time_was_left_for_is_said(new_page: NewPage) -> None:
    page = new_page(locale="zh-CN", viewport={"width": 320, "height": 640})
    page.click("#show-set")
    paste(page, SKELETON.to_json())
    page.wait_for_selector("#rules-lines path", state="attached")
    page.route("**/api/v1/generate-variants", give_up_soon)
    page.click("#generate")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert by_axe(page) == []
    put_number(page, "#generate-n", "1000")
    page.click("#generate-dialog .primary")
    says(page, "时间或步数达到限制")
    page.unroute("**/api/v1/generate-variants")
    paste(page, SKELETON.to_json())  # a first puzzle may have been made by then
    page.wait_for_selector("#rules-lines path", state="attached")
    page.click("#generate")
    page.uncheck("#generate-kinds input")
    page.uncheck("#generate-givens")
    put_number(page, "#generate-n", "1")
    page.click("#generate-dialog .primary")
    says(page, "没有找到题目")
    assert "suffice without givens are rare: 0 of 1" in (page.text_content("#answer details") or "")


@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox does not tell what is asked")
def test_what_cannot_be_generated_is_reported_in_the_words_of_the_library(page: Page) -> None:
    open_puzzle(page)
    generate(page, clues="30", symmetry="quarter-turn")
    says(page, "no pattern with 30 givens has the symmetry 'quarter-turn'")
    page.route("**/api/v1/generate", give_up_soon)
    generate(page, clues="17")
    says(page, "the time limit of 0.5 s ended the search: 0 of 1 were found")
    assert line(page) == PUZZLE


def test_what_cannot_be_generated_is_reported_in_chinese_by_its_kind(new_page: NewPage) -> None:
    page = new_page(locale="zh-CN")
    generate(page, clues="30", symmetry="quarter-turn")
    says(page, "这样的要求无法满足")
    assert "no pattern with 30 givens" in (page.text_content("#answer details") or "")
    paste(page, f"{PUZZLE}\nno puzzle\n")
    page.wait_for_selector(".list-row >> text=no puzzle")
    page.click(".list-row >> text=no puzzle")
    page.wait_for_selector("#list-error >> text=这不是一道题目")
    page.wait_for_selector("#list-error >> text=line 2")
    choose(page, "language")
    page.click("#show-set")
    generate(page, clues="30", symmetry="quarter-turn")
    page.wait_for_selector("#answer >> text=no pattern with 30 givens")
    assert page.locator("#answer details").count() == 0


def test_a_search_that_takes_long_is_stopped(page: Page) -> None:
    generate(page, clues="17", symmetry="none")
    page.click("[data-tool=stop]")
    says(page, "Stopped")
    page.wait_for_timeout(300)
    assert page.inner_text("#answer") == "Stopped"


def test_nothing_is_generated_once_the_form_is_cancelled(page: Page) -> None:
    open_puzzle(page)
    reach(page, "generate")
    page.click("#generate-cancel")
    reach(page, "generate")
    page.keyboard.press("Escape")
    reach(page, "count")
    page.wait_for_selector("[data-tool=leaf]")
    assert line(page) == PUZZLE


# For everyone.


ACTIONS = {
    "minimize": "已最简化",
    "canonical": "规范形",
    "shuffle": "已打乱",
    "generate": "新题",
    "export": "已下载",
}


@pytest.mark.parametrize("name", ACTIONS)
@pytest.mark.of_chromium("Firefox cannot be tapped")
def test_each_action_speaks_chinese_on_a_phone_and_is_announced(
    new_page: NewPage, name: str
) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = new_page(**phone, locale="zh-CN", color_scheme="dark")
    open_puzzle(page)
    if name in SETTING:
        page.locator("#show-set").tap()
        page.wait_for_selector("#verdict[data-status=unique]")  # above the button, which it moves
    if name == "export":
        page.locator("#share-menu").tap()
    page.locator(f"#{name}").tap()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    if name in {"generate", "export"}:
        dialog = page.locator(f"#{name}-dialog")
        box = dialog.bounding_box()
        assert box
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 360
        assert by_axe(page) == []
        dialog.locator(".primary").tap()
    says(page, ACTIONS[name])
    assert page.get_attribute("#answer", "role") == "status"
    assert by_axe(page) == []


SPACED = """() => {
    const style = new CSSStyleSheet(); // which the page's policy allows, unlike an element
    style.replaceSync("* { letter-spacing: .12em; word-spacing: .16em }"); // WCAG 1.4.12
    document.adoptedStyleSheets.push(style);
}"""


@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_the_page_fits_the_narrowest_screen(new_page: NewPage, locale: str) -> None:
    page = new_page(viewport={"width": 320, "height": 640}, locale=locale)
    page.evaluate(SPACED)
    open_puzzle(page)
    reach(page, "count")
    page.wait_for_selector("[data-tool=leaf]")
    width = "document.documentElement.scrollWidth"
    assert page.evaluate(width) <= 320  # WCAG 1.4.10
    for name in ("generate", "export"):
        reach(page, name)
        clipped = "name => { const it = document.getElementById(`${name}-dialog`);\
            return it.scrollWidth - it.clientWidth; }"
        assert page.evaluate(clipped, name) == 0
        page.keyboard.press("Escape")
    page.click("#show-list")
    assert page.evaluate(width) <= 320


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_actions(new_page: NewPage, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    open_puzzle(page)
    reach(page, "count")
    page.wait_for_selector("[data-tool=leaf]")
    assert by_axe(page) == []
    for name in ("generate", "export"):
        reach(page, name)
        page.wait_for_selector(f"#{name}-dialog[open]")
        assert by_axe(page) == []
        page.keyboard.press("Escape")


def test_each_action_is_reached_by_keys_alone(page: Page) -> None:
    open_puzzle(page)
    page.click("#show-set")
    assert reached(page) >= {*ACTIONS, "copy", "print"}


@pytest.mark.slow
def test_the_pattern_of_a_new_puzzle_is_drawn_with_its_symmetry(page: Page) -> None:
    reach(page, "generate")
    page.select_option("#generate-symmetry", "quarter-turn")
    page.focus("#generate-drawn")
    page.keyboard.press("Space")
    assert page.locator("#generate-clues").is_disabled()
    page.focus("#generate-pattern button")
    for _ in range(5):  # two of the rows above, from the left to the middle
        for _ in range(2):
            page.keyboard.press("Enter")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("ArrowDown")
        for _ in range(4):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("#pattern-text >> text=40 givens")
    before = line(page)
    page.click("#generate-dialog .primary")
    wait_for_other_line(page, before)
    says(page, "A new puzzle")
    puzzle = line(page)
    assert puzzle.count(".") == 81 - 40
    cells = {divmod(cell, 9) for cell, digit in enumerate(puzzle) if digit != "."}
    assert cells == {(column, 8 - row) for row, column in cells}
    assert {(0, 0), (0, 4), (2, 3)} <= cells
