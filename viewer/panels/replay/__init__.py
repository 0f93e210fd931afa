"""Replay and Moved: histories of edits."""
