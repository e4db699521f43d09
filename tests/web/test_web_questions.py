"""What strangers send is taken apart by workers alone, and never makes the server fail."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from pydantic import BaseModel, ValidationError

from lowbit.errors import InputError
from lowbit.formats.opening import sniffer
from lowbit.geometry import Geometry
from lowbit.tab import answers as tab
from lowbit.web.app import new_app
from lowbit.web.errors import MOST_NAMED, RequestError
from lowbit.web.http.logs import LOG
from lowbit.web.limits import ServerLimits
from lowbit.web.workers import worker
from lowbit.web.workers.questions import QUESTIONS, Asked, answer
from lowbit.web.workers.tasks.verbs import TASKS
from lowbit.web.workers.worker import MessageKind, WorkerTask
from web_server import BYTES, PATIENCE, run_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lowbit.web.workers.pool import Pool

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
LIMITS = ServerLimits(workers=1, slow_workers=1)
JSON = {"Content-Type": "application/json"}

NAME = "9x9@r1c1," + ",".join(f"r{row}c{column}" for row in (1, 10, 19) for column in (10, 19))


def paths() -> dict[str, type[BaseModel]]:
    """Return the path of each question, and its type, by the API's description."""
    described = new_app(LIMITS).openapi()
    models = {question.asked.__name__: question.asked for question in QUESTIONS.values()}
    found: dict[str, type[BaseModel]] = {}
    for path, methods in described["paths"].items():
        content = methods.get("post", {}).get("requestBody", {}).get("content", {})
        if schema := content.get("application/json"):
            found[path] = models[schema["schema"]["$ref"].rpartition("/")[2]]
    return found


def asked_of(*requests: tuple[str, Any, dict[str, str]]) -> Sequence[httpx.Response]:
    """Return the answers of a server in this process, whose workers are processes of their own."""
    app = new_app(LIMITS)

    async def ask() -> list[httpx.Response]:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app), base_url="http://localhost", timeout=PATIENCE
            ) as client,
        ):
            return [
                await client.post(path, content=content, headers=kind)
                for path, content, kind in requests
            ]

    return run_apart(ask())


def test_every_question_has_a_path_and_a_task() -> None:
    assert len(paths()) == len(QUESTIONS) - 2  # techniques and kinds are asked for without a body
    assert set(QUESTIONS) <= set(TASKS)


def test_the_server_itself_reads_nothing_of_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of a board, a body or a text may take long to read, and all others would wait."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the server has read it")

    monkeypatch.setattr(Geometry, "parse", refuse)
    monkeypatch.setattr(BaseModel, "model_validate_json", refuse)
    monkeypatch.setattr(sniffer, "sniff_lines", refuse)
    solve, batch, file, described = asked_of(
        ("/api/v1/solve", json.dumps({"puzzle": PUZZLE}), JSON),
        ("/api/v1/batch?geometry=9x9", f"{PUZZLE}\n", BYTES),
        ("/api/v1/file?name=x.csv", f"puzzle\n{PUZZLE}\n", BYTES),
        ("/api/v1/board", json.dumps({"geometry": NAME}), JSON),
    )
    assert solve.json()["status"] == "unique"
    assert batch.json()["status"] == "unique"
    assert PUZZLE in file.text
    assert described.json()["geometry"]


SHAPES = {
    "lists": b'{"puzzle": "", "constraints": ' + b"[" * 100_000,
    "objects": b'{"a":' * 100_000,
    "closed": b"[" * 10_000 + b"]" * 10_000,
    "in a constraint": b'{"puzzle": "' + PUZZLE.encode() + b'", "constraints": [{"type": "Or", '
    + b'"constraints": [{"type": "Or", ' * 400 + b"}]" * 400 + b"}]}",
    "names": json.dumps({f"a{number}": number for number in range(5000)}).encode(),
    "a number": b'{"puzzle": ' + b"9" * 100_000 + b"}",
    "no text": b"\xff\xfe\x00",
    "surrogate": b'{"puzzle": "\\ud800"}',
    "not an object": b"[]",
    "nothing": b"",
}  # fmt: skip
"""Bodies that no question has."""


def test_no_body_makes_the_server_fail() -> None:
    requests = [
        (path, body, JSON)
        for path in paths()
        for shape, body in SHAPES.items()
        if path.endswith("/solve") or shape in {"lists", "names"}
    ]
    for (path, body, _), answered in zip(requests, asked_of(*requests), strict=True):
        assert answered.status_code == 422, (path, body[:50], answered.text)
        assert answered.headers["content-type"] == "application/problem+json"
        assert len(answered.content) < 2000
        assert (body[:50] != SHAPES["lists"][:50]) or "nested too deep" in answered.text


