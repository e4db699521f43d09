"""How long small questions take while strangers send the server the worst they can.

``python -m benchmarks.web_attacks [SECONDS] [ATTACK ...]`` starts a server on this machine, asks it
`/health`, a small `/solve` and a `/hint` in turns from a process apart, at first in quiet and then
under each attack, and prints JSON: the latencies, and the most memory that the server and its
workers took. All traffic stays on this machine, and each attack ends after so many seconds.
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from multiprocessing import get_context
from threading import Event
from typing import TYPE_CHECKING, Final

from benchmarks.machine import describe
from benchmarks.web import PUZZLE, descendants, own_memory, served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAUSE: Final = 0.02
"""Seconds between the small questions."""

PATIENCE: Final = 60
"""Seconds that a client waits for anything."""

TOO_MUCH: Final = 2 << 20
"""Bytes of the largest body about one puzzle."""

FROM: Final = ("127.0.0.2", 0)
"""The address of the attackers, which is not that of who asks the small questions."""

JSON: Final = "application/json"
BYTES: Final = "application/octet-stream"


class Target:
    """A server under attack.

    Parameters
    ----------
    address : str
        Where it listens.
    process : int
        Its process.
    """

    def __init__(self, address: str, process: int) -> None:
        self.host, port = address.removeprefix("http://").split(":")
        self.port = int(port)
        self.process = process

    def post(self, path: str, body: bytes, media_type: str = JSON) -> None:
        """Send a request, and read its answer, whatever it is."""
        with closing(
            HTTPConnection(self.host, self.port, timeout=PATIENCE, source_address=FROM)
        ) as client:
            client.request("POST", f"/api/v1/{path}", body, {"Content-Type": media_type})
            client.getresponse().read()

    def begin(self, path: str, length: int | None, media_type: str) -> socket.socket:
        """Send the head of a request whose body is so long, or comes in chunks."""
        opened = socket.create_connection((self.host, self.port), PATIENCE, FROM)
        how = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
        head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
        opened.sendall(f"{head}Content-Type: {media_type}\r\n{how}\r\n\r\n".encode())
        return opened


def quiet(_target: Target, _number: int) -> None:
    """Send nothing."""


def boards(target: Target, number: int) -> None:
    """Name a board of 140 grids that nobody has named before."""
    choice = random.Random(number)
    corners = {
        (1, 1),
        *((3 * choice.randrange(30) + 1, 3 * choice.randrange(30) + 1) for _ in range(200)),
    }
    name = "9x9@r1c1," + ",".join(f"r{row}c{column}" for row, column in sorted(corners - {(1, 1)}))
    name = name[:984].rpartition(",")[0]
    target.post(f"batch?geometry={name}", f"{PUZZLE}\n".encode(), BYTES)


def delimiters(target: Target, _number: int) -> None:
    """Send a batch of nothing but separators."""
    target.post("batch?geometry=25x25", b"1," * (1 << 15), BYTES)


def deep(target: Target, _number: int) -> None:
    """Send lists in lists, as deep as a body is long."""
    target.post("solve", b'{"puzzle":"","constraints":' + b"[" * (TOO_MUCH - 100))


def unknown(target: Target, _number: int) -> None:
    """Send many names that no request has."""
    names = ",".join(f'"a{number}":1' for number in range(130_000))
    target.post("solve", f"{{{names}}}".encode())


def nested(target: Target, _number: int) -> None:
    """Send constraints in constraints."""
    inner = '{"type":"Maximum","cells":[5]}'
    for _ in range(90):
        inner = f'{{"type":"Or","constraints":[{inner}]}}'
    target.post("count", f'{{"puzzle":"{PUZZLE}","constraints":[{inner}]}}'.encode())


def queries(target: Target, _number: int) -> None:
    """Name many options that no batch has."""
    target.post(f"batch?{'&'.join(f'a{number}=1' for number in range(1800))}", b"", BYTES)


def chunks(target: Target, _number: int) -> None:
    """Send a body byte by byte, as fast as the server reads."""
    with target.begin("batch", None, BYTES) as sender:
        for _ in range(20):
            sender.sendall(b"1\r\n1\r\n" * 1000)
        sender.sendall(b"0\r\n\r\n")
        sender.recv(1)


def leaving(target: Target, _number: int) -> None:
    """Ask for a long search, and go away."""
    body = json.dumps({"puzzle": "." * 256, "geometry": "16x16", "limit": 10**15}).encode()
    with target.begin("count", len(body), JSON) as sender:
        sender.sendall(body)
        time.sleep(0.05)


def killing(target: Target, number: int) -> None:
    """Kill a worker."""
    time.sleep(0.1)
    helpers = [each for child in descendants(target.process) for each in descendants(child)]
    if helpers:
        os.kill(helpers[number % len(helpers)], signal.SIGKILL)


def bodies(target: Target, _number: int) -> None:
    """Send most of a large body, and then nothing for a while."""
    with target.begin("solve", TOO_MUCH - 1, JSON) as sender:
        sender.sendall(b" " * (TOO_MUCH - 10))
        time.sleep(5)


def uploads(target: Target, _number: int) -> None:
    """Send most of a large file, and then nothing for a while."""
    with target.begin("file?name=x.csv", 128 << 20, BYTES) as sender:
        for _ in range(127):
            sender.sendall(bytes(1 << 20))
        time.sleep(5)


ATTACKS: Final[dict[Callable[[Target, int], None], int]] = {
    quiet: 0, boards: 4, delimiters: 4, deep: 4, unknown: 4, nested: 4, queries: 4, chunks: 2,
    leaving: 8, killing: 1, bodies: 400, uploads: 15,
}  # fmt: skip
"""The attacks, and by how many clients at once."""


def main() -> None:
    """Measure, and print what was found."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 8.0
    chosen = sys.argv[2:] or [attack.__name__ for attack in ATTACKS]
    found: dict[str, object] = {"machine": describe(), "load average": os.getloadavg()[0]}
    for attack, clients in ATTACKS.items():
        name = attack.__name__
        if attack is quiet or name in chosen:
            with served() as (address, process):
                found[name] = under(attack, clients, Target(address, process), seconds)
            print(name, json.dumps(found[name]), file=sys.stderr)
    print(json.dumps(found, indent=2))


