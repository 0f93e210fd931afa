"""Doors out of the GUI thread."""
