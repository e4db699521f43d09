"""The page's requests, answered by this process with native kernels."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, TypeAlias

from benchmarks.browser_tab import Taken
from lowbit.tab.answers import respond

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

Request: TypeAlias = dict[str, str]
"""The path, query and body of a request."""


def request(path: str, query: str = "", **body: object) -> Request:
    """Return a request with a body of JSON."""
    return {"path": path, "query": query, "body": json.dumps(body)}


def batch(query: str, lines: Sequence[str]) -> Request:
    """Return a request for a list, as the page's list sends it."""
    return {"path": "batch", "query": query, "body": "".join(f"{line}\n" for line in lines)}


def ask(asked: Request) -> str:
    """Return the answer to a request."""
    pieces: list[bytes] = []
    body = asked["body"].encode()
    answered = respond(lambda *_: None, pieces.append, asked["path"], asked["query"], body)
    if failure := result_of(answered):
        raise RuntimeError(failure)
    return b"".join(pieces).decode()


def result_of(coroutine: Coroutine[Any, Any, str]) -> str:
    """Return the result of a coroutine that waits for nothing: Playwright runs the event loop."""
    while True:
        try:
            coroutine.send(None)
        except StopIteration as end:
            return str(end.value)


def variant(text: str) -> Request | None:
    """Return the request to solve a puzzle with constraints; None if the page has not its board."""
    opened = json.loads(ask(request("open", text=text)))
    if "puzzle" not in opened:
        return None
    given = {name: opened[name] for name in ("puzzle", "geometry", "constraints")}
    return request("solve", **given)


def take(works: Sequence[Callable[[], object]]) -> Taken:
    """Return the seconds of CPU that some work takes."""
    each = []
    for work in works:
        begun = time.process_time()
        work()
        each.append(time.process_time() - begun)
    return Taken(sum(each), each)


def differences(
    asked: Sequence[Request], given: Sequence[dict[str, Any]]
) -> list[tuple[Request, str, str]]:
    """Return the requests to which answers are not this process's, with both."""
    pairs = [(ask(one), str(answer["text"])) for one, answer in zip(asked, given, strict=True)]
    return [
        (one, mine, theirs)
        for one, (mine, theirs) in zip(asked, pairs, strict=True)
        if mine != theirs
    ]
