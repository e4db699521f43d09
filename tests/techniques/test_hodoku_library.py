"""HoDoKu's own test cases: each step is found with its effect, and what must not be is not.

A line is ``:CODE[-V|-x]:CANDIDATES:GRID:DELETED:ELIMINATIONS:PLACEMENTS:EXTRA:``; the variant V is
an option of the finder.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.techniques.registry import technique_named
from lowbit.techniques.technique import Options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Data
    from lowbit.techniques.board_masks import Candidate

FISH = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
FISH_KINDS = {
    "030": "",
    "031": "finned-",
    "032": "sashimi-",
    "033": "franken-",
    "034": "finned-franken-",
    "035": "mutant-",
    "036": "finned-mutant-",
}
SLUGS = {
    "0000": "full-house",
    "0002": "hidden-single",
    "0003": "naked-single",
    "0100": "pointing",
    "0101": "claiming",
    "0110": "locked-pair",
    "0111": "locked-triple",
    "0200": "naked-pair",
    "0201": "naked-triple",
    "0202": "naked-quadruple",
    "0210": "hidden-pair",
    "0211": "hidden-triple",
    "0212": "hidden-quadruple",
    "0400": "skyscraper",
    "0401": "two-string-kite",
    "0402": "empty-rectangle",
    "0403": "turbot-fish",
    "0404": "dual-two-string-kite",
    "0405": "dual-empty-rectangle",
    "0500": "simple-colours-trap",
    "0501": "simple-colours-wrap",
    "0502": "multi-colours-1",
    "0503": "multi-colours-2",
    "0600": "unique-rectangle-1",
    "0601": "unique-rectangle-2",
    "0602": "unique-rectangle-3",
    "0603": "unique-rectangle-4",
    "0604": "unique-rectangle-5",
    "0605": "unique-rectangle-6",
    "0606": "hidden-rectangle",
    "0607": "avoidable-rectangle-1",
    "0608": "avoidable-rectangle-2",
    "0610": "bug-plus-1",
    "0701": "x-chain",
    "0702": "xy-chain",
    "0703": "remote-pair",
    "0706": "continuous-nice-loop",
    "0707": "discontinuous-nice-loop",
    "0708": "aic",
    "0709": "grouped-continuous-nice-loop",
    "0710": "grouped-discontinuous-nice-loop",
    "0711": "grouped-aic",
    "0800": "xy-wing",
    "0801": "xyz-wing",
    "0803": "w-wing",
    "0901": "als-xz",
    "0902": "als-xy-wing",
    "0903": "als-chain",
    "0904": "death-blossom",
    "1101": "sue-de-coq",
    "1201": "template-set",
    "1202": "template-delete",
} | {
    prefix + str(place): kind + size
    for prefix, kind in FISH_KINDS.items()
    for place, size in enumerate(FISH)
}
ALS_NODES = {"0709-2", "0710-3", "0710-4", "0711-3", "0711-4"}
DUALS = ("0404", "0405", "03")


@dataclass(frozen=True)
class Case:
    """One line of the file."""

    line: str
    slug: str
    options: Options
    position: Position
    effect: tuple[tuple[Candidate, ...], tuple[Candidate, ...]]
    must_be_found: bool


def candidates(text: str) -> list[Candidate]:
    """Read ``digit row column`` triples."""
    return [((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0])) for t in text.split()]


def options_of(code: str, variant: str) -> Options:
    options = Options(duals=code.startswith(DUALS))
    if code.startswith("06"):
        options = replace(options, missing_candidates=variant != "1")
    if code in {"0402", "0405"}:
        options = replace(options, two_candidate_er=variant == "1" or code == "0405")
    if code in {"0902", "0903", "0904"}:
        options = replace(options, als_overlap=variant == "2", als_both_ways=True)
    if (code, variant) in {
        ("0709", "2"),
        ("0710", "3"),
        ("0710", "4"),
        ("0711", "3"),
        ("0711", "4"),
    }:
        options = replace(options, als_in_chains=True)
    return options


def parsed(line: str) -> Case:
    _, code, _, cells, deleted, eliminated, placed, *_ = line.split(":")
    code, _, variant = code.partition("-")
    digits, solved = "", []
    for symbol in cells:
        if symbol == "+":
            solved.append(len(digits))
        else:
            digits += symbol
    position = Position(Grid(digits), solved).after((), candidates(deleted))
    # A template places all its cells, and the file names them by the first digit of each.
    effect = (tuple(sorted(candidates(placed))), tuple(sorted(candidates(eliminated))))
    options = options_of(code[:4], variant)
    return Case(line, SLUGS[code[:4]], options, position, effect, variant != "x")


def cases(path: Path) -> Iterator[Case]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            yield parsed(line)


def is_as_it_should_be(case: Case) -> bool:
    finder = technique_named(case.slug).find
    found = any(
        step.technique == case.slug and step.effect == case.effect
        for step in finder(case.position, case.options)
    )
    return found == case.must_be_found


@pytest.mark.slow
def test_cases_are_as_they_should_be(data: Data) -> None:
    """One in three of each kind; all of them take 15 s."""
    numbers: Counter[str] = Counter()
    some = []
    for case in cases(data("hodoku_library.txt")):
        if numbers[case.slug] % 3 == 0:
            some.append(case)
        numbers[case.slug] += 1
    assert [case.line for case in some if not is_as_it_should_be(case)] == []
