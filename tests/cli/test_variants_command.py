"""What the commands answer to files of puzzles with constraints."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING

import pytest

from command_line import PATIENCE, lowbit, start_on_a_terminal
from lowbit import Puzzle, count_solutions, estimate_solutions, read_puzzle, write_puzzle
from lowbit.cli.options import OTHER_PROGRAMS
from lowbit.formats.variants import PUZZLE_FORMATS

if TYPE_CHECKING:
    from pathlib import Path

ROW = "~R1C1_1.~R1C2_2.~R1C3_3.~R1C4_4"
UNIQUE = f".Shape~4x4.{ROW}.~R2C1_3.Diagonal~1.Diagonal~-1"
SEVERAL = ".Shape~4x4.Cage~3~R1C1~R1C2"
NONE = ".Shape~4x4.Cage~2~R1C1~R1C2"
BROKEN = f".Shape~4x4.{ROW}.Thermo~R1C3~R1C2"
UNKNOWN = ".AntiKing.Chaos~R1C1"
NO_CELL = ".Shape~4x4.Or.Thermo~R1C1~R1C9.End"
SOLUTION = "1234341243212143"
EMPTY = ".AntiKnight.AntiKing.~R1C1_1"
"""Has more solutions than can be counted."""

LINES = f"# four\n{UNIQUE}  # eins\n\n{SEVERAL}\n{NONE}\n{UNKNOWN}\n{NO_CELL}  # zwei\n"
ERRORS = [
    "line 6, column 10: Chaos is a constraint that lowbit does not know",
    "line 7, column 11: 'R1C9' is not a cell of this board",
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "variants.txt"
    path.write_text(LINES, encoding="utf-8")
    return path


@pytest.mark.parametrize("form", [(), ("--from", "iss"), ("--from", "variants")])
def test_solve(file: Path, form: tuple[str, ...]) -> None:
    done = lowbit("solve", *form, file)
    assert done.stdout.splitlines() == [
        "# four",
        f"{SOLUTION}  # eins",
        "",
        f"{SEVERAL}  # several",
        f"{NONE}  # none",
        f"{UNKNOWN}  # invalid: {ERRORS[0]}",
        f"{NO_CELL}  # zwei  # invalid: {ERRORS[1]}",
    ]
    assert [f"lowbit: error: {file}: {error}" for error in ERRORS] == done.stderr.splitlines()[:2]
    assert "5 puzzles: 1 unique, 1 several, 1 none, 2 invalid" in done.stderr
    assert done.returncode == 1


def test_one_puzzle_and_many_give_the_same(file: Path) -> None:
    many = lowbit("solve", "-q", "--to", "json", file).stdout.splitlines()
    alone = [lowbit("solve", "-q", "--to", "json", text) for text in (UNIQUE, SEVERAL, NONE)]
    for all_of_them, one in zip(many, alone, strict=False):
        remark = json.loads(all_of_them) | {"remark": ""}
        assert remark == json.loads(one.stdout)


def test_count_and_check(file: Path) -> None:
    number = count_solutions(read_puzzle(SEVERAL))
    done = lowbit("count", file)
    assert done.stdout.splitlines() == ["1", str(number), "0", "invalid", "invalid"]
    done = lowbit("count", "--limit", "2", "--to", "csv", file)
    assert done.stdout.splitlines()[2] == f"{SEVERAL},several,2,,"
    done = lowbit("check", "--unique", file)
    assert done.stdout.split() == ["unique", "several", "none", "invalid", "invalid"]
    done = lowbit("check", UNIQUE, BROKEN)
    assert done.stdout == "ok\nThermometer at r1c3 r1c2 is broken\n"
    assert "2 puzzles: 1 ok, 1 clash" in done.stderr


def test_every_search_is_bounded() -> None:
    done = lowbit("count", "--max-nodes", "100", EMPTY, SEVERAL)
    assert done.stdout.startswith("limit-reached  # at least ")
    done = lowbit("count", "--time-limit", "0.1", EMPTY)
    assert done.stdout.startswith("limit-reached")
    done = lowbit("solve", "--max-nodes", "1", "--from", "iss", "-", stdin=f"{EMPTY}\n" * 2)
    assert done.stdout == f"{EMPTY}  # limit-reached\n" * 2


def test_a_long_count_says_how_far_it_is() -> None:
    with start_on_a_terminal("count", EMPTY) as (process, shown):
        assert any("solutions  about " in piece for piece in shown)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    assert process.stdout is not None


def test_minimize_keeps_the_constraints(file: Path) -> None:
    done = lowbit("minimize", "-q", file)
    first = done.stdout.splitlines()[1]
    puzzle = Puzzle.from_json(first.removesuffix("  # eins"))
    assert puzzle.constraints == read_puzzle(UNIQUE).constraints
    assert puzzle.grid.n_clues < 5
    again = lowbit("solve", "-q", "-", stdin=f"{first}\n")
    assert again.stdout == f"{SOLUTION}  # eins\n"


def test_json_and_tables_of_text(tmp_path: Path) -> None:
    puzzle = read_puzzle(UNIQUE).to_json()
    for name in ("lines.jsonl", "lines.txt"):
        path = tmp_path / name
        path.write_text(f"{puzzle}\n{puzzle}  # twice\n")
        assert lowbit("solve", "-q", path).stdout == f"{SOLUTION}\n{SOLUTION}  # twice\n"
    array = json.dumps([json.loads(puzzle)] * 2, indent=1)
    assert lowbit("solve", "-q", "-", stdin=array).stdout == f"{SOLUTION}\n" * 2
    rows = f"id,puzzle\na,{UNIQUE}\nb,{UNKNOWN}\n"
    done = lowbit("solve", "-q", "--from", "csv", "-", stdin=rows)
    assert done.stdout.splitlines()[0] == f"{SOLUTION}  # a"
    assert "line 3, column 12: Chaos" in done.stderr


@pytest.mark.parametrize("name", ["lines.jsonl", "lines.txt"])
def test_json_of_other_programs(name: str, tmp_path: Path) -> None:
    puzzle = read_puzzle(UNIQUE)
    grid = [[{"value": digit, "given": True} if digit else {} for digit in row] for row in ROWS]
    f_puzzles = json.dumps({"size": 4, "grid": grid, "diagonal+": True, "diagonal-": True})
    path = tmp_path / name
    path.write_text(f"{write_puzzle(puzzle, 'pencilmark')}\n{f_puzzles}  # theirs\n")
    assert lowbit("solve", "-q", path).stdout == f"{SOLUTION}\n{SOLUTION}  # theirs\n"


ROWS = [[1, 2, 3, 4], [3, 0, 0, 0], [0] * 4, [0] * 4]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_show_keeps_texts_and_remarks(form: str) -> None:
    lines = f"{UNIQUE}  # eins\n1{'.' * 80}\n"
    shown = lowbit("show", "-q", "--to", form, stdin=lines).stdout
    assert lowbit("show", "-q", "--to", "line", stdin=shown).stdout == lines


def test_show_writes_for_every_other_program() -> None:
    assert set(OTHER_PROGRAMS) == PUZZLE_FORMATS.keys() - {"json"}


@pytest.mark.parametrize("form", ["killer", "sudokupad"])
def test_show_writes_for_another_program(form: str) -> None:
    texts = [".Cage~10~R1C1~R1C2", ".Lunchbox~8~R1C1~R1C2", ".Chaos"]
    done = lowbit("show", "--to", form, stdin="\n\n".join(texts))
    assert done.stdout == f"{write_puzzle(read_puzzle(texts[0]), form)}\n"
    *errors, summary = done.stderr.splitlines()
    assert errors[0].startswith("lowbit: error: <stdin>: line 3: ")
    assert "cannot express Lunchbox" in errors[0]
    assert "3 puzzles: 1 written, 1 not written, 1 invalid" in summary
    assert done.returncode == 1
    quiet = lowbit("show", "-q", "--to", form, stdin="\n\n".join(texts))
    assert (quiet.stdout, quiet.stderr.splitlines()) == (done.stdout, errors)


def test_grids_alone_have_no_constraints(file: Path) -> None:
    done = lowbit("show", "--to", "sdk", file)
    assert "line 2: this puzzle has constraints, which are not taken" in done.stderr
    assert done.returncode == 1


def test_show_says_constraints_in_words(file: Path) -> None:
    shown = lowbit("show", file).stdout.split("\n\n")
    assert [text.splitlines()[5:] for text in shown] == [
        ["diagonal: rising", "diagonal"],
        ["killer cage: r1c1 r1c2, total 3"],
        ["killer cage: r1c1 r1c2, total 2"],
    ]
    assert f"{UNIQUE}  # eins\n" in lowbit("show", "--to", "line", file).stdout


def test_maximize(file: Path, tmp_path: Path) -> None:
    lines = lowbit("maximize", "--weights", "uniform", file).stdout.splitlines()
    assert lines[1] == f"{SOLUTION}  # 40  # eins"
    assert lines[3] == "1234341221434321  # 40"
    assert lines[4] == f"{NONE}  # none"
    weights = tmp_path / "weights.txt"
    weights.write_text("1 " * 16)
    for board in ([], ["--geometry", "4x4"]):
        done = lowbit("maximize", *board, "--weights", weights, UNIQUE, ".AntiKing")
        first, second = done.stdout.splitlines()
        assert first == f"{SOLUTION}  # 40"
        assert second.startswith(".AntiKing  # invalid: weights must be 81 numbers")
    plain = lowbit("maximize", "--weights", weights, "." * 81)
    assert plain.returncode == 2
    assert "these are 16 numbers; --geometry names the board of the puzzles" in plain.stderr
    rows = lowbit("maximize", "--to", "json", UNIQUE).stdout
    assert json.loads(rows)["puzzle"] == UNIQUE
    assert json.loads(rows)["grid"] == SOLUTION


def test_estimates() -> None:
    text = ".Shape~6x6.Cage~9~R3C3~R4C3.~R1C1_1~R1C2_2~R1C3_3"
    found = estimate_solutions(read_puzzle(text), samples=3, seed=1)
    options = ("count", "--estimate", "3", "--seed", "1")
    done = lowbit(*options, text, NONE, UNIQUE, "." * 16)
    words = f"{found.mean:.4g} ± {found.error:.2g}"
    assert done.stdout.splitlines() == [words, "0", "1", "288"]
    assert "4 puzzles: 1 unique, 2 several, 1 none" in done.stderr
    first, second = map(
        json.loads, lowbit(*options, "--to", "json", text, NONE).stdout.splitlines()
    )
    assert (first["estimate"], first["error"], first["status"]) == (*found, "several")
    assert (second["estimate"], second["error"], second["status"]) == (0.0, 0.0, "none")
    one = lowbit("count", "--estimate", "1", "--to", "json", text).stdout
    assert json.loads(one)["error"] is None
    cut = lowbit("count", "--estimate", "9", "--max-nodes", "2000", "--to", "csv", ".AntiKnight")
    assert cut.stdout.splitlines()[1].startswith('.AntiKnight,limit-reached,,,"the node limit')
    assert cut.returncode == 1
    for wrong in (("--seed", "1"), ("--estimate", "1", "--limit", "2")):
        assert lowbit("count", *wrong, text).returncode == 2


def test_rate(file: Path) -> None:
    done = lowbit("rate", file)
    assert done.stdout.splitlines() == [
        "guesses:0 nodes:1", "several", "none", "invalid", "invalid",
    ]  # fmt: skip
    named = lowbit("rate", "--rules", "none", "--measure", "redundant", "--to", "csv", file)
    assert f"{UNIQUE},unique,4,,eins" in named.stdout.splitlines()
    assert lowbit("rate", "--rules", "hodoku", "-v", UNIQUE).stderr.count("with constraints") == 1


@pytest.mark.parametrize("form", ["json", "pencilmark"])
def test_json_of_a_puzzle_may_take_several_lines(tmp_path: Path, form: str) -> None:
    puzzle = read_puzzle(SEVERAL)
    value = json.loads(write_puzzle(puzzle, form))
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")
    assert lowbit("count", path).stdout == "48\n"


def test_shuffle(file: Path) -> None:
    done = lowbit("shuffle", "--seed", "1", "--times", "2", file)
    lines = (line.partition("  #")[0] for line in done.stdout.splitlines())
    shuffled = [read_puzzle(line) for line in lines if line.startswith("{")]
    assert len(shuffled) == 6
    assert [count_solutions(puzzle) for puzzle in shuffled] == [1, 1, 48, 48, 0, 0]
    assert "2 invalid" in done.stderr
