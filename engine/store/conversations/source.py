"""The source of conversations: one database, and its decrypted messages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from engine.message.message import Content
from engine.store.files.database import reading
from engine.store.files.sqlite import Database
from engine.store.messages import CausesOf, Messages, StoredMessage, causes_in_own_thread
from engine.store.names import Names
from engine.store.private_messages import PrivateMessages
from engine.store.search import Within, nothing_more
from engine.store.tangles import tangled
from engine.tangle.rules import RuleEntry

Part = TypeVar("Part")


class Source:
    """The source that kinds read from: a database at `path`, and its decrypted messages."""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self.database = database
        self.names = Names(database)
        self._messages = Messages(database)
        self._parts: dict[Callable[[Database], object], object] = {}
        self.private: PrivateMessages | None = None
        self.within: Within = nothing_more
        """Set by the catalogue, which finds the conversation of an address."""
        self.names.opened = lambda: self.private

    @property
    def version(self) -> tuple[int, ...]:
        """A version that changes whenever the database or its decrypted messages change."""
        ((others,),) = self.database.execute("PRAGMA data_version")
        opened = 0 if self.private is None else self.private.count
        return others, self.database.conn.total_changes, opened

    def part(self, make: Callable[[Database], Part]) -> Part:
        """The object that a kind keeps in memory for this database, created on first use."""
        if make not in self._parts:
            self._parts[make] = make(self.database)
        found: Part = self._parts[make]  # type: ignore[assignment] # it was made by `make`
        return found

    def drop(self, make: Callable[[Database], object]) -> None:
        """Drop a part."""
        self._parts.pop(make, None)

    def messages(
        self, keys: Sequence[str], causes: CausesOf | None = None, *, by_opened: bool = False
    ) -> dict[str, StoredMessage]:
        """The known ones of the messages, decrypted if possible.

        Their causes follow from public messages, or, `by_opened`, from decrypted ones.
        """
        found = self._messages.get(keys, causes)
        if self.private is not None:
            rule = (causes or causes_in_own_thread) if by_opened else None
            for key, message in found.items():
                if (content := self.private.content(key)) is not None:
                    opened = message.opened(content, rule)
                    epoch = self.private.conversations.epoch(key, content)
                    found[key] = replace(opened, epoch=epoch)
        return found

    def tangled(self, root: str = "", more: Sequence[str] = ()) -> list[RuleEntry]:
        """The readable messages with tangle data; `more` are members of a tangle without data.

        If `root` is public, so are all of them.
        """

        def find(keys: Sequence[str]) -> dict[str, StoredMessage]:
            return self.messages(keys, by_opened=True)

        with reading(self.database):
            opened = self.private.opened() if self.private is not None else []
            return list(tangled(self.database, find, opened, root, more))

    def content(self, key: str) -> Content | None:
        """The content of a message, decrypted if possible; None if it is unknown."""
        if self.private is not None and (opened := self.private.content(key)) is not None:
            return opened
        return self._messages.content(key)

    def value(self, key: str) -> str | None:
        """The canonical text of a message."""
        return self._messages.value(key)

    def encrypted(self) -> list[str]:
        """The keys of all messages that are encrypted."""
        return self._messages.encrypted()

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """The numbers of the known messages; they ascend in the order of import."""
        return self._messages.numbers(keys)

    def names_of(self, feeds: Iterable[str]) -> Mapping[str, str]:
        """The names of feeds."""
        return self.names.of(feeds)
