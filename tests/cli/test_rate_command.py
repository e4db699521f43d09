"""What ``lowbit rate`` writes, for one puzzle and for many, as text and as tables."""

from __future__ import annotations

import csv
import json
import signal
import time
from io import StringIO
from pathlib import Path

import pytest

from command_line import lowbit, start
from lowbit.cli.main import main
from lowbit.cli.run import ratings
from lowbit.grid import Grid

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MEDIUM = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EMPTY = "." * 81
CLASHING = "11" + "." * 79
TEXT = "\n".join([MEDIUM, "# a comment", EMPTY, CLASHING, "no puzzle", f"{EASY}  easy", ""])
FIELDS = ["puzzle", "status", "er", "ep", "ed", "explainer_hardest", "explainer_techniques"]


def test_a_puzzle_is_a_line() -> None:
    done = lowbit("rate", MEDIUM)
    assert (done.stdout, done.stderr, done.returncode) == ("2.6 1.2 1.2\n", "", 0)
    assert lowbit("rate", "--rules", "hodoku", MEDIUM).stdout == "418 Medium\n"
    both = lowbit("rate", "--rules", "hodoku", "--rules", "explainer", MEDIUM)
    assert both.stdout == "2.6 1.2 1.2 418 Medium\n"


@pytest.mark.parametrize(
    ("rules", "first", "last"),
    [
        pytest.param("explainer", "2.6 1.2 1.2", "1.2 1.2 1.2", marks=pytest.mark.slow),
        ("hodoku", "418 Medium", "204 Easy"),
    ],
)
def test_many_are_a_line_each(rules: str, first: str, last: str) -> None:
    done = lowbit("rate", "--rules", rules, "-", stdin=TEXT)
    assert done.stdout.splitlines() == [first, "several", "none", "invalid", last]
    assert "5 puzzles: 2 unique, 1 several, 1 none, 1 invalid" in done.stderr
    assert "line 5, column 1: 'n' is not a digit or blank" in done.stderr
    assert done.returncode == 1


SPACED, CONSTRAINED = " ".join(EASY), f"{EASY} .Thermo~R1C3~R1C4\r"


@pytest.mark.parametrize("rules", [["explainer"], ["hodoku"], ["explainer", "hodoku"]])
@pytest.mark.parametrize(
    "lines",
    [[HARD, *TEXT.split("\n"), HARD[:-1], "", SPACED, CONSTRAINED], [EASY, HARD], [EASY, MEDIUM]],
    ids=["everything", "a limit", "good ones"],
)
def test_many_are_rated_in_bulk_as_by_records(
    lines: list[str],
    rules: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(f"{line}\n" for line in lines * 4))
    by_rules = [f"--rules={book}" for book in rules]
    arguments = ["rate", *by_rules, "--max-nodes", "1", "--threads", "2", str(path)]
    monkeypatch.setattr(ratings, "BYTES_AT_A_TIME", 700)
    answered = []
    for in_bulk in (True, False):
        monkeypatch.setattr(ratings, "are_at_hand", lambda _kernels, in_bulk=in_bulk: in_bulk)
        code = main(arguments)
        said = capsys.readouterr()
        answered.append((code, said.out, said.err.split(" (")[0]))
    assert answered[0] == answered[1]
    assert answered[0][1].count("\n") == 4 * sum(line not in {"", "# a comment"} for line in lines)


@pytest.mark.slow
def test_csv_and_json_have_everything(tmp_path: Path) -> None:
    text = tmp_path / "puzzles.txt"
    text.write_text(TEXT)
    measured = ("--measure", "backdoor", text)
    rows = list(csv.DictReader(StringIO(lowbit("rate", "--to", "csv", *measured).stdout)))
    objects = list(map(json.loads, lowbit("rate", "--to", "json", *measured).stdout.splitlines()))
    names = [*FIELDS, "backdoor", "reason", "remark"]
    assert list(rows[0]) == list(objects[0]) == names
    assert rows[0]["explainer_techniques"] == "hidden-single:57 pointing:2"
    assert objects[0]["explainer_techniques"] == {"hidden-single": 57, "pointing": 2}
    assert [row["status"] for row in rows] == [one["status"] for one in objects]
    assert [row["er"] for row in rows] == ["2.6", "", "", "", "1.2"]
    assert [one["er"] for one in objects] == [2.6, None, None, None, 1.2]
    assert (objects[1]["reason"], objects[4]["remark"]) == (
        "the puzzle has more than one solution",
        "easy",
    )


@pytest.mark.slow
def test_tables_get_columns(tmp_path: Path) -> None:
    table = tmp_path / "puzzles.csv"
    table.write_text(f"id,puzzle\n1,{MEDIUM}\n2,{EMPTY}\n3,{EASY}\n")
    done = lowbit("rate", table)
    assert done.stdout.splitlines() == [
        "id,puzzle,er,ep,ed,status",
        f"1,{MEDIUM},2.6,1.2,1.2,unique",
        f"2,{EMPTY},,,,several",
        f"3,{EASY},1.2,1.2,1.2,unique",
    ]
    hodoku = lowbit("rate", "--rules", "hodoku", "--measure", "techniques", table).stdout
    assert hodoku.splitlines()[0].endswith("score,level,hodoku_hardest,hodoku_techniques,status")
    limited = lowbit("rate", "--rules", "hodoku", "--time-limit", "0", table)
    assert limited.stdout.count("limit-reached") == 2


