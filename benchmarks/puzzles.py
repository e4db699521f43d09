"""Which puzzles are measured: lines of 81 characters, the same bytes for every contestant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from lowbit.formats import read

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

N_CELLS = 81
LINE = N_CELLS + 1
"""Bytes: a puzzle and its newline."""

SEED = 81


def read_lines(path: Path) -> NDArray[np.uint8]:
    """Return the puzzles of a file, uint8[n, 82], each with its newline; ``.`` is blank.

    Lines that do not begin with a puzzle are left out, and so is what follows one.
    """
    lines = [line[:N_CELLS] for line in path.read_bytes().replace(b"0", b".").splitlines()]
    kept = [line + b"\n" for line in lines if len(line) == N_CELLS and not set(line) - DIGITS]
    return np.frombuffer(b"".join(kept), np.uint8).reshape(-1, LINE)


DIGITS = frozenset(b".123456789")


def puzzles_of(file: str) -> list[str]:
    """Return the puzzles of a file of any format, a line each."""
    return [record.grid.to_line() for record in read(file) if record.grid is not None]


def write_lines(lines: NDArray[np.uint8], path: Path) -> Path:
    """Write what `read_lines` returns."""
    path.write_bytes(lines.tobytes())
    return path


def shuffled(lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the puzzles in another order, always the same.

    Neighbours in a file are often much alike, which flatters what learns branches.
    """
    return np.random.default_rng(SEED).permutation(lines, axis=0)


def repeated(lines: NDArray[np.uint8], n: int) -> NDArray[np.uint8]:
    """Return `n` puzzles: the given ones over and over."""
    return np.resize(lines, (n, LINE))


def sample(lines: NDArray[np.uint8], n: int) -> NDArray[np.uint8]:
    """Return at most `n` of the puzzles, evenly spread."""
    chosen = np.linspace(0, len(lines) - 1, min(n, len(lines))).astype(np.int64)
    return lines[chosen]


def wrong_solutions(lines: NDArray[np.uint8], solutions: NDArray[np.uint8]) -> int:
    """Count the solutions, uint8[n, 81] of digits, that break a rule or a given."""
    givens = lines[:, :N_CELLS]
    digits = np.where(givens == ord("."), 0, givens - ord("0"))
    kept = ((digits == 0) | (digits == solutions)).all(axis=1)
    boxes = solutions.reshape(-1, 3, 3, 3, 3)
    houses = np.concatenate(
        [
            solutions.reshape(-1, 9, 9),
            solutions.reshape(-1, 9, 9).transpose(0, 2, 1),
            boxes.transpose(0, 1, 3, 2, 4).reshape(-1, 9, 9),
        ],
        axis=1,
    )
    whole = (np.sort(houses, axis=2) == np.arange(1, 10)).all(axis=(1, 2))
    return int((~(kept & whole)).sum())
