"""Rounds of tries, repeated until there are as many puzzles as requested."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from lowbit.errors import LimitReachedError
from lowbit.verbs.generate import patterns, walks

if TYPE_CHECKING:
    from collections.abc import Generator

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.verbs.generate.effort import GenerationEffort
    from lowbit.verbs.generate.independence import Independence
    from lowbit.verbs.generate.request import GenerationRequest
    from lowbit.verbs.generate.walks import Round


def blocks(  # noqa: PLR0913, PLR0917 - what to make, and how
    request: GenerationRequest,
    n: int,
    seed: int,
    effort: GenerationEffort,
    threads: int | None = None,
    others: Independence | None = None,
    *,
    at_once: int | None = None,
) -> Generator[NDArray[np.uint8]]:
    """Yield `n` puzzles in all, uint8[k, 81] after each round of tries, where k may be 0.

    Independent ones are so of those that `others` has admitted, too. On boards other than the
    classic one `at_once` are tried at a time, if there is no need to try more; `n` by default.

    Raises
    ------
    EffortSpentError
        Once the effort is spent.
    """
    limits = effort.limits._replace(threads=threads)
    if not request.board.is_classic:
        from lowbit.verbs.generate.boards import tries_on  # kernels of boards

        rounds = tries_on(request, n if at_once is None else at_once, seed, limits)
    elif request.pattern is None:
        rounds = walks.search(request, n, seed, limits)
    else:
        rounds = patterns.search(request, seed, limits)
    if request.is_independent and others is None:
        from lowbit.verbs.generate.independence import Independence  # kernels of canonical forms

        others = Independence(request.board, threads)
    n_found = 0
    with closing(rounds):
        while n_found < n:
            effort.require_more(n_found, n)
            try:
                tried = next(rounds)
            except LimitReachedError:  # in the middle of a round
                effort.spend(0, ())
                continue
            if request.is_independent:
                tried = _admitted(tried, others)
            found = tried.found[: effort.spend(tried.tries, tried.places.tolist())]
            yield found[: n - n_found]
            n_found = min(n, n_found + len(found))


def _admitted(tried: Round, others: Independence | None) -> Round:
    """Return a round without the puzzles whose solutions others have."""
    if others is None or not len(tried.found):
        return tried
    is_new = others.admit(tried.found)
    return tried._replace(found=tried.found[is_new], places=tried.places[is_new])
