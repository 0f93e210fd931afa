"""Stored orders: the same as those found at once, and cheap to extend."""

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.horizon import CauseReason
from tanglescope.engine.store.conversations import orders
from tanglescope.engine.store.conversations.orders import Event, TimelineStore, rank_members
from tanglescope.engine.store.conversations.table import ConversationTable
from tanglescope.engine.store.files.schema import migrations
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders.members import MOST_RAISED, StoredMembers
from tanglescope.engine.store.orders.order_blocks import OrderBlocks
from tanglescope.engine.tangle.causes import SignedMember, Written
from tests.engine.store.libraries import enter_messages, steps_of
from tests.engine.tangle.members import ROOT, conversations


def chain(length: int) -> list[Event]:
    return [(f"{number:05}", [f"{number - 1:05}"] if number else []) for number in range(length)]


def steps_to_extend(length: int) -> int:
    """The steps for three messages that join a chain at its end, in the middle and below a gap."""
    new = [("end", [f"{length - 1:05}"]), ("middle", [f"{length // 2:05}"]), ("wait", ["ghost"])]
    with closing(Database.in_memory()) as database:
        migrations.apply(database)
        enter_messages(database, [key for key, _ in (*chain(length), *new)])
        (number,) = ConversationTable(database).enter("thread", ["00000"]).values()
        timelines = TimelineStore(database)
        timelines.put({number: chain(length)}, {number})

        def extend() -> None:
            keys = ["00003", "ghost", *(key for key, _ in new)]
            assert [*timelines.members(number).numbers(keys)] == ["00003"]
            changed = timelines.extend(number, new)
            assert len(changed.edits) == 3
            assert changed.waiting == {"wait": ("ghost",)}
            assert changed.causes["wait"] == ("00000", "ghost")

        return steps_of(database, extend)


def test_a_message_joins_a_long_conversation_as_fast_as_a_short_one() -> None:
    assert steps_to_extend(5000) < 2 * steps_to_extend(500)


def key_of(name: str) -> str:
    """A message id that sorts otherwise than the name."""
    return f"%{b64encode(sha256(name.encode()).digest()).decode()}.sha256"


def signed(member: SignedMember) -> SignedMember:
    """The same member under the keys of messages."""
    name, sequence, previous = member.written
    written = Written(key_of(name), sequence, None if previous is None else key_of(previous))
    return SignedMember(written, ord(str(member.author)), [*map(key_of, member.named)])


@contextmanager
def stored(members: list[SignedMember]) -> Iterator[Database]:
    """A database with the messages of a thread that nothing has joined."""
    root = key_of(ROOT)
    with closing(Database.in_memory()) as database:
        migrations.apply(database)
        for author in {each.author for each in members}:
            database.execute("INSERT INTO feeds (id, key) VALUES (?, ?)", (author, f"@{author}"))
        for number, each in enumerate(members, 1):
            content = {"type": "post", "text": "", "root": root, "branch": each.named}
            said = content if each.key != root else {"type": "post", "text": ""}
            database.execute(
                "INSERT INTO nodes (id, key, author, sequence, previous, value, status)"
                " VALUES (?, ?, ?, ?, ?, ?, 'valid')",
                (
                    number,
                    each.key,
                    each.author,
                    *each.written[1:],
                    json.dumps({"content": said}),
                ),
            )
        ConversationTable(database).enter("thread", [root])
        yield database


