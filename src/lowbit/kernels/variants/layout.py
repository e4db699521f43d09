"""The memory layout of a program, and the memory that a search works in.

Both are one array of int64 each, so that Numba never mixes signs, a call of a routine passes two
addresses, and many puzzles can lie one after the other. Each begins with the places of its
parts. Sets of cells, of operations and of states are words of 64 bits.

An operation is laid out as its kind, its number of cells and these; the rest depends on the
kind::

    CHAIN      where its images lie, forward, then backward
    COUNTED    mask, counts, groups, its cells as a set, those of each group
    LINEAR     weights, least, most, groups: for each cell the first of the cells of its group;
               number of sets that cells which differ can hold, these, its cells as a set; 0 where
               they are not listed
    SETS       number of masks, masks, its cells as a set
    DISTINCT   its cells as a set
    WITHIN     mask
    ENCLOSED   number of words of a set of fillings, number of digits, fillings by how many digits
               are in them, then for each digit those that have it in each role, all as sets
    CONNECTED  mask, least, most, where the links of each cell begin (one more), counted from
               here, and these: places in the list
    PARTED     how many cells a part has, a mask of the digits that it needs; of its cells the
               second half are the labels of the first
    RANKED     how many lines there are, how long they are, how many are clued, how many begin with
               the same digit, whether ties are allowed; for each clue how many lines are lower,
               then the cells of each line, clued ones first
    ACCEPTED   where its table lies: most states before a cell; where a word has no bit for each of
               these: where edges of each state of all begin (one more), accepting states as words,
               edges: a mask and the state after it. Else: for each cell, where it is said where the
               edges of each state before it begin (one more), and these: a mask and above it the
               state after it, as it is numbered there. Places count from the beginning of the table
    ANY_OF     number of branches, where in a node the set of those that may hold is, then for each
               the first of its operations and the one after its last, counted from the first that
               does not wait

Before a program is made of it, a puzzle is *encoded*, each operation in nearly the same form: its
kind, its number of cells, these, and how many words follow. A chain has the number of its relation,
an automaton the place of its table among all tables, a sum neither groups nor sets, a count no
groups, a list of sets the masks alone, and an alternative how many operations each of its branches
has, which come after all others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.kernels.core.compile import cgutils, intrinsic, types, unaliased

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer
    from lowbit.kernels.core.lowering import Builder, Kind, Signature, Target, Typing, Value, Values


(
    CHAIN,
    COUNTED,
    LINEAR,
    SETS,
    DISTINCT,
    WITHIN,
    ENCLOSED,
    PARTED,
    CONNECTED,
    RANKED,
    ACCEPTED,
    ANY_OF,
) = range(12)
"""Kinds of operations; those that wait run in this order."""

LOW, HIGH, INNER, OUTER, N_ROLES = range(5)
"""Roles of a digit in a filling: its lower or its higher end, in it, or beyond its ends."""

WORD: Final = 64
"""Bits of a word of a set."""

PART: Final = 9
"""Digits whose masks one table of images covers; boards with more have several."""

MOST_SUM: Final = 61
"""The highest sum of a set of sums that one word holds."""

MASK_BITS: Final = 26
"""The bits of an edge that are a mask of digits."""

BLOCK: Final = 32
"""Houses that are looked at together."""

SURE: Final = -1
"""In place of an operation or a house that fails."""

LOST: Final = 16
"""The place of the first digit that a cell has lost in a note of its change: the cell is below."""

(
    N_CELLS,
    N_DIGITS,
    N_OPERATIONS,
    N_WORDS,
    N_USE_WORDS,
    N_STATE_WORDS,
    N_NODE,
    LIMITS,
    PEERS,
    USES,
    FIRST_HOUSE,
    N_BLOCKS,
    HOUSE_SETS,
    HOUSE_NUMBERS,
    STARTS,
    SETTLED,
    LOG,
    BRANCH_LOG,
    WAITING,
    GONE,
    TRIED,
    UNION,
    WEIGHTS,
    PREFERRED,
    SUMS,
    STATES,
    STACK,
    N_HEADER,
) = range(28)
"""The first words of a program:

