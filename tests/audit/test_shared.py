"""Solutions and cores that rows share, up to isomorphism, and audits against other data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from audited import load
from hypothesis import given
from hypothesis import strategies as st

import lowbit
from command_line import lowbit as run
from lowbit.audit import audit_files
from lowbit.audit.duplicates import DUPLICATE
from lowbit.audit.shared import EARLIER, ELSEWHERE, N_BITS, SHARED, THERE, Kind, find_shared

if TYPE_CHECKING:
    from pathlib import Path

PARTS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.sampled_from(Kind)))


@given(PARTS, st.permutations(range(3)))
def test_shares_are_what_a_slow_look_finds(
    parts: list[tuple[int, int, Kind]], ranks: list[int]
) -> None:
    keys = np.zeros(len(parts), SHARED)
    for row, (key, split, kind) in enumerate(parts):
        keys[row] = ((key, key), row, split, kind)
    duplicates = np.zeros(len(parts), DUPLICATE)
    find_shared(keys, np.array(ranks), duplicates)
    for row, (key, split, kind) in enumerate(parts):
        alike = [
            (ranks[other[1]], place)
            for place, other in enumerate(parts)
            if (other[0], other[2]) == (key, kind)
        ]
        bits = THERE
        bits |= EARLIER if min(alike) < (ranks[split], row) else 0
        bits |= ELSEWHERE if {rank for rank, _ in alike} != {ranks[split]} else 0
        assert duplicates["shares"][row] == bits << N_BITS * kind


def _texts(grids: lowbit.Grids) -> list[str]:
    return [grid.to_line() for grid in grids]


def _with_a_single(puzzle: str) -> str:
    """Return a puzzle with one more digit, that of its first single."""
    step = lowbit.hint(puzzle).step
    assert step is not None
    ((cell, digit),) = step.placements
    return puzzle[:cell] + str(digit) + puzzle[cell + 1 :]


def test_solutions_and_cores_in_another_split() -> None:
    solution = lowbit.random_grids(1, seed=4)
    mine, other = _texts(lowbit.generate(2, from_grids=solution, rating=(3.0, 7.5), seed=1))
    more = _with_a_single(mine)
    easy = lowbit.generate(1, rating=(1.2, 1.5), seed=1)[0].to_line()
    test = [str(lowbit.shuffle(text, seed=2)) for text in (more, other)]
    report = audit_files({
        "train": pa.table({"puzzle": [mine, easy]}),
        "test": pa.table({"puzzle": [text.replace("0", ".") for text in test]}),
    })  # fmt: skip
    said = {name: tally.to_dict()["shared"] for name, tally in report.splits.items()}
    assert said["train"]["solutions"] == {"rows": 2, "of_an_earlier_row": 0, "in_another_split": 1}
    assert said["test"]["solutions"] == {"rows": 2, "of_an_earlier_row": 2, "in_another_split": 2}
    assert said["train"]["cores"] == {"rows": 1, "of_an_earlier_row": 0, "in_another_split": 1}
    assert said["test"]["cores"] == {"rows": 2, "of_an_earlier_row": 1, "in_another_split": 1}
    assert report.is_clean
    lines = [line.split() for line in report.to_text().splitlines()]
    assert ["in", "another", "split,", "too", "1", "2", "3"] in lines


def test_other_data_sets_are_not_audited_but_count_first(tmp_path: Path) -> None:
    texts = _texts(lowbit.generate(4, seed=3))
    own, other = tmp_path / "own.csv", tmp_path / "other.csv"
    own.write_text("\n".join(["puzzle", *texts[:2]]) + "\n")
    other.write_text("\n".join(["puzzle", "x", texts[3], texts[1], texts[3]]) + "\n")
    done = run("audit", "--against", other, "-o", tmp_path / "out.csv", own)
    assert done.returncode == 1
    assert f"in an earlier split, too: {own}:2 (as {other}:3)" in done.stdout
    assert [row["audit_isomorph_of"] for row in load(tmp_path / "out.csv").to_pylist()] == [
        "",
        f"{other}:3",
    ]
    report = audit_files(own, against=[other], keep=["own"]).to_dict()
    assert list(report["splits"]) == ["own"]
    assert report["against"] == [{"path": str(other), "rows": 4}]
    assert (report["rows"], report["defects"]["leak"]) == (2, 1)
    assert report["shared"]["solutions"]["in_another_split"] == 1
    assert audit_files(own).is_clean
