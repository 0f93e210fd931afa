"""Drawings of tangles as plain values, independent of any painter."""
