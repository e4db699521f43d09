"""Wishes about the puzzles of a search: their measures, which of them fit, and which come first."""

from __future__ import annotations

from collections.abc import Mapping
from math import isinf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

import numpy as np

from lowbit.arguments import unknown
from lowbit.batch.grids import Grids
from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.techniques.registry import BY_CONSTRAINTS, TECHNIQUES
from lowbit.verbs.puzzles import with_masks
from lowbit.verbs.rate.many import rate_many
from lowbit.verbs.rate.measures import FIELDS_OF_MEASURES, FIELDS_OF_RULES
from lowbit.verbs.search.techniques import which_need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

Range: TypeAlias = "float | tuple[float | None, float | None]"
"""A number, or the lowest and the highest; None for no end."""

CLUES: Final = "clues"

WORDS: Final = frozenset({"level", "hardest"})
"""The fields that are no numbers."""

SOURCES: Final = {
    **{name: ("rules", rule) for rule, names in FIELDS_OF_RULES.items() for name in names},
    **{name: ("measures", one) for one, names in FIELDS_OF_MEASURES.items() for name in names},
}
"""The source of each field of a rating."""

MEASURES: Final = (CLUES, *(name for name in SOURCES if name not in WORDS))
"""The names of all measures that are numbers, but for those of techniques."""


class MeasureBounds(NamedTuple):
    """The ends of a measure.

    Attributes
    ----------
    name : str
    lowest, highest : float
    """

    name: str
    lowest: float
    highest: float


