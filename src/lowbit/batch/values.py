"""The values that functions of one puzzle return, for the puzzles of a batch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeVar

import numpy as np

from lowbit.batch.result import Results
from lowbit.errors import InputError
from lowbit.grid import Grid, Masks
from lowbit.status import Status

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

ValueT = TypeVar("ValueT")

ANSWERED: Final = frozenset(Status) - {Status.INVALID, Status.LIMIT_REACHED}
"""The statuses of puzzles whose value is known, if any number of solutions will do."""


@dataclass(frozen=True, slots=True)
class ValueResult(Generic[ValueT]):
    """The value of one puzzle of a batch.

    Parameters
    ----------
    status : Status
        The outcome of the search; VALID where nothing was searched.
    answer : object
        The value, as the function of one puzzle returns it; None where that would raise.
    reason : str or None
        Why it is INVALID, if the item it was read from is known.

    Examples
    --------
    >>> from lowbit import is_unique_many
    >>> unclear, unreadable = is_unique_many(["." * 81, "?"])
    >>> str(unclear.status), unclear.answer
    ('several', False)
    >>> str(unreadable.status), unreadable.answer, unreadable.reason
    ('invalid', None, "character 1: '?' is not a digit or blank")
    """

    status: Status
    answer: ValueT | None
    reason: str | None = field(default=None, compare=False)

    def __bool__(self) -> NoReturn:
        raise InputError("the truth of a row could mean anything: ask for its .answer or .status")


@dataclass(frozen=True, eq=False, repr=False)
class ValueBatch(Results[ValueResult[ValueT]]):
    """The values of the puzzles of a batch, row for row.

    A sequence of `ValueResult`, with all that `Results` has: the answer of row i is the value that
    the function of one puzzle returns.

    Parameters
    ----------
    status : uint8[n]
        A `Status` each. A limit that ends the search of a puzzle leaves LIMIT_REACHED.
    array : numpy.ndarray
        A row for each puzzle: the values as numbers, or as objects where there are no numbers for
        them. Zeros, or None, where there is no value.
    is_known : bool[n]
        Which rows have a value.
    as_answer : callable
        Makes the answer to a puzzle of its row and its board.
    reasons : mapping of int to str
        Why rows are INVALID, by row.

    Examples
    --------
    >>> from lowbit import count_solutions_many
    >>> found = count_solutions_many(["." * 81, "11" + "." * 79, "?"], limit=1000)
    >>> found
    <ValueBatch of 3 puzzles: 1 invalid, 1 none, 1 several>
    >>> found.array, found.is_known
    (array([1000,    0,    0]), array([ True,  True, False]))
    >>> [row.answer for row in found]
    [1000, 0, None]
    """

    array: NDArray[Any]
    is_known: NDArray[np.bool_]
    as_answer: Callable[[Any, Geometry], ValueT]

    def to_strings(self) -> list[str]:
        """Return the answer to each puzzle as text, "" for none: of a grid, what writers write."""
        return [_text_of(row.answer) for row in self]

    def _record(self, row: int) -> ValueResult[ValueT]:
        board = self.geometry if self.boards is None else self.boards[row]
        answer = self.as_answer(self.array[row], board) if self.is_known[row] else None
        return ValueResult(Status(self.status[row]), answer, self.reasons.get(row))


def value_batch(
    status: NDArray[np.uint8],
    array: NDArray[Any],
    as_answer: Callable[[Any, Geometry], ValueT],
    *,
    answered: frozenset[Status] = ANSWERED,
    **where: Any,  # noqa: ANN401 - the fields of all results
) -> ValueBatch[ValueT]:
    """Return the values of puzzles, known for those with some statuses."""
    is_answered = np.zeros(len(Status), np.bool_)
    is_answered[list(answered)] = True
    return ValueBatch(status, array, is_answered[status], as_answer, **where)


def place_of(result: Results[Any]) -> dict[str, Any]:
    """Return the reasons and the boards of results, for others of the same puzzles."""
    return {"reasons": result.reasons, "geometry": result.geometry, "boards": result.boards}


def as_bool(value: np.bool_, _board: Geometry) -> bool:
    """Return a truth value."""
    return bool(value)


def as_int(value: np.integer[Any], _board: Geometry) -> int:
    """Return a number."""
    return int(value)


def as_cells(is_one: NDArray[np.bool_], _board: Geometry) -> tuple[int, ...]:
    """Return the cells that are marked."""
    return tuple(np.flatnonzero(is_one).tolist())


def as_grid(digits: NDArray[np.uint8], board: Geometry) -> Grid:
    """Return a grid of digits."""
    return Grid(digits[: board.n_cells].tolist(), board)


def as_candidates(masks: NDArray[np.unsignedinteger[Any]], board: Geometry) -> Grid:
    """Return a grid of masks."""
    return Grid(Masks(masks[: board.n_cells].tolist()), board)


def as_itself(value: ValueT, _board: Geometry) -> ValueT:
    """Return an object."""
    return value


def _text_of(answer: object) -> str:
    if isinstance(answer, Grid):
        return answer.to_pencilmarks() if answer.is_restricted else answer.to_line()
    if answer is None:
        return ""
    return answer.to_json() if hasattr(answer, "to_json") else str(answer)
