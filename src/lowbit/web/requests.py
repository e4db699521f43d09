"""The types of requests; the API's description is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from lowbit.constraints.base import DEEPEST_JSON, TOO_DEEP
from lowbit.formats.variants import PUZZLE_FORMATS
from lowbit.houses import MAX_SIDE
from lowbit.pictures.themes import NAMES as THEMES
from lowbit.techniques.books import BOOKS
from lowbit.verbs.generate.symmetries import MAPS as SYMMETRIES
from lowbit.verbs.steps.practice import POSITIONS

MAX_TEXT = 40_000
"""Characters of one puzzle: a 25x25 board with pencilmarks, drawn with rules."""

MAX_CELLS = MAX_SIDE**2
"""Cells of a board."""

WRITABLE: Final = tuple(PUZZLE_FORMATS)
"""The formats that puzzles with constraints are written in."""

Nodes = Annotated[int, Field(ge=1, description="Give up after so many nodes of the search tree.")]
Seconds = Annotated[
    float, Field(gt=0, allow_inf_nan=False, description="Give up after so many seconds.")
]
Er = Annotated[float, Field(allow_inf_nan=False)]
Seed = Annotated[
    int, Field(ge=0, lt=1 << 64, description="The same seed gives the same answer; any if null.")
]
Weight = int | Annotated[list[int], Field(max_length=MAX_CELLS)]
Weights = Literal["pyramid", "uniform"] | Annotated[list[Weight], Field(max_length=MAX_CELLS)]


RuleBookName = Annotated[
    str, Field(max_length=40, description="A rule book.", json_schema_extra={"enum": [*BOOKS]})
]
Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Language = Annotated[Literal["en", "zh"], Field(description="The language of names and sentences.")]
Slug = Annotated[str, Field(max_length=100, examples=["x-wing"])]
Slugs = Annotated[list[Slug], Field(max_length=1000)]
StepLimit = Annotated[int, Field(ge=1, le=1000, description="How many steps to list.")]


class RequestBody(BaseModel):
    """The body of a request; an unknown name is an error.

    How it is read is worked out when it is needed: a tab needs few of these types.
    """

    model_config = ConfigDict(extra="forbid", defer_build=True)


class BoardRequest(RequestBody):
    """A board."""

    geometry: str = Field(
        "9x9",
        max_length=1000,
        description="The size, such as 9x9, with the rows and columns of its boxes if need be, "
        "such as 6x6:3x2, or jigsaw:REGIONS, then +diagonals, +windows or +groups.",
        examples=["9x9", "6x6", "9x9+diagonals"],
    )


class PuzzleRequest(BoardRequest):
    """A puzzle on its board."""

    puzzle: str = Field(
        max_length=MAX_TEXT,
        description="A character a cell, or one for each candidate; white space and rules are "
        "skipped.",
        examples=[
            "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
        ],
    )


def _require_shallow(constraints: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Refuse constraints within each other that are too deep to be handed to a worker."""
    level: list[Any] = [*constraints]
    for _ in range(DEEPEST_JSON + 1):
        if not level:
            break
        parts = (part.values() if isinstance(part, dict) else part for part in level)
        level = [each for part in parts for each in part if isinstance(each, (dict, list))]
    if level:
        raise ValueError(TOO_DEEP)
    return constraints


Constraints = Annotated[
    list[dict[str, Any]],
    Field(
        max_length=1000,
        description="What holds beside the houses, as the JSON of `lowbit.Puzzle` has it.",
        examples=[[{"type": "Cage", "cells": [0, 1], "total": 5}]],
    ),
    AfterValidator(_require_shallow),
]
Cosmetics = Annotated[
    list[dict[str, Any]],
    Field(
        max_length=2000,
        description="What is drawn and says nothing, as the JSON of `lowbit.Puzzle` has it.",
        examples=[[{"kind": "line", "points": [[0.5, 0.5], [1.5, 0.5]], "width": 0.2}]],
    ),
    AfterValidator(_require_shallow),
]


class VariantRequest(PuzzleRequest):
    """A puzzle that may have constraints."""

    constraints: Constraints = []


class DrawnRequest(VariantRequest):
    """A puzzle that may have constraints, and what is only drawn on it."""

    cosmetics: Cosmetics = []


class LimitedRequest(RequestBody):
    """A request that takes a search. The server's own limits hold as well."""

    max_nodes: Nodes | None = None
    time_limit: Seconds | None = None


class SearchRequest(VariantRequest, LimitedRequest):
    """A request that takes a search, of a puzzle that may have constraints."""


class RateRequest(PuzzleRequest, LimitedRequest):
    """A request for how hard a puzzle is."""

    language: Language = "en"


class MeasureRequest(PuzzleRequest, LimitedRequest):
    """A request for measures of a puzzle by trial and error."""

    measures: list[Literal["depth", "B", "BxB", "BxBB"]] = Field(
        ["depth"],
        min_length=1,
        max_length=4,
        description="The depth of trial and error, or the length of braids: B at depth 1, BxB up "
        "to depth 2, BxBB up to depth 3.",
    )


