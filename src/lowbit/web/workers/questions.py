"""The questions that requests ask: the type of each, of its answer, and the limits that it keeps.

A worker reads a question, too, not the server: whatever strangers send, only a process that can be
ended at any moment takes it apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from pydantic import BaseModel, ValidationError

from lowbit.errors import InputError
from lowbit.web import requests, responses
from lowbit.web.errors import RequestError
from lowbit.web.media_types import JSON, NDJSON, PICTURES
from lowbit.web.workers.tasks.files import json_line
from lowbit.web.workers.tasks.verbs import TASKS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.web.limits import ServerLimits

Send: TypeAlias = Callable[[Any], object]


class Asked(NamedTuple):
    """A question as it arrived.

    Attributes
    ----------
    body : bytes or bytearray
        JSON, unless it is something else.
    limits : ServerLimits
        The limits of the task.
    """

    body: bytes | bytearray
    limits: ServerLimits


class Answered(NamedTuple):
    """An answer, or a part of it, as it is sent.

    Attributes
    ----------
    media_type : str
    content : bytes
    """

    media_type: str
    content: bytes


class ServedQuestion(NamedTuple):
    """A kind of question that requests can ask.

    Attributes
    ----------
    asked : type
        The model of the request.
    answer : type, optional
        The model of the answer; the type of a picture if None.
    most : mapping of str to str
        For a field, the server's limit that bounds it; a question beyond it is refused.
    is_long : bool
        Whether it may take as long as questions about many puzzles.
    is_stream : bool
        Whether it is answered line by line.
    """

    asked: type[requests.RequestBody]
    answer: type[BaseModel] | None = None
    most: Mapping[str, str] = {}
    is_long: bool = False
    is_stream: bool = False

    def seconds(self, limits: ServerLimits) -> float:
        """Return how long its search may take."""
        return limits.long_time_limit if self.is_long else limits.time_limit

    def read(self, body: bytes | bytearray, limits: ServerLimits) -> requests.RequestBody:
        """Return the question that a body asks, within the server's limits.

        Raises
        ------
        RequestError
            If it is none.
        """
        try:
            asked = self.asked.model_validate_json(body)
        except ValidationError as error:
            raise RequestError.of(error.errors(include_url=False)) from None
        for field, limit in self.most.items():
            given, most = getattr(asked, field), getattr(limits, limit)
            if given > most:
                raise InputError(f"{field} must be {most} or less here, not {given}")
        return asked

    def arguments(self, asked: requests.RequestBody, limits: ServerLimits) -> dict[str, Any]:
        """Return the arguments of its task; a search keeps the server's limits."""
        arguments, seconds = asked.model_dump(), self.seconds(limits)
        kept = {
            "time_limit": min(arguments.get("time_limit") or seconds, seconds),
            "max_nodes": limits.nodes_of(arguments.get("max_nodes")),
        }
        return arguments | {name: kept[name] for name in kept if name in arguments}

    def written(self, asked: requests.RequestBody, item: Any) -> Answered:  # noqa: ANN401 - a task's
        """Return the message of a task as its client gets it."""
        if self.is_stream:
            return Answered(NDJSON, json_line(item))
        if self.answer:
            return Answered(JSON, self.answer.model_validate(item).model_dump_json().encode())
        return Answered(PICTURES[getattr(asked, "format", "pdf")], item)


def answer(send: Send, name: str, asked: Asked) -> None:
    """Read a question, run its task, and send the client its answer."""
    question = QUESTIONS[name]
    read = question.read(asked.body, asked.limits)
    TASKS[name](
        lambda item: send(question.written(read, item)), **question.arguments(read, asked.limits)
    )


QUESTIONS: Final = {
    "board": ServedQuestion(requests.BoardRequest, responses.BoardResponse),
    "parse": ServedQuestion(requests.ParseRequest, responses.ParseResponse),
    "check": ServedQuestion(requests.PuzzleRequest, responses.Checked),
    "solve": ServedQuestion(requests.SearchRequest, responses.Solved),
    "count": ServedQuestion(requests.CountRequest, responses.CountResponse),
    "solutions": ServedQuestion(
        requests.SolutionsRequest,
        responses.Listed,
        {"limit": "max_solutions", "offset": "max_offset"},
    ),
    "minimal": ServedQuestion(requests.SearchRequest, responses.Minimal),
    "minimize": ServedQuestion(requests.MinimizeRequest, responses.Minimized),
    "rate": ServedQuestion(requests.RateRequest, responses.RateResponse),
    "measure": ServedQuestion(requests.MeasureRequest, responses.MeasureResponse),
    "verdict": ServedQuestion(requests.SearchRequest, responses.VerdictResponse),
    "candidates": ServedQuestion(requests.CandidatesRequest, responses.CandidatesResponse),
    "canonical": ServedQuestion(requests.VariantRequest, responses.Moved),
    "shuffle": ServedQuestion(requests.ShuffleRequest, responses.Moved),
    "generate": ServedQuestion(
        requests.GenerateRequest, responses.Generated, {"n": "max_generated"}
    ),
    "generate_variants": ServedQuestion(
        requests.GenerateVariantsRequest, responses.GeneratedVariants, {"n": "max_generated"}
    ),
    "steps": ServedQuestion(requests.StepsRequest, responses.StepsResponse),
    "all_steps": ServedQuestion(requests.AllStepsRequest, responses.StepList),
    "sheet": ServedQuestion(requests.SheetRequest),
    "hint": ServedQuestion(requests.HintRequest, responses.HintResponse),
    "techniques": ServedQuestion(requests.RequestBody, responses.TechniqueList),
    "lesson": ServedQuestion(requests.LessonRequest, responses.LessonResponse),
    "practise": ServedQuestion(requests.PractiseRequest, responses.Practice),
    "open_puzzle": ServedQuestion(requests.OpenRequest, responses.OpenedPuzzle),
    "write_puzzle": ServedQuestion(requests.WriteRequest, responses.WrittenPuzzle),
    "draw_constraints": ServedQuestion(requests.DrawRequest, responses.ConstraintLayers),
    "constraint_kinds": ServedQuestion(requests.RequestBody, responses.ConstraintKinds),
    "render": ServedQuestion(requests.RenderRequest),
    "book": ServedQuestion(requests.BookRequest, is_long=True),
    "maximize": ServedQuestion(requests.MaximizeRequest, is_long=True, is_stream=True),
}
"""The questions, by the names of their tasks."""
