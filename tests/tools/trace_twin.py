"""The texts of records in plain Python, by the notation of steps: the twin of the kernel's."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lowbit.geometry import CLASSIC
from lowbit.kernels.hodoku.steps import (
    CANDIDATES,
    HOUSE,
    MARKED,
    N_ELIMINATED,
    N_PLACED,
    TECHNIQUE,
    TECHNIQUES,
    WHOLE_CELL,
)
from lowbit.kernels.hodoku.transcript import BACK, GUESS
from lowbit.techniques.wording.description import captioned, step_name
from lowbit.techniques.wording.notation import effect_notation
from lowbit.verbs.trace.records import recorded

if TYPE_CHECKING:
    from lowbit import TraceBatch


def plain_texts(batch: TraceBatch) -> list[str]:
    """Return the text of each trace."""
    words, ends = batch.records.words.tolist(), batch.records.ends.tolist()
    bounds = zip(batch.first_steps.tolist(), batch.n_steps.tolist(), strict=True)
    return [
        "\n".join(
            plain_text(words[begin:end]) for begin, end in pairwise(ends[first : first + n + 1])
        )
        for first, n in bounds
    ]


def plain_text(record: list[int]) -> str:
    """Return the text of one record."""
    if record[TECHNIQUE] >= len(TECHNIQUES):
        return _text_of_search(record)
    step = recorded(record)
    if step.marks:
        return captioned(step, CLASSIC)
    return f"{step_name(step)} => {effect_notation(CLASSIC, step)}"


def _text_of_search(record: list[int]) -> str:
    end = CANDIDATES + record[N_PLACED] + record[N_ELIMINATED]
    marked = [word % MARKED for word in record[end:]]
    if record[TECHNIQUE] in {GUESS, BACK}:
        name, digit = CLASSIC.cell_name(record[CANDIDATES] // 9), record[CANDIDATES] % 9 + 1
        if record[TECHNIQUE] == BACK:
            return f"back: => {name}<>{digit}"
        among = "".join(str(candidate % 9 + 1) for candidate in marked)
        return f"guess: {among} in {name} => {name}={digit}"
    if len(marked) == 1:
        return f"dead end: no candidate in {CLASSIC.cell_name(marked[0] - WHOLE_CELL)}"
    return f"dead end: no {marked[1] % 9 + 1} in {CLASSIC.houses[marked[0] - HOUSE]}"
