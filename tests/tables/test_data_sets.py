"""The `map` of Hugging Face's data sets, with the package itself, and without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
from made import NONE, PUZZLES, SOLUTION, UNIQUE

from lowbit import TableError, Transform, tables
from lowbit.tables.answers.operations import EVERY, PAIRED

if TYPE_CHECKING:
    from collections.abc import Iterator

N = len(PUZZLES)
COLUMNS: dict[str, list[Any]] = {
    "id": list(range(N)),
    "question": PUZZLES,
    "tags": [["数独", None], [], None, *[["x"]] * (N - 3)],
}
OPTIONS: dict[str, dict[str, Any]] = {
    "solve": {},
    "count": {"limit": 7},
    "check": {},
    "maximize": {"top": 2},
    "minimize": {},
    "candidates": {},
    "canonical": {},
    "rate": {"measures": "techniques"},
    "trace": {},
    "fewest": {"clues": 8},
    "shuffle": {"seed": 3},
}


@pytest.fixture(scope="module")
def datasets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The package; it takes seconds to load, and looks where its caches are when it does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setenv("HF_HOME", str(tmp_path_factory.mktemp("hf")))
        package = pytest.importorskip("datasets")
        package.disable_progress_bars()
        yield package


def expected(name: str) -> dict[str, list[Any]]:
    answered = tables.apply(pa.array(PUZZLES), name, **OPTIONS[name]).to_pydict()
    return {**COLUMNS, **answered}


def test_of_every_operation_there_are_options() -> None:
    assert OPTIONS.keys() | PAIRED.keys() == EVERY.keys()


@pytest.mark.parametrize("name", OPTIONS)
def test_a_data_set(name: str, datasets: Any) -> None:
    data = datasets.Dataset.from_dict(COLUMNS)
    asked = tables.batched(name, **OPTIONS[name])
    found = data.map(asked, batched=True, batch_size=4, with_indices=True)
    assert found.to_dict() == expected(name)


@pytest.mark.parametrize(
    ("name", "size"),
    [(name, 1) for name in OPTIONS] + [("solve", 4), ("solve", N)],  # alone, an answer may be null
)
def test_a_data_set_that_hands_out_tables(name: str, size: int, datasets: Any) -> None:
    data = datasets.Dataset.from_dict(COLUMNS).with_format("arrow")
    asked = tables.batched(name, **OPTIONS[name])
    found = data.map(asked, batched=True, batch_size=size, with_indices=True)
    assert found.with_format(None).to_dict() == expected(name)


@pytest.mark.parametrize("name", OPTIONS)
def test_a_streamed_data_set(name: str, datasets: Any) -> None:
    data = datasets.Dataset.from_dict(COLUMNS).to_iterable_dataset(num_shards=2)
    asked = tables.batched(name, **OPTIONS[name])
    rows = list(data.map(asked, batched=True, batch_size=3, with_indices=True))
    assert {key: [row[key] for row in rows] for key in rows[0]} == expected(name)


def test_tables_are_for_answers_of_which_the_first_are_null(datasets: Any) -> None:
    data = datasets.Dataset.from_dict({"puzzle": [UNIQUE] * 3 + [NONE]})
    asked, how = tables.batched("check"), {"batched": True, "batch_size": 2}
    with pytest.raises(TypeError, match=r"null$|its type in this file is null"):
        data.map(asked, **how)  # which no function can help that returns lists
    found = data.with_format("arrow").map(asked, **how)
    assert found.with_format(None)["status"][:] == ["ok", "ok", "ok", "clash"]


def test_what_needs_no_numbers_needs_no_indices(datasets: Any) -> None:
    data = datasets.Dataset.from_dict(COLUMNS)
    assert data.map(tables.batched("solve"), batched=True).to_dict() == expected("solve")
    streamed = data.to_iterable_dataset().with_format("arrow")
    batches = list(streamed.map(tables.batched("solve"), batched=True, batch_size=4).iter(4))
    assert pa.concat_tables(batches).to_pydict() == expected("solve")
    with pytest.raises(TableError, match="with_indices=True"):
        data.map(tables.batched("shuffle"), batched=True)


def test_several_processes_shuffle_as_one_does(datasets: Any) -> None:
    pairs = {"puzzle": [UNIQUE] * 6, "answer": [SOLUTION] * 6}
    data = datasets.Dataset.from_dict(pairs)
    asked = tables.batched("shuffle", seed=5, solution_column="answer")
    found = data.map(asked, batched=True, batch_size=2, with_indices=True, num_proc=2)
    transforms = [Transform.random(5, row) for row in range(6)]
    assert found["shuffled"][:] == [to(UNIQUE).to_line() for to in transforms]
    assert found["shuffled_solution"][:] == [to(SOLUTION).to_line() for to in transforms]


def test_a_data_set_is_a_table_as_well(datasets: Any) -> None:
    data = datasets.Dataset.from_dict(COLUMNS)
    solved = tables.solve(data.data.table)
    assert solved.to_pydict() == expected("solve")


def test_a_name_that_is_taken_is_refused(datasets: Any) -> None:
    data = datasets.Dataset.from_dict({"puzzle": [UNIQUE], "status": ["mine"]})
    with pytest.raises(TableError, match="the table already has a column status"):
        data.map(tables.batched("solve"), batched=True)
    kept = data.map(tables.batched("solve", prefix="x_"), batched=True)
    assert kept.to_dict()["status"] == ["mine"]
