"""The arithmetic of constraints in sentences: what sums and neighbours leave for each cell.

A constraint is looked at as the operations that engines take. A cell is explained by one of them
and by the candidates of its other cells; what a sentence rules out is gone for the next.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from lowbit.constraints.lowering import lowered
from lowbit.constraints.operations import Distinct, InRelation, LinearSum
from lowbit.techniques.board_masks import digits_in
from lowbit.techniques.wording.reasons.loops import losses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lowbit.constraints import Constraint
    from lowbit.constraints.operations import Operation
    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.wording.reasons.speech import Speech


class Deduction(NamedTuple):
    """A sentence, and the candidates that it rules out."""

    text: str
    ruled: frozenset[Candidate]


class Bound(NamedTuple):
    """The least or the most that some cells of a sum can make, with the sum that shows it."""

    value: int
    shown: str


def explained(speech: Speech, constraint: Constraint) -> tuple[list[str], set[Candidate]]:
    """Return sentences for what a constraint rules out, and what they leave unexplained."""
    board = speech.geometry
    masks = [held_in(speech, cell) for cell in range(board.n_cells)]
    left = {*speech.step.eliminations} | _without(speech)
    if [*board.values] != [*range(1, board.size + 1)]:
        return [], left
    operations = lowered(constraint, board)
    sentences: list[str] = []
    while left:
        found = next(_explanations(speech, operations, masks, left), None)
        if found is None:
            break
        sentences.append(found.text)
        left -= found.ruled
        for cell, digit in found.ruled:
            masks[cell] &= ~(1 << digit - 1)
    return sentences, left


def held_in(speech: Speech, cell: int) -> int:
    """Return the candidates of a cell; of a filled one its digit."""
    return speech.position.cells[cell] or 1 << speech.position.values[cell] - 1


def _without(speech: Speech) -> set[Candidate]:
    """Return what placements rule out in their own cells."""
    return {
        (cell, other)
        for cell, digit in speech.step.placements
        for other in speech.position.candidates_of(cell)
        if other != digit
    }


def _explanations(
    speech: Speech, operations: Sequence[Operation], masks: list[int], left: set[Candidate]
) -> Iterator[Deduction]:
    """Yield what operations explain, cell by cell."""
    for cell in dict.fromkeys(cell for cell, _ in sorted(left)):
        digits = {digit for other, digit in left if other == cell}
        for operation in operations:
            match operation:
                case LinearSum() if cell in operation.cells:
                    yield from _by_sum(speech, _Sum(operation, operations, masks), cell, digits)
                case InRelation() if cell in operation.cells:
                    yield from _by_neighbours(speech, operation, masks, (cell, digits))


class _Sum:
    """A sum of cells with signs, and the bounds of its parts."""

    def __init__(
        self, operation: LinearSum, operations: Iterable[Operation], masks: list[int]
    ) -> None:
        self.weights = dict(zip(operation.cells, operation.weights, strict=True))
        self.least, self.most = operation.least, operation.most
        self.masks = masks
        self.apart = [{*each.cells} for each in operations if isinstance(each, Distinct)]

    def part(self, cell: int, sign: int) -> list[int]:
        """Return the other cells that count as a cell does, or against it."""
        own = self.weights[cell] * sign
        return [each for each, weight in self.weights.items() if each != cell and weight * own > 0]

    def bound(self, speech: Speech, cells: list[int], *, is_least: bool) -> Bound:
        """Return the least or the most of some cells; of cells that differ, each digit once."""
        able = {cell: digits_in(self.masks[cell])[0 if is_least else -1] for cell in cells}
        weights = [abs(self.weights[cell]) for cell in cells]
        digits = [*able.values()]
        if {*weights} <= {1}:
            digits = self._apart(speech, cells, is_least=is_least) or digits
            digits.sort(reverse=not is_least)
        total = sum(weight * digit for weight, digit in zip(weights, digits, strict=True))
        terms = [
            ("" if weight == 1 else f"{weight}*") + speech.digit(digit)
            for weight, digit in zip(weights, digits, strict=True)
        ]
        text = "+".join(terms)
        return Bound(total, text if text == str(total) else f"{text} = {total}")

    def _apart(self, speech: Speech, cells: list[int], *, is_least: bool) -> list[int]:
        """Return the digits of the extreme sum of cells that all differ; none if they may not."""
        together = sum(1 << cell for cell in cells)
        apart = any({*cells} <= each for each in self.apart)
        if len(cells) < 2 or not (apart or speech.board.shared_houses(together)):
            return []
        reached = {0: 0}
        for cell in cells:
            reached = {
                used | bit: total + bit.bit_length()
                for used, total in reached.items()
                for bit in (1 << digit - 1 for digit in digits_in(self.masks[cell]))
                if not used & bit
            }
        if not reached:
            return []
        extreme = (min if is_least else max)(reached, key=lambda used: reached[used])
        return [*digits_in(extreme)]


def _by_sum(speech: Speech, total: _Sum, cell: int, digits: set[int]) -> Iterator[Deduction]:
    """Yield the digits of a cell that are too high for a sum, then those that are too low."""
    weight = total.weights[cell]
    if abs(weight) != 1:
        return
    same, against = total.part(cell, 1), total.part(cell, -1)
    least, most = (total.least, total.most) if weight > 0 else (-total.most, -total.least)
    for is_most in (True, False):
        own = total.bound(speech, same, is_least=is_most)
        other = total.bound(speech, against, is_least=not is_most)
        limit = (most if is_most else least) + other.value - own.value
        ruled = frozenset(
            (cell, digit) for digit in digits if (digit > limit if is_most else digit < limit)
        )
        if ruled:
            made = [*_made(speech, total, ((against, other), (same, own)), is_most=is_most)]
            if not against:
                made.append(_whole(speech, total, is_most=is_most))
            yield Deduction(_bounded(speech, made, (limit, ruled), is_most=is_most), ruled)


def _made(
    speech: Speech, total: _Sum, parts: tuple[tuple[list[int], Bound], ...], *, is_most: bool
) -> Iterator[str]:
    """Yield what the cells on the other side of a sum, and the others on this side, make."""
    for (cells, bound), at_most in zip(parts, (is_most, not is_most), strict=True):
        if cells:
            yield speech.say(
                "{cells} {verb} {bound} {shown}",
                "{cells} {bound}为 {shown}",
                cells=terms(speech, cells, total.weights),
                verb="is" if len(cells) == 1 else "make",
                bound=_at(speech, is_most=at_most),
                shown=bound.shown,
            )


def _whole(speech: Speech, total: _Sum, *, is_most: bool) -> str:
    """Return what all cells of a sum make."""
    exact = total.least == total.most
    return speech.say(
        "the total is {bound}{total}",
        "总和{bound}为 {total}",
        bound="" if exact else _at(speech, is_most=is_most) + speech.say(" ", ""),
        total=str(abs(total.most if is_most else total.least)),
    )


def _at(speech: Speech, *, is_most: bool) -> str:
    return speech.say("at most", "最多") if is_most else speech.say("at least", "至少")


def _bounded(
    speech: Speech, made: list[str], found: tuple[int, frozenset[Candidate]], *, is_most: bool
) -> str:
    """Return that a cell is at most, or at least, so much, and what that rules out."""
    limit, ruled = found
    return speech.say(
        "{made}, so {cell} is {bound} {limit}: {effect}.",
        "{made}，所以 {cell} {bound}为 {limit}：{effect}。",
        made=speech.clauses(made),
        cell=speech.cell(next(iter(ruled))[0]),
        bound=_at(speech, is_most=is_most),
        limit=str(limit),
        effect=losses(speech, sorted(ruled)),
    )


def _by_neighbours(
    speech: Speech, operation: InRelation, masks: list[int], told: tuple[int, set[int]]
) -> Iterator[Deduction]:
    """Yield the digits of a cell that no digit of its neighbours, one after the other, leaves."""
    cell, digits = told
    at = operation.cells.index(cell)
    backwards = _reversed(operation.relation)
    for before, relation in (
        (operation.cells[: at + 1], operation.relation),
        (operation.cells[at:][::-1], backwards),
    ):
        for start in range(len(before) - 2, -1, -1):
            way = _reached(before[start:], relation, masks)
            ruled = frozenset((cell, digit) for digit in digits if not way[-1] >> digit - 1 & 1)
            if ruled and all(way):
                yield Deduction(_way_said(speech, before[start:], way, ruled), ruled)
                break


def _reached(cells: Sequence[int], relation: Sequence[int], masks: list[int]) -> list[int]:
    """Return what the relation leaves for each cell, from the first to the last."""
    found = [masks[cells[0]]]
    for cell in cells[1:]:
        able = 0
        for digit in digits_in(found[-1]):
            able |= relation[digit - 1]
        found.append(able if cell == cells[-1] else able & masks[cell])
    return found


def _reversed(relation: Sequence[int]) -> list[int]:
    """Return the digits that may stand before each."""
    return [
        sum(1 << one for one, able in enumerate(relation) if able >> two & 1)
        for two in range(len(relation))
    ]


def _way_said(
    speech: Speech, cells: Sequence[int], way: list[int], ruled: frozenset[Candidate]
) -> str:
    """Return what each cell of a line leaves for the next."""
    said = [held_said(speech, cell, mask) for cell, mask in zip(cells[:-1], way, strict=False)]
    return speech.say(
        "{said}, so {effect}.",
        "{said}，所以 {effect}。",
        said=speech.say(", so ", "，于是 ").join(said),
        effect=losses(speech, sorted(ruled)),
    )


def terms(speech: Speech, cells: Sequence[int], weights: dict[int, int]) -> str:
    """Return cells with their weights, where these are not 1."""
    heavy = any(abs(weights[cell]) != 1 for cell in cells)
    if not heavy:
        return speech.cells(cells)
    return speech.joined(
        [
            ("" if abs(weights[cell]) == 1 else f"{abs(weights[cell])}*") + speech.cell(cell)
            for cell in cells
        ]
    )


def held_said(speech: Speech, cell: int, mask: int) -> str:
    """Return what a cell can only be, or is."""
    if cell in speech.cell_of_label:
        digits = digits_in(mask)
        return speech.choice([cell], digits) if digits[1:] else speech.gain([cell], digits[0])
    return speech.say(
        "{cell} {verb} {digits}",
        "{cell} {verb} {digits}",
        cell=speech.cell(cell),
        verb=speech.say("can only be", "只能是") if mask & mask - 1 else speech.say("is", "是"),
        digits=span(speech, mask),
    )


def span(speech: Speech, mask: int) -> str:
    """Return digits as a list, with runs of three or more as ``2 to 5``."""
    parts = []
    for _, run in groupby(enumerate(digits_in(mask)), key=lambda pair: pair[1] - pair[0]):
        digits = [digit for _, digit in run]
        if len(digits) < 3:
            parts += [speech.digit(digit) for digit in digits]
        else:
            ends = speech.digit(digits[0]), speech.digit(digits[-1])
            parts.append(speech.say(" to ", " 至 ").join(ends))
    return speech.joined(parts, "or")
