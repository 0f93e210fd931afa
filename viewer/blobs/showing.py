"""Clicks on files of a message: open pictures, save other files, look for missing ones."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.engine.wording import tr
from tanglescope.viewer.blobs.saving import save_file
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.timeline.attachments import Click
from tanglescope.viewer.views.timeline.timeline_view import TimelineView


class Showing(QObject):
    """Opens pictures and saves files of timelines."""

    def __init__(
        self,
        views: Iterable[TimelineView],
        report: Callable[[str], None],
        add_folder: Callable[[], None],
        parent: QWidget,
    ) -> None:
        """Watch timelines; `add_folder` asks for a folder in which a file may be."""
        super().__init__(parent)
        self._parent, self._report, self._add_folder = parent, report, add_folder
        self._session: Session | None = None
        for view in views:
            view.file_clicked.connect(self.show_file)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session

    def show_file(self, click: Click) -> None:
        """Open a picture with the others of its message, or save another file."""
        if self._session is None:
            return
        pictures = self._session.pictures
        if click.file.is_shown:
            from tanglescope.viewer.dialogs.picture import PictureDialog

            position = click.pictures.index(click.file)
            PictureDialog(click.pictures, position, pictures, self._parent).open()
        elif click.file.found is None:
            self._report(tr("This file isn't here: {file}", file=click.file.caption()))
            self._add_folder()
        else:
            save_file(click.file, pictures, self._parent, self._report)
