"""Texts that a kernel reads: it encodes them as the puzzles that the format reads."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import CLASSIC, Status, read_puzzle
from lowbit.kernels.variants.encoding import encoded_puzzle
from lowbit.kernels.variants.vocabulary import KINDS, encode_texts
from support import seeded

if TYPE_CHECKING:
    from random import Random

KILLER = ".Cage~10~R1C1~R1C2~R2C1.Cage~0~R9C8~R9C9.~R5C5_3~R6C6_1_2"
EVERY_ITEM = [
    KILLER,
    ".Thermo~R1C1~R2C2~R3C3.Whisper~R9C1~R8C1~R7C1.Thermo~R4C1~R4C2",
    ".Arrow~R1C1~R1C2~R1C3.LittleKiller~23~R1C5.LittleKiller~9~R9C9.LittleKiller~40~R1C9",
    ".WhiteDot~R1C1~R1C2.BlackDot~R2C2~R1C2.X~R9C9~R8C9.V~R5C5~R5C6.GreaterThan~R3C3~R3C4",
    ".AntiKnight.AntiKing.Diagonal~1.Diagonal~-1.~R1C1_1",
    ".Windoku.DisjointSets.Cage~3~R1C1~R1C2.AntiKnight",
]
OTHER_TEXTS = [
    "",
    ".",
    "..",
    "." * 81,
    ".~",
    ".Cage",
    ".Cage~10",
    ".Cage~~R1C1",
    ".Cage~10~",
    ".Cage~10~R1C1~",
    ".Cage~10~R1C1~R1C1",
    ".Cage~-3~R1C1~R1C2",
    ".Cage~12345~R1C1~R1C2",
    ".Cage~10~R0C1~R1C2",
    ".Cage~10~R1Ca~R1C2",
    ".Cage~10~R1C1 ~R1C2",
    ".Cages~10~R1C1~R1C2",
    ".Cag~10~R1C1~R1C2",
    ".Thermo~R1C1",
    ".Thermo~R1C1~R1C2~R1C1",
    ".Whisper~4~R1C1~R1C2",
    ".WhiteDot~R1C1~R1C3",
    ".WhiteDot~R1C9~R2C1",
    ".WhiteDot~R1C1~R1C2~R1C3",
    ".LittleKiller~10~R5C5",
    ".LittleKiller~10~R1C5~R1C6",
    ".AntiKnight~1",
    ".Diagonal~2",
    ".Diagonal",
    ".~R1C1",
    ".~R1C1_0",
    ".~R1C1_12",
    ".~R1C1_1_",
    ".~R1C1_1~",
    ".Shape~4x4.Cage~3~R1C1~R1C2",
    ".Or.Cage~3~R1C1~R1C2.Cage~3~R1C1~R2C1.End",
    ".Jigsaw~" + "A" * 81,
    "Cage~10~R1C1~R1C2",
    "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight.~R1C1_1",
]


def require_same(texts: list[str]) -> int:
    """Compare the encodings of the kernel with those of puzzles; return how many it reads."""
    encoded, places, roots, rows = encode_texts(texts)
    for at, row in enumerate(rows):
        puzzle = read_puzzle(texts[row])
        assert puzzle.geometry == CLASSIC
        assert list(encoded[places[at] : places[at + 1]]) == list(
            encoded_puzzle(puzzle.geometry, puzzle.constraints)
        ), texts[row]
        assert tuple(roots[at]) == puzzle.grid.allowed
    return len(rows)


def test_the_known_items_are_said_as_the_format_says_them() -> None:
    named = {item.split("~")[0] for text in EVERY_ITEM for item in text.split(".")}
    assert {name.split("~")[0] for name in KINDS} == named
    assert require_same(EVERY_ITEM) == len(EVERY_ITEM)


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_what_the_kernel_does_not_know_is_left_to_the_format(text: str) -> None:
    assert len(encode_texts([text])[3]) == 0
    assert list(encode_texts([KILLER, text, KILLER])[3]) == [0, 2]


def test_damaged_texts() -> None:
    rng = seeded("damaged")
    texts = [damaged(rng.choice(EVERY_ITEM), rng) for _ in range(4000)]
    assert 200 < require_same(texts) < 3800


def damaged(text: str, rng: Random) -> str:
    """Return a text with some letters changed, left out or put in."""
    letters = [*text]
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(letters))
        letters[at : at + rng.randrange(2)] = rng.choice([*"0123456789RC~._-", ""])
    return "".join(letters)


def test_a_long_text_fits() -> None:
    pairs = chain.from_iterable(((f"R{r}C1", f"R{r}C2") for r in range(1, 10)) for _ in range(400))
    text = "".join(f".X~{one}~{other}" for one, other in pairs)
    assert require_same([text, ".AntiKnight" * 50 + ".~R1C1_1", text]) >= 2


def test_batches_mix_texts_of_both_kinds_with_puzzles() -> None:
    other = ".Shape~4x4.Cage~3~R1C1~R1C2"
    batch = [KILLER, read_puzzle(KILLER), other, ".Cage~10~R1C1~R1C1x", "." * 81, KILLER, "é~."]
    result = lowbit.solve_many(batch, threads=1)
    assert result[0] == result[1] == result[5]
    assert result[2].solution is not None
    assert result[2].solution.geometry.size == 4
    assert [each.status == Status.INVALID for each in result] == [row in {3, 6} for row in range(7)]
    assert result.reasons[3] == "'R1C1x' is not a cell of this board"
    assert np.array_equal(lowbit.solve_many(batch, threads=3).solutions, result.solutions)


def test_a_board_that_is_named_is_asked_for() -> None:
    assert lowbit.solve_many([KILLER], geometry="9x9")[0].status == Status.SEVERAL
    assert lowbit.solve_many([KILLER], geometry="4x4").reasons[0] == (
        "this puzzle lies on 9x9, not on 4x4"
    )
