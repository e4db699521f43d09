"""``lowbit generate --skeleton``: what it writes is what `generate_variants` returns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from command_line import lowbit
from lowbit import Puzzle, generate_variants, is_unique, read_puzzle, solve, steps, write_puzzle
from lowbit.cli.commands.generate import FILLABLE
from lowbit.constraints import REGISTRY, Cage, Thermometer, kropki_clues, unknown, unnumbered
from lowbit.formats.variants import PUZZLE_FORMATS
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from pathlib import Path

TEXT = ".Shape~4x4.Cage~0~R1C1~R2C1.Cage~9~R3C3~R3C4.Thermo~R4C1~R3C1"
SKELETON = Puzzle("." * 16, [Thermometer((12, 8))], geometry="4x4")
CAGES = [unknown(Cage, (0, 4)), unknown(Cage, (10, 11))]
PLAIN = ".Shape~4x4.Diagonal~1"


def made(*arguments: str) -> list[Puzzle]:
    done = lowbit("generate", "-q", "--skeleton", *arguments)
    assert done.returncode == 0, done.stderr
    return [read_puzzle(line) for line in done.stdout.splitlines()]


def test_numbers_come_from_the_solution() -> None:
    puzzles = made(TEXT, "20", "--seed", "3", "--fill", "cage")
    assert puzzles == generate_variants(20, SKELETON, CAGES, seed=3)
    assert all(map(is_unique, puzzles))


def test_the_way_to_the_solution_is_as_wished() -> None:
    wishes = ("--needs", "constraint", "--without", "constraint-contradiction", "--level", "easy")
    found = made(TEXT, "3", "--seed", "3", "--fill", "Cage", *wishes)
    assert found == generate_variants(
        3,
        SKELETON,
        CAGES,
        seed=3,
        needs="constraint",
        without="constraint-contradiction",
        level="easy",
    )
    for puzzle in found:
        way = steps(puzzle)
        assert "constraint" in {step.technique for step in way}
        assert way.difficulty is not None
        assert way.difficulty <= 2.3


def test_more_wishes() -> None:
    dots = kropki_clues(Geometry.parse("4x4"))
    wishes = ("--kropki", "--no-minimal", "--no-givens", "--threads", "2")
    found = made(TEXT, "5", "--seed", "1", "--fill", "Cage", *wishes)
    assert found == generate_variants(
        5, SKELETON, [*CAGES, *dots], seed=1, minimal=False, givens=False
    )
    assert made(
        TEXT, "3", "--seed", "1", "--fill", "Cage", "--max-nodes", "2"
    ) == generate_variants(3, SKELETON, CAGES, seed=1, max_nodes=2)


@pytest.mark.parametrize("form", ["fpuzzles", "iss", "pencilmark"])
def test_formats(form: str) -> None:
    done = lowbit(
        "generate", "2", "--skeleton", TEXT, "--fill", "Cage", "--seed", "1", "--to", form
    )
    expected = generate_variants(2, SKELETON, CAGES, seed=1)
    assert done.stdout.splitlines() == [write_puzzle(puzzle, form) for puzzle in expected]
    assert "2 puzzles: 2 made" in done.stderr
    assert PUZZLE_FORMATS[form].write is not None


def test_links_with_solutions() -> None:
    options = ("--skeleton", TEXT, "--fill", "Cage", "--seed", "1", "--solutions")
    done = lowbit("generate", *options, "--to", "sudokupad")
    (puzzle,) = generate_variants(1, SKELETON, CAGES, seed=1)
    assert done.stdout.strip() == write_puzzle(puzzle, "sudokupad", solution=solve(puzzle))
    refused = lowbit("generate", *options, "--to", "iss")
    assert "--solutions needs --to fpuzzles or sudokupad" in refused.stderr


def test_a_file_of_skeletons(tmp_path: Path) -> None:
    path = tmp_path / "skeletons.txt"
    path.write_text(f"# two\n{TEXT.replace('~9~', '~0~')}\n{PLAIN}\n")
    output = tmp_path / "made.jsonl"
    assert made(str(path), "3", "--seed", "1", "-o", str(output)) == []
    puzzles = [read_puzzle(line) for line in output.read_text().splitlines()]
    assert [len(puzzle.constraints) for puzzle in puzzles[3:]] == [1, 1, 1]
    assert len(set(puzzles)) == 6


def test_all_kinds_with_a_number_that_a_solution_tells_can_be_filled() -> None:
    assert sorted(FILLABLE) == sorted(name for name, kind in REGISTRY.items() if kind.number)


@pytest.mark.parametrize("name", FILLABLE)
def test_what_can_be_filled_has_a_number(name: str) -> None:
    solution = [int(digit) for digit in "123456789456789123789123456" * 3]
    clue = unnumbered(REGISTRY[name].sample, CLASSIC)
    assert clue.choices
    found = clue.filled(solution, CLASSIC)
    assert found is None or found.holds(solution, CLASSIC)


@pytest.mark.parametrize(
    ("arguments", "reason", "code"),
    [
        (("--skeleton", PLAIN, "--fill", "Cage"), "the skeleton has no Cage to be filled", 1),
        (("--skeleton", "nofile"), "nofile: no such file, and not a puzzle", 1),
        (("--skeleton", ".AntiKing.Chaos~R1C1"), "Chaos is a constraint that lowbit does not", 1),
        (("--skeleton", ".Shape~4x4.Cage~2~R1C1~R1C2"), "no grid obeys the skeleton", 1),
        (("--skeleton", PLAIN, "--clues", "3"), "--skeleton can only be combined with", 2),
        (("--skeleton", PLAIN, "--needs", "magic"), "unknown technique 'magic'", 2),
        (
            ("--skeleton", PLAIN, "--needs", "swordfish", "--max-tries", "2"),
            "such a way are rare: 0 of 1 were found, in 2 tries",
            1,
        ),
        (("--skeleton", PLAIN, "--to", "csv"), "--skeleton can only be combined with", 2),
        (("--skeleton", PLAIN, "-o", "x.csv"), "--skeleton can only be combined with", 2),
        (("--skeleton", PLAIN, "--to", "iss", "-o", "x.jsonl"), "--skeleton can only be", 2),
        (("--skeleton", PLAIN, "--geometry", "4x4"), "--skeleton excludes --grids", 2),
        (("--kropki",), "need --skeleton", 2),
        (("--max-nodes", "10"), "need --skeleton", 2),
        (("--to", "iss"), "needs --skeleton", 2),
        (("--skeleton", PLAIN, "--fill", "Thermometer"), "is not one of", 2),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], reason: str, code: int) -> None:
    done = lowbit("generate", *arguments)
    assert reason in done.stderr
    assert (done.stdout, done.returncode) == ("", code)
