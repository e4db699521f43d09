"""Everything a worker needs, imported before workers are forked."""

from contextlib import suppress

import click  # which a worker loads again, where the command's script was started

import lowbit
from lowbit.errors import MissingPackageError
from lowbit.kernels.warmup import packages_at_hand, warm_up
from lowbit.pictures import draw, to_png
from lowbit.web.workers import worker

__all__ = ["click", "worker"]

for name in lowbit.__all__:
    getattr(lowbit, name)
warm_up(*packages_at_hand())  # `compiling_aside` sees to the others
with suppress(MissingPackageError):
    to_png(draw(lowbit.Grid("." * 81)))  # loads what paints
