"""Prepare a machine for Tanglescope: system packages, then `.venv`.

Runs before anything is installed, so it uses the standard library only.
"""


class UnpreparedError(Exception):
    """The machine can't be brought there; `str(error)` says what is missing and what to do."""
