"""Names of the types that Numba and llvmlite hand to an intrinsic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numba.core.base
    import numba.core.types
    import numba.core.typing.context
    import numba.core.typing.templates
    from llvmlite import ir

Typing: TypeAlias = "numba.core.typing.context.Context"
"""The types known while a call is given its own."""

Kind: TypeAlias = "numba.core.types.Type"
"""The type of an argument, as Numba has it."""

ArrayKind: TypeAlias = Any
"""That of a register file: `numba.core.types.Array`, whose annotations know of no records."""

Signature: TypeAlias = "numba.core.typing.templates.Signature"

Target: TypeAlias = "numba.core.base.BaseContext"
"""The machine that code is made for."""

Builder: TypeAlias = "ir.IRBuilder"
"""Leaves one LLVM instruction behind with each of its methods."""

Value: TypeAlias = "ir.Value"
"""The result of an LLVM instruction, at run time."""

Values: TypeAlias = "Sequence[ir.Value]"
