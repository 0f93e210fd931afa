"""Second forms: messages with bytes after their signature, which anyone can add.

A signature has 64 bytes, and its Base64 has room for two more, which the original programs ignore.
They change the key, so a stranger could add a second first message to any feed, and the feed would
be on a branch that lost. Where the form with 64 bytes is in the same archive, before or after, only
that one counts.
"""

from collections.abc import Iterator

from tanglescope.engine.archive.checking import check_unsigned
from tanglescope.engine.archive.record import Reader
from tanglescope.engine.message.classic import shorter
from tanglescope.engine.message.message import Message


class ShorterForms:
    """The messages of an archive of which there is also a second form.

    Hardly any archive has second forms. When one is found, the archive is read twice more.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._keys: frozenset[str] | None = None

    def __contains__(self, key: object) -> bool:
        if key is None:
            return False
        if self._keys is None:
            self._keys = self._found()
        return key in self._keys

    def _found(self) -> frozenset[str]:
        forms = map(shorter, self._messages())
        wanted = frozenset(form.key for form in forms if form is not None)
        return wanted.intersection(message.key for message in self._messages())

    def _messages(self) -> Iterator[Message]:
        """All messages; their signatures aren't verified: both forms have the same."""
        for record in self._reader.records():
            checked, _ = check_unsigned(record)
            if checked.message is not None:
                yield checked.message
