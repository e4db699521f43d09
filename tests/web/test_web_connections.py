"""Neither silent nor slow clients keep others out."""

from __future__ import annotations

import contextlib
import json
import shlex
import signal
import socket
import sys
from itertools import repeat
from typing import TYPE_CHECKING

import httpx
import pytest

from lowbit.web.http.connections import LEAST_CHUNK, MANY_CHUNKS
from lowbit.web.workers.dispatch import PART
from web_server import MAX_CONNECTIONS, PATIENCE, limited, running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
ENDLESS = {"puzzle": "." * 256, "geometry": "16x16", "limit": 10**15}
BATCH = (
    b"POST /api/v1/batch HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/octet-stream\r\nContent-Length: "
)

Served = tuple[str, "Callable[[], socket.socket]"]
"""The address of a server, and what opens a connection to it."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a server that waits for nobody for long."""
    folder = tmp_path_factory.mktemp("impatient")
    with limited(folder, header_patience=1, body_patience=0.5, time_limit=2) as served:
        yield served


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Run a server that holds one connection of each client."""
    folder = tmp_path_factory.mktemp("narrow")
    with limited(folder, send_patience=0.5, max_client_connections=1) as served:
        yield served


def ends(connection: socket.socket) -> bool:
    """Read until the server closes a connection, or fail."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    return True


def drip(connection: socket.socket, pause: float = 0.1) -> bytes:
    """Send a byte now and then until the connection is closed; return what was answered."""
    connection.settimeout(pause)
    for _ in repeat(None, int(PATIENCE / pause)):
        try:
            connection.sendall(b"1")
            answer = connection.recv(1 << 16)
        except TimeoutError:
            continue
        except ConnectionError:
            return b""
        return answer
    pytest.fail("the connection is still there")


def solve(address: str) -> httpx.Response:
    return httpx.post(f"{address}/api/v1/solve", json={"puzzle": PUZZLE}, timeout=PATIENCE)


def test_silent_and_slow_headers_are_not_waited_for(impatient: Served) -> None:
    address, connect = impatient
    silent, slow, kept = connect(), connect(), connect()
    kept.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert kept.recv(1 << 16).startswith(b"HTTP/1.1 200")
    slow.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    assert drip(slow) == b""
    assert ends(silent)
    assert ends(kept)
    assert solve(address).json()["status"] == "unique"


@pytest.mark.slow
def test_a_connection_is_not_idle_while_it_is_answered(impatient: Served) -> None:
    answer = httpx.post(f"{impatient[0]}/api/v1/count", json=ENDLESS, timeout=PATIENCE)
    assert answer.json()["reason"].startswith("the time limit ended the search")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["solve", "batch"])
def test_a_slow_body_is_not_waited_for(impatient: Served, path: str) -> None:
    _, connect = impatient
    slow = connect()
    kind = "application/octet-stream" if path == "batch" else "application/json"
    head = f"POST /api/v1/{path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\n"
    slow.sendall(f"{head}Content-Length: 100000\r\n\r\n".encode())
    answer = drip(slow)
    assert answer.startswith(b"HTTP/1.1 408 Request Timeout")
    slow.settimeout(PATIENCE)
    assert ends(slow)


def test_what_stops_in_the_middle_of_a_batch_is_reported(impatient: Served) -> None:
    _, connect = impatient
    sender, text = connect(), (PUZZLE.encode() + b"\n") * 20_000
    sender.sendall(BATCH + b"9999999\r\n\r\n")
    sender.sendall(text)
    received = b""
    while not received.endswith(b"\r\n0\r\n\r\n"):
        received += sender.recv(1 << 16)
    assert received.startswith(b"HTTP/1.1 200")
    last = json.loads(received.split(b"\r\n")[-4])
    assert last["problem"]["status"] == 408


@pytest.mark.slow
def test_who_does_not_read_is_not_waited_for(narrow: Served) -> None:
    address, connect = narrow
    sender, text = connect(), (PUZZLE.encode() + b"\n") * 10_000
    sender.sendall(BATCH + b"99999999\r\n\r\n")
    with pytest.raises(ConnectionError):
        sender.sendall(text * 50)
    assert solve(address).status_code == 200


def health_of(client: socket.socket) -> bytes:
    """Return a whole answer, which may come in parts."""
    received = b""
    while not received.endswith(b'{"status":"ok"}'):
        part = client.recv(1 << 16)
        assert part
        received += part
    return received


@pytest.mark.slow
@pytest.mark.parametrize("bound", ["max_connections", "max_client_connections"])
def test_the_one_that_is_idle_longest_makes_room(tmp_path: Path, bound: str) -> None:
    with limited(tmp_path, **{bound: 3}) as (address, connect):
        silent = [connect() for _ in range(3)]
        for _ in range(2):  # the first may be answered before the others are taken note of
            silent[0].sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert health_of(silent[0]).startswith(b"HTTP/1.1 200")
        assert solve(address).status_code == 200
        assert ends(silent[1])
        for kept in (silent[0], silent[2]):
            kept.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert health_of(kept).startswith(b"HTTP/1.1 200")


def test_one_that_was_answered_makes_room(narrow: Served) -> None:
    address, connect = narrow
    answered = connect()
    answered.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert health_of(answered).startswith(b"HTTP/1.1 200")
    assert solve(address).status_code == 200
    assert ends(answered)


