"""Constraints of variants: small values, a class a kind.

::

    cells     which values a cell may hold
    chaos     regions that are to be found
    dots      two cells side by side
    lacking   digits that houses lack
    lines     thermometers, whispers, renbans and others that run on
    sums      cages, arrows, little killers
    outside   clues outside the board
    ranks     rows and columns read as numbers, in the order of these
    regions   regions that differ or are equal, chess moves, the whole board
    sets      the digits of a group of cells as a whole
    general   any relation, any regular language, and, or
    skeleton  constraints whose numbers are taken from a solution, to generate puzzles
"""

from lowbit.constraints import (
    automata,
    base,
    cells,
    chaos,
    dots,
    general,
    lacking,
    lines,
    outside,
    ranks,
    regions,
    sets,
    skeleton,
    sums,
)
from lowbit.constraints.automata import *
from lowbit.constraints.base import *
from lowbit.constraints.cells import *
from lowbit.constraints.chaos import *
from lowbit.constraints.dots import *
from lowbit.constraints.general import *
from lowbit.constraints.lacking import *
from lowbit.constraints.lines import *
from lowbit.constraints.outside import *
from lowbit.constraints.ranks import *
from lowbit.constraints.regions import *
from lowbit.constraints.sets import *
from lowbit.constraints.skeleton import *
from lowbit.constraints.sums import *

__all__ = [
    *automata.__all__,
    *base.__all__,
    *cells.__all__,
    *chaos.__all__,
    *dots.__all__,
    *general.__all__,
    *lacking.__all__,
    *lines.__all__,
    *outside.__all__,
    *ranks.__all__,
    *regions.__all__,
    *sets.__all__,
    *skeleton.__all__,
    *sums.__all__,
]
