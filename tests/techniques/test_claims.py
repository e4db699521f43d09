"""The claims of reasons: failing combinations, counts and lists, against the position."""

from __future__ import annotations

import re
from math import prod

import pytest

from lowbit.geometry import CLASSIC
from lowbit.techniques.lessons.examples import example
from lowbit.techniques.step import Role
from lowbit.techniques.wording.reasons.exocets import exocet_of
from lowbit.techniques.wording.reasons.reason import reason
from lowbit.techniques.wording.reasons.sectors import covers_of
from lowbit.techniques.wording.reasons.speech import Speech
from lowbit.verbs.solve.one import solve


@pytest.mark.parametrize("slug", ["aligned-pair-exclusion", "aligned-triple-exclusion"])
def test_each_failing_combination_is_told_with_its_reason(slug: str) -> None:
    shown = example(slug)
    step, position = shown.step(), shown.position
    text = reason(step, position, is_whole=True)
    base = sorted({mark.cell for mark in step.marks if mark.role is Role.BASE})
    ways = sum(
        prod(position.cells[other].bit_count() for other in base if other != cell)
        for cell, _ in step.eliminations
    )
    assert (
        sum(
            len(re.split(", | or ", told))
            for told in re.findall(r"with ([^a-z]*(?: or [\d-]+)?), ", text)
        )
        == ways
    )
    for cell, held in re.findall(r"(r\dc\d) \(([\d or,]+)\) would have no digit left", text):
        (at,) = CLASSIC.cells_named(cell)
        assert {*map(int, re.findall(r"\d", held))} == {*position.candidates_of(at)}
        assert all(position.board.peers[at] >> other & 1 for other in base)


@pytest.mark.parametrize("slug", ["sk-loop", "multi-sector-locked-sets"])
def test_locked_sets_are_counted_house_by_house(slug: str) -> None:
    shown = example(slug)
    step, position = shown.step(), shown.position
    text = reason(step, position)
    _, table, *_ = re.split(r"box: |\. No row", text)
    counted = [
        (house, int(digit))
        for line in table.split("; ")
        for house, digits in [line.split(": ")]
        for digit in re.findall(r"\d", digits)
    ]
    cells = {mark.cell for mark in step.marks}
    assert len(counted) == len(cells)
    names = [str(house) for house in CLASSIC.houses]
    for cell in cells:
        for digit in position.candidates_of(cell):
            houses = [names[house] for house in position.board.houses_of[cell]]
            assert any((house, digit) in counted for house in houses)


def test_the_fewest_houses_hold_all_places() -> None:
    speech = Speech(example("naked-single").step(), example("naked-single").position, "en")
    found = covers_of(speech, 1 << 0 | 1 << 1 | 1 << 80)
    assert {len(cover) for cover in found} == {2}
    assert all(any(house in cover for house in (0, 18)) for cover in found)


def test_an_exocet_leaves_the_digits_of_the_solution() -> None:
    shown = example("junior-exocet")
    step, position, solution = shown.step(), shown.position, solve(shown.position.puzzle)
    found = exocet_of(Speech(step, position, "en"))
    fill = tuple(solution[cell] for cell in found.cells)
    assert fill in found.fills()
    assert "-".join(map(str, fill)) in reason(step, position, is_whole=True)


@pytest.mark.parametrize("slug", ["firework-triple", "firework-quadruple", "firework-pair"])
def test_each_digit_of_a_firework_is_in_one_of_its_cells(slug: str) -> None:
    shown = example(slug)
    solution = solve(shown.position.puzzle)
    told = re.findall(
        r"each of ([\d, and]+) is in (r\dc\d), (r\dc\d) or (r\dc\d)",
        reason(shown.step(), shown.position),
    )
    assert told
    for digits, *cells in told:
        held = {solution[CLASSIC.cells_named(cell)[0]] for cell in cells}
        assert held >= {*map(int, re.findall(r"\d", digits))}
