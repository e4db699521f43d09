"""Files written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lowbit.atomic import is_unfinished, moved_when_whole, whole_file


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_appears_once_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with whole_file(target) as beside:
        Path(beside).write_text("new")
        assert names_in(tmp_path) == [Path(beside).name]
        assert is_unfinished(Path(beside).name)
    assert names_in(tmp_path) == ["out.txt"]
    assert target.read_text() == "new"


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, GeneratorExit])
def test_what_is_cut_short_leaves_what_was_there(
    error: type[BaseException], tmp_path: Path
) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")

    def write() -> None:
        with whole_file(target) as beside:
            Path(beside).write_text("half")
            raise error

    with pytest.raises(error):
        write()
    assert names_in(tmp_path) == ["out.txt"]
    assert target.read_text() == "old"


def test_two_writers_of_a_file_do_not_meet(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with whole_file(target) as first, whole_file(target) as second:
        Path(first).write_text("first")
        Path(second).write_text("second")
    assert names_in(tmp_path) == ["out.txt"]
    assert target.read_text() == "first"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there/out.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    with whole_file(link) as beside:
        assert Path(beside).parent == target.parent
        Path(beside).write_text("new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_what_is_no_regular_file_is_written_as_it_is() -> None:
    with whole_file(os.devnull) as beside:
        assert beside == os.devnull


@pytest.mark.parametrize("path", ["out.txt", "folder/out.txt", "bucket/a/b.parquet"])
def test_any_file_system_will_do(path: str) -> None:
    moved: list[tuple[str, str]] = []
    deleted: list[str] = []
    whole = moved_when_whole(path, "/", lambda *names: moved.append(names), deleted.append)
    with whole as beside:
        assert beside.rpartition("/")[0] == path.rpartition("/")[0]
        assert not moved
    assert (moved, deleted) == ([(beside, path)], [])


def test_what_cannot_be_moved_is_deleted() -> None:
    def move(_beside: str, _path: str) -> None:
        raise OSError("no")

    deleted: list[str] = []
    with (
        pytest.raises(OSError, match="no"),
        moved_when_whole("a", "/", move, deleted.append) as one,
    ):
        pass
    assert deleted == [one]


@pytest.mark.parametrize("name", [".part", ".out.txt.1-ab.part"])
def test_names_of_what_is_unfinished(name: str) -> None:
    assert is_unfinished(name)


@pytest.mark.parametrize("name", ["out.part", ".out.txt", "out.txt"])
def test_names_of_what_is_not(name: str) -> None:
    assert not is_unfinished(name)
