"""Hints and steps on the page, in Chromium: in words and on the board, from what the player has."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.pictures.evidence import layers
from lowbit.pictures.measures import Spots
from lowbit.pictures.parts import Curve, Disc, Polygon
from lowbit.techniques.position import Position
from lowbit.techniques.wording.records import record
from web_page import (
    LINE,
    PUZZLE,
    SEVERAL,
    SOLUTION,
    by_axe,
    choose,
    line,
    open_puzzle,
    reach,
    says,
    wait_for_line,
)
from web_server import serving

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playwright.sync_api import Page, Route

    from lowbit.pictures.parts import Part
    from lowbit.techniques.step import Step
    from web_page import NewPage

CHAINS = "...5.32....5........8.6...57..19....5.2.8..6.6......78....2....97......6......43."
"""A puzzle of our own, whose hardest step is an XY-chain."""


PATTERNS = [
    *("hidden-single", "pointing", "hidden-pair", "naked-quadruple", "x-wing", "finned-jellyfish"),
    *("finned-franken-x-wing", "skyscraper", "multi-colours-1", "sue-de-coq", "kraken-fish-1"),
]
"""Techniques that apply to that puzzle at once."""

PICTURES = """async steps => {
    const { pictureOf } = await import("/board/evidence.js");
    const { CLASSIC } = await import("/board/board.js");
    const looks = marks => marks.map(({ look }) => look).sort();
    return steps.map(step => pictureOf(CLASSIC, step))
        .map(({ marks, links, struck }) => [looks(marks), links.length, struck.length]);
}"""
"""Returns of each step how its candidates look, how many arrows there are, and what is struck."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a server that gives steps the time they take on a busy machine."""
    log = tmp_path_factory.mktemp("server") / "log"
    with serving(log, "--workers", "1", "--time-limit", "100") as (address, _):
        yield address


def tell_all(page: Page) -> None:
    """Press the button until the whole step is reported."""
    page.click("#show-play")
    page.click("#hint")
    page.wait_for_selector("[data-tool=hintMore]")
    page.click("#hint")
    page.click("#hint")
    page.wait_for_selector("[data-tool=applyStep]")


def drawn(page: Page, selector: str) -> int:
    return int(page.locator(f".evidence:not(#grid) {selector}").count())


def place_of(candidate: tuple[int, int]) -> str:
    return lowbit.CLASSIC.cell_name(candidate[0])


@pytest.mark.slow
def test_a_hint_tells_where_then_what_then_all_and_is_applied(page: Page) -> None:
    open_puzzle(page)
    (first, *_) = lowbit.steps(PUZZLE)
    ((cell, digit),) = first.placements
    page.click("#hint")
    says(page, "Look at row 1")
    assert (drawn(page, ".frame"), drawn(page, ".placed")) == (1, 0)
    page.click("[data-tool=hintMore]")
    says(page, "Hidden single")
    page.click("#hint")
    says(page, "In row 1, 9 fits only in r1c2")
    assert not page.is_visible("details.notation p")
    page.click("details.notation summary")
    assert page.inner_text("details.notation p") == "9 in row 1 => r1c2=9"
    assert drawn(page, ".placed") == 1
    assert line(page) == PUZZLE
    page.click("[data-tool=applyStep]")
    wait_for_line(page, f"{PUZZLE[:cell]}{digit}{PUZZLE[cell + 1 :]}")
    assert drawn(page, "*") == 0
    page.click("[data-tool=nextHint]")
    says(page, "Look at")
    page.click("#undo")
    wait_for_line(page, PUZZLE)
    assert "Look at" not in page.inner_text("#answer")
    assert drawn(page, "*") == 0
    page.click("#hint")
    says(page, "Look at row 1")
    page.click("#show-set")  # where it would cover the tools of a phone
    assert "Look at" not in page.inner_text("#answer")
    assert page.inner_text("#verdict-title") != "No givens yet"


@pytest.mark.slow
def test_a_cell_without_candidates_is_told_to_who_asks_for_it(page: Page) -> None:
    open_puzzle(page, "12345678." + "........." * 3 + "........9" + "." * 36)
    assert page.inner_text("#clashes") == ""
    choose(page, "warn")
    assert page.inner_text("#clashes") == "r1c9 has no candidate"
    page.reload()
    page.wait_for_selector("#clashes >> text=r1c9 has no candidate")
    choose(page, "warn")
    assert page.inner_text("#clashes") == ""
    page.click("#show-set")
    assert page.inner_text("#clashes") == "r1c9 has no candidate"


@pytest.mark.slow
@pytest.mark.of_server("it holds up its requests")
def test_more_is_told_at_once_of_a_hint_that_was_on_its_way(page: Page) -> None:
    open_puzzle(page)

    def press_again(route: Route) -> None:
        page.click("#hint")
        route.continue_()

    page.route("**/hint", press_again)
    page.click("#hint")
    says(page, "Hidden single")
    assert page.locator("[data-tool=hintMore]").count() == 1


