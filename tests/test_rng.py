"""A seed that is drawn fits wherever its user may write it down."""

from __future__ import annotations

import secrets

import pytest

from lowbit.errors import InputError
from lowbit.rng import seed_or_any


def test_a_drawn_seed_is_a_number_that_javascript_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", lambda bits: 2**bits - 1)
    assert seed_or_any(None) == 2**53 - 1


def test_a_seed_that_is_asked_for_is_kept() -> None:
    assert [seed_or_any(seed) for seed in (0, 7, 2**64 - 1)] == [0, 7, 2**64 - 1]
    for seed in (-1, 2**64):
        with pytest.raises(InputError, match="from 0 to 2\\*\\*64 - 1"):
            seed_or_any(seed)
