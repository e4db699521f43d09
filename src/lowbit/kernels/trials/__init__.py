"""Trial and error: the depth that solves a puzzle, and the length of braids (B, BxB, BxBB)."""
