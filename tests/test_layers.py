"""The layers of the package, as pyproject.toml draws them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from importlinter.cli import lint_imports

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[1]


def test_every_contract_of_the_layers_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    broken = lint_imports(no_cache=True)
    assert not broken, capsys.readouterr().out
