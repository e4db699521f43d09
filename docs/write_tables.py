"""Write the tables of pages anew that say what the program says, as ``make docs`` does."""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import lowbit
from lowbit.cli.contest.dialects import EVERY
from lowbit.cli.main import COMMANDS

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


COMMAND_OF = {
    "solve": "solve",
    "smallest_solution": "judge",
    "count_solutions": "count",
    "estimate_solutions": "count",
    "check": "check",
    "true_candidates": "candidates",
    "candidate_counts": "candidates",
    "ambiguity": "candidates",
    "maximize": "maximize",
    "minimize": "minimize",
    "minimal_candidates": "minimize",
    "minimal_constraints": "minimize",
    "MinimalPuzzles": "minimize",
    "redundant_givens": "redundant",
    "redundant_constraints": "redundant",
    "rate": "rate",
    "generate": "generate",
    "generate_graded": "generate",
    "generate_sukaku": "generate",
    "generate_variants": "generate",
    "random_grids": "generate",
    "random_jigsaw": "generate",
    "shuffle": "shuffle",
    "canonical": "canonical",
    "canonical_transform": "canonical",
    "automorphisms": "canonical",
    "isomorphism": "isomorphic",
    "is_isomorphic": "isomorphic",
    "steps": "steps",
    "hint": "hint",
    "trace_many": "trace",
    "FewCluePuzzles": "fewest",
    "unavoidable_sets": "unavoidable",
    "verify": "verify",
    "render": "render",
    "write_puzzle": "show",
}
"""The command that does what a function does."""


def functions() -> str:
    """Return the table of functions: what each takes and returns, for one puzzle and for many."""
    known = [name for name in lowbit.__all__ if inspect.isfunction(getattr(lowbit, name))]
    of_many = {name for name in known if name.removesuffix("_many") in {*known} - {name}}
    rows = []
    for name in sorted({*known} - of_many):
        command = COMMAND_OF.get(name, "")
        if command and command not in COMMANDS:
            raise ValueError(f"there is no command {command}")
        many = f"{name}_many" if f"{name}_many" in known else ""
        rows.append(
            (
                f"`{name}`",
                _code(_taken(name)),
                _code(_returned(name)),
                f"`{many}`" if many else "",
                _code(_returned(many)) if many else "",
                f"[`{command}`](cli.md#lowbit-{command})" if command else "",
            )
        )
    return table(("function", "takes", "returns", "of many", "returns", "command"), rows)


def _taken(name: str) -> str:
    """Return the types of what a function takes by place."""
    parameters = inspect.signature(getattr(lowbit, name)).parameters.values()
    return ", ".join(
        str(each.annotation)
        for each in parameters
        if each.kind is each.POSITIONAL_OR_KEYWORD and each.default is each.empty
    )


def _returned(name: str) -> str:
    return str(inspect.signature(getattr(lowbit, name)).return_annotation)


def _code(text: str) -> str:
    escaped = text.replace("|", "\\|")
    return f"`{escaped}`" if text else ""


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
    "docs/reference/index.md": functions,
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
