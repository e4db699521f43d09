"""Puzzles with constraints among plain ones, in files that begin with these."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from command_line import lowbit

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLVED = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
TEXTS = [
    ".Cage~3~R1C1~R1C2",
    ".AntiKnight.AntiKing",
    '{"board": "9x9", "symbols": "123456789", "candidates": ['
    + ", ".join(["511"] * 81)
    + '], "constraints": [{"type": "AntiKnight"}]}',
]
"""Puzzles with several solutions."""

FEW, MANY = 1, 2000
"""Plain lines before those: so many that the lane engine answers, or not."""


def write(path: Path, n_before: int, *lines: str) -> Path:
    path.write_text("\n".join([*[PLAIN] * n_before, *lines, ""]))
    return path


@pytest.mark.parametrize("n_before", [FEW, MANY])
def test_what_takes_constraints_answers_them(tmp_path: Path, n_before: int) -> None:
    wrong = ".Cage~3~R1C77"
    lines = PLAIN, "nonsense", f"{TEXTS[0]}  # remark", ".Cage~40~R1C1~R1C2", wrong
    path = write(tmp_path / "mixed.txt", n_before, *TEXTS, *lines)
    done = lowbit("solve", str(path))
    number = n_before + len(TEXTS) + 2
    assert done.stdout.splitlines() == [
        *[SOLVED] * n_before,
        *[f"{text}  # several" for text in TEXTS],
        SOLVED,
        f"nonsense  # invalid: line {number}, column 1: 'n' is not a digit or blank",
        f"{TEXTS[0]}  # several  # remark",
        ".Cage~40~R1C1~R1C2  # none",
        f"{wrong}  # invalid: line {number + 3}, column 1: 'R1C77' is not a cell of this board",
    ]
    counts = lowbit("count", "--limit", "2", str(path)).stdout.split()
    assert counts == ["1"] * n_before + ["2"] * 3 + ["1", "invalid", "2", "0", "invalid"]


@pytest.mark.parametrize("n_before", [FEW, MANY])
def test_forms_of_both_come_in_their_order(tmp_path: Path, n_before: int) -> None:
    path = write(tmp_path / "mixed.txt", n_before, *TEXTS)
    done = lowbit("canonical", str(path))
    assert done.returncode == 0
    forms = done.stdout.splitlines()
    assert len(forms) == n_before + len(TEXTS)
    assert len(set(forms[:n_before])) == 1
    types = [
        [each["type"] for each in json.loads(form)["constraints"]] for form in forms[n_before:]
    ]
    assert types == [["Cage"], ["AntiKing", "AntiKnight"], ["AntiKnight"]]
