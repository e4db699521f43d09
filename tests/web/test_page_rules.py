"""Puzzles with constraints are opened, drawn, solved and shared, in Chromium."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.constraints import (
    AntiKnight,
    Cage,
    Difference,
    LittleKiller,
    NonConsecutive,
    Sandwich,
    Skyscraper,
    Thermometer,
)
from lowbit.cosmetics import Cosmetic
from lowbit.errors import LeftOutWarning
from web_page import (
    READY,
    SOLUTION,
    by_axe,
    choose,
    drag,
    line,
    open_link,
    paste,
    reach,
    says,
    shared_link,
    through_dialog,
    wait_for_line,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

GRID = SOLUTION[:72] + "." * 9
CAGE = Cage((0, 1), 15)
BLANK = "." * 81
PUZZLE = lowbit.Puzzle(GRID, [CAGE, Thermometer((0, 2, 1))], title="Trial", rules="As usual.")


def verdict(page: Page, title: str) -> None:
    page.wait_for_selector(f"#verdict:not(.waiting) >> #verdict-title >> text={title}")


def read_back(page: Page) -> lowbit.Puzzle:
    """Return the puzzle that is shared with f-puzzles."""
    choose(page, "share")
    page.select_option("#share-to", "fpuzzles")
    page.wait_for_function(
        "() => document.getElementById('share-link').value.includes('f-puzzles')"
    )
    link = page.input_value("#share-link")
    page.keyboard.press("Escape")
    return lowbit.read_puzzle(link)


@pytest.mark.parametrize("form", ["fpuzzles", pytest.param("iss", marks=pytest.mark.slow)])
def test_a_link_of_another_page_is_opened_and_solved(page: Page, form: str) -> None:
    paste(page, lowbit.write_puzzle(PUZZLE, form))
    wait_for_line(page, GRID)
    page.wait_for_selector("#rules-lines path", state="attached")
    page.wait_for_selector("#rules-above >> text=15")
    if form == "fpuzzles":
        assert page.inner_text("#about").split() == ["Trial", "Rules", "As", "usual."]
    reach(page, "solve")
    says(page, "One solution")
    assert line(page) == lowbit.solve(PUZZLE).to_line()


@pytest.mark.slow
def test_a_text_with_an_item_a_line_is_one_puzzle(page: Page) -> None:
    text = lowbit.write_puzzle(PUZZLE, "iss").replace(".~", "\n.~").replace(".T", "\n.T")
    paste(page, f"# by me\n{text.replace('.Cage', chr(10) + '.Cage')}\n")
    wait_for_line(page, GRID)
    page.wait_for_selector("#rules-above >> text=15")


def test_a_cage_and_a_thermometer_are_drawn_with_the_mouse(page: Page) -> None:
    page.click("#show-set")
    page.click("#rules summary")
    page.click("[data-kind=thermometer]")
    drag(page, 0, 1, 2, 11)
    page.click("[data-kind=killer-cage]")
    drag(page, 40, 41)
    page.keyboard.type("17")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rules-above >> text=17")
    verdict(page, "1,000 solutions or more")
    page.click("[data-kind=anti-knight]")
    page.wait_for_selector("#about >> text=anti-knight")
    made = read_back(page)
    assert made.constraints == (Thermometer((0, 1, 2, 11)), Cage((40, 41), 17), AntiKnight())
    page.click("#rules-list li:nth-child(2) .icon")
    assert len(read_back(page).constraints) == 2
    page.click("#undo")
    assert len(read_back(page).constraints) == 3


@pytest.mark.slow
def test_constraints_are_added_by_keys_alone(page: Page) -> None:
    page.click("#show-set")
    page.focus("#rules summary")
    page.keyboard.press("Enter")
    page.fill("#rules-search", "white")
    page.wait_for_selector("#rules-tools button", state="attached")  # it asks for them
    page.keyboard.press("Enter")
    assert page.locator("#rules-tools button:visible").count() == 1
    page.click(".cell >> nth=30")
    page.keyboard.press("Shift+ArrowRight")
    page.focus("#rules-add")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rules-list >> text=White dot r4c4 r4c5")
    assert by_axe(page) == []
    choose(page, "language")
    page.wait_for_selector("#rules-list >> text=白点 r4c4 r4c5")


@pytest.mark.slow
def test_a_total_is_typed_into_the_cage_that_is_pressed(page: Page) -> None:
    page.click("#show-set")
    page.click("#rules summary")
    paste(
        page, lowbit.Puzzle(BLANK, [Cage((0, 1)), Cage((1, 2), 9), Thermometer((40, 41))]).to_json()
    )
    page.wait_for_selector("#rules-list >> text=Killer cage r1c2 r1c3")
    page.click(".cell >> nth=1")
    page.click(".cell >> nth=1")  # the next one there
    assert page.locator("li.current >> text=Killer cage r1c2 r1c3").count() == 1
    assert page.locator("li.touched").count() == 2
    assert page.locator(".cell.pointed").count() == 2
    page.keyboard.type("17")
    page.keyboard.press("Backspace")
    page.keyboard.type("2")
    page.wait_for_selector("#rules-above >> text=12")
    page.keyboard.press("Control+z")
    assert read_back(page).constraints[1] == Cage((1, 2), 9)
    page.click("#rules-list >> text=Killer cage r1c1 r1c2")
    page.locator("#digits button >> nth=4").evaluate("button => button.click()")
    page.keyboard.press("Enter")
    page.keyboard.type("3")  # no number of a cage any more: a given
    assert read_back(page).constraints[0] == Cage((0, 1), 5)
    assert line(page).count("3") == 1
    page.click(".cell >> nth=41")
    page.wait_for_selector("#rules-hint >> text=Thermometer r5c5 r5c6. Delete removes it.")
    page.keyboard.press("Delete")
    assert len(read_back(page).constraints) == 2
    page.hover("#rules-list li:nth-child(2)")
    pointed = page.locator(".cell.pointed")
    assert pointed.evaluate_all("all => all.map(each => each.dataset.cell)") == ["1", "2"]


@pytest.mark.slow
def test_marks_that_are_drawn_are_those_that_are_given(page: Page) -> None:
    page.click("#show-set")
    page.click("#rules summary")
    page.click("[data-kind=white-dot]")
    drag(page, 0, 1)
    page.click("[data-kind=non-consecutive]")  # the tool stays chosen
    drag(page, 9, 10)
    page.wait_for_selector("#rules-list li:nth-child(3)")
    marked = ((0, 1), (9, 10))
    assert read_back(page).constraints == (
        Difference(0, 1),
        Difference(9, 10),
        NonConsecutive(marked),
    )


@pytest.mark.slow
def test_the_side_stays_short_however_many_constraints_there_are(page: Page) -> None:
    page.click("#show-set")
    page.click("#rules summary")
    cages = [Cage((cell, cell + 1), 9) for cell in range(0, 80, 2) if cell % 9 < 8]
    paste(page, lowbit.Puzzle(BLANK, cages).to_json())
    page.wait_for_selector("#rules-list li:nth-child(36)")
    box = page.locator(".side").bounding_box()
    assert box
    assert box["height"] < 1200
    page.click("#about-card summary")
    assert page.get_attribute("#rules", "open") is None
    assert by_axe(page) == []


@pytest.mark.slow
def test_a_verdict_counts_constraints(page: Page) -> None:
    page.click("#show-set")
    impossible = lowbit.Puzzle("." * 81, [Cage((0, 1), 15), Cage((1, 2), 3), Cage((0, 2), 4)])
    paste(page, impossible.to_json())
    verdict(page, "No solution")
    through_dialog(
        page, lowbit.Puzzle("..34" + "." * 12, [Cage((0, 1), 3)], geometry="4x4").to_json()
    )
    wait_for_line(page, "..34" + "." * 12)
    verdict(page, "solutions")
    page.click("#true-candidates")
    page.wait_for_selector(".marks")


@pytest.mark.slow
def test_constraints_are_kept_and_shared_with_the_board(page: Page) -> None:
    paste(page, PUZZLE.to_json())
    wait_for_line(page, GRID)
    link = shared_link(page)
    page.wait_for_timeout(500)  # until it is kept
    page.reload()
    page.wait_for_selector(READY)
    page.wait_for_selector("#rules-above >> text=15")
    choose(page, "clear")
    page.wait_for_selector("#rules-above svg", state="detached")
    open_link(page, link)
    page.wait_for_selector("#rules-above >> text=15")
    assert page.inner_text("#about").startswith("Trial")


@pytest.mark.slow
def test_clues_outside_have_room_around_the_board(page: Page) -> None:
    board = page.locator("#board")
    before = board.bounding_box()
    paste(page, lowbit.Puzzle("." * 81, [LittleKiller((0, 10, 20), 12)]).to_json())
    page.wait_for_selector("#rules-above >> text=12")
    after = board.bounding_box()
    assert before
    assert after
    assert after["width"] < 0.9 * before["width"]
    page.click(".cell >> nth=80")
    choose(page, "theme")
    page.wait_for_selector("#rules-above >> text=12")


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox cannot be told to be paper")
def test_paper_has_no_trace_of_the_cursor(page: Page) -> None:
    paste(page, PUZZLE.to_json())
    page.wait_for_selector("#rules-above >> text=15")
    page.emulate_media(media="print")
    page.wait_for_timeout(300)  # until colours have changed
    colours = page.locator(".cell").evaluate_all(
        "cells => [...new Set(cells.map(cell => getComputedStyle(cell).backgroundColor))]"
    )
    assert all(re.search(r"[,/] 0\)$", colour) for colour in colours), colours  # transparent


@pytest.mark.slow
def test_a_full_board_that_breaks_a_constraint_is_not_solved(page: Page) -> None:
    broken = lowbit.Puzzle(SOLUTION[:80] + ".", [Cage((79, 80), 3)])
    paste(page, broken.to_json())
    wait_for_line(page, SOLUTION[:80] + ".")
    page.click(".cell >> nth=80")
    page.keyboard.press(SOLUTION[80])
    says(page, "Full, but a constraint is broken")
    right = lowbit.Puzzle(SOLUTION[:80] + ".", [Cage((79, 80), 8)])
    paste(page, right.to_json())
    wait_for_line(page, SOLUTION[:80] + ".")
    page.click(".cell >> nth=80")
    page.keyboard.press(SOLUTION[80])
    says(page, "Well done")


@pytest.mark.slow
def test_what_is_only_drawn_is_shown_and_told(page: Page) -> None:
    given: list[dict[str, object]] = [{"value": 6, "given": True}, *[{}] * 8]
    drawn = [{"lines": [["R1C1", "R1C2"]], "outlineC": "#cfcfcf", "width": 0.3}]
    text = json.dumps({"size": 9, "grid": [given, *[[{}] * 9] * 8], "line": drawn})
    paste(page, text)
    says(page, "Parts of it are only drawn")
    wait_for_line(page, "6" + "." * 80)
    page.wait_for_selector('#rules-lines path[stroke="#cfcfcf"]', state="attached")
    through_dialog(page, text)
    page.wait_for_selector("#open-dialog", state="hidden")
    says(page, "Parts of it are only drawn")
    paste(page, "https://f-puzzles.com/?load=garbage")
    says(page, "That did not work")


@pytest.mark.slow
def test_what_means_nothing_is_drawn_edited_and_shared(page: Page) -> None:
    page.click("#show-set")
    page.click("#drawings summary")
    page.click("[data-draw=line]")
    drag(page, 0, 10, 20)
    page.click("#drawings-swatches button >> nth=0")
    page.click("[data-draw=text]")
    box = page.locator(".cell >> nth=40").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    page.keyboard.type("a9")
    page.wait_for_selector("#rules-above >> text=a9")
    page.click("[data-draw=fill]")
    drag(page, 60, 61)
    assert by_axe(page) == []
    page.keyboard.press("Delete")
    page.click("#drawings-list >> text=Line r1c1 r2c2 r3c3")
    assert page.locator(".cell.pointed").count() == 3
    page.click("#drawings-list li:nth-child(3) .icon")
    page.click("#undo")
    red = "#d9534f"
    expected = {
        Cosmetic("line", ((0.5, 0.5), (1.5, 1.5), (2.5, 2.5)), red, width=0.2),
        Cosmetic("text", ((5, 4.5),), red, height=0.5, text="a9"),
        Cosmetic("rectangle", ((6.5, 6.5),), red, width=1, height=1, is_under=True),
    }
    with pytest.warns(LeftOutWarning):
        made = read_back(page)
    assert set(made.cosmetics) == expected
    assert line(page) == BLANK
    link = shared_link(page)
    page.click("#shuffle")
    says(page, "Shuffled")
    with pytest.warns(LeftOutWarning):
        turned = read_back(page).cosmetics
    assert len(turned) == len(expected)
    open_link(page, link)
    with pytest.warns(LeftOutWarning):
        assert read_back(page) == made


@pytest.mark.slow
def test_what_is_drawn_is_put_in_the_margin_and_moved_by_drags_and_keys(page: Page) -> None:
    page.click("#show-set")
    page.click("#drawings summary")
    page.click("[data-draw=circle]")
    page.click('[aria-label="Outside, row 0, column 3"]')
    page.click("[data-draw=line]")
    drag(page, 30, 40)
    page.click("[data-draw=line]")  # no tool now

    def moves(grip: str, cell: int, names: list[str]) -> None:
        box = page.locator(grip).bounding_box()
        to = page.locator(f".cell >> nth={cell}").bounding_box()
        assert box
        assert to
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(to["x"] + to["width"] / 2, to["y"] + to["height"] / 2, steps=5)
        page.mouse.up()
        assert page.locator("#drawings-list .quiet:not(.icon)").all_inner_texts() == names
        assert page.locator(".cell[aria-selected=true]").count() == 1

    moves(".cell >> nth=40", 50, ["Circle", "Line r5c5 r6c6"])
    moves('[aria-label="Outside, row 0, column 3"]', 12, ["Circle r2c4", "Line r5c5 r6c6"])
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector("#drawings-list >> text=Circle r2c5")
    for back in (
        "Circle r2c4",
        "/^Circle$/",
        "Line r4c4 r5c5",
    ):  # the keys, the drag, and the other one
        page.keyboard.press("Control+z")
        page.wait_for_selector(f"#drawings-list >> text={back}")
    with pytest.warns(LeftOutWarning):
        made = read_back(page)
    assert [each.points for each in made.cosmetics if each.kind == "ellipse"] == [((2.5, -0.5),)]


@pytest.mark.slow
def test_clues_outside_the_board_are_drawn_from_where_they_stand(page: Page) -> None:
    page.click("#show-set")
    page.click("#rules summary")
    for kind, cells, number in (
        ("little-killer", "Outside, row 10, column 4", "9"),
        ("sandwich", (2, 11, 20), "12"),
        ("skyscraper-clue", "Outside, row 3, column 10", "4"),
        ("little-killer", (11, 21, 31), "33"),
    ):
        page.click(f"[data-kind={kind}]")
        if isinstance(cells, str):
            page.click(f'[aria-label="{cells}"]')
        else:
            drag(page, *cells)
        page.keyboard.type(number)
        page.keyboard.press("Enter")
        page.wait_for_selector(f"#rules-above >> text={number}")
    page.click("[data-kind=sandwich]")
    drag(page, 11, 29)  # the same line: it has one such clue, which is in hand now
    page.keyboard.type("10")
    assert by_axe(page) == []
    drag(page, 0, 10)  # no diagonal has one
    page.wait_for_selector("#rules-list >> text=Little killer r1c2 → r8c9")
    page.click("[data-kind=little-killer]")
    for _ in range(2):  # in hand, and turned
        page.click('[aria-label="Outside, row 10, column 4"]')
    page.keyboard.type("8")
    page.wait_for_selector("#rules-list >> text=Little killer r9c3 → r7c1")
    page.click("#show-play")
    assert page.locator(".cell.pointed").count() == 0
    assert read_back(page).constraints == (
        LittleKiller((74, 64, 54), 8),
        LittleKiller((1, 11, 21, 31, 41, 51, 61, 71), 33),
        Sandwich(tuple(range(2, 81, 9)), 10),
        Skyscraper(tuple(range(26, 17, -1)), 4),
    )


@pytest.mark.slow
@pytest.mark.of_server("it looks at a request")
@pytest.mark.of_chromium("Firefox does not tell what is asked")
def test_a_booklet_has_constraints_and_drawings_and_no_rating(page: Page) -> None:
    paste(page, PUZZLE.to_json())
    wait_for_line(page, GRID)
    page.click("#show-set")
    page.wait_for_selector("#rating-details >> text=Puzzles with constraints have no rating")
    choose(page, "book")
    with page.expect_request("**/book") as request:
        page.click("#book-now")
    asked = request.value.post_data_json
    assert asked
    (text,) = asked["puzzles"]
    assert lowbit.Puzzle.from_json(text).constraints == PUZZLE.constraints


@pytest.mark.slow
def test_constraints_that_can_go_are_named_and_pointed_at(page: Page) -> None:
    page.click("#show-set")
    paste(page, PUZZLE.to_json())
    wait_for_line(page, GRID)
    assert lowbit.redundant_constraints(PUZZLE) == (0, 1)
    page.click("#rules summary")
    page.click("#rules-needed")
    says(page, "2 constraints can be removed")
    page.click("#answer-items >> text=Thermometer r1c1 r1c3 r1c2")
    assert page.locator(".cell.pointed").count() == 3
    choose(page, "language")
    says(page, "2 条规则可以去掉")
    choose(page, "language")
    needed = lowbit.Puzzle("." * 81, [AntiKnight(), Cage((0, 1), 3)])
    paste(page, needed.to_json())
    wait_for_line(page, "." * 81)
    page.click("#rules-needed")
    says(page, "Several solutions")


@pytest.mark.slow
def test_constraints_move_with_a_puzzle_that_is_turned(page: Page) -> None:
    page.click("#show-set")
    paste(page, PUZZLE.to_json())
    wait_for_line(page, GRID)
    page.click("#canonical")
    says(page, "Canonical form")
    form = lowbit.canonical(PUZZLE)
    assert isinstance(form, lowbit.Puzzle)
    wait_for_line(page, form.grid.to_line())
    made = read_back(page)
    assert made == lowbit.Puzzle(form.grid, form.constraints, title="Trial", rules="As usual.")
    page.click("#shuffle")
    says(page, "Shuffled")
    assert lowbit.is_isomorphic(read_back(page), PUZZLE)
    page.click("#undo")
    page.click("#undo")
    assert read_back(page) == PUZZLE


@pytest.mark.slow
def test_the_highest_score_obeys_the_constraints(page: Page) -> None:
    paste(page, PUZZLE.to_json())
    wait_for_line(page, GRID)
    reach(page, "maximize")
    page.click("#maximize-now")
    says(page, "Proven")
    best = lowbit.maximize(PUZZLE)
    assert line(page) == str(best.grid and best.grid.to_line())


def test_a_hint_names_the_cage_and_what_fits_into_it(page: Page) -> None:
    paste(page, lowbit.Puzzle("." * 81, [Cage((0, 1), 4), AntiKnight()]).to_json())
    page.wait_for_selector("#rules-above >> text=4")
    page.click("#show-play")
    page.click("#hint")
    says(page, "Look at the killer cage at r1c1")
    page.click("[data-tool=hintMore]")
    says(page, "Killer cage")
    page.click("[data-tool=hintMore]")
    says(page, "two different digits make 4, so they must be 1 and 3")
    assert by_axe(page) == []
    choose(page, "language")
    says(page, "r1c1 和 r1c2 只能是 1 或 3")
    page.click("[data-tool=applyStep]")
    page.click("[data-tool=nextHint]")
    page.wait_for_selector("[data-tool=hintMore]")


@pytest.mark.slow
def test_all_steps_of_a_killer_are_walked_through(page: Page) -> None:
    left = "".join("." if cell % 9 < 4 else SOLUTION[cell] for cell in range(81))
    pairs = [(cell, cell + 1) for cell in range(81) if cell % 9 in {0, 2}]
    cages = [Cage(pair, sum(int(SOLUTION[cell]) for cell in pair)) for pair in pairs]
    puzzle = lowbit.Puzzle(left, cages)
    way = list(lowbit.walkthrough(puzzle))
    paste(page, puzzle.to_json())
    wait_for_line(page, left)
    page.click("#show-play")
    page.click("#all-steps")
    page.wait_for_selector(f"#walk-step >> text=Step 1 of {len(way)}")
    assert "Killer cage" in page.inner_text("#walk-summary")
    page.keyboard.press("End")
    page.click("#walk-go")
    _, last = way[-1]
    wait_for_line(page, "".join(str(digit or ".") for digit in last.values))
