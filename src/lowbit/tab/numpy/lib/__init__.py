"""The parts of NumPy that have a module of their own."""
