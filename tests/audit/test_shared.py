"""Solutions and cores that rows share, up to isomorphism, and audits against other data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pytest
from audited import load
from hypothesis import given
from hypothesis import strategies as st

import lowbit
from command_line import lowbit as run
from lowbit.audit import audit_files
from lowbit.audit.duplicates import DUPLICATE
from lowbit.audit.forms import forms_of, symmetries_of
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


MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
"""A grid with 648 automorphisms."""


def test_forms_by_solutions_tell_the_classes_of_canonical_forms() -> None:
    made = [lowbit.generate(9, seed=2), lowbit.generate(9, from_grids=[MOST_SYMMETRIC], seed=3)]
    puzzles = np.concatenate([some.array for some in made])
    shuffled = [lowbit.shuffle_many(puzzles, seed=seed).array for seed in (1, 2)]
    every = np.concatenate([puzzles, *shuffled]).astype(np.uint8)
    symmetries = symmetries_of(lowbit.solve_many(every).solutions)
    assert symmetries.are_single.reshape(3, 18).tolist() == [[True] * 9 + [False] * 9] * 3
    forms = forms_of(every, symmetries)
    classes = {form.tobytes(): number for number, form in enumerate(forms)}
    numbers = [classes[form.tobytes()] for form in forms]
    expected = lowbit.canonical_many(every).first_of_class
    for one, own in zip(numbers, expected.tolist(), strict=True):
        alike = [other == one for other in numbers]
        assert alike == (expected == own).tolist()
    assert (lowbit.canonical_many(forms).grids == lowbit.canonical_many(every).grids).all()


@pytest.mark.parametrize("max_nodes", [None, 10_000])
def test_isomorphic_puzzles_are_found_whatever_their_solution(max_nodes: int | None) -> None:
    puzzles = [
        *_texts(lowbit.generate(2, from_grids=[MOST_SYMMETRIC], seed=1)),
        *_texts(lowbit.generate(2, seed=5)),
    ]
    puzzles.append(puzzles[-1].replace("9", "."))  # with several solutions
    moved = [str(lowbit.shuffle(text, seed=at)) for at, text in enumerate(puzzles)]
    table = pa.table({"puzzle": [*puzzles, *moved]})
    report = audit_files(table, max_nodes=max_nodes).to_dict()
    assert (report["exact_duplicates"], report["isomorphic_duplicates"]) == (0, 5)


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
