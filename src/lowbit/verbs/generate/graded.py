"""Graded sets: puzzles spread evenly from easy to hard, in rising order."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from lowbit.arguments import (
    integer,
    integer_or_none,
    require_room,
    unknown,
)
from lowbit.batch.grids import Grids
from lowbit.errors import EffortSpentError, InputError
from lowbit.geometry import CLASSIC
from lowbit.rng import SplitMix64, seed_or_any
from lowbit.techniques.scoring import LEVELS
from lowbit.verbs.generate.effort import MAX_RATED, GenerationEffort
from lowbit.verbs.generate.engine import blocks
from lowbit.verbs.generate.independence import Independence
from lowbit.verbs.generate.many import gathered, read_request
from lowbit.verbs.generate.request import target_asked_for
from lowbit.verbs.rate.many import rate_many
from lowbit.verbs.rate.measures import FIELDS_OF_RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from lowbit.kernels.core.threads import Progress
    from lowbit.verbs.generate.difficulty.target import Target
    from lowbit.verbs.generate.many import Clues
    from lowbit.verbs.generate.request import GenerationRequest

RANGE: Final = (1.0, 9.0)
"""The range of ER by default. Harder puzzles take minutes each to find."""

STARTS: Final = (10, 15, 17, 23, 26, 30, 36, 45, 56, 65, 67, 71, 73, 77, 83, 86)
"""Tenths: where the parts of the scale begin, each with a rating that is frequent. Others are not:
a search for 5.0 to 5.4 may find nothing."""

MEASURES: Final = ("rating", "level")


class GradedPart(NamedTuple):
    """A part of a set: the request for its puzzles, and their number."""

    criteria: dict[str, Any]
    request: GenerationRequest
    n: int


def generate_graded(  # noqa: PLR0913 - by name, as for generate
    n: int,
    *,
    by: str = "rating",
    rating: tuple[float, float] | None = None,
    clues: Clues | None = None,
    symmetry: str | None = None,
    minimal: bool = True,
    independent: bool = False,
    seed: int | None = None,
    threads: int | None = None,
    max_tries: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Grids:
    """Make a set of puzzles, spread evenly from easy to hard, in rising order.

    The scale of ratings has parts such as 1.5 to 1.6, 4.5 to 5.5 or 7.1 to 7.2. Each gets the more
    puzzles the wider it is; these come as they are found, and so mostly have its frequent ratings.
    Or each level gets as many.

    Parameters
    ----------
    n : int
        The number of puzzles.
    by : {'rating', 'level'}, default 'rating'
        Whether they are spread over Sudoku Explainer's ER, or over HoDoKu's five levels.
    rating : tuple of two float, optional
        The lowest and the highest ER, if they are spread over it; (1.0, 9.0) if None.
    clues, symmetry, minimal
        Requirements on each puzzle, as for `generate`.
    independent : bool, default False
        Whether no two puzzles of the set may have isomorphic solutions, as for `generate`; it takes
        longer.
    seed : int, optional
        From 0 to 2**64 - 1; a random one if None. A seed always gives the same set for one `n`.
    threads : int, optional
        How many to use; one a CPU if None. The set does not depend on it.
    max_tries : int, optional
        Give up after so many puzzles in a row were tried in vain; 30,000 by default.
    time_limit : float, optional
        Give up after so many seconds.
    progress : callable, optional
        Called after each part with how many puzzles were found, and `n`.

    Returns
    -------
    Grids
        In the order of their ratings (ER, then EP, then ED), or of levels, then scores; ``array``
        is uint8[n, 81], 0 where blank.

    Raises
    ------
    InputError
        If the arguments make no sense.
    EffortSpentError
        If too few were found. It holds those that were, in order.

    Examples
    --------
    >>> from lowbit import rate_many
    >>> puzzles = generate_graded(3, rating=(1.2, 3.0), seed=1)
    >>> rate_many(puzzles).er.tolist()
    [1.5, 2.0, 2.8]
    """
    n, threads = integer("n", n, 0), integer_or_none("threads", threads, 1)
    parts = parts_of(
        n, by, rating, clues=clues, symmetry=symmetry, minimal=minimal, independent=independent
    )
    made = graded_blocks(parts, seed_or_any(seed), max_tries, time_limit, threads)
    return gathered(made, Grids(np.zeros((n, CLASSIC.n_cells), np.uint8)), progress)


def parts_of(
    n: int,
    by: str,
    rating: tuple[float, float] | None = None,
    **given: Any,  # noqa: ANN401 - the parameters of generate_graded that say what each is to have
) -> list[GradedPart]:
    """Return the parts of a set of `n` puzzles, the easiest first.

    Raises
    ------
    InputError
        If the arguments make no sense.
    """
    if by not in MEASURES:
        raise InputError(unknown("measure", by, MEASURES))
    if by == "level" and rating is not None:
        raise InputError("a set spread over levels has no range of ratings")
    require_room("n", n, CLASSIC.n_cells + 8)
    parts = []
    for criteria, n_part in (
        _level_criteria(n) if by == "level" else _rating_criteria(n, rating or RANGE)
    ):
        parts.append(GradedPart(criteria, _request(target_asked_for(**criteria), **given), n_part))
    return parts


def _request(
    target: Target | None,
    clues: Clues | None = None,
    symmetry: str | None = None,
    *,
    minimal: bool = True,
    independent: bool = False,
) -> GenerationRequest:
    return read_request(
        clues,
        symmetry,
        None,
        None,
        target,
        minimal=minimal,
        unique=True,
        independent=independent,
    )


def _level_criteria(n: int) -> list[tuple[dict[str, Any], int]]:
    """Return the levels, and how many puzzles each gets."""
    ends = [-(-n * number // len(LEVELS)) for number in range(len(LEVELS) + 1)]
    return [
        ({"level": level}, end - first)
        for level, (first, end) in zip(LEVELS, pairwise(ends), strict=True)
        if first < end
    ]


def _rating_criteria(n: int, rating: tuple[float, float]) -> list[tuple[dict[str, Any], int]]:
    """Return the parts of a range of ER, and how many puzzles each gets."""
    target = target_asked_for(rating=rating)
    least, most = target.tenths if target else (0, 0)
    starts = [start for start in STARTS if least <= start <= most] or [least]
    starts[0] = least
    width = most + 1 - least
    # The places of the puzzles lie in the middle of n equal pieces of the range.
    ends = [-((width - 2 * n * (start - least)) // (2 * width)) for start in (*starts, most + 1)]
    lasts = [start - 1 for start in starts[1:]] + [most]
    return [
        ({"rating": (start / 10, last / 10)}, end - first)
        for start, last, (first, end) in zip(starts, lasts, pairwise(ends), strict=True)
        if first < end
    ]


class RatedPuzzles(NamedTuple):
    """Puzzles from the easiest to the hardest.

    Attributes
    ----------
    puzzles : uint8[n, 81]
    ratings : dict of str to ndarray
        A column each, as `lowbit.RatingBatch` has them: `er`, `ep` and `ed`, or `score` and
        `level`.
    """

    puzzles: NDArray[np.uint8]
    ratings: dict[str, NDArray[Any]]


def graded_blocks(
    parts: list[GradedPart],
    seed: int,
    max_tries: int | None,
    time_limit: float | None,
    threads: int | None,
) -> Iterator[NDArray[np.uint8]]:
    """Yield the puzzles of each part, as `rated_blocks` does, without their ratings."""
    for block in rated_blocks(parts, seed, max_tries, time_limit, threads):
        yield block.puzzles


def rated_blocks(
    parts: list[GradedPart],
    seed: int,
    max_tries: int | None,
    time_limit: float | None,
    threads: int | None,
) -> Iterator[RatedPuzzles]:
    """Yield the puzzles of each part, in order, with their ratings.

    Raises
    ------
    EffortSpentError
        Once the effort is spent; all puzzles found until then were yielded.
    """
    wanted, n_found = sum(part.n for part in parts), 0
    effort = GenerationEffort(MAX_RATED if max_tries is None else max_tries, time_limit)
    others = Independence(threads=threads)
    for number, part in enumerate(parts):
        found = np.zeros((part.n, CLASSIC.n_cells), np.uint8)
        n_part = 0
        try:
            part_seed = SplitMix64(seed, number).draw()
            for block in blocks(part.request, part.n, part_seed, effort, threads, others):
                found[n_part : n_part + len(block)] = block
                n_part += len(block)
        except EffortSpentError as error:
            yield _in_order(found[:n_part], part, threads)
            [(kind, wanted_of_it)] = part.criteria.items()
            reason = f"{kind} {wanted_of_it}: {error.reason}"
            raise EffortSpentError(reason, n_found + n_part, wanted, error.tries) from None
        yield _in_order(found, part, threads)
        n_found += n_part


def _in_order(puzzles: NDArray[np.uint8], part: GradedPart, threads: int | None) -> RatedPuzzles:
    """Return puzzles from the easiest to the hardest."""
    is_of_level = "level" in part.criteria
    rated = rate_many(puzzles, rules="hodoku" if is_of_level else "explainer", threads=threads)
    keys = (rated.score,) if is_of_level else (rated.ed, rated.ep, rated.er)
    order = np.lexsort(cast("tuple[NDArray[np.generic], ...]", keys))
    names = FIELDS_OF_RULES["hodoku" if is_of_level else "explainer"]
    return RatedPuzzles(puzzles[order], {name: getattr(rated, name)[order] for name in names})
