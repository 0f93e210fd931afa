"""What messages refer to, in words: likes, reviews and invitations name messages and people."""

from collections.abc import Callable, Iterable
from functools import cache

from tanglescope.engine.library import Library, StoredMessage
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.wording import tr
from tanglescope.engine.words.messages import called, one_line, sentence
from tanglescope.engine.words.text import Call, clean, clean_name, is_text, short

_LONGEST = 80
"""The most characters of a message that a sentence about it quotes."""


def mentions(library: Library, messages: Iterable[StoredMessage]) -> Call:
    """A function that names the people and messages in the sentences about these messages."""
    several = list(messages)
    asked = _asked(several)
    found = library.messages(sorted(filter(is_message, asked)))
    feeds = asked | _asked(found.values())
    feeds |= {feed for each in (*several, *found.values()) for feed in each.people}
    names = library.names(feed for feed in feeds if not is_message(feed))
    # Several may like the same message.
    return cache(MessageCaller(found.get, lambda feed: names.get(feed) or short(feed)))


class MessageCaller:
    """Names people and messages, with functions that find a message and the name of a feed."""

    def __init__(self, find: Callable[[str], StoredMessage | None], name: Call) -> None:
        self._find, self._name = find, name

    def __call__(self, identity: str) -> str:
        """The name of a person, or the author and beginning of a message."""
        message = self._find(identity) if is_message(identity) else None
        if message is None:
            return self.name(identity)
        text = clean(
            one_line(message.content, self.name, message.epoch, author=message.author),
            _LONGEST,
        )
        return called(message.content, self.name(message.author), text)

    def name(self, identity: str) -> str:
        """The name of a person, or the beginning of a message's id."""
        if is_message(identity):
            return tr("message {key}", key=short(identity))
        return clean_name(self._name(identity))


def _asked(messages: Iterable[StoredMessage]) -> set[str]:
    """The ids that the sentences about messages name."""
    asked: set[str] = set()

    def note(identity: str) -> str:
        asked.add(identity)
        return identity

    for message in messages:
        content = message.content
        if not isinstance(content, str) and not is_text(content):  # else it is quoted
            sentence(content, note, message.epoch)
    return asked
