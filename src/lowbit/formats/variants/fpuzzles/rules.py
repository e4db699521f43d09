"""The rules of a puzzle in sentences, for people who open a link to it.

f-puzzles names the rules that it draws nothing for, but SudokuPad shows only a drawing and a text.
A puzzle without rules of its own is therefore written with the usual ones. They follow from the
other keys, so `reading` can tell them from rules that somebody wrote.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from lowbit.formats.variants.boards import usual_tiles
from lowbit.formats.variants.fpuzzles.drawings import usual_whisper

if TYPE_CHECKING:
    from collections.abc import Iterator

    Data = dict[str, Any]

SENTENCES: Final = {
    "diagonal+": "Digits on the rising diagonal do not repeat.",
    "diagonal-": "Digits on the falling diagonal do not repeat.",
    "extraregion": "Digits in a shaded region do not repeat.",
    "disjointgroups": "Digits in the same position of different boxes do not repeat.",
    "antiknight": "Cells a knight's move apart hold different digits.",
    "antiking": "Cells that touch at a corner hold different digits.",
    "killercage": "Digits in a cage do not repeat, and add up to the number in its corner.",
    "littlekillersum": (
        "Digits along an arrow outside the grid add up to the number at its tail; they may repeat."
    ),
    "arrow": "Digits along an arrow add up to the digit, or the two-digit number, in its circle.",
    "thermometer": "Digits along a thermometer rise from the bulb.",
    "slowthermometer": "Digits along a blue thermometer rise from the bulb or stay the same.",
    "palindrome": "A grey line reads the same in both directions.",
    "renban": "Digits on a purple line are consecutive and do not repeat, in any order.",
    "nabner": "No two digits on a yellow line are equal or consecutive.",
    "betweenline": (
        "Digits on a line between two circles lie strictly between the digits in the circles."
    ),
    "doublearrow": (
        "Digits on a pink line add up to the sum of the digits in the circles at its ends."
    ),
    "regionsumline": "Box borders divide a blue line into parts with the same sum.",
    "entropicline": (
        "Any three successive cells of a peach line hold a low, a middle and a high digit."
    ),
    "modularline": (
        "Any three successive cells of a teal line hold digits that leave different remainders "
        "when divided by 3."
    ),
    "zipperline": (
        "Digits on a lavender line at equal distance from its middle add up to the same sum: "
        "that of the middle cell, if there is one."
    ),
    "difference": (
        "Digits on either side of a white dot differ by 1, or by the number in the dot."
    ),
    "ratio": (
        "Of the digits on either side of a black dot, one is twice the other, or as many times "
        "the other as the number in the dot says."
    ),
    "xv": "Digits on either side of an X add up to 10, on either side of a V to 5.",
    "quadruple": "Digits in a circle on a corner occur among the four cells around it.",
    "clone": "Shaded groups of the same shape hold the same digits in the same places.",
    "even": "A cell with a grey square holds an even digit.",
    "odd": "A cell with a grey circle holds an odd digit.",
    "minimum": (
        "A grey cell with signs that open outwards holds a lower digit than the cells beside it."
    ),
    "maximum": (
        "A grey cell with signs that open inwards holds a higher digit than the cells beside it."
    ),
    "rowindexer": (
        "The digit in a green cell of row R is the row of its column in which the digit R stands."
    ),
    "columnindexer": (
        "The digit in a red cell of column C is the column of its row in which the digit C stands."
    ),
    "boxindexer": (
        "The digit in a blue cell at place P of its box is the place of the box at which the digit "
        "P stands."
    ),
    "sandwichsum": (
        "A number outside the grid is the sum of the digits between the 1 and the {size} in its "
        "row or column."
    ),
    "xsum": (
        "A number in a circle outside the grid is the sum of the first X digits from there, where "
        "X is the first of them."
    ),
    "skyscraper": (
        "A number in a rectangle outside the grid is how many digits are higher than all before "
        "them, seen from there."
    ),
}
"""The rule of each key, except those whose rule depends on a number or another key."""

LOCKOUT: Final = (
    "Digits in the diamonds at the ends of a line differ by at least {number}; digits between them "
    "on the line are below both or above both."
)
WHISPERS: Final = "Neighbouring digits on {color} line differ by at least {number}."
CANDIDATES: Final = "A cell with small digits holds one of them."


def rules_of(data: Data) -> str:
    """Return the usual rules of a puzzle in f-puzzles' JSON, without regard to its own.

    Examples
    --------
    >>> rules_of({"grid": [[{}] * 4] * 4, "antiknight": True})
    "Normal Sudoku rules apply. Cells a knight's move apart hold different digits."
    """
    size = len(data["grid"])
    cells = [cell or {} for cell in chain.from_iterable(data["grid"])]
    said = [
        _of_houses(cells, size),
        *(SENTENCES[key].format(size=size) for key in SENTENCES if data.get(key)),
        *_of_numbered_lines(data, size),
        *_of_neighbours(data),
    ]
    if any("givenPencilMarks" in cell for cell in cells):
        said.append(CANDIDATES)
    return " ".join(said)


def _of_houses(cells: list[Data], size: int) -> str:
    regions = {cell["region"] for cell in cells if "region" in cell}
    if regions - {None}:
        return "Each row, column and outlined region holds each digit once."
    if regions or not usual_tiles(size, size):
        return "Each row and column holds each digit once."
    return "Normal Sudoku rules apply."


def _of_numbered_lines(data: Data, size: int) -> Iterator[str]:
    for number in _numbers(data.get("lockout")):
        yield LOCKOUT.format(number=number)
    for number in _numbers(data.get("whispers")):
        color = "a green" if number >= usual_whisper(size) else "an orange"
        yield WHISPERS.format(color=color, number=number)


def _numbers(items: list[Data] | None) -> list[int]:
    said = (str(item.get("value")) for item in items or ())
    return sorted({int(number) for number in said if number.isdecimal()})


def _of_neighbours(data: Data) -> Iterator[str]:
    """Yield the rules for cells side by side that have no mark between them."""
    dot = " without a dot between them" if data.get("difference") or data.get("ratio") else ""
    if data.get("nonconsecutive"):
        yield f"Cells side by side{dot} never hold consecutive digits."
    if "ratio" in (data.get("negative") or ()):
        yield f"Of cells side by side{dot}, none holds twice the digit of the other."
    if "xv" in (data.get("negative") or ()):
        yield "All X and V are given: digits side by side without one never add up to 5 or 10."
