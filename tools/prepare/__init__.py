"""Prepare a machine for Tanglescope: system packages and `.venv`.

Runs before anything is installed, so it uses the standard library only.
"""


class UnpreparedError(Exception):
    """The machine can't be prepared; `str(error)` says what is missing and what to do."""
