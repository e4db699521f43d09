"""Unavoidable sets beside all full grids of small boards, and known counts."""

from __future__ import annotations

from collections import Counter

import pytest

import lowbit
from lowbit import Grid, InputError, LimitReachedError, MultipleSolutionsError, Puzzle
from lowbit.constraints import AntiKnight, Cage, Diagonal, Even, Odd, Windows

MOST_CANONICAL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
RANDOM = "184952637657138924923764185215679843436825791879413562541286379798341256362597418"

SMALL = {
    "houses": Puzzle("." * 16, geometry="4x4"),
    "diagonals": Puzzle("." * 16, geometry="4x4+diagonals"),
    "groups": Puzzle("." * 16, geometry="4x4+groups"),
    "diagonal constraint": Puzzle("." * 16, [Diagonal()], geometry="4x4"),
    "even and odd": Puzzle("." * 16, [Even((0, 5)), Odd((3,))], geometry="4x4"),
    "anti-knight": Puzzle("." * 16, [AntiKnight()], geometry="4x4"),
    "jigsaw": Puzzle("." * 16, geometry="jigsaw:1112132233243444"),
}


def by_hand(puzzle: Puzzle, solution: Grid, size: int) -> list[tuple[int, ...]]:
    """Return the unavoidable sets by comparing a solution with all others."""
    own = list(solution.givens)
    others = (list(grid.givens) for grid in lowbit.solutions(puzzle))
    different = {frozenset(c for c, d in enumerate(o) if d != own[c]) for o in others} - {
        frozenset()
    }
    least = [one for one in different if not any(other < one for other in different)]
    return sorted(
        (tuple(sorted(one)) for one in least if len(one) <= size), key=lambda c: (len(c), c)
    )


@pytest.mark.parametrize("name", SMALL)
def test_sets_are_those_that_all_solutions_show(name: str) -> None:
    puzzle = SMALL[name]
    solved = next(iter(lowbit.solutions(puzzle)))
    for size in (7, 16):
        found = lowbit.unavoidable_sets(puzzle.with_grid(solved), size)
        assert found == by_hand(puzzle, solved, size)
        assert found or name == "anti-knight" or size < 16


def test_counts_are_those_of_gridchecker() -> None:
    """gridchecker e90e203: --unav --unav12."""
    counts = Counter(map(len, lowbit.unavoidable_sets(RANDOM)))
    assert counts == {4: 15, 6: 16, 8: 29, 9: 8, 10: 49, 11: 15, 12: 129}
    assert Counter(map(len, lowbit.unavoidable_sets(MOST_CANONICAL))) == {6: 162}


def test_a_puzzle_gives_the_sets_of_its_solution() -> None:
    puzzle = lowbit.minimize(RANDOM)
    assert lowbit.unavoidable_sets(puzzle, 6) == lowbit.unavoidable_sets(RANDOM, 6)
    with pytest.raises(MultipleSolutionsError):
        lowbit.unavoidable_sets("." * 81)


def test_constraints_of_one_cell_and_of_cells_that_differ_are_rules() -> None:
    """With more rules, sets are larger: each holds one of those without."""
    puzzle = Puzzle("." * 81, [AntiKnight(), Windows(), Odd((0,))])
    solved = next(iter(lowbit.solutions(puzzle)))
    few = lowbit.unavoidable_sets(puzzle.with_grid(solved), 20)
    many = [frozenset(cells) for cells in lowbit.unavoidable_sets(solved, 14)]
    assert len(few) < len(many)
    assert all(any(one <= set(cells) for one in many) for cells in few if len(cells) <= 14)


def test_other_constraints_are_refused() -> None:
    puzzle = Puzzle(RANDOM, [Cage((0, 1), 9)])
    with pytest.raises(InputError, match=r"which Cage at r1c1 r1c2 .* does not"):
        lowbit.unavoidable_sets(puzzle)


def test_a_time_limit_ends_the_search() -> None:
    with pytest.raises(LimitReachedError):
        lowbit.unavoidable_sets(RANDOM, 30, time_limit=0)
    with pytest.raises(InputError, match="max_size must be 1 or more"):
        lowbit.unavoidable_sets(RANDOM, 0)
