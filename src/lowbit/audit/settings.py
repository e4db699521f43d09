"""The settings of an audit, and the defects that count under them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from lowbit.arguments import unknown
from lowbit.audit.examine import ExamineLimits
from lowbit.audit.findings import DEFECT_OF_VERDICT, DEFECTS, Defect
from lowbit.audit.inputs import Columns
from lowbit.errors import InputError
from lowbit.geometry import CLASSIC, Geometry

if TYPE_CHECKING:
    from numpy.typing import NDArray

OF_DUPLICATES: Final = (
    (Defect.LEAK, "is_leaked"),
    (Defect.EXACT_DUPLICATE, "is_repeated"),
    (Defect.ISOMORPHIC_DUPLICATE, "is_varied"),
)
"""The defects that a row has because of other rows; the first that applies counts."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of an audit, and its outputs.

    Parameters
    ----------
    columns : Columns
    effort : ExamineLimits
    allow : frozenset of Defect
        The defects to ignore.
    keep : tuple of str
        The splits that come first; the others follow in order of appearance.
    annotated, fixed : str, optional
        Where to write a copy with columns of findings, and one of the rows without defects.
    correct : bool
        Whether the latter corrects wrong solutions instead of leaving these rows out.
    prefix : str
        The prefix of the names of the columns of findings.
    codec : str, optional
        The compression of the files that are written.
    board : Geometry, optional
        The board of the puzzles; the classic one by default.
    """

    columns: Columns = field(default_factory=Columns)
    effort: ExamineLimits = field(default_factory=ExamineLimits)
    allow: frozenset[Defect] = frozenset()
    keep: tuple[str, ...] = ()
    annotated: str | None = None
    fixed: str | None = None
    correct: bool = False
    prefix: str = "audit_"
    codec: str | None = None
    board: Geometry = CLASSIC

    def __post_init__(self) -> None:
        if self.correct and self.fixed is None:
            raise InputError("corrected solutions go into the cleaned set; name a file for it")
        if self.effort.rates and self.board != CLASSIC:
            raise InputError(
                f"Sudoku Explainer rates puzzles on the classic board alone; audit those on "
                f"{self.board} without ratings"
            )

    @property
    def copies(self) -> bool:
        """Whether any copy is written."""
        return self.annotated is not None or self.fixed is not None

    @property
    def defects(self) -> NDArray[np.bool_]:
        """bool[9]: which defects count."""
        count = np.ones(len(Defect), np.bool_)
        count[[Defect.NO_DEFECT, *self.allow]] = False
        return count

    @property
    def reasons_to_drop(self) -> NDArray[np.bool_]:
        """bool[9]: the defects for which the cleaned set leaves a row out."""
        count = self.defects
        count[Defect.WRONG] &= not self.correct
        return count

    def to_dict(self) -> dict[str, Any]:
        """Return the settings for JSON."""
        return {
            "limit": self.effort.limit,
            "max_nodes": self.effort.max_nodes,
            "rate": self.effort.rates,
            "allow": sorted(defect.word for defect in self.allow),
            "keep": list(self.keep),
        } | ({} if self.board == CLASSIC else {"geometry": str(self.board)})


def defect_of(word: str) -> Defect:
    """Return a defect by its word.

    Raises
    ------
    InputError
        If there is none.
    """
    for defect in DEFECTS:
        if defect.word == word:
            return defect
    raise InputError(unknown("defect", word, (defect.word for defect in DEFECTS)))


def defects_of(
    rows: NDArray[np.void], duplicates: NDArray[np.void], count: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return the first defect of each row, of those that count."""
    own = DEFECT_OF_VERDICT[rows["verdict"]]
    defects: NDArray[np.uint8] = np.where(count[own], own, np.uint8(Defect.NO_DEFECT))
    for defect, name in OF_DUPLICATES:
        if count[defect]:
            defects[(defects == Defect.NO_DEFECT) & duplicates[name]] = defect
    return defects
