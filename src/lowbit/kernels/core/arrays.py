"""Names of the arrays that kernels hand on, by the type of their elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

Words: TypeAlias = "NDArray[np.int64]"
"""States, steps, sets as bits, scratch: most arrays, for Numba computes with 64 signed bits."""

UnsignedWords: TypeAlias = "NDArray[np.uint64]"
"""Random streams, hashes and sets of lanes, which need all 64 bits."""

Numbers: TypeAlias = "NDArray[np.int32]"
"""Programs of boards, and steps that are written down."""

Shorts: TypeAlias = "NDArray[np.int16]"
"""Large tables of small numbers."""

Masks: TypeAlias = "NDArray[np.uint16]"
"""The candidates of cells of the classic board, and lanes of them."""

BoardMasks: TypeAlias = "NDArray[np.uint16] | NDArray[np.uint32]"
"""The candidates of cells of any board: 16 bits where they suffice for its digits, else 32."""

RegisterFile: TypeAlias = "NDArray[Any]"
"""Rows of lanes, see `lowbit.kernels.core.simd.register_file`."""

Bytes: TypeAlias = "NDArray[np.uint8]"
"""Text, digits and outcomes."""

SignedBytes: TypeAlias = "NDArray[np.int8]"
"""Large tables of flags and causes."""

Flags: TypeAlias = "NDArray[np.bool_]"

Floats: TypeAlias = "NDArray[np.float64]"
"""Ratings in double precision, as Sudoku Explainer adds them up."""

Pointer: TypeAlias = "NDArray[np.int64]"
"""The address of the first of some words, see `lowbit.kernels.variants.layout.words_of`."""

Number: TypeAlias = "int | np.int64"
"""A whole number that may come out of an array of narrower ones, widened by ``np.int64``."""
