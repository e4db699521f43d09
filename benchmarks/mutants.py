"""What the tests miss: ``python -m benchmarks.mutants FILE... --tests TESTS``.

Each mutant is the source with one small fault: another comparison, a number that is off by one,
`or` for `and`, a statement left out. The tests should fail with it. It prints the mutants with
which they pass, the survivors: each asks for a test, or changes nothing that anybody sees.

::

    python -m benchmarks.mutants src/lowbit/rng.py --tests tests/package/test_rng.py
    ... --sample 20 --seed 3        20 of them, drawn at random
    ... --lines 40-80               those of some lines

The tests run in a copy of the tree and of the kept kernels, of which only those of the package
with the fault are compiled again. A fault may cause an endless loop: the tests have four
times as long as without one, and a minute.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TextIO

from lowbit.kernels.core.cache import folder, kept_files

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "results", "__pycache__")
PATIENCE = 60

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
}  # fmt: skip


class Mutant(NamedTuple):
    """A fault: text that takes the place of another in a file.

    Attributes
    ----------
    line : int
    begin, end : int
        The bytes of the file that are replaced.
    text : str
    """

    line: int
    begin: int
    end: int
    text: str


def main() -> None:
    """Try the mutants of the files that the command line names."""
    asked = arguments()
    survivors = []
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place, "tree")
        shutil.copytree(ROOT, tree, ignore=LEFT_OUT)
        if kept_files():
            shutil.copytree(folder(), tree.parent / "cache")
        patience = PATIENCE + 4 * seconds_without(tree, asked.tests)
        for file, mutant in chosen(asked):
            shown = f"{file.relative_to(ROOT)}:{mutant.line}: {change(file.read_bytes(), mutant)}"
            if survives(tree, file, mutant, asked.tests, patience):
                survivors.append(shown)
            print("survived" if shown in survivors else "killed  ", shown, flush=True)
    print("\n".join([*survivors, f"{len(survivors)} survived"]))


def arguments() -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--tests", required=True, help="what pytest runs, as for a shell")
    parser.add_argument("--sample", type=int, metavar="N", help="N mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--lines", default="1-", metavar="FROM-TO")
    return parser.parse_args()


def chosen(asked: argparse.Namespace) -> list[tuple[Path, Mutant]]:
    """Return the mutants to try."""
    first, last = asked.lines.split("-")
    lines = range(int(first), int(last or sys.maxsize) + (last != ""))
    files = [file.resolve() for file in asked.files]
    found = [(file, each) for file in files for each in mutants(file.read_text(encoding="utf-8"))]
    found = [(file, each) for file, each in found if each.line in lines]
    if asked.sample is None or asked.sample >= len(found):
        return found
    return random.Random(asked.seed).sample(found, asked.sample)


def mutants(source: str) -> Iterator[Mutant]:
    """Yield the mutants of a source.

    Examples
    --------
    >>> [mutant.text for mutant in mutants("if a < 1 and b: f()")]
    ['(a < 1 or b)', '(a <= 1)', '2', 'pass']
    """
    places = [0]
    for line in source.encode().splitlines(keepends=True):
        places.append(places[-1] + len(line))
    for node in code(ast.parse(source)):
        for text in faults(node):
            begin = places[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
            end = places[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
            yield Mutant(node.lineno, begin, end, text)  # type: ignore[attr-defined]


def code(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree that do something: no annotations, decorators, formatted texts."""
    yield node
    left_out = {"annotation", "returns", "decorator_list"}
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            is_code = isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr)
            if is_code and name not in left_out:
                yield from code(child)


def faults(node: ast.AST) -> Iterator[str]:
    """Yield what may stand in the place of a node."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in COMPARISONS:
            yield _text(ast.Compare(left, [COMPARISONS[type(op)]()], [right]))
        case ast.BoolOp(op, values):
            yield _text(ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values))
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            yield _text(ast.BinOp(left, OPERATORS[type(op)](), right))
        case ast.UnaryOp(ast.Not() | ast.Invert(), operand):
            yield _text(operand)
        case ast.Constant(bool(value)):
            yield str(not value)
        case ast.Constant(int(value)):
            yield str(value + 1)
        case (
            ast.Expr(ast.Call())
            | ast.AugAssign()
            | ast.Assign([ast.Subscript() | ast.Attribute()])
            | ast.Continue()
            | ast.Break()
        ):
            yield "pass"


def _text(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def change(source: bytes, mutant: Mutant) -> str:
    """Return in words what a mutant changes."""
    before = " ".join(source[mutant.begin : mutant.end].decode().split())
    return f"{before}  ->  {mutant.text}"


def seconds_without(tree: Path, tests: str) -> float:
    """Return how long the tests take without a fault, once the kernels are compiled."""
    for _ in range(2):
        begun = time.monotonic()
        if not passes(tree, tests, None, sys.stderr):
            sys.exit("the tests fail without a fault")
    return time.monotonic() - begun


def survives(tree: Path, file: Path, mutant: Mutant, tests: str, patience: float) -> bool:
    """Return whether the tests pass with a fault in the copy of the tree."""
    place, source = tree / file.relative_to(ROOT), file.read_bytes()
    place.write_bytes(source[: mutant.begin] + mutant.text.encode() + source[mutant.end :])
    try:
        return passes(tree, tests, patience, subprocess.DEVNULL)
    finally:
        place.write_bytes(source)


def passes(tree: Path, tests: str, patience: float | None, output: int | TextIO) -> bool:
    """Return whether the tests pass in time; their output goes where it is wanted."""
    cache = {"LOWBIT_CACHE": str(tree.parent / "cache"), "PYTHONPATH": f"{tree / 'src'}:{tree}"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    command += shlex.split(tests)
    run = subprocess.Popen(
        command,
        cwd=tree,
        env={**os.environ, **cache, "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=output,
        stderr=output,
        start_new_session=True,  # to be ended with what it has started
    )
    try:
        return run.wait(patience) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()


if __name__ == "__main__":
    main()
