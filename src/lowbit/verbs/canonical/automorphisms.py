"""Automorphisms: the symmetries that leave a puzzle unchanged.

::

    automorphism = one member of each family, applied one after another

    families     at each step of the search for the canonical form, the choices that are as good
                 as the one it made: a symmetry for each, and the identity
                 equal lines of a chute, columns and stacks that never differ, digits that do
                 not occur: for each but the first, the swap with an earlier one, and the
                 identity

Each automorphism is produced in exactly one way, so their number is the product of the sizes of
the families, and listing them needs no memory (orbits and stabilisers: C. C. Sims, "Computational
methods in the study of permutation groups", 1970).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial, reduce
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.symmetry import Transform
from lowbit.verbs.canonical.one import has_least_form, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from lowbit.geometry import BoardLike
    from lowbit.verbs.puzzles import PuzzleLike

    Family = tuple[Transform, ...]

SIZE = CLASSIC.size
IDENTITY = Transform.identity()
WIDTH = SIZE // (len(CLASSIC.chutes) // 2)
"""The number of lines in a chute."""


@dataclass(frozen=True, slots=True)
class Automorphisms:
    """The symmetries that leave a puzzle unchanged: a group.

    Iterating yields them one by one, the identity first; there may be 10**12.

    Parameters
    ----------
    families : tuple of tuple of Transform
        Each automorphism is, in exactly one way, a product of one member of each family. The
        first member of each is the identity.

    Examples
    --------
    >>> from lowbit import Transform, automorphisms
    >>> group = automorphisms("1" + "." * 80)
    >>> group.count, next(iter(group)) == Transform.identity()
    (1672151040, True)
    """

    families: tuple[Family, ...]

    @property
    def count(self) -> int:
        """The number of automorphisms."""
        return prod(map(len, self.families))

    @property
    def generators(self) -> tuple[Transform, ...]:
        """Generators: automorphisms whose products are all of them."""
        return tuple(transform for family in self.families for transform in family[1:])

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Transform]:
        for chosen in product(*self.families):
            yield reduce(Transform.then, chosen or (IDENTITY,))


def automorphisms(puzzle: PuzzleLike, *, geometry: BoardLike | None = None) -> Automorphisms:
    """Return the symmetries that leave a puzzle unchanged.

    Constraints, and cells in them, may come in another order that says the same.

    Parameters
    ----------
    puzzle : PuzzleLike
        The puzzle, as for `lowbit.canonical`.
    geometry : Geometry or str, optional
        Its board; the classic one, or that of `puzzle` if it is a Grid or a Puzzle.

    Returns
    -------
    Automorphisms
        Their number, generators, and all of them, lazily. Digits that do not occur can be
        renamed freely, so a puzzle with seven different digits has at least two.

    Raises
    ------
    GridError
        As for `lowbit.canonical`.

    Examples
    --------
    >>> grid = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
    >>> symmetries = automorphisms(grid)
    >>> symmetries.count
    648
    >>> all(symmetry(grid).to_line() == grid for symmetry in symmetries.generators)
    True
    >>> automorphisms("." * 81).count == 2 * 6**8 * 362880
    True
    >>> automorphisms("." * 16, geometry="4x4").count == 128 * 24
    True
    """
    grid = plain(puzzle, geometry)
    if not isinstance(grid, Grid):
        from lowbit.verbs.canonical.constrained import symmetric_puzzle

        return Automorphisms(symmetric_puzzle(grid).families)
    if not has_least_form(grid):
        from lowbit.verbs.canonical.boards import symmetric  # loads NumPy

        return Automorphisms(symmetric(grid).families)
    best, others = _leaves(grid)
    back = best.transform.inverse
    families = [
        (IDENTITY, *(leaf.transform.then(back) for leaf in leaves)) for leaves in others if leaves
    ]
    families += _families_of_lines(grid, is_transposed=best.is_transposed)
    families += _families_of_digits(grid)
    return Automorphisms(tuple(families))


class _Leaf(NamedTuple):
    """The path of the search to the canonical form, in the terms of `minlex_state`."""

    rows: int
    order: int
    names: int

    @property
    def is_transposed(self) -> bool:
        return self.rows & 31 >= SIZE

    @property
    def transform(self) -> Transform:
        """The symmetry that takes the puzzle to its canonical form."""
        lines = [self.rows >> 5 * row & 31 for row in range(SIZE)]
        places = [self.order >> 4 * place & 15 for place in range(SIZE)]
        cells = [
            SIZE * place + line - SIZE if self.is_transposed else SIZE * line + place
            for line in lines
            for place in places
        ]
        names = [self.names >> 4 * digit & 15 for digit in range(1, SIZE + 1)]
        rest = iter(sorted(set(range(1, SIZE + 1)).difference(names)))
        return Transform(
            tuple(cells), tuple([name if name <= SIZE else next(rest) for name in names])
        )


def _leaves(grid: Grid) -> tuple[_Leaf, list[list[_Leaf]]]:
    """Return a leaf of the search, and the equally good ones, by the step that led there."""
    from lowbit.batch.candidates import puzzles_from_grid  # loads NumPy
    from lowbit.kernels.classic.canonical.minlex import minimize_grids  # loads Numba
    from lowbit.kernels.classic.canonical.state import (  # loads NumPy
        FOUND,
        LEAF,
        N_FOUND,
        STEPS,
        WORDS,
        new_forms,
        new_workspace,
    )

    workspace = new_workspace(keep_found=True)
    minimize_grids(puzzles_from_grid(grid), workspace, new_forms(1), 0, 1)
    found = workspace[FOUND:].reshape(-1, WORDS)[: int(workspace[N_FOUND])]
    others: list[list[_Leaf]] = [[] for _ in range(STEPS)]
    for step, *words in found.tolist():
        others[step].append(_Leaf(*words))
    return _Leaf(*workspace[LEAF : LEAF + 3].tolist()), others


def _families_of_lines(grid: Grid, *, is_transposed: bool) -> Iterator[Family]:
    """Yield the swaps of equal lines of a chute, and of blank stacks.

    The search itself finds those of blank bands, or of blank stacks where it transposed.
    """
    rows = [grid.givens[start : start + SIZE] for start in range(0, len(grid), SIZE)]
    columns = [bytes(column) for column in zip(*rows, strict=True)]
    for across, lines in ((False, rows), (True, columns)):
        for chute in range(0, SIZE, WIDTH):
            for line in set(lines[chute : chute + WIDTH]):
                same = [i for i in range(chute, chute + WIDTH) if lines[i] == line]
                yield from _families([[i] for i in same], partial(_swap, across=across))
        if across != is_transposed:
            chutes = [list(range(chute, chute + WIDTH)) for chute in range(0, SIZE, WIDTH)]
            blank = [chute for chute in chutes if not any(any(lines[i]) for i in chute)]
            yield from _families(blank, partial(_swap, across=across))


def _families_of_digits(grid: Grid) -> Iterator[Family]:
    """Yield the swaps of digits that do not occur."""
    unused = [digit for digit in range(1, SIZE + 1) if digit not in grid.givens]
    return _families([[digit] for digit in unused], _rename)


def _families(
    alike: Sequence[Sequence[int]], swap: Callable[[Sequence[int], Sequence[int]], Transform]
) -> Iterator[Family]:
    """Yield, for each item but the first, the identity and its swaps with earlier items."""
    for i in range(1, len(alike)):
        yield (IDENTITY, *(swap(alike[i], before) for before in alike[:i]))


def _swap(some: Sequence[int], others: Sequence[int], *, across: bool) -> Transform:
    """Return the symmetry that swaps some rows, or columns if `across`, with others."""
    order = _swapped(range(SIZE), some, others)
    if across:
        return Transform(tuple(SIZE * row + column for row in range(SIZE) for column in order))
    return Transform(tuple(SIZE * row + column for row in order for column in range(SIZE)))


def _rename(some: Sequence[int], others: Sequence[int]) -> Transform:
    """Return the symmetry that swaps some digits with others."""
    return Transform(IDENTITY.cells, tuple(_swapped(range(1, SIZE + 1), some, others)))


def _swapped(items: Sequence[int], some: Sequence[int], others: Sequence[int]) -> list[int]:
    place = {**dict(zip(some, others, strict=True)), **dict(zip(others, some, strict=True))}
    return [place.get(item, item) for item in items]
