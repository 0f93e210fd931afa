"""The archives that come with the program, each in a collection of its own."""

from functools import partial
from pathlib import Path

from PySide6.QtGui import QTextLayout

from tanglescope import resources
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.session import Session
from tanglescope.viewer.window.main_window import MainWindow

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


def open_sample(window: MainWindow) -> None:
    """Open the sample of a harbour's feeds."""
    with resources.sample_archive() as archive:
        _open_beside_others(window, archive, tr("Sample"))


def open_group(window: MainWindow) -> None:
    """Open the sample of a private group with its keys."""
    with resources.sample_archive("group") as archive, resources.sample_keys() as keys:
        _open_beside_others(window, archive, tr("Sample of a group"))
        window.unlocking.unlock(keys, groups=True)
    window.workbench.open_panel("group")


def open_scene(name: str, window: MainWindow) -> None:
    """Read the gallery, and show one of its graphs with its orders side by side."""
    with resources.sample_archive("gallery") as archive:
        if session := _open_beside_others(window, archive, tr("Gallery")):
            session.when_read(archive, partial(window.open_thread, f"graph:{name}"))
    window.workbench.open_panel("compare")


def _open_beside_others(window: MainWindow, archive: Path, name: str) -> Session | None:
    """Open one of the program's own archives in the collection `name`."""
    try:
        collection = window.collecting.collections.for_sample(name, archive)
        window.open_database(collection.database)
        if window.session is not None:
            window.session.read_archive(archive)
    except TanglescopeError as error:
        window.say(str(error))
    return window.session


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
