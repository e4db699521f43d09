"""Names of earlier versions, which still work for one release, with a warning."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar
from warnings import warn

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")

OPERATIONS_BEFORE: Final = {"canon": "canonical"}
"""The present name of each renamed operation, by its earlier name."""


def operation_of_now(name: str) -> str:
    """Return what an operation is called now; warn where it had another name before.

    Examples
    --------
    >>> operation_of_now("solve")
    'solve'
    """
    if name not in OPERATIONS_BEFORE:
        return name
    warn(f"{name!r} is now {OPERATIONS_BEFORE[name]!r}", DeprecationWarning, stacklevel=3)
    return OPERATIONS_BEFORE[name]


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let a function take arguments by their names of earlier versions.

    Parameters
    ----------
    **names : str
        What each was called, and what it is called now.

    Examples
    --------
    >>> @renamed(k="top")
    ... def best(*, top: int = 1) -> int:
    ...     return top
    >>> best(top=3)
    3
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            for before, now in names.items():
                if before in kwargs:
                    if now in kwargs:
                        raise TypeError(f"{function.__name__}: {before} is {now}; give one")
                    warn(f"{before}= is now {now}=", DeprecationWarning, stacklevel=2)
                    kwargs[now] = kwargs.pop(before)
            return function(*args, **kwargs)

        return call

    return decorate
