"""Steps of puzzles, written as text or as pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

import click

from lowbit.cli.io.pictures import FORMATS, STDOUT, encoder, write_pictures
from lowbit.cli.io.writers import Answer, words_writer
from lowbit.cli.run.report import Report
from lowbit.errors import NoSolutionError, WrongStepError
from lowbit.formats.puzzle import puzzle_text
from lowbit.pictures import Shown
from lowbit.pictures.pdf import LANGUAGE
from lowbit.pictures.steps import draw_position
from lowbit.status import Status
from lowbit.techniques.wording.board_text import board_text
from lowbit.techniques.wording.reasons.reason import sentences
from lowbit.verbs.puzzles import grid_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lowbit.cli.run.command_run import Run
    from lowbit.grid import Grid
    from lowbit.pictures.parts import Picture
    from lowbit.puzzle import Puzzle
    from lowbit.techniques.position import Position
    from lowbit.techniques.step import Step

    Taken: TypeAlias = tuple[tuple[Step, Position], ...]


WRONG = "wrong"
"""The word for steps one of which contradicts the solution."""


@dataclass(frozen=True, slots=True)
class FoundSteps:
    """A command's answer to one puzzle, in steps.

    Parameters
    ----------
    status : str
        The word that the summary counts.
    text : str
        The steps as text; empty where there are none.
    taken : tuple of tuple of Step and Position
        The steps, each with the position that it is taken in.
    is_good : bool, default True
        Whether the exit code may stay 0.
    note : str, optional
        A note on steps that were left out, for people.
    """

    status: str
    text: str = ""
    taken: Taken = ()
    is_good: bool = True
    note: str = ""


def write_steps(
    run: Run, find: Callable[[Grid | Puzzle], FoundSteps], theme: str, language: str
) -> int:
    """Write the steps of every puzzle, and return the exit code.

    Parameters
    ----------
    run : Run
        The user's run.
    find : callable
        Finds the steps of a puzzle.
    theme : str
        The colours of pictures.
    language : str
        The language of what is written in them, where their format has its letters.
    """
    if run.to not in FORMATS:
        answer = partial(_answer, find=find, is_json=run.to == "json")
        return run.answer_each(answer, words_writer)
    if run.output is None and run.to != "svg":
        raise click.UsageError(f"{run.to.upper()} needs a file: name it with -o")
    report = Report(run.verbosity)
    shown = Shown(language=language if run.to == "svg" else LANGUAGE)
    pictures = _pictures(run, find, report, shown)
    write_pictures(run.output or STDOUT, encoder(run.to, theme), pictures)
    return report.finish()


def step_board(step: Step, position: Position, language: str) -> str:
    """Return a step as a comment, with all claims, and below it the board that it is taken on."""
    return f"# {sentences(step, position, language, is_whole=True)}\n{board_text(position)}"


def _answer(
    grid: Grid | Puzzle, find: Callable[[Grid | Puzzle], FoundSteps], *, is_json: bool
) -> Answer:
    try:
        found = find(grid)
    except NoSolutionError as error:
        text = _status_text(grid, Status.NONE.word, is_json=is_json)
        return Answer(Status.NONE.word, text, is_good=False, reason=str(error))
    except WrongStepError as error:
        text = _status_text(grid, WRONG, is_json=is_json)
        return Answer(WRONG, text, is_good=False, error=str(error))
    status = _status_text(grid, found.status, is_json=is_json)
    text = found.text or status
    if found.taken and not found.is_good:
        text = f"{found.text}\n{status or found.status}"  # the steps do not say that they end early
    return Answer(found.status, text, is_good=found.is_good, note=found.note)


def _status_text(grid: Grid | Puzzle, status: str, *, is_json: bool) -> str | None:
    """Return the text for a puzzle without a step; by default it is the status."""
    return json.dumps({"puzzle": puzzle_text(grid_of(grid)), "status": status}) if is_json else None


def _pictures(
    run: Run, find: Callable[[Grid | Puzzle], FoundSteps], report: Report, shown: Shown
) -> Iterator[Picture]:
    """Yield the pictures of all steps, and report on the puzzles."""
    for place, record in run.readable(report):
        try:
            found = find(record.puzzle)  # type: ignore[arg-type] # a readable record has one
        except (NoSolutionError, WrongStepError) as error:
            report.error(f"{place}: {error}")
            word = WRONG if isinstance(error, WrongStepError) else Status.NONE.word
            report.count(Answer(word, is_good=False))
            continue
        if not found.is_good:
            report.error(f"{place}: {found.status}")
        report.count(Answer(found.status, is_good=found.is_good))
        report.note(place, found.note)
        for step, position in found.taken:
            yield draw_position(position, step, shown)
