"""Lanes beside rows: which strand goes where, and in whose colour."""
