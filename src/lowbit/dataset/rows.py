"""The rows of a data set: each puzzle with its solution, its ratings and its ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from lowbit.batch.ordered import StoppedError
from lowbit.dataset.bands import clues_of
from lowbit.dataset.skeletons import text_of
from lowbit.dataset.wish import COLUMNS_OF_MEASURES
from lowbit.tables.answers.arrow import grid_column, puzzle_column
from lowbit.verbs.canonical.class_ids import class_ids, class_ids_of_variants, id_texts
from lowbit.verbs.rate.many import rate_many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.batch.ordered import IsOver
    from lowbit.dataset.drawing import Taken
    from lowbit.dataset.wish import Wish

AT_ONCE: Final = 1 << 10
"""Rows that are measured before anybody looks up."""

RATED: Final = {
    "er": pa.float64(),
    "ep": pa.float64(),
    "ed": pa.float64(),
    "explainer_hardest": pa.string(),
    "score": pa.int32(),
    "level": pa.string(),
    "hodoku_hardest": pa.string(),
}
"""The columns of ratings: names of `lowbit.RatingBatch`."""

EXPLAINED: Final = {
    "puzzle": "the givens, row by row; `.` is blank",
    "solution": "the only one",
    "givens": "those of the puzzle alone, without its constraints",
    "clues": "how many givens",
    "er": "Sudoku Explainer's rating",
    "ep": "its rating up to the first digit that is placed",
    "ed": "its rating of the first step",
    "explainer_hardest": "the hardest technique of its solution",
    "score": "HoDoKu's score",
    "level": "HoDoKu's level",
    "hodoku_hardest": "the hardest technique of its solution",
    "depth": "how deep trial and error has to go: 0 where singles do",
    "B": "the length of braids that solves the puzzle",
    "guesses": "guesses of a plain search, to the proof that there is one solution",
    "nodes": "nodes of that search",
    "backdoor": "the fewest cells after which singles solve the rest",
    "redundant": "how many givens can go, each alone",
    "band": "the band that the puzzle was taken for",
    "canonical_id": "the same for isomorphic puzzles: BLAKE2b (16 bytes) of the canonical form",
    "grid_id": "the same for the solution: its first digits say which split the puzzle is in",
    "seed": "makes the puzzle, with `number`",
    "number": "the place of the puzzle among those that its seed makes",
    "copy": "0 for the puzzle that was made; its isomorphic copies count from 1",
}
"""The columns in words, for the card."""


def schema_of(wish: Wish) -> pa.Schema:
    """Return the columns of a data set."""
    kinds: dict[str, pa.DataType] = {"puzzle": pa.string(), "solution": pa.string()}
    kinds["clues"] = pa.int16()
    if wish.skeleton is not None:
        kinds["givens"] = pa.string()
    if wish.is_rated:
        kinds |= RATED
    kinds |= {name: pa.int64() for each in wish.measures for name in COLUMNS_OF_MEASURES[each]}
    if wish.by is not None:
        kinds["band"] = pa.string()
    kinds |= {"canonical_id": pa.string(), "grid_id": pa.string()}
    kinds |= {"seed": pa.uint64(), "number": pa.int64()}
    if wish.copies:
        kinds["copy"] = pa.int16()
    return pa.schema(list(kinds.items()))


def batches_of(
    taken: Taken, wish: Wish, copy: int, threads: int, is_over: IsOver
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of puzzles, some at a time; of a random isomorph of each if `copy` is not 0.

    Parameters
    ----------
    taken : Taken
    wish : Wish
    copy : int
        The number of the copy.
    threads : int
    is_over : callable
        Returns whether to stop.

    Raises
    ------
    StoppedError
        If so.
    """
    schema = schema_of(wish)
    for first in range(0, len(taken.puzzles), AT_ONCE):
        if is_over():
            raise StoppedError
        some = taken.some(slice(first, first + AT_ONCE))
        some = some if not copy else _turned(some, wish, copy)
        columns = _columns(some, wish, threads) | {"copy": np.full(len(some.puzzles), copy)}
        arrays = [_array(columns[field.name], field.type) for field in schema]
        yield pa.RecordBatch.from_arrays(arrays, schema=schema)


def _turned(taken: Taken, wish: Wish, copy: int) -> Taken:
    """Return isomorphs of puzzles: a symmetry each, drawn for its number and that of the copy."""
    from lowbit.batch.symmetries import random_symmetries  # where copies are wanted

    items = taken.numbers ^ taken.seeds.astype(np.int64)
    symmetries = random_symmetries(wish.board, wish.seed + copy, items)
    rows = np.arange(len(items))[:, None]
    digits = np.hstack([np.zeros((len(items), 1), np.uint8), symmetries.digits])
    puzzles, solutions = (
        digits[rows, np.take_along_axis(grids, symmetries.cells, axis=1)]
        for grids in (taken.puzzles, taken.solutions)
    )
    return taken._replace(puzzles=puzzles, solutions=solutions)


def _columns(taken: Taken, wish: Wish, threads: int) -> dict[str, Any]:
    board, every = wish.board, np.ones(len(taken.puzzles), np.bool_)
    names = np.array([band.name for band in wish.all_bands])
    return {
        **_givens(taken, wish, threads),
        "clues": clues_of(taken.puzzles),
        "solution": grid_column(taken.solutions.copy(), every, board),
        **_ratings(taken, wish, threads),
        "band": names[taken.bands],
        "grid_id": pa.array(id_texts(taken.ids)),
        "seed": taken.seeds,
        "number": taken.numbers,
    }


def _givens(taken: Taken, wish: Wish, threads: int) -> dict[str, Any]:
    """Return what the puzzles say."""
    if wish.skeleton is not None:
        puzzles = taken.puzzles.tolist()
        return {
            "puzzle": pa.array(map(text_of, puzzles), pa.string()),
            "givens": pa.array([puzzle.grid.to_line() for puzzle in puzzles], pa.string()),
            "canonical_id": pa.array(id_texts(class_ids_of_variants(puzzles))),
        }
    every = np.ones(len(taken.puzzles), np.bool_)
    return {
        "puzzle": puzzle_column(taken.puzzles.copy(), every, wish.board),
        "canonical_id": pa.array(id_texts(class_ids(taken.puzzles, wish.board, threads))),
    }


def _ratings(taken: Taken, wish: Wish, threads: int) -> dict[str, Any]:
    if not wish.is_rated:
        return {}
    rated = rate_many(
        taken.puzzles,
        rules=("explainer", "hodoku"),
        measures=("techniques", *wish.measures),
        threads=threads,
    )
    names = [*RATED, *(name for each in wish.measures for name in COLUMNS_OF_MEASURES[each])]
    return {name: getattr(rated, name) for name in names}


def _array(values: Any, kind: pa.DataType) -> pa.Array:  # noqa: ANN401 - of NumPy, or of Arrow
    """Return a column; null where a number or word is not known."""
    if isinstance(values, pa.Array):
        return values
    if values.dtype.kind == "U":
        return pa.array(values.tolist(), kind, mask=values == "")
    unknown = np.isnan(values) if values.dtype.kind == "f" else values < 0
    return pa.array(values, mask=unknown).cast(kind)
