"""What does the `map` of a Hugging Face data set call, batch by batch?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from lowbit.tables.columns import puzzle_column, refuse_taken
from lowbit.tables.frames import answers_to, apply
from lowbit.tables.operations import operation

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Batched:
    """Answers batches that are dicts of lists; see `batched`.

    Parameters
    ----------
    name : str
        What to do.
    column : str or None
        The column of puzzles.
    prefix : str
        What the names of the answers begin with.
    threads : int or None
        How many threads to use.
    options : dict
        Those of the operation.
    """

    name: str
    column: str | None = None
    prefix: str = ""
    threads: int | None = None
    options: dict[str, object] = field(default_factory=dict)

    def __call__(self, batch: Any) -> Any:  # noqa: ANN401 - as the data set is formatted
        """Return the answers to a batch: a dict of lists; of a table, the whole table."""
        if isinstance(batch, pa.Table):
            how = {"column": self.column, "prefix": self.prefix, "threads": self.threads}
            return apply(batch, self.name, **how, **self.options)  # type: ignore[arg-type]
        return self._of_lists(batch)

    def _of_lists(self, batch: Mapping[str, Any]) -> dict[str, list[Any]]:
        names = list(batch)
        asked = operation(self.name, **self.options)
        puzzles = pa.array(batch[names[puzzle_column(names, self.column)]])
        answers = answers_to(puzzles, asked, self.threads, self.prefix).to_pydict()
        refuse_taken(answers, names)
        return dict(answers)


def batched(
    name: str,
    *,
    column: str | None = None,
    prefix: str = "",
    threads: int | None = None,
    **options: object,
) -> Batched:
    """Return a function for ``dataset.map(..., batched=True)``.

    Parameters
    ----------
    name, column, prefix, threads, **options
        As for `apply`.

    Returns
    -------
    callable
        Takes a batch as a dict of lists, and returns the answers as one. It can be pickled, for
        ``num_proc``. Of a batch that is a pyarrow Table, as a data set with the format
        ``"arrow"`` has it, it returns the table with the answers.

    Examples
    --------
    >>> batched("count", limit=2)({"id": [1], "puzzle": ["." * 81]})
    {'n_solutions': [2], 'status': ['several']}
    """
    operation(name, **options)  # a wrong one is told now
    return Batched(name, column, prefix, threads, options)
