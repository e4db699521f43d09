"""A program that asks lowbit what a page asks, with NumPy or with the stand-in for it.

It prints a line for each question: its name, the answers as JSON, and the seconds of CPU.
"""

from __future__ import annotations

import ctypes
import json
import sys
import time
from importlib import import_module
from importlib.metadata import version
from typing import Any

CLASSIC = "...54......4...8....96...57.2...1...3...6....4.67..9.2.1.....6..3.4.9.........2.."
HARD = "..98........54.3..3..9...1..7..96........52.65...3...76......9.9..21..3.........5"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "12345678." + "." * 72
DEEP = "8..6.....1.32..8.6..9.....291.....8..........6.2..31.93..9.6.......5...1...1743.."
MANY = f"{'.' * 40}5{'.' * 40}"
SMALL = "2...4.....25........5..3.....1.63..4"
LARGE = (
    "....8.5..D...A.17.61.....4B.2.D.3...G.B4FE2....6G...6.......C..4.9..F3.....DA..B.2G7...5....."
    ".6.6..3.21.C..A...5.D.5..4....7E.F9....DBA.....8C...C.G....A..8BE9.4....6....GF....A.FB....1."
    "..7..2...6........9....3...D..7.5..F.A9...E.7C.G.6..8...8..1..3.4B...."
)
JIGSAW = "jigsaw:AAABBBBCCDAAABCCCCDABBBECCCDAAEBEEFFDDDEEEEFFDGDEHFFFFDGGHHIIFIGGHHHIIIIGGGGHHHII"
IN_JIGSAW = ".18.9......9.......57....93........1............1..4.5.2...5...8...5.....4..8...."
CAGES = [
    {"type": "Cage", "cells": [0, 1, 9], "total": 17},
    {"type": "Thermo", "cells": [20, 21, 22, 31]},
    {"type": "Whisper", "cells": [40, 41, 42]},
    {"type": "AntiKnight"},
]
ON_BOARDS: dict[str, dict[str, Any]] = {
    "classic": {"puzzle": CLASSIC},
    "hard": {"puzzle": HARD},
    "several": {"puzzle": SEVERAL},
    "wrong": {"puzzle": f"11{'.' * 79}"},
    "6x6": {"puzzle": SMALL, "geometry": "6x6"},
    "16x16": {"puzzle": LARGE, "geometry": "16x16"},
    "jigsaw": {"puzzle": IN_JIGSAW, "geometry": JIGSAW},
    "constraints": {"puzzle": "." * 81, "constraints": CAGES},
}
OPEN = {"16x16", "constraints", "several"}
"""Puzzles for which some questions take seconds."""


