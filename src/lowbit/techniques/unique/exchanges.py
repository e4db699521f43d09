"""Exchanges: when a second filling of some cells would be a second solution.

A technique that assumes one solution says of some cells, the deadly pattern: if the solution S
filled them with certain digits, another filling of these cells would make another solution T. Two
things are to be proved of T:

1. No house holds a digit twice. Each finder takes this from the board: in every house, T has the
   digits that S has there.
2. The puzzle allows T. No cell of the pattern is a given, and T puts into each a digit that the
   puzzle, *as it was set*, does not leave out. In a puzzle of givens the second half says nothing.
   In one with restricted cells the pattern proves nothing without it: S may well fill it, since a
   candidate that was left out is what rules T out.

The eliminations by earlier steps do not matter: T need only be a solution of the puzzle, not of the
position. So the premise is:

    No cell of the pattern is a given, and the puzzle lets each hold each digit of the pattern.

`may_exchange` says whether the second half holds; finders never put a given into a pattern. They
have to ask where T may need more than the candidates of the position: for rectangles of which
candidates may be missing, for avoidable rectangles, whose cells are filled, and for extended ones,
whose cells need not have all three digits. Unique loops and bivalue universal graves exchange
candidates of the position in each of their cells, and a puzzle allows all of these.

Any puzzle whose only solution is S will do for T, and the fewer cells it restricts, the more may be
exchanged. So candidates whose givens alone have one solution, such as those of a puzzle that
somebody has begun, count as a puzzle of givens (`lowbit.verbs.steps.start`). The kernels that rate
puzzles know the same patterns without the premise, for they are handed puzzles of givens alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lowbit.techniques.position import Position


def may_exchange(position: Position, cells: int, digits: Iterable[int]) -> bool:
    """Whether the puzzle of a position lets each of some cells hold each of some digits.

    Examples
    --------
    >>> from lowbit.geometry import Geometry
    >>> from lowbit.grid import Grid
    >>> from lowbit.techniques.position import Position
    >>> restricted = Grid.from_masks([0b0111, *[0b1111] * 15], Geometry.parse("4x4"))
    >>> position = Position(restricted)
    >>> may_exchange(position, 0b11, (1, 2)), may_exchange(position, 0b11, (1, 4))
    (True, False)
    """
    withheld = position.withheld
    return not any(withheld[digit] & cells for digit in digits)
