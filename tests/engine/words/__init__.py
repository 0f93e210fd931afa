"""Tests of what is said about messages."""
