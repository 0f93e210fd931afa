"""All dialogs of a window, for walks through them."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtWidgets import QDialog

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import OwnFeed
from tanglescope.viewer.dialogs.adopt import AdoptDialog
from tanglescope.viewer.dialogs.boxes import PlainProgress
from tanglescope.viewer.dialogs.confirm import LeaveDialog, OfferKeysDialog
from tanglescope.viewer.dialogs.crash_report import CrashReport
from tanglescope.viewer.dialogs.keys import BaseKeyDialog
from tanglescope.viewer.window.main_window import MainWindow

DIALOGS = ("keys", "about", "quarantine", "preferences", "palette", "import", "export")
MORE_DIALOGS = (
    "enter_groups",
    "keep_private",
    "rescue",
    "compare_archives",
    "rename_collection",
    "limit_references",
    "remove_collection",
)


def every_dialog(window: MainWindow, folder: Path) -> Iterator[QDialog]:
    """Open all dialogs, and yield each one as soon as it is open."""
    for command in (*DIALOGS, *MORE_DIALOGS):
        before = _shown(window)
        window.menus.action(command).trigger()
        [dialog] = _shown(window) - before
        yield dialog
    OwnFeed.open(folder / "feed")
    session = window._require_session()
    adopt = AdoptDialog(session, session.settings, folder / "feed" / "secret", lambda: None, window)
    base_key = BaseKeyDialog("autobase:00", "", lambda _: None, window)
    offer = OfferKeysDialog(folder / "secret", folder / "keyring", lambda: None, window)
    leave = LeaveDialog([window.importing.what_stops()], lambda: None, window)
    progress = PlainProgress(window, tr("Export as web pages"), tr("Writing web pages…"))
    progress.forceShow()
    for dialog in (
        adopt,
        CrashReport("ValueError", window),
        base_key,
        offer,
        leave,
        progress,
    ):
        dialog.show()
        yield dialog


def _shown(window: MainWindow) -> set[QDialog]:
    return {dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()}
