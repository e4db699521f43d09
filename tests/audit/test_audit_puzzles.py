"""An audit takes puzzles of every form: lists, restricted cells, texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from audited import DATA, load, save
from planted import disguised, solved

import lowbit
from lowbit import TableError
from lowbit.audit import audit_files
from support import seeded

if TYPE_CHECKING:
    from pathlib import Path


def test_lists_of_digits_are_puzzles_and_solutions(tmp_path: Path) -> None:
    rows = [row for row in DATA.rows if row.verdict in {"right", "several"}]
    digits = [[int(c) if c != "." else 0 for c in row.puzzle or ""] for row in rows]
    answers = [[int(c) for c in row.solution or ""] for row in rows]
    kind = pa.list_(pa.int64())
    table = pa.table({"x": pa.array(digits, kind), "y": pa.array(answers, kind)})
    source = save(table, tmp_path / "set.parquet")
    counts = audit_files(source, column="x", solution_column="y").to_dict()
    assert counts["verdicts"]["right"] == sum(row.verdict == "right" for row in rows)
    assert counts["given_solutions"]["one-of-several"] == counts["verdicts"]["several"] > 0
    with pytest.raises(
        TableError, match=r"only solutions of type string can be corrected, not list"
    ):
        audit_files(
            source, column="x", solution_column="y", fixed=tmp_path / "out.parquet", correct=True
        )


def test_a_text_is_a_table_of_puzzles_and_remarks(tmp_path: Path) -> None:
    puzzle = str(DATA.rows[0].puzzle)
    text = f"# a comment\npuzzle,x\n\n{puzzle}  # first one\n {puzzle},a,b\n{puzzle[:80]}\nécole\n"
    path = tmp_path / "puzzles.txt"
    path.write_text(text, encoding="utf-8")
    audit_files(path, annotated=tmp_path / "out.jsonl")
    rows = load(tmp_path / "out.jsonl").to_pylist()
    assert [(row["puzzle"], row["remark"]) for row in rows] == [
        (puzzle, "first one"),
        (puzzle, "a,b"),
        (puzzle[:80], ""),
        ("école", ""),
    ]
    assert [row["audit_defect"] for row in rows] == [None, "exact-duplicate", "invalid", "invalid"]


def test_restricted_cells_tell_puzzles_apart(tmp_path: Path) -> None:
    marks = lowbit.Grid.from_masks([0b11, *[511] * 80]).to_pencilmarks()
    others = lowbit.Grid.from_masks([0b101, *[511] * 80]).to_pencilmarks()
    path = tmp_path / "marks.csv"
    path.write_text(f"puzzle\n{marks}\n{others}\n{marks}\n")
    report = audit_files(path, allow=["several"], annotated=tmp_path / "out.jsonl")
    rows = load(tmp_path / "out.jsonl").to_pylist()
    assert [row["audit_duplicate_of"] for row in rows] == [None, None, f"{path}:1"]
    assert report.to_dict()["defects"]["exact-duplicate"] == 1


def loosened(solution: str, n_cells: int) -> str:
    """Return a puzzle with one solution whose first cells allow another digit, too."""
    masks = list(lowbit.Grid(solution).allowed)
    for cell in range(n_cells):
        masks[cell] |= 1 << int(solution[cell]) % 9
    return lowbit.Grid.from_masks(masks).to_pencilmarks()


def test_isomorphic_puzzles_of_candidates_are_found(tmp_path: Path) -> None:
    rng = seeded("candidates")
    puzzle = loosened(solved(str(DATA.rows[0].puzzle)), 27)
    copy = lowbit.shuffle(puzzle, seed=rng.randrange(1 << 30)).to_pencilmarks()
    small = lowbit.generate_sukaku(2, geometry="4x4", seed=1)
    lines = [each.to_pencilmarks() for one in small for each in (one, lowbit.shuffle(one, seed=1))]
    alike = [loosened(solved(str(DATA.rows[0].puzzle)), n) for n in (79, 80)]
    for name, some in (("9x9", [puzzle, copy]), ("4x4", lines)):
        path = tmp_path / f"{name}.csv"
        path.write_text("puzzle\n" + "\n".join([*some, *alike, str(DATA.rows[0].puzzle)]) + "\n")
        report = audit_files(path, geometry=name, allow=["invalid"])
        assert report.to_dict()["isomorphic_duplicates"] == len(some) // 2


def test_restricted_puzzles_are_told_apart_from_their_like(tmp_path: Path) -> None:
    solution = solved(str(DATA.rows[0].puzzle))
    lines = [f"{loosened(solution, 9 * n_lines)},{solution}\n" for n_lines in range(1, 7)]
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    train.write_text("puzzle,solution\n" + "".join(lines[:4]))
    test.write_text("puzzle,solution\n" + "".join(lines[4:]))
    report = audit_files([train, test], annotated=tmp_path / "out", fixed=tmp_path / "fixed")
    copies = (load(tmp_path / "out" / path.name) for path in (train, test))
    rows = [row for copy in copies for row in copy.to_pylist()]
    assert [row["audit_verdict"] for row in rows] == ["right"] * 6
    assert [row["audit_isomorph_of"] for row in rows] == [""] * 6
    assert [int(row["audit_n_clues"]) for row in rows] == [72, 63, 54, 45, 36, 27]
    assert report.is_clean
    for path in (train, test):
        assert load(tmp_path / "fixed" / path.name) == load(path)


def test_the_candidates_of_a_puzzle_are_not_taken_for_the_digits_of_a_form(tmp_path: Path) -> None:
    form = lowbit.canonical(solved(str(DATA.rows[0].puzzle)))
    marks = lowbit.Grid.from_masks(list(form)).to_pencilmarks()
    path = tmp_path / "set.csv"
    path.write_text(f"puzzle\n{form.to_line()}\n{marks}\n")
    assert audit_files(path).to_dict()["isomorphic_duplicates"] == 0


def test_candidates_that_restrict_nothing_are_those_of_a_plain_puzzle(tmp_path: Path) -> None:
    puzzle = str(DATA.rows[0].puzzle)
    marks = [lowbit.Grid(line).to_pencilmarks() for line in (puzzle, disguised(puzzle, seeded(1)))]
    path = tmp_path / "set.csv"
    path.write_text("puzzle\n" + "\n".join([puzzle, *marks]) + "\n")
    audit_files(path, annotated=tmp_path / "out.jsonl")
    rows = load(tmp_path / "out.jsonl").to_pylist()
    defects = [None, "exact-duplicate", "isomorphic-duplicate"]
    assert [row["audit_defect"] for row in rows] == defects


def test_a_cell_without_candidates_is_no_clue(tmp_path: Path) -> None:
    marks = lowbit.Grid.from_masks([0, 1, *[511] * 79]).to_pencilmarks()
    path = tmp_path / "set.csv"
    path.write_text(f"puzzle\n{marks}\n")
    counts = audit_files(path).to_dict()
    assert (counts["verdicts"]["none"], counts["clues"]) == (1, {"1": 1})


def test_an_empty_table_is_clean(tmp_path: Path) -> None:
    source = save(DATA.table()[:0], tmp_path / "set.csv")
    report = audit_files(source, annotated=tmp_path / "out.csv", fixed=tmp_path / "fixed.csv")
    assert report.is_clean
    assert len(load(tmp_path / "out.csv")) == len(load(tmp_path / "fixed.csv")) == 0
    assert report.to_text().splitlines()[1].split() == ["rows", "0"]
