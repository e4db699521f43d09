"""Techniques that players know beyond HoDoKu and Sudoku Explainer, and a plain twin."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.reference.search import Search
from lowbit.techniques.books import rule_book
from lowbit.techniques.position import Position
from lowbit.techniques.registry import TECHNIQUES
from lowbit.techniques.sets.fireworks import fireworks
from lowbit.techniques.solve_path import walk
from lowbit.techniques.technique import Options
from lowbit.techniques.unique.extended_rectangles import exchangeable
from support import QUICK_BOARDS, random_solution, seeded, slow_except, unique_puzzle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate

PUZZLES = [
    line
    for line in Path(__file__).with_name("puzzles.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
SINGLES = {"full-house", "naked-single", "hidden-single"}
SLUGS = [
    "wxyz-wing",
    "vwxyz-wing",
    "almost-locked-pair",
    "almost-locked-triple",
    "almost-locked-quadruple",
    "extended-rectangle-1",
    "firework-triple",
    "firework-quadruple",
    "firework-pair",
    "sk-loop",
    "tridagon",
    "junior-exocet",
]
"""A technique of each finder that is soon done."""


@cache
def hard_positions(number: int) -> tuple[Position, ...]:
    """Return the positions of a puzzle in which singles do not help."""
    way = walk(Position(Grid(PUZZLES[number])), rule_book("human").without(["als-chain"]))
    return tuple(position for step, position in way if step.technique not in SINGLES)


def wrong_steps(position: Position, slugs: list[str]) -> Iterator[str]:
    """Yield the techniques whose steps contradict the solution or eliminate what is gone."""
    solution = next(Search(position.puzzle))
    for slug in slugs:
        for step in TECHNIQUES[slug].find(position, Options()):
            placed, eliminated = step.placements, step.eliminations
            if (
                any(solution[c] == d for c, d in eliminated)
                or any(solution[c] != d for c, d in placed)
                or not all(position.has(*candidate) for candidate in (*placed, *eliminated))
                or not (placed or eliminated)
            ):
                yield step.technique


@pytest.mark.parametrize("number", slow_except(range(len(PUZZLES)), range(0, len(PUZZLES), 4)))
def test_their_steps_are_sound(number: int) -> None:
    wrong = [slug for p in hard_positions(number)[:12:3] for slug in wrong_steps(p, SLUGS)]
    assert wrong == []


@pytest.mark.parametrize("spec", slow_except(QUICK_BOARDS, {"4x4", "6x6", "9x9+diagonals"}))
def test_their_steps_are_sound_on_other_boards(spec: str) -> None:
    rng = seeded("shared", spec)
    grid = unique_puzzle(random_solution(Geometry.parse(spec), rng), rng)
    slugs = [*SLUGS, "multi-sector-locked-sets"] if spec in {"4x4", "6x6"} else SLUGS
    positions = [position for _, position in walk(Position(grid), ["naked-single"])]
    for position in (Position(grid), *positions[:6:3]):
        assert list(wrong_steps(position, slugs)) == []


def test_multi_sector_locked_sets_are_sound() -> None:
    assert list(wrong_steps(hard_positions(5)[0], ["multi-sector-locked-sets"])) == []


def test_all_bent_sets_are_found() -> None:
    """The twin tries any four cells of a line and a box."""
    for position in hard_positions(3)[:2]:
        found = TECHNIQUES["wxyz-wing"].find(position, Options())
        steps = {(frozenset(mark.cell for mark in s.marks), s.eliminations) for s in found}
        assert steps == set(bent_sets(position))
        assert steps


def bent_sets(position: Position) -> Iterator[tuple[frozenset[int], tuple[Candidate, ...]]]:
    geometry, cells = position.geometry, range(81)
    own = {cell: set(position.candidates_of(cell)) for cell in cells}
    lines = [set(house.cells) for house in geometry.houses if house.kind != "box"]
    boxes = [set(house.cells) for house in geometry.houses if house.kind == "box"]
    for line in lines:
        for box in boxes:
            pool = [cell for cell in line | box if 0 < len(own[cell]) <= 4 and line & box]
            for four in combinations(sorted(pool), 4):
                digits = set(chain.from_iterable(own[cell] for cell in four))
                if len(digits) != 4 or set(four) <= line or set(four) <= box:
                    continue
                places = {d: {cell for cell in four if d in own[cell]} for d in digits}
                free = [d for d in digits if not places[d] <= line and not places[d] <= box]
                if len(free) == 1:
                    (z,) = free
                    eliminated = tuple(
                        (cell, z)
                        for cell in cells
                        if z in own[cell] and places[z] <= set(geometry.peers[cell])
                    )
                    if eliminated:
                        yield frozenset(four), eliminated


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2])
def test_a_firework_holds_each_of_its_digits(size: int) -> None:
    found = 0
    for number in range(0, 14, 2):
        for position in hard_positions(number)[:6:2]:
            solution = next(Search(position.puzzle))
            for firework in fireworks(position, size):
                found += 1
                assert {solution[cell] for cell in firework.cells} >= set(firework.digits)
    assert found


def test_extended_rectangles_are_off_where_there_are_several_solutions() -> None:
    off = Options().without_uniqueness()
    steps = TECHNIQUES["extended-rectangle-1"].find(hard_positions(0)[0], off)
    assert list(steps) == []


def test_two_lines_that_no_house_tells_apart() -> None:
    """In a band, or in one stack: three columns of three boxes, or those of one box."""
    cells = exchangeable(Position(Grid("." * 81)).board)
    assert len(cells) == 2 * (9 * 27 + 27 * 3)
    in_band = sum(1 << cell for cell in (0, 3, 6, 9, 12, 15))
    in_stack = sum(1 << cell for cell in (0, 1, 2, 27, 28, 29))
    in_neither = sum(1 << cell for cell in (0, 1, 3, 27, 28, 30))
    assert {in_band, in_stack} <= set(cells)
    assert in_neither not in cells


def test_the_book_for_people_has_all_but_multi_sector_locked_sets() -> None:
    book = rule_book("human")
    assert all(book.counts(slug) for slug in SLUGS)
    assert not book.counts("multi-sector-locked-sets")
