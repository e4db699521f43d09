"""What singles eliminate from all roots at once is what they eliminate from each alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit import generate
from lowbit.geometry import CLASSIC
from lowbit.kernels.core.compile import kernel
from lowbit.kernels.rating.bounds.singles import (
    IS_BEGUN,
    N_LIVE,
    WORD,
    SinglesBounds,
    begin_roots,
    list_needed_roots,
    new_singles_bounds,
    renew_roots,
)
from lowbit.kernels.rating.position.state import AT, CELLS, ONCE
from lowbit.kernels.rating.position.tables import CELL_AT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

Groups = list[set[int]]


@kernel
def look(
    position: NDArray[np.int64],
    later: NDArray[np.int64],
    part: NDArray[np.int64],
    sets: SinglesBounds,
) -> None:
    begin_roots(position, sets)
    renew_roots(later, sets)
    sets.words[IS_BEGUN] = 0
    list_needed_roots(part, sets)


def groups_of(candidates: set[int]) -> Groups:
    cells = [cell_of(9 * cell) & candidates for cell in range(81)]
    houses = [
        {9 * cell + digit for cell in house} & candidates
        for house in CELL_AT.tolist()
        for digit in range(9)
    ]
    return [group for group in cells + houses if group]


def cell_of(candidate: int) -> set[int]:
    first = candidate // 9 * 9
    return {*range(first, first + 9)}


def peers_of(candidate: int) -> set[int]:
    cell, digit = divmod(candidate, 9)
    others = cell_of(candidate) - {candidate}
    return others | {9 * peer + digit for peer in CLASSIC.peers[cell]}


def left_by_singles(candidates: set[int], groups: Groups) -> set[int] | None:
    """Return what singles leave; None where they leave nothing of a group."""
    left, placed = set(candidates), set[int]()
    while True:
        if not all(group & left for group in groups):
            return None
        ones = {min(group & left) for group in groups if len(group & left) == 1} - placed
        if not ones:
            return left
        placed |= ones
        left -= set().union(*map(peers_of, ones))


def board_of(candidates: set[int]) -> NDArray[np.int64]:
    board = np.zeros(ONCE, np.int64)
    for cell, digit in (divmod(candidate, 9) for candidate in candidates):
        board[CELLS + cell] |= 1 << digit
    for house, cells in enumerate(CELL_AT.tolist()):
        for place, cell in enumerate(cells):
            for digit in range(9):
                board[AT + 9 * house + digit] |= (board[CELLS + cell] >> digit & 1) << place
    return board


def positions() -> Iterator[tuple[set[int], set[int], set[int]]]:
    """Yield positions, later ones, and what is left of these where a candidate is on."""
    rng = np.random.default_rng(16)
    for puzzle in generate(24, seed=16).array.tolist():
        position = open_candidates(puzzle)
        for candidate in rng.permutation(sorted(position))[:2].tolist():
            groups = groups_of(position)
            later = left_by_singles(position - {candidate}, groups)
            if later is not None:
                part = left_by_singles(later - peers_of(int(rng.choice(sorted(later)))), groups)
                yield position, later, later if part is None else part


def open_candidates(puzzle: list[int]) -> set[int]:
    """Return the candidates of the cells that singles leave open."""
    given = {9 * cell + digit - 1 for cell, digit in enumerate(puzzle) if digit}
    start = {*range(729)} - given.union(*map(peers_of, given))
    left = left_by_singles(start | given, groups_of(start | given)) or set()
    return {one for one in left if len(left & cell_of(one)) > 1}


def rows_of(part: set[int], groups: Groups) -> dict[int, set[int]]:
    """Return what each root eliminates: all but itself where it is refuted."""
    rows = {}
    for candidate in part:
        for is_on in range(2):
            left = left_by_singles(
                part - peers_of(candidate) if is_on else part - {candidate}, groups
            )
            itself = {candidate} if is_on else set()
            rows[2 * candidate + is_on] = part - (itself if left is None else left)
    return rows


def needed_of(part: set[int], groups: Groups, rows: dict[int, set[int]]) -> set[int]:
    """Return the roots that eliminate anything together with all others of a group, or both."""
    needed = {
        root
        for root, eliminated in rows.items()
        if len(part - eliminated) == root % 2 and len(part & cell_of(root // 2)) > 1
    }
    for group in (group & part for group in groups):
        if len(group) > 1 and set.intersection(*(rows[2 * one + 1] for one in group)):
            needed |= {2 * one + 1 for one in group}
    for one in part:
        if len(part & cell_of(one)) > 2 and rows[2 * one] & rows[2 * one + 1]:
            needed |= {2 * one, 2 * one + 1}
    return needed


@pytest.mark.slow
def test_roots_eliminate_what_singles_do_and_those_are_needed_that_may_find_chains(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = list(positions())
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path))  # what a test compiles is kept by name alone
    sets, n_needed = new_singles_bounds(), 0
    for position, later, part in cases:
        look(board_of(position), board_of(later), board_of(part), sets)
        n_live = int(sets.words[N_LIVE])
        n_words = -(-n_live // WORD)
        wanted = rows_of(part, groups_of(position))
        roots = {
            2 * int(sets.candidate_of[root // 2]) + root % 2: root for root in range(2 * n_live)
        }
        for name, eliminated in wanted.items():
            row = sets.rows[n_words * roots[name] :]
            found = {
                int(sets.candidate_of[index])
                for index in range(n_live)
                if row[index // WORD] >> index % WORD & 1
            }
            assert found & part == eliminated
        needed = {name for name in wanted if sets.needed[roots[name]]}
        assert needed == needed_of(part, groups_of(position), wanted)
        n_needed += len(needed)
    assert n_needed
