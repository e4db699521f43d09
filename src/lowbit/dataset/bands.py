"""Bands of difficulty: ranges of a measure, of which each gets as many puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from lowbit.arguments import unknown
from lowbit.errors import InputError
from lowbit.kernels.rating.bounded import BoundedRater
from lowbit.techniques.scoring import LEVELS
from lowbit.verbs.rate.many import rate_many

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

DEFAULTS: Final[dict[str, tuple[str, ...]]] = {
    "er": tuple(f"{whole}.0-{whole}.9" for whole in range(1, 9)),
    "level": LEVELS,
    "depth": ("0", "1", "2"),
    "score": (),
    "clues": (),
}
"""The measures, each with its bands by default: none for those that have to be named."""

TENTHS: Final = 10


class Band(NamedTuple):
    """A range of a measure.

    Attributes
    ----------
    name : str
        As the user wrote it.
    least, most : int
        The lowest and the highest value: of ER in tenths, of levels by their number.
    """

    name: str
    least: int
    most: int


ALL: Final = Band("", 0, 0)
"""The band of every puzzle, where nothing is measured."""


def bands_of(by: str | None, names: Iterable[str] = ()) -> tuple[Band, ...]:
    """Return the bands of a measure.

    Raises
    ------
    InputError
        If there is no such measure, a band is no range of it, or two have a value in common.

    Examples
    --------
    >>> bands_of("er", ["1.2-1.9", "7.1"])
    (Band(name='1.2-1.9', least=12, most=19), Band(name='7.1', least=71, most=71))
    >>> [band.name for band in bands_of("level")]
    ['easy', 'medium', 'hard', 'unfair', 'extreme']
    """
    names = tuple(names)
    if by is None:
        if names:
            raise InputError("bands are ranges of a measure; name one: er, level, depth ...")
        return (ALL,)
    if by not in DEFAULTS:
        raise InputError(unknown("measure", by, DEFAULTS))
    bands = tuple(_band(by, name) for name in names or DEFAULTS[by])
    if not bands:
        raise InputError(f"name the bands of {by}, such as 22-24")
    for one, other in zip(_rising(bands), _rising(bands)[1:], strict=False):
        if other.least <= one.most:
            raise InputError(f"the bands {one.name} and {other.name} overlap")
    return bands


def _rising(bands: Sequence[Band]) -> list[Band]:
    return sorted(bands, key=lambda band: band.least)


def _band(by: str, name: str) -> Band:
    least, between, most = name.partition("-")
    try:
        ends = [_value(by, text) for text in (least, most if between else least)]
    except (ValueError, OverflowError):
        raise InputError(f"{name!r} is no band of {by}: a value, or two with - between") from None
    if not 0 <= ends[0] <= ends[1]:
        raise InputError(f"the band {name} of {by} is empty")
    return Band(name, *ends)


def _value(by: str, text: str) -> int:
    if by == "level":
        return LEVELS.index(text)
    if not text.isascii():
        raise ValueError(text)
    return round(TENTHS * float(text)) if by == "er" else int(text)


def clues_of(puzzles: NDArray[Any]) -> NDArray[np.int64]:
    """Return how many givens each puzzle has: a row of digits, or a `Puzzle`."""
    if puzzles.dtype == np.object_:
        return np.array([puzzle.grid.n_clues for puzzle in puzzles], np.int64)
    clues: NDArray[np.int64] = np.count_nonzero(puzzles, axis=1)
    return clues


class BandMeter:
    """Tells in which band puzzles are.

    Parameters
    ----------
    by : str or None
    bands : tuple of Band
    threads : int, optional
        How many to use; one a CPU if None.
    """

    def __init__(self, by: str | None, bands: tuple[Band, ...], threads: int | None) -> None:
        self._by = by
        self._bands = bands
        self._threads = threads
        self._raters: dict[int, BoundedRater] = {}

    def band_numbers(self, puzzles: NDArray[Any], are_open: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Return the number of each puzzle's band, of those that are open; -1 for none of these."""
        numbers = np.full(len(puzzles), -1)
        if self._by is None:
            numbers[:] = 0
            return numbers
        wanted = [(number, self._bands[number]) for number in np.flatnonzero(are_open).tolist()]
        values = self._values(puzzles, max(band.most for _, band in wanted))
        for number, band in wanted:
            numbers[(values >= band.least) & (values <= band.most)] = number
        return numbers

    def _values(self, puzzles: NDArray[Any], most: int) -> NDArray[np.int64]:
        """Return the measure of each puzzle; -1 where it is not known, or above `most`."""
        if self._by == "er":
            return self._tenths(puzzles, most)
        if self._by == "clues":
            return clues_of(puzzles)
        how: dict[str, Any] = {"rules": "hodoku"}
        if self._by == "depth":
            how = {"rules": (), "measures": "depth"}
        values = getattr(rate_many(puzzles, threads=self._threads, **how), str(self._by))
        if self._by == "level":
            return np.array([LEVELS.index(word) if word else -1 for word in values.tolist()])
        result: NDArray[np.int64] = values
        return result

    def _tenths(self, puzzles: NDArray[np.uint8], most: int) -> NDArray[np.int64]:
        """Rate puzzles until a step is rated too high: harder ones are given up there."""
        rater = self._raters.setdefault(most, BoundedRater(most, self._threads))
        found = rater.rate(puzzles)
        tenths = np.where(found.n_left > 0, -1, found.hardest)
        beyond = np.flatnonzero(found.is_beyond)
        if beyond.size:  # chains that no kernel knows
            ratings = rate_many(puzzles[beyond], threads=self._threads).er
            tenths[beyond] = np.rint(TENTHS * np.nan_to_num(np.asarray(ratings), nan=-1.0))
        return tenths
