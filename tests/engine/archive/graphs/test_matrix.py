import json
from pathlib import Path
from typing import Any

import pytest

from engine.library import Library

CREATE: dict[str, Any] = {
    "event_id": "$create",
    "type": "m.room.create",
    "state_key": "",
    "sender": "@ann:example.org",
    "prev_events": [],
    "auth_events": [],
    "origin_server_ts": 1_700_000_000_000,
    "content": {},
}
HELLO = CREATE | {
    "event_id": "$hello",
    "type": "m.room.message",
    "state_key": None,
    "prev_events": [["$create", {"sha256": "x"}], "$lost"],
    "content": {"body": "Hello"},
}
FORMS = {
    "lines": f"{json.dumps(CREATE)}\n{json.dumps(HELLO)}\n",
    "array": json.dumps([CREATE, HELLO]),
    "indented": json.dumps([CREATE, HELLO], indent=1),
}


@pytest.mark.parametrize("form", FORMS)
def test_events_are_nodes_after_the_events_before_them(form: str, tmp_path: Path) -> None:
    (tmp_path / "room.json").write_text(FORMS[form])
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(tmp_path / "room.json").added == 2
        shown = library.conversation("graph:room").messages(["$create", "$hello"])
        assert shown["$hello"].causes == ("$create", "$lost")
        assert shown["$hello"].author == "@ann:example.org"
        assert shown["$hello"].content == {"type": "node", "text": "m.room.message\nHello"}
        assert shown["$create"].content == {"type": "node", "text": "m.room.create []"}
        assert library.check().ok


def test_auth_events_are_a_second_kind_of_edges(tmp_path: Path) -> None:
    room = tmp_path / "room.ndjson"
    by_id = HELLO | {"event_id": "$new", "auth_events": ["$create", "$hello", "$lost"]}
    with_hash = HELLO | {"auth_events": [["$create", {"sha256": "x"}]]}
    room.write_text("".join(f"{json.dumps(event)}\n" for event in (CREATE, with_hash, by_id)))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(room)
        conversation = library.conversation("graph:room")
        assert conversation.messages(["$new"])["$new"].causes == ("$create", "$lost")
        expected = [("$hello", "$create"), ("$new", "$create"), ("$new", "$hello")]
        assert conversation.references() == expected
        line = b"".join(conversation.records(conversation.in_order()))
        assert library.check().ok
    (tmp_path / "again.ndjson").write_bytes(line)
    with Library.open(tmp_path / "again.db") as library:
        library.ingest(tmp_path / "again.ndjson")
        assert library.conversation("graph:room").references() == expected


@pytest.mark.parametrize(
    "wrong", [{"prev_events": 7}, {"prev_events": [{}]}, {"event_id": 1}, {"auth_events": 7}]
)
def test_events_of_a_wrong_shape_are_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "room"
    path.write_text(f"{json.dumps(CREATE)}\n{json.dumps(HELLO | wrong)}\n")
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(path)
        assert (report.added, report.rules) == (1, {"shape": 1})
