"""A list is rated, sorted, filtered and searched, in Chromium, and left and come back to."""

from __future__ import annotations

import csv
import gzip
import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

import lowbit
from web_page import (
    PUZZLE,
    READY,
    SEVERAL,
    SOLUTION,
    by_axe,
    choose,
    line,
    paste,
    put_number,
    saved_list,
    wait_for_kept_ratings,
    wait_for_line,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

BAD = PUZZLE[:-1] + "x"
DEEP = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A puzzle of depth 2."""

ROWS_ARE = "n => document.querySelectorAll('.list-row').length === n"


@cache
def puzzles() -> list[str]:
    """Return puzzles of several levels, a bad row, and one with several solutions."""
    made = [lowbit.Grid(row).to_line() for row in lowbit.generate(20, seed=4).array]
    return [*made[:10], SEVERAL, BAD, PUZZLE, *made[10:]]


def open_list(page: Page) -> None:
    paste(page, "".join(f"{puzzle}\n" for puzzle in puzzles()))
    page.wait_for_selector("#list-filters >> text=Medium")
    page.wait_for_selector("#list-progress", state="hidden")


def column(page: Page, at: int) -> list[str]:
    """Return what stands in a column of the rows in sight."""
    cells = page.locator(f".list-row > :nth-child({at})")
    return cells.all_inner_texts()


def sort_by(page: Page, name: str) -> None:
    page.click(f"#table-head [data-column={name}]")
    page.wait_for_timeout(100)  # it is drawn at the next frame


@pytest.mark.slow
def test_a_list_is_sorted_by_difficulty_and_gone_through(page: Page) -> None:
    open_list(page)
    sort_by(page, "er")
    unique = [puzzle for puzzle in puzzles() if puzzle not in {SEVERAL, BAD}]
    ratings = {puzzle: lowbit.rate(puzzle).er or 0.0 for puzzle in unique}
    ordered = sorted(unique, key=lambda puzzle: -ratings[puzzle])
    assert column(page, 4)[:3] == [f"{ratings[puzzle]:.1f}" for puzzle in ordered[:3]]
    page.click(".list-row >> nth=0")
    wait_for_line(page, ordered[0])
    assert page.inner_text("#list-place") == "1 of 23"
    assert page.locator("#list-previous").is_disabled()
    page.click("#list-next")
    wait_for_line(page, ordered[1])
    assert page.inner_text("#list-place") == "2 of 23"
    choose(page, "clear")
    page.wait_for_selector("#list-nav", state="hidden")


@pytest.mark.slow
def test_every_column_sorts_both_ways(page: Page) -> None:
    paste(page, "".join(f"{puzzle}\n" for puzzle in [*puzzles(), DEEP]))
    page.wait_for_selector("#list-filters >> text=Extreme")
    page.wait_for_selector("#list-progress", state="hidden")
    for name, at in {"line": 1, "givens": 3, "er": 4}.items():
        sort_by(page, name)
        found = [float(text) for text in column(page, at) if text]
        sort_by(page, name)
        again = [float(text) for text in column(page, at) if text]
        assert len(found) >= 15
        ways = {found == sorted(found), again == sorted(again)}
        assert ways == {True, False}
        assert sorted(found, reverse=True) == found or sorted(again, reverse=True) == again
    sort_by(page, "status")
    assert page.inner_text(".list-row >> nth=0").endswith("no puzzle")
    sort_by(page, "level")
    levels = [text for text in column(page, 6) if text]
    order = ["Easy", "Medium", "Hard", "Unfair", "Extreme"]
    assert levels == sorted(levels, key=order.index, reverse=True)
    depths = sorted((depth_of(puzzle) for puzzle in [DEEP, *ratings()]), reverse=True)
    ordered = [f"{depth} · B{length}" if length else f"{depth}" for depth, length in depths]
    sort_by(page, "depth")
    shown = column(page, 5)
    assert len(shown) >= 15
    assert shown == ordered[: len(shown)]
    sort_by(page, "depth")
    assert column(page, 5) == ordered[::-1][: len(shown)]


@pytest.mark.slow
def test_filters_and_search_go_together(page: Page) -> None:
    open_list(page)
    page.click("#list-filters >> text=Medium")
    wanted = [puzzle for puzzle in puzzles() if puzzle != BAD and level_of(puzzle) == "medium"]
    page.wait_for_function(ROWS_ARE, arg=len(wanted))
    page.fill("#list-search", PUZZLE[:20])
    page.wait_for_function(ROWS_ARE, arg=1)
    assert page.inner_text("#say") == "1 puzzle found"
    page.click("#list-filters >> text=All")
    page.wait_for_function(ROWS_ARE, arg=2)
    assert BAD in column(page, 2)[0]
    page.fill("#list-search", "nowhere")
    page.wait_for_selector("text=No puzzle passes all filters.")
    assert page.inner_text("#say") == "No puzzle passes all filters."
    assert by_axe(page) == []
    page.click("#list-show-all")
    page.wait_for_selector(".list-row >> nth=12")


def ratings() -> dict[str, tuple[float | None, str | None, str | None]]:
    """Return the ER, the level and the hardest technique of each puzzle with one solution."""
    unique = [puzzle for puzzle in puzzles() if puzzle not in {SEVERAL, BAD}]
    found = lowbit.rate_many(unique, rules=("explainer", "hodoku"), measures="techniques")
    return {
        puzzle: (each.er, each.level, each.hodoku_hardest)
        for puzzle, each in zip(unique, found, strict=True)
    }


def depth_of(puzzle: str) -> tuple[int, int]:
    """Return the depth of trial and error, and B, 0 where that is not known."""
    rating = lowbit.rate(puzzle, rules=(), measures=("depth", "B"))
    return rating.depth or 0, rating.B or 0


@pytest.mark.slow
def test_filters_of_level_rating_and_technique_go_together(page: Page) -> None:
    open_list(page)
    rated = ratings()
    *_, (er, level, technique) = sorted(rated.values(), key=lambda each: (each[0] or 0.0, each[2]))
    assert er
    of_level = [puzzle for puzzle in rated if rated[puzzle][1] == level]
    page.click("#list-filters >> text=one solution")
    page.wait_for_function(ROWS_ARE, arg=len(rated))
    page.click(f"#list-filters >> text={str(level).capitalize()}")
    page.wait_for_function(ROWS_ARE, arg=len(of_level))
    page.select_option("#list-technique", technique)
    of_both = [puzzle for puzzle in of_level if rated[puzzle][2] == technique]
    page.wait_for_function(ROWS_ARE, arg=len(of_both))
    page.fill("#list-least", f"{er:.1f}")
    of_all = [puzzle for puzzle in of_both if rated[puzzle][0] == er]
    page.wait_for_function(ROWS_ARE, arg=len(of_all))
    page.fill("#list-most", "1.1")
    page.wait_for_selector("text=No puzzle passes all filters.")
    page.reload()
    page.wait_for_selector("text=No puzzle passes all filters.")
    page.fill("#list-most", "")
    page.wait_for_function(ROWS_ARE, arg=len(of_all))
    page.click("#list-filters >> text=All")
    page.wait_for_selector(".list-row >> nth=12")


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_the_rows_shown_are_saved_in_their_order_with_all_that_is_known(page: Page) -> None:
    open_list(page)
    rated = ratings()
    page.click("#list-filters >> text=Medium")
    sort_by(page, "er")
    shown = [puzzle for puzzle in rated if rated[puzzle][1] == "medium"]
    shown.sort(key=lambda puzzle: -(rated[puzzle][0] or 0.0))
    table = saved_list(page)
    assert table.suggested_filename == "pasted text-result.csv"
    rows = list(csv.DictReader(table.path().read_text("utf-8").splitlines()))
    assert [row["puzzle"] for row in rows] == shown
    assert [row["solution"] for row in rows] == [lowbit.solve(each).to_line() for each in shown]
    for row in rows:
        er, level, technique = rated[row["puzzle"]]
        assert (row["er"], row["level"], row["technique"]) == (f"{er:.1f}", level, technique)
        assert (int(row["depth"]), int(row["B"])) == depth_of(row["puzzle"])
    assert saved_list(page, "lines").path().read_text().splitlines() == shown
    assert saved_list(page, "solved").path().read_text().splitlines() == [
        row["solution"] for row in rows
    ]


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_table_has_remarks_and_what_is_wrong_with_bad_rows(page: Page) -> None:
    paste(page, f'{PUZZLE}  # "one", two\n{SEVERAL}\n{BAD}\n{DEEP}\n')
    page.wait_for_selector("#list-filters >> text=Extreme")
    page.wait_for_selector("#list-save:not([disabled])")
    rows = list(csv.DictReader(saved_list(page).path().read_text("utf-8").splitlines()))
    assert [row["status"] for row in rows] == ["unique", "several", "invalid", "unique"]
    assert [row["solution"] for row in rows][:3] == [SOLUTION, "", ""]
    assert rows[0]["remark"] == '"one", two'
    assert "'x' is not a digit" in rows[2]["remark"]
    assert rows[2]["puzzle"] == BAD
    assert [(row["depth"], row["B"]) for row in rows] == [("1", "1"), *[("", "")] * 2, ("2", "")]


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_list_is_rated_filtered_and_saved_by_four_clicks(page: Page) -> None:
    paste(page, MANY + f"{SEVERAL}\n")
    page.wait_for_selector("#list-rate:not([disabled])")
    page.click("#list-rate")
    page.click("#list-filters >> text=Medium")
    page.click("#list-save:not([disabled])")
    with page.expect_download() as coming:
        page.click("#list-save-now")
    rows = list(csv.DictReader(coming.value.path().read_text("utf-8").splitlines()))
    assert len(rows) == MANY.count("\n")
    found = {(row["er"], row["depth"], row["B"], row["level"]) for row in rows}
    assert found == {("2.6", "1", "1", "medium")}


WITHOUT_DEPTHS = """async () => {
    const done = request => new Promise(resolve => {
        request.onsuccess = () => resolve(request.result);
    });
    const database = await done(indexedDB.open("lowbit", 1));
    const lists = database.transaction("lists", "readwrite").objectStore("lists");
    database.close();
    for (const key of await done(lists.getAllKeys())) {
        const { file, ratings: { depths, lengths, ...ratings } } = await done(lists.get(key));
        await done(lists.put({ file, ratings }, key));
    }
}"""
"""Makes of the lists that are kept what earlier versions kept."""


@pytest.mark.slow
def test_a_long_list_keeps_its_ratings_as_earlier_versions_did_without_depths(page: Page) -> None:
    paste(page, LONG)
    page.wait_for_selector("#list-rate:not([disabled])")
    page.click("#list-rate")
    wait_for_kept_ratings(page)

    def reloaded() -> tuple[str, bool]:
        page.reload()
        page.wait_for_selector(".list-row .number >> text=2.6")
        return column(page, 5)[0], page.locator("#list-rate").is_disabled()

    assert reloaded() == reloaded() == ("1 · B1", True)
    page.evaluate(WITHOUT_DEPTHS)
    assert reloaded() == ("", False)
    page.click("#list-rate")
    page.wait_for_selector(".list-row >> text=1 · B1")


@pytest.mark.slow
@pytest.mark.of_chromium("Firefox cannot be told to be paper")
def test_the_rows_shown_are_printed(page: Page) -> None:
    open_list(page)
    page.click("#list-filters >> text=Medium")
    page.evaluate("self.print = () => {}")
    page.click("#list-save")
    page.click("#list-print")
    page.wait_for_selector("body.printing", state="attached")
    page.emulate_media(media="print")
    shown = [puzzle for puzzle, (_, level, _) in ratings().items() if level == "medium"]
    codes = page.locator("#print-sheet code").all_inner_texts()
    assert codes == [text for each in shown for text in (each, lowbit.solve(each).to_line())]
    assert page.is_visible("#print-sheet")
    assert not page.is_visible("main")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.is_visible("#rows")


MANY = f"{PUZZLE}\n" * 1100
"""More puzzles than are rated without being asked."""

LONG = f"{PUZZLE}\n" * 1700
"""More than are kept as a text: they go into the browser's database."""

FOCUSED = "document.activeElement.id"


@pytest.mark.slow
def test_the_focus_stays_on_a_filter_whose_number_grows(page: Page) -> None:
    paste(page, MANY)
    page.wait_for_selector("#list-rate:not([disabled])")
    page.focus("#list-filters >> text=All")
    page.evaluate("document.getElementById('list-rate').click()")
    page.wait_for_selector("#list-filters >> text=Medium")
    assert page.evaluate("document.activeElement.parentElement.id") == "list-filters"


@pytest.mark.slow
def test_the_focus_goes_on_from_a_button_that_may_not_be_pressed_again(page: Page) -> None:
    """By way of Stop: it is all that there is to press while puzzles are rated."""
    paste(page, MANY)
    page.wait_for_selector("#list-rate:not([disabled])")
    page.focus("#list-rate")
    page.keyboard.press("Enter")
    page.wait_for_selector("#list-filters >> text=Medium")
    page.wait_for_selector("#list-progress", state="hidden")
    assert page.evaluate(FOCUSED) == "list-save"


def level_of(puzzle: str) -> str | None:
    return lowbit.rate(puzzle, rules="hodoku").level


@pytest.mark.slow
def test_a_bad_row_says_what_is_wrong_and_is_passed_over(page: Page) -> None:
    open_list(page)
    row = page.locator(".list-row >> nth=11")
    assert "column 81: x is not a digit" in row.inner_text()
    choose(page, "language")
    page.wait_for_selector(".list-row >> text=第 81 个字符 x 不是数字")
    choose(page, "language")
    page.click(".list-row >> nth=10")
    wait_for_line(page, SEVERAL)
    page.click("#list-next")
    wait_for_line(page, PUZZLE)
    assert page.inner_text("#list-place") == "13 of 23"
    page.click("#list-previous")
    wait_for_line(page, SEVERAL)


@pytest.mark.slow
def test_what_the_page_names_it_names_in_its_language(page: Page) -> None:
    paste(page, f"{PUZZLE}\n{SEVERAL}\n")
    page.wait_for_selector("#list-name >> text=pasted text")
    choose(page, "language")
    page.wait_for_selector("#list-name >> text=粘贴的文字")
    page.reload()
    page.wait_for_selector("#list-name >> text=粘贴的文字")
    page.click("#list-generate")
    page.select_option("#generate-level", "")
    put_number(page, "#generate-n", "2")
    put_number(page, "#generate-seed", "7")
    page.keyboard.press("Enter")
    page.wait_for_selector("#list-name >> text=种子 7")
    choose(page, "language")
    page.wait_for_selector("#list-name >> text=new puzzles, seed 7")


@pytest.mark.slow
def test_many_puzzles_are_rated_when_asked_for(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "many.txt"
    file.write_text(f"{MANY}# the end\n")
    page.set_input_files("#file", file)
    page.wait_for_selector("#list-rate:not([disabled])")
    page.click("#list-rate")
    page.wait_for_selector('#list-filters button:has-text("Medium") >> text=1,100')
    assert by_axe(page) == []
    page.reload()
    page.wait_for_selector(READY)
    page.wait_for_selector("#list-rate:not([disabled])")


@pytest.mark.slow
def test_lists_of_other_boards_are_not_rated(page: Page) -> None:
    choose(page, "open")
    page.fill("#open-text", "1....2....3....4\n1234............\n")
    page.fill("#geometry", "4x4")
    page.click("#open-now")
    page.wait_for_selector("#list-save:not([disabled])")
    assert page.locator("#list-rate").is_disabled()
    sort_by(page, "givens")
    assert column(page, 1) == ["1", "2"]
    page.click(".list-row >> nth=1")
    wait_for_line(page, "1234............")
    assert line(page).count(".") == 12


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_booklet_has_the_puzzles_that_are_shown(page: Page) -> None:
    open_list(page)
    page.click("#list-filters >> text=Medium")
    sort_by(page, "er")
    page.click("#list-book")
    page.fill("#book-name", "Medium ones")
    with page.expect_request("**/book") as request, page.expect_download() as download:
        page.click("#book-now")
    asked = request.value.post_data_json
    assert asked
    wanted = [puzzle for puzzle in puzzles() if puzzle != BAD and level_of(puzzle) == "medium"]
    assert sorted(asked["puzzles"]) == sorted(wanted)
    assert asked["title"] == "Medium ones"
    assert download.value.path().read_bytes().startswith(b"%PDF")
    page.wait_for_selector("#book-dialog", state="hidden")


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_six_hard_puzzles_are_on_one_page_by_three_clicks(page: Page) -> None:
    page.click("#share-menu")
    page.click("#book")
    with page.expect_request("**/book") as request, page.expect_download() as download:
        page.click("#book-now")
    asked = request.value.post_data_json
    assert asked
    found = {lowbit.canonical(puzzle).to_line() for puzzle in asked["puzzles"]}
    assert (len(found), asked["per_page"]) == (6, 6)
    assert {level_of(puzzle) for puzzle in asked["puzzles"]} == {"hard"}
    pages = re.findall(rb"/Type /Page\b", download.value.path().read_bytes())
    assert len(pages) == 2  # the puzzles, and their solutions


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
@pytest.mark.of_chromium("Firefox says nothing of what it downloads")
def test_a_booklet_of_the_board_has_its_solution(page: Page) -> None:
    paste(page, PUZZLE)
    wait_for_line(page, PUZZLE)
    choose(page, "book")
    assert by_axe(page) == []
    with page.expect_request("**/book") as request, page.expect_download():
        page.keyboard.press("Enter")
    asked = request.value.post_data_json
    assert asked
    assert (asked["puzzles"], asked["solutions"], asked["per_page"]) == ([PUZZLE], True, 1)


@pytest.mark.slow
def test_the_column_of_a_table_is_chosen_and_its_rows_are_previewed(
    page: Page, tmp_path: Path
) -> None:
    rows = "".join(f"{at},{puzzle}\n" for at, puzzle in enumerate(puzzles()[:3]))
    table = tmp_path / "table.csv.gz"
    table.write_bytes(gzip.compress(f"id,board\n{rows}".encode()))
    page.set_input_files("#file", table)
    page.wait_for_selector("#list-note >> text=Which column holds the puzzles?")
    assert by_axe(page) == []
    page.select_option("#list-column", "board")
    page.wait_for_function(ROWS_ARE, arg=3)
    page.wait_for_selector("#list-filters >> text=Medium")
    page.hover(".list-row >> nth=1")
    digits = (
        "() => [...document.querySelectorAll('#preview text')].map(t => t.textContent).join('')"
    )
    wanted = puzzles()[1].replace(".", "")
    page.wait_for_function(f"wanted => ({digits})() === wanted", arg=wanted)
    page.focus("#rows")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    wanted = puzzles()[2].replace(".", "")
    page.wait_for_function(f"wanted => ({digits})() === wanted", arg=wanted)
    page.set_viewport_size({"width": 800, "height": 800})
    page.wait_for_selector("#preview", state="hidden")


@pytest.mark.slow
def test_a_file_without_puzzles_says_so_in_the_list(page: Page, tmp_path: Path) -> None:
    page.click("#show-list")
    file = tmp_path / "words.txt.gz"
    file.write_bytes(gzip.compress(b"no puzzle in here"))
    page.set_input_files("#file", file)
    page.wait_for_selector("#list-error >> text=No Sudoku found here")
    assert not page.is_visible("text=no format fits")
    page.click("#list-error summary")
    page.wait_for_selector("text=no format fits")


ROW = ".AntiKnight" + "".join(f".~R1C{digit}_{digit}" for digit in range(1, 10))
CONSTRAINED = [
    f"{ROW}.Cage~17~R2C1~R2C2  # one",
    PUZZLE,
    ".Shape~6x6 .AntiKing .~R1C1_5",
    ".Cage~10~R1C1~R99C2.AntiKing",
]
ITEMS = [".AntiKing", ".Thermo~R1C1~R1C2~R1C3", ".~R9C9_9"]
ARE_DRAWN = "() => document.querySelectorAll('.rules svg').length === 3"
CELLS = "n => document.querySelectorAll('.cell').length === n"


@pytest.mark.slow
def test_puzzles_with_constraints_stand_in_a_list_among_others(page: Page) -> None:
    paste(page, "\n".join([*CONSTRAINED, *ITEMS, PUZZLE]) + "\n")
    page.wait_for_selector(".list-row")
    page.wait_for_selector("#list-progress", state="hidden")
    page.wait_for_function(ROWS_ARE, arg=6)
    assert column(page, 1) == ["1", "2", "3", "4", "5", "8"]
    assert column(page, 3) == ["", "24", "", "", "", "24"]
    assert "'R99C2' is not a cell of this board" in column(page, 2)[3]
    assert column(page, 2)[4] == "".join(ITEMS)
    one, several = "one solution", "several"
    assert column(page, 7) == [several, one, several, "no puzzle", several, one]
    page.hover(".list-row >> nth=0")
    page.wait_for_selector("#preview img")
    page.click(".list-row >> nth=0")
    page.wait_for_function(ARE_DRAWN)
    assert page.inner_text("#list-place") == "1 of 6"
    page.click("#list-next")
    wait_for_line(page, PUZZLE)
    page.click("#list-next")
    page.wait_for_function(CELLS, arg=36)
    page.click("#list-next")
    wait_for_line(page, f"{'.' * 80}9")
    assert page.inner_text("#list-place") == "5 of 6"
