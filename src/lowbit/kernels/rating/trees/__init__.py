"""Trees of implications, and forcing chains from several cases."""
