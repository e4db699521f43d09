"""`lowbit unavoidable`: its answers, and puzzles that have none."""

from __future__ import annotations

import csv
import io

import lowbit as library
from command_line import lowbit
from lowbit.constraints import Cage

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
