"""The base class of all errors that are shown to users."""


class TanglescopeError(Exception):
    """An error that the user can act on; `str(error)` says what, where, and what to do."""
