"""Which questions can be asked, and where?"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request  # noqa: TC002 - FastAPI reads it
from starlette.responses import PlainTextResponse, Response

import lowbit
from lowbit.errors import InputError
from lowbit.web import metrics, models, problems
from lowbit.web.batch import Batch, Intake
from lowbit.web.desk import At  # noqa: TC001 - FastAPI reads it
from lowbit.web.streams import NDJSON, Stream
from lowbit.web.texts import Asked

PREFIX: Final = "/api/v1"


def _told(*statuses: int) -> dict[int | str, dict[str, Any]]:
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    content = {"content": {problems.MEDIA_TYPE: schema}}
    return {status: content | {"description": "A problem."} for status in statuses}


api = APIRouter(prefix=PREFIX, responses=_told(400, 403, 408, 413, 422, 503, 504))


@api.get("/about")
async def about(at: At) -> models.About:
    """Tell the version and the limits."""
    return models.About(version=lowbit.__version__, limits=asdict(at.limits))


@api.get("/health")
async def health() -> models.Health:
    """Tell that the server answers."""
    return models.Health(status="ok")


@api.get("/metrics", response_class=PlainTextResponse)
async def counts(at: At) -> Response:
    """Tell what was counted, as Prometheus reads it."""
    told = at.server.metrics.told(at.server.pool)
    return PlainTextResponse(told, media_type=metrics.MEDIA_TYPE)


@api.post("/board", response_model=models.BoardTold)
async def board(asked: models.Board, at: At) -> object:
    """Tell which houses a board has."""
    return await at.ask("board", **asked.model_dump())


@api.post("/parse", response_model=models.ParseTold)
async def parse(asked: models.ParseAsked, at: At) -> object:
    """List the puzzles of a text in any format."""
    return await at.ask("parse", **asked.model_dump())


@api.post("/check", response_model=models.Checked)
async def check(asked: models.Puzzle, at: At) -> object:
    """Tell what can be seen to be wrong, without search."""
    return await at.ask("check", **asked.model_dump())


@api.post("/solve", response_model=models.Solved)
async def solve(asked: models.Search, at: At) -> object:
    """Solve a puzzle, and tell whether it has no solution, one or several."""
    return await at.search("solve", asked)


@api.post("/count", response_model=models.Counted)
async def count(asked: models.CountAsked, at: At) -> object:
    """Count the solutions."""
    return await at.search("count", asked)


@api.post("/solutions", response_model=models.Listed)
async def solutions(asked: models.SolutionsAsked, at: At) -> object:
    """List some solutions, a page at a time."""
    for name, most in (("limit", at.limits.max_solutions), ("offset", at.limits.max_offset)):
        if getattr(asked, name) > most:
            raise InputError(f"{name} is up to {most} here; it is {getattr(asked, name)}")
    return await at.search("solutions", asked)


@api.post(
    "/maximize",
    response_class=Response,
    responses={
        200: {
            "description": "A stream of lines: what each digit is worth, then the best so far.",
            "content": {NDJSON: {"schema": {"type": "string"}}},
        }
    },
)
async def maximize(asked: models.MaximizeAsked, at: At) -> Response:
    """Find the completions that score most. To close the stream stops the search."""
    return at.stream("maximize", asked)


@api.post(
    "/batch",
    response_class=Response,
    responses={
        200: {
            "description": "A line for each puzzle, in order.",
            "content": {NDJSON: {"schema": {"type": "string"}}, "text/plain": {}},
        }
    },
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def batch(
    request: Request, options: Annotated[models.BatchOptions, Query()], at: At
) -> Response:
    """Solve many puzzles: a text comes in, a line for each goes out while it does."""
    nodes = min(options.max_nodes or at.limits.max_nodes, at.limits.max_nodes)
    asked = Asked(options.style, options.solutions, nodes, at.limits.time_limit)
    intake = Intake(request)
    answers = Batch(at.server.pool, at.limits, options.geometry, asked).answers(intake)
    return Stream(answers, intake.read(), NDJSON if asked.style == "json" else "text/plain")
