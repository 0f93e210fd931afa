"""Conversations with timelines that are stored and updated by edits."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from tanglescope.engine.language.wording import list_first, tr
from tanglescope.engine.linear.horizon import Edges, ProvenCause
from tanglescope.engine.reduce.activities import Activity, people_named, title_of_activity
from tanglescope.engine.store.activities import Activities
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    DatabaseConversation,
    ExcludedMessage,
    Extra,
    ExtraFact,
    ExtraFinder,
    OrderedConversation,
)
from tanglescope.engine.store.conversations.orders import TimelineStore
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.table import (
    THREAD,
    ConversationSummary,
    ConversationTable,
    stored_address,
)
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.members import OrderedMembers, StoredMembers
from tanglescope.engine.store.orders.order_blocks import OrderBlocks
from tanglescope.engine.store.orders.order_cache import StoredKeys
from tanglescope.engine.store.search import Question
from tanglescope.engine.store.tangles import tangled_keys
from tanglescope.engine.tangle.metafeeds import metafeed_label
from tanglescope.engine.tangle.rules import Admitted, Excluded, RuleEntry, TangleRule
from tanglescope.engine.tangle.titles import MOST_READ, first_title, one_line, title_of

if TYPE_CHECKING:
    from tanglescope.engine.drawing.figures import TangleFigure
    from tanglescope.engine.drawing.shape import Shape

_MOST_NAMED = 3


def excluded_messages(
    rule: TangleRule,
    root: str,
    messages: Iterable[StoredMessage],
    joined: Callable[[Iterable[str]], Set[str]],
) -> list[ExcludedMessage]:
    """The messages that name a tangle and haven't `joined` it: first the waiting ones.

    For rules whose candidates may follow any message they name, like those of stored tangles.
    """
    waiting: dict[str, tuple[str, ...]] = {}
    excluded = []
    for message in messages:
        found = None if message.status == "invalid" else rule.admit(message.entry, root)
        if isinstance(found, Admitted):
            waiting[message.key] = found.causes
        elif isinstance(found, Excluded):
            excluded.append(ExcludedMessage(message.key, found.rule, found.why))
    inside = joined({key for key, causes in waiting.items() for key in (key, *causes)})
    set_aside = [
        _set_aside(key, tuple(cause for cause in causes if cause not in inside))
        for key, causes in waiting.items()
        if key not in inside
    ]
    return [*set_aside, *excluded]


def _set_aside(key: str, missing: tuple[str, ...]) -> ExcludedMessage:
    named = list_first(missing, _MOST_NAMED, str)
    return ExcludedMessage(key, None, tr("It waits for {keys}.", keys=named), missing)


class StoredConversation(OrderedConversation, DatabaseConversation):
    """A conversation by the rule of a tangle, under its number in the database."""

    is_searched_alone = True

    def __init__(
        self,
        source: Source,
        address: Address,
        number: int,
        rule: TangleRule,
        database: Database | None = None,
    ) -> None:
        super().__init__(source, address)
        self._rule = rule
        self._number = number
        self._database = source.database if database is None else database
        self._table = ConversationTable(self._database)
        self._timelines = TimelineStore(self._database)
        self._ordered = self._timelines.members(number)

    @property
    def _members(self) -> OrderedMembers:
        return self._ordered

    @property
    def extras(self) -> Mapping[str, ExtraFinder]:
        """The references of a message that exceed the limit of the collection."""
        return {"uncounted": ExtraFinder(self._why_uncounted, on_request=True)}

    def _why_uncounted(self, key: str) -> Extra | None:
        message = self._source.messages([key]).get(key)
        if message is None or message.cut is None:
            return None
        signed = message.content if message.signed is None else message.signed
        # Imported here: code that only reads starts faster without the one that checks messages.
        from tanglescope.engine.store.arrivals.extracts import references_of

        counted = references_of(message.previous, message.cut)
        others = tuple(
            each for each in references_of(message.previous, signed) if each not in counted
        )
        title = tr("References over the limit of this collection ({number:,})", number=len(others))
        return Extra(title, [ExtraFact(keys=others)], others, is_notable=True)

    def figure(self) -> "TangleFigure":
        """The form in which the specification of its tangle draws it."""
        from tanglescope.engine.store.conversations.figures import tangle_figure_of

        return tangle_figure_of(self._source, self.address)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with the causes that they name."""
        return self._source.messages(keys, self._named_messages, by_opened=not self.is_public)

    def messages_with_causes(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        with reading(self._database):
            joined = self._members.causes(keys)

        def causes(entry: RuleEntry) -> tuple[str, ...]:
            """First those that it names, in that order."""
            every = joined[entry.key]
            named = (cause for cause in self._named_messages(entry) if cause in every)
            return tuple(dict.fromkeys((*named, *every)))

        return self._source.messages(keys, causes, by_opened=not self.is_public)

    def _named_messages(self, entry: RuleEntry) -> tuple[str, ...]:
        admitted = self._rule.admit(entry, self.address.subject)
        return admitted.causes if isinstance(admitted, Admitted) else ()

    def summary(self) -> ConversationSummary:
        with reading(self._database):
            found = self._table.summary(self._source.names, self._number)
            return with_beginners(self._source, [found])[0]

    def writers(self) -> tuple[str, ...]:
        """The authors in it, in the order in which they joined."""
        with reading(self._database):
            return self._timelines.first_writers(self._number)

    def revision(self) -> int | None:
        """The number of changes of the timeline."""
        with reading(self._database):
            return self._table.revision(self._number)

    def snapshot(self) -> TimelineSnapshot:
        """Its stored order; nothing is sorted."""
        number, members = self._number, self._members
        with reading(self._database):
            return TimelineSnapshot(
                str(self.address),
                self._table.revision(number),
                members.keys(),
                members.waiting(),
                self._table.feeds(number),
            )

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        with reading(self._database):
            return self._timelines.edges(self._number, keys)

    def proven_causes(self, key: str) -> tuple[ProvenCause, ...]:
        """The causes of a message, each with all that proves it."""
        with reading(self._database):
            return StoredMembers(self._database, self._number).proven_causes(key)

    def question(self, words: str) -> Question:
        return Question(words, thread=str(self.address))

    def shape(self) -> "Shape":
        """The conversation without its texts, read in two passes."""
        from tanglescope.engine.store.orders.shapes import stored_shape

        with reading(self._database):
            return stored_shape(self._database, self._number, self.in_order())

    def list_excluded(self) -> list[ExcludedMessage]:
        """The public messages that name this conversation and aren't in it."""
        with reading(self._database):
            return self._list_excluded(tangled_keys(self._database))

    def _list_excluded(self, keys: Collection[str]) -> list[ExcludedMessage]:
        inside = self._joined_keys(keys)
        others = [key for key in keys if key not in inside]
        found = self._source.messages(others, by_opened=not self.is_public)
        return excluded_messages(
            self._rule, self.address.subject, found.values(), self._joined_keys
        )

    def _joined_keys(self, keys: Iterable[str]) -> set[str]:
        return set(self._members.numbers(keys))


def count_joined(source: Source, claims: Iterable[tuple[str, str, str]]) -> Counter[str]:
    """How many messages are in the stored conversations that they name, by address.

    A claim is the name and the root of a conversation, and the key of the message.
    """
    claimed: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, root, key in claims:
        claimed[name, root].append(key)
    table, counts = ConversationTable(source.database), Counter[str]()
    for (name, root), keys in claimed.items():
        if (number := table.number(name, root)) is not None:
            members = OrderedMembers(source.database, number)
            counts[str(stored_address(name, root))] = len(members.numbers(keys))
    return counts


def with_beginners(
    source: Source, summaries: Sequence[ConversationSummary]
) -> list[ConversationSummary]:
    """Summaries with current titles, also where the root has no text: what is done, or by whom."""
    changed = source.changed_messages()
    summaries = [
        replace(each, title=current_title(changed[each.root]) or each.title)
        if each.root in changed
        else each
        for each in summaries
    ]
    summaries = _of_present_texts(source, summaries, changed)
    silent = [each for each in summaries if each.present and each.title == one_line(each.tangle)]
    if not silent:
        return list(summaries)
    activities = Activities(source.database).of(each.root for each in silent if not each.tangle)
    roots = source.messages([each.root for each in silent if each.tangle])
    people = (player for activity in activities.values() for player in people_named(activity))
    called = source.names.of([*(found.author for found in roots.values()), *people])
    shown = {each.address for each in silent}
    return [
        _with_beginning(each, roots.get(each.root), activities.get(each.root), called)
        if each.address in shown
        else each
        for each in summaries
    ]


def _of_present_texts(
    source: Source, summaries: Sequence[ConversationSummary], changed: Mapping[str, StoredMessage]
) -> list[ConversationSummary]:
    """Titles of threads without their root, in which a message was edited or deleted."""
    edited = json.dumps(sorted(source.numbers(list(changed)).values()))
    rows = source.database.execute(
        "SELECT DISTINCT target FROM links"
        " WHERE kind = 'root' AND message IN (SELECT value FROM json_each(?))",
        (edited,),
    )
    concerned = {root for (root,) in rows}
    rootless = [
        each.root
        for each in summaries
        if not each.present and not each.tangle and each.root in concerned
    ]
    titles: dict[str, str] = {}
    for root, number in ConversationTable(source.database).numbers(THREAD, rootless).items():
        blocks = OrderBlocks(source.database, number)
        keys = list(StoredKeys(source.database, blocks.beginning(MOST_READ)))
        texts = source.messages(keys)
        titles[root] = first_title(texts[key].content for key in keys if key in texts)
    return [
        replace(each, title=titles[each.root]) if each.root in titles and not each.tangle else each
        for each in summaries
    ]


def current_title(root: StoredMessage) -> str:
    """The title of a conversation whose root was edited or deleted."""
    return tr("Deleted message") if root.deletion is not None else title_of(root.content)


def _with_beginning(
    summary: ConversationSummary,
    root: StoredMessage | None,
    activity: Activity | None,
    called: Mapping[str, str],
) -> ConversationSummary:
    if activity is not None and not summary.tangle:
        return replace(summary, title=one_line(title_of_activity(activity, called.__getitem__)))
    if root is None:
        return summary
    # In the user's language, so it isn't stored.
    if (label := metafeed_label(root.content)) is not None:
        return replace(summary, title=label)
    return replace(summary, begun_by=called[root.author])
