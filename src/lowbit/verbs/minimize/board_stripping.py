"""The givens that can go, removed from puzzles on boards other than the classic one.

::

    to do   1 2 3 4 5 6 7 8 9 ...   in the order in which they are tried
            several at once, as long as that works ──> gone
            otherwise a few, each alone:
                there is another solution ──> stays: there will be with fewer givens, too
                there is none ──> the first goes, the others are tried again without it
                takes too long ──> later, when more givens are gone, with more patience

Only large boards try several givens side by side and put some off. On 25x25, or with grids that
overlap, some of the questions take a million nodes each when they are asked and few when more
givens are gone, for then there is another solution, near the known one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.batch.masks import are_single
from lowbit.status import Status
from lowbit.verbs.minimize.large import is_large

if TYPE_CHECKING:
    from collections.abc import ItemsView, Iterable, Sequence

    from numpy.typing import NDArray

    from lowbit.geometry import Geometry

    Unit = Sequence[int]
    """Cells that are given or blank together."""

SIDE_BY_SIDE: Final = 8
"""Givens of a puzzle on a large board that are tried at a time, each alone."""

FIRST_PATIENCE: Final = 2048
"""The nodes after which it is left for later whether a given on a large board can go."""

MORE_PATIENCE: Final = 64
"""The factor by which these nodes grow from one round to the next."""

SIDE_BY_SIDE_LATER: Final = 64
"""Givens that are tried at a time then: hardly any of them goes."""


class Stripping:
    """A puzzle with one solution, from which givens are removed.

    Parameters
    ----------
    board : Geometry
    masks : unsigned[n_cells]
        The candidates of the puzzle; changed.
    solution : uint8[n_cells]
    units : iterable of sequences of int
        The units in the order in which they are tried.
    at_least : int
        So many givens stay.

    Attributes
    ----------
    solution : uint8[n_cells]
    nodes : int
        The nodes visited so far.
    known : bool
        Whether all questions so far were answered or may be put off.
    patience : int or None
        The most nodes for a question.
    """

    def __init__(
        self,
        board: Geometry,
        masks: NDArray[Any],
        solution: NDArray[np.uint8],
        units: Iterable[Unit],
        at_least: int,
    ) -> None:
        waits = is_large(board)
        self._full_mask = board.full_mask
        self._masks, self.solution = masks, solution
        self._to_do = list(units)
        self._later: list[Unit] = []
        self._at_once = SIDE_BY_SIDE if waits else 1
        self._step = 1
        self._n_spare = int(are_single(masks).sum()) - at_least
        self.patience = FIRST_PATIENCE if waits else None
        self.nodes = 0
        self.known = True

    @property
    def is_open(self) -> bool:
        """Whether there is something left to try."""
        return self.known and bool(self._to_do)

    def groups(self) -> list[list[int]]:
        """Return the groups of cells that are asked about next."""
        if self._step > 1:
            return [[cell for unit in self._to_do[: self._step] for cell in unit]]
        return [list(unit) for unit in self._to_do[: self._at_once]]

    @property
    def limit(self) -> int:
        """The most solutions to search for in each puzzle of `asked`."""
        return 1 if self.patience and all(len(cells) == 1 for cells in self.groups()) else 2

    def asked(self) -> NDArray[Any]:
        """Return a puzzle for each of these groups.

        Without a single given, its digit is forbidden there, so that there is no solution if it can
        go.
        """
        groups = self.groups()
        asked = np.repeat(self._masks[None], len(groups), axis=0)
        for row, cells in zip(asked, groups, strict=True):
            row[cells] = self._full_mask
            if len(cells) == 1:
                row[cells[0]] ^= 1 << int(self.solution[cells[0]]) - 1
        return asked

    def hear(self, found: Iterable[tuple[int, int, int]]) -> None:
        """Go on with the status of each of these puzzles, how many solutions, and the nodes."""
        groups = self.groups()
        can_go: list[bool | None] = []
        for cells, (status, n_solutions, nodes) in zip(groups, found, strict=True):
            self.nodes += nodes
            is_open = status == Status.LIMIT_REACHED
            self.known &= not is_open or (self.patience is not None and nodes >= self.patience)
            fits = len(cells) <= self._n_spare
            can_go.append(None if is_open else fits and n_solutions == (len(cells) > 1))
        if self._step > 1:
            self._settle_group(groups[0], goes=bool(can_go[0]))
        else:
            self._settle_each(can_go)
        if not self._to_do and self._later:
            self._to_do, self._later = self._later, []
            self.patience = MORE_PATIENCE * (self.patience or 1)
            self._at_once = SIDE_BY_SIDE_LATER
            self._step = 1

    def _settle_group(self, cells: list[int], *, goes: bool) -> None:
        if goes:
            self._remove(cells)
            del self._to_do[: self._step]
        self._step = 2 * self._step if goes else 1

    def _settle_each(self, can_go: list[bool | None]) -> None:
        """Settle units that were tried each alone; None for those that took too long."""
        pairs = list(zip(self._to_do, can_go, strict=False))
        self._later += [unit for unit, goes in pairs if goes is None]
        going = [unit for unit, goes in pairs if goes]
        if going:
            self._remove(going[0])
        self._to_do[: len(pairs)] = going[1:]
        self._step = 2 * len(going) if len(going) == len(pairs) else max(1, len(going) - 1)

    def _remove(self, cells: Sequence[int]) -> None:
        self._masks[list(cells)] = self._full_mask
        self._n_spare -= len(cells)


def by_limits(some: Iterable[Stripping]) -> ItemsView[tuple[int, int | None], list[Stripping]]:
    """Return puzzles by the limits of their searches."""
    groups: dict[tuple[int, int | None], list[Stripping]] = {}
    for one in some:
        groups.setdefault((one.limit, one.patience), []).append(one)
    return groups.items()
