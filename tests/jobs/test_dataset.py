"""Data sets: independent puzzles in bands and splits, the same bytes however they are made."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import lowbit as library
from command_line import lowbit
from jobs.job_runs import files
from lowbit.audit import audit_files
from lowbit.constraints import AntiKing, Cage, unknown
from lowbit.dataset.card import command_of
from lowbit.dataset.drawn import repeated_rows
from lowbit.dataset.shards import LEAST_SPARE, files_of, kept, quotas_of_shard, with_spare
from lowbit.dataset.skeletons import text_of
from lowbit.dataset.wish import N_CLASSES, Wish
from lowbit.jobs import build_dataset, job_status, run_job
from lowbit.verbs.canonical.class_ids import class_ids, class_ids_of_variants, id_texts

if TYPE_CHECKING:
    from pathlib import Path

WISH: dict[str, Any] = {
    "by": "er",
    "bands": ["1.2-1.9", "2.0-2.9", "6.6-7.9"],
    "splits": {"train": 6, "validation": 2, "test": 2},
    "measures": ["depth"],
    "copies": 1,
    "seed": 7,
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data set of 60 puzzles, drawn by two shards."""
    folder = tmp_path_factory.mktemp("built") / "set"
    report = build_dataset(60, folder, rows=30, workers=1, **WISH)
    assert report.is_good
    return folder


def rows_of(folder: Path, split: str = "*") -> list[dict[str, Any]]:
    tables = [pq.read_table(path) for path in sorted((folder / "data").glob(f"{split}-*"))]
    rows: list[dict[str, Any]] = pa.concat_tables(tables).to_pylist()
    return rows


def test_splits_and_bands_get_what_is_theirs(built: Path) -> None:
    for split, n in {"train": 24, "validation": 4, "test": 4}.items():
        bands = [row["band"] for row in rows_of(built, split)]
        assert {band: bands.count(band) for band in WISH["bands"]} == dict.fromkeys(
            WISH["bands"], n
        )
    for row in rows_of(built):
        least, most = map(float, row["band"].split("-"))
        assert row["copy"] or least <= row["er"] <= most


def test_rows_say_what_the_library_does(built: Path) -> None:
    rows = rows_of(built)
    puzzles = [row["puzzle"] for row in rows]
    assert [row["solution"] for row in rows] == library.solve_many(puzzles).to_strings()
    rated = library.rate_many(
        puzzles, rules=("explainer", "hodoku"), measures=("techniques", "depth")
    )
    names = ("er", "ep", "ed", "score", "level", "depth", "explainer_hardest", "hodoku_hardest")
    for name in names:
        assert [row[name] for row in rows] == getattr(rated, name).tolist()
    assert [row["clues"] for row in rows] == [81 - puzzle.count(".") for puzzle in puzzles]
    row = next(row for row in rows if not row["copy"] and row["number"] < 500)
    again = library.generate(row["number"] + 1, seed=row["seed"])[row["number"]]
    assert again.to_line() == row["puzzle"]


def test_the_solution_says_the_split_and_no_two_are_isomorphic(built: Path) -> None:
    ends = np.cumsum([0.6, 0.2]).tolist()
    for place, split in enumerate(WISH["splits"]):
        for row in rows_of(built, split):
            assert np.searchsorted(ends, int(row["grid_id"], 16) / 2**128) == place
    own = [row for row in rows_of(built) if not row["copy"]]
    assert len({row["grid_id"] for row in own}) == len(own) == 60
    copies = [row for row in rows_of(built, "train") if row["copy"]]
    by_grid = {row["grid_id"]: row for row in own}
    for row in copies:
        first = by_grid[row["grid_id"]]
        assert row["canonical_id"] == first["canonical_id"]
        assert row["puzzle"] != first["puzzle"]


def test_an_audit_finds_no_leak(built: Path) -> None:
    paths = sorted((built / "data").glob("*.parquet"))
    report = audit_files(paths, allow=["isomorphic-duplicate"])
    assert report.is_clean
    said = report.to_dict()
    assert said["shared"]["solutions"]["in_another_split"] == 0
    assert said["shared"]["cores"]["in_another_split"] == 0
    assert said["isomorphic_duplicates"] == 36


