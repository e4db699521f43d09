"""Temporary folders: removed at the end, or by the next process if theirs was killed."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from command_line import PATIENCE
from lowbit.temporary import PREFIX, remove_abandoned, temporary_folder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows locks no folders")

HOLDS_ONE = """
from lowbit.temporary import temporary_folder
with temporary_folder() as folder:
    (folder / "keys").write_bytes(b"123")
    print(folder, flush=True)
    input()
"""


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def test_a_folder_exists_as_long_as_its_block() -> None:
    with temporary_folder() as first, temporary_folder() as second:
        assert first.is_dir()
        assert second.is_dir()
        remove_abandoned()
        assert first.is_dir()
        assert second.is_dir()
    assert not first.exists()
    assert not second.exists()


def test_what_a_killed_process_leaves_is_removed_by_the_next(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", HOLDS_ONE]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdout
        left = Path(process.stdout.readline().strip())
        remove_abandoned()
        assert (left / "keys").exists(), "of a process that lives"
        process.kill()
        process.wait(PATIENCE)
    assert (left / "keys").exists()
    (tmp_path / "lowbit-other").mkdir()
    with temporary_folder():
        assert not left.exists()
    assert [path.name for path in tmp_path.iterdir()] == ["lowbit-other"]


def test_links_and_files_of_such_names_stay(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / f"{PREFIX}link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / f"{PREFIX}file").touch()
    with temporary_folder():
        pass
    assert len(list(tmp_path.iterdir())) == 3
