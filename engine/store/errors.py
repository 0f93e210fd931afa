"""What can be wrong with a database as a whole."""

from engine.errors import TanglescopeError


class DatabaseError(TanglescopeError):
    """A database that can't be opened, read or written; the text says which one and why."""
