"""All requests in flight have one budget of memory; who holds most gives way."""

from __future__ import annotations

import asyncio
import json
import re
import select
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx
import pytest

from lowbit.web.errors import FullError
from lowbit.web.http.budget import Holding, MemoryBudget
from lowbit.web.http.guard import HELD, PIECE, Guard
from lowbit.web.http.metrics import Metrics
from lowbit.web.limits import ServerLimits
from web_server import PATIENCE, limited, run_apart

if TYPE_CHECKING:
    import socket
    from pathlib import Path

    from starlette.types import Message, Receive, Scope, Send

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."


class Client:
    """Holdings of one client, and which of them were refused."""

    def __init__(self, budget: MemoryBudget, name: str) -> None:
        self._budget = budget
        self._name = name
        self.refused: list[Holding] = []

    def holds(self, n_bytes: int) -> Holding:
        holding = Holding(self._budget, self._name, lambda: self.refused.append(holding))
        holding.grow(n_bytes)
        return holding


def test_the_client_that_holds_most_loses_its_largest_request() -> None:
    budget = MemoryBudget(100)
    many, few = Client(budget, "many"), Client(budget, "few")
    few.holds(30)
    held = [many.holds(n_bytes) for n_bytes in (10, 35, 20)]
    few.holds(6)
    assert (many.refused, few.refused, budget.n_bytes) == ([held[1]], [], 66)
    with pytest.raises(FullError):
        held[1].grow(1)
    held[1].close()
    assert budget.n_bytes == 66


def test_the_one_that_asks_gives_way_if_its_client_holds_most() -> None:
    """What it has sent before is not thrown away for what it sends now."""
    budget = MemoryBudget(100)
    many = Client(budget, "many")
    Client(budget, "few").holds(30)
    held = [many.holds(35), many.holds(20)]
    with pytest.raises(FullError):
        many.holds(16)
    assert (budget.n_bytes, many.refused) == (85, [])
    held[0].grow(15)


def test_one_alone_that_is_too_large_gives_way() -> None:
    budget = MemoryBudget(100)
    small, large = Client(budget, "small"), Client(budget, "large")
    kept = small.holds(40)
    with pytest.raises(FullError):
        large.holds(61)
    assert (budget.n_bytes, large.refused, small.refused) == (40, [], [])
    kept.close()
    assert budget.n_bytes == 0
    kept.close()
    large.holds(100)


def guard_of(limits: ServerLimits, app: object) -> Guard:
    return Guard(app, limits, MemoryBudget(limits.max_memory), Metrics())  # type: ignore[arg-type] # any app


def scope_of(path: str, client: str = "one") -> Scope:
    kind = b"application/octet-stream" if path in {"batch", "file"} else b"application/json"
    return {
        "type": "http",
        "method": "POST",
        "path": f"/api/v1/{path}",
        "headers": [(b"content-type", kind)],
        "client": (client, 1),
    }


async def read(_scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with how long the body was."""
    n_bytes, more = 0, True
    while more:
        message = await receive()
        n_bytes, more = n_bytes + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"%d" % n_bytes, "more_body": False})


@pytest.mark.parametrize("path", ["solve", "file", "batch"])
def test_a_request_that_sends_no_more_gives_way_to_a_small_one(path: str) -> None:
    limits = ServerLimits(max_memory=3 << 20, max_body=4 << 20)
    guard = guard_of(limits, read)

    async def asked() -> list[int]:
        statuses: list[int] = []
        holds = asyncio.Event()

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        async def stuck() -> Message:
            if holds.is_set():
                await asyncio.Event().wait()
            holds.set()
            return {"type": "http.request", "body": bytes((3 << 20) - 9), "more_body": True}

        async def small() -> Message:
            return {"type": "http.request", "body": bytes(10), "more_body": False}

        waiting = asyncio.create_task(guard(scope_of(path), stuck, send))
        await holds.wait()
        await asyncio.sleep(0)
        await guard(scope_of("solve", "another"), small, send)
        await waiting
        return statuses

    assert sorted(run_apart(asked())) == [200, 503]
    assert guard.budget.n_bytes == 0


def test_a_batch_holds_no_more_than_is_not_yet_answered() -> None:
    guard = guard_of(ServerLimits(max_memory=HELD), read)
    left = [1 << 20] * 20
    sent: list[Message] = []

    async def receive() -> Message:
        n_bytes = left.pop()
        return {"type": "http.request", "body": bytes(n_bytes), "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    run_apart(guard(scope_of("batch"), receive, send))
    assert (sent[0]["status"], sent[1]["body"]) == (200, b"%d" % (20 << 20))


@pytest.mark.parametrize("most", [1, 2])
def test_an_answer_counts_until_its_client_has_read_it(most: int) -> None:
    """It is sent in pieces; where there is no room for it, another answer takes its place."""
    held: list[int] = []

    async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(2 * PIECE), "more_body": False})

    guard = guard_of(ServerLimits(max_memory=most * PIECE), answer)
    sent: list[Message] = []

    async def send(message: Message) -> None:
        held.append(guard.budget.n_bytes)
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    run_apart(guard(scope_of("solve"), receive, send))
    assert sent[0]["status"] == (503 if most == 1 else 200)
    pieces = [(len(message["body"]), message.get("more_body", False)) for message in sent[1:]]
    assert (most == 1) or pieces == [(PIECE, True), (PIECE, False)]
    assert set(held) == ({0} if most == 1 else {2 * PIECE})
    assert guard.budget.n_bytes == 0


@pytest.mark.parametrize(
    ("path", "kind"), [("solve", "application/json"), ("file", "application/octet-stream")]
)
def test_who_holds_large_bodies_back_keeps_nobody_out(tmp_path: Path, path: str, kind: str) -> None:
    """They are refused with the advice to try again, and what they held is free."""
    with limited(tmp_path, max_memory=5 << 20) as (address, connect), ExitStack() as stack:
        length = 2 << 20
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
        holding = [stack.enter_context(connect()) for _ in range(4)]
        for sender in holding:
            sender.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode())
            sender.sendall(b" " * (length - 1))
        answers = [refused(each) for each in answered(holding, 2)]
        assert all(b"503" in answer and b"retry-after: 1" in answer for answer in answers)
        solved = httpx.post(f"{address}/api/v1/solve", json={"puzzle": PUZZLE}, timeout=PATIENCE)
        assert solved.json()["status"] == "unique"
        metrics = httpx.get(f"{address}/api/v1/metrics", timeout=PATIENCE).text
        found = re.search(r"^lowbit_held_bytes (\d+)$", metrics, re.MULTILINE)
        assert found
        assert int(found[1]) == 2 * (length - 1)


def answered(connections: list[socket.socket], n: int) -> list[socket.socket]:
    """Return the connections on which a server answers, which are so many, and no more."""
    found: list[socket.socket] = []
    while len(found) < n:
        waiting = [each for each in connections if each not in found]
        ready, _, _ = select.select(waiting, [], [], PATIENCE)
        assert ready
        found += ready
    more, _, _ = select.select([each for each in connections if each not in found], [], [], 0.5)
    assert not more
    assert len(found) == n
    return found


def refused(connection: socket.socket) -> bytes:
    """Return the problem that a server answers with."""
    connection.settimeout(PATIENCE)
    received = connection.recv(1 << 16)
    while b"\r\n\r\n" not in received:
        received += connection.recv(1 << 16)
    body = received.partition(b"\r\n\r\n")[2] or connection.recv(1 << 16)
    assert json.loads(body)["type"] == "urn:lowbit:busy"
    return received
