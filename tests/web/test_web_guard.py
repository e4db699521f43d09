"""What stands before the application, tried without a network."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from socket import gethostname
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse

from lowbit.web.http import guard
from lowbit.web.http.budget import MemoryBudget
from lowbit.web.http.guard import Guard
from lowbit.web.http.hosts import Hosts
from lowbit.web.http.logs import LOG, JsonLines
from lowbit.web.http.metrics import Metrics
from lowbit.web.http.policy import HEADERS
from lowbit.web.limits import MAX_OPTIONS, MAX_QUERY, MIN_RATE, ServerLimits
from lowbit.web.media_types import BYTES, JSON
from web_server import run_apart

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.types import Message, Receive, Scope, Send

UNASKED = (
    "text/plain", "text/plain;charset=UTF-8", "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x", "",
)  # fmt: skip
"""The types that a browser sends to other sites without asking them."""

LIMITS = ServerLimits(max_body=10_000, max_batch=20_000, body_patience=5)


class Visit:
    """A request to a guarded application that reads it all; time passes as the client likes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.metrics = Metrics()
        self.budget = MemoryBudget(LIMITS.max_memory)
        self.hosts = Hosts("127.0.0.1", ["sudoku.example"])
        self._now = 0.0
        monkeypatch.setattr(guard, "perf_counter", lambda: self._now)

    def ask(
        self,
        path: str,
        chunks: Sequence[tuple[float, int]] = (),
        app: Callable[..., Any] | None = None,
        *,
        breaks: bool = False,
        query: bytes = b"",
        **headers: str,
    ) -> list[Message]:
        """Send chunks, each some seconds after the last and so many bytes long."""
        left, sent = [*chunks], []

        async def receive() -> Message:
            await asyncio.sleep(0)
            if not left:
                return {"type": "http.request", "body": b"", "more_body": False}
            seconds, n_bytes = left.pop(0)
            self._now += seconds
            return {"type": "http.request", "body": bytes(n_bytes), "more_body": True}

        async def send(message: Message) -> None:
            if breaks:
                raise OSError
            sent.append(message)

        kind = BYTES if path in guard.LONG else JSON
        headers = {"content_type": kind, **headers}
        raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope = {
            "type": "http", "method": "POST", "path": path, "headers": raw, "query_string": query,
        }  # fmt: skip
        run_apart(self.guard(app or self.read)(scope, receive, send))
        return sent

    def guard(self, app: Callable[..., Any]) -> Guard:
        return Guard(app, LIMITS, self.budget, self.metrics, self.hosts)

    def status(
        self,
        path: str,
        chunks: Sequence[tuple[float, int]] = (),
        *,
        query: bytes = b"",
        **headers: str,
    ) -> int:
        return int(self.ask(path, chunks, None, breaks=False, query=query, **headers)[0]["status"])

    @staticmethod
    async def read(scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["more_body"]:
            pass
        await PlainTextResponse("read")(scope, receive, send)


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Visit:
    return Visit(monkeypatch)


@pytest.mark.parametrize(
    ("site", "status"),
    [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)],
)
def test_only_pages_of_this_server_and_people_may_ask(visit: Visit, site: str, status: int) -> None:
    assert visit.status("/api/v1/solve", sec_fetch_site=site) == status
    assert visit.status("/", sec_fetch_site=site) == 200


def test_who_does_not_say_where_it_comes_from_is_no_browser(visit: Visit) -> None:
    assert visit.status("/api/v1/solve") == 200


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200), ("localhost:9000", 200), ("LOCALHOST.:8000", 200), ("127.0.0.1", 200),
        ("[::1]:8000", 200), ("192.168.1.7:8000", 200), ("[fe80::1]", 200),
        ("sudoku.example", 200), ("Sudoku.Example:443", 200), (gethostname(), 200),
        ("evil.example", 421), ("evil.example:8000", 421), ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421), ("www.sudoku.example", 421), ("", 421), (":8000", 421),
        ("localhost:8000:1", 421), ("evil@localhost", 421), ("[::1", 421), ("localhost/", 421),
    ],
)  # fmt: skip
def test_only_hosts_that_are_known_are_answered_for(visit: Visit, host: str, status: int) -> None:
    """A page whose name leads here (DNS rebinding) is of no site that asks, nor is it shown."""
    assert visit.status("/api/v1/solve", host=host) == status
    assert visit.status("/", host=host) == status


def test_who_names_no_host_is_no_browser(visit: Visit) -> None:
    assert visit.status("/api/v1/solve") == 200
    assert visit.status("/api/v1/solve", origin="http://localhost:8000") == 403


