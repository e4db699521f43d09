"""Work done side by side, with its results in order."""

from __future__ import annotations

import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from lowbit.batch.ordered import StoppedError, in_order
from lowbit.errors import InputError
from lowbit.kernels.variants.interrupts import LOOK_UP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.kernels.core.threads import Progress

PATIENCE = 20
"""Seconds after which a test that waits has failed."""


def square(item: int, _look_up: Progress) -> int:
    return item * item


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
def test_results_come_in_order_whichever_is_done_first(threads: int | None) -> None:
    second = threading.Event()

    def work(item: int, _look_up: Progress) -> int:
        if item == 1:
            second.set()
        elif item == 0 and threads in {2, 5}:
            assert second.wait(PATIENCE)
        return item

    assert list(in_order(work, range(50), threads)) == list(range(50))


def test_a_tab_without_threads_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lowbit.batch.ordered.IS_ALONE", True)
    here, before = threading.get_ident(), LOOK_UP.get()

    def work(item: int, look_up: Progress) -> int:
        look_up(0, 0)
        assert threading.get_ident() == here
        return 1 // item

    results = in_order(work, [1, 2, 0], 2)
    assert [next(results), next(results)] == [1, 0]
    with pytest.raises(ZeroDivisionError):
        next(results)
    assert LOOK_UP.get() is before


def test_nothing_comes_of_nothing() -> None:
    assert not list(in_order(square, []))


def test_results_are_yielded_before_an_item_must_be_waited_for() -> None:
    seen: list[int] = []

    def items() -> Iterator[int | None]:
        yield 1
        yield 2
        yield None
        assert seen == [1, 4]
        yield 3

    seen.extend(in_order(square, items(), 2))
    assert seen == [1, 4, 9]


@pytest.mark.parametrize("threads", [1, 3])
def test_only_so_many_items_are_held_at_a_time(threads: int) -> None:
    begun = 0
    open_now = threading.Event()

    def items() -> Iterator[int]:
        nonlocal begun
        for item in range(100):
            begun += 1
            if begun == threads + 2:  # no more are asked for until the first is done
                open_now.set()
            yield item

    def work(item: int, _look_up: Progress) -> int:
        assert open_now.wait(PATIENCE)
        return item

    with closing(in_order(work, items(), threads)) as results:
        for n_seen, _ in enumerate(results):
            assert begun - n_seen <= threads + 2


def test_an_item_is_asked_for_after_what_was_done_with_the_result_before() -> None:
    held: list[list[int]] = []

    def items() -> Iterator[list[int] | None]:
        for number in range(20):
            yield [*held.pop(), number] if held else [number]
            yield None

    results = in_order(lambda item, _look_up: item, items(), 2)
    lengths = []
    for result in results:
        lengths.append(len(result))
        held.append(result)
    assert lengths == list(range(1, 21))


def test_what_is_wrong_with_the_items_is_raised_after_the_results_of_those_before() -> None:
    def items() -> Iterator[int]:
        yield from range(5)
        raise InputError("there is no sixth")

    seen: list[int] = []
    with pytest.raises(InputError, match="there is no sixth"):
        seen.extend(in_order(square, items(), 3))
    assert seen == [0, 1, 4, 9, 16]


def test_what_work_raises_is_raised() -> None:
    def work(item: int, _look_up: Progress) -> int:
        return 1 // (item - 3)

    with pytest.raises(ZeroDivisionError):
        list(in_order(work, range(10), 2))


def test_work_ends_where_nobody_waits_for_it() -> None:
    ended = threading.Event()
    begun = threading.Event()

    def work(item: int, look_up: Progress) -> int:
        if item:
            begun.set()
            try:
                while not ended.wait(0.01):
                    look_up(0, 0)
            except StoppedError:
                ended.set()
                raise
        assert begun.wait(PATIENCE)
        return item

    results = in_order(work, [0, 1, None], 2)
    assert next(results) == 0
    results.close()
    assert ended.is_set()


def test_work_ends_where_it_is_said_to_be_over() -> None:
    def work(_item: int, look_up: Progress) -> None:
        over.set()
        while True:
            look_up(0, 0)

    over = threading.Event()
    with pytest.raises(StoppedError):
        list(in_order(work, [1], 1, over.is_set))


def test_nothing_is_begun_once_it_is_over() -> None:
    with pytest.raises(StoppedError):
        list(in_order(square, range(3), 1, lambda: True))
