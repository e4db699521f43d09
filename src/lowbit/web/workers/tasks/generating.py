"""Tasks that make new puzzles: on any board, and with constraints from a skeleton."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeAlias

import lowbit
from lowbit.constraints import to_json
from lowbit.errors import EffortSpentError, InputError, LimitReachedError
from lowbit.formats.puzzle import puzzle_text
from lowbit.geometry import CLASSIC, Geometry
from lowbit.limits import Limits
from lowbit.rng import seed_or_any
from lowbit.web.workers.tasks.variants import Data, puzzle_of

Send: TypeAlias = Callable[[Any], object]


def generate(
    send: Send,
    *,
    n: int,
    geometry: str,
    seed: int | None,
    graded: str | None,
    **criteria: Any,  # noqa: ANN401 - of any type
) -> None:
    """Make puzzles; the criteria are those of `lowbit.generate`, or of `lowbit.generate_graded`."""
    seed, board = chosen_seed(seed), Geometry.parse(geometry)
    if graded is None:
        puzzles = lowbit.generate(n, geometry=board, seed=seed, threads=1, **criteria)
    else:
        criteria = _graded_criteria(board, **criteria)
        puzzles = lowbit.generate_graded(n, by=graded, seed=seed, threads=1, **criteria)
    send({"puzzles": puzzles.to_strings(), "seed": seed})


def _graded_criteria(
    board: Geometry,
    *,
    level: str | None,
    needs: str | None,
    pattern: str | None,
    unique: bool,
    **criteria: Any,  # noqa: ANN401 - as above
) -> dict[str, Any]:
    """Return the options of a graded set."""
    if board != CLASSIC:
        raise InputError("a graded set is of puzzles on the classic board")
    if level or needs or pattern or not unique:
        raise InputError("a graded set takes no level, no technique, no pattern, and is unique")
    return criteria


def generate_variants(  # noqa: PLR0913 - by name
    send: Send,
    *,
    n: int,
    puzzle: str,
    geometry: str,
    constraints: Data,
    seed: int | None,
    time_limit: float,
    **wishes: Any,  # noqa: ANN401 - what `recipe_of` takes
) -> None:
    """Make puzzles with constraints from a skeleton, as many as the time allows."""
    from lowbit.verbs.generate.variants import (  # loads kernels
        NODES_OF_A_SEARCH,
        recipe_of,
        variants_made,
    )

    seed, skeleton = chosen_seed(seed), puzzle_of(puzzle, geometry, constraints)
    if not isinstance(skeleton, lowbit.Puzzle):
        skeleton = lowbit.Puzzle(skeleton)
    recipe, made, reason = recipe_of(skeleton, **wishes), list[dict[str, Any]](), ""
    limits = Limits.of(NODES_OF_A_SEARCH, time_limit, threads=1)
    try:
        made.extend(map(_told, variants_made(recipe, range(n), seed, limits)))
    except (EffortSpentError, LimitReachedError) as error:
        reason = str(error)
    send({"puzzles": made, "seed": seed, "reason": reason})


def _told(puzzle: lowbit.Puzzle) -> dict[str, Any]:
    return {
        "puzzle": puzzle_text(puzzle.grid),
        "constraints": to_json(puzzle.constraints),
        "text": puzzle.to_json(),
    }


def chosen_seed(seed: int | None) -> int:
    """Return a seed: the requested one, or a random one that JavaScript can represent exactly."""
    return seed_or_any(secrets.randbits(53) if seed is None else seed)
