"""The steps of a way to the solution, as a sequence that shows itself."""

from __future__ import annotations

from collections import Counter
from html import escape

from lowbit.notebook import picture
from lowbit.techniques.step import Step
from lowbit.techniques.variants.difficulty import difficulty_of


class Steps(tuple[Step, ...]):
    """A tuple of steps, in order.

    Printed, it is a step a line; in a notebook it is the position before the first step, and
    the sentences. Each of its steps draws itself.

    Examples
    --------
    >>> from lowbit import steps
    >>> found = steps("1... ...2 3... ...4", geometry="4x4")
    >>> found[:2]
    (Step('hidden-single', placements=((1, 2),)), Step('hidden-single', placements=((6, 1),)))
    >>> print(found[0])
    Hidden single: In row 1, 2 fits only in r1c2: the 2 in r2c4 blocks the others.
    >>> found.hardest, found.difficulty
    (Step('hidden-single', placements=((1, 2),)), 1.0)
    """

    __slots__ = ()

    @property
    def hardest(self) -> Step | None:
        """The hardest step, the first of several; None if there are no steps."""
        return max(self, key=difficulty_of, default=None)

    @property
    def difficulty(self) -> float | None:
        """The rating of the hardest step, on Sudoku Explainer's scale, constraints included.

        None if the steps do not lead to the solution.
        """
        last = self[-1] if self else None
        if last is None or last.position is None or not last.position.apply(last).is_solved:
            return None
        return max(map(difficulty_of, self))

    def __repr__(self) -> str:
        counts = Counter(step.technique for step in self).most_common()
        said = ", ".join(f"{number} {technique}" for technique, number in counts)
        return f"<Steps: {said or 'none'}>"

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def _repr_html_(self) -> str:
        """Return the HTML for a notebook: the position, and a sentence for each step."""
        start = self[0].position if self else None
        shown = "" if start is None else picture(start)
        return f"{shown}<ol>{''.join(f'<li>{escape(str(step))}</li>' for step in self)}</ol>"
