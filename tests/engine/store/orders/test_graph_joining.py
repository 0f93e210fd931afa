"""Nodes of graphs that several sources report with different knowledge."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.graphs.pieces import Piece, read_piece
from tanglescope.engine.archive.record import START, Dialect, Place, Record
from tanglescope.engine.library import Library
from tanglescope.engine.linear.graph import Writer
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.check.running import check_up
from tanglescope.engine.store.files.database import connect, writing
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.graph_nodes import GraphNodes
from tanglescope.engine.store.orders.graph_joining import GraphGrowth, GraphJoining
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write


@pytest.fixture
def database(tmp_path: Path) -> Database:
    return connect(tmp_path / "library.db")


def entry(
    length: int, *, verdict: str = "valid", text: str = "hello", **more: Any
) -> dict[str, Any]:
    """An entry of alice, as a reader of stores reports it."""
    after = [f"alice:{length - 1}"] if length > 1 else []
    node = {"id": f"alice:{length}", "after": after, "writer": "alice", "sequence": length - 1}
    return {**node, "verdict": verdict, "text": text, **more}


def piece(*nodes: dict[str, Any], number: int = 1, **more: Any) -> Piece:
    """A store's report of a base."""
    value = {"name": "base", "nodes": list(nodes), "writers": [{"key": "alice"}], **more}
    record = Record(Place("item", number), b"", START, value=value, dialect=Dialect.AUTOBASE)
    return read_piece(record)


def put(database: Database, store: str, *pieces: Piece, tmp_path: Path) -> GraphGrowth:
    path = tmp_path / store
    path.touch()
    with writing(database):
        return GraphJoining(database, Archives(database).recognize(path)).put(pieces)


def texts(database: Database) -> dict[str, tuple[str | None, str]]:
    nodes = GraphNodes(database)
    kept = nodes.find("autobase", "base")
    assert kept is not None
    _, items = nodes.graph(kept.number)
    return {key: (item.text, item.status) for key, item in items.items()}


def test_what_is_verified_replaces_what_was_not(database: Database, tmp_path: Path) -> None:
    damaged = piece(entry(1), entry(2, verdict="unverified", text="forged", after=["bob:1"]))
    put(database, "damaged", damaged, tmp_path=tmp_path)
    assert put(database, "whole", piece(entry(1), entry(2)), tmp_path=tmp_path) == GraphGrowth()
    assert texts(database) == {"alice:1": ("hello", "valid"), "alice:2": ("hello", "valid")}


def test_a_writer_who_turns_out_to_have_written_nothing_is_forgotten(
    database: Database, tmp_path: Path
) -> None:
    forged = piece(entry(1), entry(2, verdict="unverified", writer="bob", sequence=0))
    put(database, "damaged", forged, tmp_path=tmp_path)
    put(database, "whole", piece(entry(1), entry(2)), tmp_path=tmp_path)
    assert database.column("SELECT key FROM feeds") == ["alice"]
    assert check_up(database).problems == ()


def test_what_is_not_verified_replaces_nothing_that_is(database: Database, tmp_path: Path) -> None:
    put(database, "whole", piece(entry(1)), tmp_path=tmp_path)
    worse = piece(entry(1, verdict="unverified", text="forged"))
    assert put(database, "damaged", worse, tmp_path=tmp_path) == GraphGrowth()
    assert texts(database) == {"alice:1": ("hello", "valid")}


def test_a_writer_that_signed_two_entries_at_one_place_is_found_out(
    database: Database, tmp_path: Path
) -> None:
    put(database, "one", piece(entry(1)), tmp_path=tmp_path)
    grown = put(database, "other", piece(entry(1, text="other")), tmp_path=tmp_path)
    assert [(bad.key, bad.rule) for bad in grown.bad] == [("alice:1", "duplicate")]
    assert texts(database) == {"alice:1": ("hello", "valid")}


