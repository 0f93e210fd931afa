"""Paint panels without a window, with a library that answers synchronously."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QWidget

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.export.question_server import open_graph
from tanglescope.engine.library import Library
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.settings import MemoryStore, Settings
from tests.engine.authors import Said
from tests.engine.store.libraries import library_of


class AnsweringSession:
    """A session that answers before it returns."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.is_open = True
        self.settings = Settings(MemoryStore())
        self.changed = _SilentSignal()
        self.private = None
        self.pictures: Any = None
        self.question_process = AnsweringProcess(library)

    def ask(
        self, _kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        then(question(self.library))

    def awaits_messages(self) -> bool:
        return False


class Album:
    """The pictures of a folder, some of them loading or damaged."""

    def __init__(self, folder: Path) -> None:
        self.folders = BlobFolders([folder])
        self.arrived = self.folders_changed = _SilentSignal()

    def image(self, blob: str, _side: int) -> QImage | str | None:
        """Return a picture, or why there is none, or None while it is loading."""
        found = self.folders.find(blob)
        match found and found.shape and found.shape.width:
            case 64:
                return None
            case 40:
                return "The file is damaged."
        assert found
        return QImage(str(found.path))


class SilentSession(AnsweringSession):
    """A session that never answers."""

    def __init__(self, library: Library) -> None:
        super().__init__(library)
        self.question_process = SilentProcess(library)

    def ask(
        self, _kind: str, _question: Callable[[Library], Any], _then: Callable[[Any], None]
    ) -> None:
        """Don't answer."""


class AnsweringProcess:
    """A fake question process that answers before it returns."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def ask(
        self,
        _kind: str,
        address: str,
        question: Callable[..., Any],
        then: Callable[[Any], None],
        progress: Callable[[Any], None] | None = None,
    ) -> None:
        then(question(open_graph(self._library, address), progress or (lambda _: None)))

    def cancel(self, _kind: str) -> None:
        """Do nothing: every question has been answered."""


class SilentProcess(AnsweringProcess):
    """A fake question process that never answers."""

    def ask(
        self,
        _kind: str,
        _address: str,
        _question: Callable[..., Any],
        _then: Callable[[Any], None],
        _progress: Callable[[Any], None] | None = None,
    ) -> None:
        """Don't answer."""


class _SilentSignal:
    """A fake signal that is never emitted."""

    def connect(self, _slot: object) -> None:
        """Ignore the slot."""

    def disconnect(self, _slot: object) -> None:
        """Ignore the slot."""


@contextmanager
def shown_alone(
    panel: Panel, folder: Path, said: Iterable[Said], address: str, size: tuple[int, int]
) -> Iterator[None]:
    """Show a conversation of these messages in a panel without a window, with every answer."""
    panel.resize(*size)
    with library_of(folder, *said) as library:
        session: Any = AnsweringSession(library)
        panel.show_place(session, address, None)
        panel.grab()  # forces a layout
        yield
        panel.end()


def picture_of(panel: Panel, size: tuple[int, int]) -> QImage:
    """Return a picture of the panel in DejaVu Sans."""
    font = QFont("DejaVu Sans", 9)
    panel.setFont(font)
    for part in panel.findChildren(QWidget):
        part.setFont(font)
    panel.resize(*size)
    panel.grab()  # forces a layout: wrapped texts have no height before
    image = panel.grab().toImage()
    panel.deleteLater()
    return image
