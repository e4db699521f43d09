"""The words for the facts of a step: cells, digits, houses and the effect, in one language."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from lowbit.constraints.chaos import ChaosConstruction
from lowbit.techniques.board_masks import digits_in, mask_of, members
from lowbit.techniques.wording.notation import cells_text
from lowbit.techniques.wording.words import HOUSES_ZH, house_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from lowbit.techniques.board_masks import Candidate
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Role, Step

MOST_NAMED: Final = 8
"""The most cells that are named one by one; more are told row by row, as notation has them."""

JOINTS: Final = {"en": {"and": "and", "or": "or"}, "zh": {"and": "和", "or": "或"}}
COMMAS: Final = {"en": ", ", "zh": "、"}
PLURALS: Final = {"row": "rows", "column": "columns", "box": "boxes"}
NUMBERS: Final = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    "zh": ("零", "一", "两", "三", "四", "五", "六", "七", "八", "九"),
}


BETWEEN_HAN: Final = re.compile("(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
"""Spaces that set off nothing: between Chinese characters."""


class Speech:
    """A step in the position that it is taken in, in the words of a language.

    The facts that sentences are made of come as words, ready to stand in a sentence of either
    language; `say` chooses the sentence.

    Parameters
    ----------
    step : Step
        The step.
    position : Position
        The position before it.
    language : {'en', 'zh'}
        The language.
    is_whole : bool, default False
        Whether all claims of a long proof are told.
    tell_chains : callable, optional
        Tells the chains of a step in sentences, for chains within chains.
    prefix : str, default ''
        What stands before the numbers of claims: in chains within others, the number of their own.

    Examples
    --------
    >>> from lowbit.grid import Grid
    >>> from lowbit.techniques.position import Position
    >>> from lowbit.techniques.step import Step
    >>> speech = Speech(Step("naked-single", ((4, 5),)), Position(Grid("." * 81)), "en")
    >>> speech.cells([1, 2, 12]), speech.digits(0b110, "or"), speech.houses([0, 3])
    ('r1c2, r1c3 and r2c4', '2 or 3', 'rows 1 and 4')
    >>> speech.say("So {effect}.", "因此 {effect}。", effect=speech.effect())
    'So r1c5 is 5.'
    """

    def __init__(  # noqa: PLR0913 - all but three by name
        self,
        step: Step,
        position: Position,
        language: str,
        *,
        is_whole: bool = False,
        tell_chains: Callable[[Speech], Iterator[str]] | None = None,
        prefix: str = "",
    ) -> None:
        self.step = step
        self.position = position
        self.language = language
        self.is_whole = is_whole
        self.tell_chains = tell_chains
        self._prefix = prefix
        self.board = position.board
        self.geometry = position.geometry

    def say(self, english: str, chinese: str, **parts: str) -> str:
        """Return a sentence in the language, with its parts filled in."""
        if self.language != "zh":
            return english.format(**parts)
        return BETWEEN_HAN.sub("", chinese.format(**parts))

    def joined(self, words: Sequence[str], joint: str = "and") -> str:
        """Return words as a list: with commas, and the joint before the last."""
        if len(words) < 2:
            return "".join(words)
        listed, last, word = (
            COMMAS[self.language].join(words[:-1]),
            words[-1],
            JOINTS[self.language][joint],
        )
        before, after = (" " if char.isascii() else "" for char in (listed[-1], last[0]))
        return f"{listed}{before}{word}{after}{last}"

    def clauses(self, clauses: Sequence[str]) -> str:
        """Return clauses as one: with a comma, and the last after ``and``."""
        *others, last = clauses
        if not others:
            return last
        return self.say(
            "{others}, and {last}",
            "{others}，{last}",
            others=(", " if self.language == "en" else "，").join(others),
            last=last,
        )

    def within(self, number: int, step: Step, position: Position) -> Speech:
        """Return the speech of chains by which a claim with a number follows."""
        return Speech(
            step,
            position,
            self.language,
            is_whole=self.is_whole,
            tell_chains=self.tell_chains,
            prefix=f"{self._prefix}{number}.",
        )

    def numbered(self, number: int) -> str:
        """Return the number of a claim in brackets."""
        return f"({self._prefix}{number})"

    def number(self, n: int) -> str:
        """Return a small number as a word."""
        words = NUMBERS[self.language]
        return words[n] if n < len(words) else str(n)

    def cells(self, cells: int | Iterable[int], joint: str = "and") -> str:
        """Return cells, a set or a list, by their names."""
        listed = members(cells) if isinstance(cells, int) else tuple(cells)
        if len(listed) > MOST_NAMED:
            return cells_text(self.geometry, listed)
        return self.joined([self.geometry.cell_name(cell) for cell in listed], joint)

    def cell(self, cell: int) -> str:
        """Return the name of a cell."""
        return self.geometry.cell_name(cell)

    def digit(self, digit: int) -> str:
        """Return the symbol of a digit."""
        return self.geometry.symbols[digit - 1]

    def digits(self, digits: int | Iterable[int], joint: str = "and") -> str:
        """Return digits, a set or a list, by their symbols."""
        listed = digits_in(digits) if isinstance(digits, int) else tuple(digits)
        return self.joined([self.digit(digit) for digit in listed], joint)

    def house(self, house: int) -> str:
        """Return the name of a house."""
        return house_name(self.geometry, house, self.language)

    def houses(self, houses: Sequence[int], joint: str = "and") -> str:
        """Return houses by their names; those of one kind share its word."""
        houses = sorted(houses)
        found = [self.geometry.houses[house] for house in houses]
        kinds = {(house.kind, house.grid) for house in found}
        if len(found) < 2 or len(kinds) > 1 or found[0].grid or found[0].kind not in HOUSES_ZH:
            return self.joined([self.house(house) for house in houses], joint)
        numbers = [str(house.index + 1) for house in found]
        if self.language == "zh":
            listed = "、".join(numbers) if joint == "and" else self.joined(numbers, joint)
            return f"第 {listed} {HOUSES_ZH[found[0].kind]}"
        return f"{PLURALS[found[0].kind]} {self.joined(numbers, joint)}"

    def those(self, houses: Sequence[int]) -> str:
        """Return houses that were named before: ``these columns``; by name if of several kinds."""
        kinds = {self.geometry.houses[house].kind for house in houses}
        kind = kinds.pop()
        if kinds or len(houses) < 2 or kind not in HOUSES_ZH:
            return self.houses(houses)
        return self.say("these {kinds}", "这些{kind}", kinds=PLURALS[kind], kind=HOUSES_ZH[kind])

    def effect(self) -> str:
        """Return the effect of the step: ``r1c1 is 5``, ``r1c2 and r1c3 cannot be 3 or 4``."""
        parts = [self.gain(cells, digit) for digit, cells in self._placed().items()]
        parts += [self.loss(cells, digits) for digits, cells in self._lost().items()]
        return self.clauses(parts)

    @cached_property
    def cell_of_label(self) -> dict[int, int]:
        """The cell of each label, that is, of the number of a region that is to be found."""
        found = (one for one in self.position.constraints if isinstance(one, ChaosConstruction))
        pairs = (pair for one in found for pair in one.own_regions(self.geometry))
        return {label: cell for cell, label in pairs}

    def gain(self, cells: Sequence[int], digit: int) -> str:
        """Return that some cells are a digit, or in its region."""
        return self._held(
            cells,
            self.digit(digit),
            ("{cells} {verb} {digits}", "{cells} 填 {digits}"),
            ("{cells} {verb} in region {digits}", "{cells} 在区域 {digits}"),
        )

    def choice(self, cells: Iterable[int], digits: Iterable[int]) -> str:
        """Return that some cells can only be one of some digits, or in one of their regions."""
        return self._held(
            cells,
            self.digits(digits, "or"),
            ("{cells} can only be {digits}", "{cells} 只能是 {digits}"),
            ("{cells} can only be in region {digits}", "{cells} 只能在区域 {digits}"),
        )

    def loss(self, cells: Iterable[int], digits: Iterable[int]) -> str:
        """Return that some cells cannot be any of some digits, or in any of their regions."""
        return self._held(
            cells,
            self.digits(digits, "or"),
            ("{cells} cannot be {digits}", "{cells} 不能是 {digits}"),
            ("{cells} cannot be in region {digits}", "{cells} 不能在区域 {digits}"),
        )

    def _held(
        self,
        cells: Iterable[int],
        digits: str,
        of_cells: tuple[str, str],
        of_labels: tuple[str, str],
    ) -> str:
        """Return a sentence about some cells; where they are labels, about the cells of these."""
        own: dict[bool, list[int]] = {}
        for cell in cells:
            own.setdefault(cell in self.cell_of_label, []).append(
                self.cell_of_label.get(cell, cell)
            )
        parts = [
            self.say(
                *(of_labels if are_labels else of_cells),
                cells=self.cells(found),
                digits=digits,
                verb="is" if len(found) == 1 else "are",
            )
            for are_labels, found in own.items()
        ]
        return self.clauses(parts)

    def so(self) -> str:
        """Return the effect as a sentence."""
        return self.say("So {effect}.", "因此 {effect}。", effect=self.effect())

    def _placed(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for cell, digit in sorted(self.step.placements):
            found.setdefault(digit, []).append(cell)
        return found

    def _lost(self) -> dict[tuple[int, ...], list[int]]:
        by_cell: dict[int, list[int]] = {}
        for cell, digit in sorted(self.step.eliminations):
            by_cell.setdefault(cell, []).append(digit)
        found: dict[tuple[int, ...], list[int]] = {}
        for cell, digits in by_cell.items():
            found.setdefault(tuple(digits), []).append(cell)
        return found

    def marked(self, *roles: Role) -> int:
        """Return the set of the cells that have one of some roles."""
        return mask_of({mark.cell for mark in self.step.marks if mark.role in roles})

    def marked_digits(self, *roles: Role) -> int:
        """Return the set of the digits that have one of some roles."""
        found = {mark.digit for mark in self.step.marks if mark.role in roles and mark.digit}
        return mask_of(digit - 1 for digit in found)

    def with_role(self, role: Role) -> list[int]:
        """Return the houses of a role."""
        return [mark.house for mark in self.step.houses if mark.role is role]

    def candidates(self, cells: int) -> int:
        """Return the candidates of some cells, together."""
        found = 0
        for cell in members(cells):
            found |= self.position.cells[cell]
        return found

    def places(self, digit: int, house: int) -> int:
        """Return the places of a digit in a house."""
        return self.position.places[digit] & self.board.houses[house]

    @property
    def changed(self) -> tuple[Candidate, ...]:
        """The candidates that the step places and eliminates."""
        return (*self.step.placements, *self.step.eliminations)

    def changed_cells(self) -> int:
        """Return the set of the cells that the step changes."""
        return mask_of({cell for cell, _ in self.changed})


def first(cells: int) -> int:
    """Return the first of a set of cells."""
    return next(iter(members(cells)))
