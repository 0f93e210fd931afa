"""A library with one thread in memory, for tests of models and views."""

from collections.abc import Iterable, Sequence
from typing import Any

from tanglescope.engine.library import (
    Address,
    Edges,
    StoredMessage,
    TimelineChange,
    TimelineSnapshot,
)
from tanglescope.engine.linear.edits import Edit, Insert, Move

ROOT = "%root.sha256"


def message(key: str, content: dict[str, Any] | str | None = None, **fields: Any) -> StoredMessage:
    """A message with default values for all fields that aren't given."""
    usual: dict[str, Any] = {
        "author": "@ann.ed25519",
        "sequence": 1,
        "asserted": 1_500_000_000_000.0,
        "received": (fields.get("asserted") or 1_500_000_000_000.0) + 500,
        "type": "post",
        "status": "valid",
        "rule": None,
        "causes": (),
    }
    text = {"type": "post", "text": f"The text of {key}"}
    return StoredMessage(key=key, content=content or text, **(usual | fields))


class FakeLibrary:
    """A library that is also its only conversation and its votes, and returns its changes."""

    address = Address("thread", ROOT, short=ROOT)

    def __init__(self, keys: Sequence[str] = (), messages: Iterable[StoredMessage] = ()) -> None:
        self.keys = list(keys)
        self.revision = 1
        self.known = {key: message(key) for key in keys} | {each.key: each for each in messages}
        self.liked: dict[str, int] = {}
        self.likers: list[str] = []
        self.called: dict[str, str] = {}
        self.asked: list[Sequence[str]] = []

    leaves_out = False

    def conversation(self, address: str, *, as_read: bool = False) -> "FakeLibrary":
        """The only conversation: the library itself."""
        assert address in (ROOT, "")
        assert not as_read
        return self

    def shown_as(self, key: str) -> str:
        return key

    def snapshot(self) -> TimelineSnapshot:
        keys = list(self.keys)
        return TimelineSnapshot(ROOT, self.revision, keys, self.waiting(keys))

    def writers(self) -> tuple[str, ...]:
        return ()

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        self.asked.append(keys)
        return {key: self.known[key] for key in keys if key in self.known}

    @property
    def votes(self) -> "FakeLibrary":
        return self

    def of(self, keys: Sequence[str]) -> dict[str, int]:
        return {key: self.liked[key] for key in keys if key in self.liked}

    def voters(self, _key: str, most: int) -> list[str]:
        return self.likers[:most]

    def names(self, feeds: Iterable[str]) -> dict[str, str]:
        return {feed: self.called.get(feed, feed[:5]) for feed in feeds}

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        effects: dict[str, list[str]] = {}
        for each in self.keys:
            for cause in self.known[each].causes:
                effects.setdefault(cause, []).append(each)
        return {
            key: Edges(
                self.known[key].causes if key in self.keys else (), tuple(effects.get(key, ()))
            )
            for key in keys
        }

    def waiting(self, keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
        here = set(self.keys)
        missing = {key: set(self.known[key].causes) - here - {key} for key in keys}
        return {key: tuple(sorted(causes)) for key, causes in missing.items() if causes}

    def insert(self, position: int, *messages: StoredMessage) -> TimelineChange:
        return self.change([("insert", each, position) for each in messages])

    def move(self, source: int, destination: int) -> TimelineChange:
        return self.change([("move", source, destination)])

    def change(self, steps: Iterable[tuple[Any, ...]]) -> TimelineChange:
        edits: list[Edit] = []
        for step in steps:
            match step:
                case ("insert", StoredMessage() as new, int(position)):
                    self.known[new.key] = new
                    self.keys.insert(position, new.key)
                    edits.append(Insert(new.key, position))
                case ("move", int(source), int(destination)):
                    self.keys.insert(destination, self.keys.pop(source))
                    edits.append(Move(source, destination))
        self.revision += 1
        inserted = [edit.name for edit in edits if isinstance(edit, Insert)]
        causes = {key: self.known[key].causes for key in inserted}
        edits_made = tuple(edits)
        return TimelineChange(ROOT, self.revision, edits_made, self.waiting(inserted), causes)
