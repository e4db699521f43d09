"""Kernels are compiled once and kept, in the folder that is named or in a spare one."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from command_line import PATIENCE
from kernel_process import ANNOUNCED, SMALL, Done, run_small, start
from lowbit.kernels.core import cache
from lowbit.kernels.core.targets import native

if TYPE_CHECKING:
    from collections.abc import Callable

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = "697582143452913786183467952829635471516874239374291568748126395931758624265349817"

IN_BULK = (
    sys.executable,
    "-m",
    "lowbit",
    "solve",
    "-q",
    "--max-nodes",
    "100",
    "--from",
    "line",
    "-",
)
"""What uses every kernel, even for two puzzles."""

OUTDATED = Path("0123456789abcdef", "advance-0123456789abcdef.kernel")


def solve(folder: Path) -> Done:
    """Solve two puzzles with the kernels in a folder."""
    with start(folder, *IN_BULK) as process:
        return Done(*process.communicate(f"{PUZZLE}\n" * 2, timeout=PATIENCE))


SOLVED = Done(f"{SOLUTION}\n" * 2, "")


@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    """Return a folder with kernels, and what the process that compiled them wrote."""
    folder = tmp_path_factory.mktemp("cold") / "kernels"
    outdated = folder / OUTDATED
    outdated.parent.mkdir(parents=True)
    outdated.write_text("made by another version")
    return folder, solve(folder)


@pytest.mark.slow
def test_the_first_run_says_that_it_compiles(first_run: tuple[Path, Done]) -> None:
    folder, done = first_run
    assert done.out == SOLVED.out
    assert done.err.startswith(ANNOUNCED)  # for the kernel that counts the lines
    said = {
        re.sub(r"[123] of [123]", "1 of 1", line) for line in done.err.splitlines(keepends=True)
    }
    assert said == {ANNOUNCED}  # for the others, too, after seconds
    kept = {file.name.partition("-")[0] for file in folder.glob("*/*.kernel")}
    assert kept == {"advance", "count_lines", "search_text"}


@pytest.mark.slow
def test_what_another_version_kept_is_left_alone(first_run: tuple[Path, Done]) -> None:
    assert (first_run[0] / OUTDATED).read_text() == "made by another version"


@pytest.mark.slow
def test_later_runs_are_silent(first_run: tuple[Path, Done]) -> None:
    folder, _ = first_run
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    assert solve(folder) == SOLVED
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "flipped bit": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "cut off": lambda content: content[: len(content) // 2],
    "empty": lambda _content: b"",
}


@pytest.mark.slow
def test_a_damaged_kernel_is_compiled_again_and_replaced(tmp_path: Path) -> None:
    """Whichever it is: the kernels of the engine take longer than a small one."""
    folder = tmp_path / "kernels"
    compiled = Done("42\n", ANNOUNCED)
    assert run_small(folder) == compiled
    (file,) = folder.glob("*/double-*.kernel")
    for name, damage in DAMAGES.items():
        damaged = damage(file.read_bytes())
        file.write_bytes(damaged)
        assert run_small(folder) == compiled, name
        assert file.read_bytes() != damaged
    assert run_small(folder) == Done("42\n", "")


def message_of(folder: Path, reason: str, instead: str) -> str:
    """Return what is written where kernels cannot be kept."""
    return (
        f"lowbit: the engine cannot be kept in {folder} ({reason}), so it is {instead}; "
        "let LOWBIT_CACHE name a folder that can be written\n"
    )


SPARE = "lowbit" if os.name == "nt" else f"lowbit-{os.getuid()}"
"""What the folder is called that takes the place of one that cannot be written."""

FILE_ON_THE_WAY = "Not a directory"


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_nor_is_one_that_must_not_be(tmp_path: Path) -> None:
    folder = tmp_path / "kernels"
    folder.mkdir(mode=0o555)
    with start(folder, sys.executable, "-c", SMALL) as process:
        out, err = process.communicate(timeout=PATIENCE)
    assert out == "42\n"
    assert err.endswith(message_of(folder, "Permission denied", f"kept in {tmp_path / SPARE}"))
    assert list(folder.iterdir()) == []


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file, in which no folder can be made."""
    file = tmp_path / "file"
    file.touch()
    return file


@pytest.mark.slow
def test_kernels_are_kept_among_temporary_files_where_their_folder_cannot_be_written(
    file: Path, tmp_path: Path
) -> None:
    spare = tmp_path / SPARE
    done = run_small(file)
    assert done == Done("42\n", ANNOUNCED + message_of(file, FILE_ON_THE_WAY, f"kept in {spare}"))
    assert spare.stat().st_mode & 0o777 == 0o700
    (kept,) = spare.glob("*/double-*.kernel")
    assert run_small(file) == Done("42\n", "")
    kept.write_bytes(b"damaged")
    assert run_small(file) == done


