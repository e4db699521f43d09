"""Clients take turns, the newest query first where turns are short, and none waits for ever."""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING

import pytest

from lowbit.web.errors import BusyError
from lowbit.web.workers.turns import Lane
from web_server import run_apart

if TYPE_CHECKING:
    from collections.abc import Iterable

PATIENCE = 30.0


async def served(lane: Lane, clients: Iterable[str]) -> list[str]:
    """Let tasks wait in this order, and return the order of their turns.

    The first character of a task's name is its client, the second its kind.
    """
    await lane.enter("first", "")
    order: list[str] = []

    async def ask(name: str) -> None:
        await lane.enter(name[0], name[1])
        order.append(name)
        lane.leave()

    asking = []
    for name in clients:
        asking.append(asyncio.create_task(ask(name)))
        await asyncio.sleep(0)
    assert lane.n_waiting == len(asking)
    lane.leave()
    await asyncio.gather(*asking)
    assert (lane.n, lane.n_waiting, lane.has_turn) == (0, 0, True)
    return order


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.01, ["a-3", "b-2", "c-1", "a-2", "b-1", "a-1"]),
        (inf, ["a-1", "b-1", "c-1", "a-2", "b-2", "a-3"]),
    ],
)
def test_clients_take_turns(seconds: float, expected: list[str]) -> None:
    lane = Lane(1, 10, PATIENCE, seconds)
    assert run_apart(served(lane, ["a-1", "a-2", "a-3", "b-1", "b-2", "c-1"])) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (0.01, ["ac4", "bc1", "as2", "ag1", "ac3", "as1", "ac2", "ac1"]),
        (inf, ["ac1", "bc1", "as1", "ag1", "ac2", "as2", "ac3", "ac4"]),
    ],
)
def test_so_do_the_kinds_of_tasks_of_a_client(seconds: float, expected: list[str]) -> None:
    lane = Lane(1, 10, PATIENCE, seconds)
    asked = ["ac1", "ac2", "ac3", "as1", "ac4", "as2", "ag1", "bc1"]
    assert run_apart(served(lane, asked)) == expected


def test_a_small_question_waits_for_one_of_many_long_ones() -> None:
    """Whether it comes before them, between them, or after them, and in whichever lane."""
    counts = [f"ac{number}" for number in range(200)]
    for seconds in (0.01, inf):
        for place in (0, 100, 200):
            asked = [*counts[:place], "as", *counts[place:]]
            order = run_apart(served(Lane(1, 300, PATIENCE, seconds), asked))
            assert order.index("as") <= 1


def test_who_has_the_most_loses_one_of_the_most_frequent_kind() -> None:
    async def asked() -> None:
        lane = Lane(1, 4, PATIENCE)
        tasks = await waiting(lane, ["ac", "ac", "ac", "bc", "as"])
        lost = tasks.pop(2)
        await asyncio.wait([lost])
        assert isinstance(lost.exception(), BusyError)
        assert not any(task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        assert lane.n_waiting == 0

    run_apart(asked())


async def waiting(lane: Lane, names: Iterable[str]) -> list[asyncio.Task[None]]:
    """Take the lane's one turn, and let these tasks wait for it, named as above."""
    await lane.enter("first", "")
    tasks = []
    for name in names:
        tasks.append(asyncio.create_task(lane.enter(name[0], name[1:])))
        await asyncio.sleep(0)
    return tasks


@pytest.mark.parametrize(("seconds", "lost"), [(0.01, 0), (inf, 2)])
def test_who_has_the_most_loses_the_one_that_would_come_last(seconds: float, lost: int) -> None:
    async def asked() -> None:
        lane = Lane(1, 3, PATIENCE, seconds)
        tasks = await waiting(lane, "aaab")
        await asyncio.wait([tasks[lost]])
        assert isinstance(tasks[lost].exception(), BusyError)
        assert sum(task.done() for task in tasks) == 1
        assert lane.n_waiting == 3
        for _ in range(3):
            lane.leave()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert all(task.done() for task in tasks)
        assert lane.n == 1

    run_apart(asked())


def test_where_none_may_wait_the_newcomer_is_turned_away() -> None:
    async def asked() -> None:
        lane = Lane(1, 0, PATIENCE)
        (task,) = await waiting(lane, "a")
        with pytest.raises(BusyError):
            await task
        assert (lane.n, lane.n_waiting) == (1, 0)

    run_apart(asked())


def test_who_has_waited_for_too_long_is_turned_away() -> None:
    async def asked() -> None:
        lane = Lane(1, 10, 0.01)
        tasks = await waiting(lane, "ab")
        await asyncio.wait(tasks)
        assert [type(task.exception()) for task in tasks] == [BusyError, BusyError]
        assert lane.n_waiting == 0
        lane.leave()
        assert lane.has_turn

    run_apart(asked())


def test_the_turn_of_one_that_goes_away_is_for_the_next() -> None:
    async def asked() -> None:
        lane = Lane(1, 10, PATIENCE)
        one, two, three = await waiting(lane, "abc")
        two.cancel()
        await asyncio.wait([two])
        assert lane.n_waiting == 2
        lane.leave()  # which gives it to the first of them, who goes at the same moment
        one.cancel()
        await asyncio.wait([one, three])
        assert one.cancelled()
        assert three.done()
        assert (lane.n, lane.n_waiting) == (1, 0)

    run_apart(asked())


def test_no_turn_is_lost_to_one_that_goes_away_at_that_moment() -> None:
    async def asked() -> None:
        lane = Lane(1, 10, PATIENCE)
        first, second = await waiting(lane, "ab")
        first.cancel()
        lane.leave()
        await second
        lane.leave()
        assert (lane.n, lane.n_waiting, lane.has_turn) == (0, 0, True)

    run_apart(asked())


def test_one_that_has_just_gone_makes_room() -> None:
    async def asked() -> None:
        lane = Lane(1, 1, PATIENCE, 0.01)
        (first,) = await waiting(lane, "a")
        first.cancel()
        second = asyncio.create_task(lane.enter("a", ""))
        await asyncio.sleep(0)
        lane.leave()
        await second

    run_apart(asked())
