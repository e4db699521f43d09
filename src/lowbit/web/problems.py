"""Errors as problems (RFC 9457), in lowbit's own words."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, Final

from lowbit.errors import EffortSpentError, LowbitError, MissingPackageError, WrongStepError
from lowbit.web.errors import (
    BusyError,
    ClosedError,
    FullError,
    LostError,
    NotReadyError,
    TimedOutError,
)

MEDIA_TYPE: Final = "application/problem+json"

STATUSES: Final[dict[type[Exception], tuple[HTTPStatus, str, str]]] = {
    BusyError: (HTTPStatus.SERVICE_UNAVAILABLE, "too many requests wait; try again soon", "busy"),
    FullError: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "too much is sent to this server at once; try again soon",
        "busy",
    ),
    LostError: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "the worker that searched was lost; ask again",
        "lost",
    ),
    ClosedError: (HTTPStatus.SERVICE_UNAVAILABLE, "the server shuts down", "closed"),
    TimedOutError: (
        HTTPStatus.GATEWAY_TIMEOUT,
        "the time limit ended the search; nothing is known",
        "timed-out",
    ),
}
"""The errors of the pool, and their meaning for the client."""

FAULTS: Final[dict[type[LowbitError], HTTPStatus]] = {
    MissingPackageError: HTTPStatus.NOT_IMPLEMENTED,
    WrongStepError: HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""Errors of lowbit's that the client did not cause."""


FAILED: Final = "the server failed; its log says why"
"""The words on an error that is not the client's."""


def problem(error: Exception, failed: str = FAILED) -> dict[str, Any]:
    """Return the problem that describes an error; `failed` are the words on a fault of lowbit's."""
    if isinstance(error, LowbitError):
        status = FAULTS.get(type(error), HTTPStatus.UNPROCESSABLE_ENTITY)
        response = problem_of(status, str(error), _kind(error))
        return response | _place(error) | _found(error)
    if isinstance(error, NotReadyError):
        response = problem_of(HTTPStatus.SERVICE_UNAVAILABLE, str(error), "not-ready")
        return response | {"compiled": error.n_kept, "kernels": error.n}
    if type(error) in STATUSES:
        return problem_of(*STATUSES[type(error)])
    return problem_of(HTTPStatus.INTERNAL_SERVER_ERROR, failed, "failed")


def problem_of(status: HTTPStatus, detail: str, kind: str = "") -> dict[str, Any]:
    """Return a problem of a status and a kind, which has a name of its own."""
    return {"type": urn(kind), "title": status.phrase, "status": status.value, "detail": detail}


def urn(kind: str) -> str:
    """Return the type of the problems of a kind."""
    return f"urn:lowbit:{kind}" if kind else "about:blank"


def _kind(error: LowbitError) -> str:
    """Return the name of an error's class with hyphens: ``grid-error``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()


def _place(error: LowbitError) -> dict[str, int]:
    found = {name: getattr(error, name, None) for name in ("line", "column")}
    return {name: number for name, number in found.items() if number is not None}


def _found(error: LowbitError) -> dict[str, list[str]]:
    if not isinstance(error, EffortSpentError) or error.found is None:
        return {}
    return {"found": error.found.to_strings()}
