"""The numbers are those of SplitMix64, and a seed that is drawn fits wherever it is kept."""

from __future__ import annotations

import secrets
from itertools import count, islice

import pytest

from lowbit.errors import InputError
from lowbit.rng import SplitMix64, seed_or_any


def test_a_drawn_seed_is_a_number_that_javascript_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda bits: 2**bits - 1)
    assert seed_or_any(None) == 2**53 - 1


def test_a_seed_that_is_asked_for_is_kept() -> None:
    assert [seed_or_any(seed) for seed in (0, 7, 2**64 - 1)] == [0, 7, 2**64 - 1]
    for seed in (-1, 2**64):
        with pytest.raises(InputError, match="from 0 to 2\\*\\*64 - 1"):
            seed_or_any(seed)


PUBLISHED = [
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
    16408922859458223821,
]  # fmt: skip
"""What others print for the state 1234567: rosettacode.org, Pseudo-random numbers, Splitmix64."""


def test_numbers_are_those_that_are_published() -> None:
    rng = SplitMix64(0)
    rng._state = 1234567  # noqa: SLF001 - a seed is mixed with the number of an item first
    assert [rng.draw() for _ in PUBLISHED] == PUBLISHED


def test_an_order_is_drawn_of_the_high_half_of_each_number() -> None:
    numbers = SplitMix64(5, 2)
    expected = list(range(10))
    for last in range(9, 0, -1):
        other = (numbers.draw() >> 32) * (last + 1) >> 32
        expected[last], expected[other] = expected[other], expected[last]
    items = list(range(10))
    SplitMix64(5, 2).shuffle(items)
    assert items == expected != sorted(items)


def test_items_of_a_batch_and_seeds_have_numbers_of_their_own() -> None:
    firsts = [SplitMix64(seed, item).draw() for seed in range(3) for item in range(3)]
    assert len({*firsts}) == 9
    assert firsts[0] == SplitMix64(0).draw() == 6235967106033911276


def test_what_would_come_up_too_often_is_drawn_anew() -> None:
    n, rng, numbers = 3 << 30, SplitMix64(1), SplitMix64(1)
    products = ((numbers.draw() >> 32) * n for _ in count())
    kept = (product >> 32 for product in products if product % 2**32 >= 2**32 % n)
    assert [rng.below(n) for _ in range(50)] == list(islice(kept, 50))
