"""Plans of calls tell JavaScript the words that Python would enter a kernel with."""

from __future__ import annotations

import numpy as np
import pytest

from lowbit.kernels.core.machine_code import flatten
from lowbit.kernels.plans import search_plan

UNKNOWN = -1
"""An address, or a stride of an array that is empty, which NumPy says is 0."""


@pytest.mark.parametrize("lanes", [8, 16])
def test_a_plan_has_every_word_of_its_call(lanes: int) -> None:
    call, plan = search_plan(lanes)
    expected: list[int] = []
    for argument in call._args:  # noqa: SLF001 - what is told apart here
        flatten(argument, expected, [])
    words: list[int] = []
    for field in plan["fields"]:
        if "dtype" not in field:
            words.append(field["value"])
            continue
        shape, size = field["shape"], field["itemSize"]
        n = int(np.prod(shape))
        strides = [size * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        words += [0, 0, n, size, UNKNOWN, *shape, *(strides if n else [UNKNOWN] * len(shape))]
    assert len(words) == len(expected)
    pairs = zip(words, expected, strict=True)
    assert not [pair for pair in pairs if pair[0] != pair[1] and UNKNOWN not in pair]


def test_a_plan_has_the_content_of_what_is_not_zero() -> None:
    _, plan = search_plan(8)
    filled = {field["name"]: field["content"] for field in plan["fields"] if field.get("content")}
    assert filled.keys() == {"puzzles.mask_of"}
    assert filled["puzzles.mask_of"][ord("9")] == 1 << 8
    assert plan["words"]["END"] == 3
    assert plan["statuses"][2] == "unique"
