"""What a sweep infers, once more: one puzzle, plain sets of digits, one small rule at a time.

Nothing here is shared with the kernels but the names. A state is what each of the 54 minilines
can hold; `settle` applies all rules until none takes anything away.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Digits = set[int]

DIGITS = range(1, 10)
THREE = range(3)
CHUTES = range(6)
BOXES = [(band, stack) for band in THREE for stack in THREE]


class State:
    """What is known of a puzzle.

    Attributes
    ----------
    allowed : sequence of set of int
        The digits that the puzzle allows in each cell.
    holds : list of set of int
        The digits that each miniline can hold: ``9 * chute + 3 * line + box``, bands first.
    """

    def __init__(self, allowed: Sequence[Digits]) -> None:
        self.allowed = allowed
        self.holds = [set(DIGITS) for _ in range(54)]

    def settle(self) -> None:
        """Apply the rules until nothing follows any more."""
        before = None
        while before != self.holds:
            before = [set(digits) for digits in self.holds]
            for chute in CHUTES:
                self._keep_configurations(chute)
            for box in BOXES:
                self._keep_what_cells_hold(*box)
                self._keep_singles_to_their_minilines(*box)
                self._keep_triples_to_their_columns(*box)

    @property
    def is_contradiction(self) -> bool:
        """Whether a cell is empty, or a line of a chute lacks a digit."""
        lines = (self.holds[first : first + 3] for first in range(0, 54, 3))
        return any(union(line) != set(DIGITS) for line in lines) or not all(
            self._cell(row, column) for row in range(9) for column in range(9)
        )

    @property
    def is_solved(self) -> bool:
        """Whether every cell has one digit."""
        return all(len(self._cell(row, column)) == 1 for row in range(9) for column in range(9))

    def _keep_configurations(self, chute: int) -> None:
        """A digit lies in each line of a chute, each time in another box; three fill a miniline."""
        used: list[Digits] = [set() for _ in range(9)]
        for digit in DIGITS:
            for boxes in self._configurations(chute, digit):
                for line, box in enumerate(boxes):
                    used[3 * line + box].add(digit)
        for at in range(9):
            self.holds[9 * chute + at] &= used[at]
        for at in range(9):
            forced = {digit for digit in DIGITS if self._is_forced(9 * chute + at, digit)}
            if len(forced) >= 3:
                self.holds[9 * chute + at] &= forced

    def _configurations(self, chute: int, digit: int) -> Iterator[tuple[int, ...]]:
        for boxes in permutations(THREE):
            if all(digit in self.holds[9 * chute + 3 * line + boxes[line]] for line in THREE):
                yield boxes

    def _is_forced(self, miniline: int, digit: int) -> bool:
        """Tell whether a miniline is the only one of its line that can hold a digit."""
        first = miniline - miniline % 3
        holders = [at for at in range(first, first + 3) if digit in self.holds[at]]
        return holders == [miniline]

    def _cell(self, row: int, column: int) -> Digits:
        """Return the digits that a cell's two minilines and the puzzle allow in it."""
        across, down = miniline_across(row, column), miniline_down(row, column)
        digits = self.allowed[9 * row + column] & self.holds[across] & self.holds[down]
        hidden = {d for d in digits if self._is_forced(across, d) and self._is_forced(down, d)}
        return hidden or digits

    def _keep_what_cells_hold(self, band: int, stack: int) -> None:
        for minilines in minilines_of_box(band, stack):
            for miniline, cells in minilines.items():
                self.holds[miniline] &= union(self._cell(*cell) for cell in cells)

    def _keep_singles_to_their_minilines(self, band: int, stack: int) -> None:
        for minilines in minilines_of_box(band, stack):
            singles = {
                miniline: union(self._single(*cell) for cell in cells)
                for miniline, cells in minilines.items()
            }
            self._take_from_others(singles)

    def _single(self, row: int, column: int) -> Digits:
        """Return the digit of a cell that has no other."""
        digits = self._cell(row, column)
        return digits if len(digits) == 1 else set()

    def _keep_triples_to_their_columns(self, band: int, stack: int) -> None:
        _, down = minilines_of_box(band, stack)
        holds = {miniline: set(self.holds[miniline]) for miniline in down}
        self._take_from_others({at: held for at, held in holds.items() if len(held) <= 3})

    def _take_from_others(self, known: dict[int, Digits]) -> None:
        """Take what is known to lie in some minilines of a box from those beside them."""
        for miniline, digits in known.items():
            first = miniline_beside(miniline)
            for other in range(first, first + 9, 3):
                if other != miniline:
                    self.holds[other] -= digits


def union(sets: Iterable[Digits]) -> Digits:
    """Return the digits of all the sets."""
    return {digit for digits in sets for digit in digits}


def miniline_beside(miniline: int) -> int:
    """Return the first of the three minilines of a miniline's box that run in its direction."""
    return miniline - miniline % 9 + miniline % 3


def miniline_across(row: int, column: int) -> int:
    """Return the miniline of a band that a cell lies in."""
    return 9 * (row // 3) + 3 * (row % 3) + column // 3


def miniline_down(row: int, column: int) -> int:
    """Return the miniline of a stack that a cell lies in."""
    return 27 + 9 * (column // 3) + 3 * (column % 3) + row // 3


def minilines_of_box(band: int, stack: int) -> list[dict[int, list[tuple[int, int]]]]:
    """Return the cells of a box's three minilines across, and of the three down."""
    across: dict[int, list[tuple[int, int]]] = {}
    down: dict[int, list[tuple[int, int]]] = {}
    for row in range(3 * band, 3 * band + 3):
        for column in range(3 * stack, 3 * stack + 3):
            across.setdefault(miniline_across(row, column), []).append((row, column))
            down.setdefault(miniline_down(row, column), []).append((row, column))
    return [across, down]
