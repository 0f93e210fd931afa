"""Feeds: the classic feed tangle, with gaps and forks, in the order of its edges."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.library import Library, ReadMark
from tanglescope.engine.linear.displayed_rows import DisplayedRows
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.store.conversations import feeds as feeds_module
from tanglescope.engine.store.conversations.feeds import feed_address
from tanglescope.engine.store.orders import order_cache
from tanglescope.engine.store.orders.members import MessagePlace
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of, write


@st.composite
def feeds(draw: st.DrawFn) -> list[Said]:
    """Messages of an author with lost messages and two forks; in any order."""
    author = Author("ann")
    said: list[Said] = []
    for number in range(draw(st.integers(1, 9))):
        if draw(st.integers(0, 3)) == 0:
            said.append(author.draft(post(f"another {number}")))
        said.append(author.say(post(str(number))))
    kept = [each for each in said if draw(st.integers(0, 4))]
    return draw(st.permutations(kept or said))


def test_a_message_after_the_missing_one_of_two_is_on_a_branch_of_its_own(tmp_path: Path) -> None:
    author = Author("ann")
    other = author.draft(post("another first"))
    author.say(post("the first, which is missing"))
    second = author.say(post("second"))
    with library_of(tmp_path, other, second) as library:
        feed = library.conversation(str(feed_address(author.feed)))
        assert feed.in_order() == sorted([other.key, second.key])
        assert feed.edges([second.key])[second.key].causes == (second.value["previous"],)
        assert [feed.position(key) for key in feed.in_order()] == [
            MessagePlace(0, 2, 0),
            MessagePlace(1, 2, 0),
        ]


@given(feeds())
def test_the_order_of_a_feed_is_that_of_its_edges(said: list[Said]) -> None:
    with tempfile.TemporaryDirectory() as folder, library_of(Path(folder), *said) as library:
        feed = library.conversation(str(feed_address(said[0].value["author"])))
        order = feed.in_order()
        known = library.messages(order)
        sequences = [known[key].sequence for key in order]
        places = {each.sequence: key for key, each in known.items()}
        is_forked = len(places) < len(order) or any(
            places.get((each.sequence or 0) - 1, each.previous) != each.previous
            for each in known.values()
        )
        assert is_forked or sequences == sorted(sequences)
        waiting = feed.snapshot().waiting
        ghosts = {cause for causes in waiting.values() for cause in causes}
        edges = feed.edges([*order, *ghosts])
        timeline = Timeline()
        timeline.extend([(key, edges[key].causes) for key in order])
        assert list(timeline) == order
        assert timeline.ghosts == ghosts
        for key, (causes, effects) in edges.items():
            assert all(key in edges[cause].effects for cause in causes)
            assert all(key in edges[effect].causes for effect in effects)
        for row, key in enumerate(order):
            place = feed.position(key)
            assert place is not None
            assert (place.position, place.events) == (row, len(order))
            horizon = feed.horizon(key)
            assert horizon is not None
            assert feed.messages_with_causes([key])[key].causes == edges[key].causes
        assert {node.id: node.after for node in feed.graph().nodes} == {
            key: edges[key].causes for key in order
        }
        assert feed.position("%nothing") is None
        assert feed.horizon("%nothing") is None


def test_what_was_refused_is_outside_of_the_feed_and_branches_are_inside(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    branch = ann.draft(post("one of two"))
    said = [branch, *(ann.say(post(str(number))) for number in range(3))]
    altered = [said[number].line.replace(b'"text": "', b'"text": "x') for number in (2, 3)]
    assert altered[0] != said[2].line
    torn = ann.say(post("cut off")).line[:-40] + b"\n"
    other = bob.say(post("mentions", mentions=[{"link": ann.feed}]))
    with library_of(tmp_path, branch, said[1], said[3], other) as library:
        more = tmp_path / "more.ndjson"
        more.write_bytes(
            b"".join([*altered, torn, other.line.replace(b"mentions", b"mentoins", 1)])
        )
        library.ingest(more)
        feed = library.conversation(str(feed_address(ann.feed)))
        found = feed.list_excluded()
        assert [(each.key, each.rule) for each in found] == [
            (said[2].key, "id"),
            ("more.ndjson, line 2", "id"),  # its key is that of an existing message
            ("more.ndjson, line 3", "json"),
        ]
        assert found[0].why.endswith("(more.ndjson, line 1)")
        assert not {each.key for each in found} & set(feed.in_order())
        assert {branch.key, said[1].key, said[3].key} == set(feed.in_order())
        assert library.conversation(f"{feed.address}?by=received").list_excluded() == found
        assert len(library.conversation(str(feed_address(bob.feed))).list_excluded()) == 1


@given(st.permutations(range(7)), st.integers(1, 6))
@settings(deadline=None, max_examples=12)
def test_a_feed_of_any_shape_is_followed_and_read_in_part(order: list[int], known: int) -> None:
    author = Author("ann")
    said = [author.say(post("first"))]
    fork = author.draft(post("another second"))
    said += [author.say(post(str(number))) for number in range(5)]
    said.append(fork)
    with (
        tempfile.TemporaryDirectory() as folder,
        pytest.MonkeyPatch.context() as patch,
        Library.open(Path(folder) / "library.db") as library,
    ):
        patch.setattr(order_cache, "LARGE", 1)
        patch.setattr(feeds_module, "LONG", 1)
        address = str(feed_address(author.feed))
        library.ingest(write(Path(folder) / "first.ndjson", said[:known]))
        before = library.conversation(address).snapshot()
        rows = DisplayedRows(before.keys, before.waiting)
        for number in order:
            library.ingest(write(Path(folder) / f"{number}.ndjson", [said[number]]))
            feed = library.conversation(address)
            now = feed.snapshot()
            rows.apply((change := now.change_from(before)).edits, change.waiting)
            before, whole = now, list(now.keys)
            assert [key for key in rows if not rows.is_ghost(key)] == whole
            numbers = library.numbers(whole)
            for mark in (ReadMark(0), ReadMark(3)):
                assert feed.unread(mark) == [key for key in whole if numbers[key] > mark.number]
            assert feed.holds_any([said[0].key, "%nothing"])
            assert not feed.holds_any(["%nothing"])
            for at, key in enumerate(whole):
                part = feed.part(key, 2)
                assert part is not None
                assert key in part.keys
                # The order of a fork doesn't follow from sequence numbers alone.
                is_plain = fork.key not in whole
                assert not is_plain or list(part.keys) == whole[max(0, at - 2) : at + 2]


def test_the_first_rows_cost_the_same_however_long_a_feed_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds_module, "LONG", 100)
    author = Author("ann")
    said = [author.say(post(str(number))) for number in range(1200)]

    def work(count: int) -> int:
        """The steps of SQLite for parts, a place and membership, in hundreds."""
        steps: list[int] = []
        (tmp_path / str(count)).mkdir()
        with library_of(tmp_path / str(count), *said[:count]) as library:
            feed = library.conversation(str(feed_address(author.feed)))
            library._database.conn.set_progress_handler(lambda: steps.append(1) or 0, 100)
            for key in (None, said[200].key):
                part = feed.part(key, 9)
                assert part is not None
                assert len(part.keys) >= 9
            assert feed.holds_any([said[200].key])
            assert feed.position(said[200].key) is not None
        return len(steps)

    assert work(1200) <= work(300) + 2
