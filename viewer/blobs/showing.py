"""Clicks on files of a message: open pictures, save other files, look for missing ones."""

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.blobs.saving import copy_picture, save_file
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.timeline.attachments import Click, File
from tanglescope.viewer.views.timeline.timeline_view import TimelineView


class Showing(QObject):
    """Opens pictures and saves files of timelines."""

    def __init__(
        self,
        views: Iterable[TimelineView],
        report: Callable[[str], None],
        add_folder: Callable[[], None],
        window: QWidget,
    ) -> None:
        """Watch timelines; `add_folder` asks for a folder in which a file may be."""
        super().__init__(window)
        self._window, self._report, self._add_folder = window, report, add_folder
        self._session: Session | None = None
        for view in views:
            view.file_clicked.connect(partial(self.show_file, view))

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session

    def show_file(self, view: TimelineView, click: Click) -> None:
        """Open a picture with the others of its conversation, or save another file."""
        if self._session is None:
            return
        if click.file.found is None:
            missing = tr("This file isn't here")
            self._report(f"{click.file.caption()}: {missing}")
            if not click.is_link:
                self._add_folder()
        elif click.file.is_shown:
            self._open(self._session, view.timeline.address, click)
        else:
            self.save(click.file)

    def save(self, file: File) -> None:
        """Ask where to save a file."""
        if self._session is not None:
            save_file(file, self._session.pictures, self._window, self._say)

    def copy(self, file: File) -> None:
        """Copy a picture."""
        if self._session is not None:
            copy_picture(file, self._session.pictures, self._say)

    def _open(self, session: Session, address: str, click: Click) -> None:
        from tanglescope.viewer.blobs.viewer import MessagePicture, PictureViewer, pictures_of

        pictures = session.pictures
        shown = [MessagePicture(click.key, file) for file in click.pictures]
        position = click.pictures.index(click.file)
        viewer = PictureViewer(shown, position, pictures, self._window)
        near = partial(pictures_of, address=address, folders=pictures.folders, near=click.key)
        session.ask("pictures", near, viewer.take)

    def _say(self, sentence: str) -> None:
        """Report where it can be seen: the viewer covers the status bar."""
        from tanglescope.viewer.blobs.viewer import PictureViewer

        viewers = self._window.findChildren(PictureViewer)
        (viewers[0].say if viewers else self._report)(sentence)
