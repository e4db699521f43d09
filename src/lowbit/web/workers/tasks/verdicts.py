"""Tasks on a puzzle that is being edited: how hard it is, and how far it is from unique."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import lowbit
from lowbit.errors import LimitReachedError
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.status import Status
from lowbit.techniques.wording.description import name_of
from lowbit.verbs.rate.measures import TRIALS
from lowbit.web.workers.tasks.variants import puzzle_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from lowbit.nesting import Json

Send: TypeAlias = Callable[[Any], object]

MOST_COUNTED: Final = 1000
"""The number at which counting solutions ends: a setter wants to know whether there are few."""


def rate(  # noqa: PLR0913 - by name
    send: Send,
    *,
    puzzle: str,
    geometry: str,
    language: str,
    max_nodes: int | None,
    time_limit: float,
) -> None:
    """Tell how hard a puzzle is, by Sudoku Explainer and by HoDoKu, and its hardest technique."""
    grid, limits = Grid(puzzle, Geometry.parse(geometry)), Limits.of(max_nodes, time_limit)
    rating = lowbit.rate(grid, rules="hodoku", measures="techniques", **limits.of_search)
    explained = lowbit.rate(grid, rules="explainer", **limits.of_search)
    hardest = rating.hodoku_hardest
    send(
        {
            "status": rating.status.word,
            "level": rating.level,
            "score": rating.score,
            "hardest": hardest,
            "hardest_name": hardest and name_of(hardest, language),
            "er": explained.er,
            "ep": explained.ep,
            "ed": explained.ed,
        }
    )


def measure(  # noqa: PLR0913 - by name
    send: Send,
    *,
    puzzle: str,
    geometry: str,
    measures: list[str],
    max_nodes: int | None,
    time_limit: float,
) -> None:
    """Tell how deep trial and error has to go, and the length of braids."""
    grid, limits = Grid(puzzle, Geometry.parse(geometry)), Limits.of(max_nodes, time_limit)
    rating = lowbit.rate(grid, rules=(), measures=measures, **limits.of_search)
    known = {name: getattr(rating, name) for name in TRIALS}
    send({"status": rating.status.word, **known})


def verdict(send: Send, *, max_nodes: int | None, time_limit: float, **asked: Json) -> None:
    """Tell the number of solutions, the digits in them, and givens that could go or decide."""
    limits = Limits.of(max_nodes, time_limit)
    grid = puzzle_of(**asked)
    answer: dict[str, Any] = {"status": Status.LIMIT_REACHED.word, "reason": ""}
    try:
        n_found = lowbit.count_solutions(grid, limit=2, **limits.of_search)
        answer["status"] = (Status.NONE, Status.UNIQUE, Status.SEVERAL)[n_found].word
        if n_found == 1:
            answer["redundant"] = lowbit.redundant_givens(grid, **limits.of_search)
            answer["candidates"] = list(lowbit.solve(grid, **limits.of_search).allowed)
        if n_found > 1:
            counts = lowbit.candidate_counts(grid, limit=2, **limits.of_search)
            answer["candidates"] = _masks(counts > 0)
            answer["deciding"] = _masks(counts == 1)
            number = lowbit.count_solutions(grid, limit=MOST_COUNTED, **limits.of_search)
            answer |= {"count": number, "is_exact": number < MOST_COUNTED}
    except LimitReachedError as error:
        answer["reason"] = str(error)
    send(answer)


def candidates(
    send: Send,
    *,
    limit: int,
    max_nodes: int | None,
    time_limit: float,
    **asked: Json,
) -> None:
    """Tell which candidates occur in solutions, and in how many."""
    status, counts, reason = Status.LIMIT_REACHED, None, ""
    try:
        found = lowbit.candidate_counts(
            puzzle_of(**asked), limit=limit, max_nodes=max_nodes, time_limit=time_limit
        )
        counts, most = found.tolist(), (found > 0).sum(axis=1).max()
        status = (Status.NONE, Status.UNIQUE, Status.SEVERAL)[min(2, most)]
    except LimitReachedError as error:
        reason = str(error)
    send({"status": status.word, "counts": counts, "reason": reason})


def _masks(chosen: NDArray[np.bool_]) -> list[int]:
    """Return a mask for each cell, of the digits that are chosen there."""
    return [sum(1 << d for d, is_chosen in enumerate(row) if is_chosen) for row in chosen.tolist()]
