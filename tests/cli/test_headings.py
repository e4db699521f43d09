"""Comments that name a board: what `generate` writes, all commands read as it was meant."""

from __future__ import annotations

import io
import json
import re
from itertools import chain, product
from typing import TYPE_CHECKING

import pytest

import lowbit
from command_line import bash
from command_line import lowbit as command
from lowbit.errors import FormatError, InputError
from lowbit.formats import FORMATS, read
from lowbit.formats.headings import heading_of, needs_heading
from lowbit.geometry import Geometry
from support import IRREGULAR, NAMED_BOARDS, slow_except

if TYPE_CHECKING:
    from pathlib import Path

GENERATED = ("4x4", "6x6:3x2", "9x9+diagonals", "9x9~0-8", "jigsaw:6x6", "butterfly")
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
QUICK = ("6x6:3x2", "9x9~0-8")
SMALL = "1....2....3....4"
MANY = [" --threads ".join(each) for each in product(("count", "check", "solve"), "12")]
ALONE = (("9x9", CLASSIC), ("x", CLASSIC), ("4x4", SMALL))


def boards_of(*lines: str, **how: str) -> list[str]:
    return [str(record.grid.geometry) for record in read(lines, **how) if record.grid]


@pytest.mark.parametrize("name", NAMED_BOARDS)
def test_a_heading_names_any_board(name: str) -> None:
    board = Geometry.parse(name)
    blank = "." * board.n_cells
    assert boards_of("# easy ones", heading_of(board), blank, blank) == [str(board)] * 2
    assert needs_heading(board) == (boards_of(blank) != [str(board)])


def test_drawn_boards_say_their_names() -> None:
    lines = f"# x\n{CLASSIC}\n{CLASSIC}\n# 9x9\n{CLASSIC}\n"
    drawn = command("show", "-q", stdin=lines).stdout
    assert [line for line in drawn.splitlines() if "#" in line] == ["# 9x9+diagonals", "# 9x9"]
    assert boards_of(*drawn.splitlines()) == ["9x9+diagonals", "9x9+diagonals", "9x9"]


def test_a_heading_is_nothing_but_a_name() -> None:
    blank = "." * 81
    for comment in ("# 9x9+diagonals, easy", "## x", "# 12", "#", "", "x"):
        assert not {"9x9+diagonals", "12x12"} & set(boards_of(comment, blank))
    assert boards_of("#windoku", blank) == ["9x9+windows"]
    assert boards_of("# windoku", blank, geometry="x") == ["9x9+diagonals"]  # what is asked for


def test_headings_further_down_change_the_board() -> None:
    texts = ("# x", "." * 81, "# 4x4", "." * 16, "", "# x", "." * 81)
    assert boards_of(*texts) == ["9x9+diagonals", "4x4", "9x9+diagonals"]
    drawn = [("# 6x6:3x2", *["......"] * 6), ("# 6x6", *["......"] * 6)]
    assert boards_of(*chain(*drawn), format="board") == ["6x6:3x2", "6x6"]
    assert [record.text for record in read(texts) if record.is_passthrough] == [
        "# x", "# 4x4", "", "# x",
    ]  # fmt: skip


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_written_says_its_boards(form: str) -> None:
    """Whatever was read or made: nothing is said of boards that cells show, all else by name."""
    names = ["4x4", "4x4", "x", "9x9", "9x9~0-8", "6x6:3x2"]
    names = names[2:3] * 2 if form == "acwing166" else names
    names = [name for name in names if "~" not in name or form in {"line", "json", "csv", "board"}]
    grids = [lowbit.Grid("." * Geometry.parse(name).n_cells, name) for name in names]
    for how in ({}, {"format": form}):
        text = io.StringIO()
        lowbit.write(text, grids, format=form)
        assert lowbit.read(text.getvalue().splitlines(), **how) == grids
    shown = command("show", "-q", "--to", form, stdin=text.getvalue()).stdout
    assert lowbit.read(shown.splitlines()) == grids
    for name in ("4x4", "9x9"):
        usual = io.StringIO()
        lowbit.write(usual, [lowbit.Grid("." * Geometry.parse(name).n_cells, name)], format=form)
        assert name not in usual.getvalue()


