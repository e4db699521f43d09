"""Parts of a text, answered as the whole text would be."""

from __future__ import annotations

import json

import pytest

from lowbit.web.workers.texts import TextOptions, answer_lines

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
TINY = "1....2....3....4"

LINES = {
    "9x9": ["puzzle", f"{PUZZLE} # one", "", "sudoku", "# note", PUZZLE.replace("6", "x", 1)],
    "4x4": ["puzzle", f"{TINY} # one", "", "sudoku", "# note", TINY.replace("1", "x", 1)],
}


def answered(lines: list[str], first: int, board: str) -> tuple[str, int]:
    sent: list[tuple[bytes, int]] = []
    text = "".join(f"{line}\n" for line in lines).encode()
    options = TextOptions("json", solutions=False, max_nodes=10_000, time_limit=60)
    answer_lines(sent.append, text, first, board, options)
    (answers, n_puzzles) = sent[0]
    return answers.decode(), n_puzzles


@pytest.mark.parametrize("board", LINES)
@pytest.mark.parametrize("cut", range(1, 6))
def test_a_text_in_two_parts_is_answered_as_in_one(board: str, cut: int) -> None:
    lines = LINES[board]
    whole, n_puzzles = answered(lines, 1, board)
    before, n_before = answered(lines[:cut], 1, board)
    after, n_after = answered(lines[cut:], cut + 1, board)
    assert (before + after, n_before + n_after) == (whole, n_puzzles)
    assert '{"line":6,"status":"invalid","reason":"line 6, column 1' in whole


@pytest.mark.parametrize("board", LINES)
def test_a_header_stands_at_the_beginning_of_a_text_alone(board: str) -> None:
    assert answered(["puzzle"], 1, board) == ("", 0)
    _, n_puzzles = answered(["puzzle"], 2, board)
    assert n_puzzles == 1


@pytest.mark.parametrize("first", [1, 7])
@pytest.mark.parametrize(("board", "n_cells"), [("4x4", 16), ("9x9", 81)])
def test_lines_keep_their_numbers(board: str, n_cells: int, first: int) -> None:
    reported: list[tuple[bytes, int]] = []
    text = ("." * n_cells + "\n").encode() * 2
    answer_lines(reported.append, text, first, board, TextOptions("json", False, 10**6, 600.0))  # noqa: FBT003 - a field
    ((answers, n_puzzles),) = reported
    assert [json.loads(line)["line"] for line in answers.splitlines()] == [first, first + 1]
    assert n_puzzles == 2


def test_what_has_one_solution_is_rated_where_that_is_asked_for() -> None:
    sent: list[tuple[bytes, int]] = []
    text = f"{PUZZLE} # one\n{'.' * 81}\nx\n".encode()
    asked = TextOptions("json", False, 10_000, 60, ("explainer", "hodoku"))  # noqa: FBT003 - a field
    answer_lines(sent.append, text, 1, "9x9", asked)
    unique, several, invalid = map(json.loads, sent[0][0].splitlines())
    assert unique == {"line": 1, "status": "unique", "er": 2.6, "level": "medium"}
    assert several == {"line": 2, "status": "several"}
    assert "er" not in invalid
