"""Requests for puzzles, and which of them cannot be met.

A request is refused here if it is impossible for a known reason. Whether any other can be met, only
trying can tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lowbit.arguments import unknown
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.verbs.generate.symmetries import MAPS, Unit, units

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.verbs.generate.difficulty.target import Target

FEWEST_CLUES: Final = 17
"""No puzzle with fewer givens has one solution: G. McGuire, B. Tugemann, G. Civario, 'There is no
16-clue Sudoku', Experimental Mathematics 23, 2014."""

PLAIN: Final = frozenset({"row", "column", "box"})
"""The houses of boards on which two rows of a band can change places."""


class GenerationRequest(NamedTuple):
    """A request for puzzles.

    Attributes
    ----------
    clues : tuple of int, or None
        The fewest and the most givens; None for any number.
    symmetry : str
        A name of `lowbit.verbs.generate.symmetries.MAPS`.
    pattern : frozenset of int, or None
        The cells of the givens.
    is_minimal : bool
        Whether every given is needed.
    is_unique : bool
        Whether there is one solution.
    grids : uint8[m, n_cells], or None
        The solutions, in turn.
    target : Target, or None
        How hard they are to be.
    board : Geometry
    is_independent : bool
        Whether no two solutions may be isomorphic.
    """

    clues: tuple[int, int] | None = None
    symmetry: str = "none"
    pattern: frozenset[int] | None = None
    is_minimal: bool = True
    is_unique: bool = True
    grids: NDArray[np.uint8] | None = None
    target: Target | None = None
    board: Geometry = CLASSIC
    is_independent: bool = False

    @property
    def units(self) -> tuple[Unit, ...]:
        """The cells that are givens or blank together."""
        return units(self.symmetry, self.board)

    @property
    def fits_at_once(self) -> bool:
        """Whether every puzzle stripped from a solution fits."""
        return self.clues is None and self.pattern is None and not self.may_have_redundant

    @property
    def may_have_redundant(self) -> bool:
        """Whether single givens may be redundant: whole units were tried, or nothing was."""
        return self.needs_minimal and (self.symmetry != "none" or self.pattern is not None)

    @property
    def fewest(self) -> int:
        """No puzzle with fewer givens has one solution."""
        if self.board.is_classic:
            return FEWEST_CLUES
        return self.board.size - 1 if self.board.full_houses else 0

    @property
    def most_minimal(self) -> int:
        """No minimal puzzle has more givens: in a full row each follows from the others."""
        n_full_rows = sum(
            house.kind == "row" and not house.grid for house in self.board.full_houses
        )
        return self.board.n_cells - n_full_rows

    @property
    def sums(self) -> list[int]:
        """The numbers of givens in range that some of the units add up to."""
        if self.clues is None:
            return []
        sums = {0}
        for unit in self.units:
            sums |= {number + len(unit) for number in sums}
        return [number for number in sorted(sums) if self.clues[0] <= number <= self.clues[1]]

    def require_possible(self) -> None:
        """Raise if it is known that there is no such puzzle.

        Raises
        ------
        InputError
            It says why.
        """
        if self.symmetry not in MAPS:
            raise InputError(unknown("symmetry", self.symmetry, MAPS))
        if self.target is not None and not self.is_unique:
            raise InputError("only puzzles with one solution are rated")
        if self.target is not None and not self.board.is_classic:
            raise InputError(
                f"puzzles of a rating are made on the classic board, not on {self.board}"
            )
        if self.is_independent and (self.grids is not None or not self.is_unique):
            raise InputError(
                "independent puzzles have one solution each, from random grids: they exclude "
                "from_grids and several solutions"
            )
        if self.clues is not None:
            self._require_clues(*self.clues)
        if self.pattern is not None:
            self._require_pattern(self.pattern)
        elif not self.is_unique and self.clues is None:
            raise InputError("puzzles with any number of solutions need clues or a pattern")

    def _require_clues(self, fewest: int, most: int) -> None:
        if not 0 <= fewest <= most <= self.board.n_cells:
            given = fewest if fewest == most else f"{fewest} to {most}"
            raise InputError(f"clues must be from 0 to {self.board.n_cells}, not {given}")
        if self.is_unique and most < self.fewest:
            raise InputError(self.too_few(most))
        if self.needs_minimal and fewest > self.most_minimal:
            raise InputError(f"no minimal puzzle has {fewest} givens: one in a full row could go")
        if not self.sums:
            raise InputError(
                f"no pattern with {_range(fewest, most)} givens has the symmetry {self.symmetry!r}"
            )

    def _require_pattern(self, pattern: frozenset[int]) -> None:
        if self.clues is not None or self.symmetry != "none" or self.grids is not None:
            raise InputError("a pattern excludes clues, a symmetry and from_grids")
        if self.is_unique and len(pattern) < self.fewest:
            raise InputError(self.too_few(len(pattern)))
        if self.is_unique and {house.kind for house in self.board.houses} <= PLAIN:
            _require_no_swap(pattern, self.board)
        if self.needs_minimal:
            _require_no_full_house(pattern, self.board)

    @property
    def needs_minimal(self) -> bool:
        """Whether every given must be needed."""
        return self.is_unique and self.is_minimal

    def too_few(self, clues: int) -> str:
        """Return why no puzzle has so few givens and one solution."""
        if self.board.is_classic:
            why = f"{FEWEST_CLUES} are the fewest (McGuire, Tugemann, Civario 2014)"
        else:
            why = "two digits that are not given can change places"
        return f"no puzzle with {clues} givens has one solution: {why}"


def target_asked_for(rules: str | Sequence[str] = "human", **criteria: Any) -> Target | None:  # noqa: ANN401 - as `generate` has them
    """Return the requested difficulty of puzzles; None if there is none.

    Raises
    ------
    InputError
        If it makes no sense.
    """
    if all(value in (None, (), []) for value in criteria.values()):
        return None
    from lowbit.verbs.generate.difficulty.target import target_of  # loads all techniques

    return target_of(rules=rules, **criteria)


def _range(fewest: int, most: int) -> str:
    return str(fewest) if fewest == most else f"{fewest} to {most}"


def _require_no_swap(pattern: frozenset[int], board: Geometry) -> None:
    """Two blank rows of a band, or columns of a stack, can change places."""
    for chute in board.chutes:
        lines = [house for house in board.houses if _crosses(house.kind, house.cells, chute)]
        blank = [str(line) for line in lines if pattern.isdisjoint(line.cells)]
        if len(blank) > 1:
            raise InputError(
                f"no puzzle with this pattern has one solution: {blank[0]} and {blank[1]} "
                "are blank, and could change places"
            )


def _crosses(kind: str, cells: tuple[int, ...], chute: tuple[int, ...]) -> bool:
    """Return whether a house is a whole line of a chute."""
    return kind in {"row", "column"} and set(cells) <= set(chute)


def _require_no_full_house(pattern: frozenset[int], board: Geometry) -> None:
    for house in board.full_houses:
        if pattern.issuperset(house.cells):
            raise InputError(
                f"no puzzle with this pattern is minimal: {house} is full, so that each "
                "of its givens follows from the others"
            )
