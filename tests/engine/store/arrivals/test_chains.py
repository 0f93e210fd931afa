"""Chains in memory: no waiting message is judged again before it can be decided."""

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.archive.opening import read_archive
from tanglescope.engine.library import Library
from tanglescope.engine.message.verdict import VALID, ValidationStatus
from tanglescope.engine.store.arrivals import chains as subject
from tanglescope.engine.store.arrivals.chains import Chains
from tests.engine.authors import Author, Said, post

MANY = 300


class Message(NamedTuple):
    author: str
    key: str
    sequence: int
    previous: str | None


def verdicts_after(
    chains: Chains, key: str, sequence: int, previous: str | None
) -> list[tuple[str, str]]:
    """The verdicts after a message arrives: its own, then those of waiting messages."""
    verdict, others = chains.judge(Message("alice", key, sequence, previous), VALID)
    return [(each, known.status) for each, known in [(key, verdict), *others]]


@pytest.mark.parametrize("cause", ["a branch that lost", "a message that is refused"])
def test_messages_that_wait_for_others_cost_nothing(
    cause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger can sign many messages; comparing all pairs would take hours."""
    chains = Chains()
    verdicts_after(chains, "first", 1, None)
    if cause == "a branch that lost":
        verdicts_after(chains, "second", 2, "first")
    for number in range(MANY):
        verdicts_after(chains, f"waiting {number}", 4, f"unknown {number}")
    judged: list[object] = []
    judge = subject.judge

    def counted(*given: object) -> object:
        judged.append(given)
        return judge(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(subject, "judge", counted)
    status, previous = (
        (ValidationStatus.FORKED, "unknown")
        if cause == "a branch that lost"
        else (ValidationStatus.INVALID, "first")
    )
    for number in range(MANY):
        assert verdicts_after(chains, f"cause {number}", 3, previous) == [
            (f"cause {number}", status)
        ]
    assert len(judged) == MANY


def test_a_waiting_message_gets_the_verdict_of_its_predecessor() -> None:
    chains = Chains()
    verdicts_after(chains, "first", 1, None)
    verdicts_after(chains, "on the branch", 4, "branch")
    verdicts_after(chains, "goes on", 4, "third")
    verdicts_after(chains, "goes on, too", 4, "third")
    verdicts_after(chains, "fifth", 5, "goes on")
    verdicts_after(chains, "branch", 3, "second")
    verdicts_after(chains, "third", 3, "second")
    assert chains._chains["alice"].row == (1, "first", 6)
    assert verdicts_after(chains, "second", 2, "first") == [
        ("second", ValidationStatus.VALID),
        ("branch", ValidationStatus.VALID),
        ("third", ValidationStatus.FORKED),
        ("on the branch", ValidationStatus.VALID),
        ("goes on", ValidationStatus.FORKED),
        ("goes on, too", ValidationStatus.FORKED),
        ("fifth", ValidationStatus.FORKED),
    ]
    assert chains._chains["alice"].row == (4, "on the branch", 0)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "library.db") as opened:
        yield opened


def arrive(library: Library, folder: Path, *said: Said) -> None:
    """Import messages one by one, each in its own transaction."""
    log = folder / "arrivals.ndjson"
    log.touch()
    follower = library.follow(log)
    for each in said:
        with log.open("ab") as file:
            file.write(each.line)
        follower.poll()


def statuses(library: Library, said: list[Said]) -> list[str]:
    stored = library.messages([each.key for each in said])
    return [stored[each.key].status for each in said]


def test_a_message_whose_predecessor_is_missing_counts_as_gap_until_it_comes(
    library: Library, tmp_path: Path
) -> None:
    alice = Author("alice")
    said = [alice.say(post(str(n))) for n in range(5)]
    arrive(library, tmp_path, said[0], said[2], said[4])
    assert statuses(library, [said[0], said[2], said[4]]) == ["valid", "gap", "gap"]
    arrive(library, tmp_path, said[1])
    assert statuses(library, [*said[:3], said[4]]) == ["valid", "valid", "valid", "gap"]
    arrive(library, tmp_path, said[3])
    assert statuses(library, said) == ["valid"] * 5
    assert library.check().ok


def test_of_two_messages_at_one_place_the_first_stays_valid_and_the_other_branch_is_forked(
    library: Library, tmp_path: Path
) -> None:
    alice = Author("alice")
    first = alice.say(post("first"))
    other = Author("alice", sequence=1, previous=first.key, clock=7)
    branch = [alice.say(post("here")), alice.say(post("and on"))]
    rival = [other.say(post("there")), other.say(post("and off"))]
    arrive(library, tmp_path, first, branch[0], rival[0], rival[1], branch[1])
    assert statuses(library, [first, *branch]) == ["valid"] * 3
    assert statuses(library, rival) == ["forked"] * 2
    assert library.check().ok


def test_a_message_stops_waiting_for_a_rival_that_has_arrived(
    library: Library, tmp_path: Path
) -> None:
    alice = Author("alice")
    first, second = alice.say(post("first")), alice.say(post("second"))
    other = Author("alice", sequence=1, previous=first.key, clock=7)
    rival, after_rival = other.say(post("there")), other.say(post("and off"))
    arrive(library, tmp_path, after_rival, first, second, rival)
    assert statuses(library, [rival, after_rival]) == ["forked"] * 2
    assert library.check().problems == ()


def misplaced() -> tuple[Author, list[Said], Said]:
    """A feed, and a message of its author that skips the one before it."""
    alice = Author("alice")
    said = [alice.say(post(str(n))) for n in range(3)]
    return alice, said, Author("alice", sequence=2, previous=said[0].key).say(post("skips"))


def test_a_message_that_skips_the_one_before_it_is_in_its_feed_through_no_door(
    library: Library, tmp_path: Path
) -> None:
    alice, said, wrong = misplaced()
    for with_rival in (False, True):
        log = tmp_path / f"{with_rival}.ndjson"
        there = [*said[: 2 + with_rival], wrong]
        log.write_bytes(b"".join(each.line for each in there))
        found = list(read_archive(log))
        verdicts = [(each.verdict.status, each.verdict.rule) for each in found]
        assert verdicts == [("valid", None)] * (2 + with_rival) + [("invalid", "sequence")]
        assert library.ingest(log).rules == {"sequence": 1}
        feed = library.conversation(f"feed:{alice.feed}")
        assert feed.in_order() == [each.key for each in there[:-1]]
        assert wrong.key in {each.key for each in feed.list_excluded()}
        assert library.tangle("feed", alice.feed).connected == feed.in_order()
    assert library.check().problems == ()


@pytest.mark.parametrize("at_once", [True, False])
def test_a_message_that_arrives_before_the_one_that_it_skips_isnt_in_its_feed(
    library: Library, tmp_path: Path, at_once: bool
) -> None:
    alice, said, wrong = misplaced()
    if at_once:
        (tmp_path / "log.ndjson").write_bytes(b"".join(each.line for each in (wrong, *said)))
        library.ingest(tmp_path / "log.ndjson")
    else:
        arrive(library, tmp_path, wrong, *said)
    stored = library.messages([wrong.key])[wrong.key]
    assert (stored.status, stored.rule) == ("forked", "sequence")
    feed = library.conversation(f"feed:{alice.feed}")
    assert feed.in_order() == [each.key for each in said]
    assert set(feed.edges([said[0].key])[said[0].key].effects) == {said[1].key}
    assert [each.key for each in feed.list_excluded()] == [wrong.key]
    assert library.tangle("feed", alice.feed).connected == feed.in_order()
    assert library.check().problems == ()


def test_every_order_of_arrival_ends_in_the_same_verdicts(tmp_path: Path) -> None:
    alice = Author("alice")
    said = [alice.say(post(str(n))) for n in range(4)]
    for number, order in enumerate(permutations(said)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with Library.open(folder / "library.db") as library:
            arrive(library, folder, *order)
            assert statuses(library, said) == ["valid"] * 4


@pytest.fixture(scope="module")
def conversation() -> list[Said]:
    """Three people who talk at cross purposes, with a vote and a fork of the conversation."""
    people = [Author(name) for name in ("alice", "bob", "carol")]
    said = [people[0].say(post("root"))]
    for step in range(12):
        person = people[step % 3]
        seen = [said[max(0, step - 2)], said[-1]] if step % 4 == 3 else [said[max(0, step - 2)]]
        said.append(person.say(post(f"word {step}", said[0], *seen)))
    said.append(people[1].say({"type": "vote", "vote": {"link": said[3].key, "value": 1}}))
    said.append(people[2].say(post("elsewhere", said[4], said[4], fork=said[0].key)))
    return said


@settings(max_examples=25)
@given(data=st.data())
def test_any_delivery_in_any_batches_gives_the_same_database(
    conversation: list[Said], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    delivered = data.draw(st.permutations(conversation))
    cuts = sorted(data.draw(st.sets(st.integers(1, len(delivered) - 1), max_size=4)))
    folder = tmp_path_factory.mktemp("delivery")
    with Library.open(folder / "library.db") as library:
        log = folder / "log.ndjson"
        log.touch()
        follower = library.follow(log)
        for start, end in zip([0, *cuts], [*cuts, len(delivered)], strict=True):
            with log.open("ab") as file:
                file.write(b"".join(each.line for each in delivered[start:end]))
            follower.poll()
        assert everything(library) == reference(conversation, tmp_path_factory)
        assert library.check().ok


def everything(library: Library) -> dict[str, object]:
    """All data that a reader can see."""
    threads = library.threads()
    orders = {
        (thread.root, by): library.conversation(thread.root, by).in_order()
        for thread in threads
        for by in ("scuttlesort", "timestamp")
    }
    keys = sorted({key for order in orders.values() for key in order})
    return {"threads": threads, "orders": orders, "messages": library.messages(keys)}


_REFERENCE: dict[int, dict[str, object]] = {}


def reference(
    conversation: list[Said], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, object]:
    """The content of a library that received everything in order, at once."""
    if id(conversation) not in _REFERENCE:
        folder = tmp_path_factory.mktemp("reference")
        log = folder / "log.ndjson"
        log.write_bytes(b"".join(each.line for each in conversation))
        with Library.open(folder / "library.db") as library:
            library.ingest(log)
            _REFERENCE[id(conversation)] = everything(library)
    return _REFERENCE[id(conversation)]
