"""What can be wrong with a database as a whole."""

from engine.errors import TanglescopeError


class DatabaseError(TanglescopeError):
    """A database that can't be opened, read or written; the text says which one and why."""


class DiskFull(DatabaseError):
    """A database that can't be written because there is no room left on its disk."""
