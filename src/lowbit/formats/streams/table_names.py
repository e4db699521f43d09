"""Kinds of tables and their compression, by the names of files.

This reads nothing of the file, and loads nothing that reads tables.
"""

from __future__ import annotations

import os
from typing import Final, Literal, NamedTuple, TypeAlias

TableKind: TypeAlias = Literal["csv", "tsv", "jsonl", "parquet", "arrow"]

KINDS: Final[dict[str, TableKind]] = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
}
"""The suffixes of tables."""

PACKINGS: Final = {
    ".gz": "gzip",
    ".zst": "zstd",
    ".bz2": "bz2",
    ".xz": "xz",
    ".lz4": "lz4",
    ".br": "brotli",
}
"""The suffixes of compressed text that may follow, and pyarrow's names for them, except xz."""

OF_ARROW: Final = frozenset({"zstd", "lz4", "brotli"})
"""The compressions that Arrow handles; Python handles the others."""

CODECS: Final = ("none", "snappy", "zstd", "lz4", "gzip", "brotli")
"""The codecs within Parquet; Arrow files have only `zstd` and `lz4`."""

TEXTS: Final[frozenset[TableKind]] = frozenset({"csv", "tsv", "jsonl"})
"""The kinds that are text; the others compress their parts within."""

PICTURES: Final = (".svg", ".png", ".pdf")
"""The suffixes of pictures."""

REFUSED: Final = {
    ".xlsx": "a spreadsheet is not written; name it .csv, which spreadsheets open",
    ".xls": "a spreadsheet is not written; name it .csv, which spreadsheets open",
    ".ods": "a spreadsheet is not written; name it .csv, which spreadsheets open",
    ".zip": "an archive is not written; name it .gz, or pack it afterwards",
    ".7z": "an archive is not written; name it .gz, or pack it afterwards",
}
"""The suffixes of files that are not written, and the advice for each."""


class TableName(NamedTuple):
    """The kind and the compression that the name of a table tells.

    Attributes
    ----------
    kind : TableKind
    packing : str or None
        The compression of the whole file.
    """

    kind: TableKind
    packing: str | None = None

    @property
    def is_plain_text(self) -> bool:
        """Whether it is text, and not in a compression that only Arrow unpacks."""
        return self.kind in TEXTS and self.packing not in OF_ARROW


def table_name(path: str | os.PathLike[str]) -> TableName | None:
    """Return the kind and compression that a path tells; None if it is not a table's.

    Examples
    --------
    >>> table_name("train.csv.zst")
    TableName(kind='csv', packing='zstd')
    >>> table_name("s3://bucket/TRAIN.PARQUET")
    TableName(kind='parquet', packing=None)
    >>> table_name("puzzles.txt"), table_name("train.parquet.gz")
    (None, None)
    >>> table_name("s3://bucket/train.csv?endpoint_override=localhost:9000")
    TableName(kind='csv', packing=None)
    """
    last, packing = _endings(path)
    kind = KINDS.get(last)
    if kind is None or (packing and kind not in TEXTS):
        return None
    return TableName(kind, packing)


def is_named_json(path: str | os.PathLike[str]) -> bool:
    """Whether a path is one of JSON.

    Examples
    --------
    >>> [is_named_json(f"answers.{ending}") for ending in ("json", "json.gz", "jsonl")]
    [True, True, False]
    """
    return file_ending(path) == ".json"


def packing_of(path: str | os.PathLike[str]) -> str | None:
    """Return the compression that a path tells.

    Examples
    --------
    >>> packing_of("rows.json.zst"), packing_of("rows.json")
    ('zstd', None)
    """
    return _endings(path)[1]


def file_ending(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a name in lower case, without that of its compression.

    Examples
    --------
    >>> file_ending("puzzles.SDK.gz"), file_ending("puzzles.gz"), file_ending("puzzles")
    ('.sdk', '', '')
    """
    return _endings(path)[0]


def why_unwritable(path: str | os.PathLike[str]) -> str:
    """Return why a file cannot be written as its name says; "" if it can.

    Examples
    --------
    >>> why_unwritable("train.parquet.gz")
    'Parquet and Arrow are compressed within; leave .gz out'
    >>> why_unwritable("train.parquet")
    ''
    """
    last, packing = _endings(path)
    kind = KINDS.get(last)
    if packing and kind and kind not in TEXTS:
        packed = os.path.splitext(path)[1]  # noqa: PTH122 - as below
        return f"Parquet and Arrow are compressed within; leave {packed} out"
    return REFUSED.get(last, "")


def _endings(path: str | os.PathLike[str]) -> tuple[str, str | None]:
    """Return the suffix of a name without that of its compression, and the compression."""
    name = os.fspath(path).lower()
    if "://" in name:
        name = name.partition("?")[0]
    stem, last = os.path.splitext(name)  # noqa: PTH122 - it may be a URI
    packing = PACKINGS.get(last)
    return (os.path.splitext(stem)[1] if packing else last), packing  # noqa: PTH122 - as above
