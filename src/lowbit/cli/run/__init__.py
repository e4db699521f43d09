"""What the commands share: how a stream of puzzles becomes answers."""
