"""ZIP archives in every door that reads files."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import pytest

import lowbit
from command_line import lowbit as run
from lowbit.audit import audit_files
from lowbit.errors import FormatError
from lowbit.formats.streams.archives import open_member, unzipped, within
from lowbit.formats.streams.packing import LAYERS
from lowbit.tables import answer_file
from lowbit.tables.values import read_values
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from pathlib import Path

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"
TEXTS = {
    "train.csv": f"id,quizzes,solutions\n1,{PUZZLE.replace('.', '0')},{SOLUTION}\n",
    "puzzles.txt": f"{PUZZLE}\n{PUZZLE}  # again\n",
    "puzzles.jsonl": f'{{"puzzle": "{PUZZLE}"}}\n',
    "puzzles.sdk": "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9)),
}
HIDDEN = {"__MACOSX/._train.csv": "x", "folder/": "", ".DS_Store": "x"}


def pack(path: Path, texts: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return path


@pytest.mark.parametrize("name", TEXTS)
def test_the_only_file_is_read(name: str, tmp_path: Path) -> None:
    path = pack(tmp_path / "in.zip", HIDDEN | {name: TEXTS[name]})
    found = lowbit.read(path)
    assert {grid_of(puzzle).to_line() for puzzle in found} == {PUZZLE}
    assert lowbit.read(io.BytesIO(path.read_bytes())) == found
    assert lowbit.read(f"{path}/{name}") == found
    assert within(path) == f"{path}/{name}"
    solved = run("solve", "--from", lowbit.formats.sniff(path), path)
    assert SOLUTION in solved.stdout


@pytest.mark.parametrize("how", ["{}", "{}/train.csv"])
def test_tables_in_archives(how: str, tmp_path: Path) -> None:
    path = how.format(pack(tmp_path / "in.zip", {"train.csv": TEXTS["train.csv"]}))
    assert run("solve", path).stdout.splitlines()[1].endswith(f"{SOLUTION},unique")
    piped = run("solve", stdin=(tmp_path / "in.zip").read_bytes())
    assert piped.stdout == run("solve", path).stdout
    assert answer_file(path, tmp_path / "out.csv", "solve") == {"unique": 1}
    assert list(read_values(path, "quizzes")) == [PUZZLE.replace(".", "0")]
    report = audit_files(path)
    assert (report.total.n_rows, report.is_clean) == (1, True)


def test_texts_in_archives_are_audited(tmp_path: Path) -> None:
    report = audit_files(pack(tmp_path / "in.zip", {"puzzles.txt": TEXTS["puzzles.txt"]}))
    assert report.total.n_rows == 2


def test_one_of_several_files_is_named(tmp_path: Path) -> None:
    path = pack(tmp_path / "in.zip", TEXTS)
    told = r"several files: train.csv, puzzles.txt, .*; name one .*, as in data.zip/train.csv"
    for door in (lowbit.read, audit_files, lambda it: list(read_values(it, None)), within):
        with pytest.raises(FormatError, match=told):
            door(path)
    assert "several files: train.csv" in run("solve", path).stderr
    for name in TEXTS:
        assert {grid_of(it).to_line() for it in lowbit.read(f"{path}/{name}")} == {PUZZLE}
    with pytest.raises(FormatError, match=r"there is no a.csv in it; it holds train.csv, puzzles"):
        lowbit.read(f"{path}/a.csv")


BAD = {
    "empty": ({}, "holds no file"),
    "a spreadsheet": ({"[Content_Types].xml": "", "xl/workbook.xml": ""}, "save it as CSV"),
}


@pytest.mark.parametrize("name", BAD)
def test_archives_without_a_text(name: str, tmp_path: Path) -> None:
    texts, told = BAD[name]
    with pytest.raises(FormatError, match=told):
        list(unzipped([pack(tmp_path / "in.zip", texts).read_bytes()]))


def test_damaged_archives_say_so(tmp_path: Path) -> None:
    whole = pack(tmp_path / "in.zip", {"train.csv": TEXTS["train.csv"] * 50}).read_bytes()
    for damaged in (whole[:50], whole[:-10], whole[:60] + b"x" * 20 + whole[80:]):
        (tmp_path / "in.zip").write_bytes(damaged)
        with pytest.raises(FormatError, match="damaged or cut off"):
            list(unzipped([damaged]))
        with pytest.raises(FormatError, match="damaged or cut off"):
            lowbit.read(tmp_path / "in.zip")
        with (
            pytest.raises(FormatError, match="damaged or cut off"),
            open_member(str(tmp_path / "in.zip"), "train.csv") as member,
        ):
            member.read()


def test_an_archive_behind_other_data_is_read_by_its_name(tmp_path: Path) -> None:
    path = pack(tmp_path / "in.zip", {"puzzles.txt": TEXTS["puzzles.txt"]})
    expected = run("solve", "-q", path).stdout
    path.write_bytes(b"other data" + path.read_bytes())
    assert run("solve", "-q", path).stdout == expected
    path.write_text(TEXTS["puzzles.txt"], "utf-8")
    assert run("solve", "-q", path).stdout == expected


def test_archives_in_archives_have_an_end(tmp_path: Path) -> None:
    path = pack(tmp_path / "0.zip", {"puzzles.txt": TEXTS["puzzles.txt"]})
    for depth in range(1, LAYERS + 1):
        outer = tmp_path / f"{depth}.zip"
        with zipfile.ZipFile(outer, "w") as archive:
            archive.write(path, path.name)
        path = outer
        if depth < LAYERS:
            assert len(lowbit.read(io.BytesIO(path.read_bytes()))) == 2
    with pytest.raises(FormatError, match="packed more than"):
        lowbit.read(io.BytesIO(path.read_bytes()))
