"""Audits of data sets of puzzles: bad rows, wrong solutions, duplicates, leaks between splits.

`audit_files` finds rows without exactly one solution, wrong solutions, duplicates (exact and
isomorphic ones), and puzzles that several splits share. It needs the extra ``lowbit[tables]``.
"""

from __future__ import annotations

from lowbit.errors import MissingPackageError

try:
    import pyarrow  # noqa: F401, ICN001 - all modules here need it; this says so better
except ModuleNotFoundError:
    raise MissingPackageError("auditing needs pyarrow", "tables") from None

from lowbit.audit.findings import Defect, Given, Leak, Verdict
from lowbit.audit.report import AuditReport, Tally
from lowbit.audit.run import audit_files

__all__ = ["AuditReport", "Defect", "Given", "Leak", "Tally", "Verdict", "audit_files"]
