"""Singles, locked candidates and subsets; and brute force, if nothing else is left."""
