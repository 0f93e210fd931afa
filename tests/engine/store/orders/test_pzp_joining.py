"""PZP messages that join their tangles one by one give the same tangles as all at once."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nacl.signing import SigningKey

from tanglescope.engine.library import Library
from tanglescope.engine.linear.chunked_rows import NumberedKeys
from tanglescope.engine.message.pzp import PzpMessage, TanglePlace
from tanglescope.engine.reduce.feeds import FileEntry
from tanglescope.engine.reduce.tangles import RootedTangles
from tanglescope.engine.store.conversations import pzp
from tanglescope.engine.store.conversations.in_memory import GraphOrder, waiting_in
from tanglescope.engine.store.files.database import connect, writing
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders import order_cache
from tanglescope.engine.store.orders.pzp_joining import PzpJoining
from tanglescope.engine.store.orders.pzp_tangles import PzpTangleStore, near_causes
from tanglescope.engine.store.pzp_messages import PzpExtract
from tests.engine.message.pzp_writing import Author, write, write_key_deleted
from tests.engine.reduce.scenarios import DOMAIN, Devices, entry
from tests.engine.store.pzp_archives import write_log


def written(random: Random) -> list[PzpMessage]:
    """A set of four devices, a thread, and messages that are valid in neither, causes first.

    A device loses its key later, a stranger writes, a depth is wrong, a tangle is rooted in a
    reply.
    """
    devices = Devices(4)
    found = [*devices.account, devices.root]
    root = write(devices.authors[0], "post", {"text": "root"}, {})
    found.append(root)
    tips = [(0, root.id)]
    stranger = Author(SigningKey(bytes([9]) * 32), devices.account[0].id, (devices.account[0].id,))
    for number in range(25):
        device = random.randrange(4)
        match random.randrange(6):
            case 0:
                depth, tip = random.choice(tips[-2:])
                spot = {root.id: TanglePlace(depth + 1, (tip,))}
                said = write(devices.authors[device], "post", {"text": f"{number}"}, spot)
                tips.append((depth + 1, said.id))
                found.append(said)
            case 1:
                devices.sync(random.randrange(4), device)
            case 2 if number > 12:
                wrong = {
                    root.id: TanglePlace(7, (root.id,)),
                    devices.root.id: TanglePlace(1, (root.id,)),
                }
                author = random.choice([stranger, devices.authors[device]])
                found.append(write(author, DOMAIN, {"number": number}, wrong))
            case 3 if number > 12:
                hung = {found[-1].id: TanglePlace(1, (found[-1].id,))}
                found.append(write(devices.authors[device], "post", {"text": f"{number}"}, hung))
            case _:
                said = devices.say(device, {"add": [f"{number}"], "del": [], "supersedes": []})
                found.append(said)
    last = len(devices.account) - 1
    place = TanglePlace(last + 1, tuple(sorted({devices.account[last].id, devices.account[0].id})))
    shut_out = write_key_deleted(
        devices.authors[0].key, devices.account[0], devices.authors[3].key, place
    )
    found.insert(random.randrange(20, len(found)), shut_out)
    return list({each.id: each for each in found}.values())


def put(database: Database, entries: Sequence[FileEntry]) -> None:
    extracts = [
        PzpExtract(each.id, 1.0 + number, value["data"] is None, json.dumps(value))
        for number, each in enumerate(entries)
        if isinstance(value := each.value, dict)
    ]
    with writing(database):
        PzpJoining(database).put(extracts)


def settle(database: Database) -> None:
    with writing(database):
        PzpJoining(database).settle()


def stored(database: Database) -> dict[str, list[Any]]:
    """The order, depths and causes of every tangle, and the waiting messages with their causes."""
    tangles = PzpTangleStore(database)
    assert all(each.is_settled for each in tangles.roots())
    return {
        each.root: [list(tangles.all_causes(each).items()), tangles.members(each).waiting()]
        for each in tangles.roots()
    }


def expected(entries: Sequence[FileEntry]) -> dict[str, list[Any]]:
    """The same, computed from all messages, each of which is verified anew."""
    tangles = RootedTangles(entries)
    found = {}
    for root in tangles.roots:
        feed = tangles.feed(root)
        depth = feed.tangle.depth
        placed = {key: (depth(key), near_causes(feed.tangle, key)) for key in feed.messages}
        causes = {key: named for key, (_, named) in placed.items()}
        found[root] = [list(placed.items()), waiting_in(GraphOrder([*placed], causes))]
    return found


@pytest.mark.parametrize("seed", range(12))
def test_tangles_are_what_they_would_be_all_at_once(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    messages = written(random)
    # In order, in disorder, and in disorder after the account or after the account and both roots.
    first = (len(messages), 0, 4, 6)[seed % 4]
    later = messages[first:]
    random.shuffle(later)
    messages = messages[:first] + later
    entries = [entry(each) for each in messages]
    erased = {each.id for each in random.sample(messages, 6)}
    arriving = [entry(each.erased()) if each.id in erased else entry(each) for each in messages]
    arriving += [each for each in entries if each.id in erased]
    known: dict[str, FileEntry] = {}
    database = connect(tmp_path / "own.db")
    while arriving:
        batch = [arriving.pop(0) for _ in range(min(len(arriving), random.randint(1, 15)))]
        for each in batch:
            assert isinstance(each.value, dict)
            if each.id not in known or each.value["data"] is not None:
                known[each.id] = each
        put(database, batch)
        if not arriving or random.random() < 0.7:
            settle(database)
            assert stored(database) == expected(list(known.values()))
    database.close()
    with Library.open(tmp_path / "own.db") as library:
        assert library.check().problems == ()


def test_nothing_is_put_together_anew_where_causes_come_first(tmp_path: Path) -> None:
    devices = Devices(2)
    for number in range(12):
        devices.say(number % 2, {"add": [f"{number}"], "del": [], "supersedes": []})
        devices.sync(number % 2, 1 - number % 2) if number % 3 else None
    said = {key: each for known in devices.known for key, each in known.items()}
    database = connect(tmp_path / "own.db")
    put(database, [entry(each) for each in devices.account])
    settle(database)
    for message in said.values():
        put(database, [entry(message)])
        tangle = PzpTangleStore(database).find(devices.root.id)
        assert tangle is not None
        assert tangle.is_settled
    assert stored(database) == expected(
        [entry(each) for each in [*devices.account, *said.values()]]
    )


@pytest.mark.parametrize("large", [2, 1000])
def test_an_open_tangle_is_read_as_a_settled_one_is(
    large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pzp, "LARGE", large)
    monkeypatch.setattr(order_cache, "LARGE", large)
    entries = [entry(each) for each in written(Random(3))]
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write_log(tmp_path / "log", entries))
        roots = list(library.pzp.roots)
        keys = [each.id for each in entries]
        settled = [described(library, root, keys) for root in roots]
        snapshot = library.conversation(roots[0]).snapshot()
        assert isinstance(snapshot.keys, NumberedKeys) == (large == 2)
        with writing(library._database):
            library._database.execute("UPDATE pzp_tangles SET is_settled = 0")
        opened = [described(library, root, keys) for root in roots]
        assert opened == settled
        assert [library.conversations_of(key) for key in keys]
        with writing(library._database):
            PzpJoining(library._database).settle()
        assert [described(library, root, keys) for root in roots] == settled


def described(library: Library, root: str, keys: Sequence[str]) -> list[object]:
    """The full description of a tangle and its messages."""
    conversation = library.conversation(root)
    snapshot = conversation.snapshot()
    return [
        list(snapshot.keys),
        snapshot.waiting,
        snapshot.revision,
        conversation.summary(),
        conversation.edges([*keys, "ghost"]),
        conversation.messages(keys),
        conversation.numbers(keys),
        [conversation.position(key) for key in keys],
        [conversation.horizon(key) for key in keys[:5]],
        [library.conversations_of(key) for key in keys],
    ]