def test_threads_and_interruptions_change_no_byte(built: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    shutil.copytree(built, again)
    (again / "_lowbit/drawn/00001.parquet").unlink()
    (again / "data/test-00000-of-00001.parquet").write_bytes(b"torn")
    (again / "README.md").unlink()
    assert job_status(again) == {"draw": (2, 2), "rows": (3, 3)}
    how: dict[str, Any] = {"rows": 30, "workers": 2, "resume": True}
    assert build_dataset(60, again, **how, **WISH | {"seed": None}).is_good
    assert files(again) == files(built)
    with pytest.raises(library.InputError, match="another job: bands was"):
        build_dataset(60, again, rows=30, resume=True, **WISH | {"bands": ["1.2-1.9"]})


@pytest.mark.slow
def test_the_folder_is_as_the_hub_has_them(built: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    found = datasets.load_dataset(str(built), cache_dir=str(tmp_path))
    assert {name: split.num_rows for name, split in found.items()} == {
        "train": 72,
        "validation": 12,
        "test": 12,
    }
    assert found["train"].column_names == list(rows_of(built, "train")[0])


def test_the_card_names_the_command_that_makes_it_again(built: Path) -> None:
    card = (built / "README.md").read_text()
    command = next(line for line in card.splitlines() if line.startswith("lowbit dataset build"))
    assert command == (
        "lowbit dataset build 60 --seed 7 --by er --band 1.2-1.9 --band 2.0-2.9 --band 6.6-7.9 "
        "--split train=6 --split validation=2 --split test=2 --measure depth --copies 1 --rows 30 "
        "FOLDER"
    )
    assert "| 2.0-2.9 | 24 | 4 | 4 |" in card


def test_the_command_says_all_of_a_wish() -> None:
    criteria = {"clues": [22, 26], "symmetry": "none", "minimal": False, "without": ["x-wing"]}
    wish = Wish(5, 1, max_tries=9, license="mit", geometry="9x9", criteria=criteria)
    assert command_of(wish, 5) == (
        "lowbit dataset build 5 --seed 1 --geometry 9x9 --max-tries 9 --license mit --clues 22-26 "
        "--symmetry none --no-minimal --without x-wing --rows 5"
    )
    assert Wish.from_options(5, wish.to_options()) == wish


def test_a_band_that_cannot_be_filled_is_named(tmp_path: Path) -> None:
    done = lowbit(
        *("dataset", "build", "10", tmp_path / "set", "--by", "clues", "--band", "17"),
        *("--band", "24", "--max-tries", "1", "--seed", "1"),
    )
    assert done.returncode == 1
    said = done.stderr.splitlines()
    assert said[0] == "lowbit: 10 puzzles, evenly over 2 bands of clues: train 9, test 1; seed 1"
    assert said[1] == "lowbit: hardly any random puzzle is in 17: nobody knows how long these take"
    missing = [line for line in said if "missing" in line]
    assert missing == [
        "lowbit: error: 4 of train 17 are missing: too many puzzles were tried in vain",
    ]
    assert len(rows_of(tmp_path / "set")) == 6


def test_a_dry_run_makes_nothing(tmp_path: Path) -> None:
    done = lowbit("dataset", "build", "5", tmp_path / "set", "--dry-run", "--seed", "1")
    assert (done.returncode, done.stdout) == (0, "")
    assert "about 5 puzzles to try" in done.stderr
    assert not (tmp_path / "set").exists()


def test_other_boards_have_no_ratings(tmp_path: Path) -> None:
    report = build_dataset(8, tmp_path / "set", geometry="6x6", seed=1, max_tries=2000)
    assert report.is_good
    rows = rows_of(tmp_path / "set")
    assert "er" not in rows[0]
    solved = library.solve_many([row["puzzle"] for row in rows], geometry="6x6")
    assert [row["solution"] for row in rows] == solved.to_strings()


SKELETON = ".Cage~0~R1C1~R2C1.Cage~0~R6C5~R6C6~R5C6.AntiKing"


def test_puzzles_of_a_skeleton_have_its_constraints(tmp_path: Path) -> None:
    how: dict[str, Any] = {"skeleton": SKELETON, "fill": ["Cage"], "by": "clues", "bands": ["0-20"]}
    report = build_dataset(4, tmp_path / "set", **how, rows=2, seed=1, workers=1)
    assert report.is_good
    rows = rows_of(tmp_path / "set")
    puzzles = [library.read_puzzle(row["puzzle"]) for row in rows]
    for row, puzzle in zip(rows, puzzles, strict=True):
        assert {type(one).__name__ for one in puzzle.constraints} <= {"AntiKing", "Cage"}
        assert library.solve(puzzle).to_line() == row["solution"]
        assert library.is_unique(puzzle)
        assert (row["givens"], row["clues"]) == (puzzle.grid.to_line(), puzzle.grid.n_clues)
        plain = np.array([[int(digit) for digit in row["solution"]]], np.uint8)
        (solution_id,) = id_texts(class_ids(plain, puzzle.geometry))
        turned = library.shuffle(puzzle, seed=1)
        assert id_texts(class_ids_of_variants([puzzle, turned])) == [row["canonical_id"]] * 2
        assert row["grid_id"] == solution_id
    assert len({row["grid_id"] for row in rows}) == 4
    assert "er" not in rows[0]
    skeleton = library.read_puzzle(SKELETON)
    clues = [unknown(Cage, cage.cells) for cage in skeleton.constraints if isinstance(cage, Cage)]
    fixed, n = skeleton.with_constraints([AntiKing()]), rows[0]["number"] + 1
    made = library.generate_variants(n, fixed, clues, seed=rows[0]["seed"])
    assert made[-1] == puzzles[0]
    card = (tmp_path / "set/README.md").read_text()
    assert f"--band 0-20 --skeleton '{text_of(skeleton)}' --fill Cage --rows 2 FOLDER" in card
    again = lowbit(
        *("dataset", "build", "4", tmp_path / "set", "--skeleton", SKELETON, "--fill", "cage"),
        *("--by", "clues", "--band", "0-20", "--rows", "2", "--seed", "1", "-q", "--resume"),
    )
    assert again.returncode == 0, again.stderr  # the same wish


def test_a_split_is_named_once(tmp_path: Path) -> None:
    done = lowbit("dataset", "build", "5", tmp_path / "set", "--split", "a=1", "--split", "a=2")
    assert (done.returncode, "a is named twice" in done.stderr) == (2, True)


def test_skeletons_that_are_none_are_refused(tmp_path: Path) -> None:
    build = ("dataset", "build", "5", tmp_path / "set", "--skeleton")
    nothing = lowbit(*build, ".Nope")
    assert (nothing.returncode, len(nothing.stderr.splitlines())) == (1, 1)
    two = tmp_path / "two.txt"
    two.write_text(f"{'.' * 81}\n{'.' * 81}\n")
    assert "one skeleton, not 2" in lowbit(*build, two).stderr
    none = lowbit(*build, ".Shape~4x4.AntiKing.AntiKnight")
    assert (none.returncode, (tmp_path / "set").exists()) == (1, False)
    assert none.stderr.count("error") == 1


def test_no_solution_is_used_twice_in_a_shard_or_in_two(tmp_path: Path) -> None:
    how: dict[str, Any] = {"geometry": "4x4", "splits": {"all": 1}, "max_tries": 300, "seed": 1}
    report = build_dataset(10, tmp_path / "set", rows=5, **how)
    assert len({row["grid_id"] for row in rows_of(tmp_path / "set")}) == 2  # all there are
    assert (report.splits, report.missing) == ({"all": {"": 2}}, {"all": 8})
    assert not report.is_good
    drawn = (tmp_path / "set/_lowbit/drawn").iterdir()
    assert [pq.read_metadata(path).num_rows for path in drawn] == [2, 2]


def test_what_is_repeated_in_another_shard_is_left_out() -> None:
    ids = np.array([[5, 1], [9, 9], [5, 1], [5, 2], [9, 9]], np.uint64)
    found = repeated_rows([("a", ids[:2]), ("none", ids[:0]), ("b", ids[2:])])
    assert found == {"b": [0, 2]}


def test_a_split_keeps_its_quota_of_what_is_not_repeated() -> None:
    from lowbit.dataset.drawing import Taken

    n = 8
    grids = np.arange(n, dtype=np.uint8)[:, None]
    ids = np.stack([np.zeros(n), np.arange(n)[::-1]], axis=1).astype(np.uint64)
    splits, bands = np.array([0, 1, 1, 1, 1, 0, 1, 1]), np.array([0, 0, 0, 0, 1, 1, 1, 0])
    taken = Taken(grids, grids, ids, bands, splits, ids[:, 1], bands)
    own = kept(taken, 1, np.array([[1, 1], [2, 5]]), [2])
    assert own.puzzles[:, 0].tolist() == [6, 4, 3, 1]


def test_shards_and_files_add_up() -> None:
    wish = Wish(1000, 1, by="er", splits={"a": 7, "b": 2, "c": 1}, copies=2)
    quotas = wish.quotas()
    assert quotas.sum(axis=1).tolist() == [700, 200, 100]
    assert quotas.max(axis=1).tolist() == [88, 25, 13]
    of_shards = [quotas_of_shard(wish, number, 7) for number in range(7)]
    assert (np.sum(of_shards, axis=0) == quotas).all()
    assert (with_spare(of_shards[0], wish, 7) == of_shards[0] + LEAST_SPARE + 1).all()
    assert with_spare(quotas, wish, 1) is quotas
    files = files_of(wish, 7)
    assert [(name, drawn, n) for name, _, drawn, n in files] == [
        ("data/a-00000-of-00001.parquet", (0, 7), 2100),
        ("data/b-00000-of-00001.parquet", (0, 7), 200),
        ("data/c-00000-of-00001.parquet", (0, 7), 100),
    ]
    many = files_of(Wish(4_000_000, 1), 16)
    assert [split for _, split, *_ in many] == ["train"] * 16 + ["test"] * 3
    assert sum(n for *_, n in many) == 4_000_000
    assert [drawn for _, split, drawn, _ in many if split == "train"][-1][1] == 16


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ({"by": "ep"}, "unknown measure 'ep'"),
        ({"bands": ["1.2"]}, "name one: er"),
        ({"by": "score"}, "name the bands of score"),
        ({"by": "er", "bands": ["x"]}, "'x' is no band of er"),
        ({"by": "er", "bands": ["1e400"]}, "'1e400' is no band of er"),
        ({"by": "er", "bands": ["\uff11.2"]}, "is no band of er"),
        ({"by": "er", "bands": ["2.0-1.0"]}, "2.0-1.0 of er is empty"),
        ({"by": "er", "bands": ["1.2-2.0", "2.0-3.0"]}, "1.2-2.0 and 2.0-3.0 overlap"),
        ({"by": "level", "bands": ["hardest"]}, "'hardest' is no band of level"),
        ({"splits": {"a b": 1}}, "'a b' is no name of a split"),
        ({"splits": {"a": 0}}, "share of a must be above 0"),
        ({"splits": {"a": float("nan")}}, "share of a must be above 0"),
        ({"measures": ["techniques"]}, "unknown measure 'techniques'"),
        ({"geometry": "6x6", "by": "er"}, "on the classic board alone"),
        ({"pattern": "1" * 81}, "no option pattern"),
        ({"clues": 16}, "17 are the fewest"),
        ({"by": "clues", "bands": ["10-16"]}, "with 16 givens has one solution: 17 are the fewest"),
        ({"by": "clues", "bands": ["37-40"], "geometry": "6x6"}, "no board 6x6 has 37 givens"),
        ({"kropki": True}, "without a skeleton have no option kropki"),
        ({"skeleton": ".AntiKing", "clues": 24}, "of a skeleton have no option clues"),
        ({"skeleton": ".AntiKing", "fill": ["Cage"]}, "no Cage to be filled"),
        ({"skeleton": ".AntiKing", "by": "er"}, "without constraints"),
        ({"skeleton": ".AntiKing", "copies": 1}, "no copies of its puzzles"),
        ({"skeleton": ".AntiKing", "geometry": "6x6"}, "says its board itself"),
        ({"copies": -1}, "copies must be 0 or more"),
    ],
)
def test_a_wish_without_sense_is_refused(wish: dict[str, Any], why: str, tmp_path: Path) -> None:
    with pytest.raises(library.InputError, match=why):
        build_dataset(5, tmp_path / "set", seed=1, **wish)
    assert not (tmp_path / "set").exists()


def test_no_more_puzzles_are_wanted_than_solutions_differ() -> None:
    with pytest.raises(library.InputError, match="no more solutions differ"):
        Wish(N_CLASSES + 1, 1)


def test_data_sets_are_made_by_their_own_function(tmp_path: Path) -> None:
    with pytest.raises(library.InputError, match=r"made by lowbit\.jobs\.build_dataset"):
        run_job(5, tmp_path / "set", "dataset", seed=1)
