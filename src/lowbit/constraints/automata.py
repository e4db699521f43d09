"""Regular languages of digits, as deterministic finite automata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

MAX_STATES = 1 << 14
"""More than any constraint here needs; a table of a few megabytes at most."""

DEAD = -1
"""Where a digit leads that no word goes on with."""


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
    """Merge the states that the same words lead from to acceptance: Moore's algorithm."""
    classes = list(map(int, accepting))
    while True:
        keys = [
            (own, *(DEAD if to == DEAD else classes[to] for to in row))
            for own, row in zip(classes, transitions, strict=True)
        ]
        numbers: dict[tuple[int, ...], int] = {}
        finer = [numbers.setdefault(key, len(numbers)) for key in keys]
        if len(numbers) == len(set(classes)):
            break
        classes = finer
    return _without_dead(transitions, accepting, finer)


def _without_dead(
    transitions: list[list[int]], accepting: list[bool], classes: list[int]
) -> Automaton:
    """Return the automaton of the classes of states that lead to acceptance, the start first."""
    first: dict[int, int] = {}
    for state, own in enumerate(classes):
        first.setdefault(own, state)
    table = {
        own: [DEAD if to == DEAD else classes[to] for to in transitions[state]]
        for own, state in first.items()
    }
    alive = {own for own, state in first.items() if accepting[state]}
    grown = True
    while grown:
        more = {own for own, row in table.items() if own not in alive and alive & set(row)}
        alive |= more
        grown = bool(more)
    start = classes[0]
    order = [start, *(own for own in first if own != start and own in alive)]
    number = {own: at for at, own in enumerate(order) if own in alive}
    return Automaton(
        tuple(tuple(number.get(to, DEAD) for to in table[own]) for own in order),
        tuple(accepting[first[own]] for own in order),
    )
