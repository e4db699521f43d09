"""Moves from a puzzle to its neighbours: ``-2+1`` takes two givens away and adds one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST: Final = 4
"""The most givens that a move takes away, and the most that it adds."""

TWINS: Final = "twins"
"""The move to puzzles with givens in the same cells and the same digits in no other cell."""

_FORM: Final = re.compile(r"\{?-([0-9])\+([0-9])\}?")


class Move(NamedTuple):
    """A move: how many givens go, and how many come, neither of which was there before.

    Attributes
    ----------
    removed, added : int

    Examples
    --------
    >>> Move.parse("{-1+2}"), str(Move(2, 1))
    (Move(removed=1, added=2), '-2+1')
    """

    removed: int
    added: int

    def __str__(self) -> str:
        return TWINS if self == TWIN_MOVE else f"-{self.removed}+{self.added}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move of a text.

        Raises
        ------
        InputError
            If there is no such move.
        """
        if text == TWINS:
            return TWIN_MOVE
        found = _FORM.fullmatch(str(text))
        numbers = [int(number) for number in found.groups()] if found else []
        if not any(numbers) or max(numbers) > MOST:
            raise InputError(
                f"a move is {TWINS!r} or like '-1+2', with no number above {MOST}, not {text!r}"
            )
        return cls(*numbers)


TWIN_MOVE: Final = Move(-1, -1)


def moves_of(texts: str | Iterable[str]) -> tuple[Move, ...]:
    """Return moves, each once.

    Raises
    ------
    InputError
        If there is no such move, or none at all.

    Examples
    --------
    >>> moves_of(["-1+1", "{-1+1}"])
    (Move(removed=1, added=1),)
    """
    moves = tuple(dict.fromkeys(map(Move.parse, [texts] if isinstance(texts, str) else texts)))
    if not moves:
        raise InputError("there are no moves: name one, such as '-1+1'")
    return moves
