"""Steps: how a person solves a puzzle, hints, and the mistakes of a player."""