class Wishes:
    """Wishes about puzzles.

    Parameters
    ----------
    keep, want : mapping of str to Range
        The measures of puzzles that stay in the pool, and of those that are sought.
    lowest, highest : str or None
        The measure by which puzzles come first.

    Attributes
    ----------
    names : tuple of str
        The measures that they name.
    techniques : tuple of str
        Those that are techniques: 1 for a puzzle that needs it, else 0. They come last.

    Raises
    ------
    InputError
        If there is no such measure, or a range is none.
    """

    def __init__(
        self,
        keep: Mapping[str, Range] | None = None,
        want: Mapping[str, Range] | None = None,
        lowest: str | None = None,
        highest: str | None = None,
    ) -> None:
        if lowest and highest:
            raise InputError("puzzles come first by one measure: name the lowest or the highest")
        self._keep, self._want = _bounds_of(keep), _bounds_of(want)
        self._first, self._sign = lowest or highest, 1 if lowest else -1
        first = [self._first] if self._first else []
        names = {one.name for one in (*self._keep, *self._want)} | set(map(_known, first))
        self.techniques = tuple(sorted(names.difference(MEASURES)))
        self.names = (*(name for name in MEASURES if name in names), *self.techniques)

    @property
    def settings(self) -> dict[str, Any]:
        """The wishes about the pool, as JSON has them."""
        return {
            "keep": {name: _ends(low, high) for name, low, high in self._keep},
            "first": [self._first, self._sign] if self._first else None,
            "measures": list(self.names),
        }

    def values(
        self, whole: Grid | Puzzle, digits: NDArray[np.uint8], limits: Limits
    ) -> NDArray[np.float64]:
        """Return the measures of some puzzles, float64[n, len(names)]; NaN where not known.

        Steps take longest, so that techniques are not known of puzzles that do not stay anyway.
        """
        found = np.full((len(digits), len(self.names)), np.nan)
        n_measures = len(self.names) - len(self.techniques)
        rated = [name for name in self.names[:n_measures] if name != CLUES]
        if rated and len(digits):
            rating = _rating(whole, digits, rated, limits)
        for column, name in enumerate(self.names[:n_measures]):
            if name == CLUES:
                found[:, column] = np.count_nonzero(digits, axis=1)
            elif len(digits):
                values = getattr(rating, name)
                found[:, column] = np.where(values >= 0, values, np.nan)
        for column, name in enumerate(self.techniques, n_measures):
            known = [one for one in self._keep if one.name in self.names[:column]]
            rows = np.flatnonzero(self._fit(found, known))
            puzzles = _puzzles(whole, digits[rows])
            found[rows, column] = which_need(puzzles, name, limits)
        return found

    def are_kept(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which puzzles stay in the pool."""
        return self._fit(values, self._keep)

    def are_wanted(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which puzzles are sought."""
        return self._fit(values, self._want)

    def rank(self, values: Iterable[float]) -> float:
        """Return a number by which puzzles are sorted: the lowest comes first."""
        if self._first is None:
            return 0.0
        value = self._sign * tuple(values)[self.names.index(self._first)]
        return float("inf") if np.isnan(value) else value

    @property
    def has_order(self) -> bool:
        """Whether some puzzles come first."""
        return self._first is not None

    def _fit(
        self, values: NDArray[np.float64], bounds: Iterable[MeasureBounds]
    ) -> NDArray[np.bool_]:
        fit = np.ones(len(values), np.bool_)
        for name, lowest, highest in bounds:
            column = values[:, self.names.index(name)]
            fit &= (column >= lowest) & (column <= highest)
        return fit


def told(value: float) -> str:
    """Return a measure as text, with all of its digits.

    Examples
    --------
    >>> told(7.1), told(1234567.0), told(float("nan"))
    ('7.1', '1234567', 'nan')
    """
    return repr(value).removesuffix(".0")


def _rating(
    whole: Grid | Puzzle, digits: NDArray[np.uint8], names: Iterable[str], limits: Limits
) -> Any:  # noqa: ANN401 - a RatingBatch, whose columns go by name
    asked: dict[str, Any] = {"rules": [], "measures": []}
    for name in names:
        kind, source = SOURCES[name]
        asked[kind].append(source)
    is_grid = isinstance(whole, Grid)
    puzzles: Any = Grids(digits, whole.geometry) if is_grid else _puzzles(whole, digits)
    return rate_many(puzzles, **asked, threads=limits.threads, time_limit=limits.seconds_left)


def _puzzles(whole: Grid | Puzzle, digits: NDArray[np.uint8]) -> list[Grid | Puzzle]:
    """Return the puzzles of some digits, with the constraints of a search."""
    full = whole.geometry.full_mask
    masks = np.where(digits == 0, full, 1 << np.maximum(digits, 1).astype(np.int64) - 1)
    return [with_masks(whole, row) for row in masks.tolist()]


def _bounds_of(ranges: Mapping[str, Range] | None) -> tuple[MeasureBounds, ...]:
    if ranges is not None and not isinstance(ranges, Mapping):
        raise InputError(f"name measures with ranges, such as {{'er': (9, None)}}, not {ranges!r}")
    return tuple(
        MeasureBounds(_known(name), *_numbers(name, ends)) for name, ends in (ranges or {}).items()
    )


def _numbers(name: str, ends: Range) -> tuple[float, float]:
    """Return the lowest and the highest number of a range.

    Raises
    ------
    InputError
        If it is no range.
    """
    try:
        lowest, highest = ends if isinstance(ends, (tuple, list)) else (ends, ends)
        low = float("-inf") if lowest is None else float(lowest)
        high = float("inf") if highest is None else float(highest)
    except (TypeError, ValueError):
        low, high = 1.0, 0.0
    if not low <= high:
        raise InputError(f"{name} must be a number, or the lowest and the highest, not {ends!r}")
    return low, high


def _known(name: str) -> str:
    if name not in MEASURES and name not in TECHNIQUES and name not in BY_CONSTRAINTS:
        known = [*MEASURES, "or the name of a technique"]
        raise InputError(unknown("measure", name, known))
    return name


def _ends(lowest: float, highest: float) -> list[float | None]:
    """Return a range as JSON has it, which knows no infinity."""
    return [None if isinf(end) else end for end in (lowest, highest)]
