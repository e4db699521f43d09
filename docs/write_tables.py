"""Write the tables of pages anew that say what the program says, as ``make docs`` does."""

import ast
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from lowbit.cli.contest.dialects import EVERY

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/lowbit"


def files() -> str:
    """Return the table of files: each module with the first line of its docstring."""
    paths = sorted(SOURCE.rglob("*.py"), key=lambda path: (path.parent.parts, path.name))
    rows = ((f"`{path.relative_to(SOURCE)}`", summary(path)) for path in paths)
    return table(("file", "what it holds"), rows)


def dialects() -> str:
    """Return the table of the judges' dialects."""
    rows = (
        (", ".join(f"`{name}`" for name in each.names), each.problems, each.input, each.output)
        for each in EVERY
    )
    return table(("dialect", "problem", "input", "output"), rows)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [" | ".join(row) for row in (head, *rows)]
    lines.insert(1, "|".join(["---"] * len(head)))
    return "".join(f"|{line}|\n" if set(line) == set("-|") else f"| {line} |\n" for line in lines)


def summary(path: Path) -> str:
    """Return what a module says of itself in a line."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].replace("``", "`")


TABLES: dict[str, Callable[[], str]] = {
    "docs/internals/files.md": files,
    "docs/guide/judge/dialects.md": dialects,
}
"""The pages, each with the table that stands on it under the same head."""


def page_with(page: str, made: str) -> str:
    """Return a page with a table in place of the one with its head."""
    head = re.escape(made.partition("\n")[0])
    return re.sub(rf"^{head}\n(?:\|.*\n)+", lambda _: made, page, count=1, flags=re.MULTILINE)


if __name__ == "__main__":
    for name, make in TABLES.items():
        path = ROOT / name
        path.write_text(page_with(path.read_text(encoding="utf-8"), make()), encoding="utf-8")