def test_a_bound_name_is_known_and_named_addresses_with_it(visit: Visit) -> None:
    visit.hosts = Hosts("board.local", ["::2"])
    assert visit.status("/", host="board.local:80") == 200
    assert visit.status("/api/v1/solve", host="[::1]", origin="http://[::2]") == 200


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost:8000", "http://localhost:8000", 200),
        ("localhost:8000", "http://LOCALHOST:8000", 200),
        ("localhost", "http://localhost", 200),
        ("localhost", "https://localhost", 200),
        ("localhost:443", "https://localhost", 200),
        ("[::1]:8000", "http://[::1]:8000", 200),
        ("192.168.1.7:8000", "http://192.168.1.7:8000", 200),
        ("localhost:8000", "http://localhost:3000", 403),
        ("localhost:8000", "http://localhost", 403),
        ("localhost:8000", "http://127.0.0.1:8000", 403),
        ("192.168.1.7:8000", "http://192.168.1.66:8000", 403),
        ("127.0.0.1:8000", "https://sudoku.example", 200),  # as a proxy asks that tells no host
        ("sudoku.example", "https://sudoku.example", 200),
        ("sudoku.example", "https://sudoku.example:8443", 200),
        ("127.0.0.1:8000", "https://evil.example", 403),
        ("127.0.0.1:8000", "https://sudoku.example.evil.example", 403),
        ("127.0.0.1:8000", "null", 403),
        ("127.0.0.1:8000", "", 403),
        ("127.0.0.1:8000", "file://", 403),
        ("evil.example", "http://evil.example", 421),
    ],
)
def test_only_pages_of_this_server_may_ask(
    visit: Visit, host: str, origin: str, status: int
) -> None:
    """By plain http, a browser says nothing but where a page is from."""
    assert visit.status("/api/v1/solve", host=host, origin=origin) == status
    assert visit.status("/", host=host, origin=origin) == (421 if status == 421 else 200)


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        ("solve", "application/json", 200), ("solve", "Application/JSON; charset=utf-8", 200),
        *(("solve", kind, 415) for kind in UNASKED), ("solve", "application/octet-stream", 415),
        ("batch", "application/octet-stream", 200), *(("batch", kind, 415) for kind in UNASKED),
        ("batch", "application/json", 415), ("file", "application/octet-stream", 200),
        *(("file", kind, 415) for kind in UNASKED),
    ],
)  # fmt: skip
def test_what_any_page_can_send_unasked_is_not_read(
    visit: Visit, path: str, kind: str, status: int
) -> None:
    assert visit.status(f"/api/v1/{path}", content_type=kind) == status


def test_an_address_is_as_long_as_allowed(visit: Visit) -> None:
    path = "/api/v1/batch"
    assert visit.status(path, query=b"a" * MAX_QUERY) == 200
    assert visit.status(path, query=b"a" * (MAX_QUERY + 1)) == 414
    assert visit.status(path, query=b"&".join([b"a=1"] * MAX_OPTIONS)) == 200
    assert visit.status(path, query=b"&".join([b"a=1"] * (MAX_OPTIONS + 1))) == 414


@pytest.mark.parametrize(("path", "most"), [("/api/v1/solve", 10_000), ("/api/v1/batch", 20_000)])
def test_a_body_is_as_long_as_allowed(visit: Visit, path: str, most: int) -> None:
    assert visit.status(path, [(0, most - 1), (0, 1)]) == 200
    assert visit.status(path, [(0, most - 1), (0, 2)]) == 413


def test_a_body_comes_within_its_time(visit: Visit) -> None:
    assert visit.status("/api/v1/solve", [(2, 1), (2.9, 1)]) == 200
    assert visit.status("/api/v1/solve", [(2, 1), (3.1, 1)]) == 408


def test_its_bytes_buy_a_body_more_time_but_never_more_than_at_first(visit: Visit) -> None:
    assert visit.status("/api/v1/solve", [(3, 2 * MIN_RATE)] * 2 + [(2.9, 0)]) == 200
    assert visit.status("/api/v1/solve", [(3, MIN_RATE)] * 2 + [(1.1, 0)]) == 408
    assert visit.status("/api/v1/solve", [(0, 9 * MIN_RATE), (4.9, 0)]) == 200
    assert visit.status("/api/v1/solve", [(0, 9 * MIN_RATE), (5.1, 0)]) == 408


async def read_for_ever(receive: Receive) -> None:
    while True:
        await receive()


async def hold_on(scope: Scope, receive: Receive, send: Send) -> None:
    """Read a body until it is refused, then once more, as what waits for a client to leave does."""
    with pytest.raises(HTTPException):
        await read_for_ever(receive)
    await receive()
    await PlainTextResponse("held on")(scope, receive, send)


