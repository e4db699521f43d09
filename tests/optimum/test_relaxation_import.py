"""HiGHS is loaded where a linear program is solved, and nowhere else."""

from __future__ import annotations

import subprocess
import sys

import pytest

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."

IMPORTS = """
import pkgutil, sys
from importlib import import_module
import lowbit
for module in pkgutil.walk_packages(lowbit.__path__, "lowbit."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
lowbit.generate(1)
"""

WITHOUT = f"""{IMPORTS}
import lowbit.tables, pyarrow
p = {PUZZLE!r}
for verb in (lowbit.solve_many, lowbit.any_solution_many, lowbit.count_solutions_many,
             lowbit.is_unique_many, lowbit.minimize_many, lowbit.is_minimal_many,
             lowbit.redundant_givens_many, lowbit.true_candidates_many, lowbit.shuffle_many,
             lowbit.canonical_many):
    verb([p])
for verb in (lowbit.solve, lowbit.minimize, lowbit.true_candidates, lowbit.canonical,
             lowbit.shuffle, lowbit.automorphisms, lowbit.render, lowbit.check):
    verb(p)
lowbit.transform_many([p], lowbit.Transform.identity())
lowbit.random_grids(1)
for do in ("solve", "count", "check", "minimize", "canonical", "shuffle"):
    lowbit.tables.apply(pyarrow.array([p]), do)
lowbit.maximize(p)
"""

LOADED = "print('highspy' in sys.modules)"

MAXIMIZE = """
import ortools.sat.python.cp_model
import lowbit
lowbit.maximize("." * 81)
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize("program", [IMPORTS, WITHOUT], ids=["imports", "verbs"])
def test_what_solves_no_linear_program_does_not_load_highs(program: str) -> None:
    done = run(program + LOADED)
    assert (done.stdout, done.returncode) == ("False\n", 0), done.stderr


def test_what_solves_one_does() -> None:
    done = run(f"import lowbit, sys; lowbit.maximize_many([{PUZZLE!r}]); {LOADED}")
    assert (done.stdout, done.returncode) == ("True\n", 0), done.stderr


@pytest.mark.slow
def test_all_else_works_in_a_process_that_has_loaded_or_tools() -> None:
    pytest.importorskip("ortools")
    done = run("import ortools.sat.python.cp_model" + WITHOUT)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_maximize_says_there_why_it_cannot_go_on() -> None:
    pytest.importorskip("ortools")
    done = run(MAXIMIZE)
    assert done.returncode == 0 or "if OR-Tools was loaded before" in done.stderr
