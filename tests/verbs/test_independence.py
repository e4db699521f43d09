"""Independent puzzles: no two have isomorphic solutions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lowbit
from lowbit.verbs.canonical.class_ids import class_ids, id_texts
from lowbit.verbs.generate import independence
from lowbit.verbs.generate.independence import Independence, KnownIds


def n_grids(puzzles: lowbit.Grids) -> int:
    solved = lowbit.solve_many(puzzles, geometry=puzzles.geometry).solutions
    return len(np.unique(lowbit.canonical_many(solved, geometry=puzzles.geometry).grids, axis=0))


def test_puzzles_of_a_difficulty_share_no_solution() -> None:
    wish: dict[str, Any] = {"rating": (4.5, 5.0), "seed": 1}
    assert n_grids(lowbit.generate(24, **wish)) < 24
    puzzles = lowbit.generate(24, independent=True, **wish)
    assert n_grids(puzzles) == 24
    ratings = lowbit.rate_many(puzzles).er
    assert ratings is not None
    assert ((ratings >= 4.5) & (ratings <= 5.0)).all()
    first = lowbit.generate(5, independent=True, threads=1, **wish)
    assert (first.array == puzzles.array[:5]).all()


def test_sets_from_easy_to_hard_can_be_independent() -> None:
    puzzles = lowbit.generate_graded(12, rating=(1.2, 3.0), independent=True, seed=1)
    assert n_grids(puzzles) == 12


def test_a_board_with_two_grids_has_two_independent_puzzles() -> None:
    with pytest.raises(lowbit.EffortSpentError) as caught:
        lowbit.generate(5, geometry="4x4", independent=True, max_tries=200, seed=1)
    assert caught.value.found is not None
    assert n_grids(caught.value.found) == len(caught.value.found) == 2


@pytest.mark.parametrize("wish", [{"from_grids": ["1" * 81]}, {"unique": False, "clues": 30}])
def test_some_wishes_are_not_for_independent_puzzles(wish: dict[str, Any]) -> None:
    if "from_grids" in wish:
        wish["from_grids"] = lowbit.random_grids(2, seed=1)
    with pytest.raises(lowbit.InputError, match="independent puzzles have one solution each"):
        lowbit.generate(1, independent=True, **wish)


def test_ids_are_those_of_classes() -> None:
    puzzles = lowbit.generate(3, seed=1)
    shuffled = lowbit.shuffle_many(puzzles, seed=2).array
    ids = class_ids(puzzles.array)
    assert (class_ids(np.asarray(shuffled, np.uint8)) == ids).all()
    assert len({*id_texts(ids)}) == 3


def test_ids_are_known_once_they_were_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(independence, "RECENT", 8)
    known, added = KnownIds(), set[int]()
    for words in np.random.default_rng(1).integers(0, 300, (60, 7)).astype(np.uint64):
        ids = np.stack([words, words], axis=1)
        expected = [word not in added and word not in words[:at] for at, word in enumerate(words)]
        assert known.are_new(ids).tolist() == expected
        known.add(ids[:4])
        added |= {*words[:4]}


def test_a_puzzle_is_admitted_once() -> None:
    puzzles = lowbit.generate(4, seed=1).array
    both = np.concatenate([puzzles, puzzles[::-1]])
    others = Independence()
    assert others.admit(both).tolist() == [True] * 4 + [False] * 4
    assert not others.admit(both).any()
