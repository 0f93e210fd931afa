"""The samples that come with the program: a private group with its keys, and the gallery."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import resources
from engine.wording import tr

if TYPE_CHECKING:
    from viewer.window.main_window import MainWindow

SCENES = ("fork", "partition", "late-peer", "wrong-clocks")
"""The graphs of the gallery, by name."""


def open_group(window: "MainWindow") -> None:
    """Read the sample, open it with its keys, and show the group."""
    with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
        window.open_beside_others(archive, tr("Sample of a group"))
        window.unlock(keys, groups=True)
    window.workbench.open_panel("group")


def scenes(window: "MainWindow") -> dict[str, Callable[[], None]]:
    """The commands that show the graphs of the gallery."""
    return {f"scene_{name.replace('-', '_')}": partial(open_scene, window, name) for name in SCENES}


def open_scene(window: "MainWindow", name: str) -> None:
    """Read the gallery, and show a graph of it with its orders side by side."""
    with resources.sample_archive("gallery") as archive:
        window.open_beside_others(archive, tr("Gallery"))
        window.when_read(archive, lambda: window.open_thread(f"graph:{name}"))
    window.workbench.open_panel("compare")
