"""What the program shows and didn't write: icons, themes, a sample archive.

Read through importlib.resources, so that it is found in a checkout, a wheel and a bundle alike.
"""

from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from pathlib import Path


def sample_archive() -> AbstractContextManager[Path]:
    """The bundled archive as a file on disk, for as long as the context lasts."""
    return as_file(files(__name__) / "samples" / "gossip.ndjson")
