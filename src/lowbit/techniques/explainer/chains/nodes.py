"""Candidates and nodes of chains as numbers.

::

    candidate   cell * size + digit - 1
    node        2 * candidate, plus 1 where the candidate is on

so that ``node ^ 1`` is the opposite of a node, and sets of candidates or nodes are masks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.techniques.step import ChainNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.techniques.board_masks import Candidate


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def candidates_in(mask: int, size: int) -> tuple[Candidate, ...]:
    """Return the candidates of a mask, cell by cell."""
    return tuple((number // size, number % size + 1) for number in bits(mask))


def mask_of_candidates(candidates: Iterable[Candidate], size: int) -> int:
    """Return candidates as a mask."""
    mask = 0
    for cell, digit in candidates:
        mask |= 1 << cell * size + digit - 1
    return mask


def others_in_cell(cells: list[int], candidate: int, size: int) -> int:
    """Return the other candidates of a candidate's cell, as a mask."""
    cell, place = divmod(candidate, size)
    return (cells[cell] & ~(1 << place)) << cell * size


def as_node(node: int, size: int) -> ChainNode:
    """Return a number as a node of a step's chain."""
    cell, place = divmod(node >> 1, size)
    return ChainNode(1 << cell, place + 1, bool(node & 1))