@pytest.mark.slow
def test_what_was_struck_is_built_on_and_what_was_solved_is_not(page: Page) -> None:
    position = next(
        before for step, before in lowbit.walkthrough(CHAINS) if step.technique == "xy-chain"
    )
    held = lowbit.Grid.from_masks(
        [1 << digit - 1 if digit else 511 for digit in position.values]
    ).to_line()
    open_puzzle(page, held)
    for step in lowbit.steps(held):
        tell_all(page)
        page.click("[data-tool=applyStep]")
        if step.technique == "xy-chain":
            break
    assert page.locator("#auto").get_attribute("aria-pressed") == "true"
    reach(page, "solve")
    says(page, "One solution")
    tell_all(page)
    assert line(page) == held
    following = lowbit.steps(held)
    expected = following[[step.technique for step in following].index("xy-chain") + 1]
    says(page, place_of((*expected.placements, *expected.eliminations)[0]))


@pytest.mark.slow
def test_mistakes_are_reported_before_any_step_and_taken_back(page: Page) -> None:
    open_puzzle(page)
    page.click(".cell >> nth=1")
    page.keyboard.press("4")
    page.click("#auto")
    page.click(".cell >> nth=2")
    page.keyboard.press(f"Shift+Digit{SOLUTION[2]}")
    page.click("#hint")
    says(page, "Look at box 1 again")
    assert not page.locator(".cell.pointed").count()
    assert "r1c" not in page.inner_text("#answer-card")
    page.click("#hint")
    says(page, "2 mistakes")
    assert page.locator("#answer-items li").all_inner_texts() == [
        "r1c2 is not 4",
        "r1c3 is missing a candidate it needs",
    ]
    page.click("[data-tool=hintMore]")
    page.wait_for_selector("text=in the solution")
    assert page.locator("#answer-items li").all_inner_texts() == [
        "r1c2 is 9 in the solution",
        f"r1c3 is {SOLUTION[2]} in the solution",
    ]
    assert page.locator(".cell.pointed").count() == 2
    page.click("text=r1c2 is 9")
    assert page.locator(".cell.pointed").count() == 1
    page.click("[data-tool=takeBack]")
    wait_for_line(page, PUZZLE)
    page.click("#hint")
    says(page, "Look at")


@pytest.mark.slow
def test_what_has_several_solutions_or_none_is_said(page: Page) -> None:
    open_puzzle(page, SEVERAL)
    tell_all(page)
    says(page, "The puzzle has several solutions")
    open_puzzle(page, "66" + PUZZLE[2:])
    page.click("#hint")
    says(page, "No solution")
    choose(page, "clear")
    page.keyboard.press("m")
    page.click("#hint")
    says(page, "Enter a puzzle")
    page.keyboard.press("5")
    page.click("#hint")
    says(page, "no givens yet")
    page.click("[data-tool=fix]")
    assert page.locator(".cell.given").count() == 1


def shows(page: Page, text: str) -> None:
    """Wait for a step in the panel of all steps."""
    page.wait_for_selector(f"#walk-step >> text={text}")


