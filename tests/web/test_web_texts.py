"""Parts of a text, answered as the whole text would be."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

import lowbit
from lowbit.constraints import AntiKing
from lowbit.web.limits import ServerLimits
from lowbit.web.requests import BatchOptions
from lowbit.web.workers import batch
from lowbit.web.workers.tasks.lines import TextOptions
from lowbit.web.workers.tasks.texts import answer_lines, parse
from lowbit.web.workers.tasks.verbs import TASKS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
TINY = "1....2....3....4"

LINES = {
    "9x9": ["puzzle", f"{PUZZLE} # one", "", "sudoku", "# note", PUZZLE.replace("6", "x", 1)],
    "4x4": ["puzzle", f"{TINY} # one", "", "sudoku", "# note", TINY.replace("1", "x", 1)],
}
for parts in LINES.values():
    parts += ["# x", parts[1], "", parts[1], "# 9x9", parts[1], "# 4x4", parts[1]]


def answered(
    lines: list[str], first: int, board: str, said: str = "", form: str = "line"
) -> tuple[str, int, str]:
    sent: list[tuple[bytes, int, str]] = []
    text = "".join(f"{line}\n" for line in lines).encode()
    options = TextOptions("json", solutions=False, max_nodes=10_000, time_limit=60)
    answer_lines(sent.append, text, first, board, options, said or board, form)
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
    answer_lines(sent.append, text, 1, "9x9", asked, "9x9", "line")
    unique, several, invalid = map(json.loads, sent[0][0].splitlines())
    assert unique == {
        "line": 1,
        "status": "unique",
        "er": 2.6,
        "level": "medium",
        "hardest": "pointing",
    }
    assert several == {"line": 2, "status": "several"}
    assert "er" not in invalid


TINY_JSON = lowbit.Puzzle(TINY, [AntiKing()], geometry="4x4").to_json()
CONSTRAINED = [
    PUZZLE,
    ".AntiKnight.AntiKing  # one",
    "# note",
    ".Cage~6~R1C1~R2C1~R3C1.~R1C1_1",
    "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.Windoku.~R1C1_5",
    ".Shape~6x6 .Diagonal~1 .AntiKing",
    f"{TINY_JSON}  # {{}}",
    ".Cage~10~R1C1~R99C2.AntiKing",
    PUZZLE[1:],
]
"""Lines with and without constraints."""


def streamed(text: bytes, **options: Any) -> str:  # noqa: ANN401 - of the request
    """Return the answer to a batch."""

    async def chunks() -> AsyncIterator[bytes]:
        for at in range(0, len(text), 100):
            yield text[at : at + 100]

    async def run(name: str, arguments: dict[str, Any]) -> Any:  # noqa: ANN401 - what a task sends
        sent: list[Any] = []
        TASKS[name](sent.append, **arguments)
        return sent[-1]

    async def whole() -> bytes:
        stream = batch.BatchStream.of(BatchOptions(**options), ServerLimits(time_limit=60), run)
        return b"".join([piece async for piece in stream.answers(batch.blocks_of(chunks()))])

    # In a thread: a browser that other tests keep open leaves its event loop running in this one.
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(asyncio.run, whole()).result().decode()


@pytest.mark.parametrize("first", range(len(CONSTRAINED)))
def test_puzzles_with_constraints_are_answered_among_others(first: int) -> None:
    lines = CONSTRAINED[first:] + CONSTRAINED[:first]
    answers = [json.loads(line) for line in streamed("\n".join(lines).encode()).splitlines()]
    puzzles = [number for number, line in enumerate(lines) if not line.startswith("#")]
    assert [answer["line"] - 1 for answer in answers] == puzzles
    for answer in answers:
        line = lines[answer["line"] - 1].split("  # ")[0]
        (result,) = lowbit.solve_many([line])
        assert answer["status"] == result.status.word
        assert answer.get("is_variant", False) == (answer["status"] != "invalid" and line != PUZZLE)
        assert answer.get("solution") == (result.solution and result.solution.to_line())
    wrong = next(answer for answer in answers if "R99C2" in lines[answer["line"] - 1])
    assert wrong["reason"] == f"line {wrong['line']}, column 1: 'R99C2' is not a cell of this board"


def test_lines_that_are_items_of_a_puzzle_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIECE", "BLOCK"):
        monkeypatch.setattr(batch, name, 64)
    puzzle = [".Cage~10~R1C1~R1C2", ".Thermo~R3C1~R3C2~R3C3", ".AntiKing"]
    lines = [*puzzle, "", ".AntiKing.AntiKnight", *puzzle, ".AntiKing.AntiKnight  # two"]
    answers = [json.loads(line) for line in streamed("\n".join(lines).encode()).splitlines()]
    assert [answer["line"] for answer in answers] == [1, 5, 6, 9]
    assert answers[0]["solution"] == answers[2]["solution"]
    assert answers[1]["solution"] == answers[3]["solution"] != answers[0]["solution"]


def test_a_whole_text_with_constraints_is_answered_as_lines_are() -> None:
    text = TINY_JSON.replace(", ", ",\n").encode()
    assert json.loads(streamed(text)) == {"line": 1, "status": "none", "is_variant": True}


def test_puzzles_with_constraints_keep_their_text_and_have_no_ratings() -> None:
    text = "\n".join(CONSTRAINED[:2]).encode()
    assert streamed(text, style="line").splitlines()[1] == ".AntiKnight.AntiKing  # several  # one"
    unique = ".Windoku" + "".join(
        f".~R{cell // 9 + 1}C{cell % 9 + 1}_{digit}"
        for cell, digit in enumerate(PUZZLE)
        if digit != "."
    )
    wanted: dict[str, Any] = {"rules": ["explainer"], "measures": ["depth"]}
    rated, plain = streamed(f"{PUZZLE}\n{unique}\n".encode(), **wanted).splitlines()
    assert {"er", "depth"} <= set(json.loads(rated))
    assert not {"er", "depth"} & set(json.loads(plain))


DEEP = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""A puzzle of depth 2."""

