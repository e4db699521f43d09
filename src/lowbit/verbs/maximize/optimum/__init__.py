"""Proven optima on the classic board, for any values of digits in cells.

::

    engine       one puzzle: what is tried first, and what then
    batch        many puzzles at once
    hunter       a search in all lanes for what scores enough
    tree         the same, from linear programs down
    ties         the smallest grids among those of equal score
    pricing      the bound: exact in integers, whatever its prices are
    relaxation   the best prices, from HiGHS
    limits       when to stop

The *worth* of a puzzle is what each digit adds to the score in each cell, int64[729]. Whatever
is larger is better; the smallest score is the largest of the negative worths.
"""
