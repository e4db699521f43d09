"""What people come to the page for, from begin to end: by keys alone, with names that are read out.

Each task is done in a wide window and in a narrow or a low one, in both languages, with a reload in
its middle. What every window has room for, `test_page_windows.py` tells.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import LINE, by_axe, label, line, wait_for_kept_ratings, wait_for_line
from web_person import WINDOWS, Person

if TYPE_CHECKING:
    from web_page import NewPage

pytestmark = pytest.mark.slow

JIGSAW = "jigsaw:AAABABBBCCDDCCDD"
CHANGED = f"before => ({LINE})() !== before"

LIGHT = pytest.mark.parametrize("person", ["desk", "phone"], indirect=True)
DARK = pytest.mark.parametrize("person", ["large", "sideways"], indirect=True)


@pytest.fixture
def person(request: pytest.FixtureRequest, new_page: NewPage) -> Person:
    return Person(new_page(**WINDOWS[request.param]))


@cache
def newspaper() -> tuple[str, str]:
    """Return a puzzle of 30 givens as newspapers have them, and its solution."""
    (row,) = lowbit.generate(1, clues=30, symmetry="half-turn", minimal=False, seed=19).array
    puzzle = lowbit.Grid(row)
    return puzzle.to_line(), lowbit.solve(puzzle).to_line()


@LIGHT
def test_a_newspaper_puzzle_is_entered(person: Person) -> None:
    page = person.page
    puzzle, _ = newspaper()
    person.type_in(puzzle[:40])
    assert line(page) == puzzle[:40] + "." * 41
    person.reload()
    person.go_to_cell(40)
    person.type_in(puzzle[40:])
    assert line(page) == puzzle
    page.wait_for_selector("#rating >> text=ER")
    page.keyboard.press("Enter")
    assert person.find("radio", "modeDigit").get_attribute("aria-checked") == "true"


@DARK
def test_a_puzzle_is_played_to_its_end_with_two_hints(person: Person) -> None:
    page = person.page
    puzzle, solution = newspaper()
    person.open_puzzle(puzzle)
    for n_hints in (1, 2):
        before = line(page)
        person.press("hint")
        person.hears("hintMoreText")
        for button in ("hintMore", "hintMore", "applyStep"):
            person.press(button)
        page.wait_for_function(CHANGED, arg=before)
        if n_hints == 1:
            person.reload()
    now = line(page)
    assert sum(one != other for one, other in zip(puzzle, now, strict=True)) == 2
    for cell, (digit, there) in enumerate(zip(solution, now, strict=True)):
        if cell % 9 == 0:
            person.go_to_cell(cell)
        if there == ".":
            page.keyboard.press(digit)
        page.keyboard.press("ArrowRight")
    assert line(page) == solution
    person.hears("done")


@LIGHT
def test_a_mistake_is_found_and_taken_back(person: Person) -> None:
    page = person.page
    puzzle, solution = newspaper()
    person.open_puzzle(puzzle)
    blanks = [cell for cell, digit in enumerate(puzzle) if digit == "."]
    for cell in blanks[:3]:
        person.go_to_cell(cell)
        page.keyboard.press(solution[cell])
    right = line(page)
    wrong = next(digit for digit in "123456789" if digit != solution[blanks[3]])
    person.go_to_cell(blanks[3])
    page.keyboard.press(wrong)
    assert wrong in label(page, blanks[3])
    person.reload()
    person.press("checkWork")
    person.hears("oneMistake")
    place = lowbit.CLASSIC.cell_name(blanks[3])
    said = person.word("isWrong", cell=place, digit=wrong)
    assert page.get_by_role("button", name=said).is_visible()
    assert page.locator(".cell.pointed").count() == 1
    person.press("takeBack")
    wait_for_line(page, right)
    person.press("checkWork")
    person.hears("noMistake")


@DARK
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_symmetric_hard_puzzle_is_made_and_printed_with_its_solution(person: Person) -> None:
    page = person.page
    person.press("set")
    person.press("generateAsk")
    person.choose("level", 3)
    person.choose("symmetry", 1)
    person.press("generateNow")
    person.hears("generatedOne")
    page.wait_for_selector(f"#rating >> text={person.word('level-hard')}")
    puzzle = line(page)
    assert lowbit.rate(puzzle, rules="hodoku").level == "hard"
    assert [d == "." for d in puzzle] == [d == "." for d in reversed(puzzle)]
    person.reload()
    assert line(page) == puzzle
    page.get_by_role("heading", name=person.word("one"), exact=True).wait_for()
    person.press("bookAsk")
    person.choose("perPage", 0)
    with page.expect_request("**/book") as asked, page.expect_download() as download:
        person.press("download")
    wishes = asked.value.post_data_json
    assert wishes
    assert (wishes["puzzles"], wishes["solutions"], wishes["per_page"]) == ([puzzle], True, 1)
    pages = re.findall(rb"/Type /Page\b", Path(download.value.path()).read_bytes())
    assert len(pages) == 2  # the puzzle, and its solution


@LIGHT
def test_a_jigsaw_is_set_from_blank_and_proven_unique(person: Person) -> None:
    page = person.page
    person.press("set")
    person.press("boardAsk")
    person.go_to(page.get_by_role("radio", name=re.compile("^9.9$")))
    for _ in range(3):  # 8, 6, 4
        page.keyboard.press("ArrowLeft")
    person.tick("irregular")
    person.go_to(page.locator("#painter button >> nth=0"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    short = person.word("regionHas", letter="B", n=3, all=4)
    page.get_by_role("status").get_by_text(short).wait_for()
    assert page.locator("#board-now").is_disabled()
    for key in ("ArrowDown", "ArrowLeft", "b"):
        page.keyboard.press(key)
    assert page.inner_text("#board-error") == ""
    assert by_axe(page) == []
    person.press("open")
    wait_for_line(page, "." * 16)
    solution = next(iter(lowbit.solutions("." * 16, geometry=JIGSAW)))
    puzzle = lowbit.minimize(solution).to_line()
    person.type_in(puzzle[:6])
    person.reload()
    page.keyboard.press("Control+Home")
    person.type_in(puzzle)
    assert line(page) == puzzle
    page.get_by_role("heading", name=person.word("one"), exact=True).wait_for()
    page.wait_for_selector(f"#verdict-text >> text={person.word('isMinimalMore')}")


@pytest.mark.parametrize("person", ["phone"], indirect=True)
def test_a_long_list_of_puzzles_is_sorted_by_difficulty(person: Person, tmp_path: Path) -> None:
    page = person.page
    made = [lowbit.Grid(row).to_line() for row in lowbit.generate(20, seed=4).array]
    ratings = {puzzle: lowbit.rate(puzzle).er or 0.0 for puzzle in made}
    easiest, *_, hardest = sorted(made, key=ratings.__getitem__)
    n, at = 6000, {2400: hardest}
    file = tmp_path / "many.txt"
    file.write_text("".join(f"{at.get(number, easiest)}\n" for number in range(1, n + 1)))
    page.set_input_files("#file", file)
    page.wait_for_selector("#list-rate:not([disabled])")  # not before the list is solved
    person.press("rate")
    rated = "() => document.querySelector('#list-progress').value >= 0.5"
    page.wait_for_function(rated)  # by Sudoku Explainer; HoDoKu's levels take longer
    person.press("stop")
    page.wait_for_selector("#list-progress", state="hidden")

    def is_sorted() -> None:
        page.wait_for_selector(f".list-row:first-child >> text={hardest[:40]}")
        first = page.locator(".list-row:first-child > *").all_inner_texts()
        assert (first[0], first[3]) == ("2400", f"{ratings[hardest]:.1f}")

    person.go_to(page.locator("#table-head [data-column=er]"))
    page.keyboard.press("Enter")
    is_sorted()
    wait_for_kept_ratings(page)
    person.reload()
    page.wait_for_selector("#list-save:not([disabled])")
    is_sorted()
    person.go_to(page.locator("#rows"))
    page.keyboard.press("Enter")
    wait_for_line(page, hardest)
