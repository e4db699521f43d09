"""The status of a puzzle once it has been searched, and what other results in words are made of."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

NUMBERS: Final = frozenset("bcdeEfFgGnoxX%")
"""The last characters of formats that ask for a number."""


class Word(IntEnum):
    """The base class of results that are words where people read them, and numbers in arrays.

    Printed, each is a word; in arrays and in JSON, a number.
    """

    @property
    def word(self) -> str:
        """The result as people and files write it."""
        return self.name.lower().replace("_", "-")

    def __str__(self) -> str:
        return self.word

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec[-1:] in NUMBERS else self.word, spec)


class Status(Word):
    """The result of a search: whether a puzzle has a solution, and whether it has others.

    Printed, it is a word; in arrays and in JSON, a number.

    Examples
    --------
    >>> print(Status.UNIQUE, f"{Status.LIMIT_REACHED}", int(Status.UNIQUE))
    unique limit-reached 2
    """

    INVALID = 0
    """It could not be read."""
    NONE = 1
    """It has no solution."""
    UNIQUE = 2
    """It has one solution."""
    SEVERAL = 3
    """It has more than one."""
    LIMIT_REACHED = 4
    """A budget ended the search before it was known."""
    SOLVABLE = 5
    """A solution was found, and no second one was asked for."""
    VALID = 6
    """It could be read, and none of its solutions was asked for."""
