"""``lowbit steps``, ``lowbit hint`` and ``lowbit techniques``."""

from __future__ import annotations

import json
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from command_line import lowbit
from lowbit import explain, hint, render, solve, steps, walkthrough
from lowbit.cli.main import main
from lowbit.cli.run import progress
from lowbit.cli.run.progress import CLEAR
from lowbit.formats import read
from lowbit.techniques.registry import TECHNIQUES

if TYPE_CHECKING:
    from pathlib import Path

EASY = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
HARD = "....1....318......6.7.8..2..6.1...9......3..4..28...367.......3..964...7.4....5.."
SAID = (
    "Hidden single: In row 1, 9 fits only in r1c2: the 9s in r2c4, r3c7 and r4c3 block the others."
)
WRONG = "11" + "." * 79


def test_each_step_is_a_line() -> None:
    done = lowbit("steps", EASY)
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert {len(line) for line in lines} == {6}
    assert lines[0] == [
        "hidden-single",
        "r1c2=9",
        "",
        "",
        SAID,
        "9 in row 1 => r1c2=9",
    ]
    assert sum(line[1].count("=") for line in lines) == EASY.count(".")


def test_json_has_the_evidence() -> None:
    done = lowbit("steps", "--to", "json", "--rules", "hodoku", EASY)
    first = json.loads(done.stdout.splitlines()[0])
    assert first["puzzle"] == EASY
    assert list(first) == [
        "puzzle",
        "technique",
        "name",
        "placements",
        "eliminations",
        "rating",
        "reason",
        "whole_reason",
        "notation",
        "evidence",
    ]
    assert first["technique"] == "naked-single"
    assert first["rating"] == 4
    assert first["evidence"]["marks"] == {"single": [first["placements"][0].replace("=", "-")]}


def test_what_the_rules_do_not_solve_makes_the_exit_code_1() -> None:
    done = lowbit("steps", "--only", "full-house", EASY)
    assert (done.returncode, done.stdout) == (1, "stuck\n")


@pytest.mark.parametrize(
    ("to", "end"),
    [("line", "stuck"), ("json", f'{{"puzzle": "{HARD}", "status": "stuck"}}'), ("board", "stuck")],
)
def test_steps_that_do_not_solve_end_with_the_status(to: str, end: str) -> None:
    done = lowbit("steps", "-q", "--only", "hidden-single", "--to", to, HARD)
    step, last = done.stdout.splitlines()[-2:]
    assert (done.returncode, last, done.stderr) == (1, end, "")
    assert step != end


def test_a_terminal_shows_how_many_steps_were_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "INTERVAL"):
        monkeypatch.setattr(progress, name, 0)
    shown = StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    with redirect_stderr(shown), redirect_stdout(StringIO()) as out:
        main(["steps", "--only", "hidden-single", HARD])
    first, *_, cleared = shown.getvalue().split(CLEAR)[1:]
    assert re.fullmatch(r"1 steps  [0-9,]+/s  hidden-single", first)
    assert cleared == ""
    assert out.getvalue().count("hidden-single") == shown.getvalue().count("hidden-single")


def test_a_technique_can_be_left_out() -> None:
    with_it, without_it = (
        {line.split("\t")[0] for line in lowbit("steps", *more, EASY).stdout.splitlines()}
        for more in ([], ["--without", "full-house"])
    )
    assert "full-house" in with_it
    assert "full-house" not in without_it


def test_all_that_applies_now() -> None:
    done = lowbit("steps", "--all", "--only", "pointing", EASY)
    assert done.returncode == 0
    assert {line.split("\t")[0] for line in done.stdout.splitlines()} == {"pointing"}


def test_a_puzzle_without_a_solution_is_none() -> None:
    for command in ("steps", "hint"):
        done = lowbit(command, "-v", WRONG)
        assert (done.returncode, done.stdout) == (1, "none\n")
        assert "two 1s in row 1" in done.stderr


