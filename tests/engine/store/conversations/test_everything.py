"""The timeline of everything, updated as messages arrive, compared with one in memory."""

import json
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tanglescope.engine.library import EVERYTHING, Library, LibraryChange
from tanglescope.engine.linear import Timeline
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.horizon import CauseReason
from tanglescope.engine.linear.orders.timestamps import timestamp_order
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.orders import everything
from tanglescope.engine.store.orders import members as stored_members
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.everything_graph import connect as connect_messages
from tanglescope.engine.store.orders.shapes import shape_of
from tanglescope.engine.tangle.causes import SignedMember, Written
from tanglescope.engine.tangle.thread import causes_in_everything
from tests.engine.authors import Author, Said, post
from tests.engine.pipeline.blemished import FORMATS, blemished
from tests.engine.store.libraries import library_of, write
from tests.engine.tangle.members import expected
from tools import sealing


def conversation(seed: int, messages: int = 60) -> list[Said]:
    """A thread by people whose clocks are wrong, so that times run backwards and are equal."""
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(4)]
    said = [people[0].say(post("Shall we?"))]
    for step in range(messages):
        heads = random.sample(said[-6:], min(len(said), 2))
        author = random.choice(people)
        author.clock = 1_500_000_000_000 + 1000 * (step // 3 + random.choice([-30, -2, 0, 1, 2, 9]))
        received = author.clock + 1000 * random.choice([-3, 1, 2])
        said.append(author.say(post(f"answer {step}", said[0], *heads), received=received))
    return said


def timeline_of(said: list[Said]) -> Timeline:
    here = {each.key for each in said}
    threads: dict[str, set[str]] = {}
    for each in said:
        root = each.value["content"].get("root", each.key)
        threads.setdefault(root, {root}).add(each.key)
    members = []
    for each in said:
        value = each.value
        named = causes_in_everything(each.key, value["previous"], value["content"])
        root = value["content"].get("root")
        replies = set(causes_in_everything(each.key, None, value["content"])) & threads.get(
            root, set()
        )
        answered = [root] if root in here and root != each.key and not replies else []
        written = Written(each.key, value["sequence"], value["previous"])
        members.append(SignedMember(written, value["author"], [*named, *answered]))
    timeline = Timeline()
    timeline.extend(expected(members, "").items())
    return timeline


def in_time_order(said: list[Said], timeline: Timeline) -> list[str]:
    """What is in the timeline, by time."""
    nodes = [
        Node(
            each.key,
            timeline.edges(each.key).causes,
            asserted=each.value["timestamp"],
            received=each.received,
        )
        for each in said
    ]
    return timestamp_order(Graph(tuple(nodes)))


def taken_in(library: Library, folder: Path, parts: list[list[Said]]) -> None:
    for number, part in enumerate(parts):
        library.ingest(write(folder / f"{number}.ndjson", part), on_change=[].append)


def agrees(library: Library, said: list[Said]) -> None:
    timeline = timeline_of(said)
    snapshot = library.conversation(EVERYTHING).snapshot()
    assert snapshot.keys == in_time_order(said, timeline)
    assert library.conversation(EVERYTHING, "scuttlesort").in_order() == list(timeline)
    assert {ghost for ghosts in snapshot.waiting.values() for ghost in ghosts} == timeline.ghosts
    check = library.check()
    assert check.ok, check.problems


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_timeline_of_all_whatever_comes_first(seed: int, tmp_path: Path) -> None:
    said = conversation(seed)
    random = Random(seed)
    random.shuffle(said)
    cuts = sorted({0, len(said), *random.sample(range(1, len(said)), 7)})
    with Library.open(tmp_path / "all.db") as library:
        for start, end in pairwise(cuts):
            taken_in(library, tmp_path, [said[start:end]])
            agrees(library, said[:end])


@pytest.mark.parametrize("most", [0, 3])
def test_a_history_in_reverse_is_caught_up_with(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_members, "MOST_RAISED", most)
    monkeypatch.setattr(everything, "MOST_FALLING", most)
    said = conversation(9)[::-1]
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [said[start : start + 5] for start in range(0, len(said), 5)])
        agrees(library, said)


@pytest.mark.parametrize("form", FORMATS)
def test_archives_with_every_blemish_are_ranked_right(form: str, tmp_path: Path) -> None:
    archive = tmp_path / f"archive.{form}"
    archive.write_bytes(FORMATS[form](blemished(seed=11)))
    with Library.open(tmp_path / "all.db") as library:
        library.ingest(archive)
        assert len(library.conversation(EVERYTHING).snapshot().keys) == len(library)
        check = library.check()
        assert check.ok, check.problems


def test_what_was_left_over_is_made_up_for_when_it_is_asked_for(tmp_path: Path) -> None:
    said = conversation(1)
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [said])
    with closing(connect(tmp_path / "all.db")) as database:
        database.execute("DELETE FROM adjusted_times")
        database.commit()
    with Library.open(tmp_path / "all.db", read_only=True) as library:
        assert library.conversation(EVERYTHING).in_order() == in_time_order(said, timeline_of(said))