class CountRequest(SearchRequest):
    """A request for the number of solutions."""

    limit: int = Field(1_000_000, ge=1, le=10**15, description="Where to stop counting.")


class CandidatesRequest(SearchRequest):
    """A request for the candidates that occur in solutions, and in how many."""

    limit: int = Field(
        1000, ge=1, le=1000, description="Where to stop counting the solutions with a candidate."
    )


class SolutionsRequest(SearchRequest):
    """A request for the solutions themselves."""

    offset: int = Field(0, ge=0, description="How many to leave out.")
    limit: int = Field(100, ge=1, description="How many to list.")


class MaximizeRequest(SearchRequest):
    """A request for the completions that score most."""

    weights: Weights = Field(
        "pyramid",
        description="A name, a number for each cell, or a row for each cell with a number for "
        "each digit.",
    )
    lowest: bool = Field(default=False, description="Whether to find the lowest scores.")
    k: int = Field(1, ge=1, le=100, description="How many completions to return.")


class MinimizeRequest(SearchRequest):
    """A request for a minimal puzzle."""

    seed: Seed | None = Field(
        None, description="Of the order in which givens are tried; reading order if null."
    )


class ShuffleRequest(DrawnRequest):
    """A request for a random isomorphic puzzle."""

    seed: Seed | None = None


class GenerateRequest(BoardRequest):
    """A request for new puzzles. Ratings, levels and techniques are those of the classic board."""

    n: int = Field(1, ge=1, description="How many.")
    clues: int | tuple[int, int] | None = Field(
        None, description="How many givens, or the fewest and the most; as it comes if null."
    )
    symmetry: str = Field(
        "none",
        max_length=40,
        description="Of the pattern of givens.",
        json_schema_extra={"enum": [*SYMMETRIES]},
    )
    pattern: str | None = Field(
        None,
        max_length=1000,
        description="The cells of the givens: a character for each cell, . for a blank.",
    )
    minimal: bool = Field(default=True, description="Whether no given can go.")
    unique: bool = Field(default=True, description="Whether there is one solution.")
    rating: Er | tuple[Er, Er] | None = Field(
        None, description="Sudoku Explainer's ER, or the lowest and the highest."
    )
    level: Level | None = Field(None, description="HoDoKu's level.")
    needs: Slug | None = Field(None, description="A technique without which it is not solved.")
    graded: Literal["rating", "level"] | None = Field(
        None, description="Spread evenly over ratings or over levels, in rising order."
    )
    seed: Seed | None = None
    max_tries: int | None = Field(
        None, ge=1, description="Give up when so many puzzles in a row were tried in vain."
    )
    time_limit: Seconds | None = None


class GenerateVariantsRequest(VariantRequest):
    """A request for new puzzles made from a skeleton: givens and constraints that stay."""

    n: int = Field(1, ge=1, description="How many.")
    fill: Annotated[list[Slug], Field(max_length=100)] = Field(
        [],
        description="The kinds of constraints whose numbers are taken from solutions.",
        examples=[["Cage"]],
    )
    keep: bool = Field(
        default=False,
        description="Whether numbers that are there stay, of a kind of which some have none.",
    )
    kropki: bool = Field(default=False, description="Whether to put dots wherever one fits.")
    givens: bool = Field(default=True, description="Whether givens may be added.")
    minimal: bool = Field(
        default=True, description="Whether added givens, and numbers, go that are not needed."
    )
    seed: Seed | None = None
    time_limit: Seconds | None = None


class OpenRequest(RequestBody):
    """A request for the puzzle in a link or a text of another program."""

    text: str = Field(
        max_length=200_000,
        description="A link or text of f-puzzles, SudokuPad, Interactive Sudoku Solver and others.",
        examples=[".Cage~10~R1C1~R1C2"],
    )


class WriteRequest(DrawnRequest):
    """A request for a puzzle as another program has it."""

    to: str = Field(max_length=40, json_schema_extra={"enum": [*WRITABLE]})
    title: str = Field("", max_length=1000)
    author: str = Field("", max_length=1000)
    rules: str = Field("", max_length=10_000)


class DrawRequest(BoardRequest):
    """A request for pictures of constraints and cosmetics, without their board."""

    constraints: Constraints = []
    cosmetics: Cosmetics = []
    theme: str = Field("light", max_length=40, json_schema_extra={"enum": [*THEMES]})


