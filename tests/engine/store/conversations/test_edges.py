"""The edges between messages: read from the database, and reported by every change."""

from pathlib import Path

import pytest

from tanglescope.engine.library import Edges, Library, LibraryChange, UnknownConversation
from tanglescope.engine.store.conversations.orders import TimelineStore
from tanglescope.engine.store.conversations.table import ConversationTable
from tanglescope.engine.store.files.database import connect, writing
from tests.engine.authors import Author, post
from tests.engine.store.libraries import enter_messages, library_of, write


def test_the_database_knows_what_comes_before_and_after(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    lost = bob.say(post("Lost on its way", root))
    yes = bob.say(post("yes", root, lost))
    both = ann.say(post("so so", root, root, yes))
    with library_of(tmp_path, root, yes, both) as library:
        keys = [each.key for each in (root, lost, yes, both)]
        edges = library.conversation(root.key).edges([*keys, "%unknown"])
        assert edges == {
            root.key: Edges((), tuple(sorted((yes.key, both.key)))),
            lost.key: Edges((), (yes.key,)),
            yes.key: Edges(tuple(sorted((root.key, lost.key))), (both.key,)),
            both.key: Edges(tuple(sorted((root.key, yes.key))), ()),
            "%unknown": Edges(),
        }
        with pytest.raises(UnknownConversation):
            library.conversation("%unknown").edges(keys)


def test_a_change_reports_the_causes_of_what_it_inserts(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    yes = bob.say(post("yes", root))
    changes: list[LibraryChange] = []
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [root, yes]), on_change=changes.append)
    (timeline,) = (
        each for change in changes for each in change.timelines if each.address == root.key
    )
    assert timeline.causes == {root.key: (), yes.key: (root.key,)}


def test_a_screenful_costs_the_same_in_a_long_thread(tmp_path: Path) -> None:
    database = connect(tmp_path / "library.db")
    orders = TimelineStore(database)
    keys = [f"%{number:05}" for number in range(4000)]
    chain = [(key, tuple(keys[max(0, row - 2) : row])) for row, key in enumerate(keys)]
    with writing(database):
        enter_messages(database, keys)
        ConversationTable(database).enter("thread", ["%short", "%long"])
        orders.put({1: chain[:400], 2: chain}, {1, 2})
    steps: list[int] = []
    database.conn.set_progress_handler(lambda: steps.append(1), 1)
    costs = []
    for thread in (1, 2):
        steps.clear()
        found = orders.edges(thread, keys[200:300])
        costs.append(len(steps))
        assert found["%00250"] == Edges(("%00248", "%00249"), ("%00251", "%00252"))
    assert costs[1] < 1.1 * costs[0]
    database.close()
