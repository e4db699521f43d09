"""``lowbit hint``: the next step."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from lowbit.cli.examples import examples
from lowbit.cli.io.pictures import FORMATS, THEME
from lowbit.cli.options import SECONDS, run_options
from lowbit.cli.run.steps import FoundSteps, step_board, write_steps
from lowbit.cli.step_options import LANGUAGE, RULES
from lowbit.errors import LimitReachedError
from lowbit.status import Status
from lowbit.verbs.steps.hint import CLAIMS, STEP, WHERE, hint

if TYPE_CHECKING:
    from collections.abc import Callable

    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid
    from lowbit.puzzle import Puzzle
    from lowbit.verbs.steps.hint import Hint


@click.command(
    "hint",
    epilog=examples(
        "lowbit hint examples/board.txt",
        "lowbit hint --detail 1 examples/board.txt",
        "lowbit hint --to png examples/board.txt -o 'hint-{}.png'",
    ),
)
@click.option(
    "--detail",
    type=click.IntRange(WHERE, CLAIMS),
    default=STEP,
    metavar="N",
    help="1: where to look; 2: the technique; 3, the default: the whole step; 4: with all claims "
    "of a long proof.",
)
@RULES
@LANGUAGE
@THEME
@SECONDS
@run_options("line", "board", *FORMATS, constraints=True)
def command(  # noqa: PLR0913 - one for each option
    run: Run,
    *,
    detail: int,
    rules: str | list[str],
    language: str,
    theme: str,
    time_limit: float | None,
) -> int:
    """Show the next step of puzzles, one line each.

    PUZZLES are files, - for standard input (the default), or literal puzzles. A puzzle may have
    candidates left out, in the pencilmark format. For a puzzle with several solutions, techniques
    that rely on a single one are left out, with a note. With constraints, steps follow from these,
    too. --to board draws the position below the sentences, with all claims of a long proof; --to
    svg, png and pdf make a picture of the whole step.
    """
    if detail < STEP and run.to != "line":
        raise click.UsageError(
            "--detail does not apply to a board or a picture, which shows the whole step"
        )
    ask = partial(hint, detail=detail, rules=rules, language=language, time_limit=time_limit)
    return write_steps(run, partial(_find, ask=ask, to=run.to, language=language), theme, language)


def _find(
    grid: Grid | Puzzle, *, ask: Callable[[Grid | Puzzle], Hint], to: str, language: str
) -> FoundSteps:
    try:
        found = ask(grid)
    except LimitReachedError as error:
        return FoundSteps(Status.LIMIT_REACHED.word, str(error), is_good=False)
    if found.position is not None and found.position.is_solved:
        return FoundSteps("solved", found.text)
    if found.step is None or found.position is None:
        return FoundSteps("stuck", found.text, is_good=False, note=found.note)
    text = step_board(found.step, found.position, language) if to == "board" else found.text
    return FoundSteps("explained", text, ((found.step, found.position),), note=found.note)
