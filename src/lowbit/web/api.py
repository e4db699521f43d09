"""The paths of the API."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from starlette.requests import Request  # noqa: TC002 - FastAPI reads it
from starlette.responses import PlainTextResponse, Response

import lowbit
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, Geometry
from lowbit.web import requests, responses
from lowbit.web.http import metrics, problems
from lowbit.web.http.streams import NDJSON, Stream
from lowbit.web.workers.batch import BatchStream, Intake
from lowbit.web.workers.dispatch import At  # noqa: TC001 - FastAPI reads it
from lowbit.web.workers.texts import TextOptions

PREFIX: Final = "/api/v1"

PICTURES: Final = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
"""The types of pictures by their formats."""


def _problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    content = {"content": {problems.MEDIA_TYPE: schema}}
    return {status: content | {"description": "A problem."} for status in statuses}


api = APIRouter(prefix=PREFIX, responses=_problems(400, 403, 408, 413, 422, 503, 504))


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
    response = at.server.metrics.response(at.server.pool)
    return PlainTextResponse(response, media_type=metrics.MEDIA_TYPE)


@api.post("/board", response_model=responses.BoardResponse)
async def board(asked: requests.BoardRequest, at: At) -> object:
    """Return the houses of a board."""
    return await at.ask("board", **asked.model_dump())


@api.post("/parse", response_model=responses.ParseResponse)
async def parse(asked: requests.ParseRequest, at: At) -> object:
    """List the puzzles of a text in any format."""
    return await at.ask("parse", **asked.model_dump())


@api.post("/check", response_model=responses.Checked)
async def check(asked: requests.PuzzleRequest, at: At) -> object:
    """Return the errors that are visible without search."""
    return await at.ask("check", **asked.model_dump())


@api.post("/solve", response_model=responses.Solved)
async def solve(asked: requests.SearchRequest, at: At) -> object:
    """Solve a puzzle, and say whether it has no solution, one or several."""
    return await at.search("solve", asked)


@api.post("/count", response_model=responses.CountResponse)
async def count(asked: requests.CountRequest, at: At) -> object:
    """Count the solutions."""
    return await at.search("count", asked)


@api.post("/solutions", response_model=responses.Listed)
async def solutions(asked: requests.SolutionsRequest, at: At) -> object:
    """List some solutions, a page at a time."""
    _require_at_most(asked, limit=at.limits.max_solutions, offset=at.limits.max_offset)
    return await at.search("solutions", asked)


@api.post("/minimal", response_model=responses.Minimal)
async def minimal(asked: requests.SearchRequest, at: At) -> object:
    """Say whether a puzzle needs all its givens, and which of them and of constraints can go."""
    return await at.search("minimal", asked)


@api.post("/minimize", response_model=responses.Minimized)
async def minimize(asked: requests.MinimizeRequest, at: At) -> object:
    """Remove givens until each that is left is needed."""
    return await at.search("minimize", asked)


@api.post("/rate", response_model=responses.RateResponse)
async def rate(asked: requests.RateRequest, at: At) -> object:
    """Tell how hard a puzzle on the classic board is."""
    return await at.search("rate", asked)


@api.post("/verdict", response_model=responses.VerdictResponse)
async def verdict(asked: requests.SearchRequest, at: At) -> object:
    """Tell how far a puzzle is from unique: what can go, or what would decide it."""
    return await at.search("verdict", asked)


@api.post("/candidates", response_model=responses.CandidatesResponse)
async def candidates(asked: requests.CandidatesRequest, at: At) -> object:
    """Tell which candidates occur in solutions, and in how many."""
    return await at.search("candidates", asked)


@api.post("/canonical", response_model=responses.Moved)
async def canonical(asked: requests.VariantRequest, at: At) -> object:
    """Find the canonical form: the smallest isomorphic puzzle."""
    return await at.ask("canonical", **asked.model_dump())


@api.post("/shuffle", response_model=responses.Moved)
async def shuffle(asked: requests.ShuffleRequest, at: At) -> object:
    """Draw a random isomorphic puzzle."""
    return await at.ask("shuffle", **asked.model_dump())


@api.post("/generate", response_model=responses.Generated)
async def generate(asked: requests.GenerateRequest, at: At) -> object:
    """Make puzzles. If too few are found, the problem holds those."""
    _require_at_most(asked, n=at.limits.max_generated)
    return await at.search("generate", asked)


@api.post("/generate-variants", response_model=responses.GeneratedVariants)
async def generate_variants(asked: requests.GenerateVariantsRequest, at: At) -> object:
    """Make puzzles with constraints from a skeleton."""
    _require_at_most(asked, n=at.limits.max_generated)
    return await at.search("generate_variants", asked)


@api.post("/steps", response_model=responses.StepsResponse)
async def steps(asked: requests.StepsRequest, at: At) -> object:
    """Return the steps by which a person solves a puzzle, from a player's position."""
    return await at.search("steps", asked)


