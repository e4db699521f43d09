"""Each kind of constraint is drawn by hand, and is what it should be, in Chromium."""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING, NamedTuple

import pytest

import lowbit
from lowbit.constraints import (
    REGISTRY,
    And,
    AntiQueen,
    Cage,
    Clone,
    ConnectedValues,
    Constraint,
    Even,
    Holds,
    Maximum,
    Minimum,
    Nabner,
    NonConsecutive,
    NoRatio,
    NoSum,
    Odd,
    Or,
    Outside,
    ParityLine,
    RegularLanguage,
    Relation,
    SameDifference,
    Thermometer,
    from_json,
)
from web_page import (
    READY,
    SOLUTION,
    by_axe,
    drag,
    label,
    open_puzzle,
    paste,
    through_dialog,
    wait_until,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from web_page import NewPage

BLANK = "." * 81
LANGUAGE = ((1, *[0] * 8), (-1, *[0] * 8))
AT_ONCE = "() => { const later = setTimeout;\
window.setTimeout = (work, ms) => later(work, ms === 250 ? 0 : ms); }"
"""The page asks for a verdict a moment after a change; here it does at once."""


class Drawn(NamedTuple):
    """What the pointer is dragged over, what it makes, as ISS's text has it, and what is typed."""

    drags: tuple[tuple[int, ...], ...]
    made: str | Constraint
    typed: str = ""


ON_BOARD: tuple[tuple[int, ...], ...] = ()
KINDS: dict[str, Drawn] = {
    "restricted-cell": Drawn(((40,),), Holds(40, (2, 8)), "28"),
    "even-cell": Drawn(((0, 1),), Even((0, 1))),
    "odd-cell": Drawn(((0,),), Odd((0,))),
    "minimum-cell": Drawn(((0,),), Minimum((0,))),
    "maximum-cell": Drawn(((40,),), Maximum((40,))),
    "white-dot": Drawn(((0, 1),), ".WhiteDot~R1C1~R1C2"),
    "black-dot": Drawn(((0, 9),), ".BlackDot~R1C1~R2C1"),
    "x": Drawn(((0, 1),), ".X~R1C1~R1C2"),
    "v": Drawn(((0, 1),), ".V~R1C1~R1C2"),
    "sum-of-a-pair": Drawn(((0, 1),), ".X~R1C1~R1C2", "10"),
    "inequality": Drawn(((1, 0),), ".GreaterThan~R1C2~R1C1"),
    "non-consecutive": Drawn(ON_BOARD, NonConsecutive()),
    "no-black-dot": Drawn(ON_BOARD, NoRatio()),
    "no-x-or-v": Drawn(ON_BOARD, NoSum()),
    "relation": Drawn(((0, 10),), Relation((0, 10), ((1, 2), (3, 4), (9, 9)))),
    "pattern-of-digits": Drawn(((0, 10, 20),), RegularLanguage((0, 10, 20), LANGUAGE, (0,))),
    "thermometer": Drawn(((0, 10, 20),), ".Thermo~R1C1~R2C2~R3C3"),
    "slow-thermometer": Drawn(((0, 10, 20),), Thermometer((0, 10, 20), slow=True)),
    "palindrome": Drawn(((0, 10, 11),), ".Palindrome~R1C1~R2C2~R2C3"),
    "german-whisper": Drawn(((0, 10, 11),), ".Whisper~5~R1C1~R2C2~R2C3"),
    "dutch-whisper": Drawn(((0, 10, 11),), ".Whisper~4~R1C1~R2C2~R2C3"),
    "renban-line": Drawn(((0, 10, 11),), ".Renban~R1C1~R2C2~R2C3"),
    "nabner-line": Drawn(((0, 10),), Nabner((0, 10))),
    "between-line": Drawn(((0, 10, 11),), ".Between~R1C1~R2C2~R2C3"),
    "lockout-line": Drawn(((0, 10, 11),), ".Lockout~3~R1C1~R2C2~R2C3", "3"),
    "modular-line": Drawn(((0, 10, 11),), ".Modular~3~R1C1~R2C2~R2C3"),
    "entropic-line": Drawn(((0, 10, 11),), ".Entropic~R1C1~R2C2~R2C3"),
    "parity-line": Drawn(((0, 10),), ParityLine((0, 10))),
    "same-difference-line": Drawn(((0, 10, 11),), SameDifference((0, 10, 11))),
    "sandwich": Drawn(((2, 11, 20),), ".Sandwich~12~C3", "12"),
    "lunchbox": Drawn(((0, 1, 2),), ".Lunchbox~8~R1C1~R1C2~R1C3", "8"),
    "x-sum": Drawn(((8, 7),), ".XSum~R1~~20", "20"),
    "skyscraper-clue": Drawn(((26, 24),), ".Skyscraper~R3~~4", "4"),
    "hidden-skyscraper": Drawn(((0, 9),), ".HiddenSkyscraper~C1~5", "5"),
    "numbered-room": Drawn(((0, 9),), ".NumberedRoom~C1~5", "5"),
    "full-rank": Drawn(((8, 7),), ".FullRank~R1~~12", "12"),
    "no-equal-ranks": Drawn(ON_BOARD, ".FullRankTies~none"),
    "outside-clue": Drawn(((0, 1, 2),), Outside((0, 1, 2), (1, 9)), "19"),
    "extra-region": Drawn(((0, 10, 20),), ".AllDifferent~R1C1~R2C2~R3C3"),
    "equal-cells": Drawn(((0, 10),), ".SameValues~2~R1C1~R2C2"),
    "clone": Drawn(((0, 1, 10), (30,)), Clone((0, 1, 10), (30, 31, 40))),
    "same-digits": Drawn(((0, 1), (30, 31)), ".SameValues~2~R1C1~R1C2~R4C4~R4C5"),
    "anti-knight": Drawn(ON_BOARD, ".AntiKnight"),
    "anti-king": Drawn(ON_BOARD, ".AntiKing"),
    "anti-queen": Drawn(ON_BOARD, AntiQueen((8,)), "8"),
    "anti-taxicab": Drawn(ON_BOARD, ".AntiTaxicab"),
    "doppelgangers": Drawn(ON_BOARD, ".Doppelganger"),
    "dutch-flatmates": Drawn(ON_BOARD, ".DutchFlatmates"),
    "falling-diagonal": Drawn(ON_BOARD, ".Diagonal~-1"),
    "rising-diagonal": Drawn(ON_BOARD, ".Diagonal~1"),
    "windows": Drawn(ON_BOARD, ".Windoku"),
    "disjoint-groups": Drawn(ON_BOARD, ".DisjointSets"),
    "global-modulus": Drawn(ON_BOARD, ".GlobalMod"),
    "global-entropy": Drawn(ON_BOARD, ".GlobalEntropy"),
    "quadruple": Drawn(((30,),), ".Quad~R4C4~1~2", "12"),
    "cells-with-given-digits": Drawn(((0, 1, 2),), ".ContainAtLeast~1_2~R1C1~R1C2~R1C3", "12"),
    "connected-digits": Drawn(((0, 1, 2),), ConnectedValues((8, 9), (0, 1, 2)), "89"),
    "connected-digits-of-the-board": Drawn(ON_BOARD, ConnectedValues((8, 9)), "89"),
    "look-and-say-cage": Drawn(((0, 1, 10),), ".LookAndSay~12~R1C1~R1C2~R2C2", "12"),
    "counting-circles": Drawn(((0, 10),), ".CountingCircles~R1C1~R2C2"),
    "equality-cage": Drawn(((0, 1),), ".EqualityCage~R1C1~R1C2"),
    "rellik-cage": Drawn(((0, 1),), ".RellikCage~7~R1C1~R1C2", "7"),
    "row-indexer": Drawn(((2,),), ".Indexing~C~R1C3"),
    "column-indexer": Drawn(((20,),), ".Indexing~R~R3C3"),
    "number-of-different-digits": Drawn(((0, 1, 2),), ".CountDistinct~R1C1~R1C2~R1C3"),
    "killer-cage": Drawn(((0, 1),), ".Cage~17~R1C1~R1C2", "17"),
    "sum": Drawn(((0, 10),), ".Sum~10~R1C1~R2C2", "10"),
    "little-killer": Drawn(((1, 11, 21),), ".LittleKiller~33~R8C9", "33"),
    "arrow": Drawn(((40, 41, 42),), ".Arrow~R5C5~R5C6~R5C7"),
    "double-arrow": Drawn(((0, 1, 2),), ".DoubleArrow~R1C1~R1C2~R1C3"),
    "equal-sums": Drawn(((0, 1), (8, 17), (72,)), ".EqualSum~R1C1~R1C2~-~R1C9~R2C9~-~R9C1"),
    "region-sum-line": Drawn(((1, 2, 3),), ".RegionSumLine~R1C2~R1C3~R1C4"),
    "zipper-line": Drawn(((0, 10, 20),), ".Zipper~R1C1~R2C2~R3C3"),
    "sum-line": Drawn(((0, 1, 2),), ".SumLine~10~R1C1~R1C2~R1C3"),
}
LINK = """async () => {
    const dialog = document.getElementById("share-dialog");
    document.getElementById("share").click();
    while (!dialog.open) await new Promise(requestAnimationFrame);
    dialog.close();
    return document.getElementById("share-link").value;
}"""
SLUGS = "all => all.map(each => each.dataset.kind)"
COMBINED = {"either-of-several-constraints": Or, "combined-constraint": And}


def constraints_of(page: Page) -> tuple[Constraint, ...]:
    """Return the constraints on the board, as a link of the page has them."""
    _, packed = page.evaluate(LINK).split("#")
    state = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    position = json.loads(zlib.decompress(state, -15))["position"]
    found: tuple[Constraint, ...] = from_json(position["constraints"])
    return found


def in_iss(*constraints: Constraint) -> str:
    return lowbit.write_puzzle(lowbit.Puzzle(BLANK, constraints), "iss").removeprefix(".Shape~9x9")


OF_REGIONS = {
    "chaos-construction": "ChaosConstruction",
    "chaos-arrow": "ChaosArrow",
    "chaos-count": "ChaosCount",
}
"""The tools for regions to be found, which come with cells beside the board."""


def start_setting(page: Page) -> None:
    page.click("#show-set")
    page.click("#rules summary")
    page.wait_for_selector("[data-kind=killer-cage]")


def wait_for_rows(page: Page, number: int) -> None:
    wait_until(page, lambda: page.locator("#rules-list > li").count() == number)


def choose(page: Page, kind: str) -> None:
    page.evaluate("kind => document.querySelector(`[data-kind='${kind}']`).click()", kind)


def wait_for_verdict(page: Page) -> None:
    page.wait_for_selector("#verdict[data-status]:not([data-status='']):not(.waiting)")


def is_drawn(page: Page, kind: str, drawn: Drawn) -> type[Constraint]:
    """Draw a constraint, compare it, wait for the verdict, and take it away; return its class."""
    choose(page, kind)
    for cells in drawn.drags:
        drag(page, *cells, steps=1)
    page.keyboard.type(drawn.typed)
    wait_for_verdict(page)
    (made,) = constraints_of(page)
    if isinstance(drawn.made, ConnectedValues):  # some of which the text cannot say
        assert made == drawn.made, kind
    else:
        said = drawn.made if isinstance(drawn.made, str) else in_iss(drawn.made)
        assert in_iss(made) == said, kind
    assert isinstance(drawn.made, str) or made == drawn.made
    assert page.inner_text("#rules-error") == "", kind
    if drawn.drags:
        page.keyboard.press("Delete")
        choose(page, kind)
        if drawn.drags[1:]:  # another one of these groups has begun
            choose(page, kind)
    else:
        choose(page, kind)
    wait_for_rows(page, 0)
    return type(made)


@pytest.mark.slow
def test_each_kind_is_drawn_judged_and_taken_away(new_page: NewPage) -> None:
    page = new_page()
    page.evaluate(AT_ONCE)
    open_puzzle(page, SOLUTION[:72] + "." * 9)  # whose solutions are few
    start_setting(page)
    buttons = page.locator("#rules-tools button")
    assert {*buttons.evaluate_all(SLUGS)} == {*KINDS, *COMBINED, *OF_REGIONS}
    drawn = {is_drawn(page, kind, one) for kind, one in KINDS.items()}
    assert {*drawn, *COMBINED.values(), *map(REGISTRY.get, OF_REGIONS.values())} == {
        *REGISTRY.values()
    }
    for kind, family in COMBINED.items():
        for cells in ((0, 1), (10, 11)):
            choose(page, "killer-cage")
            drag(page, *cells)
            page.keyboard.type("5")
            page.keyboard.press("Enter")
            choose(page, "killer-cage")
        choose(page, kind)
        for row in range(2):
            page.locator("#rules-list > li > button:first-child").nth(row).click()
        page.click("#rules-add")
        wait_for_rows(page, 1)
        assert constraints_of(page) == (family((Cage((0, 1), 5), Cage((10, 11), 5))),)
        wait_for_verdict(page)
        page.click("#rules-list button.icon")
        choose(page, kind)


CHAOS = (
    ".Shape~6x6.NoBoxes.ChaosConstruction.~R4C3_5.ChaosCount~R3C1.ChaosCount~R5C1.ChaosCount~R5C2"
    ".ChaosCount~R6C3.ChaosCount~R6C5.ChaosArrow~R1C1.ChaosArrow~R2C1.ChaosArrow~R2C4"
    ".ChaosArrow~R3C2.ChaosArrow~R5C2.ChaosArrow~R6C3"
)
BOLD = "() => document.querySelector('#grid .bold').getAttribute('d')"


@pytest.mark.slow
def test_regions_to_be_found_are_set_and_their_borders_drawn(new_page: NewPage) -> None:
    page = new_page()
    through_dialog(page, "." * 35 + "1", "6x6")
    wait_until(page, lambda: page.locator(".cell").count() == 36)
    start_setting(page)
    blank = page.evaluate(BOLD)
    choose(page, "chaos-count")  # brings the regions along
    page.wait_for_selector(".cell >> nth=71")
    wait_for_rows(page, 1)
    assert page.evaluate(BOLD) != blank  # without boxes
    drag(page, 7)
    drag(page, 20, 14, 26)
    choose(page, "chaos-arrow")
    drag(page, 0)
    drag(page, 29, 28)
    named = "".join(f"~CC{label}" for label in (21, 15, 27))
    text = f".Shape~6x6.NoBoxes.ChaosConstruction.ChaosCount~R2C2.ChaosCount~R4C3~0{named}"
    text += ".ChaosArrow~R1C1.ChaosArrow~R5C6~0~CC30~CC29~CC28~CC27~CC26~CC25"
    expected = lowbit.read_puzzle(text).constraints
    assert [each.normal_form() for each in constraints_of(page)] == [
        each.normal_form() for each in expected
    ]
    assert by_axe(page) == []
    choose(page, "chaos-construction")
    wait_for_rows(page, 0)
    assert page.locator(".cell").count() == 36
    assert page.evaluate(BOLD) == blank
    page.click("#undo")
    wait_for_rows(page, 5)
    paste(page, CHAOS)
    wait_for_rows(page, 12)
    page.reload()
    page.wait_for_selector(READY)
    page.click("#show-set")
    wait_for_rows(page, 12)
    assert label(page, 36).startswith("VCC1, ")  # variables keep their names
    open_board = page.evaluate(BOLD)
    page.click("#solve")
    page.wait_for_selector(".cell.solved >> nth=70")
    assert page.evaluate(BOLD) != open_board
