"""An audit finds every defect that was planted, and no other one."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from audited import DATA, EASY, MEDIUM, findings, load, save
from planted import solved

import lowbit
from command_line import bash
from lowbit.audit import Defect, Verdict, audit_files, copies, inputs
from lowbit.audit.findings import DEFECTS

if TYPE_CHECKING:
    from conftest import Data

KINDS_OF_FILES = [".csv", ".tsv", ".jsonl", ".parquet", ".arrow", ".csv.gz"]
EXAMPLE = Path(__file__).parents[2] / "examples" / "audit.csv"


@pytest.mark.parametrize("extension", KINDS_OF_FILES)
def test_every_planted_defect_is_found_and_none_invented(tmp_path: Path, extension: str) -> None:
    source = save(DATA.table(), tmp_path / f"set{extension}")
    target = tmp_path / f"audited{extension}"
    report = audit_files(source, split_column="split", annotated=target)
    assert findings(load(target)) == DATA.expected(str(source))
    counts = report.to_dict()
    wanted = Counter(row.defect for row in DATA.rows)
    assert counts["clean"] == wanted.pop(None)
    assert {word: n for word, n in counts["defects"].items() if n} == wanted
    assert set(wanted) == {defect.word for defect in DEFECTS} - {"limit-reached"}
    assert counts["verdicts"] == {v.word: 0 for v in Verdict} | Counter(
        r.verdict for r in DATA.rows
    )
    given = Counter(row.given for row in DATA.rows)
    assert {word: n for word, n in counts["given_solutions"].items() if n} == {
        word: n for word, n in given.items() if word
    }
    assert counts["exact_duplicates"] == sum(row.same is not None for row in DATA.rows)
    assert sum(one["rows"] for one in counts["splits"].values()) == counts["rows"] == len(DATA.rows)
    assert json.loads(json.dumps(counts)) == counts


@pytest.mark.parametrize(
    ("rows", "threads"),
    [
        (7, 3),
        pytest.param(1, 1, marks=pytest.mark.slow),
        pytest.param(64, 3, marks=pytest.mark.slow),
    ],
)
def test_nothing_depends_on_batches_and_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: int, threads: int
) -> None:
    source = save(DATA.table(), tmp_path / "set.parquet")
    whole = audit_files(source, split_column="split", annotated=tmp_path / "whole.csv")
    for module in (inputs, copies):
        monkeypatch.setattr(module, "ROWS", rows)
    how: dict[str, Any] = {"split_column": "split", "threads": threads}
    parts = audit_files(source, annotated=tmp_path / "parts.csv", **how)
    assert (tmp_path / "parts.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert parts.to_dict() == whole.to_dict()


def test_the_other_columns_stay_what_they_are(tmp_path: Path) -> None:
    table = DATA.table()
    nested = pa.array([{"a": [n, None]} if n % 3 else None for n in range(len(DATA.rows))])
    table = table.append_column("nested", nested)
    source = save(table, tmp_path / "set.parquet")
    audit_files(source, annotated=tmp_path / "audited.parquet", fixed=tmp_path / "fixed.parquet")
    assert load(tmp_path / "audited.parquet").select(table.schema.names) == table
    fixed = load(tmp_path / "fixed.parquet")
    assert fixed == table.take(fixed["id"])


def test_a_cleaned_set_is_clean_and_lacks_what_has_defects(tmp_path: Path) -> None:
    source = save(DATA.table(), tmp_path / "set.parquet")
    fixed = tmp_path / "fixed.parquet"
    report = audit_files(source, split_column="split", fixed=fixed)
    kept = [number for number, row in enumerate(DATA.rows) if row.defect is None]
    assert load(fixed)["id"].to_pylist() == kept
    dropped = len(DATA.rows) - len(kept)
    assert report.to_dict()["fixed"] == {"rows": len(kept), "dropped": dropped, "corrected": 0}
    assert audit_files(fixed, split_column="split").is_clean


def test_wrong_solutions_are_corrected_where_that_is_asked(tmp_path: Path) -> None:
    source = save(DATA.table(), tmp_path / "set.csv")
    fixed = tmp_path / "fixed.csv"
    report = audit_files(source, split_column="split", fixed=fixed, correct=True)
    rows = load(fixed).to_pylist()
    assert all(row["answer"] == solved(row["puzzle"]) for row in rows)
    assert audit_files(fixed, split_column="split").is_clean
    # Where a wrong row comes before a right one with the same puzzle, only one stays.
    n_wrong = sum(row.defect == "wrong" for row in DATA.rows)
    assert report.total.n_corrected == n_wrong
    assert len(rows) < sum(row.defect in {None, "wrong"} for row in DATA.rows)


def test_the_solutions_of_puzzles_with_several_differ_and_are_solutions(tmp_path: Path) -> None:
    source = save(DATA.table(), tmp_path / "set.parquet")
    audit_files(source, annotated=tmp_path / "audited.parquet", limit=7)
    rows = [
        row for row in load(tmp_path / "audited.parquet").to_pylist()
        if row["audit_verdict"] == "several"
    ]  # fmt: skip
    assert rows
    for row in rows:
        first, second = row["audit_solution"], row["audit_other_solution"]
        assert first != second
        for grid in (first, second):
            assert solved(grid) == grid
            assert all(p in (".", s) for p, s in zip(row["puzzle"], grid, strict=True))
        assert row["audit_n_solutions"] == lowbit.count_solutions(row["puzzle"], limit=7)


def test_files_are_splits_and_so_are_parts_of_one_and_folders(tmp_path: Path) -> None:
    table = DATA.table().drop(["split"])
    folder = tmp_path / "extra"
    folder.mkdir()
    paths = [
        save(table[:40], tmp_path / "train-00000-of-00002.csv"),
        save(table[40:80], tmp_path / "train-00001-of-00002.csv"),
        save(table[80:100], tmp_path / "test.csv.gz"),
        folder,
    ]
    save(table[100:], folder / "a.parquet")
    (folder / "notes.md").write_text("no table")
    report = audit_files(paths)
    assert {name: tally.n_rows for name, tally in report.splits.items()} == {
        "train": 80,
        "test": 20,
        "extra": len(table) - 100,
    }


def test_copies_of_several_files_go_to_a_folder(tmp_path: Path) -> None:
    table = DATA.table().drop(["split"])
    train = save(table[:80], tmp_path / "train.csv")
    test = save(table[80:], tmp_path / "test.parquet")
    copies, clean = tmp_path / "copies", tmp_path / "clean"
    report = audit_files([train, test], annotated=copies, fixed=clean)
    names = ["test.parquet", "train.csv"]
    assert sorted(p.name for p in copies.iterdir()) == names
    assert sorted(p.name for p in clean.iterdir()) == names
    assert len(load(copies / "train.csv")) == 80
    kept = sum(len(load(clean / name)) for name in names)
    assert kept == report.total.n_clean == report.to_dict()["fixed"]["rows"]
    assert audit_files([clean / "train.csv", clean / "test.parquet"]).is_clean


def test_the_copy_of_a_text_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text(f"{DATA.rows[0].puzzle}\n")
    audit_files([tmp_path / "lines.txt"], fixed=f"{tmp_path}/clean")
    assert load(tmp_path / "clean" / "lines.csv")["puzzle"].to_pylist() == [DATA.rows[0].puzzle]


def test_the_split_that_is_to_keep_a_puzzle_can_be_named() -> None:
    first = audit_files(EXAMPLE, split_column="split")
    other = audit_files(EXAMPLE, split_column="split", keep=["test"])
    leaks = [
        {name: int(tally.defects[Defect.LEAK]) for name, tally in report.splits.items()}
        for report in (first, other)
    ]
    assert leaks == [{"train": 0, "test": 2}, {"train": 4, "test": 0}]


@pytest.mark.parametrize(
    "defect", [defect.word for defect in DEFECTS if defect != Defect.LIMIT_REACHED]
)
def test_a_defect_that_is_allowed_is_none(tmp_path: Path, defect: str) -> None:
    source = save(DATA.table(), tmp_path / "set.parquet")
    fixed = tmp_path / "fixed.parquet"
    how: dict[str, Any] = {"split_column": "split", "fixed": fixed}
    before = audit_files(source, **how).to_dict()["defects"]
    assert before[defect]
    report = audit_files(source, allow=[defect], **how)
    assert report.to_dict()["defects"][defect] == 0
    ids = set(load(fixed)["id"].to_pylist())
    wanted = {n for n, row in enumerate(DATA.rows) if row.defect in {None, defect}}
    # What is the same is isomorphic, too; and two rows that are now good may be the same.
    assert (wanted <= ids) == (defect not in {"exact-duplicate", "wrong"})
    assert report.total.n_clean == len(ids)


def test_what_a_limit_ends_is_not_decided(tmp_path: Path) -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    path = tmp_path / "hard.csv"
    path.write_text(f"puzzle,solution\n{hard},{solved(hard)}\n")
    report = audit_files(path, max_nodes=2, annotated=tmp_path / "out.csv")
    row = load(tmp_path / "out.csv").to_pylist()[0]
    assert (row["audit_verdict"], row["audit_defect"]) == ("limit-reached", "limit-reached")
    assert row["audit_given_solution"] == "unproven"
    assert (row["audit_minimal"], row["audit_n_solutions"]) == ("", "")
    assert report.to_dict()["defects"]["limit-reached"] == 1
    assert audit_files(path).is_clean


@pytest.mark.slow
def test_a_limit_may_leave_unknown_whether_a_puzzle_is_minimal(tmp_path: Path) -> None:
    lines = [str(row.puzzle) for row in DATA.rows if row.verdict == "right"]
    lines = [line for line in lines if lowbit.solve_many([line]).nodes[0] == 1]
    path = tmp_path / "easy.csv"
    path.write_text("puzzle\n" + "\n".join(lines) + "\n")
    counts = audit_files(path, max_nodes=1).to_dict()
    assert counts["verdicts"]["unique"] == counts["minimal_unknown"] == len(lines) > 0
    counts = audit_files(path).to_dict()
    assert counts["minimal"] == sum(map(lowbit.is_minimal, lines))
    assert counts["minimal_unknown"] == 0


def test_ten_rows_are_named_for_a_defect_and_three_of_them_to_people(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(f"puzzle\n{DATA.rows[0].puzzle}\n" + "x\n" * 12)
    report = audit_files(path)
    rows = [f"{path}:{number}" for number in range(2, 12)]
    assert report.to_dict()["examples"] == {"invalid": [{"row": row} for row in rows]}
    assert report.to_text().splitlines()[-1] == f"no puzzle: {', '.join(rows[:3])}, ..."
    path.write_text("puzzle\n" + "x\n" * 3)
    assert audit_files(path).to_text().splitlines()[-1].endswith(f"{path}:3")


def test_an_example_names_the_row_that_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text("puzzle\n" + f"{DATA.rows[0].puzzle}\n" * 2)
    duplicates = {"exact-duplicate": [{"row": f"{path}:2", "duplicate": f"{path}:1"}]}
    assert audit_files(path).to_dict()["examples"] == duplicates


def test_a_wrong_row_that_is_dropped_all_the_same_is_not_corrected(tmp_path: Path) -> None:
    puzzle, path = str(DATA.rows[0].puzzle), tmp_path / "set.csv"
    path.write_text(
        f"puzzle,solution\n{puzzle},{solved(puzzle)}\n{puzzle},{solved(puzzle)[::-1]}\n"
    )
    report = audit_files(path, fixed=tmp_path / "fixed.csv", correct=True)
    assert report.to_dict()["fixed"] == {"rows": 1, "dropped": 1, "corrected": 0}


@pytest.mark.parametrize(("asked", "written"), [(None, "GZIP"), ("zstd", "ZSTD")])
def test_copies_are_compressed_as_is_asked_or_as_the_file_is(
    tmp_path: Path, asked: str | None, written: str
) -> None:
    source, copy = tmp_path / "set.parquet", tmp_path / "copy.parquet"
    pq.write_table(DATA.table()[:5], source, compression="gzip")
    audit_files(source, fixed=copy, codec=asked)
    assert pq.read_metadata(copy).row_group(0).column(1).compression == written


def test_rows_without_the_name_of_a_split_are_one(tmp_path: Path) -> None:
    lines = [row.puzzle for row in DATA.rows[:3]]
    source = save(pa.table({"puzzle": lines, "part": ["a", None, None]}), tmp_path / "set.parquet")
    report = audit_files(source, split_column="part")
    assert {name: tally.n_rows for name, tally in report.splits.items()} == {"a": 1, "": 2}


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string()])
def test_an_empty_solution_is_missing(tmp_path: Path, kind: pa.DataType) -> None:
    table = pa.table({"puzzle": [DATA.rows[0].puzzle], " Answer ": pa.array([""], kind)})
    counts = audit_files(save(table, tmp_path / "set.parquet")).to_dict()
    assert counts["given_solutions"]["missing"] == 1


def test_a_real_data_set_is_clean(data: Data) -> None:
    report = audit_files(data("kaggle_sample469.tsv"))
    counts = report.to_dict()
    assert report.is_clean
    assert counts["verdicts"]["right"] == counts["rows"] == 469
    assert counts["exact_duplicates"] == counts["isomorphic_duplicates"] == 0


@pytest.mark.slow
def test_every_disguise_of_the_17_clue_puzzles_is_seen_through(data: Data, tmp_path: Path) -> None:
    puzzles = data("sudoku17.txt").read_text().split()[::4]
    plain = tmp_path / "plain.txt"
    plain.write_text("\n".join(puzzles) + "\n")
    shuffled = lowbit.shuffle_many(puzzles, seed=1).array
    order = np.random.default_rng(1).permutation(len(puzzles))
    lines = ["".join(map(str, row)) for row in shuffled[order].tolist()]
    disguised = tmp_path / "disguised.csv"
    disguised.write_text("puzzle\n" + "\n".join(lines) + "\n")
    report = audit_files([plain, disguised], annotated=tmp_path / "out")
    counts = report.to_dict()
    assert counts["splits"]["plain"]["clean"] == counts["rows"] / 2 == len(puzzles)
    assert counts["isomorphic_duplicates"] == counts["defects"]["leak"] == len(puzzles)
    found = load(tmp_path / "out" / "disguised.csv")["audit_isomorph_of"].to_pylist()
    assert found == [f"{plain}:{number + 1}" for number in order.tolist()]


def test_few_files_are_open_at_a_time() -> None:
    done = bash("ulimit -n 128; lowbit audit examples/audit.csv")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[1].split()[0] == "rows"


@pytest.mark.parametrize("name", ["set.txt", "set.txt.gz", "set.csv", "set.csv.gz"])
def test_progress_comes_to_the_size_of_a_file(tmp_path: Path, name: str) -> None:
    text = f"puzzle\n{DATA.rows[0].puzzle}\n".encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    reported: list[int] = []
    report = audit_files(path, progress=lambda n_read, _: reported.append(n_read))
    assert report.total.n_rows == 1
    assert reported == [path.stat().st_size]
    audit_files([path, path], progress=lambda n_read, _: reported.append(n_read))
    assert reported[1:] == [path.stat().st_size, 2 * path.stat().st_size]


def test_ratings_are_counted_split_by_split(tmp_path: Path) -> None:
    rows = [(EASY, "a"), (EASY, "a"), (MEDIUM, "b"), ("." * 81, "b")]
    table = tmp_path / "rated.csv"
    table.write_text("puzzle,split\n" + "".join(f"{puzzle},{name}\n" for puzzle, name in rows))
    report = audit_files(table, split_column="split", rate=True)
    splits = report.to_dict()["splits"]
    assert {name: splits[name]["er"] for name in splits} == {"a": {"1.2": 2}, "b": {"2.6": 1}}
    text = report.to_text().splitlines()
    assert "ER of 2 puzzles in a: 1.2-1.2, mean 1.2" in text
    assert f"  2.x  1  {'#' * 40}" in text
    unrated = audit_files(table, split_column="split")
    assert unrated.to_dict()["er"] == {}
    assert "ER" not in unrated.to_text()
