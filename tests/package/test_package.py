"""What the package promises: its names, its types, and that importing it costs nothing."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
import tomllib
from importlib import import_module, metadata
from importlib.resources import files
from pathlib import Path

import pytest

import lowbit

ROOT = Path(__file__).parents[2]
MODULES = sorted(module.name for module in pkgutil.walk_packages(lowbit.__path__, "lowbit."))


def test_every_public_name_is_there() -> None:
    for name in lowbit.__all__:
        assert getattr(lowbit, name) is not None
    assert set(lowbit.__all__) <= set(dir(lowbit))


def test_each_name_is_looked_for_where_it_is_imported_from() -> None:
    """The imports that type checkers read, and the table that a program runs, say the same."""
    tree = ast.parse(Path(lowbit.__file__).read_text(encoding="utf-8"))
    imported = {
        name.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("lowbit.")
        for name in node.names
    }
    table = lowbit._MODULE_OF  # noqa: SLF001 - what __getattr__ reads
    assert {name: f"lowbit.{module}" for name, module in table.items()} == imported
    assert {*imported, "__version__"} == {*lowbit.__all__}


@pytest.mark.parametrize("name", lowbit._MODULES.split())  # noqa: SLF001 - what __getattr__ reads
def test_a_module_needs_no_import_of_its_own(name: str) -> None:
    code = f"import lowbit; print(lowbit.{name}.__name__)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == f"lowbit.{name}\n"


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = lowbit.no_such_name


def test_every_module_says_what_it_is_about() -> None:
    assert [name for name in MODULES if not import_module(name).__doc__] == []


def test_a_docstring_begins_with_its_subject() -> None:
    """It begins with a noun or a verb, not with a question such as What or How."""
    package = Path(lowbit.__file__).parent
    opening = re.compile(r'"""(?:What|How|Where|Which|Who)\b.*')
    questions = [
        f"{source.relative_to(package)}: {opened}"
        for source in package.rglob("*.py")
        for opened in opening.findall(source.read_text(encoding="utf-8"))
    ]
    assert questions == []


def test_every_name_in_all_is_there() -> None:
    modules = list(map(import_module, MODULES))
    missing = [
        f"{module.__name__}.{name}"
        for module in modules
        for name in getattr(module, "__all__", ())
        if not hasattr(module, name)
    ]
    assert missing == []


@pytest.mark.parametrize("name", ["lowbit", "lowbit.__main__"])
def test_what_is_imported_first_loads_nothing_else(name: str) -> None:
    """So that Ctrl-C meets hardly a moment before the command hears it."""
    script = f"import sys; old = {{*sys.modules}}; import {name}; print(*{{*sys.modules}} - old)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    built_in = {"gc"}  # which is not read from a file
    assert {*done.stdout.split()} - built_in == {"__future__", "lowbit", name}


def test_types_are_marked_as_complete() -> None:
    assert files("lowbit").joinpath("py.typed").is_file()


def test_the_metadata_agrees_with_the_package() -> None:
    assert metadata.version("lowbit") == lowbit.__version__
    (script,) = metadata.entry_points(group="console_scripts", name="lowbit")
    assert script.value == "lowbit.__main__:process"


def test_the_changelog_knows_the_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{lowbit.__version__}]" in changelog


def test_every_ignored_rule_has_its_reason() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    rules = tomllib.loads(text)["tool"]["ruff"]["lint"]
    ignored = [*rules["ignore"], *(rule for r in rules["per-file-ignores"].values() for rule in r)]
    lines = text.splitlines()
    for rule in ignored:
        assert any(f'"{rule}",' in line and "#" in line for line in lines), rule
