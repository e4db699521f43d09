"""Checks before a job starts in its folder, or resumes there."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict
from reprlib import repr as shortened
from typing import TYPE_CHECKING, Any

from lowbit.audit.inputs import open_rows
from lowbit.errors import FormatError, InputError, SourceError
from lowbit.jobs.folder import MANIFEST, PLAN
from lowbit.jobs.plan import Plan, stamps_of, wish_of
from lowbit.jobs.stages.answer import query_for
from lowbit.jobs.stages.audit import OF_AUDITS, require_columns, require_splits, settings_of
from lowbit.jobs.stages.generate import OF_GENERATING, require_sensible
from lowbit.tables.answers.operations import operation
from lowbit.tables.rows.places import place_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lowbit.jobs.folder import JobFolder
    from lowbit.jobs.plan import Order, Shard
    from lowbit.tables.rows.places import Place


def require_sense(order: Order) -> None:
    """Check before the work begins that the options make sense.

    Raises
    ------
    InputError
        If not.
    """
    if "time_limit" in order.options:
        raise InputError(
            "a job has no time limit, so that its output does not depend on time; use max_nodes"
        )
    known = {"audit": OF_AUDITS, "generate": OF_GENERATING}.get(order.do)
    unknown = sorted(order.options.keys() - known) if known else []
    if unknown:
        raise InputError(f"{order.do} has no option {', '.join(unknown)}")
    if order.do == "audit":
        settings_of(order)
    elif order.do == "generate":
        require_sensible(order)
    elif order.do == "dataset":
        wish_of(order)
    else:
        operation(order.do, **order.options)


def require_possible(plan: Plan, shards: list[Shard], folder: JobFolder) -> None:
    """Check files, columns and splits before the work begins.

    Only the columns of the first file are checked: the others usually have the same.

    Raises
    ------
    InputError
        If the output would be read as input; if columns or splits are not as the options say.
    """
    order = plan.order
    if order.do in {"generate", "dataset"}:
        return
    if _is_in(folder.place, place_of(plan.source)):
        raise InputError(
            f"{folder.place.name} is inside {plan.source}, which is read; name another folder"
        )
    with suppress(SourceError, FormatError), open_rows(shards[0].path) as source:
        if order.do == "audit":
            require_columns(source, settings_of(order))
        else:
            query_for(source, order)
    if order.do == "audit":
        require_splits(order, shards)


def _is_in(place: Place, folder: Place) -> bool:
    if type(place.system) is not type(folder.system):
        return False
    inner, outer = (
        os.path.realpath(one.path) if one.is_local else one.path for one in (place, folder)
    )
    return f"{inner}/".startswith(f"{outer.rstrip('/')}/")


def known_plan(folder: JobFolder) -> Plan | None:
    """Return the plan of the job in a folder; None if there is none.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    text = folder.read_text(PLAN)
    try:
        return None if text is None else Plan.from_json(text)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        name = folder.place.below(PLAN).name
        raise InputError(f"{name} is not a plan of this version of lowbit: {error}") from None


def begin(plan: Plan, folder: JobFolder, *, resume: bool) -> None:
    """Write the plan; if there is one already, check that it is of the same job.

    Raises
    ------
    InputError
        If it is of another job, `resume` was not given, or the folder has other content.
    """
    known, name = known_plan(folder), folder.place.name
    if known is None:
        folder.require_new()
    elif not resume:
        raise InputError(f"{name}: this folder has a job already; resume it", argument="resume")
    elif differences := _differences(known, plan, folder):
        what = "; ".join(differences)
        raise InputError(f"{name}: this folder has another job: {what}")
    else:
        folder.clear_unfinished()
        folder.delete(MANIFEST)
        for key in {shard.key for shard in known.shards()} - {shard.key for shard in plan.shards()}:
            folder.delete(key)  # a table that a run was killed before it had an entry
    folder.write_text(PLAN, plan.to_json())


def _differences(known: Plan, wanted: Plan, folder: JobFolder) -> list[str]:
    """Return how two plans differ; files may be added, or change before work on them starts."""
    wanted = Plan.from_json(wanted.to_json())  # as JSON has it, like the other one
    found = _changes(_said_of(known), _said_of(wanted))
    now = {file.name: file for file in wanted.files}
    changed = {
        number: file for number, file in enumerate(known.files) if now.get(file.name) != file
    }
    stage = known.stages[0]
    begun = {
        shard.file for shard in known.shards()
        if shard.file in changed and folder.entry(stage, shard.key)
    }  # fmt: skip
    for number in sorted(begun):
        file = changed[number]
        found.append(f"{file.path} has changed" if file.name in now else f"{file.path} is gone")
    return found


def _said_of(plan: Plan) -> dict[str, Any]:
    """Return the settings of a job, by name."""
    order = asdict(plan.order)
    said: dict[str, Any] = order.pop("options")
    return said | order | {"n": plan.n, "rows": plan.rows}


def _changes(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    names = dict.fromkeys([*before, *now])
    return [
        f"{name} was {shortened(before[name]) if name in before else 'not said'}"
        for name in names
        if before.get(name) != now.get(name)
    ]


def require_unchanged(plan: Plan) -> None:
    """Check that no file has changed since the plan was made.

    Raises
    ------
    InputError
        If one has: its output may match neither version.
    """
    if not plan.files:
        return
    now = dict(stamps_of(plan.source))
    for file in plan.files:
        stamp = now.get(file.name)
        if stamp is not None and (stamp.size, stamp.mtime) != (file.size, file.mtime):
            raise InputError(f"{file.path} has changed while the job ran; begin it anew")
