"""What has every worker loaded before it is made? To import this loads it all."""

from lowbit.kernels.warmup import warm_up
from lowbit.web import worker

__all__ = ["worker"]

warm_up()
