"""Databases as files: opened, made, migrated, checked for strangers' hands, backed up, listed."""
