"""The second line of conversations in a list: their latest text, and the faces of their people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from tanglescope.engine import words
from tanglescope.engine.library import (
    ConversationSummary,
    Library,
    StoredMessage,
    UnknownConversation,
)
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.models.thread_model import faces
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.workers.questions import AskLibrary

_TAIL = 12
"""The most messages at the end of a conversation among which its latest text is looked for."""
_FACES = 2
_LONGEST = 200  # letters
_MOST_KEPT = 2000


@dataclass(frozen=True, slots=True)
class Preview:
    """What is shown of a conversation; `portraits` are the pictures of its faces, or `""`."""

    author: str = ""
    text: str = ""
    portraits: tuple[str, ...] = ()


class Previews(QObject):
    """Asks for the previews of the conversations that are on the screen."""

    arrived = Signal()
    """Emitted when there are more."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._ask_library: AskLibrary | None = None
        self._found: dict[tuple[str, int], Preview] = {}
        self._wanted: dict[tuple[str, int], ConversationSummary] = {}
        self._soon = make_timer(0, self._ask, self)

    def watch(self, ask: AskLibrary | None) -> None:
        """Switch to another database, or to none."""
        self._ask_library = ask
        self.forget()

    def forget(self) -> None:
        """Ask again, for example after people were given other names."""
        self._found.clear()
        self._wanted.clear()

    @property
    def is_settled(self) -> bool:
        """Whether all that were wanted are here."""
        return not self._wanted

    def of(self, summary: ConversationSummary) -> Preview | None:
        """The preview of a conversation; None until `arrived` is emitted."""
        key = summary.address, summary.messages
        if key not in self._found and self._ask_library is not None:
            if not self._wanted:
                self._soon.start(0)
            self._wanted[key] = summary
        return self._found.get(key)

    def _ask(self) -> None:
        wanted = dict(self._wanted)
        if self._ask_library is None or not wanted:
            return

        def show(found: list[Preview] | None) -> None:
            if found is None or len(found) != len(wanted):
                found = [Preview()] * len(wanted)
            if len(self._found) > _MOST_KEPT:
                self._found.clear()
            self._found |= dict(zip(wanted, found, strict=True))
            self._wanted = {key: each for key, each in self._wanted.items() if key not in wanted}
            if self._wanted:
                self._soon.start(0)
            self.arrived.emit()

        summaries = list(wanted.values())
        self._ask_library("previews", lambda library: previews(library, summaries), show)


def previews(library: Library, summaries: Sequence[ConversationSummary]) -> list[Preview]:
    """The previews of conversations."""
    latest = [_latest_text(library, each) for each in summaries]
    call = mentions(library, [each for each in latest if each is not None])
    feeds = {feed for each in summaries for feed in faces(each)[:_FACES]}
    portraits = library.portraits.of(feeds)
    return [
        _preview(each, message, call, portraits)
        for each, message in zip(summaries, latest, strict=True)
    ]


def _preview(
    summary: ConversationSummary,
    message: StoredMessage | None,
    call: Callable[[str], str],
    portraits: Mapping[str, str],
) -> Preview:
    pictures = tuple(portraits.get(feed, "") for feed in faces(summary)[:_FACES])
    if message is None:
        return Preview(portraits=pictures)
    name = words.clean_name(message.name) if message.name else call(message.author)
    text = words.one_line(message.content, call, message.epoch, author=message.author)
    return Preview(name, _beyond(summary.title, words.clean(text, _LONGEST)), pictures)


def _beyond(title: str, text: str) -> str:
    """A text without the title that it begins with; what the line above says isn't repeated."""
    rest = text.removeprefix(words.clean(title, _LONGEST))
    return rest.lstrip() if title and (not rest or rest.startswith(" ")) else text


def _latest_text(library: Library, summary: ConversationSummary) -> StoredMessage | None:
    """The latest text at the end of a conversation, or else the latest message there."""
    try:
        conversation = library.conversation(summary.address)
        if conversation.revision() is None:
            return None  # it would have to be read as a whole
        messages = conversation.messages(list(conversation.snapshot().keys[-_TAIL:]))
    except UnknownConversation:
        return None
    read = (each for each in messages.values() if not each.is_applied)
    found = sorted(read, key=lambda each: each.time or 0)
    for message in reversed(found):
        if isinstance(message.content, dict) and words.is_text(message.content):
            return message
    return found[-1] if found else None
