"""Tangles of any name: a root, and the messages with tangle data of that name.

Public ones are stored in the database. Those of private messages, such as messages in a group, grow
in memory as the messages are decrypted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import Conversation, ConversationSummary
from tanglescope.engine.store.conversations.kind import (
    SEARCHED,
    DerivedKind,
    Kind,
    Listing,
)
from tanglescope.engine.store.conversations.private import (
    opened_conversation,
    opened_growth,
    opened_names,
    opened_summaries,
    opened_tangles,
    tangles_beginning,
)
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.stored import (
    StoredConversation,
    joined_by_data,
    stored_holding,
    summary_of,
    with_beginners,
)
from tanglescope.engine.store.conversations.table import (
    THREAD,
    ConversationTable,
    roots_of,
    tangle_address,
)
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import IdColumn, StoredMessage
from tanglescope.engine.store.new_messages import UnreadSince
from tanglescope.engine.tangle.growth import Growth, grow
from tanglescope.engine.tangle.references import message_reference
from tanglescope.engine.tangle.rules import EPOCH, GROUP, MEMBERS, rule_of
from tanglescope.engine.tangle.thread import identity, memberships


class DerivedTangles(DerivedKind):
    """Tangles as messages define them: by their tangle data alone."""

    members = ()

    def lacking(self, database: Database) -> Iterator[tuple[str, str]]:
        """None: tangles follow from the claims."""
        return iter(())

    def unclaimed(self, database: Database) -> Iterator[tuple[str, str]]:
        """All stored tangles."""
        yield from database.execute(
            "SELECT name, root FROM conversations WHERE name <> ?", (THREAD,)
        )


class Tangles(Kind):
    """Tangles by their names and the keys of their roots."""

    kinds = ("chess", EPOCH, GROUP, MEMBERS)
    listing = Listing.TANGLES
    derived = DerivedTangles()

    def read(self, text: str) -> Address | None:
        """The address `NAME:KEY`."""
        found = identity(text)
        return found and tangle_address(*found)

    def kinds_in(self, source: Source) -> Iterable[str]:
        """The usual names of tangles, and those of the tangles in a database."""
        stored = ConversationTable(source.database).names() - {THREAD}
        return {*self.kinds, *stored, *opened_names(source)}

    def beginning(self, source: Source, text: str, most: int) -> Iterable[Address]:
        """The tangles that an address with a shortened id can mean."""
        opened = islice(tangles_beginning(source, text), most)
        return [*opened, *super().beginning(source, text, most)]

    def id_columns(self, kind: str) -> Sequence[IdColumn]:
        """The roots of tangles of a name."""
        return [roots_of(kind)]

    def find(self, source: Source, address: Address) -> Conversation | None:
        """A tangle of public or decrypted messages; None if there is none."""
        if (opened := opened_conversation(source, address)) is not None:
            return opened
        number = ConversationTable(source.database).number(address.kind, address.subject)
        if number is None or address.kind == THREAD:
            return None
        return StoredConversation(source, address, number, rule_of(address.kind))

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """All tangles."""
        rows = ConversationTable(source.database).rows(source.names, threads=False)
        tangles = opened_tangles(source)
        known = {str(tangle_address(each.name, each.root)) for each in tangles}
        opened = opened_summaries(each for each in tangles if each.name != GROUP)
        found = [summary_of(row, tangle_address(row.name, row.root)) for row in rows]
        kept = [summary for summary in found if summary.address not in known]
        return with_beginners(source, [*kept, *opened])

    def grown(self, source: Source, news: UnreadSince) -> Mapping[str, int]:
        """The number of unread messages in each tangle."""
        claimed: dict[tuple[str, str], list[str]] = {}
        for entry in news.tangled:
            for name, root, _ in memberships(entry):
                if name != THREAD:
                    claimed.setdefault((name, root), []).append(entry.key)
        joined = joined_by_data(source, claimed)
        kept = {str(tangle_address(*identity)): count for identity, count in joined.items()}
        return kept | opened_growth(source, opened_tangles(source), news)

    def narrowing(self, text: str) -> tuple[str, str] | None:
        """A tangle is a field of its own, with its address as the value."""
        address = message_reference(text)
        return None if identity(address) is None else (SEARCHED, address)

    def holding(self, source: Source, messages: Sequence[StoredMessage]) -> Mapping[str, int]:
        """How many of some messages have joined each tangle."""
        return stored_holding(source, self, messages)

    def tangle(self, source: Source, name: str, root: str) -> Growth:
        """The tangle of a name and a root, with waiting and excluded messages."""
        return grow(rule_of(name), root, source.tangled(root))

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The tangles that a message is a candidate of."""
        claimed = () if message is None else memberships(message.entry)
        return [tangle_address(name, root) for name, root, _ in claimed if name != THREAD]
