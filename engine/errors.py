"""The one ancestor of every error that a person is told about in words."""


class TanglescopeError(Exception):
    """Something a person can act on; `str(error)` says what, where, and what to do."""
