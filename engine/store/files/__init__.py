"""Databases as files: opened, created, migrated, checked for foreign changes, backed up, listed."""
