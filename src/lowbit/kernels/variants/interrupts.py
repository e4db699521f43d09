"""Interrupts: functions called between Python and kernels, to end a search or the laying out."""

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from lowbit.errors import LimitReachedError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LOOK_UP: ContextVar[Callable[[], object]] = ContextVar("LOOK_UP", default=lambda: None)
"""Called between constraints that are laid out, and at each return of a search to Python; an
exception that it raises ends both."""


@contextmanager
def until(deadline: float) -> Iterator[None]:
    """Let whatever looks up in here end with LimitReachedError once time is over."""
    outer = LOOK_UP.get()

    def look_up() -> object:
        if time.monotonic() >= deadline:
            raise LimitReachedError("the time limit ended the search", 0)
        return outer()

    token = LOOK_UP.set(outer if deadline == math.inf else look_up)
    try:
        yield
    finally:
        LOOK_UP.reset(token)
