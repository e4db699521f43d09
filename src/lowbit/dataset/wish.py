"""A wish for a data set: what it is to hold, and how much of each."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.arguments import integer, unknown
from lowbit.dataset.bands import bands_of
from lowbit.dataset.skeletons import OF_SKELETONS, recipe_for, skeleton_in
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, Geometry, board_of
from lowbit.verbs.generate.many import read_request
from lowbit.verbs.generate.request import target_asked_for
from lowbit.verbs.rate.measures import FIELDS_OF_MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from lowbit.dataset.bands import Band
    from lowbit.verbs.generate.request import GenerationRequest
    from lowbit.verbs.generate.variants import Recipe

SPLITS: Final = {"train": 0.9, "test": 0.1}
"""The splits by default, and their shares."""

NAME: Final = re.compile(r"\w+(\.\w+)*")
"""Names of splits that the Hugging Face Hub takes."""

MAX_TRIES: Final = 2_000_000
"""Puzzles that a shard tries in vain, one after another, before it does without the rest."""

LICENSE: Final = "cc0-1.0"

MEASURES: Final = ("depth", "B", "search", "backdoor", "redundant")
"""The measures beside ratings."""

CRITERIA: Final = ("clues", "symmetry", "minimal", "needs", "only", "without", "rules")
"""The options of `generate` that a wish may have; `OF_SKELETONS` are those with a skeleton."""

N_CLASSES: Final = 5_472_730_538
"""Full grids of the classic board that are not isomorphic (E. Russell, F. Jarvis 2006)."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A data set that is wanted.

    Parameters
    ----------
    n : int
        The number of puzzles, copies not counted.
    seed : int
    by : str, optional
        The measure of the bands.
    bands : tuple of str
        Their names; of some measures there are bands by default.
    splits : dict of str to float
        The share of each split.
    measures : tuple of str
        What is measured in addition: `MEASURES`.
    copies : int
        Random isomorphic copies of each puzzle in the first split.
    max_tries : int
        Puzzles that a shard tries in vain before it does without the rest.
    geometry : str, optional
        The name of the board; the classic one by default.
    skeleton : str, optional
        A puzzle with constraints as text: they are those of every puzzle.
    license : str
        The licence of the data set, as the Hub writes it.
    criteria : dict
        Of each puzzle, as `lowbit.generate` takes them: `CRITERIA`.
    """

    n: int
    seed: int
    by: str | None = None
    bands: tuple[str, ...] = ()
    splits: dict[str, float] = field(default_factory=SPLITS.copy)
    measures: tuple[str, ...] = ()
    copies: int = 0
    max_tries: int = MAX_TRIES
    geometry: str | None = None
    skeleton: str | None = None
    license: str = LICENSE
    criteria: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        integer("n", self.n, 1)
        integer("copies", self.copies, 0)
        integer("max_tries", self.max_tries, 1)
        _require_splits(self.splits)
        for measure in self.measures:
            if measure not in MEASURES:
                raise InputError(unknown("measure", measure, MEASURES))
        self._require_options()
        if not self.is_rated and (self.by not in {None, "clues"} or self.measures):
            raise InputError(
                "puzzles are measured on the classic board alone, without constraints; others by "
                "clues"
            )
        bands_of(self.by, self.bands)
        if self.skeleton is not None:
            self.recipe()
            return
        self._require_clues(self.request())
        if self.board == CLASSIC and self.n > N_CLASSES:
            raise InputError(
                f"n must be {N_CLASSES} or less, not {self.n}: no more solutions differ"
            )

    def _require_clues(self, request: GenerationRequest) -> None:
        """Raise InputError for a band of clues that no puzzle with one solution has."""
        for band in self.all_bands if self.by == "clues" else ():
            if band.most < request.fewest:
                raise InputError(request.too_few(band.most))
            if band.least > self.board.n_cells:
                raise InputError(f"no board {self.board} has {band.least} givens")

    def _require_options(self) -> None:
        """Raise InputError for an option that does not apply."""
        known = CRITERIA if self.skeleton is None else OF_SKELETONS
        others = sorted(self.criteria.keys() - set(known))
        if others and set(others) <= {*CRITERIA, *OF_SKELETONS}:
            which = "without a" if self.skeleton is None else "of a"
            raise InputError(f"puzzles {which} skeleton have no option {', '.join(others)}")
        if others:
            raise InputError(f"a data set has no option {', '.join(others)}")
        if self.skeleton is not None and (self.geometry is not None or self.copies):
            raise InputError(
                "a skeleton says its board itself, and there are no copies of its puzzles"
            )

    @property
    def board(self) -> Geometry:
        """The board of the puzzles."""
        if self.skeleton is not None:
            return skeleton_in(self.skeleton).geometry
        return CLASSIC if self.geometry is None else board_of(self.geometry)

    @property
    def is_rated(self) -> bool:
        """Whether the puzzles have ratings: those of the classic board without constraints."""
        return self.skeleton is None and self.board == CLASSIC

    @property
    def all_bands(self) -> tuple[Band, ...]:
        """The bands."""
        return bands_of(self.by, self.bands)

    def request(self, band: Band | None = None) -> GenerationRequest:
        """Return the request for its puzzles; for those of a band, if they are to be looked for."""
        asked = dict(self.criteria)
        how = {name: asked.pop(name) for name in ("clues", "symmetry", "minimal") if name in asked}
        if band is not None and self.by == "er":
            asked["rating"] = (band.least / 10, band.most / 10)
        elif band is not None:
            asked["level"] = band.name
        return read_request(
            how.get("clues"),
            how.get("symmetry"),
            None,
            None,
            target_asked_for(**asked) if asked else None,
            minimal=how.get("minimal", True),
            unique=True,
            board=self.board,
        )

    def recipe(self) -> Recipe:
        """Return the recipe for puzzles of the skeleton."""
        if self.skeleton is None:
            raise AssertionError("there is no skeleton")
        return recipe_for(self.skeleton, self.criteria)

    def quotas(self) -> NDArray[np.int64]:
        """Return the number of puzzles of each split and band: int64[n_splits, n_bands]."""
        of_splits = parts(self.n, self.splits.values())
        even = np.ones(len(self.all_bands)).tolist()
        return np.array([parts(n, even) for n in of_splits], np.int64)

    def split_numbers(self, ids: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return the split of each solution, which its id alone tells.

        Parameters
        ----------
        ids : uint64[n, 2]
            `lowbit.verbs.canonical.class_ids.class_ids` of the solutions.
        """
        shares = np.cumsum([*self.splits.values()])
        ends = (shares[:-1] / shares[-1] * 2**32).astype(np.uint64)
        places: NDArray[np.int64] = np.searchsorted(ends, ids[:, 0] >> np.uint64(32), side="right")
        return places

    def to_options(self) -> dict[str, Any]:
        """Return all of it but the number, for JSON, which keeps the order of lists alone."""
        said = asdict(self)
        del said["n"]
        lists = {"bands": list(self.bands), "measures": list(self.measures)}
        return said | lists | {"splits": [list(each) for each in self.splits.items()]}

    @classmethod
    def from_options(cls, n: int, options: Mapping[str, Any]) -> Wish:
        """Return the wish from what `to_options` returned.

        Raises
        ------
        InputError
            If it makes no sense.
        """
        said = dict(options)
        for name in ("bands", "measures"):
            said[name] = tuple(said.get(name) or ())
        if "splits" in said:
            said["splits"] = dict(said["splits"])
        return cls(n, **said)


def parts(n: int, weights: Iterable[float]) -> list[int]:
    """Return `n` divided in proportion to weights.

    Examples
    --------
    >>> parts(10, [0.9, 0.1]), parts(10, [1, 1, 1])
    ([9, 1], [3, 4, 3])
    """
    ends = np.cumsum([0.0, *weights])
    ends = np.rint(n * ends / ends[-1]).astype(np.int64)
    result: list[int] = np.diff(ends).tolist()
    return result


def _require_splits(splits: Mapping[str, float]) -> None:
    if not splits:
        raise InputError("a data set has a split or more")
    for name, share in splits.items():
        if not NAME.fullmatch(name):
            raise InputError(f"{name!r} is no name of a split: letters, digits, _ and . alone")
        if not 0 < share < float("inf"):
            raise InputError(f"the share of {name} must be above 0, not {share}")


COLUMNS_OF_MEASURES: Final = {name: FIELDS_OF_MEASURES[name] for name in MEASURES}
"""The columns of each."""
