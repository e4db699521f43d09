"""Rows of numbers from 1 to 16, as grids with more than nine digits are often written."""

from __future__ import annotations

import pytest

from lowbit import Grid, read
from lowbit.errors import LowbitError
from lowbit.formats import sniff
from lowbit.verbs.puzzles import grid_of
from support import seeded

STYLES = {
    "zeros": ("0", " ", 0),
    "aligned": (".", " ", 2),
    "wide blanks": ("..", " ", 2),
    "tabs": ("", "\t", 0),
    "commas": ("", ",", 0),
    "commas and zeros": ("0", ", ", 0),
    "semicolons": ("", ";", 0),
    "floats": ("nan", ",", 0),
}
SIZES = (10, 12, 16, 25)


def random_digits(size: int, most: int = 25) -> list[int]:
    """Return digits of cells, those of the first row at most `most`."""
    rng = seeded(size)
    digits = [rng.randint(0, size) * rng.randint(0, 1) for _ in range(size * size)]
    return [digit if digit <= most else 0 for digit in digits[:size]] + digits[size:]


def text_of(digits: list[int], style: str) -> str:
    size = round(len(digits) ** 0.5)
    blank, between, width = STYLES[style]
    suffix = ".0" if style == "floats" else ""
    cells = [f"{digit}{suffix}" if digit else blank for digit in digits]
    rows = [cells[at : at + size] for at in range(0, len(cells), size)]
    return "".join(f"{between.join(cell.rjust(width) for cell in row)}\n" for row in rows)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_named", [False, True])
def test_grids_of_numbers(size: int, style: str, *, is_named: bool) -> None:
    digits = random_digits(size)
    text = text_of(digits, style)
    board = f"{size}x{size}" if is_named else None
    grids = read((f"{text}\n" * 3).splitlines(), geometry=board)
    assert grids == [Grid(digits, f"{size}x{size}")] * 3


def test_rules_between_boxes() -> None:
    digits = random_digits(16)
    rows = text_of(digits, "aligned").splitlines()
    drawn = [" ".join([r[:12], "|", r[12:24], "|", r[24:36], "|", r[36:]]) for r in rows]
    lines = [line for at in range(0, 16, 4) for line in [*drawn[at : at + 4], "-----+-----"]]
    assert read(lines) == [Grid(digits, "16x16")]


@pytest.mark.parametrize("style", STYLES)
def test_a_first_row_of_small_digits_is_no_4x4(style: str) -> None:
    digits = random_digits(16, most=4)
    assert read(text_of(digits, style).splitlines()) == [Grid(digits, "16x16")]


def test_a_first_row_with_one_digit_is_no_number_of_grids() -> None:
    rows = ["\t\t\t4\t\t\t\t\t", *["5\t3\t\t\t7\t\t\t\t"] * 8]
    assert read(rows) == [Grid("...4....." + "53..7...." * 8)]


def test_lines_of_4x4_stay_lines() -> None:
    lines = ["1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 0", "1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,"] * 20
    assert read(lines) == [Grid("123434122143432.", "4x4")] * 40


def test_words_of_candidates_stay_candidates() -> None:
    rows = ["12 16 " + ". " * 14] + [". " * 15 + "3A"] + [". " * 16] * 14
    (grid,) = map(grid_of, read(rows, geometry="16x16"))
    assert grid.candidates_of(0) == (1, 2)
    assert grid.allowed[31] == 1 << 2 | 1 << 9


@pytest.mark.parametrize("word", ["17", "x", "100"])
def test_a_wrong_number_is_named(word: str) -> None:
    rows = text_of(random_digits(16), "aligned").splitlines()
    rows[9] = f"{word} {rows[9][3:]}"
    rows[0] = f"10 {rows[0][3:]}"
    assert sniff(rows, geometry="16x16") == "board"
    with pytest.raises(LowbitError, match=r"line 10"):
        read(rows, geometry="16x16")


@pytest.mark.parametrize("row", ["4 -1 -1", "4,-1,-1", "4, -1, -1", "4;-1;-1", '"4","-1","-1"'])
@pytest.mark.parametrize("size", [4, 9, 12])
@pytest.mark.parametrize("name", [None, "board"])
def test_a_number_below_0_is_never_read_as_a_digit(size: int, row: str, name: str | None) -> None:
    between = row[row.index("4") + 1 : row.index("-")]
    row = row.rstrip('"') + f"{between}-1" * (size - 3) + '"' * row.endswith('"')
    with pytest.raises(LowbitError, match=r"-1"):
        read([row] * size, format=name, geometry=f"{size}x{size}")
