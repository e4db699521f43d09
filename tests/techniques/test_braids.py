"""Braids: their lengths are those that trial and error measures, and their proofs are whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import lowbit
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.reference.budget import Budget
from lowbit.reference.trials import Trials
from lowbit.techniques.chains.braids import braids
from lowbit.techniques.position import Position
from lowbit.techniques.solve_path import walk
from lowbit.techniques.technique import Options
from lowbit.techniques.wording.reasons.proofs import ChainProof
from lowbit.techniques.wording.reasons.reason import reason
from support import random_solution, seeded, unique_puzzle

if TYPE_CHECKING:
    from lowbit.techniques.step import Step

SINGLES = ["full-house", "hidden-single", "naked-single"]
PUZZLE = "...5.32....5........8.6...57..19....5.2.8..6.6......78....2....97......6......43."


def length(step: Step, position: Position) -> int:
    """Return the length of a braid: what is supposed, and each claim, opens a variable."""
    return len(ChainProof(position, step.chains).claims)


def test_the_longest_braid_that_a_puzzle_takes_is_its_b() -> None:
    solution = lowbit.solve(PUZZLE)
    lengths = []
    for step, position in walk(Position(Grid(PUZZLE)), [*SINGLES, "braid"]):
        assert all(solution[cell] != digit for cell, digit in step.eliminations)
        if step.technique == "braid":
            lengths.append(length(step, position))
            assert ChainProof(position, step.chains).is_complete
            told = [reason(step, position, language) for language in ("en", "zh")]
            assert [re.findall(r"\d+", text)[-1] for text in told] == [str(lengths[-1])] * 2
    assert max(lengths) == lowbit.rate(PUZZLE, rules=(), measures="B").B
    assert step.placements  # the last one, of a puzzle that is solved


def test_no_braid_is_shorter_and_none_is_left_out() -> None:
    way = walk(Position(Grid(PUZZLE)), [*SINGLES, "braid"])
    position = next(position for step, position in way if step.technique == "braid")
    trials = Trials(position.grid, Budget())
    alive = trials._begin  # noqa: SLF001 - a twin that tries all sets of candidates
    found = {}
    for step in braids(position, Options()):
        ((cell, digit),) = step.eliminations
        found[9 * cell + digit - 1] = length(step, position)
        ends = [chain.nodes[-1] for chain in step.chains]
        for mark in step.houses:  # or the ends are all candidates of a cell
            assert all(end.cells & position.board.houses[mark.house] for end in ends)
        assert bool(step.houses) == (len({end.cells for end in ends}) > 1)
    assert list(found.values()) == sorted(found.values())
    for target in trials._open_ones(alive):  # noqa: SLF001
        least = (n for n in range(1, 4) if trials._has_braid(alive, target, n))  # noqa: SLF001
        expected = next(least, None)
        assert found.get(target, 9) == expected or (expected is None and found.get(target, 9) > 3)


def test_braids_are_found_on_other_boards() -> None:
    rng = seeded("braids")
    geometry = Geometry.parse("6x6+diagonals")
    for _ in range(20):
        grid = unique_puzzle(random_solution(geometry, rng), rng)
        way = list(walk(Position(grid), [*SINGLES, "braid"]))
        lengths = [length(*item) for item in way if item[0].technique == "braid"]
        assert max(lengths, default=0) == lowbit.rate(grid, measures="B").B
        if lengths:
            return
    pytest.fail("no puzzle took a braid")
