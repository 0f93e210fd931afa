"""Labels of messages for rows of panels, loaded when a row is shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from tanglescope.engine import words
from tanglescope.engine.debug.open_graph import author_in
from tanglescope.engine.drawing.tints import Hue
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Library
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.panels.panel import Panel

_KEPT = 20_000
_MOST_ASKED = 300
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Label:
    """A message in a row: colour, author, and the beginning of the text."""

    hue: Hue
    name: str
    text: str

    @property
    def feed(self) -> str:
        """The author's id; empty if unknown."""
        return self.hue if isinstance(self.hue, str) else ""

    def spoken_text(self) -> str:
        """The label for a screen reader."""
        return f"{self.name}: {self.text}" if self.name else self.text


class Labels(QObject):
    """Labels of the messages of the open thread, as far as they are loaded."""

    came = Signal()

    def __init__(self, panel: Panel) -> None:
        super().__init__(panel)
        self._panel = panel
        self._address = ""
        self._known: dict[str, Label] = {}
        self._elsewhere: Mapping[str, Label] = {}
        self._asked: frozenset[str] = frozenset()

    def forget(self) -> None:
        """Request everything again, after names or texts may have changed."""
        self._known.clear()
        self._asked = frozenset()

    def get(self, key: str) -> Label:
        """The label of a message; while it isn't known, the beginning of its id."""
        found = self._elsewhere.get(key) or self._known.get(key)
        return found or Label("", "", words.short(key))

    def take_from_elsewhere(self, labels: Mapping[str, Label]) -> None:
        """Use labels of messages that another source has, and the open collection lacks."""
        self._address, self._elsewhere = self._panel.address, labels
        self.came.emit()

    def want(self, keys: Iterable[str]) -> None:
        """Request labels; `came` is emitted when they arrive."""
        if self._panel.address != self._address:
            self.forget()
            self._address = self._panel.address
            self._elsewhere = {}
        missing = frozenset(
            key for key in keys if key not in self._known and key not in self._elsewhere
        )
        if missing <= self._asked:
            return
        # Beyond the limit, the reader has scrolled past the rows requested before.
        if len(self._asked) < _MOST_ASKED:
            missing |= self._asked
        self._asked = missing
        address = self._address
        self._panel.ask(lambda library: labels_of(library, address, missing), self._take, "labels")

    def _take(self, labels: dict[str, Label]) -> None:
        if len(self._known) > _KEPT:
            self._known.clear()
        self._known.update(labels)
        self._asked = frozenset()
        self.came.emit()


def labels_of(library: Library, address: str, keys: Iterable[str]) -> dict[str, Label]:
    """Labels of messages and of marked authors; unknown messages are labelled as missing."""
    wanted = list(keys)
    authors = {key: author for key in wanted if (author := author_in(key)) is not None}
    found = library.conversation(address).messages([key for key in wanted if key not in authors])
    names = library.names(authors.values())
    call = mentions(library, found.values())
    labels = {}
    for key in wanted:
        if key in authors:
            labels[key] = Label(authors[key], "", words.clean_name(names[authors[key]]))
        elif (message := found.get(key)) is None:
            labels[key] = Label("", "", tr("missing message {key}", key=words.short(key)))
        else:
            text = words.clean(
                words.one_line(message.content, call, message.epoch, author=message.author),
                _LONGEST,
            )
            labels[key] = Label(message.hue, call(message.author), text)
    return labels
