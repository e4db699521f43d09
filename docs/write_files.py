"""Write the page of files anew, from the modules' docstrings."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/lowbit"
PAGE = ROOT / "docs/internals/files.md"
TABLE = re.compile(r"^\| file \| what it holds \|\n(?:\|.*\n)+", re.MULTILINE)


def table() -> str:
    """Return the table: each module with the first line of its docstring, folder by folder."""
    files = sorted(SOURCE.rglob("*.py"), key=lambda path: (path.parent.parts, path.name))
    lines = [f"| `{path.relative_to(SOURCE)}` | {summary(path)} |" for path in files]
    return "\n".join(["| file | what it holds |", "|---|---|", *lines, ""])


def summary(path: Path) -> str:
    """Return what a module says of itself in a line."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return docstring.partition("\n")[0].replace("``", "`")


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: table(), page, count=1), encoding="utf-8")
