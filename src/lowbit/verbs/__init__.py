"""What can be done with a puzzle.

::

    solving    solve, any_solution, smallest_solution, solutions, count_solutions, is_unique,
               check
    minimizing minimize, is_minimal, redundant_givens, true_candidates
    scoring    maximize
    batch      solve_many, any_solution_many, smallest_solution_many, count_many, is_unique_many

A verb takes whatever `lowbit.Grid` takes, or many of them, reads it, asks an engine, and
returns a value or raises. Each module is loaded when it is asked for: who solves a puzzle needs
nothing of what scores one, and `batch` loads NumPy and Numba.
"""
