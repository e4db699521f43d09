"""Tasks for models that answer in text: a question, its answer, and the score of a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.arguments import integer, place
from lowbit.grid import Grid
from lowbit.gym.supply import made
from lowbit.verbs.verify.one import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

QUESTION: Final = """\
Fill the blanks (.) of this Sudoku, so that each row, each column and each 3x3 box has the digits \
1 to 9 once.

{}

End your answer with the whole grid, nine lines of nine digits."""


class SudokuTasks:
    """Puzzles as questions in text, in the form that reasoning-gym's data sets have.

    Parameters
    ----------
    n : int
        How many.
    seed : int, default 0
        The seed of the puzzles.
    **wish
        The keywords of `lowbit.generate`: ``clues``, ``rating``, ``level``, ``needs`` and others.

    Examples
    --------
    >>> tasks = SudokuTasks(100, seed=1, clues=30, minimal=False)
    >>> entry = tasks[0]
    >>> sorted(entry), len(tasks), entry["metadata"]["clues"]
    (['answer', 'metadata', 'question'], 100, 30)
    >>> tasks.score_answer(entry["answer"], entry), tasks.score_answer("?", entry)
    (1.0, 0.0)
    """

    def __init__(self, n: int, *, seed: int = 0, **wish: Any) -> None:  # noqa: ANN401 - generate's
        self._puzzles, self._solutions = made(integer("n", n, 1), seed, wish)
        self._seed = seed

    def __len__(self) -> int:
        return len(self._puzzles)

    def __getitem__(self, index: int) -> dict[str, Any]:
        row = place("task", index, len(self))
        puzzle, solution = (
            Grid(grids[row].tolist()).to_line() for grids in (self._puzzles, self._solutions)
        )
        return {
            "question": QUESTION.format(_in_rows(puzzle)),
            "answer": _in_rows(solution),
            "metadata": {
                "source_dataset": "lowbit",
                "source_index": row,
                "seed": self._seed,
                "puzzle": puzzle,
                "solution": solution,
                "clues": 81 - puzzle.count("."),
            },
        }

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[row] for row in range(len(self)))

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of a reply, from 0 to 1: the share of blanks that are right.

        The reply is a text that ends with a grid, as `lowbit.verify` takes it; 0 for None, and for
        one that cannot be read.
        """
        return 0.0 if answer is None else verify(entry["metadata"]["puzzle"], answer).score


def _in_rows(line: str) -> str:
    return "\n".join(" ".join(line[at : at + 9]) for at in range(0, 81, 9))
