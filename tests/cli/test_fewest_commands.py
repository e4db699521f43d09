"""`lowbit unavoidable`: its answers, and puzzles that have none."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, NoReturn

import pytest

import lowbit as library
from command_line import lowbit
from lowbit import LimitReachedError
from lowbit.cli.commands import fewest
from lowbit.cli.run.progress import PartsLine
from lowbit.constraints import Cage
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from pathlib import Path

SMALL = "1234341221434321"


def test_a_line_is_a_set_and_a_row_names_its_puzzle() -> None:
    sets = [
        " ".join(map(library.Geometry.parse("4x4").cell_name, cells))
        for cells in library.unavoidable_sets(SMALL, geometry="4x4")
    ]
    done = lowbit("unavoidable", "--geometry", "4x4", SMALL)
    assert (done.stdout.splitlines(), done.returncode) == (sets, 0)
    assert f"{len(sets)} answers: {len(sets)} sets" in done.stderr
    done = lowbit("unavoidable", "--to", "csv", "--geometry", "4x4", SMALL)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [(row["puzzle"], row["cells"]) for row in rows] == [(SMALL, one) for one in sets]


def test_puzzles_without_sets_do_not_stop_the_others() -> None:
    text = f"{SMALL}\n{SMALL[:3]}?{SMALL[4:]}\n{'.' * 16}\n1{'.' * 14}1\n"
    done = lowbit("unavoidable", "--size", "3", "--geometry", "4x4", "-v", stdin=text)
    assert done.stdout.splitlines() == ["no set", "invalid", "several", "several"]
    assert done.returncode == 1
    assert "line 2" in done.stderr
    done = lowbit("unavoidable", library.Puzzle(SMALL, [Cage((0, 4), 4)], geometry="4x4").to_json())
    assert (done.stdout, done.returncode) == ("invalid\n", 1)
    assert "unavoidable sets are found where" in done.stderr


def test_puzzles_are_written_as_they_are_found() -> None:
    found = [grid_of(one).to_line() for one in library.FewCluePuzzles(SMALL, 4, geometry="4x4")]
    done = lowbit("fewest", "--clues", "4", "--geometry", "4x4", SMALL)
    assert (done.stdout.splitlines(), done.returncode) == (found, 0)
    text = f"{SMALL}\n{'.' * 16}\n{SMALL[:-1]}?\n{'.' * 256}\n"
    done = lowbit("fewest", "--clues", "3", "--geometry", "4x4", stdin=text)
    remarks = [line.partition("  # ")[2] for line in done.stdout.splitlines()]
    assert (remarks[:2], done.returncode) == (["no puzzle", "several"], 1)


@pytest.mark.parametrize("ending", [LimitReachedError("time is over", 0), KeyboardInterrupt()])
def test_a_search_that_is_ended_says_how_to_go_on(ending: BaseException) -> None:
    search = library.FewCluePuzzles(SMALL, 4, geometry="4x4", first_part=2)

    def ends() -> NoReturn:
        raise ending

    search.next_block = ends  # type: ignore[method-assign]
    (answer,) = fewest._answers(search, PartsLine(), 2)  # noqa: SLF001 - to end it where we want
    assert (answer.status, answer.is_good) == ("limit-reached", False)
    assert answer.note == f"part 2 of {search.n_parts}: --first-part 2 goes on"
    assert answer.ended_by == (ending if isinstance(ending, KeyboardInterrupt) else None)


def test_a_search_that_begins_later_proves_nothing_about_the_parts_before() -> None:
    done = lowbit("fewest", "--clues", "3", "--first-part", "2", "--geometry", "4x4", SMALL)
    assert (done.stdout, done.returncode) == (f"{SMALL}  # no puzzle from part 2 on\n", 0)


def test_a_record_is_told_again_and_gone_on_with(tmp_path: Path) -> None:
    others = f"{SMALL}\n{'.' * 16}\n{SMALL[::-1]}\n"
    asked = ("fewest", "--clues", "3", "--geometry", "4x4", "--record", str(tmp_path / "record"))
    first, again = lowbit(*asked, stdin=others), lowbit(*asked, stdin=others)
    assert first.stdout == again.stdout
    assert [line.split("# ")[1] for line in first.stdout.splitlines()] == [
        "no puzzle", "several", "no puzzle",
    ]  # fmt: skip
    refused = lowbit(*asked, "--first-part", "1", SMALL)
    assert (refused.stdout, refused.returncode) == ("", 2)


def test_a_search_with_a_record_needs_no_part_to_go_on() -> None:
    search = library.FewCluePuzzles(SMALL, 4, geometry="4x4")

    def ends() -> NoReturn:
        raise KeyboardInterrupt

    search.next_block = ends  # type: ignore[method-assign]
    (answer,) = fewest._answers(search, PartsLine(), 0, "file")  # noqa: SLF001 - to end it here
    assert answer.note == f"part 0 of {search.n_parts}: the same command goes on"


def test_tables_get_the_puzzles_and_their_number(tmp_path: Path) -> None:
    path = tmp_path / "grids.csv"
    path.write_text(f"puzzle,id\n{SMALL},a\n{'.' * 16},b\n?,c\n")
    on_4x4 = ("--geometry", "4x4", "--column", "puzzle", str(path))
    answered = lowbit("fewest", "--clues", "4", *on_4x4)
    rows = list(csv.DictReader(io.StringIO(answered.stdout)))
    found = [grid_of(one).to_line() for one in library.FewCluePuzzles(SMALL, 4, geometry="4x4")]
    assert [(row["n_puzzles"], row["status"]) for row in rows] == [
        ("12", "unique"), ("", "several"), ("", "invalid"),
    ]  # fmt: skip
    assert [row["puzzles"].splitlines() for row in rows] == [found, [], []]
    none = lowbit("fewest", "--clues", "3", *on_4x4).stdout
    assert f"{SMALL},a,,0,unique\n" in none
    for options in (("--record", "x"), ("--first-part", "1")):
        assert lowbit("fewest", *options, *on_4x4).returncode == 2
    kept = ("--clues", "4", "--record", tmp_path / "record", "--geometry", "4x4")
    lines = lowbit("fewest", *kept, path).stdout.splitlines()
    assert [line.split()[0] for line in lines[: len(found)]] == found  # a record goes with text
    ended = lowbit("fewest", "--time-limit", "0", *on_4x4)
    assert f"{SMALL},a,,,limit-reached\n" in ended.stdout
    late = lowbit("job", "run", "--do", "fewest", "--clues", "3-4", *on_4x4, tmp_path / "out")
    assert "--clues is one number for fewest" in late.stderr


@pytest.mark.parametrize(
    "asked",
    [
        ("search", "--pool"),
        ("fewest", "--clues", "4", "--record"),
        ("minimize", "--all", "--record"),
    ],
    ids=" ".join,
)
def test_a_file_that_a_search_goes_on_from_is_not_its_output(
    asked: tuple[str, ...], tmp_path: Path
) -> None:
    seed = "12...4....4....1" if asked[0] == "search" else SMALL
    path = tmp_path / "kept"
    assert lowbit(*asked, path, "--geometry", "4x4", seed).returncode == 0
    before = path.read_bytes()
    other = f"{tmp_path}/./kept"  # by another name, which a Path would make the same
    done = lowbit(*asked, path, "-o", other, "--geometry", "4x4", seed)
    assert (done.returncode, done.stdout, path.read_bytes()) == (2, "", before)
    assert f"{asked[-1]} and -o name the same file" in done.stderr
    assert lowbit(*asked, "-", "--geometry", "4x4", seed).returncode == 2


def test_copies_and_the_report_of_an_audit_are_different_files(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(f"puzzle\n{'.' * 81}\n")
    for one, other in (("-o", "--report"), ("--fix", "--report"), ("-o", "--fix")):
        both = (one, tmp_path / "out.csv", other, tmp_path / "out.csv")
        done = lowbit("audit", tmp_path / "in.csv", *both)
        assert done.returncode == 2
        assert f"{one} and {other} name the same file" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]