def test_an_error_without_a_number_is_a_reason_too(
    kernel_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is gone")

    monkeypatch.setattr(cache, "_write", fail)
    kept = cache.keep(kernel_file, b"code")
    assert (kept.folder, kept.reason) == (None, "the disk is gone")


def test_who_may_list_a_folder_may_read_its_kernels(kernel_file: Path) -> None:
    for mode in (0o700, 0o755):
        kernel_file.parent.mkdir(parents=True, exist_ok=True)
        kernel_file.parent.chmod(mode)
        cache.keep(kernel_file, b"code")
        assert kernel_file.stat().st_mode & 0o777 == mode & 0o666


@pytest.mark.skipif(os.name == "nt", reason="temporary files are the user's own there")
@pytest.mark.parametrize("mode", [0o720, 0o702])
def test_nothing_is_run_that_others_may_have_written(
    kernel_file: Path, tmp_path: Path, mode: int
) -> None:
    kernel_file.parents[1].touch()  # a file, in which no folder can be made
    assert cache.keep(kernel_file, b"code").folder
    assert cache.read(kernel_file)
    (tmp_path / SPARE).chmod(mode)
    assert cache.read(kernel_file) is None
    assert cache.keep(kernel_file, b"code").folder is None


@pytest.mark.slow
def test_a_link_takes_no_folder_s_place(file: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    (tmp_path / SPARE).symlink_to(elsewhere)
    done = run_small(file)
    instead = "compiled again in each process"
    assert done == Done("42\n", ANNOUNCED + message_of(file, FILE_ON_THE_WAY, instead))
    assert list(elsewhere.iterdir()) == []


def test_another_user_s_folder_takes_no_folder_s_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert cache.spare_folder() is None
    assert cache.spare_folder(makes=True) == tmp_path / SPARE
    of_another(monkeypatch, tmp_path / SPARE)
    assert cache.spare_folder() is None


@pytest.fixture
def kernel_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return where a kernel belongs, in a folder that is not there yet; a spare one may be made."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path / "kernels"))
    monkeypatch.setenv("LOWBIT_QUIET", "1")
    return cache.path_of("double", "__main__", "('int',)", native())


def test_it_is_known_which_kernels_are_kept(kernel_file: Path, tmp_path: Path) -> None:
    assert cache.kept_files() == []
    assert cache.spare_folder(makes=True)
    in_spare = tmp_path / SPARE / cache.fingerprint() / "scan-0123456789abcdef.kernel"
    for file in (kernel_file, in_spare, tmp_path / "kernels" / OUTDATED):
        file.parent.mkdir(parents=True)
        file.touch()
    assert cache.kept_files() == [kernel_file, in_spare]
    assert cache.kept_files("double") == [kernel_file]
    assert cache.kept_files("doubl") == []


def test_what_is_kept_is_read_from_where_it_belongs(kernel_file: Path) -> None:
    assert cache.read(kernel_file) is None
    folder = kernel_file.parent
    assert cache.keep(kernel_file, b"code") == cache.KeptKernel(is_new=True, folder=folder)
    assert cache.read(kernel_file) == (b"code", cache.KeptKernel(is_new=False, folder=folder))
    assert cache.spare_folder() is None


def test_what_only_the_spare_folder_keeps_goes_where_it_belongs_once_that_can_be(
    kernel_file: Path, tmp_path: Path
) -> None:
    named, spare = kernel_file.parents[1], tmp_path / SPARE / kernel_file.parent.name
    named.touch()  # a file, in which no folder can be made
    in_spare = cache.KeptKernel(is_new=True, folder=spare, reason=FILE_ON_THE_WAY)
    assert cache.keep(kernel_file, b"code") == in_spare
    for _ in range(2):
        assert cache.read(kernel_file) == (b"code", in_spare._replace(is_new=False))
    named.unlink()
    for _ in range(2):
        kept = cache.KeptKernel(is_new=False, folder=kernel_file.parent)
        assert cache.read(kernel_file) == (b"code", kept)
    (spare / kernel_file.name).unlink()
    assert cache.read(kernel_file) == (b"code", kept)


def test_what_can_be_kept_nowhere_is_kept_nowhere(kernel_file: Path, tmp_path: Path) -> None:
    kernel_file.parents[1].touch()
    (tmp_path / SPARE).touch()
    nowhere = cache.KeptKernel(is_new=True, folder=None, reason=FILE_ON_THE_WAY)
    assert cache.keep(kernel_file, b"code") == nowhere
    assert cache.spare_folder() is None
    (tmp_path / SPARE).unlink()
    assert cache.spare_folder(makes=True)
    (tmp_path / SPARE / cache.fingerprint()).touch()  # the spare one, too, can fail
    assert cache.keep(kernel_file, b"code") == nowhere
    assert cache.read(kernel_file) is None


def of_another(patch: pytest.MonkeyPatch, path: Path) -> None:
    """Have a path belong to another user."""
    lstat = Path.lstat

    def as_another(self: Path) -> os.stat_result:
        state = lstat(self)
        user = os.getuid() + 1 if self == path else state.st_uid
        return os.stat_result((*state[:4], user, *state[5:]))

    patch.setattr(Path, "lstat", as_another)


UNSAFE: dict[str, Callable[[pytest.MonkeyPatch, Path], object]] = {
    "for all": lambda _, path: path.chmod(0o777),
    "for all, sticky": lambda _, path: path.chmod(0o1777),
    "of another user": of_another,
}
"""How others may write to a path."""


@pytest.mark.skipif(os.name == "nt", reason="Windows has other means")
@pytest.mark.parametrize("how", UNSAFE)
@pytest.mark.parametrize("n_above", [1, 0], ids=["folder", "fingerprint"])
def test_nothing_is_loaded_from_a_folder_that_others_may_write_to(
    how: str, n_above: int, kernel_file: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cache.keep(kernel_file, b"code")
    assert cache.kept_files() == [kernel_file]
    UNSAFE[how](monkeypatch, kernel_file.parents[n_above])
    assert cache.kept_files() == []
    assert cache.read(kernel_file) is None
    kept = cache.keep(kernel_file, b"code")
    assert kept.folder == tmp_path / SPARE / kernel_file.parent.name
    assert kept.reason in {"it belongs to another user", "others may write to it"}
    assert cache.read(kernel_file) == (b"code", kept._replace(is_new=False))


@pytest.mark.skipif(os.name == "nt", reason="Windows has other means")
@pytest.mark.parametrize("how", UNSAFE)
def test_a_file_that_others_may_have_written_is_replaced(
    how: str, kernel_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.keep(kernel_file, b"code")
    with monkeypatch.context() as patch:
        UNSAFE[how](patch, kernel_file)
        assert cache.read(kernel_file) is None
        kept = cache.keep(kernel_file, b"code")
    assert cache.read(kernel_file) == (b"code", kept._replace(is_new=False))


@pytest.mark.skipif(os.name == "nt", reason="Windows has other means")
def test_the_user_s_own_group_and_root_are_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    def why(user: int, group: int, mode: int) -> str:
        return cache.why_shared(os.stat_result((mode, 0, 0, 1, user, group, 0, 0, 0, 0)))

    monkeypatch.setattr(os, "getuid", lambda: 1000)
    assert why(1000, 1000, 0o40775) == why(0, 0, 0o40755) == why(1000, 100, 0o40755) == ""
    assert why(1000, 100, 0o40775) == why(1000, 1000, 0o40777) == "others may write to it"
    assert why(0, 100, 0o40775) == why(0, 0, 0o41777) == "others may write to it"
    assert why(1001, 1000, 0o40755) == "it belongs to another user"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other means")
def test_folders_and_kernels_are_made_for_their_user(kernel_file: Path) -> None:
    before = os.umask(0)
    try:
        cache.keep(kernel_file, b"code")
    finally:
        os.umask(before)
    modes = [path.stat().st_mode & 0o777 for path in (kernel_file, *kernel_file.parents[:2])]
    assert modes == [0o644, 0o755, 0o755]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other means")
def test_a_link_to_a_folder_is_followed(kernel_file: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o755)
    kernel_file.parents[1].symlink_to(tmp_path / "elsewhere")
    assert cache.keep(kernel_file, b"code").folder == kernel_file.parent
    assert cache.read(kernel_file)
    (tmp_path / "elsewhere").chmod(0o777)
    assert cache.read(kernel_file) is None


def test_the_folder_is_the_user_s_or_the_one_that_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path))
    assert cache.folder() == tmp_path
    monkeypatch.delenv("LOWBIT_CACHE")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "lowbit"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", "")  # which counts as none
    assert cache.folder() == tmp_path / "home/.cache/lowbit"
    monkeypatch.setenv("LOWBIT_CACHE", "~/kernels")
    assert cache.folder() == tmp_path / "home/kernels"


def test_who_has_no_home_keeps_kernels_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless(_path: Path) -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "expanduser", homeless)
    monkeypatch.delenv("LOWBIT_CACHE", raising=False)
    assert cache.folder().name == "lowbit"
