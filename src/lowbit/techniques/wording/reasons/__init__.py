"""The reasons of steps in sentences, in each language."""
