"""Proven optima on the classic board, for any values of digits in cells.

::

    one              one puzzle: what is tried first, and what next
    many             many puzzles at once
    bounded_search   a search in all lanes for completions that reach a target
    tree             the same, from linear programs down
    ties             the smallest grids among those of equal score
    pricing          the bound: exact in integers, whatever its prices are
    relaxation       the best prices, from HiGHS
    limits           when to stop

The *values* of a puzzle are what each digit adds to the score in each cell, int64[729]. Larger is
better; the smallest score is the largest of the negated values.
"""
