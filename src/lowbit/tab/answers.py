"""The answers to the page's requests, in the process that a worker of its tab is.

They are the server's, from the same tasks; only limits are generous, because nobody else waits.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Final, NamedTuple, SupportsBytes, TypeAlias, TypeVar
from urllib.parse import parse_qs

from pydantic import ValidationError

import lowbit
from lowbit.errors import MissingPackageError
from lowbit.tab.parts import fetch_when_imported
from lowbit.web.errors import RequestError, beyond_bounds
from lowbit.web.limits import ServerLimits
from lowbit.web.media_types import JSON, NDJSON
from lowbit.web.problems import MEDIA_TYPE as PROBLEM
from lowbit.web.problems import problem, urn
from lowbit.web.requests import BatchOptions, FileOptions
from lowbit.web.workers.batch import BatchStream, blocks_of
from lowbit.web.workers.questions import Asked, answer
from lowbit.web.workers.tasks.verbs import TASKS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from lowbit.web.requests import AddressOptions
    from lowbit.web.workers.questions import Answered

    Read = TypeVar("Read", bound=AddressOptions)

Begin: TypeAlias = Callable[[int, str], object]
"""A function that is told the status and the media type of an answer, before its first piece."""

Send: TypeAlias = Callable[[bytes], object]
"""A function that sends a piece of an answer."""

LIMITS: Final = ServerLimits(
    workers=1,
    slow_workers=1,
    time_limit=60.0,
    long_time_limit=3600.0,
    max_body=64 << 20,
)
"""The limits of one tab: a person who waits can stop what takes too long."""

OK: Final = 200
LOWBITS_OWN: Final = 500
"""The status of an error that is a fault of lowbit's."""

NO_ARROW: Final = (
    "a browser's tab reads neither Parquet and Arrow files nor what is packed by Zstandard, LZ4 or "
    "Brotli: save the table as CSV or JSON lines, as it is or by gzip, and open that"
)
NO_PROGRAMS: Final = (
    "that a score is the best of so open a board takes linear programs, which no browser's tab "
    "has: fill in more cells, or ask lowbit maximize, the command, on your computer"
)

LACKING: Final = {"tables": ("no-arrow", NO_ARROW), "highspy": ("no-programs", NO_PROGRAMS)}
"""The kinds of problem where a package is missing, by its extra or its name, and what to do."""

LISTED: Final = {"rules", "measures"}
"""The options of an address that may have several values."""

NAMES: Final = {"open": "open_puzzle", "write": "write_puzzle", "draw": "draw_constraints"}
"""The tasks whose requests have other names."""

FAILED: Final = "this tab failed; the browser's console says why"


class TabRequest(NamedTuple):
    """A request of the page.

    Attributes
    ----------
    path : str
        Its path in the API, such as ``solve``.
    options : str
        What stands behind the question mark in its address.
    body : bytes
        What is sent with it.
    """

    path: str
    options: str
    body: bytes

    def read(self, model: type[Read]) -> Read:
        """Return its options.

        Raises
        ------
        RequestError
            If they are not of their type.
        """
        given: dict[str, Any] = dict(parse_qs(self.options, keep_blank_values=True))
        fields = {name: values if name in LISTED else values[-1] for name, values in given.items()}
        try:
            return model.model_validate(fields)
        except ValidationError as error:
            raise RequestError.of(error.errors(include_url=False)) from None


