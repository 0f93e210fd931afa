"""The resources of the program: icons, themes, languages, samples, names of emoji, the manual.

They are read through importlib.resources, which works in a checkout, a wheel and a bundle.
"""

from contextlib import AbstractContextManager
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from pathlib import Path


def sample_archive(name: str = "harbour") -> AbstractContextManager[Path]:
    """A bundled archive as a file on disk, for as long as the context lasts.

    `harbour` has conversations; `gossip` has many, with random words; `texts` has the examples of
    the specifications; `group` is a private group; `gallery` has small graphs.
    """
    return as_file(files(__name__) / "samples" / f"{name}.ndjson")


def sample_keys() -> AbstractContextManager[Path]:
    """The keys that decrypt the sample `group`."""
    return as_file(files(__name__) / "samples" / "group-keys.json")


def emoji() -> str:
    """Lines with an emoji and its names; lines that begin with # are a comment."""
    return (files(__name__) / "emoji.txt").read_text("utf-8")


def manual() -> Traversable:
    """The folder of the manual: in this package if it is installed, else the folder `docs`."""
    shipped = files(__name__) / "manual"
    return shipped if shipped.is_dir() else Path(__file__).parents[2] / "docs"
