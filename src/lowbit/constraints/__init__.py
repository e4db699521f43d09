"""Constraints of variants: small values, a class a kind.

::

    cells     which values a cell may hold
    dots      two cells side by side
    lines     thermometers, whispers, renbans and others that run on
    sums      cages, arrows, little killers
    outside   clues outside the board
    regions   regions that differ or are equal, chess moves, the whole board
    sets      the digits of a group of cells as a whole
    general   any relation, any regular language, and, or
    skeleton  constraints whose numbers are taken from a solution, to generate puzzles
"""

from lowbit.constraints.automata import Automaton, automaton_of
from lowbit.constraints.base import REGISTRY, Constraint, from_json, to_json
from lowbit.constraints.cells import Even, Holds, Maximum, Minimum, Odd
from lowbit.constraints.dots import (
    Difference,
    Greater,
    NonConsecutive,
    NoRatio,
    NoSum,
    PairSum,
    Ratio,
)
from lowbit.constraints.general import And, Or, RegularLanguage, Relation
from lowbit.constraints.lines import (
    Between,
    Entropic,
    Lockout,
    Modular,
    Nabner,
    Palindrome,
    ParityLine,
    Renban,
    SameDifference,
    Thermometer,
    Whisper,
)
from lowbit.constraints.outside import (
    HiddenSkyscraper,
    Lunchbox,
    NumberedRoom,
    Outside,
    Sandwich,
    Skyscraper,
    XSum,
)
from lowbit.constraints.regions import (
    AllDifferent,
    AntiKing,
    AntiKnight,
    AntiQueen,
    Clone,
    Diagonal,
    DisjointGroups,
    Equal,
    GlobalEntropy,
    GlobalModulus,
    SameValues,
    Windows,
)
from lowbit.constraints.sets import (
    Contains,
    CountDistinct,
    CountingCircles,
    EqualityCage,
    Indexer,
    LookAndSay,
    RellikCage,
)
from lowbit.constraints.skeleton import Clue, kropki_clues, unknown, unnumbered
from lowbit.constraints.sums import (
    Arrow,
    Cage,
    DoubleArrow,
    EqualSums,
    LittleKiller,
    RegionSumLine,
    Sum,
    SumLine,
    Zipper,
)

__all__ = [
    "REGISTRY",
    "AllDifferent",
    "And",
    "AntiKing",
    "AntiKnight",
    "AntiQueen",
    "Arrow",
    "Automaton",
    "Between",
    "Cage",
    "Clone",
    "Clue",
    "Constraint",
    "Contains",
    "CountDistinct",
    "CountingCircles",
    "Diagonal",
    "Difference",
    "DisjointGroups",
    "DoubleArrow",
    "Entropic",
    "Equal",
    "EqualSums",
    "EqualityCage",
    "Even",
    "GlobalEntropy",
    "GlobalModulus",
    "Greater",
    "HiddenSkyscraper",
    "Holds",
    "Indexer",
    "LittleKiller",
    "Lockout",
    "LookAndSay",
    "Lunchbox",
    "Maximum",
    "Minimum",
    "Modular",
    "Nabner",
    "NoRatio",
    "NoSum",
    "NonConsecutive",
    "NumberedRoom",
    "Odd",
    "Or",
    "Outside",
    "PairSum",
    "Palindrome",
    "ParityLine",
    "Ratio",
    "RegionSumLine",
    "RegularLanguage",
    "Relation",
    "RellikCage",
    "Renban",
    "SameDifference",
    "SameValues",
    "Sandwich",
    "Skyscraper",
    "Sum",
    "SumLine",
    "Thermometer",
    "Whisper",
    "Windows",
    "XSum",
    "Zipper",
    "automaton_of",
    "from_json",
    "kropki_clues",
    "to_json",
    "unknown",
    "unnumbered",
]
