"""The prices with the best bound: a linear program, solved with HiGHS.

The program has a variable for each pair of a cell and a digit, x = 1 where the digit lies in
the cell, and the 324 equations of `pricing`. Relaxed to x >= 0, its optimum is a bound that is
nearly tight on Sudoku, and its dual solution is the prices.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from lowbit.verbs.maximize.optimum.pricing import (
    EQUATIONS,
    N_EQUATIONS,
    N_PAIRS,
    candidates,
    price_by_cell,
    priced,
    scale_for,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lowbit.verbs.maximize.optimum.pricing import Pricing


@cache
def load_highs() -> Any:  # noqa: ANN401 - a module without types
    """Return highspy, which is loaded only when a linear program has to be solved.

    It takes a moment to load, and is not available everywhere.

    Raises
    ------
    ImportError
        If it cannot be loaded.
    """
    try:
        import highspy  # see above
    except ImportError as error:
        raise ImportError(
            "highspy, which bounds the best score, cannot be loaded; if OR-Tools was loaded "
            "before, let another process do it: each brings a HiGHS library of the same name"
        ) from error
    return highspy


def quiet_solver() -> Any:  # noqa: ANN401 - HiGHS has no types
    """Return a solver that writes nothing to standard output, not even its own name.

    From 1.16 on HiGHS says its name when its callbacks are enabled, which its constructor
    does before anybody can turn its output off.
    """

    class QuietHighs(load_highs().Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802 - as HiGHS has it
            self.setOptionValue("output_flag", False)  # noqa: FBT003 - as HiGHS has it
            super().enableCallbacks()

    return QuietHighs()


class Relaxation:
    """The program for some values, solved again and again for different candidates.

    Each solution starts from the previous one, which makes all but the first quick.

    Parameters
    ----------
    values : int64[729]
        The value of each pair.
    """

    def __init__(self, values: NDArray[np.int64]) -> None:
        self.values = values
        self.scale = scale_for(values)
        self._highs = load_highs()
        self._solver = quiet_solver()
        self._solver.setOptionValue("presolve", "off")  # it would start anew each time
        self._solver.passModel(linear_model(values))

    def price(self, masks: NDArray[np.uint16]) -> Pricing:
        """Return the best pricing of a puzzle given as candidates, uint16[81]."""
        columns = np.arange(N_PAIRS, dtype=np.int32)
        # No variable needs an upper bound of 1: the equations imply it.
        upper = np.where(candidates(masks), self._highs.kHighsInf, 0.0)
        self._solver.changeColsBounds(N_PAIRS, columns, np.zeros(N_PAIRS), upper)
        self._solver.run()
        if self._solver.getModelStatus() != self._highs.HighsModelStatus.kOptimal:
            return price_by_cell(self.values, masks, self.scale)
        solution = self._solver.getSolution()
        prices, fractions = -np.array(solution.row_dual), np.array(solution.col_value)
        return priced(self.values, masks, self.scale, prices, fractions)


def linear_model(values: NDArray[np.int64]) -> Any:  # noqa: ANN401 - HiGHS has no types
    """Return the program of an empty board, to be minimised: its costs are the negated values."""
    highspy = load_highs()
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = N_PAIRS, N_EQUATIONS
    model.col_cost_ = -values.astype(np.float64)
    model.col_lower_ = np.zeros(N_PAIRS)
    model.col_upper_ = np.full(N_PAIRS, highspy.kHighsInf)
    model.row_lower_ = model.row_upper_ = np.ones(N_EQUATIONS)
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = 4 * np.arange(N_PAIRS + 1, dtype=np.int32)
    model.a_matrix_.index_ = EQUATIONS.reshape(-1)
    model.a_matrix_.value_ = np.ones(4 * N_PAIRS)
    return model
