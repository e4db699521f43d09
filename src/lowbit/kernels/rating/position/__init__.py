"""The state of a puzzle that is being rated, its steps, and the tables they need."""
