"""The card of a data set: the README.md that the Hugging Face Hub shows and reads."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

import lowbit
from lowbit.dataset.rows import EXPLAINED, schema_of
from lowbit.dataset.shards import rows_of_shard
from lowbit.dataset.wish import LICENSE, MAX_TRIES, SPLITS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lowbit.dataset.wish import Wish

SIZES: Final = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
    (1_000_000_000, "100M<n<1B"),
)
"""The Hub's categories of size."""

OF_CONSTRAINTS: Final = {"puzzle": "its givens and its constraints, in one text"}
"""A column that is another where there are constraints."""

DTYPES: Final = {pa.string(): "string", pa.float64(): "float64"}
"""The Hub's names of types that Arrow calls otherwise."""


def card_of(
    wish: Wish,
    rows: int,
    counts: Mapping[str, Mapping[str, int]],
    n_bytes: Mapping[str, int],
) -> str:
    """Return the card of a data set.

    Parameters
    ----------
    wish : Wish
    rows : int
        The puzzles that a shard draws.
    counts : mapping of str to mapping of str to int
        The rows of each split by band.
    n_bytes : mapping of str to int
        The bytes of each split's files.
    """
    head = "\n".join(["---", *_head(wish, counts, n_bytes), "---"])
    return f"{head}\n\n{_body(wish, rows, counts)}"


def command_of(wish: Wish, rows: int) -> str:
    """Return the command that makes a data set, without the folder."""
    words = ["lowbit", "dataset", "build", str(wish.n)]
    options: list[tuple[str, Any]] = [("--seed", wish.seed), ("--by", wish.by)]
    options += [("--band", name) for name in wish.bands]
    if wish.splits != SPLITS:
        options += [("--split", f"{name}={share:g}") for name, share in wish.splits.items()]
    options += [("--measure", name) for name in wish.measures]
    options += [("--copies", wish.copies or None), ("--geometry", wish.geometry)]
    options += [("--skeleton", wish.skeleton)]
    options += [("--max-tries", wish.max_tries if wish.max_tries != MAX_TRIES else None)]
    options += [("--license", wish.license if wish.license != LICENSE else None)]
    for name, value in wish.criteria.items():
        options += _criterion(name, value)
    options += [("--rows", rows if rows != rows_of_shard(wish) else None)]
    for option, value in options:
        words += [] if value is None else [option, str(value)]
    return shlex.join(word for word in words if word)


def _criterion(name: str, value: Any) -> list[tuple[str, Any]]:  # noqa: ANN401 - as `generate` has them
    if name in {"minimal", "givens"}:
        return [] if value else [(f"--no-{name}", "")]
    if name == "kropki":
        return [("--kropki", "")] if value else []
    if name == "clues":
        return [("--clues", value if isinstance(value, int) else "-".join(map(str, value)))]
    values = [value] if isinstance(value, str) else value
    return [(f"--{name}", each) for each in values]


def _head(
    wish: Wish, counts: Mapping[str, Mapping[str, int]], n_bytes: Mapping[str, int]
) -> Iterator[str]:
    """Yield the lines of YAML that the Hub reads."""
    n_rows = sum(sum(each.values()) for each in counts.values())
    size = next((name for most, name in SIZES if n_rows < most), "n>1B")
    yield from (f"license: {wish.license}", "pretty_name: Sudoku", "tags:", "- sudoku", "- lowbit")
    yield from ("size_categories:", f"- {size}")
    yield from ("configs:", "- config_name: default", "  data_files:")
    for split in counts:
        yield from (f"  - split: {split}", f"    path: data/{split}-*")
    yield from ("dataset_info:", "  config_name: default", "  features:")
    for field in schema_of(wish):
        yield from (f"  - name: {field.name}", f"    dtype: {DTYPES.get(field.type, field.type)}")
    yield "  splits:"
    for split, of_bands in counts.items():
        yield f"  - name: {split}"
        yield f"    num_bytes: {n_bytes[split]}"
        yield f"    num_examples: {sum(of_bands.values())}"
    yield from (f"  download_size: {sum(n_bytes.values())}",)
    yield from (f"  dataset_size: {sum(n_bytes.values())}",)


def _body(wish: Wish, rows: int, counts: Mapping[str, Mapping[str, int]]) -> str:
    """Return what people read."""
    explained = EXPLAINED | (OF_CONSTRAINTS if wish.skeleton is not None else {})
    columns = "\n".join(f"| `{name}` | {explained[name]} |" for name in schema_of(wish).names)
    allowed = " --allow isomorphic-duplicate" if wish.copies else ""
    copies = (
        f"\nThe first split has {wish.copies} random isomorphic copies of each puzzle beside it "
        "(`copy`), each rated on its own.\n"
        if wish.copies
        else ""
    )
    return f"""# Sudoku puzzles

Made by [lowbit](https://pypi.org/project/lowbit/) {lowbit.__version__}, which makes the same bytes
of this again:

```sh
{command_of(wish, rows)} FOLDER
```

Each puzzle has one solution. No two puzzles have isomorphic solutions, so none are isomorphic, and
none share their core, the position after the singles. The solution's id (`grid_id`) says which
split a puzzle is in: a test split has no solution in common with the training split of any data set
with the same shares, whatever its seed.{_of_constraints(wish)}
{copies}
{_table(wish, counts)}

| column | holds |
|---|---|
{columns}

`lowbit audit{allowed} data/*.parquet` tells whether all of this is so.
"""


def _of_constraints(wish: Wish) -> str:
    """Return what is to be said of the ids where there are constraints."""
    if wish.skeleton is None:
        return ""
    return """

The puzzles have constraints, as text that lowbit reads. The id of a solution is that of the board
without them, whose symmetries include all that leave the constraints as they are. Isomorphic
puzzles are those that are the same once they are turned or reflected, and their digits renamed,
where values do not matter."""


def _table(wish: Wish, counts: Mapping[str, Mapping[str, int]]) -> str:
    """Return the table of rows by split and band."""
    names = [band.name for band in wish.all_bands]
    lines = [
        f"| {wish.by or 'puzzles'} | " + " | ".join(counts) + " |",
        "|---" * len(counts) + "|---|",
    ]
    for name in names:
        numbers = " | ".join(f"{of_bands.get(name, 0):,}" for of_bands in counts.values())
        lines.append(f"| {name or 'all'} | {numbers} |")
    return "\n".join(lines)
