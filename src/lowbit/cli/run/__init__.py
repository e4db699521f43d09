"""The common part of commands: a stream of puzzles becomes answers."""
