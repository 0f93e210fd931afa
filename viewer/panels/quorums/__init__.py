"""Autobases: what is final, what can move, and who decides it."""