def test_measures_have_no_place_on_a_line() -> None:
    done = lowbit("rate", "--measure", "search", EASY)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--measure needs --to csv or json, or a table" in done.stderr


@pytest.mark.slow
def test_a_limit_ends_puzzles_one_by_one() -> None:
    done = lowbit("rate", "--time-limit", "0", "-v", HARD, HARD)
    assert done.stdout == "limit-reached\n" * 2
    assert "a limit ended it before all was known" in done.stderr
    assert lowbit("rate", "--max-nodes", "1", "-", stdin=f"{EASY}\n{HARD}\n").stdout == (
        "1.2 1.2 1.2\nlimit-reached\n"
    )


@pytest.mark.slow
def test_ctrl_c_ends_it_at_once() -> None:
    with start("rate", "-") as process:
        assert process.stdin
        process.stdin.write(f"{HARD}\n" * 40)
        process.stdin.close()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr
        assert "Traceback" not in process.stderr.read()


def test_other_boards_are_measured(tmp_path: Path) -> None:
    text = tmp_path / "small.txt"
    text.write_text("1..4....4...2..1\n................\n")
    done = lowbit("rate", "--measure", "redundant", "--measure", "search", text)
    assert done.stdout == "guesses:0 nodes:1 redundant:0\nseveral\n"
    assert done.returncode == 1
    [row] = map(json.loads, lowbit("rate", "--to", "json", "1..4....4...2..1").stdout.splitlines())
    assert list(row) == ["puzzle", "status", "guesses", "nodes", "reason", "remark"]
    table = tmp_path / "small.csv"
    table.write_text("id,puzzle\n7,1..4....4...2..1\n")
    done = lowbit("rate", "--geometry", "4x4", "--column", "puzzle", table)
    assert done.stdout == "id,puzzle,guesses,nodes,status\n7,1..4....4...2..1,0,1,unique\n"


@pytest.mark.parametrize("asked", [("--rules", "hodoku"), ("--measure", "techniques")])
def test_what_only_the_classic_board_has_is_refused_by_name(asked: tuple[str, str]) -> None:
    done = lowbit("rate", "--geometry", "6x6", *asked, "." * 36)
    assert "classic board alone, and this lies on 6x6" in done.stderr
    assert done.returncode == 2


def test_what_lies_on_another_board_than_the_rest_is_measured_by_the_search() -> None:
    jigsaw = "....4.....1...3.AABAABBBCCCDCDDD"
    text = f"{jigsaw}\n{MEDIUM}\n"
    search = lowbit("rate", "--geometry", "4x4:AABAABBBCCCDCDDD", "--", jigsaw[:16]).stdout
    assert lowbit("rate", stdin=text).stdout == search + "2.6 1.2 1.2\n"
    assert lowbit("rate", jigsaw).stdout == search
    named = lowbit("rate", "--rules", "explainer", "-v", stdin=jigsaw)
    assert (named.stdout, named.returncode) == ("invalid\n", 1)
    assert "on the classic board alone" in named.stderr


RESTRICTED = Grid.from_masks([0b110, *[0x1FF] * 80]).to_pencilmarks()
SMALL = Grid.from_masks([0b110, *[0xF] * 15], "4x4").to_pencilmarks()
SUKAKU = (Path(__file__).parents[1] / "techniques/sukaku.txt").read_text().splitlines()[2].split()


@pytest.mark.parametrize("n_others", [0, 2])
def test_puzzles_given_by_candidates_are_rated(n_others: int) -> None:
    lines = [RESTRICTED, SUKAKU[0], *[MEDIUM] * n_others, ""]
    done = lowbit("rate", stdin="\n".join(lines))
    expected = ["several", " ".join(SUKAKU[1:]), *["2.6 1.2 1.2"] * n_others]
    assert done.stdout.splitlines() == expected


def test_puzzles_given_by_candidates_are_rated_on_other_boards_and_in_tables(
    tmp_path: Path,
) -> None:
    for n in (1, 2):
        done = lowbit("rate", "--geometry", "4x4", stdin=f"{SMALL}\n" * n)
        assert done.stdout == "several\n" * n
    table = tmp_path / "some.csv"
    table.write_text(f"id,puzzle\n1,{SUKAKU[0]}\n2,{MEDIUM}\n")
    rows = lowbit("rate", table).stdout.splitlines()
    assert rows[1].endswith(f",{','.join(SUKAKU[1:])},unique")


def test_the_first_refused_puzzles_are_named_and_the_others_counted() -> None:
    done = lowbit("trace", stdin=f"{RESTRICTED}\n" * 13)
    assert done.stderr.count("only puzzles of givens on the classic board have traces") == 10
    assert "and 3 more invalid puzzles" in done.stderr
