"""Everything lowbit raises, as one tree.

::

    LowbitError
    ├── InputError (ValueError)         input that cannot be read
    │   ├── GeometryError               an invalid description of a board
    │   ├── GridError                   a grid that does not fit its board
    │   ├── ConstraintError             a constraint that is invalid, or does not fit its board
    │   ├── SourceError                 a file or stream that cannot be opened or read
    │   ├── TableError                  a table that lacks a column, or has one too many
    │   └── FormatError                 a text that breaks its format: source, line and column
    │       ├── UnknownFormatError      no format fits the stream
    │       └── RowError                a row of a table with too many fields, or too few
    ├── NoSolutionError                 a puzzle without a solution
    ├── MultipleSolutionsError          a puzzle with several, where one was asked for
    ├── LimitReachedError               a budget ended the search before an answer
    ├── EffortSpentError                too few puzzles of the kind asked for were found
    ├── WrongStepError                  a step that contradicts the solution: a fault of lowbit
    └── MissingPackageError (ImportError)   a package that an extra of lowbit installs is missing
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lowbit.batch.grids import Grids
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle


class LowbitError(Exception):
    """The root: ``except LowbitError`` catches all that lowbit raises on purpose."""


class InputError(LowbitError, ValueError):
    """Input that cannot be read.

    Attributes
    ----------
    argument : str
        The argument to change, if one would help; otherwise "".
    """

    argument = ""

    def __init__(self, *said: object, argument: str = "") -> None:
        super().__init__(*said)
        if argument:
            self.argument = argument


class GeometryError(InputError):
    """An invalid description of a board."""


class GridError(InputError):
    """A grid that does not fit its board.

    Attributes
    ----------
    reason : str
        The fault, without its place.
    offset : int or None
        The index of the offending character in the text given, where there is one.
    """

    def __init__(self, reason: str, offset: int | None = None) -> None:
        self.reason = reason
        self.offset = offset
        super().__init__(reason if offset is None else f"character {offset + 1}: {reason}")

    def __reduce__(self) -> tuple[type[GridError], tuple[object, ...]]:
        return type(self), (self.reason, self.offset)


class LeftOutWarning(UserWarning):
    """A part of a text beside its puzzle, such as the digits of a player, is left out."""


class ConstraintError(InputError):
    """A constraint that is empty, unknown, or does not fit its board."""


class SourceError(InputError):
    """A file or stream that cannot be opened or read.

    Attributes
    ----------
    reason : str
        The fault, and advice on it.
    source : str
        The file's name, or ``<stdin>``.
    """

    def __init__(self, reason: str, source: str) -> None:
        self.reason = reason
        self.source = source
        super().__init__(f"{source}: {reason}" if source else reason)

    def __reduce__(self) -> tuple[type[SourceError], tuple[str, str]]:
        return type(self), (self.reason, self.source)


class TableError(InputError):
    """A table that lacks a column, has one too many, or one of the wrong type."""


class FormatError(InputError):
    """A stream that breaks its format's grammar.

    Attributes
    ----------
    reason : str
        The fault, and advice on it, without its place.
    source : str
        The file's name, or ``<stdin>``.
    line, column : int or None
        Its place, both counted from 1.
    """

    def __init__(
        self, reason: str, source: str = "", line: int | None = None, column: int | None = None
    ) -> None:
        self.reason = reason
        self.source = source
        self.line = line
        self.column = column
        super().__init__(reason, source, line, column)

    def __str__(self) -> str:  # made when asked for: of a million errors ten are shown
        return f"{self.source}: {self.where}" if self.source else self.where

    @property
    def where(self) -> str:
        """The message without the source: ``line 12, column 40: reason``."""
        if self.line is None and self.column is None:
            return self.reason
        line = "" if self.line is None else f"line {self.line}"
        column = "" if self.column is None else f"column {self.column}"
        return f"{line}{', ' if line and column else ''}{column}: {self.reason}"

    def __reduce__(self) -> tuple[type[FormatError], tuple[object, ...]]:
        return type(self), (self.reason, self.source, self.line, self.column)


class UnknownFormatError(FormatError):
    """No format fits the stream; the message says which were considered and why not."""


class RowError(FormatError):
    """A row of a table has too many fields, or too few."""


class NoSolutionError(LowbitError):
    """The puzzle has no solution."""


class MultipleSolutionsError(LowbitError):
    """The puzzle has several solutions where exactly one was asked for.

    Attributes
    ----------
    solutions : tuple of two Grid
        Two different solutions.
    """

    def __init__(self, first: Grid, second: Grid) -> None:
        self.solutions = (first, second)
        differing = next(
            cell
            for cell, pair in enumerate(zip(first.givens, second.givens, strict=True))
            if pair[0] != pair[1]
        )
        board = first.geometry
        digits = (board.symbols[grid.givens[differing] - 1] for grid in (first, second))
        super().__init__(
            f"the puzzle has more than one solution: {board.cell_name(differing)} "
            f"can be {' or '.join(digits)}"
        )

    def __reduce__(self) -> tuple[type[MultipleSolutionsError], tuple[Grid, Grid]]:
        return type(self), self.solutions


class LimitReachedError(LowbitError):
    """A budget of nodes or time ended the search before it had its answer.

    Attributes
    ----------
    nodes : int
        The nodes of the search tree that were visited.
    n_found : int
        The number of solutions found by then, a lower bound on all.
    made : list of Puzzle or None
        The puzzles with constraints that were made by then, where a list of them was asked for.
    """

    made: list[Puzzle] | None = None

    def __init__(self, reason: str, nodes: int, n_found: int = 0) -> None:
        self.reason = reason
        self.nodes = nodes
        self.n_found = n_found
        solutions = "solution" if n_found == 1 else "solutions"
        known = f"at least {n_found} {solutions}, and " if n_found else ""
        visited = "1 node" if nodes == 1 else f"{nodes} nodes"
        super().__init__(f"{reason} after {visited}; {known}nothing is known of the rest")

    def __reduce__(self) -> tuple[type[LimitReachedError], tuple[str, int, int]]:
        return type(self), (self.reason, self.nodes, self.n_found)


class EffortSpentError(LowbitError):
    """Too few puzzles of the kind asked for were found; there may be more, or none.

    Attributes
    ----------
    reason : str
        Why the search ended.
    n_found, wanted : int
        The number of puzzles found, and the number wanted.
    tries : int
        The number of tries.
    found : Grids or None
        The puzzles found; None if they were yielded one by one.
    made : list of Puzzle or None
        The puzzles with constraints that were made by then, where a list of them was asked for.
    """

    made: list[Puzzle] | None = None

    def __init__(
        self,
        reason: str,
        n_found: int,
        wanted: int,
        tries: int,
        found: Grids | None = None,
    ) -> None:
        self.reason = reason
        self.n_found = n_found
        self.wanted = wanted
        self.tries = tries
        self.found = found
        rarity = f", one in {round(tries / n_found)}" if n_found else ""
        super().__init__(
            f"{reason}: {n_found} of {wanted} were found, in {tries} tries{rarity}. There may be "
            "more, or none; allow more tries or time, or ask for something less rare"
        )

    def __reduce__(self) -> tuple[type[EffortSpentError], tuple[object, ...]]:
        return type(self), (self.reason, self.n_found, self.wanted, self.tries, self.found)


class WrongStepError(LowbitError):
    """A step contradicts a solution of its puzzle: a fault of lowbit, never of the puzzle.

    Attributes
    ----------
    technique : str
        The technique of the step.
    effect : str
        The effect of the step, in words.
    """

    def __init__(self, technique: str, effect: str) -> None:
        self.technique = technique
        self.effect = effect
        super().__init__(
            f"the step {technique!r} is wrong: it says that {effect}, against the solution; this "
            "is a fault of lowbit, please report it with the puzzle"
        )

    def __reduce__(self) -> tuple[type[WrongStepError], tuple[str, str]]:
        return type(self), (self.technique, self.effect)


class MissingPackageError(LowbitError, ImportError):
    """A package is needed that is not installed.

    Attributes
    ----------
    reason : str
        The need for the package, such as ``jobs need pyarrow``.
    extra : str
        The extra of lowbit that installs it.
    """

    def __init__(self, reason: str, extra: str) -> None:
        self.reason = reason
        self.extra = extra
        super().__init__(f"{reason}: pip install 'lowbit[{extra}]'")

    def __reduce__(self) -> tuple[type[MissingPackageError], tuple[str, str]]:
        return type(self), (self.reason, self.extra)
