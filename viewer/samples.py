"""The sample of a private group: an archive that says nothing without its keys."""

from typing import TYPE_CHECKING

import resources
from engine.wording import tr

if TYPE_CHECKING:
    from viewer.main_window import MainWindow


def open_group(window: "MainWindow") -> None:
    """Read the sample, open it with its keys, and show the group."""
    with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
        window.open_beside_others(archive, tr("Sample of a group"))
        window.unlock(keys, groups=True)
    window.workbench.open_panel("group")
