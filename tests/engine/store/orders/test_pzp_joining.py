"""PZP messages that join their tangles one by one give the same tangles as all at once."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nacl.signing import SigningKey

from tanglescope.engine.library import Library
from tanglescope.engine.linear.edits import Insert, Remove, apply
from tanglescope.engine.message.pzp import PzpMessage, TanglePlace
from tanglescope.engine.reduce.feeds import FileEntry, RootedTangles
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.files.database import connect, writing
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders.pzp_joining import PzpJoining
from tanglescope.engine.store.orders.pzp_tangles import PzpMembers, PzpTangleStore, StoredTangle
from tanglescope.engine.store.pzp_messages import PzpExtract
from tests.engine.message.pzp_writing import Author, write, write_key_deleted
from tests.engine.reduce.scenarios import DOMAIN, Devices, entry


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


def put(database: Database, entries: Sequence[FileEntry]) -> list[TimelineChange]:
    extracts = [
        PzpExtract(each.id, 1.0 + number, value["data"] is None, json.dumps(value))
        for number, each in enumerate(entries)
        if isinstance(value := each.value, dict)
    ]
    joining = PzpJoining(database)
    with writing(database):
        joining.put(extracts)
    return joining.changes


class Replica:
    """What a window knows of a tangle from its changes alone."""

    def __init__(self) -> None:
        self.order: list[str] = []
        self.revision = 0
        self.waiting: dict[str, tuple[str, ...]] = {}
        self.causes: dict[str, tuple[str, ...]] = {}

    def follow(self, change: TimelineChange) -> None:
        assert change.since == self.revision or not self.revision
        self.revision = change.revision
        for cause, effect in change.removed_edges:
            assert cause in self.causes[effect]
        apply(change.edits, self.order)
        self.waiting |= change.waiting
        self.causes |= change.causes
        gone = self.causes.keys() - set(self.order)
        assert gone <= {each.name for each in change.edits if isinstance(each, Remove)}
        for key in gone:
            del self.causes[key]
            self.waiting.pop(key, None)

    def seen(self) -> list[object]:
        waiting = {key: each for key, each in self.waiting.items() if each}
        return [
            self.order,
            self.revision,
            waiting,
            {key: set(self.causes[key]) for key in self.causes},
        ]


def followed(database: Database, tangle: StoredTangle) -> list[object]:
    """What a replica should know of a tangle."""
    members = PzpTangleStore(database).members(tangle)
    causes = {key: set(each) for key, each in members.causes(members.keys()).items()}
    return [list(members.keys()), tangle.revision, members.waiting(), causes]


def stored(database: Database) -> dict[str, list[Any]]:
    """The order, depths and causes of every tangle, and the waiting messages with their causes."""
    tangles = PzpTangleStore(database)
    return {
        each.root: [list(placed(tangles.members(each)).items()), tangles.members(each).waiting()]
        for each in tangles.roots()
    }


def placed(members: PzpMembers) -> dict[str, tuple[int, tuple[str, ...]]]:
    """The depths and causes of the messages of a tangle, in order."""
    keys, depths = members.keys(), members.all_ranks()
    numbers, causes = members.numbers(keys), members.causes(keys)
    return {key: (depths[numbers[key]], tuple(causes[key])) for key in keys}


def expected(entries: Sequence[FileEntry]) -> dict[str, list[Any]]:
    """The same, computed from all messages, each of which is verified anew."""
    tangles = RootedTangles(entries)
    found = {}
    for root in tangles.roots:
        feed = tangles.feed(root)
        depth = feed.tangle.depth
        here = {key: (depth(key), tuple(sorted(feed.tangle.near(key)))) for key in feed.messages}
        missing = {
            key: lacking
            for key, (_, causes) in here.items()
            if (lacking := tuple(cause for cause in causes if cause not in here))
        }
        found[root] = [list(here.items()), missing]
    return found


# With 130 and 138, links are redundant only once a missing message arrives.
@pytest.mark.parametrize("seed", [*range(12), 130, 138])
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
    arriving = [
        entry(replace(each, data=None)) if each.id in erased else entry(each) for each in messages
    ]
    arriving += [each for each in entries if each.id in erased]
    known: dict[str, FileEntry] = {}
    replicas: dict[str, Replica] = {}
    database = connect(tmp_path / "own.db")
    while arriving:
        batch = [arriving.pop(0) for _ in range(min(len(arriving), random.randint(1, 15)))]
        for each in batch:
            assert isinstance(each.value, dict)
            if each.id not in known or each.value["data"] is not None:
                known[each.id] = each
        for change in put(database, batch):
            replicas.setdefault(change.address, Replica()).follow(change)
        assert stored(database) == expected(list(known.values()))
        assert {root: replicas[root].seen() for root in replicas} == {
            each.root: followed(database, each) for each in PzpTangleStore(database).roots()
        }
    database.close()
    with Library.open(tmp_path / "own.db") as library:
        assert library.check().problems == ()


def test_what_comes_causes_first_is_inserted_alone(tmp_path: Path) -> None:
    devices = Devices(2)
    for number in range(150):
        devices.say(number % 2, {"add": [f"{number}"], "del": [], "supersedes": []})
        devices.sync(number % 2, 1 - number % 2) if number % 3 else None
    said = {key: each for known in devices.known for key, each in known.items()}
    database = connect(tmp_path / "own.db")
    put(database, [entry(each) for each in devices.account])
    for message in said.values():
        (change,) = put(database, [entry(message)])
        assert change.address == devices.root.id
        assert [type(each) for each in change.edits] == [Insert]
        assert change.causes.keys() == {message.id}
    assert stored(database) == expected(
        [entry(each) for each in [*devices.account, *said.values()]]
    )
