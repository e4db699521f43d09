"""Machine code that Numba made, called without Numba.

A kernel is entered with the address of a row of words: room for its results, then the fields
of its arguments, one after the other. An array has seven fields or more::

    owner, parent (0, for nobody counts references), size, bytes an item, address, shape, strides
"""

from __future__ import annotations

import ctypes
import json
from array import array
from struct import Struct, calcsize
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

import numpy as np

from lowbit.kernels.core.linking import linked

if TYPE_CHECKING:
    from collections.abc import Sequence

ENTRY = "entry"
"""The name of the function that is called with the address of words; 0 is its answer."""

N_WORD = 8
"""Bytes of a word, and of the number that says how long a part of a file is."""

PLAIN: Final = {np.dtype(np.int64): "int", np.dtype(np.bool_): "bool"}
"""The types of NumPy's numbers that a kernel takes as it does Python's."""

_first_item = ctypes.c_char.from_buffer


class ObjectCode(NamedTuple):
    """A compiled kernel that is not linked yet.

    Attributes
    ----------
    objects : sequence of bytes
        Object files, with a function `ENTRY`.
    results : str
        The format of its results, as `struct` writes it.
    is_tuple : bool
        Whether it returns a tuple; else it is one value, or None.
    """

    objects: Sequence[bytes]
    results: str
    is_tuple: bool

    @classmethod
    def from_bytes(cls, kept: bytes) -> Self:
        """Return the code that `to_bytes` wrote."""
        header, *objects = _parts(kept)
        return cls(objects, **json.loads(header))

    def to_bytes(self) -> bytes:
        """Return this as one row of bytes."""
        header = json.dumps({"results": self.results, "is_tuple": self.is_tuple}).encode()
        return b"".join(len(part).to_bytes(N_WORD) + part for part in (header, *self.objects))


class MachineCode:
    """A compiled kernel, linked with this process.

    Parameters
    ----------
    code : ObjectCode
    """

    def __init__(self, code: ObjectCode) -> None:
        self._results = Struct(code.results)
        self._room = [0] * n_words(code.results)
        self._is_tuple = code.is_tuple
        self._owner, self._enter = linked(code.objects, ENTRY)

    def __call__(self, fields: list[int]) -> Any:
        """Call the kernel with the fields of its arguments."""
        return self.enter(self.laid_out(fields))

    def laid_out(self, fields: list[int]) -> array[int]:
        """Return the row of words for a call with these fields."""
        return array("q", self._room + fields)

    def enter(self, words: array[int]) -> Any:
        """Call the kernel with a row of words, to which it writes its results."""
        if self._enter(words.buffer_info()[0]):
            raise RuntimeError("a kernel failed")
        found = self._results.unpack_from(words)
        if self._is_tuple:
            return found
        return found[0] if found else None


def n_words(results: str) -> int:
    """Return how many words the results of a kernel take."""
    return -(-calcsize(results) // N_WORD)


def flatten(value: object, fields: list[int], signature: list[object]) -> None:
    """Add the fields of an argument to others, and their types to the signature.

    Raises
    ------
    TypeError
        If no kernel takes an argument of this type.
    """
    if isinstance(value, np.ndarray):
        signature += value.dtype, value.ndim, value.flags.c_contiguous
        fields += 0, 0, value.size, value.itemsize, _address(value), *value.shape, *value.strides
    elif isinstance(value, tuple):
        signature.append(type(value).__name__)
        for field in value:
            flatten(field, fields, signature)
    elif isinstance(value, np.generic) and value.dtype.kind in "iub":
        signature.append(PLAIN.get(value.dtype, value.dtype))
        fields.append(int(value.astype(np.int64)))
    elif isinstance(value, int):
        signature.append(type(value).__name__)
        fields.append(value)
    else:
        raise TypeError(f"no kernel takes an argument of type {type(value).__name__}")


def _address(values: Any) -> int:
    """Return the address of an array, in the quickest way that there is; 0 if it is empty."""
    if not values.size:
        return 0
    if values.flags.c_contiguous and values.flags.writeable:
        return ctypes.addressof(_first_item(values))
    address: int = values.ctypes.data
    return address


def _parts(kept: bytes) -> list[bytes]:
    parts, at = [], 0
    while at < len(kept):
        length = int.from_bytes(kept[at : at + N_WORD])
        at += N_WORD + length
        parts.append(kept[at - length : at])
    return parts
