"""The samples that come with the program: a private group with its keys, and the gallery."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

import resources
from engine.wording import tr
from viewer.views.workbench import Workbench

SCENES = ("fork", "partition", "late-peer", "wrong-clocks")
"""The graphs of the gallery, by name."""


class ShowsSamples(Protocol):
    """A window that can show samples."""

    workbench: Workbench

    def open_beside_others(self, archive: Path, name: str) -> None:
        """Open an archive of the program's own in the collection `name`."""

    def when_read(self, archive: Path, act: Callable[[], object]) -> None:
        """Do something as soon as an archive has been read."""

    def unlock(self, file: Path | None, *, groups: bool = False) -> None:
        """Open private messages with the keys in a file or folder."""

    def open_thread(self, address: str, key: str | None = None) -> None:
        """Show a conversation."""


def open_group(window: ShowsSamples) -> None:
    """Read the sample, open it with its keys, and show the group."""
    with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
        window.open_beside_others(archive, tr("Sample of a group"))
        window.unlock(keys, groups=True)
    window.workbench.open_panel("group")


def scenes(window: ShowsSamples) -> dict[str, Callable[[], None]]:
    """The commands that show the graphs of the gallery."""
    return {f"scene_{name.replace('-', '_')}": partial(open_scene, window, name) for name in SCENES}


def open_scene(window: ShowsSamples, name: str) -> None:
    """Read the gallery, and show a graph of it with its orders side by side."""
    with resources.sample_archive("gallery") as archive:
        window.open_beside_others(archive, tr("Gallery"))
        window.when_read(archive, lambda: window.open_thread(f"graph:{name}"))
    window.workbench.open_panel("compare")
