"""The reasons why requests are not answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Self

from lowbit.errors import InputError, LowbitError

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_NAMED: Final = 10
"""The most faults of a request that its problem names."""

MOST_SHOWN: Final = 100
"""The most characters to show of a name that a request makes up."""


class RequestError(LowbitError):
    """A request is not of its type."""

    @classmethod
    def of(cls, faults: Sequence[Any]) -> Self:
        """Return the error that names some faults, as pydantic finds them."""
        named = []
        for fault in faults[:MOST_NAMED]:
            place = ".".join(str(part) for part in fault["loc"] if part not in {"body", "query"})
            message = str(fault["msg"]).replace("recursion limit exceeded", "nested too deep")
            named.append(f"{place[:MOST_SHOWN]}: {message}" if place else message)
        more = f"; and {len(faults) - MOST_NAMED} more" if len(faults) > MOST_NAMED else ""
        return cls("; ".join(named) + more)


class BusyError(Exception):
    """Too many requests are waiting, or one has waited for too long."""


class FullError(Exception):
    """All requests together hold as much as they may."""


class ClosedError(Exception):
    """The server shuts down."""


class TimedOutError(Exception):
    """A worker exceeded its limit and was ended."""


class CrashError(Exception):
    """A worker raised an error that is not lowbit's."""


class LostError(Exception):
    """A worker ended in the middle of its work."""


class NotReadyError(Exception):
    """The kernels that a task needs are still being compiled, on a machine's first start.

    Parameters
    ----------
    n_kept : int
        The number of kernels that are compiled.
    n : int
        The number of all kernels.
    """

    def __init__(self, n_kept: int, n: int) -> None:
        super().__init__(n_kept, n)
        self.n_kept, self.n = n_kept, n

    def __str__(self) -> str:
        kernel = min(self.n_kept + 1, self.n)
        return (
            f"the server prepares this for its machine, once: kernel {kernel} of {self.n} is being "
            "compiled; try again soon"
        )


def beyond_bounds(error: RecursionError | MemoryError) -> InputError:
    """Return the error to report where a request was too deep or too large to be worked on."""
    if isinstance(error, RecursionError):
        return InputError("the request is nested too deep")
    return InputError("the request takes more memory than there is for it")
