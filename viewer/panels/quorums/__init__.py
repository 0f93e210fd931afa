"""Autobases: which messages are final, which can move, and who decides it."""
