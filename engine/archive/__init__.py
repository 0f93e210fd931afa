"""Bytes on disk to records: read-only, as far as they go, never repairing."""
