"""How long is tried in vain, and how progress is counted."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import lowbit
from lowbit import EffortSpentError, Geometry, InputError
from lowbit.limits import Limits
from lowbit.verbs.generate.effort import (
    MAX_LARGE,
    MAX_LARGE_SYMMETRIC,
    MAX_SYMMETRIC,
    MAX_TRIES,
    GenerationEffort,
    effort_for,
    sizes_of_rounds,
)
from lowbit.verbs.generate.request import GenerationRequest
from support import HARD_JIGSAW_BOARD

if TYPE_CHECKING:
    from collections.abc import Callable

FULL = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"


def test_rounds_are_small_at_first_where_time_is_limited() -> None:
    cases = [(None, [8] * 5), (1e9, [2, 4, 8, 8, 8]), (0, [2] * 5)]
    for time_limit, expected in cases:
        sizes = sizes_of_rounds(2, 8, Limits.of(time_limit=time_limit))
        assert list(islice(sizes, 5)) == expected
    assert next(sizes_of_rounds(2, 1, Limits.of(time_limit=1e9))) == 1


def spent(effort: GenerationEffort) -> str | None:
    """Return why no more may be tried."""
    try:
        effort.require_more(3, 5)
    except EffortSpentError as error:
        return error.reason
    return None


def test_the_error_has_the_numbers() -> None:
    effort = GenerationEffort(max_tries=1)
    effort.spend(4, [])
    with pytest.raises(EffortSpentError) as caught:
        effort.require_more(3, 5)
    assert (caught.value.n_found, caught.value.wanted, caught.value.tries) == (3, 5, 1)


def test_what_was_found_resets_the_tries_in_vain() -> None:
    effort = GenerationEffort(max_tries=10)
    assert effort.spend(9, []) == 0
    assert spent(effort) is None
    assert effort.spend(9, [0, 3]) == 2
    assert effort.spend(4, []) == 0
    assert spent(effort) is None
    assert effort.spend(1, []) == 0
    assert spent(effort) == "the last 10 tries found no such puzzle"
    assert effort.tries == 23


@pytest.mark.parametrize(
    ("before", "places", "n_counted", "tries"),
    [
        (0, [], 0, 10),
        (0, [10], 0, 10),
        (0, [9], 1, 20),
        (4, [6], 0, 6),
        (4, [5], 1, 16),
        (4, [5, 16, 17], 1, 16),
        (4, [5, 15, 89], 2, 26),
        (0, [*range(9, 100, 10)], 10, 100),
    ],
)
def test_what_is_found_beyond_the_tries_is_not_counted(
    before: int, places: list[int], n_counted: int, tries: int
) -> None:
    effort = GenerationEffort(max_tries=10)
    effort.spend(before, [])
    assert effort.spend(100, places) == n_counted
    assert effort.tries == before + tries
    is_spent = tries < 100
    assert (spent(effort) is not None) == is_spent


def test_the_usual_number_of_tries() -> None:
    effort = GenerationEffort()
    effort.spend(MAX_TRIES - 1, [])
    assert spent(effort) is None
    effort.spend(1, [])
    assert spent(effort) == f"the last {MAX_TRIES} tries found no such puzzle"


def test_the_time_limit_counts_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("lowbit.limits.monotonic", lambda: now)
    effort = GenerationEffort(time_limit=2.5)
    now = 102.4
    effort.spend(1, [0])
    assert spent(effort) is None
    now = 102.5
    assert spent(effort) == "the time limit of 2.5 s ended the search"


@pytest.mark.parametrize(
    "limits",
    [{"max_tries": 0}, {"max_tries": 1.5}, {"time_limit": -1}, {"time_limit": math.nan}],
    ids=str,
)
def test_limits_that_make_no_sense(limits: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        GenerationEffort(**limits)


PROGRESS: dict[str, Callable[[Any, Any], Any]] = {
    "minimal_candidates_many": lambda ps, listen: lowbit.minimal_candidates_many(
        ps, progress=listen, max_nodes=9
    ),
    "minimize_many": lambda ps, listen: lowbit.minimize_many(ps, progress=listen, threads=1),
    "redundant_givens_many": lambda ps, listen: lowbit.redundant_givens_many(ps, progress=listen),
    "true_candidates_many": lambda ps, listen: lowbit.true_candidates_many(
        ["." * 81, *ps], progress=listen
    ),
}


@pytest.mark.usefixtures("reporting")
@pytest.mark.parametrize("name", PROGRESS)
def test_progress_counts_all_puzzles_those_that_are_no_work_too(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lowbit.verbs.minimize.answers.PORTION", 2)
    reported: list[tuple[int, int]] = []
    puzzles = [FULL, "no puzzle", "11" + "." * 79, FULL, FULL]
    PROGRESS[name](puzzles, lambda done, total: reported.append((done, total)))
    n = len(puzzles) + (name == "true_candidates_many")
    assert reported
    assert {total for _, total in reported} == {n}
    counts = [done for done, _ in reported]
    assert counts == sorted(counts)
    n_easy = {"true_candidates_many": 5}.get(name, 2)
    assert n_easy <= counts[0] <= counts[-1] <= n


def test_progress_of_generate_counts_what_was_found() -> None:
    reported: list[tuple[int, int]] = []
    made = lowbit.generate(
        3, seed=1, progress=lambda done, total: reported.append((done, total))
    ).array
    assert reported[-1] == (3, 3)
    assert np.array_equal(made, lowbit.generate(3, seed=1).array)


def test_minimal_puzzles_with_a_symmetry_have_few_tries_on_large_boards() -> None:
    large = GenerationRequest(symmetry="half-turn", board=Geometry.parse("25x25"))
    why = "the last {} tries found no such puzzle; hardly any puzzle with a symmetry is minimal"
    assert in_vain(effort_for(large, None)).startswith(why.format(MAX_LARGE_SYMMETRIC))
    assert in_vain(effort_for(large, 5)).startswith(why.format(5))
    irregular = large._replace(board=Geometry.parse(HARD_JIGSAW_BOARD))
    assert in_vain(effort_for(irregular, None)).startswith(why.format(MAX_LARGE_SYMMETRIC))
    smaller = large._replace(board=Geometry.parse("16x16"))
    assert in_vain(effort_for(smaller, None)).startswith(why.format(MAX_SYMMETRIC))
    others = {
        large._replace(symmetry="none", pattern=frozenset(range(600))): MAX_LARGE,
        large._replace(symmetry="none"): MAX_TRIES,
        large._replace(is_minimal=False): MAX_TRIES,
        large._replace(board=Geometry.parse("15x15")): MAX_TRIES,
    }
    for other, n in others.items():
        assert in_vain(effort_for(other, None)) == f"the last {n} tries found no such puzzle"


def in_vain(effort: GenerationEffort) -> str:
    """Return what ends any number of tries in vain."""
    effort.spend(MAX_TRIES, [])
    return str(spent(effort))