- how many cells and digits there are, how many operations that wait (those of branches do not, and
  are numbered after them), how many words a set of cells, of operations and of states has, an even
  number for cells, and how many a node;
- where in the program these are: the candidates that single cells keep, for each cell the set of
  cells that differ from it, for each cell the operations on it, where of the houses only the
  first counts, which stands for all of them, its number, -1 without any; how many blocks of houses
  there are, their sets of cells, block by block and word by word, and the numbers of their
  operations; where operations begin; the set of those that would find no more if their own changes
  woke them;
- where in the memory of a search these are: how many changes there are, then these; the same of a
  branch, which nobody reads; the operations that wait; the digits that have lost places since
  houses were looked at, then for each of them these places as a set; the candidates in a branch,
  and those of all branches; how often each cell was where propagation failed; the digits to try
  first in each cell;
  the sums before each cell, or for each group of a sum the digits that its cells may leave, from
  below and from above; the states before each cell of an automaton; the stack of nodes, each
  its candidates, the cell that it guesses on with the digits that this has lost, -1 at the root,
  for each digit the cells that may hold it as a set, the cells that hold several as one, those that
  were seen to hold two, and the branches of each alternative that may hold, as sets.
"""

(
    DEPTH,
    N_NODES,
    N_FOUND,
    N_FAILED,
    IN_ORDER,
    ONLY_NEW,
    PLACED,
    N_RUNS,
    ROW,
    IS_BEGUN,
    LAST_FAILED,
    EARLY,
    N_MEMORY,
) = range(13)
"""The first words of the memory of a search: how many nodes lie on the stack; nodes visited;
solutions in the room for them; failures; whether to find the solutions in the order of their
digits; whether to find only those with a digit that is to be tried first and that no solution
before had; the digit, as a mask, that has two places in a house, one of which is guessed on, or all
such digits of the cell of the guess, or 0.
Then, of all searches one after the other: operations run; the number of the puzzle;
whether its search has begun; the operation that failed last, -1 before any has; the same while it
is to run before others in this node."""

STATE, N_SOLUTIONS, NODES, N_ANSWER = range(4)
"""The outcome of a puzzle of many: how its search ended, solutions, nodes."""


(
    ENCODED_CELLS,
    ENCODED_DIGITS,
    ENCODED_OPERATIONS,
    ENCODED_ALL,
    ENCODED_RELATIONS,
    ENCODED_TABLES,
    N_ENCODED,
) = range(7)
"""The first words of an encoded puzzle: how many cells, digits, operations that wait,
operations in all, relations, and words of tables of automata there are. The relations follow, what
may stand behind each digit, then the tables, then the operations."""


@intrinsic
def words_of(_context: Typing, array: Kind, _first: Kind) -> Any:
    """Return the words of an array from the one of a number on, without bounds.

    A routine gets one register of them where it gets seven of an array, and no index is checked for
    being negative.
    """

    def lower(context: Target, builder: Builder, signature: Signature, args: Values) -> Value:
        view = cgutils.create_struct_proxy(array)(context, builder, args[0])
        return builder.gep(view.data, [args[1]])

    return types.CPointer(types.int64)(array, types.int64), lower


@unaliased
def put(memory: Pointer, cells: int, log: int, cell: int, mask: int) -> bool:
    """Give a cell fewer candidates, and note it if they are; False if there are none left."""
    before = memory[cells + cell]
    if mask != before:
        memory[cells + cell] = mask
        memory[log] += 1
        # XOR of a set and a part of it: the digits that are gone.
        memory[log + memory[log]] = cell | (before ^ mask) << LOST
    return mask != 0


@unaliased
def put_noted(memory: Pointer, cells: int, log: int, cell: int, mask: int) -> bool:
    """Do the same where it is noted already which digits have lost a place."""
    before = memory[cells + cell]
    if mask != before:
        memory[cells + cell] = mask
        memory[log] += 1
        memory[log + memory[log]] = cell
    return mask != 0
