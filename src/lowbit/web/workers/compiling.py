"""Workers that compile nothing, as long as another process compiles everything."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Final

from lowbit.kernels.at_hand import left_to_others
from lowbit.kernels.calls import calls
from lowbit.web.errors import NotReadyError

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPILER: Final = "lowbit.kernels.compiling"
"""The module that a kernel imports when it has to be compiled, and no sooner."""


@contextmanager
def compiling_nothing() -> Iterator[None]:
    """Raise `NotReadyError` where a kernel would have to be compiled meanwhile.

    That takes longer than any request may, and the worker would be ended before it has kept any of
    it. Kernels that are kept already are loaded as ever; plain Python goes on as long as it may
    where it does without the others.
    """
    compiler = sys.modules.get(COMPILER)
    sys.modules[COMPILER] = _Refusal(COMPILER)
    try:
        with left_to_others(awaits=True):
            yield
    finally:
        del sys.modules[COMPILER]
        if compiler:
            sys.modules[COMPILER] = compiler


class _Refusal(ModuleType):
    """A module in the compiler's place, whose every function is refused."""

    def __getattr__(self, name: str) -> object:
        are_kept = [call.is_at_hand for call in calls()]
        raise NotReadyError(sum(are_kept), len(are_kept))
