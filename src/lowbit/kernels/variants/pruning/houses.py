"""Pruning by all houses at once: by the places that are left for each digit that has lost some.

A house has as many cells as there are digits, so each digit has a place in it. Most changes touch
most houses, and few of these learn anything; so a vector counts the places of a digit in eight
houses at a time, and only houses in which few are left are looked at one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lowbit.kernels.core.bits import lowest
from lowbit.kernels.core.compile import cgutils, intrinsic, ir, types, unaliased
from lowbit.kernels.variants.layout import (
    BLOCK,
    FIRST_HOUSE,
    GONE,
    HOUSE_NUMBERS,
    HOUSE_SETS,
    N_BLOCKS,
    N_CELLS,
    N_DIGITS,
    N_WORDS,
    STARTS,
    SURE,
    WAITING,
    WORD,
    put,
)
from lowbit.kernels.variants.pruning.sets import FEW_IN_GROUP, FEW_IN_HOUSE, SMALL, prune_seen

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Pointer
    from lowbit.kernels.core.lowering import Builder, Kind, Signature, Target, Typing, Value, Values

WIDTH: Final = 8
"""Houses in a vector."""


@unaliased
def note_gone(program: Pointer, memory: Pointer, places: int, cell: int, lost: int) -> None:
    """Take a cell from the places of the digits that it has lost, for houses to look at."""
    gone, n_words = program[GONE], program[N_WORDS]
    memory[gone] |= lost
    # Division and remainder of a number that may be signed take longer than a shift and a mask.
    word, bit = cell >> 6, 1 << (cell & WORD - 1)
    while lost:
        at = lowest(lost) * n_words + word
        lost &= lost - 1
        memory[places + at] &= ~bit
        memory[gone + 1 + at] |= bit


@unaliased
def forget_gone(program: Pointer, memory: Pointer) -> None:
    """Forget which places are gone."""
    gone, n_words = program[GONE], program[N_WORDS]
    left = memory[gone]
    memory[gone] = 0
    while left:
        for at in range(gone + 1 + lowest(left) * n_words, gone + 1 + (lowest(left) + 1) * n_words):
            memory[at] = 0
        left &= left - 1


@unaliased
def prune_houses(program: Pointer, memory: Pointer, cells: int, log: int) -> int:
    """Prune by the houses that have lost places; return the operation of one that fails, or `SURE`.

    A digit with a single place goes there; one with a few leaves each cell that differs from all.
    """
    gone, n_words = program[GONE], program[N_WORDS]
    places = cells + program[N_CELLS] + 1
    if _is_full(program, memory, places):
        forget_gone(program, memory)
    while memory[gone]:
        digit = lowest(memory[gone])
        lost = gone + 1 + digit * n_words
        for block in range(program[N_BLOCKS]):
            house = _prune_block(program, memory, cells, log, block, places, lost, digit)
            if house != SURE:
                return program[program[HOUSE_NUMBERS] + house]
        for word in range(n_words):
            memory[lost + word] = 0
        memory[gone] ^= 1 << digit
        # Quick operations come before the other digits: they may place these for less.
        if memory[log] and memory[gone]:
            first = program[FIRST_HOUSE]
            memory[program[WAITING] + first // WORD] |= 1 << first % WORD
            return SURE
    return SURE


@unaliased
def _prune_block(
    program: Pointer,
    memory: Pointer,
    cells: int,
    log: int,
    block: int,
    places: int,
    lost: int,
    digit: int,
) -> int:
    """Prune by the places of a digit in a block of houses; return one that fails, or `SURE`."""
    n_words, numbers = program[N_WORDS], program[HOUSE_NUMBERS]
    sets = program[HOUSE_SETS] + block * BLOCK * n_words
    few = FEW_IN_HOUSE if program[N_DIGITS] <= SMALL else FEW_IN_GROUP
    held, open_cells = places + digit * n_words, places + program[N_DIGITS] * n_words
    empty, single, several = _counted(program, sets, memory, held, lost, open_cells, n_words, few)
    if empty:
        return block * BLOCK + lowest(empty)
    bit = 1 << digit
    while single:
        house = block * BLOCK + lowest(single)
        single &= single - 1
        place = _place(program, memory, _own(program, program[numbers + house]), held)
        if not put(memory, cells, log, place, memory[cells + place] & bit):
            return house
    while several:
        house = block * BLOCK + lowest(several)
        several &= several - 1
        own = _own(program, program[numbers + house])
        if not prune_seen(program, memory, cells, log, own, bit):
            return house
    return SURE


@unaliased
def _is_full(program: Pointer, memory: Pointer, places: int) -> bool:
    """Return whether each cell has one digit: then houses have nothing to add to their peers."""
    first = places + program[N_DIGITS] * program[N_WORDS]
    several = 0
    for word in range(first, first + program[N_WORDS]):
        several |= memory[word]
    return several == 0


@unaliased
def _own(program: Pointer, operation: int) -> int:
    """Return where the cells of a house are as a set."""
    start = program[program[STARTS] + operation]
    return start + 2 + program[start + 1]


@unaliased
def _place(program: Pointer, memory: Pointer, own: int, held: int) -> int:
    """Return the first cell of a set at `own` that is among places at `held`; there must be one."""
    word = 0
    while program[own + word] & memory[held + word] == 0:
        word += 1
    return word * WORD + lowest(program[own + word] & memory[held + word])


@intrinsic
def _counted(
    _context: Typing,
    _program: Kind,
    _sets: Kind,
    _memory: Kind,
    _held: Kind,
    _lost: Kind,
    _open_cells: Kind,
    _n_words: Kind,
    _few: Kind,
) -> Any:
    """Return those of a block of houses that have lost a place, as bits: without any, one, a few.

    The sets of the houses begin at `sets`: word after word, each of all houses of the block. One
    that is in a cell without other digits does not count.
    """
    words, number = types.CPointer(types.int64), types.int64
    result = types.UniTuple(number, 3)

    def lower(context: Target, builder: Builder, _signature: Signature, args: Values) -> Value:
        program, sets, memory, held, lost, open_cells, n_words, few = args
        counter = _HouseCounter(builder)
        of_cells = [builder.gep(memory, [each]) for each in (held, lost, open_cells)]
        counter.add_words(builder.gep(program, [sets]), of_cells, n_words)
        return context.make_tuple(builder, result, counter.classes(few))

    return result(words, number, words, number, number, number, number, number), lower


class _HouseCounter:
    """Builds the code that counts places of a digit in a block of houses."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._word = ir.IntType(64)
        self._vector = ir.VectorType(self._word, WIDTH)
        zero = ir.Constant(self._vector, [0] * WIDTH)
        self._parts = range(BLOCK // WIDTH)
        self._counts = [cgutils.alloca_once_value(builder, zero) for _ in self._parts]
        self._touched = [cgutils.alloca_once_value(builder, zero) for _ in self._parts]
        self._open = [cgutils.alloca_once_value(builder, zero) for _ in self._parts]

    def add_words(self, sets: Value, of_cells: list[Value], n_words: Value) -> None:
        """Add the counts of each word of the sets of cells, in a loop that LLVM leaves a loop."""
        builder, number = self._builder, self._word
        before, loop = builder.block, builder.append_basic_block("words")
        after = builder.append_basic_block("counted")
        builder.branch(loop)
        builder.position_at_end(loop)
        first = builder.phi(number)
        first.add_incoming(number(0), before)
        # An empty instruction hides the number from LLVM, which would unroll the loop.
        word = builder.asm(ir.FunctionType(number, [number]), "", "=r,0", [first], False)
        for at in (word, builder.add(word, number(1))):  # their number is even
            self._add_word(sets, at, *(self._all(cells, at) for cells in of_cells))
        following = builder.add(word, number(2))
        first.add_incoming(following, builder.block)
        builder.cbranch(builder.icmp_signed("<", following, n_words), loop, after)
        builder.position_at_end(after)

    def _add_word(
        self, sets: Value, word: Value, held: Value, lost: Value, open_cells: Value
    ) -> None:
        builder = self._builder
        for part in self._parts:
            at = builder.add(builder.mul(word, self._word(BLOCK)), self._word(part * WIDTH))
            place = builder.bitcast(builder.gep(sets, [at]), self._vector.as_pointer())
            own = builder.load(place, typ=self._vector)
            # Programs lie one behind the other, each at any word.
            own.align = 8
            count, mine = self._counts[part], builder.and_(own, held)
            builder.store(builder.add(builder.load(count), self._n_bits(mine)), count)
            self._add_bits(self._touched[part], builder.and_(own, lost))
            self._add_bits(self._open[part], builder.and_(mine, open_cells))

    def _add_bits(self, place: Value, bits: Value) -> None:
        self._builder.store(self._builder.or_(self._builder.load(place), bits), place)

    def classes(self, few: Value) -> list[Value]:
        """Return the houses that have lost a place, and have none left, one, or a few."""
        builder = self._builder
        found = [self._word(0)] * 3
        for part in self._parts:
            count = builder.load(self._counts[part])
            # Comparisons give a bit for each house: a vector of them is a mask after a cast.
            is_touched = builder.icmp_unsigned("!=", builder.load(self._touched[part]), self._zero)
            several = builder.and_(
                builder.icmp_unsigned(">", count, self._same(1)),
                builder.icmp_unsigned("<=", count, self._spread(few)),
            )
            is_open = builder.icmp_unsigned("!=", builder.load(self._open[part]), self._zero)
            ones = builder.and_(builder.icmp_unsigned("==", count, self._same(1)), is_open)
            none = builder.icmp_unsigned("==", count, self._zero)
            for place, houses in enumerate((none, ones, several)):
                bits = builder.bitcast(builder.and_(houses, is_touched), ir.IntType(WIDTH))
                moved = builder.shl(builder.zext(bits, self._word), self._word(part * WIDTH))
                found[place] = builder.or_(found[place], moved)
        return found

    @property
    def _zero(self) -> Value:
        return self._same(0)

    def _same(self, number: int) -> Value:
        return ir.Constant(self._vector, [number] * WIDTH)

    def _all(self, words: Value, at: Value) -> Value:
        return self._spread(self._builder.load(self._builder.gep(words, [at])))

    def _spread(self, word: Value) -> Value:
        """Return a vector of the same word everywhere."""
        builder, undefined = self._builder, ir.Constant(self._vector, ir.Undefined)
        first = builder.insert_element(undefined, word, ir.IntType(32)(0))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
        return builder.shuffle_vector(first, undefined, lanes)

    def _n_bits(self, vector: Value) -> Value:
        count = cgutils.get_or_insert_function(
            self._builder.module,
            ir.FunctionType(self._vector, [self._vector]),
            f"llvm.ctpop.v{WIDTH}i64",
        )
        return self._builder.call(count, [vector])
