"""Functions for the `map` of a Hugging Face data set."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from lowbit.errors import TableError
from lowbit.rng import seed_or_any
from lowbit.tables.answers.operations import operation
from lowbit.tables.batches import query_of
from lowbit.tables.columns import puzzle_column, refuse_taken
from lowbit.tables.data.in_memory import answers_to, table_answered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from lowbit.tables.answers.operation import Operation


@dataclass(frozen=True)
class Batched:
    """Answers batches that are dicts of lists; see `batched`.

    Parameters
    ----------
    name : str
        The operation.
    column : str or None
        The column of puzzles.
    prefix : str
        The prefix of the names of the answers.
    threads : int or None
        The number of threads.
    options : dict
        The options of the operation.
    """

    name: str
    column: str | None = None
    prefix: str = ""
    threads: int | None = None
    options: dict[str, object] = field(default_factory=dict)

    def __call__(
        self,
        batch: pa.Table | Mapping[str, Any],
        indices: Sequence[int] | None = None,
    ) -> Any:  # noqa: ANN401 - a table of a table, lists of lists
        """Return the answers to a batch: a dict of lists; for a table, the whole table.

        Raises
        ------
        TableError
            If the operation needs the numbers of the rows, and there are no indices.
        """
        asked = operation(self.name, **self.options)
        if asked.is_numbered and indices is None:
            raise TableError(f"{self.name} needs the numbers of the rows: pass with_indices=True")
        numbers = None if indices is None else np.array(indices, np.int64)
        if isinstance(batch, pa.Table):
            query = query_of(batch.schema, asked, self.column, self.prefix)
            return table_answered(batch, query, self.threads, numbers)
        return self._of_lists(batch, asked, numbers)

    def _of_lists(
        self, batch: Mapping[str, Any], asked: Operation, numbers: NDArray[np.int64] | None
    ) -> dict[str, list[Any]]:
        names = list(batch)
        puzzles = pa.array(batch[names[puzzle_column(names, self.column)]])
        companion = None
        if asked.companion is not None:
            companion = pa.array(batch[names[puzzle_column(names, asked.companion)]])
        found = answers_to(
            puzzles, asked, self.threads, self.prefix, numbers=numbers, companion=companion
        )
        refuse_taken(found.column_names, names)
        return dict(found.to_pydict())


def batched(
    name: str,
    *,
    column: str | None = None,
    prefix: str = "",
    threads: int | None = None,
    **options: object,
) -> Batched:
    """Return a function for ``dataset.map(..., batched=True)``.

    ``"shuffle"`` needs the numbers of the rows: ``with_indices=True``. The best format of the data
    set is ``"arrow"``: with lists, a column that is null throughout the first batch gets the type
    null.

    Parameters
    ----------
    name, column, prefix, threads, **options
        As for `apply`.

    Returns
    -------
    callable
        Takes a batch as a dict of lists, and returns the answers as one. It can be pickled, for
        ``num_proc``. For a pyarrow Table, which the format ``"arrow"`` passes, it returns the table
        with the answers.

    Examples
    --------
    >>> batched("count", limit=2)({"id": [1], "puzzle": ["." * 81]})
    {'n_solutions': [2], 'status': ['several']}
    """
    if operation(name, **options).is_numbered:  # a wrong name is refused now
        seed: Any = options.get("seed")
        options["seed"] = seed_or_any(seed)  # one for all batches, and all processes
    return Batched(name, column, prefix, threads, options)