MEASURES = [["depth"], ["B"], ["B", "depth"]]


@pytest.mark.parametrize("measures", MEASURES)
def test_a_batch_tells_depths_as_the_library_does(measures: list[str]) -> None:
    puzzles = [PUZZLE, DEEP]
    text = "\n".join([*puzzles, "." * 81, "12"]).encode()
    answers = [json.loads(line) for line in streamed(text, measures=measures).splitlines()]
    for answer, puzzle in zip(answers, puzzles, strict=False):
        rating = lowbit.rate(puzzle, rules=(), measures=measures)
        assert {name: answer[name] for name in measures} == {
            name: getattr(rating, name) for name in measures
        }
        assert ("depth" in answer, "B" in answer) == ("depth" in measures, "B" in measures)
    assert not any({"depth", "B"} & set(answer) for answer in answers[2:])


def test_depths_of_other_boards_and_beside_ratings_are_told() -> None:
    wanted: dict[str, Any] = {"solutions": False, "measures": ["depth", "B"]}
    small = streamed(b"1.....2..3.....4\n", geometry="4x4", **wanted)
    assert json.loads(small) == {"line": 1, "status": "unique", "depth": 0, "B": 0}
    both = json.loads(streamed(f"{DEEP}\n".encode(), rules=["hodoku", "explainer"], **wanted))
    rating = lowbit.rate(DEEP, rules=("explainer", "hodoku"))
    assert (both["er"], both["level"]) == (rating.er, rating.level)
    assert (both["depth"], both["B"]) == (2, None)
    limited = json.loads(streamed(f"{PUZZLE}\n".encode(), max_nodes=1, **wanted))
    assert limited == {"line": 1, "status": "unique"}


def test_a_text_with_constraints_is_parsed_to_lines() -> None:
    sent: list[dict[str, Any]] = []
    parse(sent.append, ".AntiKing  # one\n\n.AntiKnight\n", "9x9", 10)
    assert sent[0]["puzzles"] == [
        {"line": 1, "puzzle": ".Shape~9x9.AntiKing", "remark": "one", "reason": ""},
        {"line": 3, "puzzle": ".Shape~9x9.AntiKnight", "remark": "", "reason": ""},
    ]
