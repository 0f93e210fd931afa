"""Writes what is open as web pages, in a process of its own."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from engine.library import Library
from engine.wording import spoken, tr
from viewer import words
from viewer.dialogs import ask
from viewer.dialogs.confirm import ConfirmDialog
from viewer.dialogs.plain_box import PlainProgress
from viewer.models.thread_model import title
from viewer.session import Session
from viewer.workers.command_process import CommandProcess

_SUFFIXES = (".html", ".htm")


class WebPages(QObject):
    """Asks where, and has `tanglescope site` write there what anybody may read."""

    def __init__(
        self,
        address: Callable[[], str],
        session: Callable[[], Session | None],
        tell: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._address = address
        self._session = session
        self._tell = tell
        self._parent = parent
        self._written = ""
        self._writing = CommandProcess(self)
        self._writing.progressed.connect(self._show_progress)
        self._writing.ended.connect(self._finish)
        self.progress: PlainProgress | None = None
        """How far it is; None while nothing is written."""

    def actions(self) -> dict[str, Callable[[], None]]:
        """What the commands do."""
        return {"export_page": self.ask_for_page, "export_site": self.ask_for_folder}

    def ask_for_page(self) -> None:
        """Ask for a file, and write the conversation that is open into it."""
        session, address = self._session(), self._address()
        if session is None or not address:
            self._tell(tr("Open a conversation to export it."))
            return
        conversation = session.library.conversation(address)
        called = title(conversation.summary())
        if conversation.is_public:
            if (file := self._page_for(called)) is not None:
                self.write(file, "--", address, str(file))
            return
        ConfirmDialog(
            "private_page",
            tr("Export a private conversation?"),
            [tr("Everyone who has the page can read what is private in it."), called],
            tr("Export …"),
            lambda: self._write_private(session, address, called),
            self._parent.window(),
        ).open()

    def _page_for(self, called: str) -> Path | None:
        """The file for the page of a conversation, if the reader names one."""
        file = ask.for_page(self._parent.window(), called)
        if file is None or file.suffix.lower() in _SUFFIXES:
            return file
        return file.with_name(f"{file.name}.html")

    def _write_private(self, session: Session, address: str, called: str) -> None:
        """Write what is private here, where the keys are: no other process gets them."""
        if (file := self._page_for(called)) is None:
            return
        from engine.site.asking import Desk
        from engine.site.writing import write_one_page

        blobs = session.pictures.folders

        def write(library: Library) -> Path:
            write_one_page(Desk(library, words, private=True), address, file, blobs)
            return file

        session.ask("page", write, lambda _: self._tell(tr("Exported to {file}.", file=file)))

    def ask_for_folder(self) -> None:
        """Ask for a folder, and write the whole collection into it."""
        if self._session() is None:
            self._tell(tr("No collection is open. Open an archive first."))
        elif (folder := ask.for_site(self._parent.window())) is not None:
            self.write(
                folder, "--all", "--title", self._parent.window().windowTitle(), "--", str(folder)
            )

    def write(self, target: Path, *words: str) -> None:
        """Have the command write pages, and show how far it is."""
        session = self._session()
        if session is None or self._writing.is_running():
            return
        self._written = tr("Exported to {file}.", file=target)
        progress = PlainProgress(
            self._parent.window(), tr("Export as web pages"), tr("Writing web pages …")
        )
        progress.canceled.connect(self._cancel)
        self.progress = progress
        options = ("--json", "--language", spoken(), "--database", str(session.database))
        self._writing.start("site", *options, *words)

    def end(self) -> None:
        """Stop; pages that are written stay, and the next time it goes on with the others."""
        self._writing.end()
        self._close()

    def _cancel(self) -> None:
        self.end()
        self._tell(tr("Stopped. The next export into this folder continues with the rest."))

    def _show_progress(self, done: int, whole: int) -> None:
        if self.progress is not None:
            self.progress.setMaximum(whole)
            self.progress.setValue(done)

    def _finish(self, why: str) -> None:
        self._close()
        self._tell(why or self._written)

    def _close(self) -> None:
        if (progress := self.progress) is not None:
            self.progress = None
            progress.canceled.disconnect(self._cancel)
            progress.close()
            progress.deleteLater()
