"""JSON is recognized by all keys of its first value, in any order and any layout."""

import gzip
import io
import json
import re
import tracemalloc
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive import json_forms
from tanglescope.engine.archive.json_forms import FirstObject, JsonForm, form_of
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import NotAnArchive
from tanglescope.engine.store.files.schema import APPLICATION
from tanglescope.engine.system.files import OWN_DATABASE
from tests.engine.authors import Author, post

VALUES: dict[JsonForm, list[dict[str, Any]]] = {
    JsonForm.GRAPH: [
        {"name": "g", "nodes": [{"id": "a", "after": []}]},
        {"id": "a", "after": [], "writer": "w"},
        {"event_id": "$a", "prev_events": [], "sender": "@u:s"},
        {"origin": "s", "pdus": [{"event_id": "$a", "prev_events": []}]},
    ],
    JsonForm.PZP: [{"id": "x", "msg": {"metadata": {}}}],
    JsonForm.SSB: [
        json.loads(Author("ann").say(post("hi")).line),
        json.loads(Author("ann").say(post("hi")).line)["value"],
    ],
}
FORMS = [(form, value) for form, values in VALUES.items() for value in values]

MARKS = 'ab{}[]:,"\\/'


def form_in(text: str) -> object:
    data = text.encode()
    return form_of(io.BytesIO(data), data[: 1 << 18])


@given(
    which=st.sampled_from(FORMS),
    extra=st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"])).map("x{}".format),
        st.recursive(
            st.none() | st.integers() | st.booleans() | st.text(st.sampled_from(MARKS)),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner),
        ),
        max_size=4,
    ),
    indent=st.sampled_from([None, 1]),
    is_array=st.booleans(),
    chance=st.randoms(use_true_random=False),
)
def test_any_order_and_layout_of_keys_is_recognized(
    which: tuple[JsonForm, dict[str, Any]],
    extra: dict[str, Any],
    indent: int | None,
    is_array: bool,
    chance: Any,
) -> None:
    form, value = which
    items = [*extra.items(), *value.items()]
    chance.shuffle(items)
    mixed = dict(items)
    text = json.dumps([mixed, 5] if is_array else mixed, indent=indent)
    assert form_in(text) is form
    assert [key for key, _ in FirstObject(io.BytesIO(text.encode()))] == list(mixed)


def test_a_value_may_be_longer_than_any_sample() -> None:
    long = {"comment": "x" * 1_000_000, "more": [[1, {"nodes": []}]] * 50_000, "nodes": []}
    assert form_in(json.dumps(long)) is JsonForm.GRAPH
    assert form_in(json.dumps([long])) is JsonForm.GRAPH


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"next_batch": "s1", "rooms": {}}, "Matrix server to a client. .*`prev_events`"),
        ({"start": "t1", "end": "t2", "chunk": []}, "Matrix server to a client"),
        ({"events_before": [], "event": {}, "events_after": []}, "Matrix server to a client"),
        ({"type": "m.room.message", "sender": "@u:s", "event_id": "$a"}, "Matrix client"),
        ({"room_name": "x", "messages": [], "export_date": "today"}, "Element"),
        ({"pdu_ids": ["$a"], "auth_chain_ids": []}, "ids of Matrix events"),
        ({"name": "x", "type": "personal_chat", "id": 1, "messages": []}, "Telegram"),
        ([{"type": "message", "user": "U1", "ts": "1.2", "text": "hi"}], "Slack"),
        ({"tardis_version": 1, "calls": [], "events": [{"event_id": "A"}]}, "scenario of TARDIS"),
        ({"guild": {"id": "1"}, "channel": {"id": "2"}, "messages": []}, "Discord"),
        ({"chats": {"list": []}, "about": "x"}, "Telegram"),
        ({"participants": [{"name": "Ann"}], "messages": []}, "Facebook"),
        ({"messages": [{"author": "Ann", "text": "hi"}]}, "exported chat"),
        ([{"host": "::1", "port": 8008, "key": "@a.ed25519"}], "addresses"),
        ({"agents": [], "ops": []}, r"neither messages nor a graph \(keys: `agents`, `ops`\)"),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_what_cannot_be_ordered_is_called_by_its_name(
    value: object, said: str, indent: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(json.dumps(value, indent=indent))
    with pytest.raises(NotAnArchive) as refused:
        open_archive(path)
    assert re.search(said, str(refused.value))
    assert "feed id" not in str(refused.value)


def test_a_scenario_of_tardis_with_remarks_is_called_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "auth.json5"
    path.write_text(
        '// a test\n{\n  tardis_version: 1,\n  events: [\n    {event_id: "A", },\n  ],\n}\n'
    )
    with pytest.raises(NotAnArchive, match="scenario of TARDIS"):
        open_archive(path)


@pytest.mark.parametrize(
    ("begin", "said"),
    [
        (b"\x85\x6f\x4a\x83" + bytes(90), "Automerge"),
        (b"loro" + bytes(90), "Loro"),
        (b"SQLite format 3\0" + bytes(90), "another program"),
        (
            b"SQLite format 3\0" + bytes(52) + OWN_DATABASE + bytes(90),
            "only archives are read",
        ),
        (b"12/31/23, 11:59 PM - Ann: hi\n", "chat exported as text"),
        (b"[31.12.23, 23:59:00] Ann: hi\n", "chat exported as text"),
        (b"\x01\x02\x03\x80\xff", "Yjs"),
        (gzip.compress(gzip.compress(b"{}", mtime=0), mtime=0), "compressed twice"),
        (b"sequenceDiagram\n  Ann->>Bob: hi\n", "no flowchart"),
        (b"---\ntitle: a\n---\n%% remark\nstateDiagram-v2\n  a --> b\n", "no flowchart"),
        (b"gitGraph:\n  commit\n", "no flowchart"),
        (b"commit %040x\nAuthor: Ann\n\n    hi\n" % 7, "written by Git"),
        (b"* \x1b[33mcommit %040x\x1b[m\n" % 7, "written by Git"),
        (b"# v2 git bundle\n", "written by Git"),
        (b"[12:30] <ann> hi\n[12:31] <bob> hello\n", "no messages in a known format"),
        # An update of Yjs 13 in its first encoding: one client with one text.
        (bytes.fromhex("0101e8a8b4d50a0004010474657874026869 00"), "Yjs"),
    ],
)
def test_files_of_other_programs_are_called_by_their_names(
    begin: bytes, said: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(begin)
    if begin:
        with pytest.raises(NotAnArchive, match=said):
            open_archive(tmp_path / "file")


def test_our_own_databases_are_told_from_others() -> None:
    assert APPLICATION.to_bytes(4, "big") == OWN_DATABASE


@given(
    st.dictionaries(
        st.text(max_size=4),
        st.text(st.sampled_from('a"\\é{}[]:,/\n'), max_size=600) | st.integers() | st.none(),
        max_size=6,
    ),
    st.integers(1, 9),
)
def test_keys_are_found_behind_strings_of_any_length(
    value: dict[str, object], at_once: int
) -> None:
    text = json.dumps(value).encode()
    with patch.object(json_forms, "_AT_ONCE", at_once):
        first = FirstObject(io.BytesIO(text))
        assert [key for key, _ in first] == list(value)
        assert first.is_whole


def test_a_long_string_is_passed_over_in_little_memory() -> None:
    text = b'{"text":"' + b'x\\"' * (1 << 21) + b'","after":[]}'
    tracemalloc.start()
    try:
        assert [key for key, _ in FirstObject(io.BytesIO(text))] == ["text", "after"]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1 << 20
