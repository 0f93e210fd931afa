"""Threads and processes beside the GUI thread."""
