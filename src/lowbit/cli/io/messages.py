"""The messages of errors."""

from __future__ import annotations

from lowbit.errors import InputError
from lowbit.formats.streams.sink import OF_THE_DISK


def describe(error: Exception) -> str:
    """Return an error's message, with the option that would help, where one would.

    An error of the operating system begins with the file's name; standard output gets one here.

    Examples
    --------
    >>> describe(FileNotFoundError(2, "No such file or directory", "puzzles.txt"))
    'puzzles.txt: No such file or directory'
    >>> describe(OSError(28, "No space left on device"))
    '<stdout>: No space left on device'
    """
    if isinstance(error, OSError) and error.strerror:
        name = error.filename or ("<stdout>" if error.errno in OF_THE_DISK else "")
        return f"{name}: {error.strerror}" if name else error.strerror
    if isinstance(error, InputError) and error.argument:
        return f"{error} (--{error.argument.replace('_', '-')})"
    return str(error)
