"""On a machine's first start, what takes minutes to compile is compiled aside."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from lowbit.kernels import warmup
from lowbit.kernels.core.compile import KERNELS
from lowbit.kernels.warmup import LATE_IN, PACKAGES, kept_packages
from lowbit.web import serve
from lowbit.web.serve import COMPILE, compiling_aside

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Return the processes that are started, which compile for ever."""
    processes: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(
        command: list[str],
        **options: Any,  # noqa: ANN401 - those of `Popen`
    ) -> subprocess.Popen[bytes]:
        assert command[1:] == ["-c", COMPILE]
        processes.append(popen([command[0], "-c", "import time; time.sleep(1000)"], **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return processes


def test_all_kernels_that_are_not_kept_are_compiled_aside(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "kept_packages", lambda: ["classic", "general"])
    with suppress(KeyboardInterrupt), compiling_aside():
        (process,) = started
        assert process.poll() is None
        raise KeyboardInterrupt
    assert process.returncode is not None


def test_nothing_is_compiled_where_all_is_kept(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "kept_packages", lambda: [*PACKAGES])
    with compiling_aside():
        assert not started


def test_on_a_fresh_machine_only_small_packages_are_compiled_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path))
    assert set(kept_packages()) == {"classic", "general"}


def test_a_package_whose_late_kernel_is_kept_is_loaded_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(warmup, "kept_files", lambda kernel: [kernel] * (kernel == "apply_step"))
    assert set(kept_packages()) == {"classic", "general", "hodoku"}


@pytest.mark.parametrize("package", LATE_IN)
def test_a_late_kernel_is_one_of_its_package(package: str) -> None:
    warmup.warm_up(package)
    kernels = {
        each.function.__name__
        for each in KERNELS
        if each.function.__module__.startswith(f"lowbit.kernels.{package}.") and each.kept
    }
    assert LATE_IN[package] in kernels