def test_a_few_faults_are_named_and_the_rest_is_counted() -> None:
    body = json.dumps({"puzzle": PUZZLE} | {f"{number}" * 200: 1 for number in range(100, 200)})
    with pytest.raises(RequestError) as caught:
        answer(print, "solve", Asked(body.encode(), LIMITS))
    assert str(caught.value).count("Extra inputs are not permitted") == MOST_NAMED
    assert str(caught.value).endswith("; and 90 more")


def lists_of(model: type[BaseModel]) -> dict[str, int]:
    """Return the fields of a type that may be lists, and how many items each may have."""
    found = {}
    for field, described in model.model_json_schema()["properties"].items():
        for kind in [described, *described.get("anyOf", [])]:
            if kind.get("type") == "array":
                found[field] = kind["maxItems"]
    return found


@pytest.mark.parametrize("name", [each for each in QUESTIONS if lists_of(QUESTIONS[each].asked)])
def test_no_list_is_read_further_than_its_bound(name: str) -> None:
    """A fault for each of a million items would take seconds, and hundreds of mebibytes."""
    model = QUESTIONS[name].asked
    for field, most in lists_of(model).items():
        with pytest.raises(ValidationError) as refused:
            model.model_validate_json(json.dumps({field: [None] * (most + 1)}))
        faults = [fault for fault in refused.value.errors() if fault["loc"][0] == field]
        assert "too_long" in {fault["type"] for fault in faults}, field
        assert len(faults) < MOST_NAMED, field


def test_a_limit_of_the_server_holds_for_what_is_asked() -> None:
    limits = ServerLimits(time_limit=3, long_time_limit=7, max_nodes=50, max_solutions=2)
    for name, most in (("solve", 3), ("book", 7)):
        question = QUESTIONS[name]
        body = {"puzzle": PUZZLE} if name == "solve" else {"puzzles": [PUZZLE]}
        for given, seconds in ((None, most), (1.5, 1.5), (99.0, most)):
            read = question.read(json.dumps(body | {"time_limit": given}).encode(), limits)
            arguments = question.arguments(read, limits)
            assert arguments["time_limit"] == seconds
            assert arguments.get("max_nodes", 50) == 50
    with pytest.raises(InputError, match="limit must be 2 or less here, not 3"):
        QUESTIONS["solutions"].read(json.dumps({"puzzle": PUZZLE, "limit": 3}).encode(), limits)


def test_a_tab_bounds_no_nodes_so_that_kernels_may_search_at_once() -> None:
    for limits, asked, most in (
        (ServerLimits(max_nodes=50), None, 50),
        (ServerLimits(max_nodes=50), 7, 7),
        (ServerLimits(max_nodes=50), 70, 50),
        (tab.LIMITS, None, None),
        (tab.LIMITS, 7, 7),
    ):
        assert limits.nodes_of(asked) == most


class Here:
    """The connection of a worker that is in this process."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, message: Any) -> None:  # noqa: ANN401 - as a connection
        self.sent.append(message)


@pytest.mark.parametrize(
    ("error", "words"),
    [(RecursionError, "nested too deep"), (MemoryError, "takes more memory")],
)
def test_what_a_task_has_no_room_for_is_the_request_s_fault(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception], words: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setitem(TASKS, "check", fail)
    here = Here()
    worker._do(WorkerTask("check", {}), here)  # type: ignore[arg-type] # noqa: SLF001 - it sends
    [(kind, reported)] = here.sent
    assert kind is MessageKind.FAILED
    assert isinstance(reported, InputError)
    assert words in str(reported)


def test_whatever_else_a_task_raises_is_a_problem(caplog: pytest.LogCaptureFixture) -> None:
    """And not a bare 500: the log says what it was."""
    app = new_app(LIMITS)

    async def fail(_self: Pool, *_: object) -> Any:  # noqa: ANN401 - as `run`
        raise ValueError("secret")
        yield

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post("/api/v1/solve", json={"puzzle": PUZZLE})

    app.state.server.pool.run = fail.__get__(app.state.server.pool)
    with caplog.at_level(logging.CRITICAL, LOG.name):
        failed = run_apart(ask())
    assert (failed.status_code, failed.json()["type"]) == (500, "urn:lowbit:failed")
    assert "secret" not in failed.text
