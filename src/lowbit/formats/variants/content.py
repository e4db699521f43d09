"""The content of a puzzle, laid out for writing: a plain board, candidates, single constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, NoReturn

from lowbit.constraints import Holds
from lowbit.constraints.general import without_and
from lowbit.constraints.scale import mask_where
from lowbit.errors import FormatError
from lowbit.formats.variants.boards import PlainBoard, plain_board

if TYPE_CHECKING:
    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle


class PuzzleContent(NamedTuple):
    """A board, the mask of each cell, and the other constraints: no `And`, and no `Holds`."""

    geometry: Geometry
    board: PlainBoard
    allowed: tuple[int, ...]
    constraints: tuple[Constraint, ...]

    def value(self, cell: int) -> int | None:
        """Return the given value of a cell; None if there is none."""
        mask = self.allowed[cell]
        is_given = mask.bit_count() == 1
        return self.board.values[mask.bit_length() - 1] if is_given else None

    def candidates(self, cell: int) -> list[int] | None:
        """Return the values of a restricted cell that is no given; None where all are allowed.

        A cell whose restrictions contradict each other has none.
        """
        mask = self.allowed[cell]
        if mask == self.geometry.full_mask or mask.bit_count() == 1:
            return None
        return [value for at, value in enumerate(self.board.values) if mask >> at & 1]

    def require_some_value(self, form: str) -> None:
        """Raise FormatError where a cell can hold no value."""
        if 0 in self.allowed:
            name = self.geometry.cell_name(self.allowed.index(0))
            raise FormatError(f"{form} cannot express that {name} holds no value")

    def require_no_candidates(self, form: str) -> None:
        """Raise FormatError if a cell is restricted without being a given."""
        for cell in range(self.geometry.n_cells):
            if self.candidates(cell) is not None:
                name = self.geometry.cell_name(cell)
                raise FormatError(f"{form} cannot express that {name} holds one of some values")


def content_of(puzzle: Puzzle, form: str, *, has_variables: bool = False) -> PuzzleContent:
    """Return the content of a puzzle, for a form that may have variables.

    Raises
    ------
    FormatError
        If its board is not plain, or has variables, where the form has none.
    """
    geometry = puzzle.geometry
    if geometry.variables and not has_variables:
        named = ", ".join(group.name for group in geometry.variables)
        raise FormatError(f"{form} has no variables, cells beside the board, such as {named}")
    board = plain_board(geometry, form)
    allowed, constraints = list(puzzle.grid.allowed), []
    for one in (*board.extras, *without_and(puzzle.constraints)):
        if isinstance(one, Holds):
            allowed[one.cell] &= mask_where(geometry, one.values.__contains__)
        else:
            constraints.append(one)
    return PuzzleContent(geometry, board, tuple(allowed), tuple(constraints))


def refuse(constraint: Constraint, form: str, geometry: Geometry) -> NoReturn:
    """Raise an error: a format cannot express a constraint."""
    raise FormatError(f"{form} cannot express {constraint.describe(geometry)}")
