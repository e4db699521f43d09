"""Regular languages of digits, as deterministic finite automata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

__all__ = [
    "Automaton",
    "automaton_of",
]

MAX_STATES = 1 << 14
"""More than any constraint here needs; a table of a few megabytes at most."""

MOST_COMPARED = 1 << 20
"""The most steps of automata that are compared to merge states: a tenth of a second."""

DEAD = -1
"""The state behind a digit with which no word continues."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """A deterministic finite automaton; it starts in state 0.

    Parameters
    ----------
    transitions : tuple of tuple of int
        For each state the state after each digit, -1 where no word goes on.
    accepting : tuple of bool
        For each state whether a word may end there.
    """

    transitions: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]

    def accepts(self, digits: Iterable[int]) -> bool:
        """Return whether a word of digits, which count from 1, is in the language."""
        state = 0
        for digit in digits:
            state = self.transitions[state][digit - 1]
            if state == DEAD:
                return False
        return self.accepting[state]


def automaton_of(
    start: Hashable,
    step: Callable[..., Hashable | None],
    is_accepting: Callable[..., bool],
    values: Iterable[int],
) -> Automaton:
    """Return the automaton that a function describes, with no more states than it needs.

    Parameters
    ----------
    start : hashable
        The state before the first digit.
    step : callable
        Takes a state and the value of a digit; returns the next state, None where there is none.
    is_accepting : callable
        Takes a state; returns whether a word may end there.
    values : iterable of int
        The value of each digit.

    Raises
    ------
    ConstraintError
        If there are more than 16384 states.
    """
    values = tuple(values)
    numbers, states, transitions = {start: 0}, [start], []
    for state in states:  # grows on the way
        row = []
        for value in values:
            after = step(state, value)
            if after is not None and after not in numbers:
                numbers[after] = len(states)
                states.append(after)
            row.append(DEAD if after is None else numbers[after])
        transitions.append(row)
        if len(states) > MAX_STATES:
            raise ConstraintError(
                f"a constraint needs an automaton of more than {MAX_STATES} states"
            )
    return _minimal(transitions, list(map(is_accepting, states)))


def _minimal(transitions: list[list[int]], accepting: list[bool]) -> Automaton:
    """Leave out the states that no word is accepted from, and merge those with the same words."""
    alive = _alive(transitions, accepting)
    for row in transitions:
        row[:] = [to if to in alive else DEAD for to in row]
    return _merged(transitions, accepting, _classes(transitions, accepting), alive)


def _alive(transitions: list[list[int]], accepting: list[bool]) -> set[int]:
    """Return the states that some word leads from to acceptance."""
    before: list[set[int]] = [set() for _ in transitions]
    for state, row in enumerate(transitions):
        for to in row:
            if to != DEAD:
                before[to].add(state)
    found = [state for state, is_last in enumerate(accepting) if is_last]
    alive = set(found)
    for state in found:  # grows on the way
        new = before[state] - alive
        alive |= new
        found += new
    return alive


def _classes(transitions: list[list[int]], accepting: list[bool]) -> list[int]:
    """Return a number for each state, the same for those that the same words are accepted from.

    This is Moore's algorithm. Where it would take too many rounds, each state is alone.
    """
    classes = list(map(int, accepting))
    n_edges = sum(map(len, transitions))
    for _ in range(1 + MOST_COMPARED // n_edges):
        keys = [
            (own, *(DEAD if to == DEAD else classes[to] for to in row))
            for own, row in zip(classes, transitions, strict=True)
        ]
        numbers: dict[tuple[int, ...], int] = {}
        finer = [numbers.setdefault(key, len(numbers)) for key in keys]
        if len(numbers) == len(set(classes)):
            return finer
        classes = finer
    return list(range(len(transitions)))


def _merged(
    transitions: list[list[int]], accepting: list[bool], classes: list[int], alive: set[int]
) -> Automaton:
    """Return the automaton of the classes of states that are alive, the start first."""
    first: dict[int, int] = {}
    for state, own in enumerate(classes):
        if state in alive or state == 0:
            first.setdefault(own, state)
    number = {own: at for at, own in enumerate(first)}
    return Automaton(
        tuple(
            tuple(DEAD if to == DEAD else number[classes[to]] for to in transitions[state])
            for state in first.values()
        ),
        tuple(accepting[state] for state in first.values()),
    )
