"""What goes in and out, as types: the API's description is made from them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

MAX_TEXT = 40_000
"""Characters of one puzzle: a 25x25 board with pencilmarks, drawn with rules."""

Status = Literal["none", "unique", "several", "limit-reached"]
Cell = Annotated[int, Field(description="The index of a cell, row by row from 0.")]
Line = Annotated[str, Field(description="A character a cell, row by row.")]
Nodes = Annotated[int, Field(ge=1, description="Give up after so many nodes of the search tree.")]
Seconds = Annotated[
    float, Field(gt=0, allow_inf_nan=False, description="Give up after so many seconds.")
]
Weight = int | Annotated[list[int], Field(max_length=625)]
Weights = Literal["pyramid", "uniform"] | Annotated[list[Weight], Field(max_length=625)]


class Asked(BaseModel):
    """What comes in; a name that is not known is an error."""

    model_config = ConfigDict(extra="forbid")


class Board(Asked):
    """A board."""

    geometry: str = Field(
        "3x3",
        max_length=1000,
        description="The boxes as rows x columns or as a region string, then +diagonals, "
        "+windows or +groups.",
        examples=["3x3", "2x3", "3x3+diagonals"],
    )


class Puzzle(Board):
    """A puzzle on its board."""

    puzzle: str = Field(
        max_length=MAX_TEXT,
        description="A character a cell, or one for each candidate; white space and rules are "
        "skipped.",
        examples=[
            "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
        ],
    )


class Search(Puzzle):
    """A question that takes a search. The server's own limits hold as well."""

    max_nodes: Nodes | None = None
    time_limit: Seconds | None = None


class CountAsked(Search):
    """How many solutions has a puzzle?"""

    limit: int = Field(1_000_000, ge=1, le=10**15, description="Where to stop counting.")


class SolutionsAsked(Search):
    """Which solutions has a puzzle?"""

    offset: int = Field(0, ge=0, description="How many to leave out.")
    limit: int = Field(100, ge=1, description="How many to list.")


class MaximizeAsked(Search):
    """Which completions score most?"""

    weights: Weights = Field(
        "pyramid",
        description="A name, a number for each cell, or a row for each cell with a number for "
        "each digit.",
    )
    minimize: bool = False
    k: int = Field(1, ge=1, le=100, description="How many completions to return.")


class BatchOptions(Board):
    """How is a batch answered?"""

    style: Literal["json", "line"] = Field(
        "json", description="An object a line, or what the command `lowbit solve` writes."
    )
    solutions: bool = Field(default=True, description="Whether objects hold solutions.")
    max_nodes: Nodes | None = None


class ParseAsked(Board):
    """Which puzzles does a text hold?"""

    text: str = Field(description="Puzzles in any format that lowbit reads.")
    limit: int = Field(1000, ge=1, le=20_000, description="How many to list.")


class House(BaseModel):
    """Cells that hold each digit once."""

    kind: str
    name: str
    cells: list[Cell]


class BoardTold(BaseModel):
    """A board, cell by cell."""

    size: int
    symbols: str = Field(description="What the digits are written as.")
    houses: list[House]


class Clash(BaseModel):
    """A reason, visible without search, why there is no solution."""

    kind: Literal["duplicate", "no candidate", "no place"]
    message: str
    cells: list[Cell]
    digit: int | None
    house: str | None


class Checked(BaseModel):
    """What can be seen of a puzzle."""

    puzzle: Line
    n_clues: int
    is_solved: bool
    clashes: list[Clash]


class Solved(BaseModel):
    """What a puzzle has: no solution, one, or several, of which two are told."""

    status: Status
    solutions: list[Line]
    reason: str = Field(description="Why there is not exactly one, for people.")
    clashes: list[Clash]


class Counted(BaseModel):
    """How many solutions there are."""

    count: int | None = Field(description="The number, at most the limit; null where not known.")
    is_exact: bool = Field(description="Whether there are no more than that.")
    reason: str = Field(description="Why the number is not known, for people.")


class Listed(BaseModel):
    """Some solutions, always in the same order."""

    offset: int
    solutions: list[Line]
    has_more: bool | None = Field(description="Whether there are more; null where not known.")
    reason: str = Field(description="Why the list ends early, for people.")


class Worth(BaseModel):
    """The first line of a stream: what each digit adds to the score in each cell."""

    worth: list[list[int]]


class Scored(BaseModel):
    """A later line of a stream: the best completions so far, and what is known of the others."""

    is_done: bool = Field(description="Whether this is the last line.")
    score: int | None
    bound: int | None = Field(description="No completion scores better.")
    is_proven: bool = Field(description="Whether nothing scores better than `score`.")
    is_settled: bool = Field(description="Whether no other answer is possible.")
    nodes: int
    scores: list[int]
    solutions: list[Line]


class Parsed(BaseModel):
    """One puzzle of a text, or what stands in its place."""

    line: int
    puzzle: str
    remark: str
    reason: str = Field(description="What is wrong; empty where nothing is.")


class ParseTold(BaseModel):
    """The puzzles of a text."""

    puzzles: list[Parsed]
    has_more: bool


class BatchLine(BaseModel):
    """A line of the answer to a batch."""

    line: int = Field(description="Where the puzzle stands in the text, from 1.")
    status: Literal["invalid", "none", "unique", "several", "limit-reached"]
    solution: Line | None = None
    reason: str | None = Field(None, description="What is wrong with the line.")


class About(BaseModel):
    """The server: its version and its limits."""

    version: str
    limits: dict[str, int | float]


class Health(BaseModel):
    """Whether the server works."""

    status: Literal["ok"]


class Problem(BaseModel):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str
    line: int | None = None
    column: int | None = None
