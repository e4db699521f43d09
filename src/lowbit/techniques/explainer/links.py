"""What excludes what, and what forces what, between two candidates."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lowbit.techniques.explainer.hint import IN_CELL
from lowbit.techniques.explainer.regions import regions_of

if TYPE_CHECKING:
    from lowbit.techniques.board_masks import BoardMasks
    from lowbit.techniques.explainer.regions import Candidates

Linked = tuple[tuple[int, int], ...]
"""Candidates, each with what links it to another: a house, or `IN_CELL`."""
Links = dict[int, Linked]
"""For each candidate, those that it excludes or forces."""


@lru_cache(maxsize=64)
def exclusions(board: BoardMasks) -> tuple[Links, Links]:
    """Return what each candidate of a board excludes in its cell, and in its houses."""
    size, regions = board.size, regions_of(board)
    in_cells: Links = {}
    in_houses: Links = {}
    for cell in range(board.n_cells):
        peers = [
            (peer, next(house for house, mask in regions.masks_of_cell[cell] if mask >> peer & 1))
            for peer in regions.peers[cell]
        ]
        for place in range(size):
            number = cell * size + place
            in_cells[number] = tuple(
                (cell * size + other, IN_CELL) for other in range(size) if other != place
            )
            in_houses[number] = tuple((peer * size + place, house) for peer, house in peers)
    return in_cells, in_houses


def forced_in_cell(view: Candidates, number: int) -> Linked:
    """Return what is on where a candidate is off, for its cell has no other."""
    cell, place = divmod(number, view.board.size)
    left = view.cells[cell] ^ 1 << place
    if left and not left & (left - 1):
        return ((cell * view.board.size + left.bit_length() - 1, IN_CELL),)
    return ()


def forced_in_houses(view: Candidates, number: int) -> Linked:
    """Return what is on where a candidate is off, for a house has no other."""
    cell, place = divmod(number, view.board.size)
    rest = view.places[place + 1] ^ 1 << cell
    found: dict[int, int] = {}
    for house, mask in regions_of(view.board).masks_of_cell[cell]:
        left = rest & mask
        if left and not left & (left - 1):
            found.setdefault((left.bit_length() - 1) * view.board.size + place, house)
    return tuple(found.items())
