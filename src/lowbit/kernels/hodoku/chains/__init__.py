"""Chains and almost locked sets, in HoDoKu's order."""
