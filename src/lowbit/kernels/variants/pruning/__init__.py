"""Rules that take candidates away: one module for each kind of operation."""