@pytest.mark.slow
def test_all_steps_are_walked_through(page: Page) -> None:
    walk = list(lowbit.walkthrough(CHAINS))
    at = [step.technique for step, _ in walk].index("xy-chain")
    open_puzzle(page, CHAINS)
    page.click("#all-steps")
    shows(page, f"Step 1 of {len(walk)}")
    place = page.locator("#walk-next").bounding_box()
    page.click("#walk-next")
    shows(page, f"Step 2 of {len(walk)}")
    for key in ("ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
    shows(page, f"Step 1 of {len(walk)}")
    page.click("#walk-hardest")
    shows(page, f"Step {at + 1} of {len(walk)}: XY-chain")
    assert page.locator("#walk-next").bounding_box() == place
    step, position = walk[at]
    wait_for_line(page, "".join(str(digit or ".") for digit in position.values))
    (chain,) = step.chains
    assert drawn(page, ".link") == len(chain.nodes) - 1
    assert drawn(page, ".stroke") == len(step.eliminations)
    page.keyboard.press("ArrowLeft")
    shows(page, f"Step {at} of {len(walk)}")
    page.keyboard.press("Escape")
    wait_for_line(page, CHAINS)
    assert drawn(page, "*") == 0
    assert page.locator("#walk").is_hidden()


@pytest.mark.slow
def test_steps_are_counted_by_technique_and_singles_folded(page: Page) -> None:
    slugs = [step.technique for step in lowbit.steps(CHAINS)]
    open_puzzle(page, CHAINS)
    page.click("#all-steps")
    shows(page, "Step 1")
    counted = page.locator("#walk-summary button").all_inner_texts()
    assert f"Hidden single {slugs.count('hidden-single')}" in [each[:-1] for each in counted]
    at = slugs.index("xy-chain")
    folded = page.locator("#walk-list summary").all_inner_texts()
    assert folded == [f"{at} singles", f"{len(slugs) - at - 1} singles"]
    page.keyboard.press("End")
    shows(page, f"Step {len(slugs)}")
    assert page.locator("#walk-list details >> nth=0").get_attribute("open") is None
    page.click("#walk-list >> text=XY-chain")
    row = page.inner_text("#walk-list li[aria-current=step]")
    assert row.split("\n")[0] == f"{at + 1}. XY-chain"
    assert "≠ 2" in row


@pytest.mark.slow
def test_a_player_chooses_among_all_steps_that_apply(page: Page) -> None:
    open_puzzle(page)
    page.click("#all-steps")
    shows(page, "Step 1 of")
    page.click("#walk-others")
    shows(page, "Choice 1 of 200")
    page.wait_for_selector("#walk-end >> text=200 easiest")
    page.click("#walk-summary >> text=Naked single")
    shows(page, "Naked single")
    page.click("#walk-go")
    page.wait_for_function(f"before => ({LINE})() !== before", arg=PUZZLE)
    now = line(page)
    assert sum(one != other for one, other in zip(PUZZLE, now, strict=True)) == 1
    assert all(d in {".", right} for d, right in zip(now, SOLUTION, strict=True))


@pytest.mark.slow
def test_a_player_goes_on_from_a_step_of_the_list(page: Page) -> None:
    open_puzzle(page)
    page.click("#all-steps")
    shows(page, "Step 1 of")
    for details in page.locator("#walk-list details").all():
        details.evaluate("each => { each.open = true; }")
    page.locator("#walk-list button").nth(30).click()
    shows(page, "Step 31")
    shown = line(page)
    page.click("#walk-go")
    assert line(page) == shown
    assert page.locator("#walk").is_hidden()
    page.click("#undo")
    wait_for_line(page, PUZZLE)


@pytest.mark.slow
def test_steps_are_reported_in_the_language_of_the_page(new_page: NewPage) -> None:
    page = new_page(locale="zh-CN", color_scheme="dark")
    open_puzzle(page)
    tell_all(page)
    says(page, "隐性唯一")
    choose(page, "language")
    says(page, "Hidden single")
    says(page, "9 fits only in r1c2")
    page.click("#all-steps")
    shows(page, "Step 1 of 58")
    choose(page, "language")
    shows(page, "第 1 步")


@pytest.mark.of_server("it imports a module, which the page has bundled")
@pytest.mark.slow
def test_steps_are_drawn_as_in_pictures(page: Page) -> None:
    later = next(at for step, at in lowbit.walkthrough(CHAINS) if step.technique == "xy-chain")
    steps = some_of_each([*lowbit.all_steps(CHAINS, rules=PATTERNS), *lowbit.all_steps(later)])
    assert {step.technique for step in steps} >= {*PATTERNS, "xy-chain", "death-blossom"}
    found = page.evaluate(PICTURES, [record_of(step) for step in steps])
    for step, (looks, n_links, n_struck) in zip(steps, found, strict=True):
        parts = layers(Spots(lowbit.CLASSIC), step).marked
        assert Counter(looks) == looks_of(parts), step
        assert n_links >= sum(len(part.curves) for part in parts if isinstance(part, Curve)), step
        assert n_struck == len(step.eliminations)


def looks_of(parts: Iterable[Part]) -> Counter[int | None]:
    """Return how many shapes there are of each look."""
    found = Counter[int | None]()
    for part in parts:
        if part.paint.name == "role":
            assert isinstance(part, Disc | Polygon)
            shapes = part.middles if isinstance(part, Disc) else part.polygons
            found[part.paint.amount] += len(shapes)
    return found


def some_of_each(steps: Iterable[Step]) -> list[Step]:
    """Return up to three steps of each technique."""
    found: dict[str, list[Step]] = {}
    for step in steps:
        found.setdefault(step.technique, []).append(step)
    return [step for each in found.values() for step in each[:3]]


def record_of(step: Step) -> dict[str, object]:
    """Return a step as the API tells it."""
    fields = record(step, step.position or Position(lowbit.Grid("." * 81)))
    for chain in fields["evidence"]["chains"]:
        chain.setdefault("branches", [])
    return fields


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_steps(new_page: NewPage, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    assert by_axe(page) == []
    open_puzzle(page, CHAINS)
    tell_all(page)
    assert by_axe(page) == []
    page.click("#all-steps")
    page.click("#walk-hardest")
    shows(page, "Step 35")
    assert by_axe(page) == []
    page.click("#pause")
    assert by_axe(page) == []
