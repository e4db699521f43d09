"""The types of responses; the API's description is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from lowbit.constraints.placing import SHAPES, WRITTEN

Level = Literal["easy", "medium", "hard", "unfair", "extreme"]
Status = Literal["none", "unique", "several", "limit-reached"]
Cell = Annotated[int, Field(description="The index of a cell, row by row from 0.")]
Line = Annotated[str, Field(description="A character a cell, row by row.")]


class ResponseBody(BaseModel):
    """A response; how it is written is worked out when it is needed, as with requests."""

    model_config = ConfigDict(defer_build=True)


class HouseModel(ResponseBody):
    """Cells that hold each digit once."""

    kind: str
    name: str
    cells: list[Cell]


class BoardResponse(ResponseBody):
    """A board, cell by cell."""

    geometry: str = Field(description="Its name.")
    size: int
    symbols: str = Field(description="What the digits are written as.")
    is_square: bool = Field(description="Whether its cells fill one square, row by row.")
    places: list[tuple[int, int]] = Field(
        description="The row and the column of each cell, from 0, row by row."
    )
    variables: list[str] = Field(description="The names of its variables, the last of its cells.")
    houses: list[HouseModel]


class ClashModel(ResponseBody):
    """A reason, visible without search, why there is no solution."""

    kind: Literal["duplicate", "no candidate", "no place", "broken"]
    message: str
    cells: list[Cell]
    digit: int | None
    house: str | None


class Checked(ResponseBody):
    """The properties of a puzzle that are visible without search."""

    puzzle: Line
    n_clues: int
    is_solved: bool
    clashes: list[ClashModel]


class Solved(ResponseBody):
    """Whether a puzzle has no solution, one, or several, of which two are given."""

    status: Status
    solutions: list[Line]
    reason: str = Field(description="Why there is not exactly one, for people.")
    clashes: list[ClashModel]


class CountResponse(ResponseBody):
    """The number of solutions."""

    count: int | None = Field(
        description="The number, at most the limit; where the search was ended, how many were "
        "found by then; null where none was."
    )
    is_exact: bool = Field(description="Whether there are no more than that.")
    reason: str = Field(description="Why the search was ended before the number was known.")


class Listed(ResponseBody):
    """Some solutions, always in the same order."""

    offset: int
    solutions: list[Line]
    has_more: bool | None = Field(description="Whether there are more; null where not known.")
    reason: str = Field(description="Why the list ends early, for people.")


class Minimal(ResponseBody):
    """Whether a puzzle with one solution needs all its givens."""

    status: Status
    is_minimal: bool | None = Field(description="Null where there is not exactly one solution.")
    redundant: list[Cell] = Field(description="The givens that can go: each alone, not all.")
    redundant_constraints: list[int] | None = Field(
        description="The same of constraints, by their places; null where it is not known."
    )
    reason: str = Field(description="Why it is not known, for people.")


class Minimized(ResponseBody):
    """A minimal puzzle with the same solution."""

    status: Status
    puzzle: Line | None = Field(description="Null where there is not exactly one solution.")
    removed: list[Cell] = Field(description="The givens that went.")
    reason: str = Field(description="Why there is none, for people.")


class RateResponse(ResponseBody):
    """The ratings of a puzzle; null without exactly one solution, or where a limit came first."""

    status: Status
    level: Level | None = Field(description="HoDoKu's level.")
    score: int | None = Field(description="HoDoKu's score.")
    hardest: str | None = Field(description="The slug of HoDoKu's hardest technique.")
    hardest_name: str | None = Field(description="Its name, in the language asked for.")
    er: float | None = Field(description="Sudoku Explainer's rating of the hardest step.")
    ep: float | None = Field(description="Of the hardest step up to the first digit.")
    ed: float | None = Field(description="Of the first step.")


class MeasureResponse(ResponseBody):
    """The measures of a puzzle by trial and error; null where not asked for, or not known."""

    status: Status
    depth: int | None = Field(description="The depth of trial and error; 0 if singles solve it.")
    B: int | None = Field(description="The length of braids; null at depth 2 and more.")
    BxB: int | None = Field(description="That within one trial; null at depth 3 and more.")
    BxBB: int | None = Field(description="That within two; null at depth 4 and more.")


Masks = Annotated[list[int], Field(description="For each cell, bit d - 1 for digit d.")]


class VerdictResponse(ResponseBody):
    """The verdict on a puzzle as it is: its status, its true candidates, its redundant givens."""

    status: Status
    reason: str = Field(description="Why the rest is not known, for people.")
    candidates: Masks | None = Field(
        None, description="The digits of each cell that occur in a solution."
    )
    deciding: Masks | None = Field(
        None,
        description="Where there are several solutions, those that occur in only one of them: as "
        "a given, each would leave that one.",
    )
    redundant: list[Cell] | None = Field(
        None, description="The givens that can go, where there is one solution."
    )
    count: int | None = Field(None, description="How many solutions there are, up to a thousand.")
    is_exact: bool = Field(default=True, description="Whether there are no more than that.")


class CandidatesResponse(ResponseBody):
    """In how many solutions each candidate is."""

    status: Status
    counts: list[list[int]] | None = Field(
        description="For each cell, the number of solutions with each digit, at most the limit; "
        "null where the search was ended."
    )
    reason: str = Field(description="Why they are not known, for people.")


Constraints = Annotated[
    list[dict[str, Any]], Field(description="As the JSON of `lowbit.Puzzle` has them.")
]


class Moved(ResponseBody):
    """An isomorphic puzzle, and the symmetry that made it."""

    puzzle: Line
    constraints: Constraints
    cosmetics: Constraints = Field(
        description="What is only drawn, moved along; nothing of a canonical form."
    )
    transform: str = Field(
        description="The symmetry.", examples=["tr456123789c123456789d213456789"]
    )
    cells: list[Cell] = Field(description="Where the content of each cell was before.")
    digits: list[int] = Field(description="What each digit became, that of 1 first.")
    seed: int | None = Field(None, description="What makes the same of the same puzzle.")


class Generated(ResponseBody):
    """New puzzles."""

    puzzles: list[Line]
    seed: int = Field(description="What makes the same puzzles again.")


class MadeVariant(ResponseBody):
    """A new puzzle with constraints."""

    puzzle: Line
    constraints: Constraints
    text: str = Field(description="All of it, as `lowbit.Puzzle.to_json` writes it.")


class GeneratedVariants(ResponseBody):
    """New puzzles with constraints, each with exactly one solution."""

    puzzles: list[MadeVariant]
    seed: int = Field(description="What makes the same puzzles again.")
    reason: str = Field(description="Why there are fewer than were asked for, for people.")


class ChainNodeModel(ResponseBody):
    """A digit that is in one of some cells (on), or in none of them (off)."""

    cells: list[str]
    digit: str
    on: bool


class ChainModel(ResponseBody):
    """Nodes that follow from each other, in order."""

    nodes: list[ChainNodeModel]
    branches: list[ChainModel] = Field(
        [], description="Chains to what else a node of this one follows from."
    )
    nested: list[ChainModel] = Field([], description="Chains that nodes of this one stand on.")


class Evidence(ResponseBody):
    """Why a step holds."""

    marks: dict[str, list[str]] = Field(
        description="The cells and candidates of the pattern by the role that they play."
    )
    houses: dict[str, list[str]] = Field(description="The houses of the pattern by their roles.")
    chains: list[ChainModel]


class StepModel(ResponseBody):
    """A step towards the solution."""

    technique: str = Field(description="The slug of the technique.", examples=["x-wing"])
    name: str = Field(description="Its name, in the language asked for.")
    placements: list[str] = Field(description="Digits to place.", examples=[["r1c1=5"]])
    eliminations: list[str] = Field(description="Candidates to eliminate.", examples=[["r1c2-34"]])
    rating: float | None = Field(
        description="HoDoKu's score by the rule book `hodoku`, else Sudoku Explainer's rating; "
        "null where there is none."
    )
    reason: str = Field(description="Why it follows, in sentences.")
    whole_reason: str | None = Field(
        description="The same with every claim of a long proof; null where none is left out."
    )
    notation: str = Field(description="Its pattern and its effect in notation; chains in Eureka.")
    evidence: Evidence


class Explained(ResponseBody):
    """The status of a puzzle, and the mistakes among its player's marks."""

    status: Status = Field(
        description="Where there are several solutions, no step relies on there being only one."
    )
    reason: str = Field(description="Why there are no steps, or no more, for people.")
    mistakes: list[str] = Field(
        description="What differs from the solution; given instead of any step."
    )


