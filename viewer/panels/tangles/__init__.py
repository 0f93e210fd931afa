"""All tangles of the archive, and every message of one."""
