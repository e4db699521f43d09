"""Files of pictures."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

import click

from lowbit.cli.io.outputs import open_bytes
from lowbit.pictures import to_pdf, to_png, to_svg
from lowbit.pictures.themes import NAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lowbit.pictures.parts import Picture

    Encoder: TypeAlias = Callable[[Iterable[Picture]], bytes]

STDOUT = "-"

FORMATS = ("svg", "png", "pdf")

NUMBER = "{}"
"""The placeholder of a picture's number in the name of its file."""

THEME = click.option(
    "--theme",
    type=click.Choice(NAMES),
    default=NAMES[0],
    help="The colours; light by default, and auto follows the reader's system.",
)


def format_of(output: str) -> str:
    """Return the format that the name of an output asks for; SVG for standard output."""
    ending = "svg" if output == STDOUT else PurePath(output).suffix.lower()[1:]
    if ending not in FORMATS:
        known = ", ".join(f".{name}" for name in FORMATS)
        raise click.BadParameter(f"{output} must end in one of {known}", param_hint="-o")
    return ending


def encoder(format_name: str, theme: str, width: int | None = None) -> Encoder:
    """Return the function that makes a file of pictures; only PDF holds more than one."""
    encoders: dict[str, Encoder] = {
        "svg": lambda pictures: f"{to_svg(_only(pictures), theme, width)}\n".encode(),
        "png": lambda pictures: to_png(_only(pictures), theme, width),
        "pdf": lambda pictures: to_pdf(pictures, theme),
    }
    return encoders[format_name]


def _only(pictures: Iterable[Picture]) -> Picture:
    """Return the only picture, or raise where there are more."""
    first, *more = islice(pictures, 2)
    if more:
        raise click.UsageError(
            "several pictures need a name with {} for the number, such as "
            "-o 'picture-{}.svg', or make a PDF"
        )
    return first


def write_pictures(output: str, encode: Encoder, pictures: Iterator[Picture]) -> None:
    """Write pictures: each to a file of its own where the name has a place for its number."""
    if NUMBER in output:
        for number, picture in enumerate(pictures, 1):
            _write_file(output.replace(NUMBER, str(number)), encode([picture]))
    elif first := list(islice(pictures, 1)):
        _write_file(output, encode(chain(first, pictures)))


def _write_file(name: str, content: bytes) -> None:
    with open_bytes(name) as stream:
        stream.write(content)
