"""A kind of conversations is one class, and is registered in one place."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.commandline.show import show
from engine.library import Address, ConversationSummary, Edges, Library, Listing, StoredMessage
from engine.store.changes import TimelineSnapshot
from engine.store.conversations import catalogue
from engine.store.conversations.catalogue import KINDS
from engine.store.conversations.conversation import Conversation
from engine.store.conversations.kind import Kind
from engine.store.conversations.source import Source
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


class Shouts(Conversation):
    """The messages in capitals, the longest first: each comes after the one before it."""

    order = "longest"

    def __init__(self, source: Source, address: Address, keys: list[str]) -> None:
        self.address = address
        self._source = source
        self._keys = keys

    def summary(self) -> ConversationSummary:
        return ConversationSummary(
            str(self.address), "shouts", "", True, len(self._keys), 1, "What was shouted"
        )

    def snapshot(self) -> TimelineSnapshot:
        return TimelineSnapshot(str(self.address), len(self._keys), self._keys, {})

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        neighbours = dict(zip(self._keys, self._around(), strict=True))
        return {key: neighbours.get(key, Edges()) for key in keys}

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        return self._source.messages(keys, lambda entry: self.edges([entry.key])[entry.key].causes)

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        return self._source.numbers(keys)

    def value(self, key: str) -> str | None:
        return self._source.value(key)

    def _around(self) -> Iterator[Edges]:
        for row in range(len(self._keys)):
            before, after = self._keys[max(0, row - 1) : row], self._keys[row + 1 : row + 2]
            yield Edges(tuple(before), tuple(after))


class Toy(Kind):
    """What was shouted, in capitals."""

    listing = Listing.TANGLES

    def read(self, text: str) -> Address | None:
        return Address("shouts", "", short="shouts") if text in ("shouts", "shouts:") else None

    def find(self, source: Source, address: Address) -> Shouts:
        rows = source.database.execute(
            "SELECT key, json_extract(value, '$.content.text') AS text FROM messages"
            " WHERE text = upper(text) ORDER BY length(text) DESC, key"
        )
        return Shouts(source, address, [key for key, _ in rows])

    def summaries(self, source: Source, words: Sequence[str]) -> list[ConversationSummary]:
        found = self.find(source, Address("shouts", "", short="shouts"))
        return [each for each in [found.summary()] if each.mentions(words)]

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        address = Address("shouts", "", short="shouts")
        here = message is not None and key in self.find(source, address).in_order()
        return [address] if here else []


@pytest.fixture
def shouted(tmp_path: Path) -> list[str]:
    """The keys of two shouts among other messages, in their order."""
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Is anybody there?"))
    yes, loud = bob.say(post("YES", root)), bob.say(post("HELLO THERE", root))
    library_of(tmp_path, root, yes, loud).close()
    return [loud.key, yes.key]


def test_a_kind_is_read_as_every_other(tmp_path: Path, shouted: list[str]) -> None:
    with Library.open(tmp_path / "library.db", kinds=(*KINDS, Toy())) as library:
        conversation = library.conversation("shouts:")
        assert conversation.in_order() == shouted
        assert [node.id for node in conversation.graph().nodes] == shouted[::-1]  # as they came
        assert [each.title for each in library.conversations(kind="shouts")] == ["What was shouted"]
        assert "shouts" in [each.address for each in library.conversations(listing=Listing.TANGLES)]
        assert "shouts" in library.conversations_of(shouted[0])
        found = library.inspect("shouts", shouted[1])
        assert found.place is not None
        assert (found.place.position, found.edges.causes) == (1, (shouted[0],))
        horizon = conversation.horizon(shouted[1])
        assert horizon is not None
        sorted_ = library.conversation("shouts?by=scuttlesort")
        assert sorted_.in_order() == shouted


def test_commands_read_it_without_knowing_it(
    tmp_path: Path, shouted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "KINDS", (*KINDS, Toy()))
    path = str(tmp_path / "library.db")
    shown = CliRunner().invoke(show, ["shouts", "--database", path, "--json"])
    assert shown.exit_code == 0, shown.output
    assert [each["key"] for each in json.loads(shown.stdout)["messages"]] == shouted