class TabResponse:
    """The response to a request, which goes out piece by piece.

    Parameters
    ----------
    begin : callable
        Is told the status and the media type.
    send : callable
        Sends a piece.
    """

    def __init__(self, begin: Begin, send: Send) -> None:
        self._begin, self._send = begin, send
        self._has_begun = False

    def send(self, media_type: str, content: bytes, status: int = OK) -> None:
        """Send a piece."""
        if not self._has_begun:
            self._has_begun = True
            self._begin(status, media_type)
        self._send(content)

    def answer(self, answered: Answered) -> None:
        """Send an answer, or a part of it."""
        self.send(*answered)

    def fail(self, error: Exception) -> None:
        """Send what went wrong: it is the whole answer, or its last line."""
        described = problem(error, FAILED)
        if isinstance(error, MissingPackageError):
            kind, detail = LACKING.get(error.extra, ("", f"{error.reason}, which no tab has"))
            described |= {"detail": detail} | ({"type": urn(kind)} if kind else {})
        if self._has_begun:
            self.send(NDJSON, json.dumps({"problem": described}).encode() + b"\n")
        else:
            self.send(PROBLEM, json.dumps(described).encode(), described["status"])


async def respond(begin: Begin, send: Send, path: str, options: str, body: SupportsBytes) -> str:
    """Answer a request; return the traceback of an error that is lowbit's own, or nothing.

    Parameters
    ----------
    begin, send : callable
        As `TabResponse` takes them.
    path, options, body
        The request, see `TabRequest`.
    """
    response = TabResponse(begin, send)
    try:
        await _answer(TabRequest(path, options, bytes(body)), response)
    except KeyboardInterrupt:  # the page has stopped it, and hears no answer
        return ""
    except (RecursionError, MemoryError) as error:
        response.fail(beyond_bounds(error))
    except ImportError as error:
        response.fail(_missing(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, the page gets it
        response.fail(error)
        return _traceback(error) if problem(error)["status"] == LOWBITS_OWN else ""
    return ""


def begin(fetch: Callable[[str], SupportsBytes]) -> None:
    """Get ready for the first question, in a process that may have begun with another's memory.

    Parameters
    ----------
    fetch : callable
        Returns a part of the library, see `lowbit.tab.parts`.
    """
    random.seed()
    fetch_when_imported(fetch, Path(lowbit.__file__).parents[1])


async def _answer(request: TabRequest, response: TabResponse) -> None:
    work = OTHERS.get(request.path)
    if work:
        await work(request, response)
    else:
        name = NAMES.get(request.path, request.path.replace("-", "_"))
        answer(response.answer, name, Asked(request.body or b"{}", LIMITS))


async def _about(_request: TabRequest, response: TabResponse) -> None:
    known = {"version": lowbit.__version__, "limits": asdict(LIMITS)}
    response.send(JSON, json.dumps(known).encode())


async def _batch(request: TabRequest, response: TabResponse) -> None:
    batch = BatchStream.of(request.read(BatchOptions), LIMITS, _run)
    async for piece in batch.answers(blocks_of(_chunks(request.body))):
        response.send(batch.media_type, piece)
        await asyncio.sleep(0)  # as a client that has gone away is heard of now


async def _file(request: TabRequest, response: TabResponse) -> None:
    options = request.read(FileOptions)
    with NamedTemporaryFile() as file:
        file.write(request.body)
        file.flush()
        TASKS["send_file"](
            lambda line: response.send(NDJSON, line),
            path=file.name,
            limit=LIMITS.max_puzzles,
            **options.model_dump(),
        )


async def _chunks(body: bytes) -> AsyncIterator[bytes]:
    yield body


async def _run(name: str, arguments: dict[str, Any]) -> Any:  # noqa: ANN401 - what it sends
    sent: list[Any] = []
    TASKS[name](sent.append, **arguments)
    return sent[-1]


OTHERS: Final[dict[str, Callable[[TabRequest, TabResponse], Awaitable[None]]]] = {
    "about": _about,
    "batch": _batch,
    "file": _file,
}
"""The requests that are no questions of `lowbit.web.workers.questions`."""


def _missing(error: ImportError) -> MissingPackageError:
    """Return the error that names the package that is not here."""
    if isinstance(error, MissingPackageError):
        return error
    name = error.name or getattr(error.__cause__, "name", None) or "a package"
    return MissingPackageError(f"this needs {name}", name)


def _traceback(error: Exception) -> str:
    import traceback  # few errors are lowbit's own

    return "".join(traceback.format_exception(error))
