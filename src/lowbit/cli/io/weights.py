"""The option for weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from lowbit.errors import LowbitError
from lowbit.verbs.maximize.weights import NAMES, read_weights


def read_weights_option(
    _ctx: click.Context, _option: click.Parameter, name: str | None
) -> str | list[Any] | None:
    """Return a name of weights as it is, and the numbers of a file."""
    if name is None or name in NAMES:
        return name
    if not Path(name).exists():
        known = " and ".join(NAMES)
        raise click.BadParameter(f"there is no file {name}; the named weights are {known}")
    try:
        return read_weights(name)
    except (LowbitError, OSError) as error:
        raise click.BadParameter(str(error)) from None
