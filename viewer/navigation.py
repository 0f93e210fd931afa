"""Ways through the messages: along causes, quotes and links, and back; what to take along."""

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from engine.library import UnknownThread
from viewer import words
from viewer.dialogs.links import follow_link
from viewer.models.row import Row
from viewer.views.timeline_view import TimelineView


class Navigation(QObject):
    """Leads the reader from message to message, into other threads too."""

    def __init__(
        self,
        view: TimelineView,
        open_thread: Callable[[str, str | None], None],
        tell: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._open_thread = open_thread
        self._tell = tell
        self._parent = parent
        self._path_back: list[tuple[str, str | None]] = []
        view.key_clicked.connect(self.go_to)
        view.link_clicked.connect(self.follow)
        view.chosen_changed.connect(self._tell_chosen)

    def go_to(self, key: str) -> None:
        """Show a message of this thread, or the thread that it begins."""
        here = (self._view.timeline.root, self._view.current_key())
        if self._view.go_to(key):
            self._path_back.append(here)
            return
        try:
            self._open_thread(key, key)
        except UnknownThread:
            self._tell("That message is not here.")
        else:
            self._path_back.append(here)

    def go_to_cause(self) -> None:
        """Show what the current message answers."""
        index = self._view.currentIndex()
        causes = self._view.timeline.row(index.row()).causes if index.isValid() else ()
        if causes:
            self.go_to(causes[0])

    def go_to_effect(self) -> None:
        """Show the first message below that answers the current one."""
        model, key = self._view.timeline, self._view.current_key()
        effects = model.edges.of([key])[key].effects if key else ()
        rows = [row for effect in effects if (row := model.row_of(effect)) is not None]
        if rows:
            self.go_to(model.key(min(rows)))

    def go_back(self) -> None:
        """Return to where the last way began."""
        if self._path_back:
            self._open_thread(*self._path_back.pop())

    def follow(self, address: str) -> None:
        """Follow what a message links to: another message, or an address of the web."""
        if address.startswith("%"):
            self.go_to(address)
        else:
            follow_link(address, self._parent)

    def copy(self) -> None:
        """Take along the marked text, else the chosen messages, else the current one."""
        text = self._view.selected_text()
        if not text:
            rows = [self._view.timeline.row(row) for row in self._taken()]
            texts = [words.text_of(row.content) or row.text for row in rows]
            text = texts[0] if len(texts) == 1 else "\n\n".join(map(_signed, rows, texts))
        if text:
            QGuiApplication.clipboard().setText(text)

    def copy_key(self) -> None:
        """Take along the ids of the chosen messages, else of the current one."""
        keys = [self._view.timeline.key(row) for row in self._taken()]
        if keys:
            QGuiApplication.clipboard().setText("\n".join(keys))

    def _taken(self) -> list[int]:
        """The rows of the chosen messages, else of the current one."""
        index = self._view.currentIndex()
        return self._view.chosen_rows() or ([index.row()] if index.isValid() else [])

    def _tell_chosen(self, count: int) -> None:
        self._tell(f"{words.count(count, 'message')} chosen" if count else "")


def _signed(row: Row, text: str) -> str:
    return f"{row.author}: {text}" if row.author else text
