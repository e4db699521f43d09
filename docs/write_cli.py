"""Write docs/reference/cli.md from the help of each command, as ``make docs`` does."""

from __future__ import annotations

import sys
from inspect import cleandoc
from typing import TYPE_CHECKING

import click

from lowbit.cli.main import COMMANDS, cli

if TYPE_CHECKING:
    from collections.abc import Iterator

INTRODUCTION = """\
# The command

`make docs` writes this page from the program's own help; a test compares the two.

```sh
lowbit COMMAND [OPTIONS] [ARGUMENTS]
lowbit --version
lowbit --help
```

Results go to standard output, everything else to standard error.

| exit code | meaning |
|---|---|
| 0 | all went well |
| 1 | some input was bad or had no answer, or the output could not be written |
| 2 | wrong usage |
| 129 | SIGHUP: the terminal was closed |
| 130 | SIGINT: Ctrl-C |
| 143 | SIGTERM |

`lowbit` imports nothing from the folder where it runs. `python -m lowbit` leaves that folder as
soon as lowbit is found, but before, Python itself looks there: it would run a `lowbit.py` in place
of lowbit. `python -P -m lowbit` does not.
"""


def main() -> None:
    """Print the page."""
    sys.stdout.write("\n".join([INTRODUCTION, *sections()]))


def sections() -> Iterator[str]:
    """Yield what the page says about each command, and the commands of those that are groups."""
    context = click.Context(cli, info_name="lowbit")
    for name in COMMANDS:
        command = cli.get_command(context, name)
        if command is None:
            raise KeyError(name)
        yield section(name, command, context)
        if isinstance(command, click.Group):
            inner = click.Context(command, context, name)
            for word, one in command.commands.items():
                yield section(f"{name} {word}", one, inner)


def section(name: str, command: click.Command, context: click.Context) -> str:
    """Return what the page says about one command."""
    usage = " ".join(["lowbit", name, *command.collect_usage_pieces(context)])
    options = [option for option in command.params if isinstance(option, click.Option)]
    shown = [option for option in options if not option.hidden]
    parts = [
        f"## `lowbit {name}`",
        *paragraphs(command.help or ""),
        fenced(usage),
        *(["\n".join(map(item, shown))] if shown else []),
        *paragraphs(command.epilog or ""),
    ]
    return "\n\n".join(parts) + "\n"


def paragraphs(text: str) -> Iterator[str]:
    r"""Yield the paragraphs of a help text; one that ``\b`` leads to is kept line by line."""
    for paragraph in filter(None, cleandoc(text).split("\n\n")):
        first, _, rest = paragraph.partition("\n")
        yield fenced(rest) if first == "\b" else paragraph


def item(option: click.Option) -> str:
    """Return a list's line on one option."""
    choices = option.type.choices if isinstance(option.type, click.Choice) else ()
    value = option.metavar or "|".join(choices)
    names = ", ".join(option.opts)
    return f"- `{names}{value and ' '}{value}`: {option.help}"


def fenced(text: str) -> str:
    """Return text as a block that is shown as it is."""
    return f"```text\n{text}\n```"


if __name__ == "__main__":
    main()
