"""Jobs: more puzzles than one machine, or one run, can work through.

`run_job` divides files into shards, has each done by a thread or by a worker of a Dask cluster, and
resumes where it was killed; `build_dataset` makes a data set in the same way. They need the extra
``lowbit[tables]``, and on a cluster ``lowbit[dask]``.
"""

from __future__ import annotations

from lowbit.errors import MissingPackageError

try:
    import pyarrow  # noqa: F401, ICN001 - all modules here need it; this says so better
except ModuleNotFoundError:
    raise MissingPackageError("jobs need pyarrow", "tables") from None

from lowbit.jobs.dataset import DatasetReport, build_dataset
from lowbit.jobs.progress import JobProgress
from lowbit.jobs.report import JobReport, SetAside
from lowbit.jobs.run import job_status, run_job

__all__ = [
    "DatasetReport",
    "JobProgress",
    "JobReport",
    "SetAside",
    "build_dataset",
    "job_status",
    "run_job",
]
