"""The canonical form of classic puzzles."""