def test_a_text_that_has_an_end_has_one_board() -> None:
    grids = [lowbit.Grid("." * 81), lowbit.Grid("." * 81, "x")]
    with pytest.raises(FormatError, match="ends with the puzzles of one board"):
        lowbit.write(io.StringIO(), grids, format="acwing166")


def test_json_names_boards_among_its_keys() -> None:
    lines = [
        json.dumps({"puzzle": CLASSIC, "level": 3, "board": board})
        for board in ("x", "9x9", "no name of a board")
    ]
    records = list(read(lines))
    assert [(str(record.grid.geometry), record.remark) for record in records if record.grid] == [
        ("9x9+diagonals", "3"), ("9x9", "3"), ("9x9", "3, no name of a board"),
    ]  # fmt: skip
    assert boards_of(*lines, geometry="windoku") == ["9x9+windows"] * 3  # what is asked for
    parted = [json.dumps([CLASSIC]), "# x", "[", json.dumps(CLASSIC), "]"]
    assert boards_of(*parted) == ["9x9", "9x9+diagonals"]


@pytest.mark.parametrize("name", slow_except(GENERATED, QUICK))
def test_what_generate_writes_is_read_as_it_was_meant(name: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    command("generate", "2", "--geometry", name, "--no-minimal", "--seed", "3", "-o", file)
    for verb in ("solve", "shuffle", "canonical", "minimize"):
        written = command(verb, "-q", file).stdout
        assert command("count", "-q", stdin=written).stdout.split() == ["1", "1"]
    drawn = command("generate", "2", "--geometry", name, "--to", "board", "--seed", "3").stdout
    assert command("check", "--unique", "-q", stdin=drawn).stdout.split() == ["unique"] * 2


def test_boards_that_alternate_are_answered_together_and_in_order() -> None:
    """Each puzzle gets its own answer, and what is said of them comes in their order."""
    parts = [
        *("# x", CLASSIC, "# 4x4", SMALL, "# easy", "nonsense", "# 9x9", CLASSIC, "# 4x4", "?"),
        *(SMALL, "# jigsaw:AABBAABBCCDDCCDD", SMALL, "# x", CLASSIC, "# 9x9", CLASSIC),
    ]
    counted = command("count", "--max-nodes", "1000", stdin="\n".join(parts))  # by the lanes
    words = ["0", "2", "invalid", "1", "invalid", "2", "2", "0", "1"]
    assert counted.stdout.split() == words
    assert re.findall("line ([0-9]+)", counted.stderr) == ["6", "10"]
    few, many = (
        command("shuffle", "--times", "2", "--seed", "1", "-q", stdin="\n".join(parts * n)).stdout
        for n in (1, 40)  # one by one, by the kernels
    )
    assert many.startswith(few)
    assert few.count("#") == 10  # with two reasons


def test_files_that_were_put_together() -> None:
    [puzzle] = lowbit.generate(1, geometry=IRREGULAR, seed=1).array
    irregular = lowbit.Grid(puzzle.tolist(), IRREGULAR).to_line()
    text = f"{CLASSIC}\n# {IRREGULAR}\n{irregular}\n# 4x4\n{SMALL}\n# 9x9\n{CLASSIC}\n"
    for engine in ((), ("--max-nodes", "1000")):  # by the verb, by the lanes
        assert command("count", "-q", *engine, stdin=text).stdout.split() == ["1", "1", "2", "1"]
    turned = command("shuffle", "-q", "--seed", "1", stdin=text).stdout
    assert command("count", "-q", stdin=turned).stdout.split() == ["1", "1", "2", "1"]
    asked = command("count", "--geometry", "9x9", "--limit", "2", "-q", stdin=text)
    assert asked.stdout.split()[0] == "1"
    assert asked.stdout.split()[1] != "1"  # the board that is named holds for all


ROW, ON_X = f"1,{CLASSIC}\n", "# x\n"
IN_TABLES = {
    "below.csv": f"id,puzzle\n{ROW}{ON_X}{ROW}",
    "bad_row.csv": f"id,puzzle\n{ROW}{ON_X}{ROW}2,{CLASSIC},3\n",
    "key.jsonl": json.dumps({"puzzle": CLASSIC, "board": "x"}),
    "text.txt": f"{CLASSIC}\n{ON_X}{CLASSIC}\n",
}


@pytest.mark.parametrize("verb", slow_except(("count", "audit", "job run --do count"), ["count"]))
@pytest.mark.parametrize("name", slow_except(IN_TABLES, ["below.csv"]))
def test_tables_of_one_board_refuse_others(name: str, verb: str, tmp_path: Path) -> None:
    """Nothing below a heading is answered on the board above it, nor a row that names its own."""
    (tmp_path / name).write_text(IN_TABLES[name])
    to = {"count": ("-o", tmp_path / "out.csv"), "audit": ()}.get(verb, (tmp_path / "out",))
    done = command(*verb.split(), tmp_path / name, *to)
    assert "the board 9x9+diagonals is named here, but all puzzles are to lie on 9x9" in done.stderr
    assert done.returncode == 1


def test_a_heading_above_a_table_holds_for_it(tmp_path: Path) -> None:
    headed, plain = tmp_path / "x.csv", tmp_path / "9.csv"
    headed.write_text(f"{ON_X}id,puzzle\n{ROW}")
    plain.write_text(f"id,puzzle\n{ROW}")
    for how in ([], ["--from", "csv"]):
        assert command("count", "-q", *how, headed).stdout.split() == ["0"]
    assert command("count", "-q", headed, plain).stdout.split() == ["0", "1"]
    in_column = command("count", "-q", "--column", "puzzle", headed).stdout
    assert in_column.endswith(",0,none\n")
    late = command("count", "-q", plain, headed)
    assert (",1,unique" in late.stdout, "is named here" in late.stderr) == (True, True)


@pytest.mark.slow
def test_audits_jobs_and_batches(tmp_path: Path) -> None:
    text = tmp_path / "puzzles.txt"
    command("generate", "2", "--geometry", "6x6:3x2", "--seed", "3", "-o", text)
    assert "defects                0" in re.sub(" +", " " * 16, command("audit", text).stdout)
    assert "2 unique" in command("job", "run", text, tmp_path / "done", "--do", "solve").stderr
    both = (text, text.with_suffix(".csv"))
    both[1].write_text(f"# 6x6\npuzzle\n{'.' * 36}\n")
    assert "several boards" in command("audit", *both).stderr
    assert command("check", "-q", both[1]).stdout.split()[-1] == "ok"
    for beginning in (b"", b"." * 81 + b"\n# easy ones\n"):
        with pytest.raises(InputError, match="names the board 6x6:3x2"):
            lowbit.solve_many(beginning + text.read_bytes())
    assert "names the board 6x6:3x2" in command("bench", text).stderr
    assert lowbit.solve_many(text.read_bytes(), geometry="6x6:3x2").summary() == {"unique": 2}


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_no_end_of_a_line_is_lost_at_a_heading(end: str, tmp_path: Path) -> None:
    text = tmp_path / "puzzles.txt"
    text.write_text(end.join([CLASSIC, "# 4x4", SMALL, SMALL, "# x", CLASSIC, ""]), newline="")
    assert command("count", "-q", text).stdout.split() == ["1", "2", "2", "0"]


@pytest.mark.slow
def test_a_heading_that_comes_late_is_obeyed() -> None:
    late = bash(
        f"(echo {CLASSIC}; sleep 1; printf '# 4x4\n{SMALL}\n'; sleep 1; echo '# x';"
        f" sleep 1; echo {CLASSIC}) | lowbit count -q"
    )
    assert late.stdout.split() == ["1", "2", "0"]


@pytest.mark.parametrize("how", slow_except(MANY, ["count --threads 1"]))
def test_headings_behind_many_lines_are_obeyed(how: str) -> None:
    """They are found in any block of a text, at its beginning, between two and at its end."""
    many = [CLASSIC] * 20_000
    parts = ["# easy", *many, "#17", "# x", CLASSIC, "# 9x9", CLASSIC, "# 4x4", SMALL, "# x"]
    asked = (*how.split(), "-q")
    alone = [command(*asked, "--geometry", board, stdin=puzzle).stdout for board, puzzle in ALONE]
    found = command(*asked, stdin="\n".join(parts)).stdout.splitlines()
    words = [line for line in found if not line.startswith("#")]
    assert {*words[:20_000]} == {alone[0].rstrip()}
    assert words[20_000:] == [alone[place].rstrip() for place in (1, 0, 2)]


JIGSAW = "....4.....1...3.AABAABBBCCCDCDDD"
"""A puzzle, with one solution on its board and six on 4x4, and its regions."""

CHANGED = {
    "a text that says its board": (JIGSAW, [1]),
    "one among many lines": (f"{CLASSIC}\n" * 400 + f"{JIGSAW}\n{CLASSIC}\n", [1] * 402),
    "drawn": ("# 4x4:AABAABBBCCCDCDDD\n. . . .\n4 . . .\n. . 1 .\n. . 3 .\n", [1]),
    "one without a solution": (f"1...1{JIGSAW[5:]}\n{CLASSIC}\n", [0, 1]),
}


@pytest.mark.parametrize("verb", ["minimize", "shuffle", "canonical"])
@pytest.mark.parametrize("name", slow_except(CHANGED, CHANGED.keys() - {"one among many lines"}))
def test_what_becomes_of_a_puzzle_says_its_board(name: str, verb: str) -> None:
    text, counts = CHANGED[name]
    changed = command(verb, stdin=text).stdout
    assert [*map(int, command("count", stdin=changed).stdout.split())] == counts
    lines = [line for line in changed.splitlines() if not line.startswith("#")]
    assert len(lines) == len(counts)


@pytest.mark.parametrize("verb", ["solve", "minimize"])
def test_boards_and_json_of_answers_say_theirs(verb: str) -> None:
    lines = f"{CLASSIC}\n{JIGSAW}\n{CLASSIC}\n"
    drawn = command(verb, "--to", "board", stdin=lines).stdout
    named = ["9x9", "4x4:AABAABBBCCCDCDDD", "9x9"]
    assert boards_of(*drawn.splitlines()) == [str(Geometry.parse(name)) for name in named]
    rows = command(verb, "--to", "json", stdin=lines).stdout.splitlines()
    assert boards_of(*rows) == [str(Geometry.parse(name)) for name in named]
    assert [json.loads(row).get("board") for row in rows] == [None, boards_of(*rows)[1], None]


@pytest.mark.parametrize("verb", ["rate", "maximize", "candidates", "count --estimate 9"])
def test_json_of_all_answers_says_boards(verb: str) -> None:
    [row] = command(*verb.split(), "--to", "json", stdin=f"{ON_X}{CLASSIC}\n").stdout.splitlines()
    assert json.loads(row)["board"] == "9x9+diagonals"


def test_a_text_among_whose_lines_are_constraints_obeys_no_heading_silently() -> None:
    with pytest.raises(InputError, match=r"line 1 of this text names the board 9x9\+diagonals"):
        lowbit.minimize_many(f"# x\n{CLASSIC}\n{JIGSAW}\n")
