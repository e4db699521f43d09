"""The layers of the package, as pyproject.toml draws them, and one class of each name."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from importlinter.cli import lint_imports

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]


def test_every_contract_of_the_layers_is_kept(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    broken = lint_imports(no_cache=True)
    assert not broken, capsys.readouterr().out


def test_a_class_has_a_name_of_its_own() -> None:
    sources = (ROOT / "src/lowbit").glob("**/*.py")
    named = Counter(
        name
        for source in sources
        for name in re.findall(r"^class (\w+)", source.read_text(encoding="utf-8"), re.MULTILINE)
    )
    assert named.total() > 300
    assert [name for name, count in named.items() if count > 1] == []
