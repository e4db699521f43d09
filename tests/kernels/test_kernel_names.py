"""A kept kernel is named after all that it was made of, and is found by that name alone."""

from __future__ import annotations

import re
import shutil
from functools import partial
from importlib import import_module
from importlib.metadata import version
from inspect import getsource
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lowbit.kernels.core import cache
from lowbit.kernels.core.targets import native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _another(package: str, patch: pytest.MonkeyPatch, _: Path) -> None:
    of = cache.version_in
    patch.setattr(cache, "version_in", lambda name: "0" if name == package else of(name))


PARTS: dict[str, Callable[[pytest.MonkeyPatch, Path], object]] = {
    "lowbit": lambda patch, _: patch.setattr("lowbit.__version__", "0"),
    **{name: partial(_another, name) for name in ("numba", "llvmlite")},
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
        return {
            of: cache.path_of("kernel", name, "()", native()).name for of, name in modules.items()
        }

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
    "features": lambda patch: patch.setenv("NUMBA_CPU_FEATURES", "+none"),
    "processor that is asked for": lambda patch: patch.setenv("NUMBA_CPU_NAME", "generic"),
    "setting": lambda patch: patch.setenv("NUMBA_OPT", "0"),
}


@pytest.mark.parametrize("part", OF_A_FILE)
def test_every_part_of_the_name_of_a_file_counts(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def name(signature: str = "()") -> str:
        return cache.path_of("scan", "lowbit.kernels.classic.texts.lines", signature, native()).name

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
    assert (native().cpu, native().features) == ("generic", "")


def test_the_order_of_settings_changes_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {"NUMBA_OPT": "0", "NUMBA_DEBUGINFO": "1", "NUMBA_BOUNDSCHECK": "2", "OPT": "3"}
    told = []
    for names in (list(settings), list(reversed(settings))):
        monkeypatch.setattr("os.environ", {name: settings[name] for name in names})
        told.append(cache.numba_settings())
    expected = [("NUMBA_BOUNDSCHECK", "2"), ("NUMBA_DEBUGINFO", "1"), ("NUMBA_OPT", "0")]
    assert told == [expected] * 2


OF_THE_PROCESSOR = {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"}
"""Settings that are part of what is compiled for."""

CHANGES_NO_CODE = {
    "ALWAYS_WARN_UNINIT_VAR",
    "CACHE_DIR",
    "CACHE_LOCATOR_CLASSES",
    "CAPTURED_ERRORS",
    "CHROME_TRACE",
    "COLOR_SCHEME",
    "DEBUG",
    "DEBUG_ARRAY_OPT",
    "DEBUG_ARRAY_OPT_RUNTIME",
    "DEBUG_ARRAY_OPT_STATS",
    "DEBUG_CACHE",
    "DEBUG_FRONTEND",
    "DEBUG_INLINE_CLOSURE",
    "DEBUG_NRT_STACK_LIMIT",
    "DEBUG_PRINT_AFTER",
    "DEBUG_PRINT_BEFORE",
    "DEBUG_PRINT_WRAP",
    "DEBUG_TYPEINFER",
    "DEVELOPER_MODE",
    "DIFF_IR",
    "DISABLE_CUDA",
    "DISABLE_PERFORMANCE_WARNINGS",
    "DISABLE_TYPEINFER_FAIL_CACHE",
    "DUMP_ANNOTATION",
    "DUMP_ASSEMBLY",
    "DUMP_BYTECODE",
    "DUMP_CFG",
    "DUMP_FUNC_OPT",
    "DUMP_HTML",
    "DUMP_IR",
    "DUMP_LLVM",
    "DUMP_OPTIMIZED",
    "DUMP_SSA",
    "ENABLE_CUDASIM",
    "ENABLE_PROFILING",
    "ENABLE_SYS_MONITORING",
    "FORCE_CUDA_CC",
    "FULL_TRACEBACKS",
    "FUNCTION_CACHE_SIZE",
    "GDB_BINARY",
    "HIGHLIGHT_DUMPS",
    "JIT_COVERAGE",
    "LLVM_PASS_TIMINGS",
    "NRT_STATS",
    "NUM_THREADS",
    "PARALLEL_DIAGNOSTICS",
    "PARFOR_MAX_TUPLE_SIZE",
    "SHOW_HELP",
    "THREADING_LAYER",
    "THREADING_LAYER_PRIORITY",
    "TRACE",
    "USE_LLVMLITE_MEMORY_MANAGER",
}
"""Settings of how Numba works, what it tells, and of code that lowbit has none of."""


def settings_of_numba() -> set[str]:
    """Return the variables that the installed Numba reads, but for those of its part for CUDA."""
    source = getsource(import_module("numba.core.config"))
    read = set(re.findall(r'"(NUMBA_[A-Z0-9_]+)"', source))
    return {name for name in read if not name.startswith("NUMBA_CUDA_")}


def test_each_setting_of_numba_is_known_to_change_code_or_not() -> None:
    harmless = {f"NUMBA_{name}" for name in CHANGES_NO_CODE}
    assert not harmless & cache.CODE_SETTINGS
    assert settings_of_numba() - harmless - cache.CODE_SETTINGS == OF_THE_PROCESSOR


@pytest.mark.parametrize("setting", sorted({*cache.CODE_SETTINGS, *CHANGES_NO_CODE}))
def test_only_settings_that_change_code_rename_kernels(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cache.path_of("scan", "lowbit.kernels.classic.texts.lines", "()", native())
    monkeypatch.setenv(setting if setting.startswith("NUMBA_") else f"NUMBA_{setting}", "3")
    after = cache.path_of("scan", "lowbit.kernels.classic.texts.lines", "()", native())
    assert (after == before) == (setting in CHANGES_NO_CODE)


def test_a_kernel_under_another_name_is_compiled_again(tmp_path: Path) -> None:
    path = tmp_path / "one.kernel"
    kept = cache.keep(path, b"machine code")
    assert cache.read(path) == (b"machine code", kept._replace(is_new=False))
    assert cache.read(path.rename(tmp_path / "two.kernel")) is None
