"""The drawing of constraints: behind the digits, above them, and in words below the board."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from lowbit import constraints as kinds
from lowbit.pictures.variants.marks import MARKS, Marked, caption, is_outside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.drawing import Note
    from lowbit.geometry import Geometry
    from lowbit.pictures.parts import Part


class Drawn(NamedTuple):
    """The parts that the constraints of a puzzle add to its picture."""

    behind: tuple[Part, ...]
    above: tuple[Part, ...]
    words: tuple[str, ...]
    has_outside: bool


def drawn(constraints: Iterable[Constraint], board: Geometry) -> Drawn:
    """Return the parts that constraints add to the picture of a board.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> found = drawn([kinds.AntiKnight(), kinds.Cage((0, 1), 9)], CLASSIC)
    >>> found.words, [type(part).__name__ for part in found.above]
    (('anti-knight',), ['Curve', 'Polygon', 'Text'])
    """
    parts = list(_flat(constraints))
    both = [(MARKS[one.drawing.mark], _marked(one, board)) for one in parts]
    words = dict.fromkeys(filter(None, (caption(one, board) for one in parts)))
    if any(isinstance(one, kinds.Or) for one in constraints):
        words["some of the marks are alternatives"] = None
    return Drawn(
        tuple(chain(*(mark.behind(marked) for mark, marked in both if mark.behind))),
        tuple(chain(*(mark.above(marked) for mark, marked in both if mark.above))),
        tuple(words),
        any(is_outside(one, board) for one in parts),
    )


def _flat(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield constraints; in place of composed ones, their parts."""
    for one in constraints:
        if isinstance(one, (kinds.And, kinds.Or)):
            yield from _flat(one.constraints)
        else:
            yield one


def _marked(one: Constraint, board: Geometry) -> Marked:
    return Marked(one, board, _said(one.drawing.color, one), _said(one.drawing.note, one))


def _said(note: Note, one: Constraint) -> str:
    return note(one) if callable(note) else note
