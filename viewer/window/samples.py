"""The archives that come with the program, each in a collection of its own."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtGui import QTextLayout

from tanglescope import resources
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.wording import later, tr
from tanglescope.viewer.actions.collecting import Collecting
from tanglescope.viewer.session import Session
from tanglescope.viewer.window.workbench import Workbench

SCENES = {
    "scene_fork": "fork",
    "scene_partition": "partition",
    "scene_late_peer": "late-peer",
    "scene_wrong_clocks": "wrong-clocks",
}
"""The commands of the gallery, and the graphs that they show."""

_SCRIPTS = {
    "⛵": later(
        "No installed font has emoji, so they are shown as boxes. On Debian and Ubuntu, install"
        " fonts-noto-color-emoji."
    ),
    "潤": later(
        "No installed font has Chinese characters, so they are shown as boxes. On Debian and"
        " Ubuntu, install fonts-noto-cjk."
    ),
}
"""Characters of the sample, and what to say if no font has them."""


class SampleOpener(Protocol):
    """The window, as far as samples need it."""

    collecting: Collecting
    workbench: Workbench

    @property
    def session(self) -> Session | None:
        """The session of the open collection."""

    def open_database(self, database: Path) -> None:
        """Show a database."""

    def open_thread(self, address: str, key: str | None = None) -> None:
        """Show a conversation."""

    def unlock(self, file: Path | None, *, groups: bool = False) -> None:
        """Decrypt private messages."""

    def say(self, sentence: str, cause: str = "") -> None:
        """Report a problem."""


class Samples:
    """Opens samples in a window."""

    def __init__(self, window: SampleOpener) -> None:
        self._window = window

    def actions(self) -> dict[str, Callable[[], None]]:
        """The functions of the commands, by name."""
        return {
            "open_sample": self.open,
            "open_group_sample": self._open_group,
            **{command: partial(self._open_scene, name) for command, name in SCENES.items()},
        }

    def open(self) -> None:
        """Open the sample of a harbour's feeds."""
        with resources.sample_archive() as archive:
            self._open_beside_others(archive, tr("Sample"))

    def _open_beside_others(self, archive: Path, name: str) -> Session | None:
        """Open one of the program's own archives in the collection `name`."""
        window = self._window
        try:
            collection = window.collecting.collections.for_sample(name, archive)
            window.open_database(collection.database)
            if window.session is not None:
                window.session.read_archive(archive)
        except TanglescopeError as error:
            window.say(str(error))
        return window.session

    def _open_group(self) -> None:
        with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
            self._open_beside_others(archive, tr("Sample of a group"))
            self._window.unlock(keys, groups=True)
        self._window.workbench.open_panel("group")

    def _open_scene(self, name: str) -> None:
        """Read the gallery, and show one of its graphs with its orders side by side."""
        with resources.sample_archive("gallery") as archive:
            if session := self._open_beside_others(archive, tr("Gallery")):
                session.when_read(archive, partial(self._window.open_thread, f"graph:{name}"))
        self._window.workbench.open_panel("compare")


def missing_fonts() -> str:
    """What is shown as boxes, and how to change that; empty if nothing is."""
    return " ".join(tr(text) for character, text in _SCRIPTS.items() if not is_shown(character))


def is_shown(character: str) -> bool:
    """Whether a font has a glyph for a character, that of the program or another one."""
    layout = QTextLayout(character)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return all(0 not in run.glyphIndexes() for run in layout.glyphRuns())
