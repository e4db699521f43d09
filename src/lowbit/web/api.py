"""The paths of the API."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Annotated, Any, Final, TypeAlias

from fastapi import APIRouter, Query
from pydantic.json_schema import models_json_schema
from starlette.requests import Request  # noqa: TC002 - FastAPI reads it
from starlette.responses import PlainTextResponse, Response

import lowbit
from lowbit.web import requests, responses
from lowbit.web.http import metrics
from lowbit.web.http.streams import Stream
from lowbit.web.media_types import BYTES, JSON, NDJSON, PICTURES, TEXT
from lowbit.web.problems import MEDIA_TYPE as PROBLEM
from lowbit.web.workers.batch import BatchStream
from lowbit.web.workers.dispatch import At  # noqa: TC001 - FastAPI reads it
from lowbit.web.workers.intake import Intake
from lowbit.web.workers.questions import QUESTIONS

PREFIX: Final = "/api/v1"

SCHEMAS: Final = "#/components/schemas/"
"""The place of the types in the API's description."""

Endpoint: TypeAlias = Callable[..., Awaitable[Response]]


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    schema = {"schema": {"$ref": f"{SCHEMAS}Problem"}}
    content = {"content": {PROBLEM: schema}}
    return {status: content | {"description": "A problem."} for status in statuses}


def _answered(description: str, *media_types: str) -> dict[str, Any]:
    """Describe an answer that is no JSON."""
    text = {"schema": {"type": "string"}}
    content = {kind: text if kind in {NDJSON, TEXT} else {} for kind in media_types}
    return {"description": description, "content": content}


def _question(
    path: str, name: str, answer: dict[str, Any] | None = None
) -> Callable[[Endpoint], Endpoint]:
    """Return a decorator for answers to a question; `answer` describes it if it is no JSON."""
    asked, model = QUESTIONS[name].asked, QUESTIONS[name].answer
    schema = {"schema": {"$ref": f"{SCHEMAS}{asked.__name__}"}}
    described: dict[str, Any] = {"response_model": model} if model else {"response_class": Response}
    return api.post(
        path,
        **described,
        responses={200: answer, **_problems(501)} if answer else None,
        openapi_extra={"requestBody": {"required": True, "content": {JSON: schema}}},
    )


def _sent(*media_types: str) -> dict[str, Any]:
    """Describe a body that is sent as it is."""
    schema = {"schema": {"type": "string", "format": "binary"}}
    return {"requestBody": {"content": dict.fromkeys(media_types, schema)}}


def request_schemas() -> dict[str, Any]:
    """Return the types of all questions, for the API's description."""
    models = {question.asked: None for question in QUESTIONS.values()}
    asked = [(model, "validation") for model in models]
    _, found = models_json_schema(asked, ref_template=f"{SCHEMAS}{{model}}")  # type: ignore[arg-type]
    return dict(found["$defs"])


api = APIRouter(
    prefix=PREFIX, responses=_problems(400, 403, 408, 413, 414, 415, 421, 422, 503, 504)
)


@api.get("/about")
async def about(at: At) -> responses.About:
    """Tell the version and the limits."""
    return responses.About(version=lowbit.__version__, limits=asdict(at.limits))


@api.get("/health")
async def health() -> responses.Health:
    """Tell that the server answers."""
    return responses.Health(status="ok")


@api.get("/metrics", response_class=PlainTextResponse)
async def counts(at: At) -> Response:
    """Return the metrics in the format of Prometheus."""
    response = at.server.metrics.response(at.server.pool, at.server.budget)
    return PlainTextResponse(response, media_type=metrics.MEDIA_TYPE)


@_question("/board", "board")
async def board(at: At) -> Response:
    """Return the houses of a board."""
    return await at.answer("board")


@_question("/parse", "parse")
async def parse(at: At) -> Response:
    """List the puzzles of a text in any format."""
    return await at.answer("parse")


@_question("/check", "check")
async def check(at: At) -> Response:
    """Return the errors that are visible without search."""
    return await at.answer("check")


@_question("/solve", "solve")
async def solve(at: At) -> Response:
    """Solve a puzzle, and say whether it has no solution, one or several."""
    return await at.answer("solve")


@_question("/count", "count")
async def count(at: At) -> Response:
    """Count the solutions."""
    return await at.answer("count")


@_question("/solutions", "solutions")
async def solutions(at: At) -> Response:
    """List some solutions, a page at a time."""
    return await at.answer("solutions")


@_question("/minimal", "minimal")
async def minimal(at: At) -> Response:
    """Say whether a puzzle needs all its givens, and which of them and of constraints can go."""
    return await at.answer("minimal")


@_question("/minimize", "minimize")
async def minimize(at: At) -> Response:
    """Remove givens until each that is left is needed."""
    return await at.answer("minimize")


@_question("/rate", "rate")
async def rate(at: At) -> Response:
    """Tell how hard a puzzle on the classic board is."""
    return await at.answer("rate")


