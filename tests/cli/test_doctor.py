"""What ``lowbit doctor`` says of kernels, packages and variables."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from lowbit.cli.commands import doctor
from lowbit.cli.main import main
from lowbit.kernels.calls import calls
from lowbit.kernels.core import shipped
from lowbit.kernels.core.targets import runnable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the empty folder of libraries, with an empty cache."""
    monkeypatch.setenv("LOWBIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("lowbit.kernels.core.cache.spare_folder", lambda: None)
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    shipped.library.cache_clear()
    yield tmp_path
    shipped.library.cache_clear()


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, int]:
    """Return how many kernels there are of each kind, by the report."""
    lines = capsys.readouterr().out.splitlines()
    counted = re.compile(r"  (\d+) (came with|kept in|compiled when|not to be had)")
    return {match[2]: int(match[1]) for line in lines if (match := counted.match(line))}


def test_kernels_that_are_neither_shipped_nor_kept_are_named(
    nothing_kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert "    classic.search.advance\n" in out
    assert f"LOWBIT_CACHE={nothing_kept / 'cache'}\n" in out


def test_without_a_compiler_they_are_missing(
    nothing_kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    version = doctor._version  # noqa: SLF001 - one package is hidden
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "numba" else version(name))
    assert main(["doctor"]) == 1
    assert "numba not installed" in (out := capsys.readouterr().out)
    assert "63 not to be had without Numba: pip install 'lowbit[compile]':" in out


def test_kernels_that_came_with_the_package_are_counted(
    nothing_kept: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    some = {call.key: b"code" for call in calls("rating")}
    file = shipped.write(runnable()[0], some, nothing_kept)
    assert main(["doctor"]) == 0
    n = len(calls())
    expected = {"came with": len(some), "kept in": 0, "compiled when": n - len(some)}
    assert told(capsys) == expected
    assert main(["doctor", "--to", "json"]) == 0
    kernels = json.loads(capsys.readouterr().out)["kernels"]
    assert kernels["library"] == str(file)
    assert kernels["shipped"] == [call.name for call in calls("rating")]


def test_an_extra_that_lacks_a_package_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    version = doctor._version  # noqa: SLF001 - one package is hidden
    monkeypatch.setattr(
        doctor, "_version", lambda name: None if name == "pyarrow" else version(name)
    )
    main(["doctor"])
    out = capsys.readouterr().out
    assert "extra tables: pyarrow missing: pip install 'lowbit[tables]'\n" in out
    assert "extra web: installed\n" in out
