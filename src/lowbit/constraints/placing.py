"""The placing of a kind of constraint: what a person points at on a board to put one there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.constraints.base import Title

SHAPES: Final[dict[str, tuple[str, ...]]] = {
    "board": (),
    "regions": ("cells", "labels"),
    "cell": ("cell",),
    "cells": ("cells",),
    "square": ("cells",),
    "count": ("cell", "cells"),
    "row index": ("cell", "line", "value"),
    "column index": ("cell", "line", "value"),
    "region count": ("cell", "first", "others"),
    "region arrow": ("cell", "first", "arms"),
    "copy": ("cells", "clone"),
    "groups": ("groups",),
    "pair": ("first", "second"),
    "line": ("cells",),
    "arrow": ("circle", "shaft"),
    "row": ("cells",),
    "ray": ("cells",),
    "diagonal": ("cells",),
    "parts": ("constraints",),
}
"""The fields that are told by pointing, for each shape of what is pointed at.

Nothing, as it holds on the whole board, or finds regions there; one cell; cells in any order; four
cells around a corner; a cell and those that it counts; a cell of an indexer, whose line is its row
or its column; a cell that counts its region, among others or along arrows, by the numbers beside
the board; cells and a copy of them; groups; two cells; a line, in order; an arrow from its circle
on; a row or a column from the end at which its clue stands; the first cells of one; a diagonal;
other constraints.
"""

WRITTEN: Final = {
    "int": "number",
    "int | None": "number or none",
    "bool": "switch",
    "str": "text",
    "tuple[int, ...]": "numbers",
    "tuple[tuple[int, int], ...]": "rows",
    "tuple[tuple[int, ...], ...]": "rows",
}
"""The forms in which people write the fields that are not pointed at, by their types."""

CHINESE_FIELDS: Final = {
    "accepting": "接受状态",
    "clue": "提示",
    "difference": "差",
    "down": "下移行数",
    "exact": "恰好",
    "modulus": "模数",
    "pairs": "数对",
    "rank": "名次",
    "ratio": "倍数",
    "right": "右移列数",
    "rising": "上行",
    "size": "格数",
    "slow": "慢速",
    "ties": "可并列",
    "total": "总和",
    "totals": "总和",
    "transitions": "转移表",
    "value": "数值",
    "values": "数字",
    "visible": "可见数",
    "weights": "权重",
    "without_first": "不计首格",
}
"""The Chinese names of these fields."""


class Tool(NamedTuple):
    """A way to put a kind of constraint on a board.

    Attributes
    ----------
    shape : str
        What is pointed at, one of `SHAPES`.
    least : int
        The fewest cells of it, or groups.
    title : Title, optional
        The name of what it puts there, if it differs from that of the kind.
    values : mapping of str to value
        The values with which other fields begin; by default their own, or those of the sample.
    is_common : bool
        Whether it is among those that people look for first.
    """

    shape: str = "cells"
    least: int = 1
    title: Title | None = None
    values: Mapping[str, Any] = {}
    is_common: bool = False


ON_BOARD: Final = (Tool("board", 0),)
"""The tools of a constraint on the whole board."""
