"""The report of an audit, as an object, as text and as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import lowbit
from lowbit.audit.examine import NO, UNKNOWN, YES
from lowbit.audit.findings import DEFECTS, Defect, Given, Leak, Verdict
from lowbit.audit.histogram import N_RATINGS, by_rating, histogram
from lowbit.audit.shared import N_BITS, Kind, counts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from lowbit.status import Word

N_EXAMPLES: Final = 10
"""Rows to name for each defect; the counts include all rows."""

N_NAMED: Final = 3
"""The number of these rows that the text of the report shows."""

VERDICTS: Final = {
    Verdict.RIGHT: "one solution, and right",
    Verdict.UNIQUE: "one solution",
    Verdict.WRONG: "one solution, given wrong",
    Verdict.NONE: "no solution",
    Verdict.SEVERAL: "several solutions",
    Verdict.LIMIT_REACHED: "limit reached",
    Verdict.INVALID: "no puzzle",
}

GIVEN: Final = {
    Given.ONE_OF_SEVERAL: "given: one of several",
    Given.UNPROVEN: "given: perhaps one of several",
    Given.OTHER_PUZZLE: "given: of another puzzle",
    Given.CLASH: "given: against the rules",
    Given.UNREADABLE: "given: no full grid",
    Given.MISSING: "given: nothing",
}


SHARED_PARTS: Final = ("solutions", "cores")
SHARES: Final = ("rows", "of_an_earlier_row", "in_another_split")
"""The names of the counts of what rows share."""

SHARED_LINES: Final = {
    Kind.SOLUTION: ("solutions", "  of an earlier row, too", "  in another split, too"),
    Kind.CORE: ("cores that singles leave", "  of an earlier row, too", "  in another split, too"),
}
"""The lines of these counts."""


class Tally:
    """Counts of rows by their findings.

    Attributes
    ----------
    verdicts, given, defects, leaks : int64[]
        By the numbers of `Verdict`, `Given`, `Defect` and `Leak`.
    minimal : int64[3]
        No, yes, and not known or not asked.
    clues : int64[82] or more
        By the number of clues, of rows that are puzzles; the length depends on the board.
    ratings : int64[201]
        By Sudoku Explainer's rating in tenths, of rows that were rated.
    n_exact : int
        Rows with the same puzzle as one that is kept.
    n_isomorphic : int
        Rows with a puzzle that is isomorphic to it, but not the same.
    shares : int64[2, 3]
        Of solutions, and of cores that singles leave open: rows that have one, rows whose own an
        earlier row has, and rows whose own another split has, all up to isomorphism.
    n_dropped : int
        Rows that a cleaned set leaves out.
    n_corrected : int
        Rows whose solution a cleaned set corrects.
    """

    def __init__(self) -> None:
        self.verdicts = np.zeros(len(Verdict), np.int64)
        self.given = np.zeros(len(Given), np.int64)
        self.defects = np.zeros(len(Defect), np.int64)
        self.leaks = np.zeros(len(Leak), np.int64)
        self.minimal = np.zeros(3, np.int64)
        self.clues = np.zeros(82, np.int64)
        self.ratings = np.zeros(N_RATINGS, np.int64)
        self.n_exact = 0
        self.n_isomorphic = 0
        self.shares = np.zeros((len(Kind), N_BITS), np.int64)
        self.n_dropped = 0
        self.n_corrected = 0

    def add(
        self, rows: NDArray[np.void], duplicates: NDArray[np.void], defects: NDArray[np.uint8]
    ) -> None:
        """Count rows."""
        self.verdicts += np.bincount(rows["verdict"], minlength=len(Verdict))
        self.given += np.bincount(rows["given"], minlength=len(Given))
        self.defects += np.bincount(defects, minlength=len(Defect))
        self.leaks += np.bincount(leaks_of(duplicates), minlength=len(Leak))
        self.minimal += np.bincount(rows["minimal"], minlength=3)
        are_puzzles = rows["verdict"] != Verdict.INVALID
        self.clues = _total(self.clues, np.bincount(rows["n_clues"][are_puzzles]))
        self.ratings += np.bincount(rows["er"][rows["er"] > 0], minlength=N_RATINGS)
        self.shares += counts_of(duplicates)
        is_exact = duplicates["same"] > 0
        self.n_exact += int(np.count_nonzero(is_exact))
        self.n_isomorphic += int(np.count_nonzero((duplicates["isomorph"] > 0) & ~is_exact))

    def add_tally(self, other: Tally) -> None:
        """Add the counts of another tally."""
        for name, value in vars(other).items():
            setattr(self, name, _total(getattr(self, name), value))

    def to_counts(self) -> dict[str, Any]:
        """Return all attributes, for JSON."""
        return {name: np.asarray(value).tolist() for name, value in vars(self).items()}

    @classmethod
    def from_counts(cls, counts: Mapping[str, Any]) -> Tally:
        """Return the tally from the counts that `to_counts` returned."""
        tally = cls()
        for name, value in counts.items():
            setattr(tally, name, np.array(value) if isinstance(value, list) else value)
        return tally

    @property
    def n_rows(self) -> int:
        """The number of rows counted."""
        return int(self.verdicts.sum())

    @property
    def n_clean(self) -> int:
        """The number of rows without a defect."""
        return int(self.defects[Defect.NO_DEFECT])

    def to_dict(self) -> dict[str, Any]:
        """Return the counts by their names; see docs/guide/data/audit.md."""
        with_clues = np.flatnonzero(self.clues).tolist()
        return {
            "rows": self.n_rows,
            "clean": self.n_clean,
            "defects": _by_word(self.defects, DEFECTS),
            "verdicts": _by_word(self.verdicts, Verdict),
            "given_solutions": _by_word(self.given, (*GIVEN, Given.RIGHT)),
            "clues": {str(number): int(self.clues[number]) for number in with_clues},
            "er": by_rating(self.ratings),
            "minimal": int(self.minimal[YES]),
            "not_minimal": int(self.minimal[NO]),
            "minimal_unknown": int(self.minimal[UNKNOWN]),
            "exact_duplicates": self.n_exact,
            "isomorphic_duplicates": self.n_isomorphic,
            "leaks": _by_word(self.leaks, (Leak.EXACT, Leak.ISOMORPHIC)),
            "shared": {
                name: dict(zip(SHARES, counts, strict=True))
                for name, counts in zip(SHARED_PARTS, self.shares.tolist(), strict=True)
            },
        }


@dataclass(frozen=True, slots=True)
class AuditedFile:
    """A file that was audited.

    Parameters
    ----------
    path : str
    first, n_rows : int
        Its rows among all rows.
    before : int, default 0
        The number of its rows before these, if these are a part of it.
    """

    path: str
    first: int
    n_rows: int
    before: int = 0


@dataclass(slots=True)
class AuditReport:
    """The findings on a data set.

    Parameters
    ----------
    files : list of AuditedFile
    settings : dict
        The settings of the audit.
    splits : dict of str to Tally
        The counts of each.
    examples : dict of Defect to list of dict
        The first rows with each defect: the `row` as ``file:number``, counted from 1, and its
        `duplicate`, if that is the defect.
    fixed : bool
        Whether a cleaned set was written.
    against : list of AuditedFile
        The files of other data sets, whose rows count as in another split.
    """

    files: list[AuditedFile]
    settings: dict[str, Any]
    splits: dict[str, Tally] = field(default_factory=dict)
    examples: dict[Defect, list[dict[str, str]]] = field(default_factory=dict)
    fixed: bool = False
    against: list[AuditedFile] = field(default_factory=list)

    @property
    def all_files(self) -> list[AuditedFile]:
        """The files by which rows are named."""
        return [*self.files, *self.against]

    @property
    def total(self) -> Tally:
        """The counts of all splits together."""
        total = Tally()
        for tally in self.splits.values():
            total.add_tally(tally)
        return total

    @property
    def is_clean(self) -> bool:
        """Whether no row has a defect."""
        total = self.total
        return total.n_clean == total.n_rows

    @property
    def has_no_puzzle(self) -> bool:
        """Whether there are rows, and none is a puzzle."""
        total = self.total
        return 0 < total.n_rows == int(total.verdicts[Verdict.INVALID])

    def to_dict(self) -> dict[str, Any]:
        """Return the report for JSON; docs/guide/data/audit.md explains the fields."""
        total = self.total
        said: dict[str, Any] = {
            "lowbit": lowbit.__version__,
            "settings": self.settings,
            "files": [{"path": file.path, "rows": file.n_rows} for file in self.files],
            **self._others(),
            **total.to_dict(),
            "splits": {name: tally.to_dict() for name, tally in self.splits.items()},
            "examples": {defect.word: rows for defect, rows in self.examples.items() if rows},
        }
        if self.fixed:
            said["fixed"] = {
                "rows": total.n_rows - total.n_dropped,
                "dropped": total.n_dropped,
                "corrected": total.n_corrected,
            }
        return said

    def _others(self) -> dict[str, Any]:
        """Return the files of other data sets, if there are any."""
        files = [{"path": file.path, "rows": file.n_rows} for file in self.against]
        return {"against": files} if files else {}

    def to_text(self) -> str:
        """Return the counts as a table for people, and the first rows with each defect."""
        named = [
            f"{DEFECTS[defect]}: {', '.join(map(_example, rows[:N_NAMED]))}"
            + (", ..." if len(rows) > N_NAMED else "")
            for defect, rows in self.examples.items()
            if rows
        ]
        return "\n".join([*self._table(), *self._histograms(), *([""] if named else []), *named])

    def _histograms(self) -> Iterator[str]:
        """Yield the lines of a histogram for each split that was rated."""
        for name, tally in self.splits.items():
            if tally.ratings.any():
                yield from ("", *histogram(name, tally.ratings))

    def _table(self) -> list[str]:
        """Return the lines of the table, which has a column for each split."""
        tallies = list(self.splits.items())
        if len(tallies) != 1:
            tallies.append(("total", self.total))
        lines = [["", *(name for name, _ in tallies)]]
        several = len(self.splits) > 1 or bool(self.against)
        for name, value_of in _lines(self.total, fixed=self.fixed, several=several):
            lines.append([name, *(value_of(tally) for _, tally in tallies)])
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return [
            "  ".join(
                [line[0].ljust(widths[0])]
                + [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
            ).rstrip()
            for line in lines
        ]


def leaks_of(duplicates: NDArray[np.void]) -> NDArray[np.uint8]:
    """Return the `Leak` of each row."""
    leaks: NDArray[np.uint8] = np.where(
        duplicates["leak"] == 0, np.uint8(Leak.NO_LEAK), duplicates["leak"] - np.uint8(1)
    )
    return leaks


def _by_word(counts: NDArray[np.int64], words: Iterable[Word]) -> dict[str, int]:
    return {word.word: int(counts[word]) for word in words}


def _lines(total: Tally, *, fixed: bool, several: bool) -> list[tuple[str, Callable[[Tally], str]]]:
    """Return the lines of the table: the name of each, and how to read its value from a tally."""
    lines: list[tuple[str, Callable[[Tally], str]]] = [("rows", lambda tally: f"{tally.n_rows:,}")]
    lines += _counted("  ", VERDICTS, "verdicts", total)
    lines += _counted("  ", GIVEN, "given", total)
    lines += [
        ("clues", lambda tally: _range(tally.clues)),
        ("minimal", lambda tally: f"{tally.minimal[YES]:,}"),
        ("exact duplicates", lambda tally: f"{tally.n_exact:,}"),
        ("isomorphic duplicates", lambda tally: f"{tally.n_isomorphic:,}"),
    ]
    if total.leaks[: Leak.NO_LEAK].any():
        lines.append(("same puzzle in another split", lambda tally: f"{tally.leaks[0]:,}"))
        lines.append(("isomorphic to one there", lambda tally: f"{tally.leaks[1]:,}"))
    lines += _shared_lines(total, several=several)
    lines.append(("defects", lambda tally: f"{tally.n_rows - tally.n_clean:,}"))
    lines += _counted("  ", DEFECTS, "defects", total)
    if fixed:
        lines.append(("dropped", lambda tally: f"{tally.n_dropped:,}"))
        if total.n_corrected:
            lines.append(("corrected", lambda tally: f"{tally.n_corrected:,}"))
        lines.append(("kept", lambda tally: f"{tally.n_rows - tally.n_dropped:,}"))
    return lines


def _shared_lines(total: Tally, *, several: bool) -> list[tuple[str, Callable[[Tally], str]]]:
    """Return a line for each count of what rows share, zeros included: these say much."""

    def counted(kind: Kind, place: int) -> Callable[[Tally], str]:
        return lambda tally: f"{tally.shares[kind, place]:,}"

    return [
        (name, counted(kind, place))
        for kind, names in SHARED_LINES.items()
        if total.shares[kind, 0]
        for place, name in enumerate(names if several else names[:-1])
    ]


def _counted(
    indent: str, names: dict[Any, str], counts: str, total: Tally
) -> list[tuple[str, Callable[[Tally], str]]]:
    """Return a line for each word that occurs."""

    def worded(word: Word) -> Callable[[Tally], str]:
        return lambda tally: f"{getattr(tally, counts)[word]:,}"

    return [
        (indent + name, worded(word))
        for word, name in names.items()
        if getattr(total, counts)[word]
    ]


def _example(row: dict[str, str]) -> str:
    return f"{row['row']} (as {row['duplicate']})" if "duplicate" in row else row["row"]


def _total(one: Any, other: Any) -> Any:  # noqa: ANN401 - numbers, or arrays of them
    """Return the sum of two numbers or of two counts, of which one may be longer."""
    if np.ndim(one) == 0:
        return one + other
    if np.ndim(one) > 1:
        return np.add(one, other)
    total = np.zeros(max(len(one), len(other)), np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total


def _range(clues: NDArray[np.int64]) -> str:
    numbers = np.flatnonzero(clues)
    if not numbers.size:
        return "-"
    mean = float((numbers * clues[numbers]).sum() / clues.sum())
    return f"{numbers[0]}-{numbers[-1]}, mean {mean:.1f}"