@_question("/measure", "measure")
async def measure(at: At) -> Response:
    """Tell how deep trial and error has to go, which isomorphic puzzles share."""
    return await at.answer("measure")


@_question("/verdict", "verdict")
async def verdict(at: At) -> Response:
    """Tell how far a puzzle is from unique: givens that can go, or that would decide it."""
    return await at.answer("verdict")


@_question("/candidates", "candidates")
async def candidates(at: At) -> Response:
    """Tell which candidates occur in solutions, and in how many."""
    return await at.answer("candidates")


@_question("/canonical", "canonical")
async def canonical(at: At) -> Response:
    """Find the canonical form: the smallest isomorphic puzzle."""
    return await at.answer("canonical")


@_question("/shuffle", "shuffle")
async def shuffle(at: At) -> Response:
    """Draw a random isomorphic puzzle."""
    return await at.answer("shuffle")


@_question("/generate", "generate")
async def generate(at: At) -> Response:
    """Make puzzles. If too few are found, the problem holds those."""
    return await at.answer("generate")


@_question("/generate-variants", "generate_variants")
async def generate_variants(at: At) -> Response:
    """Make puzzles with constraints from a skeleton."""
    return await at.answer("generate_variants")


@_question("/steps", "steps")
async def steps(at: At) -> Response:
    """Return the steps by which a person solves a puzzle, from a player's position."""
    return await at.answer("steps")


@_question("/all-steps", "all_steps")
async def all_steps(at: At) -> Response:
    """Return every step that can be taken now, from a player's position."""
    return await at.answer("all_steps")


@_question("/hint", "hint")
async def hint(at: At) -> Response:
    """Return a hint on the next step, in as much detail as is asked for, or the mistakes."""
    return await at.answer("hint")


@api.get("/techniques", response_model=responses.TechniqueList)
async def techniques(at: At) -> Response:
    """List the techniques that can be learned, the easiest first."""
    return await at.answer("techniques")


@_question("/lesson", "lesson")
async def lesson(at: At) -> Response:
    """Return the lesson on a technique: what it says, why it is true, a picture."""
    return await at.answer("lesson")


@_question("/practise", "practise")
async def practise(at: At) -> Response:
    """Find a position where a technique is the next step."""
    return await at.answer("practise")


@_question("/open", "open_puzzle")
async def open_puzzle(at: At) -> Response:
    """Read a puzzle with constraints from a link or a text."""
    return await at.answer("open_puzzle")


@_question("/write", "write_puzzle")
async def write_puzzle(at: At) -> Response:
    """Write a puzzle with constraints as another program has it."""
    return await at.answer("write_puzzle")


@_question("/draw", "draw_constraints")
async def draw(at: At) -> Response:
    """Draw constraints alone, to lie behind and above a board."""
    return await at.answer("draw_constraints")


@api.get("/constraint-kinds", response_model=responses.ConstraintKinds)
async def constraint_kinds(at: At) -> Response:
    """List the kinds of constraints, with the tools that place them on a board."""
    return await at.answer("constraint_kinds")


@_question("/render", "render", _answered("A picture.", *PICTURES.values()))
async def render(at: At) -> Response:
    """Draw a grid."""
    return await at.answer("render")


@_question("/sheet", "sheet", _answered("Pages of steps.", PICTURES["pdf"]))
async def sheet(at: At) -> Response:
    """Lay the steps to the solution out on pages, each drawn and explained."""
    return await at.answer("sheet")


@_question("/book", "book", _answered("Pages of puzzles.", PICTURES["pdf"]))
async def book(at: At) -> Response:
    """Lay puzzles out on pages to print, with their solutions at the end."""
    return await at.answer("book")


@_question(
    "/maximize",
    "maximize",
    _answered("A stream of lines: the values of the digits, then the best so far.", NDJSON),
)
async def maximize(at: At) -> Response:
    """Find the best-scoring completions. Closing the stream stops the search."""
    return await at.stream("maximize")


@api.post(
    "/batch",
    response_class=Response,
    responses={200: _answered("A line for each puzzle, in order.", NDJSON, TEXT)},
    openapi_extra=_sent(BYTES),
)
async def batch(
    request: Request, options: Annotated[requests.BatchOptions, Query()], at: At
) -> Response:
    """Solve many puzzles: each is answered with a line while the text still arrives."""
    batch, intake = BatchStream.of(options, at.limits, at.run), Intake(request)
    return Stream(batch.answers(aiter(intake)), intake.read(), batch.media_type)


@api.post(
    "/file",
    response_class=Response,
    responses={
        200: _answered(
            "A stream of lines: the columns and the one that is read, then the puzzles in it, some "
            "at a time.",
            NDJSON,
        ),
        **_problems(501),
    },
    openapi_extra=_sent(BYTES),
)
async def read_file(options: Annotated[requests.FileOptions, Query()], at: At) -> Response:
    """List the puzzles of a file: text, packed or not, or a table such as Parquet."""
    return await at.stream_file("send_file", **options.model_dump(), limit=at.limits.max_puzzles)
