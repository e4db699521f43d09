"""The examples at the end of a command's help."""


def examples(*lines: str) -> str:
    """Return the end of a command's help: lines to try, from the project's folder."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])
