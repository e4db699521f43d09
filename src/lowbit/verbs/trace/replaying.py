"""A trace read back: each line of its text is a step, whose effect is applied to the puzzle.

Guesses of a search are put aside with the positions before them, to which its ways back lead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from lowbit.errors import GridError, InputError
from lowbit.grid import Grid
from lowbit.techniques.position import Position
from lowbit.verbs.puzzles import puzzle_of
from lowbit.verbs.solve.one import solve

if TYPE_CHECKING:
    from lowbit.techniques.board_masks import Candidate
    from lowbit.verbs.puzzles import PuzzleLike

CLASSIC_ALONE: Final = "only puzzles of givens on the classic board have traces"

ARROW: Final = "=>"
"""Stands between the reason of a step and its effect."""

PART: Final = re.compile(r"((?:r[1-9]+c[1-9]+,)*r[1-9]+c[1-9]+)(=|<>)([1-9]+)")
CELLS: Final = re.compile(r"r([1-9]+)c([1-9]+)")

IN_CELL: Final = re.compile(r"no candidate in r([1-9])c([1-9])")
DIGITS: Final = frozenset("123456789")

GUESS, DEAD_END, BACK = "guess:", "dead end:", "back:"
"""The beginnings of the lines that only a search has."""

NO_DEAD_END: Final = "there is no such dead end"
AFTER_DEAD_END: Final = "expected a way back from the dead end"
NO_GUESS: Final = "there is no guess to go back to"
OTHER_GUESS: Final = "expected the candidate of the last guess, eliminated"
EXPECTED: Final = "expected an effect such as r1c1=5 or r1c23<>47 behind =>"


class Effect(NamedTuple):
    """The candidates that a line places, and those that it eliminates."""

    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Replay:
    r"""The way that the text of a trace leads.

    Parameters
    ----------
    n_steps : int
        The steps that apply and are true, up to the first that is not.
    position : Position
        The position after them.
    error : str or None
        Why the next line is no such step; None if no line is left.

    Examples
    --------
    >>> from lowbit import replay
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> replay(puzzle, "naked single: r1c9 => r1c9=3\tso => r1c3<>3").error
    'line 2: 3 is no candidate of r1c3'
    """

    n_steps: int
    position: Position
    error: str | None

    @property
    def is_whole(self) -> bool:
        """Whether the steps lead to the solution, and no line is wrong."""
        return self.error is None and self.position.is_solved


def replay(puzzle: PuzzleLike, text: str) -> Replay:
    """Follow the text of a trace, and say where it leads, or what is wrong with it.

    Parameters
    ----------
    puzzle : PuzzleLike
        A puzzle of givens on the classic board, with one solution.
    text : str
        A step a line, or between tabs: a reason, which is not judged, ``=>``, and the effect as
        ``r1c2=9`` (placed) or ``r14c23,r9c9<>57`` (eliminated), several with a comma and a space
        between. Empty lines are left out.

    Raises
    ------
    NoSolutionError, MultipleSolutionsError
        If the puzzle has no solution, or several.
    GridError
        If it is on another board, or has constraints.
    InputError
        If it is no puzzle, or `text` no text.

    Notes
    -----
    A step counts if all that it places and eliminates is a candidate, and agrees with the
    solution. A placed digit leaves its row, column and box by itself. Behind ``guess:`` nothing
    has to agree; ``dead end:`` must be one, and only ``back:`` follows it, which eliminates the
    last guess in the position before it.

    Examples
    --------
    >>> from lowbit import trace_many
    >>> puzzle = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
    >>> trace = trace_many([puzzle])[0]
    >>> found = replay(puzzle, trace.text)
    >>> found.n_steps, found.is_whole
    (58, True)
    >>> replay(puzzle, "I think that r1c2=5").error
    'line 1: expected an effect such as r1c1=5 or r1c23<>47 behind =>'
    """
    if not isinstance(text, str):
        raise InputError(f"expected the text of a trace, not {type(text).__name__}")
    grid = puzzle_of(puzzle, None)
    if not isinstance(grid, Grid) or not grid.geometry.is_classic or grid.is_restricted:
        raise GridError(CLASSIC_ALONE)
    walk = _Replayer(Position(grid), tuple(solve(grid).givens))
    n_steps = 0
    for number, line in enumerate(re.split(r"[\n\t]", text), 1):
        if line.strip():
            error = walk.take(line.strip())
            if error:
                return Replay(n_steps, walk.position, f"line {number}: {error}")
            n_steps += 1
    return Replay(n_steps, walk.position, None)


class _Replayer:
    """The position that the lines of a trace lead to.

    Parameters
    ----------
    position : Position
        The start.
    solution : tuple of int
        The digits of the solution.
    """

    def __init__(self, position: Position, solution: tuple[int, ...]) -> None:
        self.position = position
        self._solution = solution
        self._guesses: list[tuple[Position, Effect]] = []
        self._is_dead = False

    def take(self, line: str) -> str | None:
        """Take the step of a line; return why it is none."""
        if self._is_dead != line.startswith(BACK):
            return AFTER_DEAD_END if self._is_dead else NO_DEAD_END
        if line.startswith(DEAD_END):
            self._is_dead = _is_dead_end(line.removeprefix(DEAD_END).strip(), self.position)
            return None if self._is_dead else NO_DEAD_END
        effect = _effect(line)
        if effect is None:
            return EXPECTED
        if line.startswith(BACK):
            return self._go_back(effect)
        if line.startswith(GUESS):
            self._guesses.append((self.position, effect))
        error = self._objection(effect)
        if error is None:
            self.position = self.position.apply(effect)
        return error

    def _go_back(self, effect: Effect) -> str | None:
        """Return to the position before the last guess, if its candidate is eliminated there."""
        if not self._guesses:
            return NO_GUESS
        before, guess = self._guesses[-1]
        if effect != Effect((), guess.placements):
            return OTHER_GUESS
        self._guesses.pop()
        self.position, self._is_dead = before.apply(effect), False
        return None

    def _objection(self, effect: Effect) -> str | None:
        """Return why an effect is none in this position, or against the solution."""
        name = self.position.geometry.cell_name
        for cell, digit in (*effect.placements, *effect.eliminations):
            if not self.position.has(cell, digit):
                return f"{digit} is no candidate of {name(cell)}"
        if self._guesses:
            return None  # what follows from a guess may be wrong
        for cell, digit in effect.placements:
            if self._solution[cell] != digit:
                return f"{name(cell)} is not {digit} in the solution"
        for cell, digit in effect.eliminations:
            if self._solution[cell] == digit:
                return f"{name(cell)} is {digit} in the solution"
        return None


def _is_dead_end(said: str, position: Position) -> bool:
    """Whether what is missing by a line is missing in a position."""
    cell = IN_CELL.fullmatch(said)
    if cell:
        at = 9 * int(cell[1]) + int(cell[2]) - 10
        return not position.cells[at] and not position.values[at]
    for house in position.geometry.houses:
        if said.endswith(f" in {house}"):
            digit = said.removeprefix("no ").removesuffix(f" in {house}")
            return digit in DIGITS and not any(
                position.values[cell] == int(digit) or position.has(cell, int(digit))
                for cell in house.cells
            )
    return False


def _effect(line: str) -> Effect | None:
    """Return the effect of a line, None if it cannot be read."""
    _, arrow, said = line.rpartition(ARROW)
    parts = [PART.fullmatch(part.strip()) for part in said.split(", ")]
    if not arrow or not all(parts):
        return None
    changed: dict[str, list[Candidate]] = {"=": [], "<>": []}
    for part in filter(None, parts):
        cells, sign, digits = part.groups()
        changed[sign] += (
            (9 * int(row) + int(column) - 10, int(digit))
            for rows, columns in CELLS.findall(cells)
            for row in rows
            for column in columns
            for digit in digits
        )
    return Effect(*map(tuple, changed.values()))
