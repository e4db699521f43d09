"""What has every worker loaded before it is made? To import this loads it all."""

from contextlib import suppress

from lowbit.errors import MissingPackageError
from lowbit.grid import Grid
from lowbit.kernels.warmup import warm_up
from lowbit.pictures import draw, to_png
from lowbit.web import worker

__all__ = ["worker"]

warm_up()
with suppress(MissingPackageError):
    to_png(draw(Grid("." * 81)))  # loads what paints