class RenderRequest(DrawnRequest):
    """A request for a picture."""

    format: Literal["svg", "png", "pdf"] = "svg"
    givens: str | None = Field(
        None, max_length=MAX_TEXT, description="The puzzle whose givens are bold; all if null."
    )
    candidates: bool | Annotated[list[int], Field(max_length=MAX_CELLS)] = Field(
        default=False,
        description="What to write small into blank cells: what the givens leave, or a mask for "
        "each cell, where bit d - 1 is digit d.",
    )
    highlight: str = Field(
        "", max_length=10_000, description="Cells and houses.", examples=["r1c2, row 5, box 9"]
    )
    weights: Weights | None = Field(None, description="What to draw as a heat map.")
    score: bool = Field(default=False, description="Whether to write what the digits add up to.")
    step: dict[str, Any] | None = Field(
        None,
        description="A step to draw: `placements`, `eliminations` and `evidence` as steps have.",
    )
    colours: Annotated[list[int], Field(max_length=MAX_CELLS)] = Field(
        [], description="The colours of each cell as a mask, where bit n - 1 is colour n of 8."
    )
    theme: str = Field("light", max_length=40, json_schema_extra={"enum": [*THEMES]})
    title: str = Field("", max_length=1000, description="For those who do not see the picture.")
    language: Language = Field(
        "en", description="The language of what is written about a step; PNG and PDF have en."
    )
    width: int | None = Field(None, ge=16, le=2000, description="In pixels; not of a PDF.")


class BookRequest(BoardRequest):
    """A request for puzzles on pages."""

    puzzles: Annotated[
        list[Annotated[str, Field(max_length=MAX_TEXT)]], Field(min_length=1, max_length=1000)
    ]
    title: str = Field("", max_length=200, description="What stands above every page.")
    per_page: Literal[1, 2, 4, 6, 9] = 4
    paper: Literal["a4", "letter"] = "a4"
    solutions: bool = Field(default=True, description="Whether they stand at the end.")
    levels: bool = Field(default=False, description="Whether to write HoDoKu's level to each.")
    time_limit: Seconds | None = None


class PlayerRequest(VariantRequest):
    """A request about a player's position: the givens, and the changes since."""

    digits: str | None = Field(
        None, max_length=MAX_TEXT, description="The digits filled in, as a puzzle; none if null."
    )
    candidates: Annotated[list[int], Field(max_length=MAX_CELLS)] | None = Field(
        None,
        description="The candidates that the player has left: a mask for each cell, where bit "
        "d - 1 is digit d, or 0 for all that the digits leave. All of these if null.",
    )
    language: Language = "en"
    time_limit: Seconds | None = None


class StepsRequest(PlayerRequest):
    """A request for the way to the solution."""

    rules: RuleBookName = "human"
    without: Slugs = Field([], description="Techniques to leave out.")
    limit: StepLimit = 1000


class SheetRequest(StepsRequest):
    """A request for steps on pages."""

    cosmetics: Cosmetics = []
    language: Literal["en"] = Field("en", description="The language of letters that PDF has.")
    title: str = Field("", max_length=200, description="What stands above every page.")
    paper: Literal["a4", "letter"] = "a4"


class AllStepsRequest(PlayerRequest):
    """A request for all steps that can be taken now."""

    techniques: Slugs | None = Field(None, description="What to look for; everything if null.")
    limit: StepLimit = 1000


class HintRequest(PlayerRequest):
    """A request for a hint."""

    rules: RuleBookName = "human"
    detail: Literal[1, 2, 3] = Field(
        3, description="1: where to look; 2: the technique; 3: the whole step."
    )


class LessonRequest(RequestBody):
    """A request for the lesson on a technique."""

    technique: Slug
    language: Language = "en"
    theme: str = Field("light", max_length=40, json_schema_extra={"enum": [*THEMES]})


class PractiseRequest(RequestBody):
    """A request for a position to practise a technique in."""

    technique: Slug
    number: int | None = Field(
        None, ge=1, le=POSITIONS, description="Which position of its lesson; a new one if null."
    )
    seed: Seed | None = None
    time_limit: Seconds | None = None


class AddressOptions(BoardRequest):
    """Options in an address, which FastAPI reads."""

    model_config = ConfigDict(defer_build=False)


class BatchOptions(AddressOptions):
    """The options of a batch."""

    style: Literal["json", "line"] = Field(
        "json", description="An object a line, or what the command `lowbit solve` writes."
    )
    solutions: bool = Field(default=True, description="Whether objects hold solutions.")
    rules: list[Literal["explainer", "hodoku"]] = Field(
        [],
        max_length=2,
        description="Whose ratings objects hold: Sudoku Explainer's ER, HoDoKu's level and hardest "
        "technique. Both rate puzzles without constraints on the classic board.",
    )
    measures: list[Literal["depth", "B"]] = Field(
        [],
        max_length=2,
        description="What objects hold, too, of puzzles without constraints, on any board: the "
        "depth of trial and error; B, the length of braids, null where the depth is above 1.",
    )
    max_nodes: Nodes | None = None


class FileOptions(AddressOptions):
    """The options of a file that is sent."""

    name: str = Field(
        "",
        max_length=1000,
        description="Its name, which tells tables from text.",
        examples=["train.parquet", "puzzles.csv.gz"],
    )
    column: str | None = Field(
        None,
        max_length=1000,
        description="The column of puzzles; the one with a usual name, such as `puzzle`, if null.",
    )


class ParseRequest(BoardRequest):
    """A request for the puzzles in a text."""

    text: str = Field(description="Puzzles in any format that lowbit reads.")
    limit: int = Field(1000, ge=1, le=20_000, description="How many to list.")
