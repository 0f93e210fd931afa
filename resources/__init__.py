"""What the program shows and didn't write: icons, themes, a sample archive.

Read through importlib.resources, so that it is found in a checkout, a wheel and a bundle alike.
"""

from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path


def sample_archive(name: str = "harbour") -> AbstractContextManager[Path]:
    """A bundled archive as a file on disk, for as long as the context lasts.

    `harbour` is talk; `gossip` is much of it, in words drawn at random; `texts` are the examples of
    the specifications; `group` is a private group; `gallery` are small graphs.
    """
    return as_file(files(__name__) / "samples" / f"{name}.ndjson")


def sample_keys() -> AbstractContextManager[Path]:
    """The keys that open the sample `group`."""
    return as_file(files(__name__) / "samples" / "group-keys.json")


def manual() -> Traversable:
    """The folder of the documents: inside of this package where it is installed, else beside it."""
    shipped = files(__name__) / "manual"
    return shipped if shipped.is_dir() else Path(__file__).parents[1] / "docs"
