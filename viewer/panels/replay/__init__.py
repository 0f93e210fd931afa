"""Replay, and Moved since you read: tapes of edits, played."""
