"""Regular expressions of Interactive Sudoku Solver, as automata.

::

    12|.3    1 and 2, or any digit and 3         [1-3a]   one of 1, 2, 3 and 10
    (12)*    as often as wanted, or never        [^56]    any but 5 and 6
    1+  2?   once or more; once or never         4{2,3}   two or three; {2} two, {2,} two or more

Each part of a pattern becomes a function that adds states behind one to a machine, and returns the
last of them; a part that is repeated is called again.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Final, TypeAlias
from urllib.parse import unquote

from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
"""The letters of values."""

MOST_STATES: Final = 1 << 12
MOST_NESTED: Final = 32
"""The most states of a machine, and the most groups within groups."""


class _Machine:
    """States with edges: to another state, with the values that it is for, or for free."""

    def __init__(self) -> None:
        self.edges: list[list[tuple[int, frozenset[int]]]] = []
        self.free: list[list[int]] = []

    def state(self) -> int:
        """Add a state, and return its number."""
        if len(self.edges) == MOST_STATES:
            raise FormatError(f"a pattern needs more than {MOST_STATES} states")
        self.edges.append([])
        self.free.append([])
        return len(self.edges) - 1

    def closed(self, states: Iterable[int]) -> frozenset[int]:
        """Return states with all that are reached for free."""
        found, left = set(states), list(states)
        while left:
            new = set(self.free[left.pop()]) - found
            found |= new
            left += new
        return frozenset(found)

    def after(self, states: Iterable[int], value: int) -> frozenset[int]:
        """Return the states that a value leads to."""
        return self.closed(
            [to for state in states for to, values in self.edges[state] if value in values]
        )


Part: TypeAlias = Callable[[_Machine, int], int]


def decoded(text: str) -> str:
    """Return a pattern from base 64, or as older texts have it, quoted.

    Raises
    ------
    FormatError
        If it is neither.

    Examples
    --------
    >>> decoded("Lj8oW140N118NDcxKSo"), decoded("%5B12%5D*")
    ('.?([^47]|471)*', '[12]*')
    """
    if "%" in text:
        return unquote(text)
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4)).decode()
    except ValueError:
        raise FormatError(f"{text[:40]!r} is no pattern in base 64") from None


def read_regex(pattern: str, values: range) -> Automaton:
    """Return the automaton of a pattern over some values.

    Raises
    ------
    FormatError
        If it breaks the grammar, names another value, or is too large.

    Examples
    --------
    >>> read_regex("1*2", range(1, 3))
    Automaton(transitions=((0, 1), (-1, -1)), accepting=(False, True))
    """
    machine = _Machine()
    start = machine.state()
    last = _Pattern(pattern, values).whole()(machine, start)

    def step(states: frozenset[int], value: int) -> frozenset[int] | None:
        return machine.after(states, value) or None

    return automaton_of(machine.closed([start]), step, lambda states: last in states, values)


class _Pattern:
    """A pattern, read from left to right."""

    def __init__(self, text: str, values: range) -> None:
        self._left = list("".join(text.split()))[::-1]
        self._text, self._values, self._depth = text, values, 0

    def whole(self) -> Part:
        """Read all of it."""
        part = self._either()
        return self._wrong() if self._left else part

    def _wrong(self) -> Part:
        at = len("".join(self._text.split())) - len(self._left)
        raise FormatError(f"the pattern {self._text[:40]!r} breaks off at its character {at + 1}")

    def _has(self, letter: str) -> bool:
        """Return whether a letter comes next, and go past it."""
        is_next = self._left[-1:] == [letter]
        if is_next:
            self._left.pop()
        return is_next

    def _either(self) -> Part:
        self._depth += 1
        if self._depth > MOST_NESTED:
            self._wrong()
        options = [self._sequence()]
        while self._has("|"):
            options.append(self._sequence())
        self._depth -= 1
        return options[0] if len(options) == 1 else _either(options)

    def _sequence(self) -> Part:
        parts = []
        while self._left and self._left[-1] not in "|)":
            parts.append(self._repeated(self._one()))
        return _sequence(parts)

    def _one(self) -> Part:
        if self._has("("):
            part = self._either()
            return part if self._has(")") else self._wrong()
        if self._has("."):
            return _one_of(frozenset(self._values))
        if self._has("["):
            is_other = self._has("^")
            held = self._listed()
            return _one_of(frozenset(self._values) - held if is_other else held)
        return _one_of(frozenset({self._value()}))

    def _listed(self) -> frozenset[int]:
        """Return the values of a list in brackets, behind the first of these."""
        found: set[int] = set()
        while not self._has("]"):
            first = last = self._value()
            if self._has("-"):
                last = self._value()
            found |= {*range(first, last + 1)}
            if last < first:
                self._wrong()
        if not found:
            self._wrong()
        return frozenset(found)

    def _value(self) -> int:
        value = DIGITS.find(self._left[-1].lower()) if self._left else -1
        if value not in self._values:
            self._wrong()
        self._left.pop()
        return value

    def _repeated(self, part: Part) -> Part:
        while True:
            if self._has("*"):
                part = _repeated(part, 0, None)
            elif self._has("+"):
                part = _repeated(part, 1, None)
            elif self._has("?"):
                part = _repeated(part, 0, 1)
            elif self._has("{"):
                part = _repeated(part, *self._bounds())
            else:
                return part

    def _bounds(self) -> tuple[int, int | None]:
        """Return the bounds of a number, behind the brace that they begin with."""
        least = most = self._number()
        if self._has(","):
            if self._has("}"):
                return least, None
            most = self._number()
        if not self._has("}") or most < least:
            self._wrong()
        return least, most

    def _number(self) -> int:
        said = ""
        while self._left and self._left[-1] in DIGITS[:10]:
            said += self._left.pop()
        if not 0 < len(said) <= len(str(MOST_STATES)):
            self._wrong()
        return int(said)


def _one_of(values: frozenset[int]) -> Part:
    def add(machine: _Machine, start: int) -> int:
        end = machine.state()
        machine.edges[start].append((end, values))
        return end

    return add


def _sequence(parts: Sequence[Part]) -> Part:
    return lambda machine, start: reduce(lambda at, part: part(machine, at), parts, start)


def _either(options: Sequence[Part]) -> Part:
    def add(machine: _Machine, start: int) -> int:
        end = machine.state()
        for option in options:
            machine.free[option(machine, start)].append(end)
        return end

    return add


def _repeated(part: Part, least: int, most: int | None) -> Part:
    def add(machine: _Machine, start: int) -> int:
        at = _sequence([part] * least)(machine, start)
        if most is None:
            loop = machine.state()
            machine.free[at].append(loop)
            machine.free[part(machine, loop)].append(loop)
            return loop
        end = machine.state()
        for _ in range(most - least):
            machine.free[at].append(end)
            at = part(machine, at)
        machine.free[at].append(end)
        return end

    return add