def rows(database: Database) -> list[object]:
    """Everything that is stored of a conversation."""
    return [
        sorted(database.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
        for table in ("members", "edges", "conversations")
    ] + [list(OrderBlocks(database, 1).numbers())]


@given(
    st.data(),
    conversations() | conversations(lies=True),
    st.sampled_from([0, 2, MOST_RAISED]),
    st.booleans(),
)
def test_whatever_joins_in_whatever_parts_ends_in_the_same_rows(
    data: st.DataObject, drawn: list[SignedMember], most: int, is_many: bool
) -> None:
    members = [*map(signed, drawn)]
    try:
        ranked, _ = rank_members(members, key_of(ROOT))
    except CycleError:
        return
    events = [(each.key, each.named) for each in members]
    with stored(members) as database, stored(members) as at_once:
        TimelineStore(at_once).put({1: events}, {1})
        replica: list[str] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tanglescope.engine.store.orders.members.MOST_RAISED", most)
            patch.setattr(orders, "FEW", 0 if is_many else len(events))
            while events:
                count = data.draw(st.integers(1, len(events)))
                some, events = events[:count], events[count:]
                changed = TimelineStore(database).extend(1, some)
                apply(changed.edits, replica)
                assert replica == list(TimelineStore(database).members(1).keys())
        assert replica == ranked.order()
        assert rows(database) == rows(at_once)


def member(
    author: str, sequence: int, *named: str, previous: str = "elsewhere", key: str = ""
) -> SignedMember:
    """A message whose name, unless given, is its author and its sequence number."""
    return SignedMember(Written(key or f"{author}{sequence}", sequence, previous), author, named)


@contextmanager
def joined(drawn: Sequence[SignedMember]) -> Iterator[StoredMembers]:
    """A thread that these messages have joined one by one."""
    members = [*map(signed, drawn)]
    with stored(members) as database:
        for each in members:
            TimelineStore(database).extend(1, [(each.key, each.named)])
        yield StoredMembers(database, 1)


def causes_of(members: StoredMembers, name: str) -> set[str]:
    """The causes of a message by name."""
    return set(members.edges(key_of(name)).causes)


def keys_of(*names: str) -> set[str]:
    return {*map(key_of, names)}


def test_a_message_that_fills_a_gap_on_another_branch_needs_all_edges_again() -> None:
    feed = [
        member("a", 5, ROOT),
        member("a", 6, ROOT, previous="a5"),
        member("a", 8, ROOT, previous="a7"),
    ]
    with joined(feed) as members:
        assert members.arrival(signed(member("a", 7, ROOT, previous="other"))) is None


def test_a_root_stays_the_latest_earlier_message_of_its_author() -> None:
    root, reply = member("a", 1, key=ROOT), member("a", 2, "b1", previous=ROOT)
    with joined([root, reply, member("b", 1, ROOT)]) as members:
        assert causes_of(members, "a2") == keys_of("b1", ROOT)


@pytest.mark.parametrize("late", range(4))
def test_a_late_message_leaves_no_trace_of_its_lateness(late: int) -> None:
    feed = [member("a", number, "missing", ROOT) for number in (2, 4, 6, 8)]
    feed.append(feed.pop(late))
    with joined(feed) as members:
        assert [*members.keys()] == [key_of(f"a{number}") for number in (2, 4, 6, 8)]
        assert causes_of(members, "a6") == keys_of("a4", "missing", ROOT)


def test_every_cause_has_all_that_proves_it() -> None:
    known = (
        member("a", 1, key=ROOT),
        member("b", 1, ROOT),
        member("b", 2, "b1", "missing", previous="b1"),
        member("b", 9, "missing"),
        member("c", 1, "missing"),
        member("a", 2, "missing", previous=ROOT),
    )
    named, root, feed = CauseReason.NAMED, CauseReason.ROOT, CauseReason.FEED
    expected: dict[str, dict[str, tuple[CauseReason, ...]]] = {
        ROOT: {},
        "b1": {ROOT: (named, root)},
        "b2": {"b1": (named, feed), "missing": (named,)},
        "b9": {"b2": (feed,), "missing": (named,)},
        "c1": {"missing": (named,), ROOT: (root,)},
        "a2": {"missing": (named,), ROOT: (root, feed)},
        "missing": {},
    }
    with joined(known) as members:
        for name, causes in expected.items():
            proven = {each.name: each.because for each in members.proven_causes(key_of(name))}
            assert proven == {key_of(cause): because for cause, because in causes.items()}


@given(conversations() | conversations(lies=True))
def test_every_cause_is_proven(drawn: list[SignedMember]) -> None:
    with suppress(CycleError), joined(drawn) as members:
        for each in map(signed, drawn):
            proven = members.proven_causes(each.key)
            assert tuple(cause.name for cause in proven) == members.edges(each.key).causes
            assert all(cause.because for cause in proven)
