"""The report of a job: the shards that are done, those that are not, and the manifest."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import lowbit
from lowbit.tables.answers.operations import OPERATIONS, operation

if TYPE_CHECKING:
    from lowbit.audit.report import AuditReport
    from lowbit.jobs.folder import Entry
    from lowbit.jobs.plan import Plan


@dataclass(frozen=True, slots=True)
class SetAside:
    """A shard that could not be done.

    Parameters
    ----------
    shard : str
        Its name.
    reason : str
        The reason, on one line.
    trace : str
        The traceback, if lowbit did not expect the error.
    """

    shard: str
    reason: str
    trace: str = ""


@dataclass(slots=True)
class JobReport:
    """The outcome of a job.

    Parameters
    ----------
    plan : Plan
    n_shards : int
    entries : list of Entry
        The shards that are done.
    set_aside : list of SetAside
        Those that are not.
    audit : AuditReport, optional
        The report of an audit.
    """

    plan: Plan
    n_shards: int
    entries: list[Entry] = field(default_factory=list)
    set_aside: list[SetAside] = field(default_factory=list)
    audit: AuditReport | None = None

    @property
    def statuses(self) -> dict[str, int]:
        """The number of rows by status."""
        total: Counter[str] = Counter()
        for entry in self.entries:
            total.update(entry.statuses)
        return dict(total)

    @property
    def is_good(self) -> bool:
        """Whether every shard is done, and every row is as it should be."""
        do = self.plan.order.do
        if self.audit is not None:
            are_good = self.audit.is_clean or self.audit.fixed
        elif do in OPERATIONS:
            are_good = set(self.statuses) <= operation(do, **self.plan.order.options).good
        else:
            are_good = True
        return are_good and not self.set_aside

    def to_dict(self) -> dict[str, Any]:
        """Return the manifest."""
        return {
            "lowbit": lowbit.__version__,
            "do": self.plan.order.do,
            "options": json.loads(self.plan.to_json())["order"]["options"],
            "source": self.plan.source,
            "rows": sum(entry.n_rows for entry in self.entries),
            "statuses": self.statuses,
            "shards": [_on_rows(entry) for entry in self.entries],
            "set_aside": [asdict(one) for one in self.set_aside],
        }


def _on_rows(entry: Entry) -> dict[str, Any]:
    return {
        "output": entry.output,
        "rows": entry.n_rows,
        "statuses": entry.statuses,
        "bytes": entry.n_bytes,
        "sha256": entry.sha256,
    }
