"""The command: it parses, calls one public verb, and prints."""