@pytest.mark.parametrize("chunks", [[(0, 10_001), (0, 1)], [(6, 1), (0, 1)]], ids=["long", "late"])
def test_what_was_refused_once_is_not_refused_again(
    visit: Visit, chunks: list[tuple[float, int]]
) -> None:
    assert visit.ask("/api/v1/solve", chunks, hold_on)[0]["status"] == 200


def test_a_connection_whose_body_does_not_come_is_closed(visit: Visit) -> None:
    start, body = visit.ask("/api/v1/solve", [(6, 1)])
    assert (b"connection", b"close") in start["headers"]
    assert b'"the request does not come in"' in body["body"]


def test_the_headers_that_bind_the_browser_are_on_every_answer(visit: Visit) -> None:
    for path in ("/", "/api/v1/solve"):
        headers = dict(visit.ask(path)[0]["headers"])
        for name, value in HEADERS.items():
            assert headers[name.lower().encode()] == value.encode()
        assert (headers.get(b"cache-control") == b"no-store") == path.startswith("/api/")


async def fail(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise ValueError("secret")


async def fail_late(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse("begun")(scope, receive, send)
    raise ValueError("secret")


async def in_route(scope: Scope, receive: Receive, send: Send) -> None:
    scope["route"] = SimpleNamespace(path=scope["path"])
    await Visit.read(scope, receive, send)


async def go(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise ClientDisconnect


def test_a_failure_is_a_problem_that_tells_no_secret(visit: Visit) -> None:
    start, body = visit.ask("/", app=fail)
    assert start["status"] == 500
    assert b"its log says why" in body["body"]
    assert b"secret" not in body["body"]


def test_no_second_answer_follows_the_first(visit: Visit) -> None:
    assert [message["type"] for message in visit.ask("/", app=fail_late)] == [
        "http.response.start",
        "http.response.body",
    ]


def test_a_client_that_has_gone_gets_no_answer(visit: Visit) -> None:
    assert visit.ask("/", app=go) == []


async def fill_the_disk(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise OSError("no space left")


def test_an_error_of_the_machine_is_not_taken_for_a_client_that_went(visit: Visit) -> None:
    start, _ = visit.ask("/", app=fill_the_disk)
    assert start["status"] == 500


def test_what_cannot_be_sent_has_nobody_to_go_to(visit: Visit) -> None:
    assert visit.ask("/", breaks=True) == []
    reported = "\n".join(visit.metrics._of_requests())  # noqa: SLF001 - without a pool
    assert 'path="other",status="499"} 1' in reported


def test_requests_are_logged(
    visit: Visit, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LOG, "propagate", True)  # as other tests may not have left it
    monkeypatch.setattr(LOG, "disabled", False)
    with caplog.at_level("INFO", "lowbit.web"):
        visit.ask("/api/v1/solve", [(0.0625, 9)], in_route)
    (record,) = caplog.records
    assert (record.getMessage(), record.levelname) == ("request", "INFO")
    assert record.__dict__["fields"] == {
        "method": "POST",
        "path": "/api/v1/solve",
        "status": 200,
        "ms": 62.5,
        "bytes_in": 9,
        "bytes_out": 4,
    }


def test_what_others_log_is_a_line_with_its_traceback() -> None:
    error = (ValueError, ValueError("wr\u00f6ng"), None)
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "it failed", (), error)
    line = JsonLines().format(record)
    reported = json.loads(line)
    assert (reported["level"], reported["event"]) == ("error", "it failed")
    assert reported["traceback"] == "ValueError: wr\u00f6ng"
    assert "wr\u00f6ng" in line


def test_requests_are_counted(visit: Visit) -> None:
    visit.ask("/nothing")
    visit.ask("/", app=go)
    reported = "\n".join(visit.metrics._of_requests())  # noqa: SLF001 - without a pool
    assert 'lowbit_requests_total{method="other",path="other",status="200"} 1' in reported
    assert 'lowbit_requests_total{method="other",path="other",status="499"} 1' in reported


def test_requests_are_counted_by_how_long_they_took() -> None:
    metrics = Metrics()
    for seconds in (0.3, 0.5, 0.51, 70):
        metrics.count("GET", "/", 200, seconds)
    reported = "\n".join(metrics._of_requests())  # noqa: SLF001 - without a pool
    within = re.findall(r'le="(.+)"} (\d)$', reported, re.MULTILINE)
    assert within[5:] == [
        ("0.25", "0"), ("0.5", "2"), ("1", "3"), ("2.5", "3"), ("5", "3"), ("10", "3"),
        ("60", "3"), ("+Inf", "4"),
    ]  # fmt: skip
    assert 'lowbit_request_seconds_sum{path="/"} 71.310000' in reported
    assert 'lowbit_request_seconds_count{path="/"} 4' in reported
