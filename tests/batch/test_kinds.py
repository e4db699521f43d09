"""The kinds of batches, and the engines that capabilities name for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from lowbit import Grid, Puzzle
from lowbit.batch.kinds import answered, batch_of
from lowbit.constraints import Diagonal
from lowbit.errors import InputError

if TYPE_CHECKING:
    from lowbit.batch.puzzles import PuzzlesLike

EMPTY = "." * 81
KILLER = ".Cage~10~R1C1~R1C2"
CAGES = "<" * 80 + "."
"""A killer, a character a cell: as long as a line of digits."""

KINDS: dict[str, tuple[PuzzlesLike, str | None, str]] = {
    "lines": (f"{EMPTY}\n{EMPTY}", None, "classic"),
    "digits": (np.zeros((2, 81), np.uint8), None, "classic"),
    "grids": ([EMPTY, Grid(EMPTY)], None, "classic"),
    "nothing": ([], None, "classic"),
    "no puzzles": (["?", None], None, "classic"),
    "a board": (["." * 16], "4x4", "boards"),
    "a board, no puzzles": (["?", None], "4x4", "boards"),
    "constraints": ([EMPTY, KILLER], None, "variants"),
    "constraints on a line": (f"{EMPTY}\n{KILLER}", None, "variants"),
    "constraints, a character a cell": ([EMPTY, CAGES], None, "variants"),
    "a Puzzle": ([EMPTY, Puzzle(EMPTY, [Diagonal()])], None, "variants"),
    "a grid of another board": ([EMPTY, Grid("." * 16, "4x4")], None, "variants"),
    "a Puzzle on a board": ([Puzzle("." * 16, geometry="4x4")], "4x4", "variants"),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_batch_knows_its_kind_and_its_engine_answers(name: str) -> None:
    puzzles, board, kind = KINDS[name]
    batch = batch_of(puzzles, board)
    assert batch.kind == kind
    assert batch_of(batch) is batch
    engines = {each: (lambda got, n, each=each: (got, n, each)) for each in KIND_NAMES}
    assert answered(batch, 3, **engines) == (batch, 3, kind)


KIND_NAMES = "classic", "boards", "variants"


def test_a_table_with_a_column_called_kind_is_no_batch_that_was_read() -> None:
    with pytest.raises(InputError, match="a batch is no table"):
        batch_of(pd.DataFrame({"kind": [EMPTY]}))


def test_grids_in_other_symbols_are_classic_where_these_do_not_matter() -> None:
    grids = [Grid(EMPTY, "9x9~0-8")]
    assert batch_of(grids).kind == "variants"
    assert batch_of(grids, ignores_symbols=True).kind == "classic"


def test_an_engine_is_imported_where_it_is_named() -> None:
    batch = batch_of([EMPTY])
    assert answered(batch, classic=lambda own: own, boards="no:such", variants="no:such") is batch
    with pytest.raises(ModuleNotFoundError):
        answered(batch_of(["."], "4x4"), classic=repr, boards="no:such", variants="no:such")
