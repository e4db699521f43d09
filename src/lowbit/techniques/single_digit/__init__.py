"""Techniques that look at one digit at a time."""
