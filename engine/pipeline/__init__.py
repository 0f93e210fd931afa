"""Spark: archives too large to read message by message."""
