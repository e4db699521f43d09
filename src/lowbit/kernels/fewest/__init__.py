"""The fewest clues of a full grid: its unavoidable sets, and sets of cells that hit them all."""
