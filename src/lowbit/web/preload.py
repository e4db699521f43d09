"""What has every worker loaded before it is made? To import this loads it all."""

import click  # which a worker loads again, where the command's script was started

import lowbit
from lowbit.kernels.warmup import warm_up
from lowbit.web import worker

__all__ = ["click", "worker"]

for name in lowbit.__all__:
    getattr(lowbit, name)
warm_up()
