"""Techniques without chains, in HoDoKu's order."""
