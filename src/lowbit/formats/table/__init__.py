"""Tables that are text."""