def test_a_batch_whose_beginning_was_missing_becomes_whole(
    database: Database, tmp_path: Path
) -> None:
    put(database, "late", piece(entry(2, batch=[1, 2]), entry(3, batch=[2, 2])), tmp_path=tmp_path)
    whole = piece(*(entry(length, batch=[length, 3]) for length in (1, 2, 3)))
    assert put(database, "whole", whole, tmp_path=tmp_path) == GraphGrowth(added=1)
    nodes = GraphNodes(database)
    kept = nodes.find("autobase", "base")
    assert kept is not None
    graph, _ = nodes.graph(kept.number)
    assert {node.id: node.batch for node in graph.nodes} == {
        "alice:1": (1, 3),
        "alice:2": (2, 3),
        "alice:3": (3, 3),
    }


def test_a_base_keeps_its_entries_when_another_one_comes_before_it_in_the_store(
    database: Database, tmp_path: Path
) -> None:
    put(database, "store", piece(entry(1), number=1), tmp_path=tmp_path)
    grown = put(database, "store", piece(entry(1), entry(2), number=2), tmp_path=tmp_path)
    assert grown == GraphGrowth(added=1)


def test_the_store_that_has_more_signed_says_who_writes(database: Database, tmp_path: Path) -> None:
    facts = {"signed": ["alice:1", "alice:2"], "shown": ["alice:1", "alice:2"]}
    added = [{"key": "alice", "added": "alice:1"}]
    ahead = piece(entry(1), entry(2), facts=facts, writers=added)
    put(database, "ahead", ahead, tmp_path=tmp_path)
    behind = piece(entry(1), facts={"signed": ["alice:1"], "shown": ["alice:1"]})
    put(database, "behind", behind, tmp_path=tmp_path)
    nodes = GraphNodes(database)
    kept = nodes.find("autobase", "base")
    assert kept is not None
    graph, _ = nodes.graph(kept.number)
    assert graph.writers == (Writer("alice", added=("alice:1",)),)
    assert nodes.facts(kept.number) == facts


def test_what_was_taken_back_is_no_part_of_the_graph_that_the_next_batch_joins(
    database: Database, tmp_path: Path
) -> None:
    put(database, "store", piece(entry(1)), tmp_path=tmp_path)
    archive = Archives(database).recognize(tmp_path / "store")
    with suppress(RuntimeError), writing(database):
        GraphJoining(database, archive).put([piece(entry(2, after=["alice:3"]))])
        raise RuntimeError
    assert put(database, "store", piece(entry(3)), tmp_path=tmp_path) == GraphGrowth(added=1)


def test_what_another_process_wrote_is_part_of_it(database: Database, tmp_path: Path) -> None:
    put(database, "store", piece(entry(1)), tmp_path=tmp_path)
    other = connect(tmp_path / "library.db")
    put(other, "other", piece(entry(2, after=["alice:3"])), tmp_path=tmp_path)
    grown = put(database, "store", piece(entry(3)), tmp_path=tmp_path)
    assert [bad.rule for bad in grown.bad] == ["cycle"]


def test_a_key_may_be_in_several_graphs_and_in_a_feed(tmp_path: Path) -> None:
    alice = Author("alice")
    root = alice.say(post("root"))
    reply = alice.say(post("reply", root))
    graph = {"nodes": [{"id": reply.key, "after": []}, {"id": root.key, "after": [reply.key]}]}
    for name in ("one", "two"):
        path = tmp_path / f"{name}.graph.ndjson"
        path.write_text(json.dumps({"name": name, **graph}))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(tmp_path / "one.graph.ndjson")
        library.ingest(write(tmp_path / "log.ndjson", [root, reply]))
        library.ingest(tmp_path / "two.graph.ndjson")
        for address in ("graph:one", "graph:two"):
            conversation = library.conversation(address)
            assert list(conversation.snapshot().keys) == [reply.key, root.key]
            assert conversation.messages([root.key])[root.key].causes == (reply.key,)
        assert list(library.conversation(root.key).snapshot().keys) == [root.key, reply.key]
        assert library.messages([root.key])[root.key].content == post("root")
        assert library.check().problems == ()
