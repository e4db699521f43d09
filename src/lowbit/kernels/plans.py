"""Plans of kernels' calls, by which JavaScript calls a kernel without Python.

A plan lists the fields of a call's arguments in order: the value of a number; of an array its type,
length and, where it is not zero, its content. ``web/static/quick/kernel.js`` lays out the memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from lowbit.kernels.classic import loop
from lowbit.kernels.classic.loop import new_lanes
from lowbit.kernels.classic.search import LaneLimits, Puzzles, advance, new_answers
from lowbit.kernels.classic.texts.characters import MASK_OF
from lowbit.kernels.core.compile import Call
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = ("ACTIVE", "RESET", "NEXT", "END", "LAST", "FOUND", "SWEEPS")
STATES = ("DONE", "STARVED", "BUSY")


def search_plan(lanes: int) -> tuple[Call, dict[str, Any]]:
    """Return the call of the kernel that searches the classic board, and its plan.

    Parameters
    ----------
    lanes : int
        How many puzzles are searched side by side.
    """
    words = np.zeros(0, np.int64)
    arguments: dict[str, object] = {
        "lanes": new_lanes(lanes),
        "puzzles": Puzzles(np.zeros(0, np.uint8), words, MASK_OF, np.zeros(0, np.uint16)),
        "answers": new_answers(0),
        "limits": LaneLimits(1, 0),
        "listed": np.zeros((0, 81), np.uint8),
        "sweeps": 0,
    }
    plan = {
        "room": 1,
        "fields": [field for name, value in arguments.items() for field in _fields(name, value)],
        "words": {name: getattr(loop, name) for name in WORDS},
        "states": {name: getattr(loop, name) for name in STATES},
        "statuses": [status.word for status in Status],
    }
    return Call(advance, *arguments.values()), plan


def _fields(name: str, value: object) -> Iterator[dict[str, Any]]:
    """Yield the fields of an argument."""
    if isinstance(value, tuple):
        for part in cast("Any", value)._fields:
            yield from _fields(f"{name}.{part}", getattr(value, part))
    elif isinstance(value, np.ndarray):
        is_zero = not value.view(np.uint8).any()
        yield {
            "name": name,
            "dtype": str(value.dtype) if value.dtype.names is None else "rows",
            "shape": value.shape,
            "itemSize": value.itemsize,
            "content": None if is_zero else value.tolist(),
        }
    else:
        yield {"name": name, "value": int(cast("int", value))}
