"""What is said of an error."""

from __future__ import annotations


def describe(error: Exception) -> str:
    """Return an error's message; one of the operating system leads with the file's name.

    Examples
    --------
    >>> describe(FileNotFoundError(2, "No such file or directory", "puzzles.txt"))
    'puzzles.txt: No such file or directory'
    """
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)
