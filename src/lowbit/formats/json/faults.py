"""Faults in JSON: the reason why a text is not JSON, and the repair."""

from __future__ import annotations

import json

PLACE_FOLLOWS = " at"
"""The end of the part of Python's message before the place, which is reported separately."""


def why_no_json(error: ValueError | RecursionError) -> str:
    r"""Return why the text is not JSON, from the error of Python's decoder.

    Examples
    --------
    >>> try:
    ...     json.loads('["53..7')
    ... except ValueError as error:
    ...     print(why_no_json(error))
    a string is not closed
    """
    if not isinstance(error, json.JSONDecodeError):
        is_deep = isinstance(error, RecursionError)
        return "it is nested too deep" if is_deep else "a number has thousands of digits"
    goes_on_in_next_line = error.doc[error.pos : error.pos + 1] == "\n"
    if error.msg.startswith("Unterminated string") or (
        goes_on_in_next_line and error.msg.startswith("Invalid control character")
    ):
        return "a string is not closed"
    return error.msg.removesuffix(PLACE_FOLLOWS)
