"""Automata as Interactive Sudoku Solver packs them: bits in base 64.

A header says how the states are numbered: the start states first, then the accepting ones, then the
others. The transitions of each state follow, either one by one (plain), or after a mask of the
values that have one (packed).
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from lowbit.constraints.automata import DEAD, Automaton, automaton_of
from lowbit.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PLAIN, PACKED = 0, 1
MAX_VALUES, MAX_STATE_BITS = 16, 16


class _Header(NamedTuple):
    form: int
    state_bits: int
    n_values: int
    n_starts: int
    n_accepting: int  # beside the starts
    accepting_starts: int
    count_bits: int


def read_nfa(text: str, values: range, breaks: Sequence[int] = ()) -> Automaton:
    """Return the automaton that a text packs, made deterministic.

    Parameters
    ----------
    text : str
        The text.
    values : range
        The values of the board.
    breaks : sequence of int
        After how many values it reads that a segment ends, which is one symbol more.

    Raises
    ------
    FormatError
        If the text is damaged, or the automaton reads something else.

    Examples
    --------
    >>> ends_low = Automaton(((1, 0), (1, 0)), (False, True))
    >>> read_nfa(write_nfa(ends_low), range(1, 3)) == ends_low
    True
    """
    try:
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise FormatError("an automaton is damaged: it is not base 64") from None
    bits = _PackedBits(packed)
    header = _header(bits)
    if header.n_values > len(values) + 1:
        raise FormatError("an automaton reads more values than the board has")
    if breaks and header.n_values == len(values):
        raise FormatError("an automaton knows no breaks, but its cells have some")
    table = dict(enumerate(_transitions(bits, header)))
    last = max(breaks, default=-1)

    def moved(states: frozenset[int], symbol: int) -> frozenset[int]:
        return frozenset(to for one in states for own, to in table.get(one, ()) if own == symbol)

    def past(states: frozenset[int], n_read: int) -> frozenset[int]:
        return reduce(lambda own, _: moved(own, len(values)), range(breaks.count(n_read)), states)

    def step(before: tuple[int, frozenset[int]], value: int) -> tuple[int, frozenset[int]] | None:
        n_read = min(before[0] + 1, last + 1)  # from the last break on, nobody counts
        after = moved(before[1], value - values[0])
        after = past(after, n_read)
        return (n_read, after) if after else None

    starts = range(header.n_starts)
    accepting = {state for state in starts if header.accepting_starts >> state & 1}
    accepting |= set(range(header.n_starts, header.n_starts + header.n_accepting))
    return automaton_of(
        (0, past(frozenset(starts), 0)), step, lambda state: bool(state[1] & accepting), values
    )


def write_nfa(automaton: Automaton) -> str:
    """Return an automaton packed.

    Raises
    ------
    FormatError
        If it has more values or states than there is room for.
    """
    n_states, n_values = len(automaton.transitions), len(automaton.transitions[0])
    state_bits = max(1, (n_states - 1).bit_length())
    if n_values > MAX_VALUES or state_bits > MAX_STATE_BITS:
        raise FormatError(f"an automaton of {n_states} states over {n_values} values is too large")
    rest = sorted(range(1, n_states), key=lambda state: not automaton.accepting[state])
    number = {state: at for at, state in enumerate((0, *rest))}
    n_accepting = sum(automaton.accepting[1:])
    fields = [
        (PACKED, 2),
        (state_bits - 1, 4),
        (n_values - 1, 4),
        (1, state_bits),
        (n_accepting, state_bits),
        (automaton.accepting[0], 1),
    ]
    for state in number:
        row = automaton.transitions[state]
        fields.append((sum(1 << at for at, to in enumerate(row) if to != DEAD), n_values))
        fields += [(number[to], state_bits) for to in row if to != DEAD]
    bits = "".join(f"{value:0{width}b}" for value, width in fields)
    bits += "0" * (-len(bits) % 8)
    packed = int(bits, 2).to_bytes(len(bits) // 8, "big")
    return urlsafe_b64encode(packed).decode().rstrip("=")


class _PackedBits:
    """Bytes, read as numbers of any number of bits, their highest bit first."""

    def __init__(self, packed: bytes) -> None:
        self._bits = "".join(f"{byte:08b}" for byte in packed)
        self._at = 0

    @property
    def n_left(self) -> int:
        """The number of bits that are left."""
        return len(self._bits) - self._at

    def number(self, width: int) -> int:
        """Return the next number of so many bits."""
        if width > self.n_left:
            raise FormatError("an automaton is cut off")
        start, self._at = self._at, self._at + width
        return int(self._bits[start : self._at] or "0", 2)


def _header(bits: _PackedBits) -> _Header:
    form, state_bits, n_values = bits.number(2), bits.number(4) + 1, bits.number(4) + 1
    if form not in {PLAIN, PACKED}:
        raise FormatError("an automaton is packed in a way that lowbit does not know")
    n_starts, n_accepting = bits.number(state_bits), bits.number(state_bits)
    accepting_starts = bits.number(n_starts)
    count_bits = bits.number(4) if form == PLAIN else 0
    return _Header(form, state_bits, n_values, n_starts, n_accepting, accepting_starts, count_bits)


def _transitions(bits: _PackedBits, header: _Header) -> Iterator[list[tuple[int, int]]]:
    """Yield for each state the values that have a transition, from 0, and their targets."""
    value_bits = (header.n_values - 1).bit_length()
    if header.form == PACKED:
        while bits.n_left >= header.n_values:
            mask = bits.number(header.n_values)
            values = [at for at in range(header.n_values) if mask >> at & 1]
            yield [(value, bits.number(header.state_bits)) for value in values]
        return
    while header.count_bits and bits.n_left >= header.count_bits:
        count = bits.number(header.count_bits)
        yield [(bits.number(value_bits), bits.number(header.state_bits)) for _ in range(count)]
