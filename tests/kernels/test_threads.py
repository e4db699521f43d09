"""A loop spread over threads does each item once, and ends with the error of any of them."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

from lowbit.kernels.core.threads import n_cpus, share

if TYPE_CHECKING:
    from lowbit.kernels.core.threads import Work


class WrongError(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 2, 5, None])
@pytest.mark.parametrize(("total", "portion"), [(0, 3), (1, 3), (3, 3), (100, 7), (100, 1000)])
def test_each_item_is_done_once(total: int, portion: int, threads: int | None) -> None:
    tally = np.zeros(total, int)

    def work(first: int, end: int) -> None:
        assert 0 <= first < end <= min(first + portion, total)
        tally[first:end] += 1

    share(total, lambda: work, portion=portion, threads=threads)
    assert (tally == 1).all()


def test_each_thread_has_a_worker_of_its_own() -> None:
    makers: list[int] = []
    used: set[tuple[int, int]] = set()

    def new_worker() -> Work:
        maker = threading.get_ident()
        makers.append(maker)

        def work(_first: int, _end: int) -> None:
            time.sleep(0.001)
            used.add((maker, threading.get_ident()))

        return work

    share(50, new_worker, portion=1, threads=3)
    assert len(makers) == len(set(makers)) == 3
    assert all(maker == user for maker, user in used)


@pytest.mark.parametrize("in_main", [True, False])
def test_an_error_in_any_thread_ends_the_loop(in_main: bool) -> None:  # noqa: FBT001 - a parameter
    done: list[int] = []

    def work(first: int, _end: int) -> None:
        time.sleep(0.001)
        if (threading.current_thread() is threading.main_thread()) == in_main:
            raise WrongError
        done.append(first)

    with pytest.raises(WrongError):
        share(100_000, lambda: work, portion=1, threads=2)
    assert len(done) < 90_000  # or no loop was ended


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_is_reported_and_may_end_the_loop(threads: int) -> None:
    reported: list[tuple[int, int]] = []

    def progress(begun: int, total: int) -> None:
        reported.append((begun, total))
        if len(reported) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        share(
            5000,
            lambda: lambda *_: time.sleep(0.001),
            portion=1,
            threads=threads,
            progress=progress,
        )
    (first, total), (second, _) = reported
    assert 0 < first < second < total == 5000


def test_the_cpus_are_those_that_this_process_may_use(monkeypatch: pytest.MonkeyPatch) -> None:
    count = n_cpus.__wrapped__
    usable = {0: {0, 3, 5}}  # of process 0, which is this one
    monkeypatch.setattr(os, "sched_getaffinity", usable.__getitem__, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert count() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert count() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert count() == 1
