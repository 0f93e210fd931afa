"""Export a thread, or a part of it, to a file that other programs read.

Modules that draw and write are imported at the first export, so that the window opens faster.
"""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.conversations import ExportSelection, write_export
from tanglescope.engine.language.wording import current_language, plural, tr
from tanglescope.engine.library import Horizon, Library, UnknownConversation
from tanglescope.engine.system.files import keep_off, unwritable
from tanglescope.viewer import drawings
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.boxes import PlainProgress
from tanglescope.viewer.dialogs.confirm import ConfirmDialog, ask_if_private
from tanglescope.viewer.models.thread_model import title
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.workers.child_process import ChildEnd, ChildProcess

if TYPE_CHECKING:
    from tanglescope.engine.site.library_reader import LibraryReader
    from tanglescope.viewer.dialogs.export import Scope

_SUFFIXES = (".html", ".htm")


class WebPages(QObject):
    """Asks for a folder, and runs `tanglescope site` to write the public messages there."""

    def __init__(
        self,
        address: Callable[[], str],
        session: Callable[[], Session | None],
        report: Callable[[str], None],
        written: Callable[[str, Path], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._say_written = written
        self._address = address
        self._session = session
        self._report = report
        self._parent = parent
        self._target = Path()
        self._writing = ChildProcess(self)
        self._writing.reported.connect(self._show_progress)
        self._writing.ended.connect(self._finish)
        self.progress: PlainProgress | None = None
        """The progress; None if nothing is being written."""

    def ask_for_page(self) -> None:
        """Ask for a file, and write the open conversation to it."""
        session, address = self._session(), self._address()
        if session is None or not address:
            self._report(tr("Open a conversation to export it."))
            return
        conversation = session.library.conversation(address)
        called = title(conversation.summary())
        if conversation.is_public:
            self._say_who_is_shown(
                session, address, lambda who: self._write_page(address, called, who)
            )
            return
        ask_if_private(
            "private_page",
            tr("Everyone who has the page can read the private messages in it."),
            called,
            lambda: self._write_private(session, address, called),
            self._parent.window(),
        )

    def _say_who_is_shown(
        self, session: Session, address: str, write: Callable[[str], None]
    ) -> None:
        """Say who is left out, and how many people published nothing about it; then write."""
        from tanglescope.engine.site.library_reader import HiddenPeople, LibraryReader

        def find(library: Library) -> HiddenPeople:
            wanted = [library.conversation(address)] if address else None
            return LibraryReader(library).left_out(wanted)

        def say(left_out: HiddenPeople | None) -> None:
            if left_out is None:
                return
            if not (sentences := list(left_out.words())):
                write(left_out.consent)
                return
            dialog = ConfirmDialog(
                "who_is_shown",
                tr("Export as web pages"),
                sentences,
                tr("Export…"),
                lambda: write("given" if dialog.choice.isChecked() else left_out.consent),
                self._parent.window(),
                is_usual=True,
                choice=tr("Leave them out, too") if left_out.is_silent else "",
            )
            dialog.open()

        session.ask("who is shown", find, say)

    def _write_page(self, address: str, called: str, consent: str) -> None:
        if (file := self._page_for(called)) is not None:
            self.write(file, "--consent", consent, "--", address, str(file))

    def _write_site(self, consent: str) -> None:
        if (folder := file_dialogs.for_site(self._parent.window())) is not None:
            title_ = self._parent.window().windowTitle()
            self.write(folder, "--consent", consent, "--all", "--title", title_, "--", str(folder))

    def _page_for(self, called: str) -> Path | None:
        """The file for the page of a conversation, if the reader names one."""
        file = file_dialogs.for_page(self._parent.window(), called)
        if file is None or file.suffix.lower() in _SUFFIXES:
            return file
        return file.with_name(f"{file.name}.html")

    def _write_private(self, session: Session, address: str, called: str) -> None:
        """Write private pages in this process, because it holds the keys."""
        if (file := self._page_for(called)) is None:
            return
        from tanglescope.engine.site.library_reader import LibraryReader
        from tanglescope.engine.site.timeline import write_one_page

        blobs = session.pictures.folders

        def write(library: Library) -> Path:
            write_one_page(LibraryReader(library, private=True), address, file, blobs)
            return file

        session.ask("page", write, lambda _: self._say_written(export_sentence(file), file))

    def ask_for_folder(self) -> None:
        """Ask for a folder, and write the whole collection to it."""
        if (session := self._session()) is None:
            self._report(tr("No collection is open. Open an archive first."))
        else:
            self._say_who_is_shown(session, "", self._write_site)

    def write(self, target: Path, *words: str) -> None:
        """Let the command write the pages, and show its progress."""
        session = self._session()
        if session is None or self._writing.is_running():
            return
        try:
            keep_off(target)  # the process that writes doesn't know what is open here
        except OSError as error:
            self._report(unwritable(target, error))
            return
        self._target = target
        progress = PlainProgress(
            self._parent.window(), tr("Export as web pages"), tr("Writing web pages…")
        )
        progress.canceled.connect(self._cancel)
        self.progress = progress
        options = ("--json", "--language", current_language(), "--database", str(session.database))
        self._writing.run_command("site", *options, *words)

    def is_busy(self) -> bool:
        """Whether web pages are being written."""
        return self._writing.is_running()

    def what_stops(self) -> str:
        """What happens to the pages if the window is closed."""
        return tr(
            "The export of web pages stops. The next export into the same folder continues with"
            " the rest."
        )

    def end(self) -> None:
        """Stop; the pages that were written stay, and the next export continues with the others."""
        self._writing.end()
        self._close()

    def cancel(self) -> bool:
        """Stop, and report what is left to do. Whether pages were being written."""
        if not self._writing.is_running():
            return False
        self._cancel()
        return True

    def _cancel(self) -> None:
        self.end()
        self._report(tr("Stopped. The next export into this folder continues with the rest."))

    def _show_progress(self, said: Mapping[str, Any]) -> None:
        match said:
            case {"done": int(done), "of": int(whole)} if self.progress is not None:
                self.progress.setMaximum(whole)
                self.progress.setValue(done)

    def _finish(self, end: ChildEnd) -> None:
        self._close()
        if end.error:
            self._report(end.error)
        else:
            self._say_written(export_sentence(self._target), self._target)

    def _close(self) -> None:
        if (progress := self.progress) is not None:
            self.progress = None
            progress.canceled.disconnect(self._cancel)
            progress.close()
            progress.deleteLater()


class Exporting(QObject):
    """Asks what to export, and exports it in the background."""

    def __init__(
        self,
        page: Callable[[], ReadingPage],
        selection: Callable[[str], ExportSelection | None],
        session: Callable[[], Session | None],
        report: Callable[[str], None],
        written: Callable[[str, Path], None],
    ) -> None:
        """Create it; `page` is the one that is being read."""
        super().__init__(page())
        self._say_written = written
        self._page = page
        self._selection = selection
        self._session = session
        self._report = report
        self.pages = WebPages(self._open_address, session, report, written, page())

    @property
    def _reading(self) -> ReadingPage:
        return self._page()

    def _open_address(self) -> str:
        """The conversation that is open; empty for none."""
        return self._reading.timeline.timeline.address if self._session() else ""

    def ask(self) -> None:
        """Ask for the part, the format and the file."""
        address = self._open_address()
        if not address:
            self._report(tr("Open a conversation to export it."))
        else:
            self._offer(self.scopes(address), "")

    def export_quarantine(self, file: Path) -> None:
        """Write all bad records with file, position and reason."""
        session = self._session()
        if session is None:
            return

        def write_records(library: Library) -> int:
            try:
                return library.quarantine.export(file)
            except OSError as error:
                raise TanglescopeError(unwritable(file, error)) from error

        def report(records: int | None) -> None:
            if records is not None:
                text = plural(
                    "{n:,} bad records exported to {file}",
                    "{n:,} bad record exported to {file}",
                    records,
                    file=file.name,
                )
                self._report(text)

        session.ask("bad records", write_records, report)

    def ask_for(self, address: str) -> None:
        """Ask for format and file, and export a conversation, which needn't be open."""
        from tanglescope.viewer.dialogs.export import Scope

        session = self._session()
        if session is None:
            return
        scope = Scope(tr("The whole conversation"), ExportSelection(address, theme=self._theme()))
        try:
            called = title(session.library.conversation(address).summary())
        except UnknownConversation:  # such as the feed of a graph node's author
            self._report(tr("That conversation isn't here."))
        else:
            self._offer([scope], called)

    def ask_part(self, key: str) -> None:
        """Ask which part of the conversation around a message to export."""
        session = self._session()
        if session is None:
            return
        model = self._reading.timeline.timeline
        is_here = model.row_of(key) is not None
        address = model.address if is_here else next(iter(model.conversations_of(key)), "")

        def offer(horizon: Horizon | None) -> None:
            if horizon is None:
                self._report(tr("The messages connected to this one aren't known."))
            else:
                self._offer(self.parts(address, horizon), "", "ndjson")

        session.ask(
            "part to export", lambda library: library.conversation(address).horizon(key), offer
        )

    def parts(self, address: str, horizon: Horizon) -> "list[Scope]":
        """The parts into which a message divides a conversation."""
        from tanglescope.viewer.dialogs.export import Scope

        message = frozenset((horizon.key,))
        past, future = message | horizon.past, message | horizon.future
        both = past | future
        parts = {
            tr("The message with its causes ({number:,})", number=len(past)): past,
            tr("The message with its effects ({number:,})", number=len(future)): future,
            tr("The message with its causes and effects ({number:,})", number=len(both)): both,
            tr("The message alone"): message,
        }
        theme = self._theme()
        return [
            Scope(text, ExportSelection(address, keys=keys, theme=theme))
            for text, keys in parts.items()
        ]

    def _theme(self) -> str:
        return self._reading.timeline.lanes.theme.name

    def _offer(self, scopes: "list[Scope]", called: str, form: str = "") -> None:
        from tanglescope.viewer.dialogs.export import ExportDialog

        dialog = ExportDialog(scopes, called or self._reading.heading.title, self._reading.window())
        if form:
            dialog.choose_form(form)
        dialog.chosen.connect(self.export)
        dialog.open()

    def scopes(self, address: str) -> "list[Scope]":
        """The parts of the open thread that can be exported."""
        from tanglescope.viewer.dialogs.export import Scope

        theme = self._theme()
        scopes = [Scope(tr("The whole conversation"), ExportSelection(address, theme=theme))]
        view = self._reading.timeline
        # All of them are the whole conversation.
        if not view.chosen.is_all and (chosen := view.chosen_keys()):
            wanted = ExportSelection(address, keys=chosen, theme=theme)
            scopes.insert(
                0, Scope(tr("The selected messages ({number:,})", number=len(chosen)), wanted)
            )
        shown = self._selection(theme)
        has_own = shown and (shown.filters or shown.keys is not None or shown.extra)
        if shown and has_own and shown.address == address:
            scopes.insert(0, Scope(tr("What the diagram shows"), shown))
        return scopes

    def export(self, wanted: ExportSelection, form: str, file: Path) -> None:
        """Write an export; errors are reported like those of all questions."""
        session = self._session()
        if session is None:
            return
        if form in ("markdown", "epub"):
            self._take_out(session, wanted, form, file)
            return

        def write_file(library: Library) -> str:
            write_export(library, wanted, form, file, drawings.png)
            return export_sentence(file)

        session.ask("export", write_file, partial(self._finish, file))

    def _take_out(self, session: Session, wanted: ExportSelection, form: str, file: Path) -> None:
        """Write notes or a book; ask first if they are private."""
        conversation = session.library.conversation(wanted.address)

        def write(*, private: bool = False, consent: str = "stated") -> None:
            from tanglescope.engine.site.library_reader import Consent, LibraryReader

            def write_all(library: Library) -> str:
                desk = LibraryReader(library, private=private, consent=Consent(consent))
                return _write_takeout(desk, wanted, form, file, session)

            session.ask("export", write_all, partial(self._finish, file))

        feed = conversation.address.subject
        if session.library.consents().get(feed) is False:
            ConfirmDialog(
                "takeout_without_consent",
                tr("Export what a person wrote who doesn't want public web pages?"),
                [tr("Don't publish the files."), title(conversation.summary())],
                tr("Export…"),
                lambda: write(consent="all"),
                self._reading.window(),
            ).open()
            return
        if conversation.is_public:
            write()
            return
        ask_if_private(
            "private_takeout",
            tr("Everyone who has the files can read the private messages in them."),
            title(conversation.summary()),
            lambda: write(private=True),
            self._reading.window(),
        )

    def _finish(self, file: Path, said: str | None) -> None:
        if said is not None:
            self._say_written(said, file)


def export_sentence(file: Path) -> str:
    """That an export is complete."""
    return tr("Exported to {file}.", file=file)


def _write_takeout(
    desk: "LibraryReader", wanted: ExportSelection, form: str, file: Path, session: Session
) -> str:
    """Write notes or a book; what was done, in sentences."""
    from tanglescope.engine.takeout.epub import write_epub
    from tanglescope.engine.takeout.markdown import write_markdown

    write = write_markdown if form == "markdown" else write_epub
    report = write(desk, wanted, session.pictures.folders, file)
    contents = report.contents
    people = islice(contents.left_out.words(), len(contents.left_out.people))
    return " ".join((export_sentence(file), *contents.words_left_out(), *people))
