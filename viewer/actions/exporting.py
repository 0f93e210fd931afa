"""Writes a thread, or a part of it, into a file that other programs read.

What draws and writes is imported when somebody exports: a window should not wait for it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.library import Library
from engine.wording import tr
from viewer.session import Session
from viewer.window.frame import Frame

if TYPE_CHECKING:
    from engine.commandline.common.exports import Wanted
    from viewer.dialogs.export import Scope


class Exporting(QObject):
    """Asks what to export of what is open, and has it written beside the window."""

    def __init__(
        self, frame: Frame, session: Callable[[], Session | None], tell: Callable[[str], None]
    ) -> None:
        super().__init__(frame)
        self._frame = frame
        self._session = session
        self._tell = tell

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the commands do."""
        return {"export": self.ask}

    def ask(self) -> None:
        """Ask what, as what and where."""
        from viewer.dialogs.export import ExportDialog

        address = self._frame.reading.timeline.timeline.address if self._session() else ""
        if not address:
            self._tell(tr("Open a conversation to export it."))
            return
        title = self._frame.reading.heading.title
        dialog = ExportDialog(self.scopes(address), title, self._frame.window())
        dialog.chosen.connect(self.export)
        dialog.open()

    def scopes(self, address: str) -> "list[Scope]":
        """The parts of the open thread that can be exported."""
        from engine.commandline.common.exports import Wanted
        from viewer.dialogs.export import Scope

        theme = self._frame.reading.timeline.lanes.theme.name
        scopes = [Scope(tr("The whole conversation"), Wanted(address, theme=theme))]
        if chosen := self._frame.reading.timeline.chosen.keys:
            wanted = Wanted(address, keys=chosen, theme=theme)
            scopes.insert(
                0, Scope(tr("The chosen messages ({number:,})", number=len(chosen)), wanted)
            )
        panel = self._frame.workbench.panel()
        shown = panel.wanted(theme) if panel else None
        has_own = shown and (shown.filters or shown.keys is not None or shown.extra)
        if shown and has_own and shown.address == address:
            scopes.insert(0, Scope(tr("What the diagram shows"), shown))
        return scopes

    def export(self, wanted: "Wanted", form: str, file: Path) -> None:
        """Write an export; errors are told as those of all questions are."""
        session = self._session()
        if session is None:
            return

        def written(library: Library) -> Path:
            from engine.commandline.common.exports import write_export
            from viewer import raster

            write_export(library, wanted, form, file, raster.png)
            return file

        session.ask("export", written, self._finish)

    def _finish(self, file: Path | None) -> None:
        if file is not None:
            self._tell(tr("Exported to {file}.", file=file))
