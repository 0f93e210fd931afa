"""A toy kind of conversations, not part of the program: messages in capitals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import DatabaseConversation
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.table import ConversationSummary
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.new_messages import UnreadSince
from tests.engine.authors import Author, Said, post


class Shouts(DatabaseConversation):
    """The messages in capitals, the longest first; each comes after the one before it."""

    def __init__(self, source: Source, address: Address, keys: list[str]) -> None:
        super().__init__(source, address)
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

    def _around(self) -> Iterator[Edges]:
        for row in range(len(self._keys)):
            before, after = self._keys[max(0, row - 1) : row], self._keys[row + 1 : row + 2]
            yield Edges(tuple(before), tuple(after))


class Toy(Kind):
    """The kind of conversations of messages in capitals."""

    listing = Listing.TANGLES

    def read(self, text: str) -> Address | None:
        return Address("shouts", "", short="shouts") if text in ("shouts", "shouts:") else None

    def find(self, source: Source, address: Address) -> Shouts:
        rows = source.database.execute(
            "SELECT key, json_extract(value, '$.content.text') AS text FROM messages"
            " WHERE text = upper(text) ORDER BY length(text) DESC, key"
        )
        return Shouts(source, address, [key for key, _ in rows])

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        return [self.find(source, Address("shouts", "", short="shouts")).summary()]

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        address = Address("shouts", "", short="shouts")
        here = message is not None and key in self.find(source, address).in_order()
        return [address] if here else []

    def count_unread(self, source: Source, news: UnreadSince) -> Mapping[str, int]:
        numbers = source.numbers(self.find(source, Address("shouts", "")).in_order())
        return {"shouts": sum(not news.mark.has_read(each) for each in numbers.values())}


class Shouting:
    """Two shouts by one person in answer to another's question, and their order as shouts."""

    def __init__(self) -> None:
        ann, bob = Author("ann"), Author("bob")
        root = ann.say(post("Is anybody there?"))
        yes, loud = bob.say(post("YES", root)), bob.say(post("HELLO THERE", root))
        self.said: list[Said] = [root, yes, loud]
        self.shouts = [loud.key, yes.key]