@pytest.mark.slow
def test_a_client_that_leaves_in_the_middle_of_a_request_counts_no_more(tmp_path: Path) -> None:
    health = b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with limited(tmp_path, max_client_connections=2) as (_, connect):
        leaving, first = connect(), connect()
        leaving.sendall(BATCH + b"99\r\n\r\n1")
        first.sendall(health)
        assert health_of(first).startswith(b"HTTP/1.1 200")
        leaving.close()
        first.sendall(health)  # once it is answered, the server has noticed
        assert health_of(first).startswith(b"HTTP/1.1 200")
        second = connect()
        for kept in (second, first):
            kept.sendall(health)
            assert health_of(kept).startswith(b"HTTP/1.1 200")


def test_where_none_is_idle_the_newcomer_is_asked_to_come_again(narrow: Served) -> None:
    address, connect = narrow
    asking, query = connect(), json.dumps(ENDLESS).encode()
    head = f"Content-Type: application/json\r\nContent-Length: {len(query)}\r\n"
    start = f"POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n{head}\r\n"
    asking.sendall(start.encode() + query[:9])
    assert asking.recv(1 << 16).startswith(b"HTTP/1.1 100")  # it is not idle
    late = solve(address)
    assert late.status_code == 503
    assert late.headers["Retry-After"]
    assert late.headers["Connection"] == "close"
    assert late.json()["detail"] == "too many requests wait; try again soon"
    asking.close()
    for _ in repeat(None, 1000):  # until the server has noticed
        if (answer := solve(address)).status_code == 200:
            break
    assert answer.json()["status"] == "unique"


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX limits descriptors")
def test_connections_leave_descriptors_for_the_rest(tmp_path: Path) -> None:
    """Where a process may open few files, silent clients keep nobody out either."""
    words = (sys.executable, "-m", "lowbit", "serve", "--port", "0")
    command = ("bash", "-c", f"ulimit -n 400; exec {shlex.join(words)}")
    with running(tmp_path / "log", command) as (address, process), contextlib.ExitStack() as stack:
        limits = httpx.get(f"{address}/api/v1/about", timeout=PATIENCE).json()["limits"]
        assert 0 < limits["max_connections"] < 200
        host, port = address.removeprefix("http://").split(":")
        process.send_signal(signal.SIGSTOP)  # so that all of them are there at once
        for _ in range(450):
            silent = stack.enter_context(socket.socket())
            silent.settimeout(0)
            silent.connect_ex((host, int(port)))
        process.send_signal(signal.SIGCONT)
        assert solve(address).status_code == 200
    assert "out of system resource" not in (tmp_path / "log").read_text()


@pytest.mark.slow
def test_a_proxy_may_have_many_connections(tmp_path: Path) -> None:
    with limited(tmp_path, "127.0.0.1", max_client_connections=1) as (address, connect):
        silent = [connect() for _ in range(3)]
        assert solve(address).status_code == 200
        for kept in silent:
            kept.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert kept.recv(1 << 16).startswith(b"HTTP/1.1 200")


def test_the_command_has_an_option_for_it(server: str) -> None:
    limits = httpx.get(f"{server}/api/v1/about", timeout=PATIENCE).json()["limits"]
    assert limits["max_client_connections"] == int(MAX_CONNECTIONS)


REFUSED = {
    "no HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two hosts": (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n", 400),
    "a long address": (b"GET /" + b"a" * 100_000, 431),
    "long headers": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000, 431),
    "many headers": (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * 20_000, 431),
    "many options": (b"GET /?" + b"a&" * 100 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
    "another host": (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    "many small chunks": (
        BATCH.replace(b"Content-Length: ", b"Transfer-Encoding: chunked\r\n\r\n")
        + b"1\r\n1\r\n" * 1000, 400,
    ),
    "a bad chunk": (
        BATCH.replace(b"Content-Length: ", b"Transfer-Encoding: chunked\r\n\r\nno number\r\n"), 400,
    ),
}  # fmt: skip


@pytest.mark.parametrize("sent", REFUSED)
def test_what_is_no_request_is_a_problem(impatient: Served, sent: str) -> None:
    _, connect = impatient
    content, status = REFUSED[sent]
    connection = connect()
    with contextlib.suppress(ConnectionError):  # it may be closed before all is sent
        connection.sendall(content)
    answer = connection.recv(1 << 16)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"application/problem+json" in answer
    assert b"content-security-policy" in answer.lower()


def test_who_names_no_host_is_answered(impatient: Served) -> None:
    _, connect = impatient
    old = connect()
    old.sendall(b"GET /api/v1/health HTTP/1.0\r\n\r\n")
    assert health_of(old).startswith(b"HTTP/1.1 200")


def test_a_body_in_many_chunks_is_read_as_one(impatient: Served) -> None:
    address, _ = impatient
    text = json.dumps({"puzzle": PUZZLE}).encode()
    kind = {"Content-Type": "application/json"}
    url = f"{address}/api/v1/solve"
    long = text[:-1].ljust(5 * (PART - 1) - 1) + text[-1:]
    several = (1, text), (LEAST_CHUNK, text + b" " * LEAST_CHUNK * MANY_CHUNKS), (PART - 1, long)
    for size, sent in several:
        pieces = (sent[at : at + size] for at in range(0, len(sent) - size + 1, size))
        answer = httpx.post(url, content=pieces, headers=kind, timeout=PATIENCE)
        assert answer.json()["status"] == "unique"
