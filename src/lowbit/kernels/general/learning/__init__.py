"""The search for hard puzzles, which learns a clause from each contradiction.

Solvers for SAT call it conflict-driven clause learning (CDCL). ::

    formula      a puzzle as variables, one for each candidate, and sets of which one is true
    state        the knowledge of a search
    propagation  propagation of assignments; going back
    activities   the choice of the variable to guess at
    conflicts    the clause that a contradiction teaches
    clauses      learnt clauses, and which of them are kept
    search       the search of one puzzle
    engine       one puzzle after another, on one board
"""
