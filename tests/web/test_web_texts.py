"""Parts of a text, answered as the whole text would be."""

from __future__ import annotations

import json

import pytest

from lowbit.web.workers.tasks.lines import TextOptions
from lowbit.web.workers.tasks.texts import answer_lines

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
TINY = "1....2....3....4"

LINES = {
    "9x9": ["puzzle", f"{PUZZLE} # one", "", "sudoku", "# note", PUZZLE.replace("6", "x", 1)],
    "4x4": ["puzzle", f"{TINY} # one", "", "sudoku", "# note", TINY.replace("1", "x", 1)],
}
for parts in LINES.values():
    parts += ["# x", parts[1], "", parts[1], "# 9x9", parts[1], "# 4x4", parts[1]]


def answered(lines: list[str], first: int, board: str, said: str = "") -> tuple[str, int, str]:
    sent: list[tuple[bytes, int, str]] = []
    text = "".join(f"{line}\n" for line in lines).encode()
    options = TextOptions("json", solutions=False, max_nodes=10_000, time_limit=60)
    answer_lines(sent.append, text, first, board, options, said or board)
    (answers, n_puzzles, last) = sent[0]
    return answers.decode(), n_puzzles, last


@pytest.mark.parametrize("board", LINES)
@pytest.mark.parametrize("cut", range(1, 13))
def test_a_text_in_two_parts_is_answered_as_in_one(board: str, cut: int) -> None:
    lines = LINES[board]
    whole, n_puzzles, _ = answered(lines, 1, board)
    before, n_before, said = answered(lines[:cut], 1, board)
    after, n_after, _ = answered(lines[cut:], cut + 1, board, said)
    assert (before + after, n_before + n_after) == (whole, n_puzzles)
    assert '{"line":6,"status":"invalid","reason":"line 6, column 1' in whole
    statuses = [json.loads(line)["status"] for line in whole.splitlines()[3:]]
    good = json.loads(whole.splitlines()[0])["status"]
    assert statuses == ["invalid"] * 2 + [good if board == said else "invalid" for said in LINES]
    assert (
        f'"line 8: the board 9x9+diagonals is named for this puzzle, but the geometry is {board}"'
        in whole
    )


@pytest.mark.parametrize("board", LINES)
def test_a_header_stands_at_the_beginning_of_a_text_alone(board: str) -> None:
    assert answered(["puzzle"], 1, board) == ("", 0, board)
    _, n_puzzles, _ = answered(["puzzle"], 2, board)
    assert n_puzzles == 1


@pytest.mark.parametrize("first", [1, 7])
@pytest.mark.parametrize(("board", "n_cells"), [("4x4", 16), ("9x9", 81)])
def test_lines_keep_their_numbers(board: str, n_cells: int, first: int) -> None:
    answers, n_puzzles, _ = answered(["." * n_cells] * 2, first, board)
    assert [json.loads(line)["line"] for line in answers.splitlines()] == [first, first + 1]
    assert n_puzzles == 2


@pytest.mark.parametrize("board", LINES)
def test_kernels_answer_lists_from_the_first_node_on(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lowbit.verbs.solve.handover.Search", None)  # the reference
    answers, _, _ = answered([LINES[board][1]], 1, board)
    assert json.loads(answers)["status"] == ("unique" if board == "9x9" else "several")


def test_what_has_one_solution_is_rated_where_that_is_asked_for() -> None:
    sent: list[tuple[bytes, int, str]] = []
    text = f"{PUZZLE} # one\n{'.' * 81}\nx\n".encode()
    asked = TextOptions("json", False, 10_000, 60, ("explainer", "hodoku"))  # noqa: FBT003 - a field
    answer_lines(sent.append, text, 1, "9x9", asked, "9x9")
    unique, several, invalid = map(json.loads, sent[0][0].splitlines())
    assert unique == {"line": 1, "status": "unique", "er": 2.6, "level": "medium"}
    assert several == {"line": 2, "status": "several"}
    assert "er" not in invalid
