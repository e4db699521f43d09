"""Bounds on the eliminations of dynamic chains, which spare most searches."""