@api.post("/all-steps", response_model=responses.StepList)
async def all_steps(asked: requests.AllStepsRequest, at: At) -> object:
    """Return every step that can be taken now, from a player's position."""
    return await at.search("all_steps", asked)


@api.post("/hint", response_model=responses.HintResponse)
async def hint(asked: requests.HintRequest, at: At) -> object:
    """Return what to do next, in as much detail as the level says, or the player's mistakes."""
    return await at.search("hint", asked)


@api.get("/techniques", response_model=responses.TechniqueList)
async def techniques(at: At) -> object:
    """List the techniques that can be practised, the easiest first."""
    return await at.ask("techniques")


@api.post("/practise", response_model=responses.Practice)
async def practise(asked: requests.PractiseRequest, at: At) -> object:
    """Find a position where a technique is the next step."""
    return await at.search("practise", asked)


@api.post("/open", response_model=responses.OpenedPuzzle)
async def open_puzzle(asked: requests.OpenRequest, at: At) -> object:
    """Read a puzzle with constraints from a link or a text."""
    return await at.ask("open_puzzle", **asked.model_dump())


@api.post("/write", response_model=responses.WrittenPuzzle)
async def write_puzzle(asked: requests.WriteRequest, at: At) -> object:
    """Write a puzzle with constraints as another program has it."""
    return await at.ask("write_puzzle", **asked.model_dump())


@api.post("/draw", response_model=responses.ConstraintLayers)
async def draw(asked: requests.DrawRequest, at: At) -> object:
    """Draw constraints alone, to lie behind and above a board."""
    return await at.ask("draw_constraints", **asked.model_dump())


@api.post(
    "/render",
    response_class=Response,
    responses={
        200: {"description": "A picture.", "content": {kind: {} for kind in PICTURES.values()}},
        **_problems(501),
    },
)
async def render(asked: requests.RenderRequest, at: At) -> Response:
    """Draw a grid."""
    picture = await at.ask("render", **asked.model_dump())
    return Response(picture, media_type=PICTURES[asked.format])


@api.post(
    "/book",
    response_class=Response,
    responses={
        200: {"description": "Pages of puzzles.", "content": {PICTURES["pdf"]: {}}},
        **_problems(501),
    },
)
async def book(asked: requests.BookRequest, at: At) -> Response:
    """Lay puzzles out on pages to print, with their solutions at the end."""
    return Response(await at.search_long("book", asked), media_type=PICTURES["pdf"])


@api.post(
    "/maximize",
    response_class=Response,
    responses={
        200: {
            "description": "A stream of lines: the values of the digits, then the best so far.",
            "content": {NDJSON: {"schema": {"type": "string"}}},
        }
    },
)
async def maximize(asked: requests.MaximizeRequest, at: At) -> Response:
    """Find the best-scoring completions. Closing the stream stops the search."""
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
    request: Request, options: Annotated[requests.BatchOptions, Query()], at: At
) -> Response:
    """Solve many puzzles: each is answered with a line while the text still arrives."""
    nodes = min(options.max_nodes or at.limits.max_nodes, at.limits.max_nodes)
    if options.rules and Geometry.parse(options.geometry) != CLASSIC:
        raise InputError("both programs rate the classic board alone: name no rules on others")
    asked = TextOptions(
        options.style, options.solutions, nodes, at.limits.time_limit, tuple(options.rules)
    )
    intake = Intake(request)
    answers = BatchStream(at.server.pool, at.limits, options.geometry, asked, at.client).answers(
        intake
    )
    return Stream(answers, intake.read(), NDJSON if asked.style == "json" else "text/plain")


@api.post(
    "/file",
    response_class=Response,
    responses={
        200: {
            "description": "A stream of lines: the columns and the one that is read, then the "
            "puzzles in it, some at a time.",
            "content": {NDJSON: {"schema": {"type": "string"}}},
        },
        **_problems(501),
    },
    openapi_extra={
        "requestBody": {
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            }
        }
    },
)
async def read_file(
    request: Request, options: Annotated[requests.FileOptions, Query()], at: At
) -> Response:
    """List the puzzles of a file: text, packed or not, or a table such as Parquet."""
    most = at.limits.max_puzzles
    return await at.stream_file("read_file", options, request.stream(), limit=most)


def _require_at_most(asked: requests.RequestBody, **most: int) -> None:
    for name, limit in most.items():
        if getattr(asked, name) > limit:
            raise InputError(f"{name} must be {limit} or less here, not {getattr(asked, name)}")
