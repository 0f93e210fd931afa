"""Replay, and Moved since you read: histories of edits, played."""
