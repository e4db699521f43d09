"""JSON: its values as they arrive, and the puzzles within them."""
