"""Characters beyond ASCII in a text, for kernels: which are UTF-8, which are white space."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lowbit.kernels.classic.texts.characters import SPACE, TAB
from lowbit.kernels.core.compile import part

if TYPE_CHECKING:
    from lowbit.kernels.core.arrays import Bytes

NO_CHARACTER: Final = -1
LAST_ASCII: Final = 0x7F
LAST_PRINTED: Final = 0x7E

SPACES: Final = np.array(
    [0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000], np.int64
)
"""The white space of Python beyond ASCII."""

PRINTED: Final = np.array(
    [
        (0xC0, 0x24F),  # Latin
        (0x400, 0x52F),  # Cyrillic
        (0x3001, 0x303F),  # punctuation
        (0x3041, 0x3096),  # Hiragana
        (0x30A1, 0x30FA),  # Katakana
        (0x4E00, 0x9FEF),  # Han
        (0xAC00, 0xD7A3),  # Hangul
        (0xFF01, 0xFF5E),  # full width
    ],
    np.int64,
)
"""The first and the last of ranges that messages show as they are: most characters that people
write."""


@part
def character_at(text: Bytes, at: int) -> tuple[int, int]:
    """Return the character that begins at a byte, and how many bytes it takes.

    NO_CHARACTER and 0 stand for bytes that are no UTF-8. The byte behind a line is not part of any.
    """
    lead = int(text[at])
    if lead <= LAST_ASCII:
        return lead, 1
    if 0xC2 <= lead <= 0xDF:
        character, width, least = lead & 0x1F, 2, 0x80
    elif 0xE0 <= lead <= 0xEF:
        character, width, least = lead & 0x0F, 3, 0x800
    elif 0xF0 <= lead <= 0xF4:
        character, width, least = lead & 0x07, 4, 0x10000
    else:
        return NO_CHARACTER, 0
    for place in range(1, width):
        byte = int(text[at + place])
        if byte & 0xC0 != 0x80:
            return NO_CHARACTER, 0
        # A byte that continues a character has six bits of it.
        character = character << 6 | byte & 0x3F
    if character < least or 0xD800 <= character <= 0xDFFF or character > 0x10FFFF:
        return NO_CHARACTER, 0
    return character, width


@part
def is_plain(text: Bytes, at: int, end: int) -> bool:
    """Whether ``text[at:end]`` is UTF-8 without white space or controls but blanks and tabs."""
    while at < end:
        character, width = character_at(text, at)
        if width == 0:
            return False
        if width == 1 and not (SPACE <= character <= LAST_PRINTED or character == TAB):
            return False
        if width > 1 and _is_space(character):
            return False
        at += width
    return True


@part
def n_characters(text: Bytes, at: int, end: int) -> int:
    """Return how many characters ``text[at:end]`` has."""
    n = 0
    for place in range(at, end):
        n += text[place] & 0xC0 != 0x80
    return n


@part
def is_printed(character: int) -> bool:
    """Whether messages show a character as it is; False where that is not known."""
    for place in range(len(PRINTED)):
        if PRINTED[place, 0] <= character <= PRINTED[place, 1]:
            return True
    return SPACE < character <= LAST_PRINTED


@part
def _is_space(character: int) -> bool:
    for place in range(SPACES.size):
        if SPACES[place] == character:
            return True
    return False
