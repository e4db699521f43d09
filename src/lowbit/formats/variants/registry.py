"""The registry of formats of puzzles with constraints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.formats.variants import (
    fpuzzles,
    iss,
    jigsaw,
    killer,
    own_json,
    pencilmark,
    penpa,
    perfect_sudoku,
    sgt_solo,
    sudokupad,
    sumocue,
)

if TYPE_CHECKING:
    from lowbit.formats.variants.puzzle_format import PuzzleFormat

PUZZLE_FORMATS: dict[str, PuzzleFormat] = {
    module.FORMAT.name: module.FORMAT
    for module in (
        iss,
        fpuzzles,
        sudokupad,
        pencilmark,
        penpa,
        sumocue,
        perfect_sudoku,
        sgt_solo,
        killer,
        jigsaw,
        own_json,
    )
}
"""Every format by its name, in the order in which a text is tried."""
