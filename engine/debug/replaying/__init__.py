"""Replays of arrivals: histories of edits, moves, and the cost of each arrival."""