def under(
    attack: Callable[[Target, int], None], clients: int, target: Target, seconds: float
) -> dict[str, object]:
    """Return the latencies of small questions, in milliseconds, and the memory, under an attack."""
    is_over = Event()

    def client(number: int) -> int:
        n_sent = 0
        while not is_over.is_set():
            with suppress(OSError, HTTPException):
                attack(target, number + clients * n_sent)
            n_sent += 1
        return n_sent

    with (
        ProcessPoolExecutor(1, get_context("spawn")) as apart,
        ThreadPoolExecutor(clients + 1) as threads,
    ):
        apart.submit(int).result()  # until it has started
        sending = [threads.submit(client, number) for number in range(clients)]
        asking = apart.submit(probe, target.host, target.port, seconds)
        most = max(_memories(target.process, asking.done))
        is_over.set()
        found = asking.result()
        n_sent = sum(each.result() for each in sending)
    return {"attacks": n_sent, **found, "most memory, MiB": most}


def _memories(process: int, is_done: Callable[[], bool]) -> Iterator[float]:
    yield _memory(process)
    while not is_done():
        time.sleep(0.3)
        yield _memory(process)


def _memory(process: int) -> float:
    """Return what a server and its workers have in memory, in MiB; some may end meanwhile."""
    total = 0
    for each in [process, *descendants(process)]:
        with suppress(OSError, IndexError):
            total += own_memory(each)
    return round(total / 1024, 1)


def probe(host: str, port: int, seconds: float) -> dict[str, object]:
    """Return how long small questions take, each kind over a connection of its own."""
    body = json.dumps({"puzzle": PUZZLE})
    asked = {
        "health": ("GET", "/api/v1/health", None),
        "solve": ("POST", "/api/v1/solve", body),
        "hint": ("POST", "/api/v1/hint", body),
    }
    times: dict[str, list[float]] = {name: [] for name in asked}
    failed = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for name, (method, path, content) in asked.items():
            started = time.perf_counter()
            with closing(HTTPConnection(host, port, timeout=PATIENCE)) as client:
                try:
                    client.request(method, path, content, {"Content-Type": JSON})
                    answer = client.getresponse()
                    answer.read()
                    failed += answer.status != 200
                except (OSError, HTTPException):
                    failed += 1
            times[name].append(1000 * (time.perf_counter() - started))
            time.sleep(PAUSE)
    return {"not answered": failed, **{name: _shown(took) for name, took in times.items()}}


def _shown(times: list[float]) -> dict[str, float]:
    times = sorted(times)
    return {
        "questions": len(times),
        "p50 ms": round(statistics.median(times), 1),
        "p99 ms": round(times[int(0.99 * len(times))], 1),
        "max ms": round(times[-1], 1),
    }


if __name__ == "__main__":
    main()
