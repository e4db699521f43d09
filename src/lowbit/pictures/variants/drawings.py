"""The drawing of constraints and cosmetics, in layers, and in words below the board."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from lowbit import constraints as kinds
from lowbit.pictures.variants.cosmetics import layered, reaches_out
from lowbit.pictures.variants.marks import MARKS, Marked, caption, is_outside

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lowbit.constraints import Constraint
    from lowbit.constraints.drawing import Note
    from lowbit.cosmetics import Cosmetic
    from lowbit.geometry import Geometry
    from lowbit.pictures.parts import Part


class Drawn(NamedTuple):
    """The parts that the constraints of a puzzle add to its picture.

    Attributes
    ----------
    fills, lines, bulbs : tuple of Part
        Those behind rules and digits, in this order.
    above : tuple of Part
        Those on the rules.
    words : tuple of str
        What is said below the board.
    has_outside : bool
        Whether some stand outside the board.
    has_notes : bool
        Whether words stand in the top left corners of cells.
    """

    fills: tuple[Part, ...]
    lines: tuple[Part, ...]
    bulbs: tuple[Part, ...]
    above: tuple[Part, ...]
    words: tuple[str, ...]
    has_outside: bool
    has_notes: bool


def drawn(
    constraints: Iterable[Constraint], board: Geometry, cosmetics: tuple[Cosmetic, ...] = ()
) -> Drawn:
    """Return the parts that constraints and cosmetics add to the picture of a board.

    Examples
    --------
    >>> from lowbit.geometry import CLASSIC
    >>> found = drawn([kinds.AntiKnight(), kinds.Cage((0, 1), 9)], CLASSIC)
    >>> found.words, [type(part).__name__ for part in found.above]
    (('anti-knight',), ['Path', 'Polygon', 'Text'])
    """
    parts = list(_flat(constraints))
    before: Counter[type[Constraint]] = Counter()
    both = []
    for one in parts:
        both.append((MARKS[one.drawing.mark], _marked(one, board, before[type(one)])))
        before[type(one)] += 1
    words = dict.fromkeys(filter(None, (caption(one, board) for one in parts)))
    if any(isinstance(one, kinds.Or) for one in constraints):
        words["some of the marks are alternatives"] = None
    own = list(layered(cosmetics, board))
    fills, lines, bulbs, tips, above = (
        (
            *(part for other, part in own if other == layer),
            *chain(*(draw(marked) for mark, marked in both if (draw := getattr(mark, layer)))),
        )
        for layer in ("fills", "lines", "bulbs", "tips", "above")
    )
    has_outside = any(is_outside(one, board) for one in parts) or reaches_out(cosmetics, board)
    has_notes = any(mark.in_corner and marked.note for mark, marked in both)
    return Drawn(fills, lines, (*bulbs, *tips), above, tuple(words), has_outside, has_notes)


def _flat(constraints: Iterable[Constraint]) -> Iterator[Constraint]:
    """Yield constraints; in place of composed ones, their parts."""
    for one in constraints:
        if isinstance(one, (kinds.And, kinds.Or)):
            yield from _flat(one.constraints)
        else:
            yield one


def _marked(one: Constraint, board: Geometry, number: int) -> Marked:
    return Marked(one, board, _said(one.drawing.color, one), _said(one.drawing.note, one), number)


def _said(note: Note, one: Constraint) -> str:
    return note(one) if callable(note) else note
