"""Lanes beside rows: the course and colour of each strand."""
