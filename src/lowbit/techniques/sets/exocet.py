"""Exocets: two cells of a box whose digits two other cells of the band must hold, too.

The base is two cells of a line in a box. Each of the other two boxes of the band has a target off
that line; the target's companion, which shares a cross-line with it and is off the line, too, has
no base digit. Three cross-lines pass through the targets and through the third cell of the base's
line and box. Outside the band, no base digit fits into them three times. Each digit of the base
occurs in all three, and within the band only a target can hold it; so one of the targets does.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from lowbit.techniques.board_masks import BoardMasks, digits_in, members
from lowbit.techniques.facts import recall
from lowbit.techniques.step import HouseMark, Mark, Role, Step
from lowbit.techniques.technique import Options, Technique

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lowbit.techniques.position import Position

IN_BAND = 3
"""The number of boxes and of lines of a band, and of cells that a box and a line of it share."""
BASE_DIGITS = (3, 4)
"""The numbers of digits that the base may have."""

Fill = tuple[int, int, int, int]
"""The digits of the base and of the targets."""


class TargetCell(NamedTuple):
    """A cell that may take a digit of the base.

    Parameters
    ----------
    cell : int
        The cell.
    companion : int
        The cell that must not have a base digit.
    cross : int
        The index of the line through both.
    far : int
        The index of the line of the band that the companion lies in.
    """

    cell: int
    companion: int
    cross: int
    far: int


class Frame(NamedTuple):
    """A place where an exocet may lie.

    Parameters
    ----------
    line : int
        The index of the base's line.
    base : tuple of int
        The cells of the base.
    escape : int
        The index of the cross-line through the third cell.
    band : int
        The cells of the band.
    targets : tuple of tuple of TargetCell
        The cells that may be targets, in each of the other boxes.
    """

    line: int
    base: tuple[int, int]
    escape: int
    band: int
    targets: tuple[tuple[TargetCell, ...], tuple[TargetCell, ...]]


@lru_cache(maxsize=64)
def frames(board: BoardMasks) -> tuple[Frame, ...]:
    """Return all places of a board where an exocet may lie."""
    return tuple(
        frame
        for box in board.boxes
        for lines, crossings in ((board.rows, board.columns), (board.columns, board.rows))
        for frame in _frames_of_box(board, box, lines, crossings)
    )


def _frames_of_box(
    board: BoardMasks, box: int, lines: tuple[int, ...], crossings: tuple[int, ...]
) -> Iterator[Frame]:
    houses = board.houses
    own = [line for line in lines if houses[line] & houses[box]]
    band = 0
    for line in own:
        band |= houses[line]
    others = [other for other in board.boxes if other != box and not houses[other] & ~band]
    if len(own) != IN_BAND or len(others) != IN_BAND - 1:
        return
    for line in own:
        inside = members(houses[line] & houses[box])
        far = [other for other in own if other != line]
        targets = [tuple(_targets(board, box, far, crossings)) for box in others]
        for base in combinations(inside, 2) if len(inside) == IN_BAND else ():
            third = next(cell for cell in inside if cell not in base)
            escape = next(crossing for crossing in crossings if houses[crossing] >> third & 1)
            if not houses[escape] & band & ~houses[box]:
                yield Frame(line, (base[0], base[1]), escape, band, (targets[0], targets[1]))


def _targets(
    board: BoardMasks, box: int, lines: list[int], crossings: tuple[int, ...]
) -> Iterator[TargetCell]:
    """Yield the cells of a box in two lines, each with the cell of the other line beside it."""
    houses = board.houses
    for own, far in (lines, lines[::-1]):
        for cross in crossings:
            cell = houses[cross] & houses[own] & houses[box]
            if cell:
                companion = houses[cross] & houses[far]
                yield TargetCell(cell.bit_length() - 1, companion.bit_length() - 1, cross, far)


class Exocet:
    """A base, two targets, and the ways to fill these four cells.

    Parameters
    ----------
    position : Position
        The position.
    frame : Frame
        Where the base and the band are.
    targets : tuple of TargetCell
        The targets.
    """

    def __init__(
        self, position: Position, frame: Frame, targets: tuple[TargetCell, TargetCell]
    ) -> None:
        self.position = position
        self.frame = frame
        self.targets = targets
        self.cells = (*frame.base, *(target.cell for target in targets))
        self.digits = position.cells[frame.base[0]] | position.cells[frame.base[1]]

    def is_whole(self) -> bool:
        """Whether each base digit stands at most twice outside the band in the cross-lines."""
        houses = self.position.board.houses
        crosses = (self.frame.escape, *(target.cross for target in self.targets))
        return not any(
            self._fits(digit, [houses[cross] & ~self.frame.band for cross in crosses])
            for digit in digits_in(self.digits)
        )

    def _fits(self, digit: int, parts: list[int]) -> bool:
        """Whether a digit can stand in each of some sets of cells at once."""
        board = self.position.board
        choices = (members(part & recall(self.position, _held)[digit]) for part in parts)
        return any(
            not any(board.peers[one] >> two & 1 for one, two in combinations(chosen, 2))
            for chosen in product(*choices)
        )

    def fills(self) -> list[Fill]:
        """Return the ways to fill the base, and the targets with the same digits."""
        cells = self.position.cells
        first, second = self.frame.base
        return [
            (one, two, *ends)
            for one in digits_in(cells[first])
            for two in digits_in(cells[second] & ~(1 << one - 1))
            for ends in ((one, two), (two, one))
            if self._allows(*ends)
        ]

    def _allows(self, one: int, two: int) -> bool:
        """Whether the targets can hold two digits, judged one by one."""
        first, second = self.targets
        return self.takes(first, second, one) and self.takes(second, first, two)

    def takes(self, target: TargetCell, other: TargetCell, digit: int) -> bool:
        """Whether a target can be the one that holds a base digit.

        The other box of the band and both other cross-lines must have room for the digit.
        """
        houses, outside = self.position.board.houses, ~self.frame.band
        return (
            self.position.has(target.cell, digit)
            and self.has_mirror(target, other, digit)
            and self._fits(digit, [houses[c] & outside for c in (self.frame.escape, other.cross)])
        )

    def has_mirror(self, target: TargetCell, other: TargetCell, digit: int) -> bool:
        """Whether a target's mirror has room for a digit."""
        return bool(self.mirror(target, other) & recall(self.position, _held)[digit])

    def mirror(self, target: TargetCell, other: TargetCell) -> int:
        """Return a target's mirror: the cells of the other box, one of which has the same digit.

        The digit occurs in that box, but neither in the base's line nor in the target's own.
        """
        board = self.position.board
        cells = board.houses[target.far] & board.houses[board.box_of[other.cell]]
        return cells & ~(1 << other.cell | 1 << other.companion)

    def step(self) -> Step | None:
        """Return the eliminations: candidates that no filling has, also in a mirror of one cell."""
        fills = self.fills()
        left = dict.fromkeys(self.cells, 0)
        for fill in fills:
            for cell, digit in zip(self.cells, fill, strict=True):
                left[cell] |= 1 << digit - 1
        if not fills:
            return None
        for target, other in (self.targets, self.targets[::-1]):
            digits = left[target.cell]
            able = [
                cell
                for cell in members(self.mirror(target, other))
                if any(recall(self.position, _held)[d] >> cell & 1 for d in digits_in(digits))
            ]
            if len(able) == 1 and self.position.cells[able[0]]:
                left[able[0]] = digits
        eliminated = tuple(
            (cell, digit)
            for cell, digits in left.items()
            for digit in digits_in(self.position.cells[cell] & ~digits)
        )
        return self._step(eliminated) if eliminated else None

    def _step(self, eliminated: tuple[tuple[int, int], ...]) -> Step:
        roles = (Role.BASE, Role.BASE, Role.TARGET, Role.TARGET)
        return Step(
            "junior-exocet",
            eliminations=eliminated,
            marks=tuple(
                Mark(role, cell, digit)
                for role, cell in zip(roles, self.cells, strict=True)
                for digit in digits_in(self.position.cells[cell] & self.digits)
            ),
            houses=(
                HouseMark(Role.BASE, self.frame.line),
                HouseMark(Role.COVER, self.frame.escape),
                *(HouseMark(Role.COVER, target.cross) for target in self.targets),
            ),
        )


def _held(position: Position) -> list[int]:
    """Return, for each digit, the cells that have it, placed or as a candidate."""
    held = position.places[:]
    for cell, digit in enumerate(position.values):
        if digit:
            held[digit] |= 1 << cell
    return held


def junior_exocets(position: Position, _options: Options) -> Iterator[Step]:
    """Yield the exocets with a base of three or four digits, and one cell for each target."""
    held = recall(position, _held)
    for frame in frames(position.board):
        cells = [position.cells[cell] for cell in frame.base]
        digits = cells[0] | cells[1]
        if not all(cells) or digits.bit_count() not in BASE_DIGITS:
            continue
        position.budget.charge()
        bases = 0
        for digit in digits_in(digits):
            bases |= held[digit]
        fitting = [
            [t for t in side if position.cells[t.cell] & digits and not bases >> t.companion & 1]
            for side in frame.targets
        ]
        for one, two in product(*fitting):
            exocet = Exocet(position, frame, (one, two))
            step = exocet.step() if exocet.is_whole() else None
            if step is not None:
                yield step


TECHNIQUES = (Technique("junior-exocet", "junior exocet", "exocets", junior_exocets),)