class StepList(Explained):
    """Steps, in order."""

    steps: list[StepModel]
    has_more: bool | None = Field(description="Whether there are more; null where not known.")


class StepsResponse(StepList):
    """The way to the solution, or as far as the rules lead."""

    is_solved: bool = Field(description="Whether these steps lead to the solution.")
    hardest: int | None = Field(
        description="The index of the first step whose technique comes last in the rule book."
    )


class TechniqueModel(ResponseBody):
    """A technique and its names."""

    slug: str
    name: str
    name_zh: str
    chapter: str = Field(description="The part of the lessons that has its own.")


class TechniqueList(ResponseBody):
    """Techniques, the easiest first."""

    techniques: list[TechniqueModel]
    by_constraints: list[TechniqueModel] = Field(
        description="Steps by constraints, which have lessons without positions to practise in."
    )


class ConstraintField(ResponseBody):
    """A field of a constraint that is typed: a number, several, text, or a switch."""

    field: str
    name_zh: str
    form: str = Field(json_schema_extra={"enum": [*dict.fromkeys(WRITTEN.values())]})


class ConstraintTool(ResponseBody):
    """A way to place a kind of constraint: what is pointed at, and how other fields begin."""

    name: str
    name_zh: str
    shape: str = Field(json_schema_extra={"enum": [*SHAPES]})
    least: int = Field(description="The fewest cells that are pointed at, or groups of them.")
    is_common: bool = Field(description="Whether people look for it first.")
    values: dict[str, Any]


