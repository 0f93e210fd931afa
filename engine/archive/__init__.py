"""Bytes on disk to records: read-only, as far as possible, without repairs."""
