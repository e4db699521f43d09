"""Checks of arguments: whole numbers of any integer type, memory, names."""

from __future__ import annotations

from contextlib import suppress
from operator import index
from typing import TYPE_CHECKING, Final, SupportsIndex

from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable


MOST_BITS: Final = 128
"""The longest numbers that messages write out."""

MOST: Final = 1 << 62
"""The number that stands for all larger ones: no count reaches it, and kernels can hold it."""


def shown(number: object) -> str:
    """Return a number as text, even one that Python refuses to write out.

    Examples
    --------
    >>> shown(7), shown(10**5000)
    ('7', 'a number of 16610 bits')
    """
    is_long = isinstance(number, int) and number.bit_length() > MOST_BITS
    return f"a number of {number.bit_length()} bits" if is_long else str(number)  # type: ignore[attr-defined]


def unknown(kind: str, name: object, known: Iterable[str]) -> str:
    """Return the message for an unknown name.

    Examples
    --------
    >>> unknown("theme", "pink", ["light", "dark"])
    "unknown theme 'pink'; choose from light, dark"
    """
    return f"unknown {kind} {name!r}; choose from {', '.join(known)}"


def integer(name: str, value: SupportsIndex, least: int) -> int:
    """Return a whole number, of Python or NumPy, as an int.

    Raises
    ------
    InputError
        If it is not a whole number, or less than `least`.

    Examples
    --------
    >>> integer("n", 3, 0)
    3
    """
    number = _index(name, value)
    if number < least:
        raise InputError(f"{name} must be {least} or more, not {shown(number)}")
    return number


def place(kind: str, number: SupportsIndex, n: int) -> int:
    """Return a place among `n`, counted from 0; a negative one is counted from the end.

    Raises
    ------
    IndexError
        If there is no such place.
    TypeError
        If it is not a whole number.

    Examples
    --------
    >>> place("row", -1, 9)
    8
    """
    try:
        at = index(number)
    except TypeError:
        raise TypeError(f"a {kind} is a whole number, not {number!r}") from None
    if not -n <= at < n:
        raise IndexError(f"no {kind} {at}: there are {n}, counted from 0")
    return at % n


def integer_or_none(name: str, value: SupportsIndex | None, least: int) -> int | None:
    """Return a limit, of Python or NumPy, as an int: `MOST` for a larger one; None as it is.

    Raises
    ------
    InputError
        If it is not a whole number, or less than `least`.
    """
    if value is None:
        return None
    number = _index(name, value)
    if number < least:
        raise InputError(f"{name} must be {least} or more, or None, not {shown(number)}")
    return min(number, MOST)


def require_room(name: str, number: int, width: int) -> None:
    """Raise if memory cannot hold as many items as were asked for.

    Parameters
    ----------
    name : str
        The name of the argument with the number of items.
    number : int
        The number of items.
    width : int
        Bytes per item.

    Raises
    ------
    InputError
        If this machine has less memory.

    Examples
    --------
    >>> require_room("n", 2**62, 81)
    Traceback (most recent call last):
    ...
    lowbit.errors.InputError: n is 4611686018427387904, which does not fit into memory
    """
    try:
        bytes(number * width)  # reserves addresses, but no memory: nothing is written to it
    except (MemoryError, OverflowError):
        raise InputError(f"{name} is {shown(number)}, which does not fit into memory") from None


def _index(name: str, value: SupportsIndex) -> int:
    with suppress(TypeError):
        if not isinstance(value, bool):  # an int to Python, and a slip in any call
            return index(value)
    raise InputError(f"{name} must be a whole number, not {value!r}")
