"""A kept kernel is named after all that it was made of, and is found by that name alone."""

from __future__ import annotations

import shutil
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lowbit.kernels.core import cache

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


PARTS: dict[str, Callable[[pytest.MonkeyPatch, Path], object]] = {
    "lowbit": lambda patch, _: patch.setattr("lowbit.__version__", "0"),
    "numba": lambda patch, _: patch.setattr(cache, "numba_version", lambda: "0"),
    "llvmlite": lambda patch, _: patch.setattr("llvmlite.__version__", "0"),
    "numpy": lambda patch, _: patch.setattr("numpy.__version__", "0"),
    "python": lambda patch, _: patch.setattr("platform.python_version", lambda: "0"),
    "a source": lambda _, folder: _append(folder / "core/simd.py"),
    "a new source": lambda _, folder: _append(folder / "core/new.py"),
}


def _append(source: Path) -> None:
    with source.open("a", encoding="utf-8") as file:
        file.write("# changed\n")


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A copy of the kernels' source that can be changed, and nothing known of it yet."""
    copy = Path(shutil.copytree(Path(cache.__file__).parents[1], tmp_path / "kernels"))
    monkeypatch.setattr(cache, "__file__", str(copy / "core/cache.py"))
    _forget_digests()
    yield copy
    _forget_digests()


def _forget_digests() -> None:
    cache.fingerprint.cache_clear()
    cache.digest_of_package.cache_clear()


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_fingerprint_counts(
    part: str, monkeypatch: pytest.MonkeyPatch, sources: Path
) -> None:
    before = cache.fingerprint()
    _forget_digests()
    assert cache.fingerprint() == before
    PARTS[part](monkeypatch, sources)
    _forget_digests()
    assert cache.fingerprint() != before


@pytest.mark.parametrize("package", ["classic", "general", "rating"])
def test_a_change_of_a_package_renames_its_own_kernels_only(package: str, sources: Path) -> None:
    def names() -> dict[str, str]:
        _forget_digests()
        modules = {of: f"lowbit.kernels.{of}.search" for of in ("classic", "general", "rating")}
        return {of: cache.path_of("kernel", name, "()").name for of, name in modules.items()}

    before = names()
    _append(sources / package / "new.py")
    after = names()
    assert [of for of in before if before[of] != after[of]] == [package]


def test_a_kernel_of_no_package_has_no_source_to_name() -> None:
    for module in ("__main__", "tests.kernels.blocks", "copy.lowbit.kernels.classic.search"):
        assert cache.source_of(module) == ""


OF_A_FILE: dict[str, Callable[[pytest.MonkeyPatch], object]] = {
    "system": lambda patch: patch.setattr("llvmlite.binding.get_default_triple", lambda: "sparc"),
    "processor": lambda patch: patch.setattr("llvmlite.binding.get_host_cpu_name", lambda: "i486"),
    "features": lambda patch: patch.setattr(cache, "cpu_features", lambda: "+none"),
    "processor that is asked for": lambda patch: patch.setenv("NUMBA_CPU_NAME", "generic"),
    "setting": lambda patch: patch.setenv("NUMBA_OPT", "0"),
}


@pytest.mark.parametrize("part", OF_A_FILE)
def test_every_part_of_the_name_of_a_file_counts(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(signature: str = "()") -> str:
        return cache.path_of("scan", "lowbit.kernels.classic.text", signature).name

    before = name()
    assert name() == before != name("(int,)")
    OF_A_FILE[part](monkeypatch)
    assert name() != before


def test_the_version_of_numba_is_known_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f'"{version("numba")}"' in cache.numba_version()
    monkeypatch.setattr(cache, "find_spec", lambda _name: None)
    assert not cache.numba_version()


def test_what_numba_is_told_has_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    cache.cpu_features.cache_clear()
    try:
        assert (cache.cpu_name(), cache.cpu_features()) == ("generic", "")
    finally:
        cache.cpu_features.cache_clear()


def test_the_order_of_settings_changes_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"NUMBA_OPT": "0", "NUMBA_B": "1", "NUMBA_A": "2", "NUMBERS": "3"}
    told = []
    for names in (list(settings), list(reversed(settings))):
        monkeypatch.setattr("os.environ", {name: settings[name] for name in names})
        told.append(cache.numba_settings())
    assert told == [[("NUMBA_A", "2"), ("NUMBA_B", "1"), ("NUMBA_OPT", "0")]] * 2


def test_a_kernel_under_another_name_is_compiled_again(tmp_path: Path) -> None:
    path = tmp_path / "one.kernel"
    kept = cache.keep(path, b"machine code")
    assert cache.read(path) == (b"machine code", kept._replace(is_new=False))
    assert cache.read(path.rename(tmp_path / "two.kernel")) is None
