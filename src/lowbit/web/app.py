"""The application: the API, the files of the page, and the guard in front of both."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from starlette.requests import Request  # noqa: TC002 - FastAPI reads it
from starlette.responses import Response  # noqa: TC002 - as above

import lowbit
from lowbit.web import responses
from lowbit.web.api import PREFIX, api, request_schemas
from lowbit.web.http.files import page_files
from lowbit.web.http.guard import Guard
from lowbit.web.http.problems import HANDLED, handle
from lowbit.web.limits import ServerLimits
from lowbit.web.workers.dispatch import Server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from lowbit.web.http.files import PageFile
    from lowbit.web.http.hosts import Hosts


def new_app(
    limits: ServerLimits | None = None,
    is_compiling: Callable[[], bool] = lambda: False,
    hosts: Hosts | None = None,
) -> FastAPI:
    """Return the application.

    Parameters
    ----------
    limits : ServerLimits, optional
        The limits of requests; the usual ones by default.
    is_compiling : callable, optional
        Whether another process compiles kernels; requests that need them are refused meanwhile.
    hosts : Hosts, optional
        The names of the server, to which alone requests may be sent; any by default.

    Returns
    -------
    FastAPI
        An ASGI application. Its workers start and end with its lifespan.
    """
    server = Server(limits or ServerLimits(), is_compiling)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        try:
            await server.pool.open()
            yield
        finally:
            await server.pool.close()

    app = FastAPI(
        title="lowbit",
        version=lowbit.__version__,
        summary="The Sudoku engine for Python.",
        openapi_url=f"{PREFIX}/openapi.json",
        docs_url=None,  # its page asks another host for its scripts
        redoc_url=None,
        redirect_slashes=False,  # a redirect would repeat whatever Host the client named
        lifespan=lifespan,
    )
    app.state.server = server
    app.include_router(api)
    app.openapi = lambda: _completed(FastAPI.openapi(app))  # type: ignore[method-assign]
    for path, file in page_files().items():
        _serve(app, path, file)
    for error in HANDLED:
        app.add_exception_handler(error, handle)
    app.add_middleware(
        Guard, limits=server.limits, budget=server.budget, metrics=server.metrics, hosts=hosts
    )
    return app


def _completed(described: dict[str, Any]) -> dict[str, Any]:
    """Return the API's description with the types that FastAPI does not read itself."""
    shared = {"Problem": responses.Problem.model_json_schema()}
    described["components"]["schemas"] |= request_schemas() | shared
    return described


def _serve(app: FastAPI, path: str, file: PageFile) -> None:
    async def serve(request: Request) -> Response:
        return file.response(request)

    app.add_route(path, serve, methods=["GET"], include_in_schema=False)
