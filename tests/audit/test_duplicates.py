"""Which rows are the same is what a slow look at all pairs says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lowbit.audit import keys as keys_module
from lowbit.audit.duplicates import DUPLICATE, find_duplicates, grouped
from lowbit.audit.findings import Leak
from lowbit.audit.keys import KEY, KeyFiles, keys_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from numpy.typing import NDArray


class Puzzle(NamedTuple):
    form: int
    look: int
    split: int
    is_bad: bool


PUZZLES = st.lists(
    st.builds(Puzzle, st.integers(0, 2), st.integers(0, 1), st.integers(0, 2), st.booleans()),
    max_size=12,
)


def as_keys(puzzles: list[Puzzle]) -> NDArray[np.void]:
    keys = np.zeros(len(puzzles), KEY)
    for row, puzzle in enumerate(puzzles):
        keys[row]["form"] = (puzzle.form, 0)
        keys[row]["puzzle"] = (puzzle.form, puzzle.look)
        keys[row]["row"], keys[row]["split"] = row, puzzle.split
        keys[row]["is_bad"] = puzzle.is_bad
    return keys


def slow_duplicates(puzzles: list[Puzzle], ranks: list[int]) -> NDArray[np.void]:
    duplicates = np.zeros(len(puzzles), DUPLICATE)

    def place(row: int) -> tuple[bool, int, int]:
        return puzzles[row].is_bad, ranks[puzzles[row].split], row

    for row, own in enumerate(puzzles):
        alike = [other for other, puzzle in enumerate(puzzles) if puzzle.form == own.form]
        same = [other for other in alike if puzzles[other].look == own.look]
        for name, rows in (("isomorph", alike), ("same", same)):
            first = min(rows, key=place)
            duplicates[row][name] = 0 if first == row else first + 1
        elsewhere = [other for other in alike if puzzles[other].split != own.split]
        if elsewhere:
            is_exact = any(other in same for other in elsewhere)
            duplicates[row]["leak"] = 1 + (Leak.EXACT if is_exact else Leak.ISOMORPHIC)
        good = [other for other in alike if not puzzles[other].is_bad]
        if not own.is_bad:
            duplicates[row]["is_leaked"] = any(place(o)[1] < place(row)[1] for o in good)
            before = [o for o in good if puzzles[o].split == own.split and o < row]
            duplicates[row]["is_varied"] = bool(before)
            duplicates[row]["is_repeated"] = any(o in same for o in before)
    return duplicates


@given(PUZZLES, st.permutations(range(3)))
def test_duplicates_are_what_a_slow_look_finds(puzzles: list[Puzzle], ranks: list[int]) -> None:
    duplicates = np.zeros(len(puzzles), DUPLICATE)
    find_duplicates(as_keys(puzzles), np.array(ranks), duplicates)
    assert duplicates.tolist() == slow_duplicates(puzzles, ranks).tolist()


def test_each_key_gets_the_ends_of_its_group() -> None:
    keys = as_keys([Puzzle(form, 0, 0, is_bad=False) for form in (2, 0, 2, 1, 2)])
    groups = grouped(keys, "form", np.zeros(1, np.int64))
    assert groups.order.tolist() == [1, 3, 0, 2, 4]
    assert groups.first.tolist() == [0, 1, 2, 2, 2]
    assert groups.last.tolist() == [0, 1, 4, 4, 4]


def test_keys_come_back_from_their_files_whatever_the_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys_module, "N_FILES", 8)
    keys = np.zeros(5000, KEY)
    keys["form"] = np.random.default_rng(1).integers(0, 1 << 64, (5000, 2), np.uint64)
    keys["row"] = np.arange(5000)
    files = KeyFiles(tmp_path)
    for part in np.array_split(keys, 7):
        files.add(part)
    parts = list(files)
    assert len(parts) == 8
    assert all(len(np.unique(part["form"][:, 0] >> np.uint64(61))) == 1 for part in parts)
    back = np.concatenate(parts)
    assert (back[np.argsort(back["row"])] == keys).all()


def test_keys_are_the_same_wherever_they_are_made() -> None:
    """Workers compare keys that others made, whatever their version of NumPy."""
    cells = np.array([[511] * 81, [1 << cell % 9 for cell in range(81)]], np.uint16)
    assert keys_of(cells).tolist() == [
        [4360223893420215539, 4676999650936670081],
        [12888062724799528575, 2234907835329005713],
    ]


def test_keys_are_those_of_the_contents_alone() -> None:
    cells = np.random.default_rng(2).integers(0, 10, (20_000, 81)).astype(np.uint8)
    keys = keys_of(cells)
    assert (keys_of(cells[:3]) == keys[:3]).all()
    assert (keys_of(cells.astype(np.uint16)) == keys).all()
    changed = cells.copy()
    changed[np.arange(20_000), np.arange(20_000) % 81] ^= 1
    assert (keys_of(changed) != keys).all()
    assert len(np.unique(keys, axis=0)) == 20_000
