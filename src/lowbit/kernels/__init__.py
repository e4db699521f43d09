"""The lane engine: many puzzles in lockstep, one in each 16-bit lane of a wide vector.

::

    core      parts of all kernels: vectors of lanes, compilation, threads, random numbers
    classic   the engine of the 9x9 board: search, score, minimise, canonicalise, generate, text
    rating    how hard puzzles are for Sudoku Explainer, one at a time
    hodoku    how hard they are for HoDoKu
    general   the search on all other boards, as data
    warmup    compiles every kernel ahead

Arrays go in and arrays come out; nothing here raises, prints or knows a `Grid`.
"""
