"""Blocks of what `lowbit generate` makes: full grids, puzzles, sets from easy to hard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lowbit import formats
from lowbit.errors import InputError
from lowbit.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from lowbit.geometry import Geometry
    from lowbit.grid import Grid
    from lowbit.verbs.generate.graded import RatedPuzzles

    Blocks = Iterator[NDArray[np.uint8]] | Iterator[RatedPuzzles]
    """Blocks of puzzles, uint8[k, 81]; those of a graded set with their ratings."""

BLOCK = 1 << 16
"""Full grids that are drawn at a time."""


def blocks_made(  # noqa: PLR0913 - the criteria, and the number
    board: Geometry,
    number: int | None,
    seed: int,
    threads: int | None,
    criteria: dict[str, Any],
    *,
    is_full: bool,
    graded: str | None,
) -> tuple[int, Blocks]:
    """Return the number of grids or puzzles, and these, block by block."""
    n = 1 if number is None else number
    if is_full:
        _require_no_criteria({**criteria, "graded": graded})
        return n, _grids(board, n, seed, threads)
    if graded:
        return n, _graded(board, n, graded, seed, threads, **criteria)
    return _puzzles(board, number, seed, threads, **criteria)


def is_given(value: object) -> bool:
    """Return whether an option was given, from its value: 0 is one, though it equals False."""
    return value is not None and value is not False and value != ()


def any_asked(criteria: dict[str, Any]) -> bool:
    """Return whether some criteria are not as they are by default."""
    return any(is_given(value) and value != "none" for value in criteria.values())


def _require_no_criteria(criteria: dict[str, Any]) -> None:
    if any_asked(criteria):
        raise click.UsageError(
            "--grids can only be combined with --geometry, --seed, --threads, --to, -o and -q"
        )


def _grids(board: Geometry, n: int, seed: int, threads: int | None) -> Blocks:
    """Draw full grids, block by block."""
    import numpy as np  # loaded when there is something to draw

    for first in range(0, n, BLOCK):
        numbers = np.arange(first, min(first + BLOCK, n))
        if board.is_classic:
            from lowbit.verbs.generate.supply import grids_numbered  # loads Numba

            yield grids_numbered(seed, numbers, threads=threads)
        else:
            from lowbit.verbs.generate.boards import grids_on  # loads Numba

            yield grids_on(board, seed, numbers, Limits(threads=threads))


def _puzzles(  # noqa: PLR0913 - one for each option
    board: Geometry,
    number: int | None,
    seed: int,
    threads: int | None,
    *,
    clues: tuple[int, int] | None,
    symmetry: str,
    pattern: str | None,
    no_minimal: bool,
    independent: bool,
    not_unique: bool,
    grids_name: str | None,
    max_tries: int | None,
    time_limit: float | None,
    rules: str | None,
    **target: Any,  # noqa: ANN401 - how hard they are to be
) -> tuple[int, Blocks]:
    """Return the number of puzzles, and the puzzles, block by block."""
    from lowbit.verbs.generate.effort import effort_for
    from lowbit.verbs.generate.engine import blocks
    from lowbit.verbs.generate.many import read_request  # loads Numba
    from lowbit.verbs.generate.request import target_asked_for

    grids = None if grids_name is None else _read_grids(grids_name, board)
    try:
        request = read_request(
            clues,
            symmetry,
            pattern,
            grids,
            target_asked_for(rules=rules or "human", **target),
            minimal=not no_minimal,
            unique=not not_unique,
            board=board,
            independent=independent,
        )
    except InputError as error:
        raise click.UsageError(str(error)) from None
    n = number if number is not None else 1 if grids is None else len(grids)
    effort = effort_for(request, max_tries, time_limit)
    return n, blocks(request, n, seed, effort, threads)


def _graded(  # noqa: PLR0913 - one for each option
    board: Geometry,
    n: int,
    by: str,
    seed: int,
    threads: int | None,
    *,
    rating: tuple[float, float] | None,
    clues: tuple[int, int] | None,
    symmetry: str,
    no_minimal: bool,
    independent: bool,
    max_tries: int | None,
    time_limit: float | None,
    **others: Any,  # noqa: ANN401 - criteria that a set does not have
) -> Blocks:
    """Return the puzzles of a set that rises from easy to hard, part by part."""
    from lowbit.verbs.generate.graded import parts_of, rated_blocks  # loads Numba

    if any_asked(others) or not board.is_classic or (by == "level" and rating):
        raise click.UsageError(
            "--graded can only be combined with --clues, --symmetry, --no-minimal, --independent, "
            "--seed, --threads, --max-tries, --time-limit, --solutions, --to, -o and -q; --graded "
            "rating with --rating, too"
        )
    try:
        parts = parts_of(
            n,
            by,
            rating,
            clues=clues,
            symmetry=symmetry,
            minimal=not no_minimal,
            independent=independent,
        )
    except InputError as error:
        raise click.UsageError(str(error)) from None
    return rated_blocks(parts, seed, max_tries, time_limit, threads)


def _read_grids(name: str, board: Geometry) -> list[Grid]:
    grids = []
    for record in formats.read(name, geometry=board):
        if record.error:
            raise record.error
        if record.grid:
            grids.append(record.grid)
    return grids
