"""Clues of a skeleton: constraints whose numbers are to be taken from a solution."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from lowbit.constraints.base import names_cells
from lowbit.constraints.dots import Difference, Ratio
from lowbit.constraints.scale import neighbours
from lowbit.constraints.sums import Cage
from lowbit.errors import ConstraintError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from lowbit.constraints.base import Constraint
    from lowbit.geometry import Geometry

__all__ = [
    "Clue",
    "kropki_clues",
    "unknown",
    "unnumbered",
]

NUMBERS = range(46)
"""The numbers that a clue may have: up to the sum of all digits of the classic board."""

SIDES = (0, 1), (1, 0)


@dataclass(frozen=True)
class Clue:
    """A place for a constraint, which a solution fills: with the first of these that it obeys.

    Parameters
    ----------
    choices : tuple of Constraint
        The constraints it may become; it is dropped where the solution obeys none of them.
    required : tuple of Constraint
        Constraints that the solution has to obey besides, so that one of the choices fits.

    Examples
    --------
    >>> from lowbit import CLASSIC, any_solution
    >>> from lowbit.constraints import Even, Odd
    >>> parity = Clue((Even((0,)), Odd((0,))))
    >>> parity.filled([5] + [1] * 80, CLASSIC)
    Odd(cells=(0,))
    """

    choices: tuple[Constraint, ...]
    required: tuple[Constraint, ...] = ()

    def filled(self, values: Sequence[int], geometry: Geometry) -> Constraint | None:
        """Return the constraint that a full grid makes of this; None where no choice fits."""
        return next((each for each in self.choices if each.holds(values, geometry)), None)


def unknown(
    kind: Callable[..., Constraint],
    *cells: int | Sequence[int],
    numbers: Iterable[int] = NUMBERS,
) -> Clue:
    """Return a clue of one kind, whose number is not known yet.

    Parameters
    ----------
    kind : type of Constraint
        It takes cells and then a number: `Cage`, `LittleKiller`, `Sandwich`, `XSum`,
        `Skyscraper`, `NumberedRoom`, `Difference`, `Ratio`, `PairSum` and so on.
    *cells : int or tuple of int
        Its cells, as the kind takes them.
    numbers : iterable of int, default ``range(46)``
        The numbers it may have.

    Returns
    -------
    Clue

    Examples
    --------
    >>> from lowbit import CLASSIC
    >>> from lowbit.constraints import Cage
    >>> unknown(Cage, (0, 1, 2)).filled(range(1, 82), CLASSIC)
    Cage(cells=(0, 1, 2), total=6)
    """
    choices = tuple(kind(*cells, number) for number in numbers)
    return Clue(choices, (Cage(*cells),) if kind is Cage else ())  # type: ignore[arg-type]


def unnumbered(constraint: Constraint, geometry: Geometry) -> Clue:
    """Return the clue that is left of a constraint when its number is forgotten.

    Raises
    ------
    ConstraintError
        If it has none.

    Examples
    --------
    >>> from lowbit import CLASSIC
    >>> unnumbered(Cage((0, 1, 2)), CLASSIC).filled(range(1, 82), CLASSIC)
    Cage(cells=(0, 1, 2), total=6)
    """
    cells = [getattr(constraint, field.name) for field in fields(constraint) if names_cells(field)]
    if not any(field.type in {"int", "int | None"} for field in fields(constraint)):
        raise ConstraintError(f"{type(constraint).__name__} has no number")
    most = len(constraint.cells_on(geometry)) * geometry.values[-1]
    return unknown(type(constraint), *cells, numbers=range(max(most + 1, len(NUMBERS))))


def kropki_clues(geometry: Geometry) -> list[Clue]:
    """Return a clue for each two cells that share a side: a white dot, a black one, or none.

    Where both would fit, the dot is white.

    Examples
    --------
    >>> from lowbit import CLASSIC
    >>> len(kropki_clues(CLASSIC))
    144
    """
    pairs = neighbours(geometry, SIDES)
    return [Clue((Difference(first, second), Ratio(first, second))) for first, second in pairs]
