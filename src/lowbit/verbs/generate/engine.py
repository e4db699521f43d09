"""Rounds of tries, repeated until there are as many puzzles as requested."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from lowbit.verbs.generate import patterns, walks

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.verbs.generate.effort import GenerationEffort
    from lowbit.verbs.generate.request import GenerationRequest


def blocks(
    request: GenerationRequest,
    n: int,
    seed: int,
    effort: GenerationEffort,
    threads: int | None = None,
) -> Iterator[NDArray[np.uint8]]:
    """Yield `n` puzzles in all, uint8[k, 81] after each round of tries, where k may be 0.

    Raises
    ------
    EffortSpentError
        Once the effort is spent.
    """
    if not request.board.is_classic:
        from lowbit.verbs.generate.boards import tries_on  # kernels of boards

        rounds = tries_on(request, n, seed, effort, threads)
    elif request.pattern is None:
        rounds = walks.search(request, n, seed, threads)
    else:
        rounds = patterns.search(request, seed, threads)
    n_found = 0
    with closing(rounds):
        while n_found < n:
            tried = next(rounds)
            found = tried.found[: effort.spend(tried.tries, tried.places.tolist())]
            yield found[: n - n_found]
            n_found = min(n, n_found + len(found))
            if n_found < n:
                effort.require_more(n_found, n)
