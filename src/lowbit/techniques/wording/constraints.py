"""Constraints in words, and the sentences of the steps that follow from them."""

from __future__ import annotations

from dataclasses import fields
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

from lowbit.constraints.base import names_cells
from lowbit.constraints.chaos import CLUES, ChaosConstruction
from lowbit.constraints.sums import Cage, Sum
from lowbit.techniques.wording.notation import cells_text, digits_text
from lowbit.techniques.wording.words import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from dataclasses import Field

    from lowbit.constraints import Constraint
    from lowbit.geometry import Geometry
    from lowbit.techniques.step import Mark, Step

NAMES: Final = {
    "rule-of-45": ("rule of 45", "45 法则"),
    "innies-and-outies": ("innies and outies", "内外格法则"),
    "constraint-locked": ("digit that a constraint needs", "约束必含数"),
    "shared-house": ("sums that share a house", "同区和组合"),
    "constraint-contradiction": ("contradiction by constraints", "约束反证"),
    "constraint-cases": ("cases by constraints", "约束分情况"),
    "constraint-nested": ("nested contradiction by constraints", "约束嵌套反证"),
}
"""The names of the steps that are not named after their constraint, in English and in Chinese."""

BY_ONE: Final = ("what one constraint rules out", "单个约束的排除")
"""The name of all steps that are named after their constraint."""

SLUGS: Final = frozenset({"constraint", *NAMES})
"""The slugs of all steps by constraints: they are no techniques of the plain board."""

MOST_LISTED: Final = 6
"""The cells that are listed in their order; more are told row by row."""


MOST_PAIRS: Final = 12
"""The pairs of a relation that are listed; of more only their number is told."""


def in_words(constraint: Constraint, geometry: Geometry) -> str:
    """Return the name of a constraint, and all cells and numbers that it names.

    Examples
    --------
    >>> from lowbit.constraints import Arrow, Cage, Or, Thermometer
    >>> from lowbit.geometry import CLASSIC
    >>> in_words(Cage((0, 1, 9), 15), CLASSIC), in_words(Arrow((40,), (41, 42)), CLASSIC)
    ('killer cage: r1c1 r1c2 r2c1, total 15', 'arrow: circle r5c5, shaft r5c6 r5c7')
    >>> in_words(Or([Thermometer((0, 1)), Thermometer((1, 0), slow=True)]), CLASSIC)
    'either of several constraints: thermometer: r1c1 r1c2; thermometer: r1c2 r1c1, slow'
    """
    parts = getattr(constraint, "constraints", None)
    if parts:
        said = "; ".join(_part_in_words(part, geometry) for part in parts)
    else:
        said = ", ".join(_fields_in_words(constraint, geometry))
    return ": ".join(filter(None, [constraint.title.english, said]))


def _part_in_words(part: Constraint, geometry: Geometry) -> str:
    """Return a part in words; in brackets where it has parts itself."""
    said = in_words(part, geometry)
    return f"({said})" if getattr(part, "constraints", None) else said


def _fields_in_words(constraint: Constraint, geometry: Geometry) -> Iterator[str]:
    named = [each.name for each in fields(constraint) if names_cells(each)]
    is_plain = len(named) == 1 and named[0] != "marked"
    for each in fields(constraint):
        value = getattr(constraint, each.name)
        if names_cells(each):
            if value != ():
                yield ("" if is_plain else f"{each.name} ") + _named_cells(value, geometry)
        elif value is True:
            yield each.name
        elif value is not None and value is not False and value != ():
            yield _number_in_words(each, value)


def _named_cells(cells: Any, geometry: Geometry) -> str:  # noqa: ANN401 - a cell, cells, or groups of them
    if isinstance(cells, int):
        return geometry.cell_name(cells)
    between = " / " if cells and isinstance(cells[0], tuple) else " "
    return between.join(_named_cells(cell, geometry) for cell in cells)


def _number_in_words(field: Field[Any], value: Any) -> str:  # noqa: ANN401 - as the field has it
    if not isinstance(value, tuple):
        return f"{field.name} {value}"
    if not isinstance(value[0], tuple):
        return f"{field.name} {' '.join(map(str, value))}"
    if field.name == "pairs" and len(value) <= MOST_PAIRS:
        return f"pairs {' '.join(starmap('{}-{}'.format, value))}"
    return f"{len(value)} {field.name}"


def constraint_name(step: Step, language: str) -> str:
    """Return the name of a step by a constraint.

    Examples
    --------
    >>> from lowbit.constraints import Thermometer
    >>> from lowbit.techniques.step import Step
    >>> constraint_name(Step("constraint", constraint=Thermometer((0, 1))), "en")
    'thermometer'
    """
    if step.technique in NAMES or step.constraint is None:
        return NAMES[step.technique][language == "zh"]
    return step.constraint.title[language == "zh"]


def constraint_text(step: Step, geometry: Geometry, house: str, language: str) -> str:
    """Return the constraint from which a step follows, and the digits that fit into it.

    Examples
    --------
    >>> from lowbit.constraints import Cage
    >>> from lowbit.geometry import CLASSIC
    >>> from lowbit.techniques.step import Step
    >>> cage = Step("constraint", constraint=Cage((0, 1), 5), sets=((1, 4), (2, 3)))
    >>> constraint_text(cage, CLASSIC, "", "en")
    '5 in r1c12, 14 or 23'
    """
    constraint, words = step.constraint, words_of(language)
    if step.shares:
        cells = (cells_text(geometry, share.cells) for share in step.shares if share.total)
        return words["comma"].join([house, *cells])
    if step.cases:
        return words["or"].join(_assumption(mark, geometry) for mark in step.marks)
    if constraint is None:
        return _trial_text(step, geometry)
    numbers = [
        str(getattr(constraint, each.name))
        for each in fields(constraint)
        if not names_cells(each) and type(getattr(constraint, each.name)) is int
    ]
    where = "" if constraint.is_global else _cells(constraint, geometry)
    what = words["in"].join(filter(None, [" ".join(numbers), where]))
    sets = words["or"].join(digits_text(geometry, digits) for digits in step.sets)
    return words["comma"].join(filter(None, [what, house, sets]))


def _trial_text(step: Step, geometry: Geometry) -> str:
    """Return the assumption of a trial, and the cells where it fails: ``r1c1=5 -> r2c2``."""
    wrong, *failing = step.marks
    cells = cells_text(geometry, [mark.cell for mark in failing])
    return f"{_assumption(wrong, geometry)} -> {cells}"


def _assumption(mark: Mark, geometry: Geometry) -> str:
    """Return a candidate as an equation: ``r1c1=5``."""
    return f"{geometry.cell_name(mark.cell)}={geometry.symbols[mark.digit - 1]}"


def _cells(constraint: Constraint, geometry: Geometry) -> str:
    """Return the cells of a constraint, few in their order unless it means nothing."""
    if isinstance(constraint, ChaosConstruction) and constraint.is_usual:
        return ""
    if isinstance(constraint, CLUES):
        return geometry.cell_name(constraint.cell)
    cells = constraint.cells_on(geometry)
    if len(cells) > MOST_LISTED or isinstance(constraint, (Cage, Sum)):
        return cells_text(geometry, cells)
    return " ".join(map(geometry.cell_name, cells))
