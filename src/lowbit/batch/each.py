"""The puzzles of a batch answered one by one, side by side, and their answers in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lowbit.batch.ordered import in_order
from lowbit.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.batch.variants import VariantBatch
    from lowbit.kernels.core.threads import Progress
    from lowbit.limits import Limits
    from lowbit.puzzle import Puzzle

Answer = TypeVar("Answer")


def answer_each(
    batch: VariantBatch, work: Callable[[int, Puzzle], Answer], limits: Limits
) -> Iterator[Answer | None]:
    """Yield the answer of `work` to each row and its puzzle, in order.

    None stands for an item that is not a puzzle. Several threads work; an exception in one of them,
    or Ctrl-C in this one, ends the searches of all.
    """
    total = len(batch.items)

    def answer(row: int, _look_up: Progress) -> Answer | None:
        item = batch.item(row)
        return None if isinstance(item, InputError) else work(row, item)

    for number, each in enumerate(in_order(answer, range(total), limits.threads), 1):
        yield each
        if limits.progress:
            limits.progress(number, total)
