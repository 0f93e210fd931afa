"""Rescue: what survived of several archives, as one clean log and a verdict on every feed."""
