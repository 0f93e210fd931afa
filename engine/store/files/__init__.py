"""Databases as files: opening, creation, migration, trust checks, backups, collections."""
