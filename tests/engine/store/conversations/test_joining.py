"""Joining, by one law: a conversation is a function of its messages in any order of arrival."""

import base64
import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.library import (
    EVERYTHING,
    Edges,
    Engine,
    Library,
    LibraryChange,
    import_archives,
)
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.tangle.causes import SignedMember, Written
from tanglescope.engine.tangle.growth import grow
from tanglescope.engine.tangle.rules import Admitted, RuleEntry, rule_of, thread_roots
from tanglescope.engine.tangle.thread import memberships, opens_thread
from tanglescope.engine.tangle.titles import title_of
from tests.engine.archive.writers import bipf_record, block_log
from tests.engine.authors import Author
from tests.engine.tangle.members import expected

SIZE = 7
NAMES = ("chess", "thread", "group", "epoch", "members", "a:b ☃")
LOST = "\N{REPLACEMENT CHARACTER}"
"""With it in the text, a log has lost what the key is the hash of: any key can be claimed."""


def _id(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _uri(key: str) -> str:
    return f"ssb:message/classic/{key[1:45].translate(str.maketrans('+/', '-_'))}"


KEYS = tuple(f"%{_id(str(number))}.sha256" for number in range(SIZE))
MISSING = f"%{_id('missing')}.sha256"
ELSEWHERE = tuple(f"%{_id(f'elsewhere {number}')}.sha256" for number in range(SIZE))
"""What feeds have beside these messages."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a log that has lost characters, under any key."""

    key: str
    author: str
    sequence: int
    previous: str | None
    content: dict[str, Any]

    @property
    def entry(self) -> RuleEntry:
        return RuleEntry(self.key, self.content, self.author, self.sequence, self.previous)

    @property
    def record(self) -> dict[str, Any]:
        value = {
            "previous": self.previous,
            "author": self.author,
            "sequence": self.sequence,
            "timestamp": 1_500_000_000_000 + self.sequence,
            "hash": "sha256",
            "content": self.content,
            "signature": f"{'A' * 86}==.sig.ed25519",
        }
        return {"key": self.key, "value": value, "timestamp": 1_600_000_000_000 + self.sequence}


@st.composite
def sets_of_messages(draw: st.DrawFn, *, cycles: bool) -> tuple[Message, ...]:
    """Messages with tangle data of any names, after earlier ones or, in cycles, after any."""
    found: list[Message] = []
    authors = [Author(f"joining {number}").feed for number in range(3)]
    chains: dict[str, list[tuple[int, str | None]]] = {}
    for number, key in enumerate(KEYS[: draw(st.integers(1, SIZE))]):
        others = KEYS if cycles else KEYS[:number]
        known = st.sampled_from([*others, MISSING]).filter(lambda other, own=key: other != own)
        # No text can hold its own key, but it can hold another spelling of it.
        content = draw(contents(known, known | st.sampled_from(others or [MISSING]).map(_uri)))
        author = draw(st.sampled_from(authors))
        chain = chains.setdefault(author, [(0, None)])
        sequence, previous = chain[-1] if draw(st.booleans()) else draw(st.sampled_from(chain))
        if draw(st.booleans()):
            sequence, previous = sequence + 1, ELSEWHERE[number]
        found.append(Message(key, author, sequence + 1, previous, content))
        chain.append((sequence + 1, key))
    return tuple(found)


@st.composite
def contents(
    draw: st.DrawFn, known: st.SearchStrategy[str], spelled: st.SearchStrategy[str]
) -> dict[str, Any]:
    """A content that names messages as old threads do, as SIP 9 says, or both."""
    data = st.just({"root": None, "previous": None}) | st.fixed_dictionaries(
        {"root": spelled, "previous": st.lists(spelled, min_size=1, max_size=3)}
    )
    empty = st.fixed_dictionaries({"root": spelled, "previous": st.just([])})
    broken = st.sampled_from([None, {"root": None}, {"root": MISSING, "previous": None}]) | empty
    content: dict[str, Any] = {
        "type": draw(st.sampled_from(["post", "post", "group/init", "move"])),
        "text": f"{LOST} {draw(st.sampled_from('abc'))}",
    }
    if draw(st.booleans()):
        content["root"] = draw(known)
        content["branch"] = draw(known | st.lists(known, max_size=3))
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=2))
    if names:
        content["tangles"] = {name: draw(data | data | data | broken) for name in names}
    return content


@st.composite
def deliveries(draw: st.DrawFn, *, cycles: bool) -> tuple[tuple[Message, ...], list[list[Message]]]:
    """Messages, and batches that hold them in any order, with some duplicates."""
    messages = draw(sets_of_messages(cycles=cycles))
    order = draw(st.permutations([*messages, draw(st.sampled_from(messages))]))
    cuts = draw(st.sets(st.integers(1, len(order))))
    bounds = [0, *sorted(cuts), len(order)]
    batches = [order[first:end] for first, end in pairwise(bounds)]
    return messages, [batch for batch in batches if batch]


