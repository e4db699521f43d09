"""Patterns and automata in Interactive Sudoku Solver's text: which words they accept."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from itertools import product

import pytest

from lowbit import Geometry, read_puzzle
from lowbit.constraints.automata import automaton_of
from lowbit.errors import FormatError
from lowbit.formats.variants.iss.nfa import write_nfa
from lowbit.formats.variants.iss.regex import read_regex

BOARD = Geometry.parse("4x4")
PATTERNS = (
    *("1234", "12|34..|.", "(12)*", "1*2+3?", "[1-3]*", "[^12]{2,3}", "(1|23){2,}", "((1?2?)*3)+"),
    *("", "|1", "(1{2}|2){0,1}4{2}.*", "(.*1.*2.*|3.3.)", "1{0}2", "(1*|2*)*3?"),
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_accepts_the_words_that_pythons_do(pattern: str) -> None:
    automaton = read_regex(pattern, range(1, 5))
    for length in range(5):
        for word in product(range(1, 5), repeat=length):
            state = 0
            for value in word:
                state = automaton.transitions[state][value - 1] if state >= 0 else -1
            is_accepted = state >= 0 and automaton.accepting[state]
            assert is_accepted == bool(re.fullmatch(pattern, "".join(map(str, word))))


def test_letters_stand_for_values_past_nine() -> None:
    accepted = read_regex("[aB-c]", range(1, 13)).transitions[0]
    assert [at for at, to in enumerate(accepted, 1) if to >= 0] == [10, 11, 12]


@pytest.mark.parametrize(
    ("pattern", "at"),
    [
        *(("5", 1), ("1)", 2), ("(1", 3), ("[1", 3), ("[]", 3), ("[3-1]", 5), ("*1", 1)),
        *(("1{3,2}", 7), ("1{", 3), ("1{x}", 3), ("[^5]", 3), ("1{99999}", 8)),
        ("(" * 40 + "1" + ")" * 40, 33),
    ],
)
def test_what_is_no_pattern_is_refused_with_its_place(pattern: str, at: int) -> None:
    with pytest.raises(FormatError, match=f"breaks off at its character {at}$"):
        read_regex(pattern, range(1, 5))


def test_a_pattern_that_grows_too_large_is_refused() -> None:
    with pytest.raises(FormatError, match="more than 4096 states"):
        read_regex("(((1{99}){99}){99}){99}", range(1, 5))


def test_a_text_has_patterns_in_base_64_or_quoted() -> None:
    packed = urlsafe_b64encode(b"1 2[34]").decode().rstrip("=")
    for said in (packed, "12%5B34%5D"):
        puzzle = read_puzzle(f".Shape~4x4.Regex~{said}~R1C1~R1C2~R1C3~~R2C1~R2C2~R2C3.~R1C1_1")
        first, second = puzzle.constraints
        assert (first.cells_on(BOARD), second.cells_on(BOARD)) == ((0, 1, 2), (4, 5, 6))
        holding = [
            word
            for word in product(range(1, 5), repeat=3)
            if first.holds((*word, *[1] * 13), BOARD)
        ]
        assert holding == [(1, 2, 3), (1, 2, 4)]


@pytest.mark.parametrize("said", ["R1C1~R1C2~-~R1C3~R1C4", "R1C1~-~R1C2~R1C3~-~R1C4", "R1C1~R1C2"])
def test_an_automaton_reads_the_breaks_between_segments(said: str) -> None:
    """Each segment has an even sum: the symbol after the highest value comes with each break."""
    even = automaton_of(
        0,
        lambda odd, value: (odd + value) % 2 if value < 5 else None if odd else 0,
        lambda odd: not odd,
        range(1, 6),
    )
    (one,) = read_puzzle(f".Shape~4x4.NFA~{write_nfa(even)}~_even~{said}.").constraints
    segments = [
        [int(name[3]) - 1 for name in part.strip("~").split("~")] for part in said.split("-")
    ]
    for word in product(range(1, 5), repeat=4):
        wanted = all(sum(word[cell] for cell in cells) % 2 == 0 for cells in segments)
        assert one.holds((*word, *[1] * 12), BOARD) == wanted


def test_an_automaton_without_breaks_does_not_read_cells_with_some() -> None:
    every = automaton_of(0, lambda _state, _value: 0, lambda _state: True, range(1, 5))
    with pytest.raises(FormatError, match="knows no breaks"):
        read_puzzle(f".Shape~4x4.NFA~{write_nfa(every)}~R1C1~-~R1C2")
