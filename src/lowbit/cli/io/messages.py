"""The messages of errors."""

from __future__ import annotations

from lowbit.errors import InputError


def describe(error: Exception) -> str:
    """Return an error's message, with the option that would help, where one would.

    One of the operating system leads with the file's name.

    Examples
    --------
    >>> describe(FileNotFoundError(2, "No such file or directory", "puzzles.txt"))
    'puzzles.txt: No such file or directory'
    """
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, InputError) and error.argument:
        return f"{error} (--{error.argument.replace('_', '-')})"
    return str(error)
