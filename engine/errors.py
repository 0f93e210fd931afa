"""The base class of all errors that are shown to users in words."""


class TanglescopeError(Exception):
    """Something a person can act on; `str(error)` says what, where, and what to do."""
