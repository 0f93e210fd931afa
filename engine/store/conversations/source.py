"""The source of conversations: one database, and its decrypted messages."""

import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from tanglescope.engine.message.message import Content
from tanglescope.engine.store.conversations.private_messages import PrivateMessages
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import (
    CausesOf,
    Messages,
    StoredMessage,
    causes_in_own_thread,
)
from tanglescope.engine.store.names import Names
from tanglescope.engine.store.search import OutdatedTexts, Within, nothing_more
from tanglescope.engine.store.tangles import tangle_entries
from tanglescope.engine.tangle.revisions import Revised, SignedMessage, find_revised
from tanglescope.engine.tangle.rules import RuleEntry

Part = TypeVar("Part")
T = TypeVar("T")

REMEMBERED = 4
"""The number of cached orders, views and indexes."""


class Remembered(Generic[T]):
    """The values that were wanted last, each as of a version of what it was made of."""

    most = REMEMBERED

    def __init__(self, _database: Database) -> None:
        self._known: dict[Hashable, tuple[object, T]] = {}

    def get(self, key: Hashable, version: object, make: Callable[[], T]) -> T:
        """The value of a key at a version; made if it isn't known."""
        known = self._known.pop(key, None)
        if known is None or known[0] != version:
            known = version, make()
        self._known[key] = known
        while len(self._known) > self.most:
            del self._known[next(iter(self._known))]
        return known[1]


class RememberedParts(Remembered[Any]):
    """What was made of the parts of a database, however many there are."""

    most = sys.maxsize


class Source:
    """The source that kinds read from: a database at `path`, and its decrypted messages."""

    def __init__(self, path: Path, database: Database) -> None:
        self.path = path
        self.database = database
        self.names = Names(database)
        self._messages = Messages(database)
        self._parts: dict[Callable[[Database], object], object] = {}
        self._changes = RememberedParts(database)
        self.private: PrivateMessages | None = None
        self.within: Within = nothing_more
        """Set by the catalogue, which finds the conversation of an address."""
        self.names.opened = lambda: self.private.statements if self.private else ()

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
        """The known ones of the messages as they are read now, decrypted if possible.

        Their causes follow from public messages, or, `by_opened`, from decrypted ones.
        """
        found = self._get(keys, causes, by_opened=by_opened)
        for key, change in self._find_revised(found).items():
            if key in found:
                found[key] = found[key].as_revised(change)
        return found

    def _get(
        self, keys: Sequence[str], causes: CausesOf | None = None, *, by_opened: bool = False
    ) -> dict[str, StoredMessage]:
        """The known ones of the messages as signed, decrypted if possible."""
        found = self._messages.get(keys, causes)
        if self.private is not None:
            rule = (causes or causes_in_own_thread) if by_opened else None
            for key, message in found.items():
                if (content := self.private.content(key)) is not None:
                    opened = message.with_content(content, rule)
                    epoch = self.private.conversations.epoch(key, content)
                    found[key] = replace(opened, epoch=epoch)
        return found

    def _find_revised(self, found: Mapping[str, StoredMessage]) -> dict[str, Revised]:
        """What is read in place of messages that others change or that change others."""
        known: dict[str, SignedMessage] = {}
        asked, new = set(found), found
        with reading(self.database):
            while new:
                said = (each.for_revising() for each in new.values())
                more = {each.key: each for each in said if each is not None}
                known |= more
                named = [each.revision.target for each in more.values() if each.revision]
                named += self._messages.revising(list(more))
                if self.private is not None:
                    named += self.private.revising(more)
                wanted = [key for key in dict.fromkeys(named) if key not in asked]
                asked.update(wanted)
                new = self._get(wanted)
        return find_revised(known.values())

    def changed_messages(self) -> dict[str, StoredMessage]:
        """All messages that their authors edited or deleted, as they are read now."""
        return {key: each for key, each in self._revised_messages().items() if each.is_changed}

    def applied_changes(self) -> Mapping[str, str]:
        """The messages that only change another one, with that one: readers see their effect."""
        histories = (
            each.history for each in self._revised_messages().values() if each.history is not None
        )
        return {key: each.origin.key for each in histories for key in each.applied}

    def applied_messages(self) -> list[StoredMessage]:
        """The same messages, as signed."""
        found: list[StoredMessage] = self._changes.get(
            "applied",
            self.version,
            lambda: list(self._get(list(self.applied_changes())).values()),
        )
        return found

    def _revised_messages(self) -> dict[str, StoredMessage]:
        """All messages that others edit, replace or withdraw, as they are read now."""

        def read() -> dict[str, StoredMessage]:
            opened = [] if self.private is None else self.private.changed_keys()
            return self.messages([*self._messages.changed_keys(), *opened])

        found: dict[str, StoredMessage] = self._changes.get("revised", self.version, read)
        return found

    def outdated_texts(self) -> OutdatedTexts:
        """The public messages whose texts aren't read any more."""
        replaced = set(self.applied_changes())
        deleted: set[str] = set()
        origins: dict[str, str] = {}
        for message in self.changed_messages().values():
            if (history := message.history) is None:
                continue
            keys = {each.key for each in history.versions}
            if history.deletion is not None:
                deleted |= keys
            elif history.text is not history.origin:
                replaced |= keys
                origins[history.text.key] = history.origin.key
        replaced -= deleted | origins.keys()
        numbers = self.numbers([*replaced, *deleted, *origins])
        return OutdatedTexts(
            frozenset(numbers[key] for key in replaced),
            frozenset(numbers[key] for key in deleted),
            {numbers[version]: key for version, key in origins.items()},
        )

    def tangle_entries(self, root: str = "", more: Sequence[str] = ()) -> list[RuleEntry]:
        """The readable messages with tangle data; `more` are members of a tangle without data.

        If `root` is public, so are all of them.
        """

        def find(keys: Sequence[str]) -> dict[str, StoredMessage]:
            return self.messages(keys, by_opened=True)

        with reading(self.database):
            opened = self.private.opened_keys() if self.private is not None else []
            return list(tangle_entries(self.database, find, opened, root, more))

    def content(self, key: str) -> Content | None:
        """The content of a message, decrypted if possible; None if it is unknown."""
        if self.private is not None and (opened := self.private.content(key)) is not None:
            return opened
        return self._messages.content(key)

    def value(self, key: str) -> str | None:
        """The canonical text of a message."""
        return self._messages.value(key)

    def encrypted_keys(self) -> list[str]:
        """The keys of all messages that are encrypted."""
        return self._messages.encrypted_keys()

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """The numbers of the known messages; they ascend in the order of import."""
        return self._messages.numbers(keys)