class Expected(NamedTuple):
    """A conversation by its definition."""

    order: list[str]
    set_aside: int
    title: str
    authors: int
    present: bool


def by_definition(messages: Sequence[Message]) -> dict[str, Expected]:
    """All tangles and threads of these messages, each grown from nothing."""
    entries = [each.entry for each in messages]
    found = {}
    for name, root in sorted(_claimed(entries)):
        growth = grow(rule_of(name), root, entries)
        order = _ordered(
            root, [(growth.entry(key), growth.causes(key)) for key in growth.connected]
        )
        found[f"{name}:{root}"] = _expected(messages, root, order, len(growth.set_aside), name)
    for root in sorted(_threads(entries)):
        admitted = [(entry, rule_of("thread").admit(entry, root)) for entry in entries]
        order = _ordered(
            root, [(entry, each.causes) for entry, each in admitted if isinstance(each, Admitted)]
        )
        if len(order):
            found[root] = _expected(messages, root, order, 0)
    return found


def _ordered(root: str, named: Sequence[tuple[RuleEntry, Sequence[str]]]) -> Timeline:
    """The order of messages that name others: after these, the root, and what they wrote before."""
    members = [
        SignedMember(Written(entry.key, entry.sequence, entry.previous), entry.author, causes)
        for entry, causes in named
    ]
    order = Timeline()
    for key, causes in expected(members, root).items():
        order.add(key, causes)
    return order


def _claimed(entries: Sequence[RuleEntry]) -> set[tuple[str, str]]:
    return {
        (each.name, each.root)
        for entry in entries
        for each in memberships(entry)
        if each.name != "thread"
    }


def _threads(entries: Sequence[RuleEntry]) -> set[str]:
    replied = {root for entry in entries for root in thread_roots(entry.content)}
    return replied | {entry.key for entry in entries if opens_thread(entry.content)}


def _expected(
    messages: Sequence[Message], root: str, order: Timeline, set_aside: int, name: str = ""
) -> Expected:
    inside = [each for each in messages if each.key in order]
    opening = next((each for each in inside if each.key == root), None)
    titles = {each.key: title_of(each.content) for each in inside}
    first = next((titles[key] for key in order if titles[key]), "")
    title = (first if opening is None else titles[root]) or name
    return Expected(
        list(order), set_aside, title, len({each.author for each in inside}), opening is not None
    )


def read(library: Library) -> dict[str, Expected]:
    """The threads and tangles that a library stores."""
    kept = [
        each
        for each in library.conversations()
        if each.kind != EVERYTHING and library.conversation(each.address).revision() is not None
    ]
    return {
        each.address: Expected(
            library.conversation(each.address).in_order(),
            each.set_aside,
            each.title,
            each.authors,
            each.present,
        )
        for each in kept
    }


def edges(library: Library, conversations: Mapping[str, Expected]) -> dict[str, dict[str, Edges]]:
    """The edges that each conversation shows."""
    return {
        address: library.conversation(address).edges(each.order)
        for address, each in conversations.items()
    }


def archives(folder: Path, batches: Sequence[Sequence[Message]]) -> Iterator[Path]:
    for number, batch in enumerate(batches):
        archive = folder / f"{number}.bipf"
        archive.write_bytes(block_log(bipf_record(each.record) for each in batch))
        yield archive


class Replicas:
    """Replicas of conversations, updated only by reported changes."""

    def __init__(self) -> None:
        self.lists: dict[str, list[str]] = {}
        self.revisions: dict[str, int] = {}

    def follow(self, change: LibraryChange) -> None:
        # Everything may be ranked again without edits.
        for each in (each for each in change.timelines if each.address != EVERYTHING):
            apply(each.edits, self.lists.setdefault(each.address, []))
            assert each.revision > self.revisions.get(each.address, 0)
            self.revisions[each.address] = each.revision


