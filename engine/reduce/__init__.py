"""Compute state from ordered messages: sets and other objects."""
