"""The operators of Python, for arrays and scalars."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from lowbit.tab.numpy.array import ndarray
from lowbit.tab.numpy.dtypes import KNOWN, generic
from lowbit.tab.numpy.ufuncs import (
    absolute,
    add,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    equal,
    floor_divide,
    greater,
    greater_equal,
    invert,
    left_shift,
    less,
    less_equal,
    multiply,
    negative,
    not_equal,
    remainder,
    right_shift,
    subtract,
    true_divide,
)

Of: TypeAlias = Callable[..., Any]


def divmod_(one: Any, other: Any) -> tuple[Any, Any]:
    return floor_divide(one, other), remainder(one, other)


def _forward(of: Of) -> Of:
    return lambda one, other: of(one, other) if _is_known(other) else NotImplemented


def _backward(of: Of) -> Of:
    return lambda one, other: of(other, one) if _is_known(other) else NotImplemented


def _in_place(of: Of) -> Of:
    return lambda one, other: of(one, other, one)


def _is_known(other: Any) -> bool:
    """Whether something may be an operand."""
    return (
        type(other) is ndarray
        or isinstance(other, (int, float, generic, list, tuple, range, str))
        or other is None
    )


OPERATORS: Final[dict[str, Of]] = {
    "add": add, "sub": subtract, "mul": multiply, "floordiv": floor_divide, "mod": remainder,
    "lshift": left_shift, "rshift": right_shift, "truediv": true_divide,
    "and": bitwise_and, "or": bitwise_or, "xor": bitwise_xor, "divmod": divmod_,
}  # fmt: skip
RELATIONS: Final = {
    "eq": equal, "ne": not_equal, "lt": less, "le": less_equal, "gt": greater, "ge": greater_equal,
}  # fmt: skip
SIGNS: Final = {"invert": invert, "neg": negative, "abs": absolute}


def _give_operators(to: Any) -> None:
    """Give a class of arrays or scalars the operators of Python."""
    for name, of in OPERATORS.items():
        setattr(to, f"__{name}__", _forward(of))
        setattr(to, f"__r{name}__", _backward(of))
        if to is ndarray:
            setattr(to, f"__i{name}__", _in_place(of))
    for name, of in RELATIONS.items():
        setattr(to, f"__{name}__", _forward(of))
    for name, sign in SIGNS.items():
        setattr(to, f"__{name}__", lambda of, sign=sign: sign(of))


_give_operators(ndarray)
for _scalar in {kind.type for kind in KNOWN.values() if kind.kind in "biuf"}:
    _give_operators(_scalar)
