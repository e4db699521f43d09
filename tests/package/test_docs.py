"""The docs say what the program does: every example in them is run here."""

from __future__ import annotations

import doctest
import re
import runpy
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

import lowbit
from support import slow_except

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
TRIED = [page for page in PAGES if page.name != "README.zh-CN.md"]
"""The pages with examples of their own."""

PACKAGES = Path(lowbit.__file__).parents[1]
SOURCES = sorted((PACKAGES / "lowbit").rglob("*.py"))

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
"""The target of a link within the project, without its anchor."""

TIMES = re.compile(r"\([0-9.]+ s, [0-9]+ puzzles/s\)")
"""What differs from run to run at the end of a summary."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[str]:
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [text for kind, text in found if kind == language]


def with_examples(paths: list[Path]) -> list[Path]:
    return [path for path in paths if ">>>" in path.read_text(encoding="utf-8")]


def module_of(source: Path) -> str:
    name = ".".join(source.relative_to(PACKAGES).with_suffix("").parts)
    return name.removesuffix(".__init__")


@pytest.mark.parametrize("name", [module_of(source) for source in with_examples(SOURCES)])
def test_the_examples_of_a_docstring_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


@pytest.mark.parametrize("page", with_examples(TRIED), ids=name_of)
def test_the_python_examples_of_a_page_hold(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    runner = doctest.DocTestRunner()
    text = "\n".join(blocks(page, "python"))
    assert text
    runner.run(doctest.DocTestParser().get_doctest(text, {}, name_of(page), str(page), 0))
    assert runner.summarize().failed == 0


@pytest.mark.parametrize("page", slow_except(TRIED, [ROOT / "README.md"]), ids=name_of)
def test_the_shell_examples_of_a_page_print_what_they_show(page: Path, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")  # what is written is not written there
    for block in blocks(page, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, expected = example.partition("\n")
            assert TIMES.sub("", output_of(line, tmp_path)) == TIMES.sub("", expected), line


def output_of(line: str, folder: Path) -> str:
    """Run a line of bash in a folder and return what a terminal would show."""
    define = f'lowbit() {{ {shlex.quote(sys.executable)} -m lowbit "$@"; }}'
    done = subprocess.run(
        ["bash", "-c", f"{define}; {line}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        cwd=folder,
        encoding="utf-8",
    )
    return done.stdout


def test_every_link_within_the_project_leads_somewhere() -> None:
    dead = [
        f"{name_of(page)}: {target}"
        for page in PAGES
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert dead == []


@pytest.mark.parametrize("name", ["cli", "techniques"])
def test_a_page_made_from_the_program_is_what_the_program_says(name: str) -> None:
    written = subprocess.run(
        [sys.executable, f"docs/write_{name}.py"],
        capture_output=True,
        check=True,
        cwd=ROOT,
        encoding="utf-8",
    )
    page = (ROOT / f"docs/reference/{name}.md").read_text(encoding="utf-8")
    assert page == written.stdout, "make docs writes it anew"


def test_the_chinese_readme_has_the_same_examples() -> None:
    english, chinese = (
        BLOCK.findall((ROOT / name).read_text(encoding="utf-8"))
        for name in ("README.md", "README.zh-CN.md")
    )
    assert chinese == english


def test_a_table_made_from_the_program_is_what_the_program_says() -> None:
    made = runpy.run_path(str(ROOT / "docs/write_tables.py"))
    for name, make in made["TABLES"].items():
        assert make() in (ROOT / name).read_text(encoding="utf-8"), "make docs writes it anew"


def test_every_dependency_has_its_reason() -> None:
    page = (ROOT / "docs/internals/architecture.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    groups = project["dependency-groups"]
    assert extras.pop("all") == [f"lowbit[{','.join(extras)}]"]
    wanted = chain(project["project"]["dependencies"], *extras.values(), *groups.values())
    for requirement in wanted:
        name = re.split(r"[<>=!~\[ ]", requirement)[0]
        assert re.search(rf"^\| `{name}` \|", page, re.MULTILINE), name
