"""Links between two candidates: weak ones, by which one excludes the other, and strong ones."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import mask_of
from lowbit.techniques.explainer.chains.hint import IN_CELL
from lowbit.techniques.explainer.regions import regions_of

if TYPE_CHECKING:
    from lowbit.techniques.board_masks import BoardMasks
    from lowbit.techniques.explainer.regions import Candidates

Linked = tuple[tuple[int, int], ...]
"""Candidates, each with the cause of its link to another: a house, or `IN_CELL`."""
Links = dict[int, Linked]
"""For each candidate, those that it excludes or forces."""


class Exclusions(NamedTuple):
    """The candidates that each candidate of a board excludes.

    Parameters
    ----------
    links : Links
        For each candidate, the others in order.
    causes : dict of int to dict of int to int
        The same as a table.
    masks : dict of int to int
        The same as sets of candidates.
    """

    links: Links
    causes: dict[int, dict[int, int]]
    masks: dict[int, int]


@lru_cache(maxsize=64)
def exclusions(board: BoardMasks) -> tuple[Exclusions, Exclusions]:
    """Return the exclusions in houses alone, and those in cells, then in houses."""
    size, regions = board.size, regions_of(board)
    in_houses: Links = {}
    in_both: Links = {}
    for cell in range(board.n_cells):
        peers = [
            (peer, next(house for house, mask in regions.masks_of_cell[cell] if mask >> peer & 1))
            for peer in regions.peers[cell]
        ]
        for place in range(size):
            number = cell * size + place
            in_cell = tuple(
                (cell * size + other, IN_CELL) for other in range(size) if other != place
            )
            in_houses[number] = tuple((peer * size + place, house) for peer, house in peers)
            in_both[number] = in_cell + in_houses[number]
    return _exclusions(in_houses), _exclusions(in_both)


def _exclusions(links: Links) -> Exclusions:
    causes = {number: dict(others) for number, others in links.items()}
    masks = {number: mask_of(others) for number, others in causes.items()}
    return Exclusions(links, causes, masks)


def all_forced_in_cells(view: Candidates) -> Links:
    """Return the candidate that is on if the other one of its bivalue cell is off."""
    size = view.board.size
    found: Links = {}
    for cell, mask in enumerate(view.cells):
        low = mask & -mask
        high = mask ^ low
        if high and not high & (high - 1):
            one, two = (cell * size + bit.bit_length() - 1 for bit in (low, high))
            found[one] = ((two, IN_CELL),)
            found[two] = ((one, IN_CELL),)
    return found


def all_forced_in_houses(view: Candidates) -> Links:
    """Return, for each candidate, those that are on if it is off, as `forced_in_houses` does."""
    size, houses = view.board.size, view.board.houses
    found: dict[int, dict[int, int]] = {}
    for place, places in enumerate(view.places[1:]):
        for house in regions_of(view.board).chains if places else ():
            left = places & houses[house]
            low = left & -left
            high = left ^ low
            if high and not high & (high - 1):
                one, two = ((bit.bit_length() - 1) * size + place for bit in (low, high))
                found.setdefault(one, {}).setdefault(two, house)
                found.setdefault(two, {}).setdefault(one, house)
    return {number: tuple(others.items()) for number, others in found.items()}


def forced_in_cell(view: Candidates, number: int) -> Linked:
    """Return the candidate that is on if one is off because its cell has only one other."""
    cell, place = divmod(number, view.board.size)
    left = view.cells[cell] ^ 1 << place
    if left and not left & (left - 1):
        return ((cell * view.board.size + left.bit_length() - 1, IN_CELL),)
    return ()


def forced_in_houses(view: Candidates, number: int) -> Linked:
    """Return the candidates that are on if one is off because a house has only one other place."""
    cell, place = divmod(number, view.board.size)
    rest = view.places[place + 1] ^ 1 << cell
    found: dict[int, int] = {}
    for house, mask in regions_of(view.board).masks_of_cell[cell]:
        left = rest & mask
        if left and not left & (left - 1):
            found.setdefault((left.bit_length() - 1) * view.board.size + place, house)
    return tuple(found.items())
