"""Whatever is kept of what strangers name is bounded: a server runs for months."""

from __future__ import annotations

import re
from pathlib import Path

import lowbit
from lowbit.geometry import BOARDS_KEPT, CLASSIC, Geometry, _parse

SOURCE = Path(lowbit.__file__).parent

FEW = {
    "_cells_kept": "numbers of cells, in a worker that retires once it has grown",
    "_cell_fields": "the families of constraints",
    "_dtype_for": "numbers of digits",
    "_fields_of": "the families of constraints",
    "_features": "this machine",
    "_lanes": "vectors of kernels",
    "_prepare": "this machine",
    "_rows_of": "the tables of lessons",
    "_vocabulary": "English",
    "chutes": "the classic board",
    "digest_of_package": "the packages of kernels",
    "fingerprint": "this machine",
    "linker": "this machine",
    "load_highs": "this machine",
    "n_cpus": "this machine",
    "runnable": "this machine",
    "say_not_kept": "folders of this machine",
    "sets_by_sum": "numbers of digits",
}
"""The functions all of whose results are kept, and what there are few of."""

WITHOUT_BOUND = re.compile(
    r"^@(?:functools\.)?(?:cache|lru_cache\((?:maxsize=)?None\))\n(?:@.*\n)*def (\w+)", re.MULTILINE
)


def test_only_what_there_are_few_of_is_kept_for_ever() -> None:
    found = {
        name
        for path in SOURCE.rglob("*.py")
        for name in WITHOUT_BOUND.findall(path.read_text(encoding="utf-8"))
    }
    assert found == set(FEW)


def test_boards_are_kept_by_their_names_up_to_a_number() -> None:
    for number in range(BOARDS_KEPT + 1):
        row, column = divmod(number, 9)  # each time another house
        Geometry.parse(f"25x9:none+r1c1r{2 + row}c{1 + column}")
    assert _parse.cache_info().currsize <= BOARDS_KEPT
    assert Geometry.parse("9x9") is CLASSIC
