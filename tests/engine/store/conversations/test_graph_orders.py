"""The orders of graphs in the database match those that are computed as a whole."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.library import Library
from tanglescope.engine.linear.edits import apply
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.graph_nodes import GraphNodes
from tanglescope.engine.store.orders import members
from tests.quick import mostly_slow

ADDRESS = "graph:log"


def nodes_of(random: Random) -> list[dict[str, Any]]:
    """Nodes of a few logs that name others, some of them missing, in any order."""
    found: list[dict[str, Any]] = []
    lengths = dict.fromkeys("abc", 0)
    for number in range(30):
        writer = random.choice([None, *"abc"])
        names = [*(node["id"] for node in found[-6:]), f"ghost {number % 4}"]
        node: dict[str, Any] = {
            "id": f"{random.getrandbits(32):08x}",
            "after": random.sample(names, random.randrange(min(3, len(names)))),
            "text": f"node {number}",
            "asserted": random.randrange(100),
        }
        if writer is not None:
            node |= {"writer": writer, "sequence": lengths[writer]}
            lengths[writer] += 1
        found.append(node)
    missing = set(random.sample(range(30), 3))
    kept = [node for number, node in enumerate(found) if number not in missing]
    random.shuffle(kept)
    return kept


def described(library: Library, keys: list[str]) -> list[object]:
    conversation = library.conversation(ADDRESS)
    snapshot = conversation.snapshot()
    numbers = conversation.numbers(keys)
    return [
        list(snapshot.keys),
        snapshot.waiting,
        snapshot.revision,
        conversation.edges(keys),
        conversation.messages(keys),
        sorted(numbers, key=numbers.__getitem__),
        [conversation.value(key) for key in keys],
        list(conversation.records(keys)),
        [conversation.position(key) for key in keys],
        drawn(conversation.shape()),
    ]


def drawn(shape: Shape) -> list[object]:
    """All values of a shape, without the numbers of missing messages."""
    return [
        list(shape.keys[: shape.present]),
        [(shape.feed(number), shape.kinds[number]) for number in range(shape.present)],
        (shape.feeds, shape.types, str(shape.asserted), str(shape.received)),
        {(shape.keys[cause], shape.keys[effect]) for cause, effect in shape.edges()},
    ]


@pytest.mark.parametrize("seed", range(4))
def test_a_stored_graph_is_read_as_one_in_memory_is(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = nodes_of(Random(seed))
    keys = [*(node["id"] for node in nodes), "ghost 0", "ghost 3", "unknown"]
    with Library.open(tmp_path / "own.db") as library:
        for end in (12, 20, len(nodes)):
            library.ingest(log_of(tmp_path, nodes[:end]))
            stored = described(library, keys)
            with monkeypatch.context() as patch:
                patch.setattr(GraphNodes, "put_order", lambda *_: None)
                with writing(library._database):
                    library._database.execute("UPDATE graphs SET ordered = 0")
                assert described(library, keys) == stored
            assert library.conversation(ADDRESS).in_order() == stored[0]  # and stores it again
            assert library.check().ok


def log_of(folder: Path, nodes: list[dict[str, Any]]) -> Path:
    log = folder / "log.ndjson"
    log.write_text("".join(json.dumps(node) + "\n" for node in nodes))
    return log


def rows(library: Library) -> list[object]:
    """Everything that is stored of the edges, ranks and order of a graph, by key."""
    names = dict(library._database.execute("SELECT id, key FROM graph_nodes").fetchall())
    edges = library._database.execute("SELECT cause, effect FROM edges").fetchall()
    ranks = library._database.execute("SELECT message, rank FROM members").fetchall()
    return [
        {(names.get(cause, cause), names[effect]) for cause, effect in edges},
        {names[number]: rank for number, rank in ranks},
        list(library.conversation(ADDRESS).snapshot().keys),
    ]


@pytest.mark.parametrize("few", [0, 50])
@pytest.mark.parametrize("seed", mostly_slow(range(8), 0, 1))
def test_whatever_arrives_in_whatever_batches_ends_in_the_same_rows(
    seed: int, few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(members, "FEW", few)
    random = Random(seed)
    nodes = nodes_of(random)
    with Library.open(tmp_path / "whole.db") as library:
        library.ingest(log_of(tmp_path, sorted(nodes, key=lambda node: str(node["id"]))))
        whole = rows(library)
        assert library.check().problems == ()
    log = log_of(tmp_path, [])
    with Library.open(tmp_path / "own.db") as library:
        follower = library.follow(log)
        replica: list[str] = []
        waiting: dict[str, tuple[str, ...]] = {}
        revision = 0
        while nodes:
            count = random.choice([1, 1, 2, 5])
            some, nodes = nodes[:count], nodes[count:]
            with log.open("a") as file:
                file.write("".join(json.dumps(node) + "\n" for node in some))
            for change in (each for poll in follower.poll() for each in poll.timelines):
                assert (change.address, change.since) == (ADDRESS, revision)
                revision = change.revision
                apply(change.edits, replica)
                waiting |= change.waiting
            snapshot = library.conversation(ADDRESS).snapshot()
            assert (snapshot.revision, list(snapshot.keys)) == (revision, replica)
            missing = {
                key: tuple(cause for cause in named if cause not in replica)
                for key, named in waiting.items()
            }
            assert snapshot.waiting == {key: ghosts for key, ghosts in missing.items() if ghosts}
        assert rows(library) == whole
        assert library.check().problems == ()
