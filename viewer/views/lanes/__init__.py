"""Lanes beside rows, painted."""
