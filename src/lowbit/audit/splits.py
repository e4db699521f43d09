"""The splits of a data set, and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa

from lowbit.errors import InputError, TableError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MAX_SPLITS: Final = 1000
"""A column with more values is hardly one of splits."""


def require_splits(field: pa.Field) -> None:
    """Refuse a column that cannot name the split of a row.

    Raises
    ------
    TableError
        If its values cannot become strings.
    """
    try:
        pa.nulls(0, field.type).cast(pa.string())
    except pa.ArrowNotImplementedError:
        raise TableError(
            f"column {field.name} has type {field.type}; names of splits are strings"
        ) from None


class Splits:
    """Splits, in the order in which they are met."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """Their names."""
        return list(self._numbers)

    def number(self, name: str) -> int:
        """Return the number of a split.

        Raises
        ------
        TableError
            If there are too many.
        """
        number = self._numbers.setdefault(name, len(self._numbers))
        if number >= MAX_SPLITS:
            raise TableError(f"there are more than {MAX_SPLITS} splits; name another column")
        return number

    def numbers(self, column: pa.Array) -> NDArray[np.uint32]:
        """Return the number of each row's split; rows where it is null form one without a name.

        Raises
        ------
        TableError
            If there are too many, or the name of one is not UTF-8.
        """
        try:
            words = column.cast(pa.string())
        except pa.ArrowInvalid:
            raise TableError("the name of a split is not UTF-8") from None
        encoded = words.fill_null("").dictionary_encode()
        numbers = [self.number(name) for name in encoded.dictionary.to_pylist()]
        of_rows: NDArray[np.uint32] = np.array(numbers, np.uint32)[encoded.indices.to_numpy()]
        return of_rows

    def ranks(self, first: Sequence[str]) -> NDArray[np.int64]:
        """Return the rank of each split; those in `first` come first.

        Raises
        ------
        InputError
            If there is no split of such a name.
        """
        unknown = [name for name in first if name not in self._numbers]
        if unknown:
            raise InputError(
                f"there is no split {', '.join(unknown)}; there is {', '.join(self._numbers)}"
            )
        order = dict.fromkeys([*first, *self._numbers])
        ranks = np.zeros(len(order), np.int64)
        ranks[[self._numbers[name] for name in order]] = np.arange(len(order))
        return ranks
