"""The names of before work for one release, and say what the names of now are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import lowbit
from command_line import lowbit as run_command
from lowbit import tables
from lowbit.jobs import run_job
from lowbit.renamed import renamed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

EMPTY = "." * 81
COLUMN = pa.array([EMPTY])
MAXIMIZE: Any = lowbit.maximize
MAXIMIZE_MANY: Any = lowbit.maximize_many
MAXIMIZE_TABLE: Any = tables.maximize

tables.register_polars()
FRAME = pl.DataFrame({"puzzle": [EMPTY]})

BEFORE_AND_NOW: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "maximize, k": (lambda: MAXIMIZE(EMPTY, k=2).scores, lambda: MAXIMIZE(EMPTY, top=2).scores),
    "maximize_many, k": (
        lambda: MAXIMIZE_MANY([EMPTY], k=2)[0],
        lambda: MAXIMIZE_MANY([EMPTY], top=2)[0],
    ),
    "tables.maximize, k": (
        lambda: MAXIMIZE_TABLE(COLUMN, k=2).to_pydict(),
        lambda: MAXIMIZE_TABLE(COLUMN, top=2).to_pydict(),
    ),
    "tables.apply, k": (
        lambda: tables.apply(COLUMN, "maximize", k=2).to_pydict(),
        lambda: tables.apply(COLUMN, "maximize", top=2).to_pydict(),
    ),
    "tables.canon": (
        lambda: getattr(tables, "canon")(COLUMN).to_pydict(),  # noqa: B009 - for mypy
        lambda: tables.canonical(COLUMN).to_pydict(),
    ),
    "tables.apply, canon": (
        lambda: tables.apply(COLUMN, "canon").to_pydict(),
        lambda: tables.apply(COLUMN, "canonical").to_pydict(),
    ),
    "batched, canon": (
        lambda: tables.batched("canon")({"puzzle": [EMPTY]}),
        lambda: tables.batched("canonical")({"puzzle": [EMPTY]}),
    ),
    "Polars, canon": (lambda: of_polars("canon"), lambda: of_polars("canonical")),
}


def of_polars(name: str) -> Any:  # noqa: ANN401 - rows
    return FRAME.select(getattr(pl.col("puzzle").lowbit, name)()).rows()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", BEFORE_AND_NOW)
def test_the_name_of_before_does_the_same_and_warns(name: str) -> None:
    before, now = BEFORE_AND_NOW[name]
    with pytest.warns(DeprecationWarning, match="is now"):
        found = before()
    assert found == now()


def test_duckdb_knows_both_names() -> None:
    connection = duckdb.connect()
    tables.register_duckdb(connection)
    query = f"select lowbit_canon('{EMPTY}'), lowbit_canonical('{EMPTY}')"
    ((before, now),) = connection.sql(query).fetchall()
    assert before == now


def test_an_argument_is_given_once() -> None:
    with pytest.raises(TypeError, match="k is top"):
        MAXIMIZE(EMPTY, k=1, top=1)


def test_a_renamed_argument_leaves_the_others_alone() -> None:
    @renamed(old="new")
    def echo(*args: int, **kwargs: int) -> tuple[tuple[int, ...], dict[str, int]]:
        return args, kwargs

    with pytest.warns(DeprecationWarning, match="old= is now new="):
        assert echo(1, 2, old=3, other=4) == ((1, 2), {"new": 3, "other": 4})
    assert echo(1, new=2) == ((1,), {"new": 2})


def test_what_there_never_was_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(tables, "no_such_name")  # noqa: B009 - for mypy


def test_jobs_know_the_names_of_before(tmp_path: Path) -> None:
    source = tmp_path / "puzzles.txt"
    source.write_text(f"{EMPTY}\n")
    with pytest.warns(DeprecationWarning, match="'canon' is now 'canonical'"):
        assert run_job(source, tmp_path / "forms", "canon").statuses == {"canonical": 1}
    with pytest.warns(DeprecationWarning, match="k= is now top="):
        assert run_job(source, tmp_path / "best", "maximize", k=2).statuses == {"proven": 1}


def test_the_command_says_what_the_names_are_now(tmp_path: Path) -> None:
    source = tmp_path / "puzzles.txt"
    source.write_text(f"{EMPTY}\n")
    done = run_command("job", "run", "-q", "--do", "canon", source, tmp_path / "forms")
    assert (done.returncode, done.stderr) == (0, "lowbit: --do canon is now --do canonical\n")
    done = run_command("job", "run", "-q", "--do", "maximize", "--least", source, tmp_path / "low")
    assert (done.returncode, done.stderr) == (0, "lowbit: --least is now --minimize\n")
    assert run_command("canon", EMPTY).stdout == run_command("canonical", EMPTY).stdout