def test_all_that_is_asked_of_a_thread_can_be_asked(tmp_path: Path) -> None:
    said = conversation(2)
    lost = said.pop(30)
    timeline = timeline_of(said)
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [said])
        keys = [*in_time_order(said, timeline), lost.key]
        edges = library.conversation(EVERYTHING).edges(keys)
        assert {key: tuple(map(set, each)) for key, each in edges.items()} == {
            key: tuple(map(set, timeline.edges(key))) for key in keys
        }
        found = library.conversation(EVERYTHING).messages_with_causes(list(timeline))
        assert all(set(found[key].causes) == edges_of(timeline, key) for key in timeline)
        inspected = library.inspect(EVERYTHING, keys[20])
        assert inspected.place is not None
        assert inspected.place.position == 20
        assert inspected.place.rank is None
        by_rank = library.conversation(EVERYTHING, "scuttlesort")
        place = by_rank.position(keys[20])
        assert place is not None
        assert place.position == timeline.position(keys[20])
        assert place.rank == timeline.rank(keys[20])
        horizon = library.conversation(EVERYTHING).horizon(keys[20])
        assert horizon is not None
        assert all(timeline.is_concurrent(keys[20], k) != horizon.holds(k) for k in timeline)
        assert library.conversation(EVERYTHING).horizon("%nobody") is None
        assert library.conversation(EVERYTHING).summary().messages == len(timeline)
        assert str(library.conversation(EVERYTHING, "timestamp").address) == EVERYTHING
        assert library.conversation(EVERYTHING).shape() is not None


def edges_of(timeline: Timeline, key: str) -> set[str]:
    return set(timeline.edges(key).causes)


def test_a_wrong_time_is_found(tmp_path: Path) -> None:
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [conversation(3)])
        library._database.execute("UPDATE adjusted_times SET time = 7 WHERE message = 1")
        assert any("adjusted time" in problem.what for problem in library.check().problems)


def test_a_forged_cycle_costs_only_its_own_order(tmp_path: Path) -> None:
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [conversation(4)])
        database = library._database
        # Two that name each other as predecessor: possible only where ids can't be verified.
        one, other, after = database.execute(
            "SELECT id, key FROM messages ORDER BY id LIMIT 3 OFFSET 20"
        ).fetchall()
        for (number, _), (_, before) in ((one, other), (other, one)):
            database.execute("UPDATE nodes SET previous = ? WHERE id = ?", (before, number))
        database.execute("DELETE FROM adjusted_times")
        connect_messages(database, 0)
        Everything(database).catch_up()
        assert len(library.conversation(EVERYTHING).snapshot().keys) == len(library)
        assert after[1] in library.conversation(EVERYTHING).snapshot().keys


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("most", [0, 2000])
def test_messages_that_turn_out_to_be_older_move_up(
    seed: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_members, "MOST_RAISED", most)
    monkeypatch.setattr(everything, "MOST_FALLING", most)
    random = Random(seed)
    said = conversation(seed, messages=40)
    with library_of(tmp_path, *said) as library:
        replica = library.conversation(EVERYTHING).in_order()
        for step in range(12):
            place = random.randrange(len(said))
            received = said[place].received - 1000 * random.choice([1, 2, 9, 30])
            said[place] = replace(said[place], received=received)
            log = write(tmp_path / f"{step}.ndjson", [said[place]])
            revision = library.conversation(EVERYTHING).revision()
            changes: list[LibraryChange] = []
            library.ingest(log, on_change=changes.append)
            for one in (each for change in changes for each in change.timelines):
                if one.address == EVERYTHING:
                    assert one.since == revision
                    apply(one.edits, replica)
                    assert one.revision == library.conversation(EVERYTHING).revision()
            agrees(library, said)
            present = library.conversation(EVERYTHING).in_order()
            if library.conversation(EVERYTHING).revision() == revision or most:
                assert replica == present
            replica = present


def test_what_proves_causes_is_said_in_everything_and_its_views(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = ann.say(post("Who comes?", channel="boats"))
    lost = ben.say(post("I don't.", root))
    reply = ben.say(post("I do.", root, root, channel="boats"))
    late = ann.say(post("Good.", root, lost, channel="boats", mentions=[{"link": ben.feed}]))
    named, said, feed = CauseReason.NAMED, CauseReason.ROOT, CauseReason.FEED
    with library_of(tmp_path, root, reply, late) as library:
        for address in (EVERYTHING, "#boats", f"to {ben.feed}", 'find {"words": "good do"}'):
            conversation = library.conversation(address)
            found = {each.name: set(each.because) for each in conversation.proven_causes(late.key)}
            assert found == {lost.key: {named}, root.key: {said, feed}}
        found = {
            each.name: set(each.because)
            for each in library.conversation(EVERYTHING).proven_causes(reply.key)
        }
        assert found == {lost.key: {feed}, root.key: {named, said}}
        found = {
            each.name: set(each.because)
            for each in library.conversation(ann.feed).proven_causes(late.key)
        }
        assert found == {root.key: {feed}}
        assert library.conversation(EVERYTHING).proven_causes(lost.key) == []


def test_its_shape_is_that_of_its_messages(tmp_path: Path) -> None:
    author = Author("sealed")
    text = json.dumps({"type": "about", "text": "hush"}).encode()
    said = [each for each in conversation(3) if each.value["sequence"] % 7]
    said += [author.say(sealing.box1(text, [author.feed])), author.say(post("open"))]
    with library_of(tmp_path, *said) as library:
        for is_opened in (False, True):
            if is_opened:
                library.unlock(Keyring(Identity(author.feed, author._secret)))
            everything = library.conversation(EVERYTHING)
            keys = everything.in_order()
            shape = everything.shape()
            right = shape_of(keys, everything.messages_with_causes(keys), everything.numbers(keys))
            assert set(shape.keys[shape.present :]) == set(right.keys[right.present :])
            assert (shape.present, shape.feeds) == (right.present, right.feeds)
            for number, key in enumerate(keys):
                assert shape.keys[number] == right.keys[number] == key
                assert shape.feed(number) == right.feed(number)
                assert shape.types[shape.kinds[number]] == right.types[right.kinds[number]]
                assert shape.asserted[number] == right.asserted[number]
                causes = [{each.keys[n] for n in each.causes.of(number)} for each in (shape, right)]
                assert causes[0] == causes[1]
            assert ("about" in shape.types) is is_opened
