"""The words for steps, in each language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lowbit.errors import InputError
from lowbit.techniques.step import Role

if TYPE_CHECKING:
    from lowbit.geometry import Geometry

WORDS = {
    "en": {
        "colon": ": ",
        "is": " is ",
        "is not": " is not ",
        "or": " or ",
        "in": " in ",
        "comma": ", ",
        "look at": "look at {}",
        "look again": "look at {} again",
        "not right": "{} is not right",
        "in the solution": "{} is {} in the solution",
        "not": ", not {}",
        "solved": "the puzzle is solved",
        "nothing": "nothing of this rule book applies",
        "left out": "the puzzle has several solutions, so techniques that rely on there being only"
        " one are left out",
        "next": "; ",
        "base lines": "base lines",
        "cover lines": "cover lines",
        "sentence": " ",
    },
    "zh": {
        "colon": "：",
        "is": " 填 ",
        "is not": " 不能是 ",
        "or": "、",
        "in": " 在 ",
        "comma": "，",
        "look at": "看{}",
        "look again": "再看看{}",
        "not right": "{} 不对",
        "in the solution": "{} 在答案中是 {}",
        "not": "，不是 {}",
        "solved": "题目已解开",
        "nothing": "这套规则里没有可用的技巧",
        "left out": "题目有多个解，所以不使用依赖唯一解的技巧",
        "next": "；",
        "base lines": "基准行列",
        "cover lines": "覆盖行列",
        "sentence": "",
    },
}
"""The words of sentences about steps, by language."""

LANGUAGES = tuple(WORDS)

HOUSES_ZH = {"row": "行", "column": "列", "box": "宫"}

ROLES_ZH = {
    Role.SINGLE: "唯一",
    Role.SUBSET: "数组",
    Role.LOCKED: "锁定",
    Role.BASE: "基准",
    Role.COVER: "覆盖",
    Role.FIN: "鳍",
    Role.ENDO_FIN: "内鳍",
    Role.CORNER: "角",
    Role.EXTRA: "多余",
    Role.PIVOT: "枢纽",
    Role.PINCER: "钳",
    Role.TARGET: "目标",
    Role.SET_A: "集合 A",
    Role.SET_B: "集合 B",
    Role.SET_C: "集合 C",
    Role.OTHER_SET: "其他集合",
    Role.RESTRICTED: "限制公共数",
    Role.COLOUR_1: "颜色 1",
    Role.COLOUR_2: "颜色 2",
    Role.COLOUR_3: "颜色 3",
    Role.COLOUR_4: "颜色 4",
    Role.ON: "真",
    Role.OFF: "假",
    Role.CONSTRAINT: "规则",
}


def words_of(language: str) -> dict[str, str]:
    """Return the words of a language.

    Raises
    ------
    InputError
        If lowbit does not speak the language.
    """
    if language not in LANGUAGES:
        raise InputError(f"the language must be {' or '.join(LANGUAGES)}, not {language!r}")
    return WORDS[language]


def house_name(geometry: Geometry, house: int, language: str) -> str:
    """Return a house's name for people: ``row 1``."""
    found = geometry.houses[house]
    if language == "zh" and found.kind in HOUSES_ZH:
        grid = f"第 {found.grid} 个盘面的" if found.grid else ""
        return f"{grid}第 {found.index + 1} {HOUSES_ZH[found.kind]}"
    return str(found)
