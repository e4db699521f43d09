"""The file of a pool: a puzzle a line, and a comment at the end of each turn.

::

    # lowbit search {"board": "9x9", "moves": ["-1+1"], ...}
    .....4.2..9.......    from=seed clues=17
    # turn 0: {"seen": [], "tested": 0}
    .....4.2..9..1....    from=0 move=-1+1 clues=17      the neighbours found in a turn
    # turn 1: {"seen": [0], "tested": 3750}              the puzzles that were seen to

All commands read it as a file of puzzles. A turn is on disk once its comment is; a search that was
killed goes on after the last one, so that nothing is found twice, and no turn is left out. A turn
that takes long is written in parts, each with a comment below its puzzles::

    # part {"seen": [1, 2], "tested": 3750, "portions": 9, "rows": 0, "version": "1.0"}

Where these stand depends on the clock: without them the file is the same, whatever ended a run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import lowbit
from lowbit.appended import AppendedFile
from lowbit.errors import LowbitError, SourceError
from lowbit.formats.headings import heading_of, needs_heading
from lowbit.formats.puzzle_texts import split_remark
from lowbit.grid import Grid
from lowbit.verbs.puzzles import grid_of, whole_of, with_masks
from lowbit.verbs.search.pool import NO_PARENT, PoolEntry
from lowbit.verbs.search.wishes import told

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from lowbit.puzzle import Puzzle

HEAD: Final = "# lowbit search "
TURN: Final = "# turn "
PART: Final = "# part "

SEED: Final = "seed"


@dataclass
class PoolTurn:
    """A turn of a search, as far as it came.

    Attributes
    ----------
    seen : list of int
        The numbers of the puzzles that it sees to.
    tested : int
        The candidates that were looked at.
    entries : list of PoolEntry
        The puzzles that were found, or are the seeds.
    portions, rows : int
        The portions of neighbours that are done, and the neighbours of those after them.
    is_whole : bool
    """

    seen: list[int]
    tested: int = 0
    entries: list[PoolEntry] = field(default_factory=list)
    portions: int = 0
    rows: int = 0
    is_whole: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """The portions that are done, and the rows after them."""
        return self.portions, self.rows


class PoolFile(AppendedFile):
    """The file of a pool, locked as long as it is open.

    Parameters
    ----------
    path : str or os.PathLike
        The file; made if there is none.
    whole : Grid or Puzzle
        A puzzle on the board, with the constraints, of all.
    names : tuple of str
        The names of the measures.

    Raises
    ------
    SourceError
        If it cannot be opened, or another search uses it.

    Attributes
    ----------
    seed : int
        That of the search, once it is read.
    """

    def __init__(
        self, path: str | os.PathLike[str], whole: Grid | Puzzle, names: Sequence[str]
    ) -> None:
        super().__init__(path, "pool")
        self._whole, self._names = whole, names
        self._n_turns, self._head = 0, ""
        self.seed = 0

    def read(self, settings: dict[str, Any]) -> list[PoolTurn]:
        """Return the turns that the file holds, none if it is new; what follows them goes.

        The last one may be a part.

        Raises
        ------
        InputError
            If it holds another search, or something else.
        """
        lines = self._lines()
        if len(lines) == 1 and _is_torn_head(lines[0]):
            self._cut(0)
            return []
        turns, entries, end, at = list[PoolTurn](), list[PoolEntry](), 0, 0
        generations: list[int] = []
        self._compare(lines, settings)
        for number, line in enumerate(lines[:-1], 1):
            at += len(line) + 1
            text = line.decode(errors="replace")
            if text.startswith((TURN, PART)):
                is_begun = turns and not turns[-1].is_whole
                known = turns.pop().entries if is_begun else []
                known += entries
                turns.append(self._turn(text, number, known))
                entries, end = [], at
            elif text and not text.startswith("#"):
                entries.append(self._entry(text, number, generations))
                generations.append(entries[-1].generation)
        self._cut(end)
        self._n_turns = sum(turn.is_whole for turn in turns)
        return turns

    def begin(self, settings: dict[str, Any]) -> None:
        """Give a new file a head, which is written with its first turn."""
        board = self._whole.geometry
        heading = f"{heading_of(board)}\n" if needs_heading(board) else ""
        self._head = f"{HEAD}{json.dumps(settings)}\n{heading}"

    def write(self, turn: PoolTurn) -> None:
        """Write a turn or a part down, with what was found since the last part, until on disk."""
        lines = [self._line(entry) for entry in turn.entries]
        told: dict[str, Any] = {"seen": turn.seen, "tested": turn.tested}
        start = f"{TURN}{self._n_turns}: "
        if not turn.is_whole:
            start = PART
            told |= {"portions": turn.portions, "rows": turn.rows, "version": lowbit.__version__}
        self._append("".join([self._head, *lines, f"{start}{json.dumps(told)}\n"]))
        self._head = ""
        self._n_turns += turn.is_whole

    def _line(self, entry: PoolEntry) -> str:
        board = self._whole.geometry
        if isinstance(self._whole, Grid):
            text = entry.digits.translate(f".{board.symbols}".encode().ljust(256)).decode()
        else:
            full = board.full_mask
            masks = [1 << digit - 1 if digit else full for digit in entry.digits]
            text = with_masks(self._whole, masks).to_json()  # type: ignore[union-attr]  # a Puzzle
        origin = SEED if entry.parent == NO_PARENT else f"{entry.parent} move={entry.move}"
        pairs = zip(self._names, entry.values, strict=True)
        measures = "".join(f" {name}={told(value)}" for name, value in pairs)
        return f"{text} from={origin}{measures}\n"

    def _entry(self, text: str, number: int, generations: list[int]) -> PoolEntry:
        try:
            cells, remark = split_remark(text)
            words = dict(word.split("=", 1) for word in remark.split())
            grid = grid_of(whole_of(cells, self._whole.geometry))
            is_seed = words["from"] == SEED
            parent = NO_PARENT if is_seed else int(words["from"])
            generation = 0 if is_seed else generations[parent] + 1
            values = tuple(float(words[name]) for name in self._names)
            move = "" if is_seed else words["move"]
            return PoolEntry(bytes(grid.givens), parent, move, generation, values)
        except (ValueError, KeyError, IndexError, LowbitError) as error:
            raise self._damaged(number) from error

    def _turn(self, text: str, number: int, entries: list[PoolEntry]) -> PoolTurn:
        """Return the turn of a comment; begin a part anew if another version has divided it."""
        try:
            told = {"portions": 0, "rows": 0} | json.loads(text[text.index("{") :])
            if told.get("version", lowbit.__version__) != lowbit.__version__:
                told |= {"tested": 0, "portions": 0, "rows": 0}
            counts = {name: int(told[name]) for name in ("tested", "portions", "rows")}
            seen = [int(one) for one in told["seen"]]
        except (ValueError, KeyError, TypeError) as error:
            raise self._damaged(number) from error
        return PoolTurn(seen, entries=entries, is_whole=text.startswith(TURN), **counts)

    def _compare(self, lines: list[bytes], settings: dict[str, Any]) -> None:
        """Compare the settings in the head of the file with those of this search."""
        head = lines[0].decode(errors="replace").removeprefix(HEAD)
        try:
            known = json.loads(head)
            own = json.loads(json.dumps(settings))
            others = [name for name in own if known[name] != own[name]]
            self.seed = int(known["seed"])
        except (ValueError, KeyError, TypeError):
            raise SourceError(
                "this file holds something else than the pool of a search; name a new one",
                self._name,
            ) from None
        if others:
            raise SourceError(
                f"this is the pool of another search: its {' and '.join(others)} differ; repeat "
                "that search, or name a new file",
                self._name,
            )

    def _damaged(self, number: int) -> SourceError:
        return SourceError(
            f"line {number} is damaged: remove it and all below, and the search goes on from there",
            self._name,
        )


def _is_torn_head(line: bytes) -> bool:
    """Whether a line without an end is empty, or the begin of a head: a search was killed there."""
    return HEAD.encode().startswith(line[: len(HEAD)])
