"""A pattern that eliminates candidates, light enough to be found in the middle of a chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import digits_in, members
from lowbit.techniques.step import HouseMark, Mark, Role, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.board_masks import Candidate

PlacesOf = tuple[int, int]
"""A set of cells, and a digit that is meant in each."""


class Pattern(NamedTuple):
    """Locked candidates, a subset or a fish.

    Parameters
    ----------
    slug : str
        The technique.
    eliminated : tuple of Candidate
        The candidates that it eliminates, cell by cell.
    cells, digits : int
        Its cells and digits.
    base, cover : tuple of int
        The indices of its houses.
    absent : tuple of PlacesOf
        The candidates that must be absent for the pattern to hold.
    """

    slug: str
    eliminated: tuple[Candidate, ...]
    cells: int
    digits: int
    base: tuple[int, ...]
    cover: tuple[int, ...]
    absent: tuple[PlacesOf, ...]

    def step(self, places: list[int], role: Role) -> Step:
        """Return it as a step; its cells have the role given."""
        marks = tuple(
            Mark(role, cell, digit)
            for cell in members(self.cells)
            for digit in digits_in(self.digits)
            if places[digit] >> cell & 1
        )
        houses = [HouseMark(Role.BASE, house) for house in self.base]
        houses += [HouseMark(Role.COVER, house) for house in self.cover]
        return Step(self.slug, (), self.eliminated, marks, tuple(houses))

    def absent_from(self, places: list[int]) -> Iterator[Candidate]:
        """Yield the candidates among these places that the pattern needs absent."""
        for cells, digit in self.absent:
            for cell in members(cells & places[digit]):
                yield cell, digit
