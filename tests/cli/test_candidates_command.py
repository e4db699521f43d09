"""What ``lowbit candidates`` and ``lowbit redundant`` write."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from command_line import lowbit
from lowbit import Puzzle, candidate_counts, is_unique, read_puzzle, true_candidates
from lowbit.constraints import Diagonal, Thermometer

if TYPE_CHECKING:
    from pathlib import Path

SEVERAL = ".Shape~4x4.Cage~3~R1C1~R1C2.~R2C1_4"
NONE = ".Shape~4x4.Cage~2~R1C1~R1C2"
NEEDLESS = ".Shape~4x4.~R1C1_1.~R3C1_4.Diagonal~-1.Thermo~R1C4~R1C3.Thermo~R2C1~R2C2~R2C3"
PLAIN = "12..34.........."
EMPTY = ".AntiKnight.AntiKing.~R1C1_1"
LINES = f"# three\n{SEVERAL}  # eins\n{NONE}\n{PLAIN}\n.AntiKing.Chaos~R1C1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "variants.txt"
    path.write_text(LINES, encoding="utf-8")
    return path


def test_candidates_stay_in_their_lines(file: Path) -> None:
    done = lowbit("candidates", "--geometry", "4x4", file)
    lines = done.stdout.splitlines()
    assert lines[0] == "# three"
    assert lines[1] == f"{true_candidates(read_puzzle(SEVERAL)).to_pencilmarks()}  # eins"
    assert lines[2] == f"{NONE}  # none"
    assert lines[3] == true_candidates(PLAIN, geometry="4x4").to_pencilmarks()
    assert "invalid: line 5, column 10: Chaos" in lines[4]
    assert "4 puzzles: 2 several, 1 none, 1 invalid" in done.stderr
    assert done.returncode == 1


def test_candidates_drawn() -> None:
    done = lowbit("candidates", "--to", "board", SEVERAL)
    assert done.stdout.splitlines()[0] == "| 12  12  | 34   34   |"
    assert lowbit("candidates", "--to", "board", NONE).stdout.startswith("# none\n")


def test_counts() -> None:
    counts = candidate_counts(read_puzzle(SEVERAL), limit=7)
    done = lowbit("candidates", "--counts", "7", SEVERAL, NONE)
    words = done.stdout.splitlines()[0].split()
    assert (words[0], words[4], done.stdout.splitlines()[1]) == ("1:7,2:7", "4:7", "none")
    assert [sum(int(part[2:]) for part in word.split(",")) for word in words] == (
        counts.sum(axis=1).tolist()
    )
    done = lowbit("candidates", "--counts", "7", "--to", "json", SEVERAL, NONE)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (first["status"], first["counts"]) == ("several", counts.tolist())
    assert (second["status"], second["counts"]) == ("none", None)


def test_deciding_givens_decide() -> None:
    text = SEVERAL + ".~R4C3_1"
    done = lowbit("candidates", "--deciding", text, NEEDLESS)
    words = done.stdout.splitlines()[0].split()
    assert words
    assert done.stdout.splitlines()[1] == "unique"
    for word in words:
        cell, digit = word.upper().split("=")
        assert is_unique(read_puzzle(f"{text}.~{cell}_{digit}")), word


def test_what_takes_too_long() -> None:
    done = lowbit("candidates", "--max-nodes", "50", EMPTY)
    assert done.stdout == f"{EMPTY}  # limit-reached\n"
    done = lowbit("candidates", "--counts", "9", "--time-limit", "0", EMPTY)
    assert done.stdout == "limit-reached\n"
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--counts", "3", "--deciding"), "exclude each other"),
        (("--counts", "3", "--to", "board"), "--to board draws candidates alone"),
    ],
)
def test_options_that_contradict(options: tuple[str, ...], reason: str) -> None:
    done = lowbit("candidates", *options, PLAIN)
    assert reason in done.stderr
    assert done.returncode == 2


def test_redundant() -> None:
    done = lowbit("redundant", NEEDLESS, "1234.4....4....1", ".23..4....4....1", SEVERAL, NONE)
    assert done.stdout.splitlines() == [
        "r3c1; Thermometer at r1c4 r1c3; Thermometer at r2c1 r2c2 r2c3",
        "r1c1; r1c2; r1c3; r1c4",
        "minimal",
        "several",
        "none",
    ]
    assert "5 puzzles: 1 several, 1 none, 2 redundant, 1 minimal" in done.stderr
    done = lowbit("redundant", "--to", "json", NEEDLESS.replace(".~R3C1_4", ""))
    assert json.loads(done.stdout)["redundant"] == "Thermometer at r1c4 r1c3"
    assert lowbit("redundant", "--max-nodes", "1", NEEDLESS).stdout == "limit-reached\n"


def test_minimize_removes_constraints_if_asked() -> None:
    minimal = Puzzle.from_json(lowbit("minimize", "--constraints", NEEDLESS).stdout)
    assert minimal.constraints == (Diagonal(), Thermometer((4, 5, 6)))
    kept = Puzzle.from_json(lowbit("minimize", NEEDLESS).stdout)
    assert len(kept.constraints) == 3
    plain = lowbit("minimize", "--constraints", "1234.4....4....1").stdout
    assert plain == lowbit("minimize", "1234.4....4....1").stdout
