"""What locked candidates need of a board, once more, with sets of cells.

Nothing here is shared with the kernel. A part is the segments that a house falls into, each with
the cells of the other house that has them, too, or none for what is left of the house.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Cells = frozenset[int]
    Part = list[tuple[Cells, Cells]]

NOTHING: Cells = frozenset()


def parts_of(houses: Sequence[Cells]) -> list[tuple[Cells, Part]]:
    """Return the parts of all houses, each with its house."""
    found = []
    for house in houses:
        groups: list[Part] = []
        for other in houses:
            shared = house & other
            if len(shared) < 2 or other == house:
                continue
            free = [group for group in groups if all(not shared & segment for segment, _ in group)]
            if free:
                free[0].append((shared, other))
            else:
                groups.append([(shared, other)])
        for group in groups:
            rest = house.difference(*(segment for segment, _ in group))
            found.append((house, group + [(rest, NOTHING)] * bool(rest)))
    return found
