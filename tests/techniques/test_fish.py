"""Fish, beside a twin that tries every choice of houses on plain sets."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.techniques.single_digit.fish import BASIC, FRANKEN, FishSearch
from lowbit.techniques.solve_path import walk
from lowbit.techniques.step import Role
from lowbit.techniques.technique import Options

if TYPE_CHECKING:
    from collections.abc import Iterator

PUZZLE = "..41....27..48....9....3...........71..5..9..5....743...1.5....2.9.3..76.8......4"
Fish = tuple[frozenset[int], frozenset[int], frozenset[int]]
"""The base houses, the cover houses, and the cells that lose the digit."""


def stuck() -> Position:
    easy = {"full-house", "naked-single", "hidden-single", "pointing", "claiming"}
    for step, position in walk(Position(Grid(PUZZLE)), "hodoku"):
        if step.technique not in easy:
            return position
    raise AssertionError(PUZZLE)


def twin(position: Position, digit: int, size: int, kind: int, *, finned: bool) -> Iterator[Fish]:
    board, options = position.board, Options()
    places = {
        house: {cell for cell in cells if position.has(cell, digit)}
        for house, cells in enumerate(board.house_cells)
    }
    boxes = board.boxes if kind == FRANKEN else ()
    for lines, across in ((board.rows, board.columns), (board.columns, board.rows)):
        for bases in combinations([h for h in (*lines, *boxes) if places[h]], size):
            base = set().union(*(places[h] for h in bases))
            endo = {c for c in base if sum(c in places[h] for h in bases) > 1}
            others = [h for h in (*across, *boxes) if h not in bases and places[h] & base]
            for covers in combinations(others, size):
                cover = set().union(*(places[h] for h in covers))
                twice = {c for c in cover if sum(c in places[h] for h in covers) > 1}
                fins = (base - cover) | endo
                seen = [c for c in cover if all(board.peers[f] >> c & 1 for f in fins)]
                eliminated = frozenset(seen) & frozenset((cover - base) | twice)
                few = len(fins) <= options.fins and len(endo) <= options.endo_fins
                if eliminated and few and bool(fins) == finned:
                    yield frozenset(bases), frozenset(covers), eliminated


@pytest.mark.parametrize("finned", [False, True])
@pytest.mark.parametrize(("size", "kind"), [(2, BASIC), (3, BASIC), (4, BASIC), (2, FRANKEN)])
def test_the_fish_are_those_of_the_twin(size: int, kind: int, *, finned: bool) -> None:
    position, n_found = stuck(), 0
    for digit in position.board.digits:
        search = FishSearch(position, digit, size, kind, finned, Options())
        found = [
            (
                frozenset(mark.house for mark in step.houses if mark.role is Role.BASE),
                frozenset(mark.house for mark in step.houses if mark.role is Role.COVER),
                frozenset(cell for cell, _ in step.eliminations),
            )
            for step in search.steps()
        ]
        assert set(found) == set(twin(position, digit, size, kind, finned=finned))
        n_found += len(found)
    assert n_found or not finned
