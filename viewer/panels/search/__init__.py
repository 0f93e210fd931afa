"""Searching all messages."""
