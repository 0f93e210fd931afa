"""The source of conversations: one database, and what has been unlocked in it."""

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
    """Where the kinds of conversations read: a database at `path`, and what is unlocked in it."""

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
        """What changes whenever the database does, or what is unlocked in it."""
        ((others,),) = self.database.execute("PRAGMA data_version")
        opened = 0 if self.private is None else self.private.count
        return others, self.database.conn.total_changes, opened

    def part(self, make: Callable[[Database], Part]) -> Part:
        """What a kind keeps in memory of this database, made when it is first asked for."""
        if make not in self._parts:
            self._parts[make] = make(self.database)
        found: Part = self._parts[make]  # type: ignore[assignment] # it was made by `make`
        return found

    def drop(self, make: Callable[[Database], object]) -> None:
        """Forget a part."""
        self._parts.pop(make, None)

    def messages(
        self, keys: Sequence[str], causes: CausesOf | None = None, *, by_opened: bool = False
    ) -> dict[str, StoredMessage]:
        """Those of the messages that are known, opened where that is possible.

        Their causes follow from public messages, or `by_opened` from what was opened.
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
        """The readable messages with tangle data; `more` are those that are in a tangle without.

        Where `root` is public, so are all of them.
        """

        def find(keys: Sequence[str]) -> dict[str, StoredMessage]:
            return self.messages(keys, by_opened=True)

        with reading(self.database):
            opened = self.private.opened() if self.private is not None else []
            return list(tangled(self.database, find, opened, root, more))

    def content(self, key: str) -> Content | None:
        """What a message says, opened where that is possible; None where it isn't known."""
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
        """The numbers of those messages that are here; they ascend as messages are taken in."""
        return self._messages.numbers(keys)

    def called(self, feeds: Iterable[str]) -> Mapping[str, str]:
        """What feeds are called."""
        return self.names.of(feeds)