class ConstraintKind(ResponseBody):
    """A kind of constraint, and what to know to place one."""

    type: str
    name: str
    name_zh: str
    number: str | None = Field(description="The field whose number a solution tells.")
    marks: list[str] = Field(
        description="The kinds whose marks it supposes all given; `marked` are their places."
    )
    fields: list[ConstraintField] = Field(description="What is typed.")
    tools: list[ConstraintTool]


class ConstraintKinds(ResponseBody):
    """All kinds of constraints."""

    kinds: list[ConstraintKind]


class TermModel(ResponseBody):
    """A term that lessons use."""

    term: str
    meaning: str


class LessonResponse(ResponseBody):
    """The lesson on a technique."""

    technique: str
    name: str
    others: list[str] = Field(description="Its other names among players.")
    says: str = Field(description="The pattern, and what follows from it.")
    why: str = Field(description="Why that follows.")
    uniqueness: bool = Field(description="Whether it relies on there being one solution.")
    text: str = Field(description="What the step in the picture does, and why.")
    picture: str = Field(description="A position with a step drawn, as SVG.")
    comes_first: bool = Field(
        description="Whether it is the next step in its positions; where easier techniques always "
        "come first, they are copies of the example."
    )
    terms: list[TermModel] = Field(description="The terms that lessons use.")


class OpenedPuzzle(ResponseBody):
    """A puzzle with constraints."""

    puzzle: Line
    geometry: str
    constraints: Constraints
    cosmetics: Constraints
    title: str
    author: str
    rules: str
    left_out: str = Field(
        description="What is left out because a player wrote it, and what is only drawn, so that "
        "the puzzle may have more solutions than was meant; for people."
    )


class WrittenPuzzle(ResponseBody):
    """A puzzle as another program has it."""

    text: str


class ConstraintLayers(ResponseBody):
    """Pictures of constraints, each with 60 units for a cell."""

    fills: str = Field(description="What fills cells, behind all else, as SVG.")
    lines: str = Field(description="What lies on that, behind lines and digits, as SVG.")
    above: str = Field(description="What lies on the lines of the board, as SVG.")
    words: list[str] = Field(description="What is said below the board.")
    around: int = Field(description="For how many cells they reach beyond each side of the board.")
    has_notes: bool = Field(description="Whether words stand in the top left corners of cells.")


class Practice(ResponseBody):
    """A puzzle on the way to its solution; nulls where none was found in time."""

    puzzle: Line | None = Field(description="The givens.")
    digits: Line | None = Field(description="The givens, and the digits that are known by now.")
    candidates: Masks | None = Field(
        description="What is left in each blank cell, bit d - 1 for digit d; 0 in others."
    )
    seed: int = Field(description="What makes the same again, given the time.")


class HintResponse(Explained):
    """A hint."""

    text: str = Field(description="The hint, or the mistakes, for people.")
    step: StepModel | None = Field(description="The step, at detail 3, if there is one.")


class Parsed(ResponseBody):
    """One puzzle of a text, or what takes its place."""

    line: int
    puzzle: str
    remark: str
    reason: str = Field(description="What is wrong; empty where nothing is.")


class ParseResponse(ResponseBody):
    """The puzzles of a text."""

    puzzles: list[Parsed]
    has_more: bool
    is_loose: bool = Field(
        description="Whether other characters were left out, or read as cells that are none here."
    )


class About(ResponseBody):
    """The server: its version and its limits."""

    version: str
    limits: dict[str, int | float | None]


class Health(ResponseBody):
    """Whether the server works."""

    status: Literal["ok"]


class Problem(ResponseBody):
    """An error, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: str
    line: int | None = None
    column: int | None = None
    found: list[Line] | None = Field(None, description="What was found before the effort ended.")
    compiled: int | None = Field(None, description="Of a server not ready yet: its kernels so far.")
    kernels: int | None = Field(None, description="Of the same: all of its kernels.")
