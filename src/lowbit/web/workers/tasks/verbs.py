"""The tasks of a worker: each runs one verb and sends plain data.

A task sends its answer; `maximize` sends one each time it knows more. A search that a limit ends is
not an error but an answer with the status ``limit-reached``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar

import lowbit
from lowbit.constraints import to_json
from lowbit.cosmetics import from_json as cosmetics_of
from lowbit.cosmetics import to_json as cosmetics_to_json
from lowbit.errors import LimitReachedError, MultipleSolutionsError, NoSolutionError
from lowbit.formats.puzzle import puzzle_text
from lowbit.geometry import Geometry
from lowbit.grid import Grid
from lowbit.limits import Limits
from lowbit.pictures import Shown, draw, to_pdf, to_png, to_svg
from lowbit.pictures.pdf import LANGUAGE
from lowbit.status import Status
from lowbit.symmetry import random_symmetry
from lowbit.techniques.wording.reading import step_of
from lowbit.verbs.maximize.weights import values_of
from lowbit.verbs.puzzles import as_puzzle
from lowbit.web.workers.tasks.books import book
from lowbit.web.workers.tasks.files import send_file
from lowbit.web.workers.tasks.generating import chosen_seed, generate, generate_variants
from lowbit.web.workers.tasks.practice import lesson, practise, techniques
from lowbit.web.workers.tasks.steps import all_steps, hint, sheet, steps
from lowbit.web.workers.tasks.texts import answer_lines, answer_text, parse, sniff
from lowbit.web.workers.tasks.variants import (
    Data,
    constraint_kinds,
    draw_constraints,
    grid_of,
    open_puzzle,
    puzzle_of,
    write_puzzle,
)
from lowbit.web.workers.tasks.verdicts import candidates, measure, rate, verdict

if TYPE_CHECKING:
    from lowbit.grid import Clash
    from lowbit.nesting import Json
    from lowbit.symmetry import Transform
    from lowbit.verbs.maximize.one import ScoreResult

Send: TypeAlias = Callable[[Any], object]
"""A function that sends an answer."""

T = TypeVar("T")


def board(send: Send, geometry: str) -> None:
    """Send the board that a name describes."""
    described = Geometry.parse(geometry)
    houses = [
        {"kind": house.kind, "name": str(house), "cells": house.cells} for house in described.houses
    ]
    send(
        {
            "geometry": described.name,
            "size": described.size,
            "symbols": described.symbols,
            "is_square": described.is_one_square,
            "places": described.places,
            "variables": [*described.variable_named],
            "houses": houses,
        }
    )


def check(send: Send, puzzle: str, geometry: str) -> None:
    """Send the errors that are visible without search."""
    grid = _grid(puzzle, geometry)
    send(
        {
            "puzzle": puzzle_text(grid),
            "n_clues": grid.n_clues,
            "is_solved": grid.is_solved,
            "clashes": _clashes(grid),
        }
    )


def solve(send: Send, *, max_nodes: int | None, time_limit: float, **asked: Json) -> None:
    """Solve a puzzle, and send whether its solution is the only one."""
    grid = puzzle_of(**asked)
    found: tuple[Grid, ...] = ()
    reason = ""
    try:
        found = (lowbit.solve(grid, max_nodes=max_nodes, time_limit=time_limit),)
        status = Status.UNIQUE
    except NoSolutionError as error:
        status, reason = Status.NONE, str(error)
    except MultipleSolutionsError as error:
        status, reason, found = Status.SEVERAL, str(error), error.solutions
    except LimitReachedError as error:
        status, reason = Status.LIMIT_REACHED, str(error)
    send(
        {
            "status": status.word,
            "solutions": [solution.to_line() for solution in found],
            "reason": reason,
            "clashes": _clashes(grid) if status is Status.NONE else [],
        }
    )


def count(
    send: Send, *, limit: int, max_nodes: int | None, time_limit: float, **asked: Json
) -> None:
    """Count the solutions of a puzzle."""
    grid = puzzle_of(**asked)
    try:
        number: int | None = lowbit.count_solutions(
            grid, limit=limit, max_nodes=max_nodes, time_limit=time_limit
        )
        is_exact, reason = number != limit, ""
    except LimitReachedError as error:
        number, is_exact, reason = error.n_found or None, False, str(error)
    send({"count": number, "is_exact": is_exact, "reason": reason})


def solutions(
    send: Send,
    *,
    offset: int,
    limit: int,
    max_nodes: int | None,
    time_limit: float,
    **asked: Json,
) -> None:
    """List some solutions of a puzzle, and send whether there are more."""
    grid = puzzle_of(**asked)
    listed: list[str] = []
    has_more, reason = None, ""
    try:
        every = lowbit.solutions(grid, max_nodes=max_nodes, time_limit=time_limit)
        listed.extend(found.to_line() for found in islice(every, offset, offset + limit))
        has_more = next(every, None) is not None
    except LimitReachedError as error:
        reason = str(error)
    send({"offset": offset, "solutions": listed, "has_more": has_more, "reason": reason})


def maximize(  # noqa: PLR0913 - by name
    send: Send,
    *,
    weights: str | list[Any],
    lowest: bool,
    k: int,
    max_nodes: int | None,
    time_limit: float,
    **asked: Json,
) -> None:
    """Search for the best completions, and send the best so far now and then."""
    grid = puzzle_of(**asked)
    send({"values": values_of(weights, grid.geometry)})
    result = lowbit.maximize(
        grid,
        weights,
        lowest=lowest,
        top=k,
        max_nodes=max_nodes,
        time_limit=time_limit,
        progress=lambda known: send(_scored(known, is_done=False)),
    )
    send(_scored(result, is_done=True))


def minimal(send: Send, *, max_nodes: int | None, time_limit: float, **asked: Json) -> None:
    """Send whether a puzzle needs all its givens, and which of these and of constraints can go."""
    grid, limits = puzzle_of(**asked), Limits.of(max_nodes, time_limit)
    status, cells, reason = _if_unique(lambda: lowbit.redundant_givens(grid, **limits.of_search))
    places: tuple[int, ...] | None = None if cells is None else ()
    if cells is not None and isinstance(grid, lowbit.Puzzle):
        _, places, reason = _if_unique(
            lambda: lowbit.redundant_constraints(grid, **limits.of_search)
        )
    send(
        {
            "status": status.word,
            "is_minimal": None if cells is None else not cells,
            "redundant": cells or (),
            "redundant_constraints": places,
            "reason": reason,
        }
    )


def minimize(
    send: Send,
    *,
    seed: int | None,
    max_nodes: int | None,
    time_limit: float,
    **asked: Json,
) -> None:
    """Remove givens until each that is left is needed."""
    grid = puzzle_of(**asked)
    status, found, reason = _if_unique(
        lambda: lowbit.minimize(grid, seed=seed, max_nodes=max_nodes, time_limit=time_limit)
    )
    left = found and grid_of(found)
    givens = enumerate(grid_of(grid).givens)
    removed = [cell for cell, digit in givens if left and digit and not left.givens[cell]]
    send(
        {
            "status": status.word,
            "puzzle": left and puzzle_text(left),
            "removed": removed,
            "reason": reason,
        }
    )


def canonical(send: Send, **asked: Json) -> None:
    """Send the smallest isomorphic puzzle."""
    puzzle = puzzle_of(**asked)
    send(_moved(lowbit.canonical(puzzle), lowbit.canonical_transform(puzzle)))


def shuffle(send: Send, *, seed: int | None, **asked: Json) -> None:
    """Send a random isomorphic puzzle."""
    puzzle, seed = puzzle_of(**asked), chosen_seed(seed)
    transform = random_symmetry(puzzle, seed, 0)
    send(_moved(transform(puzzle), transform) | {"seed": seed})


def render(  # noqa: PLR0913 - by name
    send: Send,
    puzzle: str,
    geometry: str,
    *,
    format: Literal["svg", "png", "pdf"],  # noqa: A002 - as requests have it
    theme: str,
    width: int | None,
    constraints: Data,
    cosmetics: Data,
    step: dict[str, Any] | None,
    **shown: Any,  # noqa: ANN401 - the fields of Shown
) -> None:
    """Draw a grid; `shown` are the fields of `lowbit.pictures.Shown`."""
    found = puzzle_of(puzzle, geometry, constraints)
    rules = found.constraints if isinstance(found, lowbit.Puzzle) else ()
    grid, own = grid_of(found), cosmetics_of(cosmetics)
    drawn = Shown(**shown, constraints=rules, cosmetics=own)
    if format != "svg":
        drawn = replace(drawn, language=LANGUAGE)
    if step is not None:
        drawn = replace(drawn, step=step_of(step, grid.geometry))
    picture = draw(grid, drawn)
    if format == "svg":
        send(to_svg(picture, theme, width).encode())
    elif format == "png":
        send(to_png(picture, theme, width))
    else:
        send(to_pdf(picture, theme))


TASKS: Final[dict[str, Callable[..., None]]] = {
    task.__name__: task
    for task in (
        board, check, solve, count, solutions, maximize, minimal, minimize, canonical, shuffle,
        generate, generate_variants, render, steps, sheet, all_steps, hint, parse, answer_lines,
        answer_text, rate, measure, verdict, candidates,
        techniques, lesson, practise, open_puzzle, write_puzzle, draw_constraints, constraint_kinds,
        book, send_file, sniff,
    )
}  # fmt: skip
"""The tasks of a worker, by name."""


def _grid(puzzle: str, geometry: str) -> Grid:
    return Grid(puzzle, Geometry.parse(geometry))


def _if_unique(work: Callable[[], T]) -> tuple[Status, T | None, str]:
    """Return the answer of a verb that needs a unique solution, or why there is none."""
    try:
        return Status.UNIQUE, work(), ""
    except NoSolutionError as error:
        return Status.NONE, None, str(error)
    except MultipleSolutionsError as error:
        return Status.SEVERAL, None, str(error)
    except LimitReachedError as error:
        return Status.LIMIT_REACHED, None, str(error)


def _moved(puzzle: Grid | lowbit.Puzzle, transform: Transform) -> dict[str, Any]:
    """Return the puzzle that a symmetry makes of another."""
    whole = as_puzzle(puzzle)
    return {
        "puzzle": puzzle_text(whole.grid),
        "constraints": to_json(whole.constraints),
        "cosmetics": cosmetics_to_json(whole.cosmetics),
        "transform": str(transform),
        "cells": transform.cells,
        "digits": transform.digits,
    }


def _scored(result: ScoreResult, *, is_done: bool) -> dict[str, Any]:
    return {
        "is_done": is_done,
        "score": result.score,
        "bound": result.bound,
        "is_proven": result.proven,
        "is_settled": result.settled,
        "nodes": result.nodes,
        "scores": result.scores,
        "solutions": [solution.to_line() for solution in result.solutions],
    }


def _clashes(grid: Grid | lowbit.Puzzle) -> list[dict[str, Any]]:
    return list(map(_clash, grid.clashes))


def _clash(clash: Clash) -> dict[str, Any]:
    return {
        "kind": clash.kind,
        "message": clash.message,
        "cells": clash.cells,
        "digit": clash.digit,
        "house": None if clash.house is None else str(clash.house),
    }
