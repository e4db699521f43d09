"""The fewest clues of a full grid: its unavoidable sets, and all its puzzles of a few clues."""
