"""What messages refer to, in words: likes, reviews and invitations name messages and people."""

from collections.abc import Iterable, Mapping

from engine.library import Library, StoredMessage
from engine.message.formats import is_message
from engine.wording import tr
from viewer import words

LONGEST = 80
"""The most characters of a message that a sentence about it quotes."""


def mentions(library: Library, messages: Iterable[StoredMessage]) -> words.Call:
    """A function that names the people and messages in the sentences about these messages."""
    several = list(messages)
    asked = _asked(several)
    found = library.messages(sorted(filter(is_message, asked)))
    feeds = asked | _asked(found.values())
    feeds |= {feed for each in (*several, *found.values()) for feed in each.people}
    return MessageCaller(found, library.names(feed for feed in feeds if not is_message(feed)))


class MessageCaller:
    """Names people and messages."""

    def __init__(self, messages: Mapping[str, StoredMessage], names: Mapping[str, str]) -> None:
        self._messages, self._names = messages, names
        self._quoted: dict[str, str] = {}

    def __call__(self, identity: str) -> str:
        """The name of a person, or the author and beginning of a message."""
        message = self._messages.get(identity)
        if message is None:
            return self.name(identity)
        if identity not in self._quoted:  # several may like the same one
            text = words.clean(words.one_line(message.content, self.name, message.epoch), LONGEST)
            author = self.name(message.author)
            self._quoted[identity] = words.called(message.content, author, text)
        return self._quoted[identity]

    def name(self, identity: str) -> str:
        """The name of a person, or the beginning of an id."""
        if is_message(identity):
            return tr("message {key}", key=words.short(identity))
        return words.clean_name(self._names.get(identity) or words.short(identity))


def _asked(messages: Iterable[StoredMessage]) -> set[str]:
    """The ids that the sentences about messages name."""
    asked: set[str] = set()

    def note(identity: str) -> str:
        asked.add(identity)
        return identity

    for message in messages:
        content = message.content
        if not isinstance(content, str) and words.text_of(content) is None:  # else it is quoted
            words.sentence(content, note, message.epoch)
    return asked