@settings(max_examples=settings().max_examples // 2)
@given(deliveries(cycles=False))
def test_however_messages_come_a_conversation_is_that_of_its_definition(
    delivery: tuple[tuple[Message, ...], list[list[Message]]],
) -> None:
    messages, batches = delivery
    expected = by_definition(messages)
    with tempfile.TemporaryDirectory() as folder:
        files = list(archives(Path(folder), batches))
        replicas = Replicas()
        with Library.open(Path(folder) / "single.db") as library:
            for archive in files:
                assert not library.ingest(archive, on_change=replicas.follow).quarantined
                assert library.check(quick=True).ok
            assert read(library) == expected
            shown = edges(library, expected)
        orders = {address: each.order for address, each in expected.items() if each.order}
        assert replicas.lists == orders
        bulk = Path(folder) / "bulk.db"
        import_archives(files, bulk, engine=Engine.DIRECT)
        with Library.open(bulk) as library:
            assert read(library) == expected
            assert edges(library, expected) == shown
            assert library.check(quick=True).ok


@settings(max_examples=settings().max_examples // 2)
@given(deliveries(cycles=True))
def test_messages_that_name_each_other_leave_nothing_behind_that_is_wrong(
    delivery: tuple[tuple[Message, ...], list[list[Message]]],
) -> None:
    _, batches = delivery
    with tempfile.TemporaryDirectory() as folder:
        files = list(archives(Path(folder), batches))
        replicas = Replicas()
        with Library.open(Path(folder) / "single.db") as library:
            for archive in files:
                library.ingest(archive, on_change=replicas.follow)
                checkup = library.check(quick=True)
                assert checkup.ok, checkup.problems
            # Everything is ranked again without edits where messages name each other.
            replicas.lists.pop(EVERYTHING, None)
            for address, order in replicas.lists.items():
                assert order == library.conversation(address).in_order()
        bulk = Path(folder) / "bulk.db"
        import_archives(files, bulk, engine=Engine.DIRECT)
        with Library.open(bulk) as library:
            checkup = library.check(quick=True)
            assert checkup.ok, checkup.problems


def test_a_message_that_names_itself_in_another_spelling_replies_in_no_thread_of_its_own(
    tmp_path: Path,
) -> None:
    first, own = KEYS[:2]
    data = {"thread": {"root": _uri(own), "previous": [first]}}
    author = Author("joining").feed
    messages = [
        Message(first, author, 1, None, {"type": "post", "text": LOST}),
        Message(
            own,
            author,
            2,
            first,
            {"type": "post", "text": LOST, "root": first, "branch": first, "tangles": data},
        ),
    ]
    with Library.open(tmp_path / "a.db") as library:
        for archive in archives(tmp_path, [messages]):
            library.ingest(archive)
        assert library.check(quick=True).ok
        assert list(read(library)) == [first]


def test_what_a_thread_refuses_because_of_a_cycle_begins_no_tangle(tmp_path: Path) -> None:
    feed = Author("joining 0").feed
    root, early, late = KEYS[:3]
    text = {"type": "post", "text": LOST, "root": root}
    start = {"tangles": {"chess": {"root": None, "previous": None}}}
    messages = [
        Message(root, feed, 1, None, {"type": "post", "text": LOST}),
        Message(early, feed, 2, root, {**text, "branch": late}),
        Message(late, feed, 3, early, {**text, "branch": early, **start}),
    ]
    for number, batches in enumerate(([messages], [messages[:2], messages[2:]])):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Library.open(folder / "single.db") as library:
            for archive in archives(folder, batches):
                library.ingest(archive, on_change=lambda _: None)
            assert library.conversation(root).in_order() == [root, early]
            assert library.conversations(kind="chess") == []
            assert library.check(quick=True).problems == ()


def test_a_feed_goes_on_behind_a_message_that_was_refused_because_of_a_cycle(
    tmp_path: Path,
) -> None:
    feed = Author("joining 0").feed
    first, second, early, late = KEYS[:4]
    reply = {"type": "post", "text": LOST, "root": first}
    messages = [
        Message(first, feed, 1, None, {"type": "post", "text": LOST}),
        Message(second, feed, 2, first, {"type": "post", "text": LOST}),
        Message(early, feed, 3, second, {**reply, "branch": late}),
        Message(late, feed, 4, early, {**reply, "branch": early}),
    ]
    batches = [[messages[0]], [messages[3]], [messages[2]], [messages[1]]]
    with Library.open(tmp_path / "single.db") as library:
        for archive in archives(tmp_path, batches):
            library.ingest(archive, on_change=lambda _: None)
            assert library.check(quick=True).problems == ()
        statuses = {key: each.status for key, each in library.messages(KEYS[:4]).items()}
        assert statuses == {**dict.fromkeys(KEYS[:4], "unverified"), early: "invalid"}


def test_a_message_that_names_itself_as_its_thread_is_the_root_of_it(tmp_path: Path) -> None:
    author, key = Author("joining 0").feed, KEYS[0]
    data = {"root": _uri(key), "previous": [_uri(key)]}
    content = {"type": "post", "text": LOST, "tangles": {"thread": data}}
    [archive] = archives(tmp_path, [[Message(key, author, 1, None, content)]])
    import_archives([archive], tmp_path / "bulk.db", engine=Engine.DIRECT)
    with Library.open(tmp_path / "single.db") as library:
        library.ingest(archive)
    for name in ("bulk.db", "single.db"):
        with Library.open(tmp_path / name) as library:
            assert library.conversation(key).in_order() == [key]
            assert library.check(quick=True).problems == ()
