"""What a graph says about its people, its title and its records is kept, shown and exported."""

import json
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.library import Library
from tests.engine.authors import Author
from tests.engine.commandline.graphs import run


def event(
    key: str, kind: str, before: list[str], allowed: list[str], **more: Any
) -> dict[str, Any]:
    return {
        "event_id": key,
        "room_id": "!r:x",
        "type": kind,
        "sender": "@ann:x",
        "content": {},
        "prev_events": before,
        "auth_events": allowed,
        "origin_server_ts": 5,
        "depth": 1,
        "hashes": {"sha256": "h"},
        "signatures": {"x": {"ed25519:1": "s"}},
        **more,
    }


def member(name: str) -> dict[str, Any]:
    content = {"membership": "join", "displayname": name}
    return {"state_key": "@ann:x", "content": content}


ROOM = [
    event("$0", "m.room.create", [], []),
    event("$1", "m.room.member", ["$0"], ["$0"], **member("Ann")),
    event("$2", "m.room.message", ["$1"], ["$0", "$1"], content={"body": "first"}),
    event("$3", "m.room.name", ["$2"], ["$1"], state_key="", content={"name": "Boats"}),
    event("$4", "m.room.member", ["$3"], ["$1"], **member("Anna"), origin_server_ts=9),
    event("$5", "m.room.message", ["$4"], ["$0", "$4"], content={"body": "second"}),
    event("$6", "m.room.message", ["$3"], ["$0", "$1"], content={"body": "concurrent"}),
]


@pytest.mark.parametrize("events", [ROOM, ROOM[::-1]])
def test_members_are_called_by_their_names_at_each_event(
    events: list[dict[str, Any]], library: Library, tmp_path: Path
) -> None:
    (tmp_path / "room.ndjson").write_text("".join(json.dumps(each) + "\n" for each in events))
    library.ingest(tmp_path / "room.ndjson")
    conversation = library.conversation("graph:room")
    said = conversation.messages([each["event_id"] for each in ROOM])
    names = [said[each["event_id"]].name for each in ROOM]
    assert names == [None, "Ann", "Ann", "Ann", "Anna", "Anna", "Ann"]
    assert library.names(["@ann:x"]) == {"@ann:x": "Anna"}
    [listed] = library.conversations(kind="graph")
    assert (listed.title, listed.names) == ("Boats (!r:x)", ("Anna",))


def test_a_room_without_a_name_is_called_by_its_id(library: Library, tmp_path: Path) -> None:
    (tmp_path / "room.ndjson").write_text(json.dumps(ROOM[1]))
    library.ingest(tmp_path / "room.ndjson")
    [listed] = library.conversations(kind="graph")
    assert (listed.address, listed.title) == ("graph:room", "!r:x")


def test_the_record_of_an_event_is_kept_whole_and_exported(tmp_path: Path) -> None:
    source, database = tmp_path / "room.json", tmp_path / "a.db"
    source.write_text(json.dumps({"pdus": ROOM}))
    run("import", str(source), "--database", str(database))
    with Library.open(database, read_only=True) as library:
        conversation = library.conversation("graph:room")
        for each in ROOM:
            assert json.loads(conversation.value(each["event_id"]) or "") == each
    exported = run("show", "graph:room", "--database", str(database), "--format", "ndjson").stdout
    line = json.loads(exported)
    assert [node["raw"] for node in line["nodes"]] == ROOM
    assert line["title"] == "Boats (!r:x)"
    (tmp_path / "again.ndjson").write_text(exported)
    result = run("import", str(tmp_path / "again.ndjson"), "--database", str(tmp_path / "b.db"))
    assert result.exit_code == 0
    again = run("show", "graph:room", "--database", str(tmp_path / "b.db"), "--format", "ndjson")
    assert json.loads(again.stdout) == line


def test_a_node_with_other_fields_is_kept_as_it_was_read(library: Library, tmp_path: Path) -> None:
    node = {"id": "a", "after": [], "mood": {"deep": [1, None]}}
    (tmp_path / "g.ndjson").write_text(json.dumps(node) + '\n{"id": "b", "after": ["a"]}\n')
    library.ingest(tmp_path / "g.ndjson")
    conversation = library.conversation("graph:g")
    assert json.loads(conversation.value("a") or "") == node
    assert json.loads(conversation.value("b") or "") == {"id": "b", "after": ["a"]}


def test_a_graph_may_name_its_writers_itself_and_marked_nodes(
    library: Library, tmp_path: Path
) -> None:
    feed = Author("alice").feed
    graph = {
        "name": "g",
        "title": "The race",
        "names": {"w": "Will", feed: "Not Alice"},
        "marks": {"start": "a", "v1": "a"},
        "nodes": [
            {"id": "a", "after": [], "writer": "w"},
            {"id": "b", "after": [], "writer": feed},
        ],
    }
    (tmp_path / "g.ndjson").write_text(json.dumps(graph))
    (tmp_path / "names.ndjson").write_text(
        json.dumps({"name": "g", "nodes": [], "names": {"w": "W."}})
    )
    library.ingest(tmp_path / "g.ndjson")
    [listed] = library.conversations(kind="graph")
    assert listed.title == "The race"
    assert library.names(["w"]) == {"w": "Will"}
    assert "Alice" not in library.names([feed])[feed]
    said = library.conversation("graph:g").messages(["a"])["a"].content
    assert said == {"type": "node", "text": "[start, v1]"}
    library.ingest(tmp_path / "names.ndjson")
    assert library.names(["w"]) == {"w": "W."}


@pytest.mark.parametrize("wrong", [{"names": ["w"]}, {"title": 5}, {"marks": {"a": 1}}])
def test_a_wrong_fact_about_a_graph_is_refused_and_its_nodes_are_read(
    wrong: dict[str, Any], library: Library, tmp_path: Path
) -> None:
    graph = {"name": "g", "nodes": [{"id": "a", "after": []}], **wrong}
    (tmp_path / "g.ndjson").write_text(json.dumps(graph))
    report = library.ingest(tmp_path / "g.ndjson")
    assert (report.added, report.quarantined) == (1, 1)
