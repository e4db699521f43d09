"""Everything a worker needs, imported before workers are forked."""

import os
from contextlib import suppress

import click  # which a worker loads again, where the command's script was started
from pydantic import BaseModel

import lowbit
from lowbit.errors import MissingPackageError
from lowbit.kernels.calls import calls
from lowbit.pictures import draw, to_png
from lowbit.web.requests import RequestBody
from lowbit.web.responses import ResponseBody
from lowbit.web.workers import worker

__all__ = ["click", "worker"]

os.environ["LOWBIT_QUIET"] = "1"  # what is not at hand, a worker leaves to others

models: list[type[BaseModel]] = [RequestBody, ResponseBody]
for model in models:
    model.model_rebuild()  # how it is read and written
    models += model.__subclasses__()
for name in lowbit.__all__:
    getattr(lowbit, name)
for call in calls():
    if call.is_at_hand:  # `compiling_aside` sees to the others
        call.load()
with suppress(MissingPackageError):
    to_png(draw(lowbit.Grid("." * 81)))  # loads what paints
