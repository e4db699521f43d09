"""Texts that a kernel reads: it encodes them as the puzzles that the format reads."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
import pytest

import lowbit
from lowbit import CLASSIC, Status, read_puzzle
from lowbit.constraints.automata import automaton_of
from lowbit.formats.variants.iss.grammar import GROUPS
from lowbit.formats.variants.iss.items import READERS
from lowbit.formats.variants.iss.nfa import write_nfa
from lowbit.formats.variants.iss.reading import BOARD_ITEMS, board_of_text
from lowbit.kernels.variants.programs.encoding import encoded_puzzle
from lowbit.kernels.variants.texts.layout import BOARD
from lowbit.kernels.variants.texts.vocabulary import FORMS, encode_texts
from support import seeded

if TYPE_CHECKING:
    from random import Random

    from lowbit.geometry import Geometry

KILLER = ".Cage~10~R1C1~R1C2~R2C1.Cage~0~R9C8~R9C9.~R5C5_3~R6C6_1_2"
EVEN = write_nfa(
    automaton_of(0, lambda odd, value: (odd + value) % 2, lambda odd: not odd, range(1, 10))
)
"""The automaton of an even sum."""

BY_SEGMENTS = write_nfa(
    automaton_of(0, lambda odd, value: (odd + value) % 2, lambda odd: not odd, range(1, 11))
)
"""The same, with a break between segments for a 10."""

BY_CELLS = [
    KILLER,
    ".Thermo~R1C1~R2C2~R3C3.Whisper~R9C1~R8C1~R7C1.Whisper~4~R9C1~R8C1.Thermo~R4C1~R4C2",
    ".Arrow~R1C1~R1C2~R1C3.LittleKiller~23~R1C5.LittleKiller~9~R9C9.LittleKiller~40~R1C9",
    ".PillArrow~2~R1C2~R1C1~R1C3~R2C3.PillArrow~3~R4C4~R5C4~R3C4~R2C4~R1C4~R1C5",
    ".WhiteDot~R1C1~R1C2.BlackDot~R2C2~R1C2.X~R9C9~R8C9.V~R5C5~R5C6.GreaterThan~R3C3~R3C4",
    ".GreaterThan~R3C3~R3C4~R4C3~R9C9~R3C2.WhiteDot~R9C9~R9C8~R8C8",
    ".AllDifferent~R1C1~R5C5~R9C9~R9C1.Renban~R4C4~R5C5~R6C4.Palindrome~R1C1~R2C2~R3C3~R3C4",
    ".Sum~12~R1C1~R5C5~R9C8.Sum~9_=_1_2_-1~R4C1~R2C2~R1C3.EqualSum~R1C1~R1C2~~R9C9~R9C8~R8C7",
    ".ContainExact~1_2~R3C3~R2C3~R5C5.ContainAtLeast~1_1~R1C1~R9C9~R5C5.Quad~R8C8~1~2.Quad~R1C1~5",
    ".CountDistinct~R9C1~R1C1~R1C2~R5C5.DoubleArrow~R9C9~R8C8~R7C7~R6C6.EqualityCage~R2C2~R1C1",
    ".Entropic~R5C5~R4C4~R3C3~R2C2.Modular~3~R9C9~R8C8~R7C6.Modular~2~R9C9~R8C8~R7C6",
    ".Between~R9C9~R5C5~R4C4~R1C1.Lockout~R9C9~R5C5~R4C4~R1C1.Lockout~3~R7C7~R1C1~R2C2",
    ".LookAndSay~1213~R9C9~R5C5~R1C1~R1C2.Lunchbox~5~R4C4~R3C3~R2C2~R1C1.RellikCage~9~R5C1~R4C1",
    ".SameValues~2~R1C1~R9C9~R5C5~R1C2.SameValues~3~R4C1~R3C1~R2C1.SumLine~R9C9~R8C8~R7C7~R6C7",
    ".Zipper~R3C3~R2C2~R1C1~R1C2~R1C3.Pair~R1C1EAEBEAAQAAAAE~_~R3C6~R4C6.PairX~3_c-~~R9C9~R1C1~R5C5",
    ".Sandwich~8~C1.Sandwich~35~R9.Skyscraper~C5~5~.Skyscraper~R2~~3.HiddenSkyscraper~C5~8~7",
    f".NFA~{EVEN}~R1C1~R5C5~_Even~R9C9~R2C2.XSum~C2~27~30.ValueIndexing~R1C1~R1C2~R1C3~R1C4.NumberedRoom~R1~3~.NumberedRoom~C9~~4",
    f".NFA~{BY_SEGMENTS}~R1C1~-~R5C5~R2C2.Regex~LjFbMi00XSo~R1C1~R5C5~R2C2~~R3C3~R3C4",
]
"""Items that say the same of other cells."""
ON_THEIR_CELLS = [
    ".AntiTaxicab.DutchFlatmates.~R1C1_1.RegionSameValues.ConnectedValues~~1_2_3.ConnectedValues~~9~9",
    ".AntiKnight.AntiKing.Diagonal~1.Diagonal~-1.~R1C1_1",
    ".Windoku.DisjointSets.Cage~3~R1C1~R1C2.AntiKnight.AntiConsecutive.GlobalEntropy.GlobalMod",
    ".CountingCircles~R1C1~R5C5~R9C9.Indexing~R~R1C2~R2C2.Indexing~C~R9C9.~R1C1_2",
    ".RegionSumLine~R3C3~R3C4~R4C4.Cage~12~R1C1~R1C1~R2C2.Cage~-3~R1C1~R1C2",
    ".Or.Cage~3~R1C1~R1C2.And.~R5C5_1_2.Thermo~R1C1~R2C2.End.End.Replicate~P~R1C1.X~R1C1~R1C2.End",
]
EVERY_ITEM = BY_CELLS + ON_THEIR_CELLS
OTHER_BOARDS = [
    ".Shape~4x4.Cage~3~R1C1~R1C2.LittleKiller~9~R1C2.Quad~R3C3~1~2.~R4C4_4",
    ".~R1C5_3~R2C2_0.Shape~6x6~0-5.Sandwich~4~R1.Sandwich~4~C1.Arrow~R3C3~R3C4~R3C5",
    ".Shape~16x16.~R1Cc_9~R2C3_16~R4Cg_4_12.WhiteDot~RaCb~RaCc.AntiKnight.Cage~30~RgCg~RgCf~RgCe",
    ".Shape~9x9~0-8.LittleKiller~23~R9C5.Cage~10~R1C1~R1C2~R2C1.V~R5C5~R6C5",
    ".Shape~4x7.NoBoxes.Thermo~R4C7~R3C7.LittleKiller~9~R1C6.Skyscraper~C7~2~.Skyscraper~R4~~3",
    ".Shape~7x7~9.RegionSize~9.AllDifferent~R1C1~R1C2.Renban~R7C7~R6C6",
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
    ".Cage~10~R0C1~R1C2",
    ".Cage~10~R1Ca~R1C2",
    ".Cage~10~R1C1 ~R1C2",
    ".Cage~10~R1",
    ".Cages~10~R1C1~R1C2",
    ".Cag~10~R1C1~R1C2",
    ".WhiteDot~R1C1~R1C3",
    ".WhiteDot~R1C9~R2C1",
    ".PillArrow~3~R1C1~R1C2~R1C3",
    ".Quad~R9C1~1",
    ".Quad~R1C9~1",
    ".LittleKiller~10~R5C5",
    ".LittleKiller~10~R1C5~R1C6",
    ".Sandwich~10~R1C5",
    ".AntiKnight~1",
    ".Diagonal~2",
    ".Diagonal",
    ".~R1C1",
    ".~R1C1_0",
    ".~R1C1_12",
    ".~R1C1_1_",
    ".~R1C1_1~",
    ".~R1C1_12345",
    ".End",
    ".Or.Cage~3~R1C1~R1C2",
    ".Or.StrictXV.AntiKnight.End",
    ".StrictXV.X~R1C1~R1C2",
    ".Cage~10~r1c1~R1C2",
    ".Thermo~R1C1~R2c2",
    ".~r1c1_1",
    ".Sandwich~10~c1",
    ".Or.Cage~3~r1c1~R1C2.End",
    "Cage~10~R1C1~R1C2",
    "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.AntiKnight.~R1C1_1",
]


def require_same(texts: list[str], board: Geometry = CLASSIC) -> int:
    """Compare the encodings of the kernel with those of puzzles; return how many it reads."""
    encoded, places, roots, rows, _ = encode_texts(texts, board)
    for at, row in enumerate(rows):
        puzzle = read_puzzle(texts[row])
        assert puzzle.geometry == board
        assert list(encoded[places[at] : places[at + 1]]) == list(
            encoded_puzzle(puzzle.geometry, puzzle.constraints)
        ), texts[row]
        assert tuple(roots[at]) == puzzle.grid.allowed
    return len(rows)


def test_the_known_items_are_said_as_the_format_says_them() -> None:
    named = {item.split("~")[0] for text in EVERY_ITEM for item in text.split(".")}
    known = {name for names in FORMS.values() for name in names.split()}
    assert known - {*FORMS[BOARD].split()} == named - {""}
    left = {"Binary", "BinaryX", "FullRank", "FullRankTies", "Jigsaw", "Var"}
    left |= {"ChaosArrow", "ChaosConstruction", "ChaosCount"}
    left |= {"Doppelganger", "StrictKropki", "StrictXV"}
    assert known | left == {*READERS, *BOARD_ITEMS, *GROUPS, "End"}
    assert require_same(EVERY_ITEM) == len(EVERY_ITEM)


def test_what_is_known_of_some_cells_holds_for_others() -> None:
    rng = seeded("other cells")
    texts = [moved(text, rng) for text in BY_CELLS for _ in range(12)]
    assert require_same(texts) > 100


def moved(text: str, rng: Random) -> str:
    """Return a text with other cells in place of its own, and other lines."""
    rows, columns = (rng.sample("123456789", 9) for _ in range(2))
    to = [dict(zip("123456789", each, strict=True)) for each in (rows, columns)]
    text = re.sub(r"(?<=[~R])R([1-9])(?=C|~|\.)", lambda said: f"R{to[0][said[1]]}", text)
    return re.sub(r"C([1-9])(?=~|\.|_|$)", lambda said: f"C{to[1][said[1]]}", text)


@pytest.mark.parametrize("text", OTHER_BOARDS)
def test_other_boards(text: str) -> None:
    board = board_of_text(text)
    assert board is not None
    assert require_same([text, text], board) == 2


def test_boards_of_their_own_and_none_are_left() -> None:
    assert board_of_text(KILLER) == CLASSIC
    for text in (".Jigsaw~" + "A" * 81, ".Shape~0x9.X~R1C1~R1C2"):
        assert board_of_text(text) is None, text


@pytest.mark.parametrize("text", OTHER_TEXTS)
def test_what_the_kernel_does_not_know_is_left_to_the_format(text: str) -> None:
    assert len(encode_texts([text], CLASSIC)[3]) == 0
    assert list(encode_texts([KILLER, text, KILLER], CLASSIC)[3]) == [0, 2]


def test_damaged_texts() -> None:
    rng = seeded("damaged")
    texts = [damaged(rng.choice(EVERY_ITEM), rng) for _ in range(2000)]
    assert 100 < require_same(texts) < 1900


def damaged(text: str, rng: Random) -> str:
    """Return a text with some letters changed, left out or put in."""
    letters = [*text]
    for _ in range(rng.randrange(1, 3)):
        at = rng.randrange(len(letters))
        letters[at : at + rng.randrange(2)] = rng.choice([*"0123456789RCrc~._-", ""])
    return "".join(letters)


def test_a_long_text_fits() -> None:
    pairs = chain.from_iterable(((f"R{r}C1", f"R{r}C2") for r in range(1, 10)) for _ in range(400))
    text = "".join(f".X~{one}~{other}" for one, other in pairs)
    assert require_same([text, ".AntiKnight" * 50 + ".~R1C1_1", text]) == 3


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
