"""Text compressed as the library lz-string does: LZ78 with codes that grow, in base 64.

f-puzzles and SudokuPad put puzzles into links this way. PyPI's port, lzstring 1.0.4, needs
`future`, a package for Python 2.
"""

from __future__ import annotations

import string
from typing import Final

from lowbit.errors import FormatError

BASE64: Final = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"

NARROW, WIDE, END = range(3)
"""The first codes: a character of 8 bits follows, one of 16 bits, nothing."""

MAX_CHARACTERS: Final = 1 << 24
"""More characters than any puzzle has: a few thousand of them can expand to gigabytes."""


def decompress(text: str) -> str:
    """Return the text that is compressed in base 64.

    Raises
    ------
    FormatError
        If it is damaged, cut off, or expands to more than any puzzle has.

    Examples
    --------
    >>> decompress("N4IgzglgXgpiBcBOANCALhNAbAhgFzAAsB7EAXyA")[:10]
    '{"size":9,'
    """
    bits = _Base64Bits(text)
    phrases, before, found, n_characters = [""] * 3, "", [], 0
    while (code := bits.number(len(phrases).bit_length())) != END:
        if code < END:
            phrases.append(chr(bits.number(8 if code == NARROW else 16)))
            code = len(phrases) - 1
        if code > len(phrases) or (code == len(phrases) and not before):
            raise FormatError("the compressed text is damaged; copy the whole link again")
        phrase = phrases[code] if code < len(phrases) else before + before[0]
        n_characters += len(phrase)
        if n_characters > MAX_CHARACTERS:
            raise FormatError(f"the compressed text is longer than {MAX_CHARACTERS} characters")
        found.append(phrase)
        if before:
            phrases.append(before + phrase[0])
        before = phrase
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def compress(text: str) -> str:
    """Return a text compressed, in base 64, as lz-string itself writes it.

    Examples
    --------
    >>> compress("abcabc"), decompress(compress("abcabc"))
    ('IYIwxqZA', 'abcabc')
    """
    codes, phrase = _Codes(), ""
    units = text.encode("utf-16-le", "surrogatepass")
    for low, high in zip(units[::2], units[1::2], strict=True):
        unit = chr(low | high << 8)
        codes.meet(unit)
        if phrase + unit in codes.known:
            phrase += unit
        else:
            codes.write_code(phrase)
            codes.learn(phrase + unit)
            phrase = unit
    if phrase:
        codes.write_code(phrase)
    return codes.ended()


class _Base64Bits:
    """The bits of a text in base 64, read as numbers, their lowest bit first."""

    def __init__(self, text: str) -> None:
        values = [BASE64.find(letter) for letter in text.rstrip("=")]
        if -1 in values:
            wrong = text[values.index(-1)]
            raise FormatError(f"{wrong!r} is not a character of a compressed text (base 64)")
        self._bits = "".join(f"{value:06b}" for value in values)
        self._at = 0

    def number(self, width: int) -> int:
        """Return the next number of so many bits."""
        start, self._at = self._at, self._at + width
        if self._at > len(self._bits):
            raise FormatError("the compressed text is cut off; copy the whole link again")
        return int(self._bits[start : self._at][::-1], 2)


class _Codes:
    """The codes of phrases on the way out, and the bits so far.

    Attributes
    ----------
    known : dict
        The code of each phrase.
    """

    def __init__(self) -> None:
        self.known: dict[str, int] = {}
        self._unwritten: set[str] = set()
        self._n_phrases = END + 1  # known to the reader so far
        self._bits: list[str] = []

    def meet(self, unit: str) -> None:
        """Give a character a code when it first occurs."""
        if unit not in self.known:
            self.learn(unit)
            self._unwritten.add(unit)

    def learn(self, phrase: str) -> None:
        """Give a phrase the next code."""
        self.known[phrase] = len(self.known) + END + 1

    def write_code(self, phrase: str) -> None:
        """Write the code of a phrase; if it is a new character, the character itself."""
        width, is_first = self._n_phrases.bit_length(), self._n_phrases == END + 1
        if phrase in self._unwritten:
            self._unwritten.remove(phrase)
            is_wide = ord(phrase) > 255
            self._write(WIDE if is_wide else NARROW, width)
            self._write(ord(phrase), 16 if is_wide else 8)
            self._n_phrases += 1
        else:
            self._write(self.known[phrase], width)
        self._n_phrases += not is_first

    def ended(self) -> str:
        """Return everything written, in base 64."""
        self._write(END, self._n_phrases.bit_length())
        bits = "".join(self._bits) + "0"
        bits += "0" * (-len(bits) % 6)
        text = "".join(BASE64[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
        return text + "=" * (-len(text) % 4)

    def _write(self, number: int, width: int) -> None:
        self._bits.append(f"{number:0{width}b}"[::-1])