@pytest.mark.parametrize("words", [["steps"], ["steps", "--all", "--only", "pointing"], ["hint"]])
def test_a_time_limit_ends_a_puzzle_and_says_so(words: list[str]) -> None:
    done = lowbit(*words, "--time-limit", "0", EASY)
    assert done.returncode == 1
    assert "limit" in done.stdout
    assert lowbit(*words, "--time-limit", "1e9", EASY).stdout == lowbit(*words, EASY).stdout


def test_a_hint_tells_more_and_more() -> None:
    reported = [lowbit("hint", "--detail", str(level), EASY).stdout for level in (1, 2, 3)]
    assert reported == [
        "look at row 1\n",
        "hidden single\n",
        f"{SAID}\n",
    ]


def test_steps_and_hints_are_told_in_chinese() -> None:
    told = [lowbit("hint", "--language", "zh", "--detail", n, EASY).stdout for n in ("1", "3")]
    assert told == [f"{hint(EASY, detail=level, language='zh')}\n" for level in (1, 3)]
    done = lowbit("steps", "--language", "zh", EASY)
    said = [explain(step, language="zh") for step in steps(EASY)]
    assert [line.split("\t")[4] for line in done.stdout.splitlines()] == said
    done = lowbit("steps", "--language", "zh", "--to", "json", EASY)
    assert json.loads(done.stdout.splitlines()[0])["name"] == said[0][:4]
    done = lowbit("steps", "--language", "zh", "--to", "board", EASY)
    assert done.stdout.startswith(f"# {said[0]}\n")


def test_a_lesson_is_printed_with_its_example_and_positions() -> None:
    told = lowbit("techniques", "x-wing").stdout
    assert told.startswith("# X-wing\n\nLook at one digit. ")
    assert "\n\nWhy it is true: Each of the two rows " in told
    assert told.count("|-------") >= 4
    assert "In each of these positions, it is the next step." in told
    assert lowbit("techniques", "x-wing", "--language", "zh").stdout.startswith("# 二链列\n")
    assert "turned copies of the example" in lowbit("techniques", "sk-loop").stdout
    found = json.loads(lowbit("techniques", "x-wing", "--to", "json").stdout)
    assert found["step"]["technique"] == found["technique"] == "x-wing"
    for position in found["practice"]:
        assert "X-wing" in lowbit("hint", position).stdout
    done = lowbit("techniques", "y-wing")
    assert done.returncode == 2
    assert "unknown technique 'y-wing'; did you mean xy-wing" in done.stderr


def test_rules_can_be_a_list_of_techniques_with_options(tmp_path: Path) -> None:
    rules = ["full-house", "naked-single", "x-chain:chain-links=5"]
    done = lowbit("steps", "--rules", ",".join(rules), EASY)
    *found, status = [line.split("\t")[0] for line in done.stdout.splitlines()]
    assert (found, status) == ([step.technique for step in steps(EASY, rules)], "stuck")
    assert set(found) <= {"full-house", "naked-single", "x-chain"}
    told = lowbit("hint", "--rules", "x-chain,naked-single", EASY)
    assert told.stdout.startswith("X-chain")
    book = tmp_path / "way.pdf"
    assert not lowbit(
        "book", "--walkthrough", "--rules", rules[0], EASY, "-o", str(book)
    ).returncode


@pytest.mark.parametrize(
    ("rules", "reason"),
    [
        ("magic", "choose from .*; the rule books are hodoku, explainer, human"),
        ("naked-single,x-chain:links=2", "unknown option 'links'"),
    ],
)
def test_rules_that_there_are_not_are_named(rules: str, reason: str) -> None:
    done = lowbit("steps", "--rules", rules, EASY)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(reason, done.stderr)


