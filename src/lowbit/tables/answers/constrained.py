"""Rows of a table that are texts of puzzles with constraints.

The kernels of the classic board read none of these; of the rows that they leave as invalid, those
that are in a form of `lowbit.read_puzzle` are answered here, each on its own board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from lowbit.batch.variants import read_variants
from lowbit.errors import InputError
from lowbit.formats.puzzle import puzzle_text
from lowbit.formats.puzzle_texts import is_text_of_variant
from lowbit.geometry import CLASSIC
from lowbit.grid import Grid
from lowbit.status import Status
from lowbit.symmetry import random_symmetry
from lowbit.tables.answers.arrow import (
    CANONICAL_INVALID,
    OK_CLASH_INVALID,
    SHUFFLED_INVALID,
    WORDS,
    number_column,
    word_column,
)
from lowbit.tables.answers.candidates import candidate_columns
from lowbit.tables.arrow_puzzles import texts_of_rows
from lowbit.verbs.canonical.many import canonical_many
from lowbit.verbs.puzzles import grid_of
from lowbit.verbs.solve.clashes import check_many
from lowbit.verbs.solve.many import solve_many

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Unpack

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.batch.result import BatchResult
    from lowbit.batch.variants import VariantBatch
    from lowbit.geometry import Geometry
    from lowbit.puzzle import Puzzle
    from lowbit.symmetry import Transform
    from lowbit.tables.answers.operation import PuzzleRows, TimedOptions, TimedRows
    from lowbit.verbs.minimize.stripping import MinimalBatch


class AnswerVariants(Protocol):
    """Answers puzzles with constraints with columns; otherwise as `TimedRows`."""

    def __call__(self, batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        """Return the columns, as many rows each."""


class AnswerVariantRows(Protocol):
    """Answers puzzles with constraints with columns, given their rows in a table."""

    def __call__(
        self,
        batch: VariantBatch,
        rows: PuzzleRows,
        places: NDArray[np.int64],
        /,
        **how: Unpack[TimedOptions],
    ) -> list[pa.Array]:
        """Return the columns; `places` has the index of each puzzle among `rows`."""


def with_variants(run: TimedRows, run_variants: AnswerVariants, board: Geometry) -> TimedRows:
    """Return a function that answers rows by `run`, but those with constraints by `run_variants`.

    Constraints may come with any board where that of the table is the classic one, and with none
    but its own otherwise.
    """

    def answer(
        batch: VariantBatch,
        _rows: PuzzleRows,
        _places: NDArray[np.int64],
        **how: Unpack[TimedOptions],
    ) -> list[pa.Array]:
        return run_variants(batch, **how)

    return with_variant_rows(run, answer, board)


def with_variant_rows(
    run: TimedRows, run_variants: AnswerVariantRows, board: Geometry
) -> TimedRows:
    """Return the same, where `run_variants` is given the rows that have constraints."""
    only = None if board == CLASSIC else board

    def run_both(rows: PuzzleRows, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        columns = run(rows, **how)
        texts = _texts_of_variants(rows, columns[-1])
        if not texts:
            return columns
        mask = np.zeros(len(columns[-1]), np.bool_)
        mask[list(texts)] = True
        batch = read_variants(list(texts.values()), only)
        added = run_variants(batch, rows, np.array(list(texts)), **how)
        return [_replaced(*pair, pa.array(mask)) for pair in zip(columns, added, strict=True)]

    return run_both


def solving(**options: Any) -> AnswerVariants:  # noqa: ANN401 - those of `solve_many`
    """Return the function that solves puzzles, as the operation `solve`."""

    def columns_of(result: BatchResult) -> list[pa.Array]:
        unique = [each.solution if each.status == Status.UNIQUE else None for each in result]
        texts = [grid and puzzle_text(grid) for grid in unique]
        return [pa.array(texts, pa.string()), word_column(result.status, WORDS)]

    return _searching(columns_of, options)


def counting(**options: Any) -> AnswerVariants:  # noqa: ANN401 - as above
    """Return the function that counts solutions, as the operation `count`."""

    def columns_of(result: BatchResult) -> list[pa.Array]:
        known = ~np.isin(result.status, (Status.INVALID, Status.LIMIT_REACHED))
        return [number_column(result.n_solutions, known), word_column(result.status, WORDS)]

    return _searching(columns_of, options)


def judging(**options: Any) -> AnswerVariants:  # noqa: ANN401 - as above
    """Return the function that tells unique puzzles, as the operation `check` with `unique`."""
    return _searching(lambda result: [word_column(result.status, WORDS)], options)


def minimizing(ask: Callable[..., MinimalBatch], **options: Any) -> AnswerVariants:  # noqa: ANN401 - those of `ask`
    """Return the function that minimises puzzles, as the operation `minimize`; the result is JSON.

    `ask` is `minimize_many`, or another function that does the same.
    """

    def run(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        result = ask(batch, **options, **how)
        texts = [
            None
            if isinstance(item, InputError) or found.puzzle is None
            else item.with_grid(grid_of(found.puzzle)).to_json()
            for item, found in zip(batch.puzzles, result, strict=True)
        ]
        return [pa.array(texts, pa.string()), word_column(result.status, WORDS)]

    return run


def forming(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
    """Return canonical forms, as the operation `canonical`: JSON."""
    result = canonical_many(batch, progress=how.get("progress"))
    forms = [form or None for form in result.to_strings()]
    codes = np.where(result.is_valid, 0, 1).astype(np.uint8)
    return [pa.array(forms, pa.string()), word_column(codes, CANONICAL_INVALID)]


def shuffling(seed: int) -> AnswerVariantRows:
    """Return the function that shuffles puzzles, as the operation `shuffle`; the result is JSON.

    The seed and the number of a row determine its symmetry. Solutions are grids on the same board.
    """

    def run(
        batch: VariantBatch,
        rows: PuzzleRows,
        places: NDArray[np.int64],
        **_how: Unpack[TimedOptions],
    ) -> list[pa.Array]:
        symmetries = [
            None if isinstance(item, InputError) else random_symmetry(item, seed, number)
            for item, number in zip(batch.puzzles, rows.numbers[places].tolist(), strict=True)
        ]
        pairs = list(zip(batch.puzzles, symmetries, strict=True))
        columns = [[_shuffled(item, symmetry) for item, symmetry in pairs]]
        if rows.companion_column is not None:
            solutions = texts_of_rows(rows.companion_column, places)
            columns.append([_moved(*pair) for pair in zip(solutions, symmetries, strict=True)])
        codes = np.array([symmetry is None for symmetry in symmetries], np.uint8)
        texts = [pa.array(column, pa.string()) for column in columns]
        return [*texts, word_column(codes, SHUFFLED_INVALID)]

    return run


def _shuffled(puzzle: Puzzle | InputError, symmetry: Transform | None) -> str | None:
    """Return a puzzle that a symmetry has moved, as JSON, which tells its board."""
    if symmetry is None or isinstance(puzzle, InputError):
        return None
    if puzzle.constraints or puzzle.cosmetics:
        return symmetry(puzzle).to_json()
    return puzzle.with_grid(symmetry(puzzle.grid)).to_json()


def _moved(solution: str, symmetry: Transform | None) -> str | None:
    """Return a solution that a symmetry has moved; None where it is none of that board."""
    if symmetry is None:
        return None
    try:
        return puzzle_text(symmetry(Grid(solution, symmetry.geometry)))
    except InputError:
        return None


def listing(max_nodes: int | None) -> AnswerVariants:
    """Return the function that lists candidates in some solution, as the operation `candidates`."""

    def run(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return candidate_columns(batch, CLASSIC, max_nodes, **how)

    return run


def clash_columns(
    batch: PuzzlesLike | VariantBatch,
    board: Geometry | None = None,
    **how: Unpack[TimedOptions],
) -> list[pa.Array]:
    """Return the clashes of puzzles, as the operation `check`."""
    options = {"threads": how.get("threads"), "progress": how.get("progress")}
    found = check_many(batch, geometry=board, **options)  # type: ignore[arg-type]
    texts = [None if one is None else "; ".join(map(str, one)) for one in found.array.tolist()]
    codes = np.array([2 if text is None else int(bool(text)) for text in texts], np.uint8)
    clashes = pa.array([text or None for text in texts], pa.string())
    return [clashes, word_column(codes, OK_CLASH_INVALID)]


def _searching(
    columns_of: Callable[[BatchResult], list[pa.Array]], options: dict[str, Any]
) -> AnswerVariants:
    def run(batch: VariantBatch, **how: Unpack[TimedOptions]) -> list[pa.Array]:
        return columns_of(solve_many(batch, **options, **how))

    return run


def _texts_of_variants(rows: PuzzleRows, status: pa.DictionaryArray) -> dict[int, str]:
    """Return the texts of the invalid rows that have constraints."""
    if rows.column is None:
        return {}
    words = status.dictionary.to_pylist()
    invalid = np.flatnonzero(status.indices.to_numpy() == words.index(Status.INVALID.word))
    texts = zip(invalid.tolist(), texts_of_rows(rows.column, invalid), strict=True)
    return {row: text for row, text in texts if text and is_text_of_variant(text)}


def _replaced(column: pa.Array, added: pa.Array, mask: pa.Array) -> pa.Array:
    """Return a column with other rows in the places of a mask."""
    if isinstance(column, pa.DictionaryArray):
        indices = pc.replace_with_mask(column.indices, mask, added.indices)
        return pa.DictionaryArray.from_arrays(indices, column.dictionary)
    places = np.arange(len(column))
    places[mask.to_numpy(zero_copy_only=False)] = len(column) + np.arange(len(added))
    return pa.concat_arrays([column, added]).take(pa.array(places))