def questions() -> dict[str, tuple[str, dict[str, Any]]]:
    """Return the questions: the name of the task of each, and the fields of its request."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}

    def ask(task: str, name: str, **fields: object) -> None:
        found[f"{task} {name}"] = task, fields

    for name, puzzle in ON_BOARDS.items():
        board = {key: value for key, value in puzzle.items() if key == "geometry"}
        plain = {key: value for key, value in puzzle.items() if key != "constraints"}
        ask("board", name, **board)
        ask("check", name, **plain)
        for task in ("solve", "minimal", "minimize", "canonical", "hint"):
            ask(task, name, **puzzle)
        ask("count", name, **puzzle, limit=1000)
        ask("solutions", name, **puzzle, limit=3, offset=2)
        ask("shuffle", name, **puzzle, seed=5)
        ask("verdict", name, **puzzle, max_nodes=20_000)
        ask("candidates", name, **puzzle, limit=2, max_nodes=20_000)
        ask("steps", name, **puzzle, limit=5)
        ask("write_puzzle", name, **puzzle, to="iss")
        ask("render", name, **puzzle, format="svg")
        ask("maximize", name, **puzzle, max_nodes=2000)
        if name != "constraints":
            ask("rate", name, **puzzle)
            ask("generate", name, **board, seed=7, n=2)
    for name, line in {"hard": HARD, "deep": DEEP}.items():
        ask("measure", name, puzzle=line, measures=["depth", "B", "BxB", "BxBB"])
    ask("measure", "6x6", puzzle=SMALL, geometry="6x6")
    ask("steps", "explainer", puzzle=HARD, rules="explainer")
    ask("all_steps", "classic", puzzle=EASY, limit=20)
    ask("generate_variants", "cages", puzzle="." * 81, constraints=[
        {"type": "Cage", "cells": [0, 1, 9, 10]}, {"type": "Cage", "cells": [70, 71, 79, 80]},
    ], fill=["Cage"], seed=1)  # fmt: skip
    wishes: dict[str, dict[str, Any]] = {
        "rating": {"rating": (2.0, 4.0)},
        "level": {"level": "medium"},
        "symmetric": {"symmetry": "rotation-180", "clues": (24, 32)},
        "clues": {"clues": (22, 23)},
        "pattern": {"pattern": "xx." * 27, "minimal": False},
        "graded": {"graded": "level", "n": 3},
        "loose": {"minimal": False, "clues": 40},
    }
    for name, wish in wishes.items():
        ask("generate", name, **({"seed": 1, "n": 2} | wish))
    ask("practise", "pair", technique="naked-pair", seed=3)
    ask("practise", "lesson", technique="xy-wing", number=2, seed=1)
    ask("lesson", "swordfish", technique="swordfish", language="zh")
    ask("techniques", "all")
    ask("constraint_kinds", "all")
    ask("open_puzzle", "cage", text=".Cage~10~R1C1~R1C2")
    ask("draw_constraints", "cages", geometry="9x9", constraints=CAGES)
    for name, data in samples().items():
        ask("candidates", name, puzzle="." * 81, constraints=data, limit=1, max_nodes=3000)
    return found


def samples() -> dict[str, Any]:
    """Return a sample of each constraint, as JSON."""
    every = import_module("lowbit.constraints")
    kinds = {name: getattr(every, name) for name in every.__all__}
    return {
        name: every.to_json((kind.sample,))
        for name, kind in kinds.items()
        if hasattr(kind, "sample")
    }


TEXTS: dict[str, tuple[bytes, str, dict[str, Any]]] = {
    "lines": (
        f"{CLASSIC}\n{HARD} # hard\n\n# aside\n{SEVERAL}\n{'.' * 80}x\n11{'.' * 79}".encode(),
        "9x9",
        {},
    ),
    "as lines": (f"{CLASSIC}\n{HARD} # hard\n{EASY}\n".encode(), "9x9", {"style": "line"}),
    "rated": (
        f"{CLASSIC}\n{HARD}\n{EASY}\n{MANY}\n".encode(),
        "9x9",
        {"rules": ("explainer", "hodoku")},
    ),
    "6x6": (f"{SMALL}\n{'.' * 36}\n".encode(), "6x6", {}),
    "jigsaw": (f"{IN_JIGSAW}\n".encode(), JIGSAW, {}),
    "constraints": (
        f"{CLASSIC}\n.AntiKnight.Cage~17~R1C1~R1C2~R2C1  # one\n.Shape~6x6.AntiKing\n".encode(),
        "9x9",
        {},
    ),
}


def texts(task: str, name: str) -> list[Any]:
    """Return the answer to a text."""
    from lowbit.web.workers.tasks.lines import TextOptions
    from lowbit.web.workers.tasks.verbs import TASKS

    text, geometry, how = TEXTS[name]
    options: dict[str, Any] = {"style": "json", "solutions": True, "max_nodes": 10**6}
    asked = TextOptions(**(options | {"time_limit": 20.0} | how))
    more = {"first": 1, "said": geometry, "form": "line"} if task == "answer_lines" else {}
    heard: list[Any] = []
    TASKS[task](heard.append, text=text, geometry=geometry, asked=asked, **more)
    return [[part.decode() if isinstance(part, bytes) else part for part in heard[0]]]


def answers(task: str, fields: dict[str, Any]) -> list[str]:
    """Return the answers to a question."""
    from lowbit.errors import LowbitError
    from lowbit.web.limits import ServerLimits
    from lowbit.web.workers.questions import Asked, answer

    heard: list[str] = []
    asked = Asked(json.dumps(fields).encode(), ServerLimits(time_limit=30.0))
    try:
        answer(lambda item: heard.append(item.content.decode()), task, asked)
    except LowbitError as error:
        heard.append(str(error))
    return heard[-1:]


def stand_in() -> None:
    """Put the stand-in in the place of NumPy; kernels are kept for the version of this."""
    from lowbit.tab.arrays import install

    install(always=True)
    import numpy as np

    np.__version__ = version("numpy")  # type: ignore[misc]
    if sys.version_info < (3, 12):  # before it, no class of Python's exports a buffer
        machine_code: Any = import_module("lowbit.kernels.core.machine_code")
        machine_code._first_item = _first_item  # noqa: SLF001 - the only part that asks for one


def _first_item(array: Any) -> ctypes.c_char:  # noqa: ANN401 - the stand-in has no types
    return ctypes.c_char.from_buffer(array.data)


def main(arrays: str, *wanted: str) -> None:
    """Ask all questions, or those whose names begin so."""
    if arrays == "stand-in":
        stand_in()
    every: dict[str, Any] = {name: (answers, *asked) for name, asked in questions().items()}
    every |= {
        f"{task} {name}": (texts, task, name)
        for name in TEXTS
        for task in ("answer_lines", "answer_text")
    }
    for name, (ask, *asked) in every.items():
        if wanted and not name.startswith(wanted):
            continue
        start = time.process_time()
        heard = ask(*asked)
        seconds = time.process_time() - start
        sys.stdout.write(json.dumps([name, heard, seconds]) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