def test_a_board_stands_below_each_step() -> None:
    done = lowbit("steps", "--to", "board", EASY)
    blocks = done.stdout.split("\n\n")
    way = list(walkthrough(EASY))
    assert len(blocks) == len(way)
    for block, (step, position) in zip(blocks, way, strict=True):
        said, _, drawn = block.partition("\n")
        assert said == f"# {explain(step)}"
        assert [record.grid for record in read(StringIO(drawn))] == [position.grid]
    assert lowbit("hint", "--to", "board", EASY).stdout == blocks[0] + "\n"


@pytest.mark.parametrize("words", [["hint"], ["steps"], ["steps", "--only", "naked-single"]])
def test_it_is_said_what_several_solutions_leave_out(words: list[str], tmp_path: Path) -> None:
    loose = EASY.replace("6", ".", 1)
    pictures: list[str | Path] = ["--to", "svg", "-o", tmp_path / "{}.svg"]
    for more in ([], pictures):
        assert "are left out" in lowbit(*words, loose, *more).stderr
        assert "are left out" not in lowbit(*words, EASY, *more).stderr
        assert "are left out" not in lowbit(*words, "-q", loose, *more).stderr


def test_a_picture_for_each_step(tmp_path: Path) -> None:
    done = lowbit("steps", "--to", "svg", "--theme", "dark", EASY, "-o", tmp_path / "{}.svg")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    way = list(walkthrough(EASY))
    assert len(list(tmp_path.iterdir())) == len(way)
    for number, (step, position) in enumerate(way, 1):
        drawn = (tmp_path / f"{number}.svg").read_text(encoding="utf-8")
        assert drawn == render(position, step=step, theme="dark") + "\n"
    step, position = way[0]
    assert lowbit("hint", "--to", "svg", EASY).stdout == render(position, step=step) + "\n"


def test_a_pdf_has_a_page_for_each_step(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    lowbit("steps", "--to", "pdf", EASY, "-o", tmp_path / "way.pdf")
    with pdfium.PdfDocument(tmp_path / "way.pdf") as document:
        assert len(document) == len(steps(EASY))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["steps", "--to", "svg"], "several pictures need a name with {}"),
        (["steps", "--to", "png"], "PNG needs a file: name it with -o"),
        (["hint", "--to", "svg", "--detail", "2"], "shows the whole step"),
        (["hint", "--to", "board", "--detail", "1"], "shows the whole step"),
    ],
)
def test_wrong_usage(words: list[str], says: str) -> None:
    done = lowbit(*words, EASY)
    assert says in done.stderr
    assert (done.stdout, done.returncode) == ("", 2)


def test_what_cannot_be_reported_is_not_drawn(tmp_path: Path) -> None:
    name = tmp_path / "{}.svg"
    done = lowbit("hint", "--to", "svg", WRONG, EASY, "-o", name)
    assert "two 1s in row 1" in done.stderr
    assert "2 puzzles: 1 none, 1 explained (" in done.stderr
    assert done.returncode == 1
    assert [file.name for file in tmp_path.iterdir()] == ["1.svg"]


def test_the_registry_as_a_table_and_as_json() -> None:
    table = lowbit("techniques").stdout.splitlines()
    rows = [json.loads(line) for line in lowbit("techniques", "--to", "json").stdout.splitlines()]
    assert [line.split("\t")[0] for line in table] == list(TECHNIQUES)
    assert [row["technique"] for row in rows] == list(TECHNIQUES)


def test_json_lines_are_objects_where_there_is_no_step() -> None:
    done = lowbit("steps", "--to", "json", "66" + EASY[2:], "." * 81, EASY)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[:2] == [
        {"puzzle": "66" + EASY[2:], "status": "none"},
        {"puzzle": "." * 81, "status": "stuck"},
    ]
    assert {line["puzzle"] for line in lines[2:]} == {EASY}
    assert all("technique" in line for line in lines[2:])


def test_a_finished_grid_needs_no_hint() -> None:
    done = lowbit("hint", solve(EASY).to_line())
    assert (done.stdout, done.returncode) == ("the puzzle is solved\n", 0)
