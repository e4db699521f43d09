"""What the tests share: the data folder, the engines, and hypothesis's settings."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import settings

import lane_engine
from lowbit.grid import Grid
from lowbit.reference.search import Search

settings.register_profile("lowbit", deadline=None, derandomize=True, max_examples=50)
settings.load_profile("lowbit")

Data = Callable[[str], Path]
Engine = Callable[[Grid, int], list[Grid]]


@pytest.fixture(scope="session")
def data() -> Data:
    """Return the path of a file in LOWBIT_DATA, or skip the test by that file's name."""

    def path_of(name: str) -> Path:
        folder = os.environ.get("LOWBIT_DATA")
        if folder is None:
            pytest.skip(f"{name}: LOWBIT_DATA is not set")
        path = Path(folder, name)
        if not path.exists():
            pytest.skip(f"{name}: not in LOWBIT_DATA")
        return path

    return path_of


def reference(grid: Grid, limit: int) -> list[Grid]:
    return list(islice(Search(grid), limit))


ENGINES: dict[str, Engine] = {"reference": reference, **lane_engine.ENGINES}
"""Each returns the first solutions of a puzzle, at most as many as the limit says."""


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Return one engine after the other."""
    return ENGINES[request.param]
