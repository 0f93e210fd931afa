"""The folders in which the program keeps its own files; `docs/installing.md` lists them."""

from pathlib import Path

import platformdirs

_NAME = "tanglescope"


def cache_folder(of: str) -> Path:
    """The folder for what can be made again, by what it is made for."""
    return platformdirs.user_cache_path(_NAME, appauthor=False) / of


def data_folder() -> Path:
    """The folder of the default database."""
    return platformdirs.user_data_path(_NAME, appauthor=False)


def state_folder() -> Path:
    """The folder for what the program remembers of other files."""
    return platformdirs.user_state_path(_NAME, appauthor=False)


def log_folder() -> Path:
    """The folder of crash reports."""
    return platformdirs.user_log_path(_NAME, appauthor=False)
