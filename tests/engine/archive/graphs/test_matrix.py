import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.graphs.matrix import (
    RoomVersions,
    event_id,
    node_of_event,
    redact_event,
)
from tanglescope.engine.archive.graphs.pieces import why_refused
from tanglescope.engine.library import Library

# An event of matrix.org's first servers; Dendrite's tests list its ids in two alphabets.
CREATED: dict[str, Any] = {
    "auth_events": [],
    "content": {
        "room_version": "5",
        "predecessor": {
            "room_id": "!gdRMqOrTFdOCYHNwOo:half-shot.uk",
            "event_id": "$LP7ROBc4b+cMc1UE9haIz8q5AK2AIW4eJ90FfKLvyZI",
        },
        "creator": "@erikj:jki.re",
    },
    "depth": 1,
    "hashes": {"sha256": "IX6zuNiJpJPNf70BLleL3HSCpjKeq9Uhu7uUpyDjBmc"},
    "origin": "jki.re",
    "origin_server_ts": 1560284621137,
    "prev_events": [],
    "prev_state": [],
    "room_id": "!uXDCzlYgCTHtiWCkEx:jki.re",
    "sender": "@erikj:jki.re",
    "signatures": {"jki.re": {"ed25519:auto": "O4IyFfF2PPtGp5uaDm8t57dZbdh8vc8Q64LgCwvzYRV"}},
    "state_key": "",
    "type": "m.room.create",
    "unsigned": {"age": 1321650},
}
# Events of public rooms whose ids mautrix's tests list; signatures don't count.
JOINED_IN_10: dict[str, Any] = {
    "auth_events": [
        "$HQC4hWaioLKVbMH94qKbfb3UnL4ocql2vi-VdUYI48I",
        "$R9FUDgNAp9ms7b6ASunZOIkpqmsIRq_ROrNEznu62fs",
        "$kEPF8Aj87EzRmFPriu2zdyEY0rY15XSqywTYVLUUlCA",
        "$tn1FZUI_YUpfTr_a3Y_r8kC3inliIZZratzg0UsNdCQ",
    ],
    "content": {
        "avatar_url": "mxc://maunium.net/jdlSfvudiMSmcRrleeiYjjFO",
        "displayname": "tulir",
        "membership": "join",
    },
    "depth": 182,
    "hashes": {"sha256": "0HscBc921QV2dxK2qY7qrnyoAgfxBM7kKvqAXlEk+GE"},
    "origin": "maunium.net",
    "origin_server_ts": 1665402609039,
    "prev_events": ["$R9FUDgNAp9ms7b6ASunZOIkpqmsIRq_ROrNEznu62fs"],
    "room_id": "!UzZHbJYcgggctGnlzr:envs.net",
    "sender": "@tulir:maunium.net",
    "state_key": "@tulir:maunium.net",
    "type": "m.room.member",
    "unsigned": {"replaces_state": "$R9FUDgNAp9ms7b6ASunZOIkpqmsIRq_ROrNEznu62fs"},
}
SAID_IN_11: dict[str, Any] = {
    "auth_events": [
        "$L8Ak6A939llTRIsZrytMlLDXQhI4uLEjx-wb1zSg-Bw",
        "$QJmr7mmGeXGD4Tof0ZYSPW2oRGklseyHTKtZXnF-YNM",
        "$7bkKK_Z-cGQ6Ae4HXWGBwXyZi3YjC6rIcQzGfVyl3Eo",
    ],
    "content": {"body": "meow", "m.mentions": {}, "msgtype": "m.text"},
    "depth": 3212,
    "hashes": {"sha256": "K549YdTnv62Jn84Y7sS5ZN3+AdmhleZHbenbhUpR2R8"},
    "origin_server_ts": 1754242687127,
    "prev_events": ["$DAhJg4jVsqk5FRatE2hbT1dSA8D2ASy5DbjEHIMSHwY"],
    "room_id": "!offtopic-2:continuwuity.org",
    "sender": "@tulir:maunium.net",
    "type": "m.room.message",
}
CREATED_12: dict[str, Any] = {
    "auth_events": [],
    "content": {
        "fi.mau.randomness": "AAXZ6aIc",
        "predecessor": {
            "room_id": "!#test/room\nversion <u>11</u>, with @\U0001f408\ufe0f:maunium.net"
        },
        "room_version": "12",
    },
    "depth": 1,
    "hashes": {"sha256": "d3L1M3KUdyIKWcShyW6grUoJ8GOjCdSIEvQrDVHSpE8"},
    "origin_server_ts": 1754940000000,
    "prev_events": [],
    "sender": "@tulir:maunium.net",
    "state_key": "",
    "type": "m.room.create",
}
JOINED_IN_12: dict[str, Any] = {
    "auth_events": [],
    "content": {
        "avatar_url": "mxc://maunium.net/jdlSfvudiMSmcRrleeiYjjFO",
        "displayname": "tulir",
        "membership": "join",
    },
    "depth": 2,
    "hashes": {"sha256": "IebdOBYaaWYIx2zq/lkVCnjWIXTLk1g+vgFpJMgd2/E"},
    "origin_server_ts": 1754939139117,
    "prev_events": ["$mauT12AzsoqxV7Abvy_ApA-HNPK1LcT4GbP70_AOPyQ"],
    "room_id": "!mauT12AzsoqxV7Abvy_ApA-HNPK1LcT4GbP70_AOPyQ",
    "sender": "@tulir:maunium.net",
    "state_key": "@tulir:maunium.net",
    "type": "m.room.member",
}
IDS: list[tuple[dict[str, Any], str, str]] = [
    (CREATED, "3", "$RrGxF28UrHLmoASHndYb9Jb/1SFww2ptmtur9INS438"),
    (CREATED, "4", "$RrGxF28UrHLmoASHndYb9Jb_1SFww2ptmtur9INS438"),
    (JOINED_IN_10, "10", "$--ilpwnsHaEdHrwiMrZNu5xHP6TthWG0FIXMHnlHCcs"),
    (SAID_IN_11, "11", "$qkWfTL7_l3oRZO2CItW8-Q0yAmi_l_1ua629ZDqponE"),
    (CREATED_12, "12", "$mauT12AzsoqxV7Abvy_ApA-HNPK1LcT4GbP70_AOPyQ"),
    (JOINED_IN_12, "12", "$accqGxfvhBvMP4Sf6P7t3WgnaJK6UbonO2ZmwqSE5Sg"),
]


@pytest.mark.parametrize(("event", "version", "identity"), IDS)
def test_ids_are_those_that_servers_compute(
    event: dict[str, Any], version: str, identity: str
) -> None:
    assert event_id(event, version) == identity


# By type: the first and the last version in which redaction keeps a field of the content.
KEPT = [
    ("m.room.aliases", "aliases", 3, 5),
    ("m.room.create", "creator", 3, 12),
    ("m.room.create", "room_version", 11, 12),
    ("m.room.history_visibility", "history_visibility", 3, 12),
    ("m.room.history_visibility", "allow", 13, 13),
    ("m.room.join_rules", "join_rule", 3, 12),
    ("m.room.join_rules", "allow", 8, 12),
    ("m.room.member", "displayname", 13, 13),
    ("m.room.member", "join_authorised_via_users_server", 9, 12),
    ("m.room.member", "membership", 3, 12),
    ("m.room.message", "body", 13, 13),
    ("m.room.power_levels", "ban", 3, 12),
    ("m.room.power_levels", "invite", 11, 12),
    ("m.room.power_levels", "notifications", 13, 13),
    ("m.room.redaction", "redacts", 11, 12),
]


@pytest.mark.parametrize(("kind", "field", "first", "last"), KEPT)
def test_redaction_keeps_what_the_version_of_the_room_needs(
    kind: str, field: str, first: int, last: int
) -> None:
    event = {"type": kind, "content": {field: "x"}}
    for version in range(3, 13):
        left = redact_event(event, str(version))
        assert left is not None
        assert (field in left["content"]) == (first <= version <= last), version


@pytest.mark.parametrize("field", ["origin", "prev_state", "membership"])
def test_fields_of_the_first_servers_count_until_version_10(field: str) -> None:
    kept = [
        version
        for version in range(3, 13)
        if field in (redact_event({"type": "t", "content": {}, field: "x"}, str(version)) or {})
    ]
    assert kept == list(range(3, 11))


def test_of_an_invitation_by_mail_only_what_is_signed_counts_from_version_11_on() -> None:
    invite = {"display_name": "Ann", "signed": {"token": "t"}}
    event = {"type": "m.room.member", "content": {"third_party_invite": invite}}
    assert redact_event(event, "10") == event | {"content": {}}
    kept = {"third_party_invite": {"signed": {"token": "t"}}}
    assert redact_event(event, "11") == event | {"content": kept}


def test_a_room_of_version_12_is_no_part_of_the_event_that_creates_it() -> None:
    named = CREATED_12 | {"room_id": "!mauT12AzsoqxV7Abvy_ApA-HNPK1LcT4GbP70_AOPyQ"}
    assert event_id(named, "12") == event_id(CREATED_12, "12")


@pytest.mark.parametrize("version", [None, "13", "org.example.own"])
def test_without_a_known_version_an_id_is_given_where_all_versions_agree(
    version: str | None,
) -> None:
    assert event_id(SAID_IN_11, version) == event_id(SAID_IN_11, "11")
    assert event_id(JOINED_IN_12, version) == event_id(JOINED_IN_12, "12")
    assert event_id(JOINED_IN_10, version) is None, "until version 10 its origin counts"
    old = SAID_IN_11 | {"auth_events": ["$a/b"]}
    assert event_id(old, version) == event_id(old, "3")


@pytest.mark.parametrize("version", ["1", "2"])
def test_events_of_the_first_versions_have_ids_of_their_own(version: str) -> None:
    assert event_id(SAID_IN_11, version) is None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(
    st.dictionaries(st.sampled_from([*CREATED]), VALUES),
    st.sampled_from([None, *map(str, range(14))]),
)
def test_any_event_has_an_id_or_none(fields: dict[str, Any], version: str | None) -> None:
    identity = event_id(SAID_IN_11 | fields, version)
    assert identity is None or (identity[0], len(identity)) == ("$", 44)


def test_an_event_that_is_nested_too_deeply_has_no_id() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5000):
        deep = {"a": deep}
    assert event_id(CREATED_12 | {"content": deep}, "12") is None


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
        assert shown["$hello"].content == {"type": "node", "text": "Hello"}
        assert shown["$create"].content == {"type": "node", "text": "creates the room"}
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
        assert conversation.relations["references"]() == expected
        line = b"".join(conversation.records(conversation.in_order()))
        assert library.check().ok
    (tmp_path / "again.ndjson").write_bytes(line)
    with Library.open(tmp_path / "again.db") as library:
        library.ingest(tmp_path / "again.ndjson")
        assert library.conversation("graph:room").relations["references"]() == expected


@pytest.mark.parametrize(
    "wrong", [{"prev_events": 7}, {"prev_events": [{}]}, {"event_id": 1}, {"auth_events": 7}]
)
def test_events_of_a_wrong_shape_are_refused(wrong: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "room"
    path.write_text(f"{json.dumps(CREATE)}\n{json.dumps(HELLO | wrong)}\n")
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(path)
        assert (report.added, report.rules) == (1, {"shape": 1})


def without_ids(version: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Events of a room as servers exchange them, in their order, and their ids."""
    created = CREATED_12 if version == "12" else CREATED
    created = created | {"content": {"room_version": version, "creator": "@erikj:jki.re"}}
    first = event_id(created, version)
    assert first is not None
    room = created.get("room_id", f"!{first[1:]}")
    allowed = [] if version == "12" else [first]
    joined = JOINED_IN_12 | {"room_id": room, "prev_events": [first], "auth_events": allowed}
    second = event_id(joined, version)
    assert second is not None
    levels = {"type": "m.room.power_levels", "content": {"invite": 50, "ban": 50}}
    leveled = joined | levels | {"prev_events": [second], "auth_events": [*allowed, second]}
    third = event_id(leveled, version)
    assert third is not None
    return [created, joined, leveled], [first, second, third]


def written(path: Path, events: list[dict[str, Any]], form: str) -> Path:
    """A file with events on lines, or as an array."""
    lines = "".join(f"{json.dumps(event)}\n" for event in events)
    path.write_text(lines if form == "lines" else json.dumps(events, indent=form == "indented"))
    return path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("version", ["3", "4", "6", "8", "9", "11", "12"])
def test_events_without_ids_get_those_that_servers_compute(
    form: str, version: str, tmp_path: Path
) -> None:
    events, ids = without_ids(version)
    newest_first = written(tmp_path / "room.json", events[::-1], form)
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(newest_first).added == 3
        conversation = library.conversation("graph:room")
        assert conversation.in_order() == ids
        assert conversation.messages(ids)[ids[2]].causes == (ids[1],)
        expected = [(ids[2], ids[0]), (ids[2], ids[1]), (ids[1], ids[0])]
        assert conversation.relations["references"]() == expected, (
            "in version 12 the room names the first one"
        )
        assert library.check().ok


def test_two_rooms_in_a_file_have_versions_of_their_own(tmp_path: Path) -> None:
    (old, old_ids), (new, new_ids) = without_ids("3"), without_ids("12")
    path = written(tmp_path / "rooms", [*old[1:], *new[1:], *new[:1], *old[:1]], "lines")
    with Library.open(tmp_path / "library.db") as library:
        assert library.ingest(path).added == 6
        addresses = [each.address for each in library.conversations(kind="graph")]
        found = {key for each in addresses for key in library.conversation(each).in_order()}
        assert (found, len(addresses)) == ({*old_ids, *new_ids}, 2)


def test_a_file_that_grows_is_read_on_with_the_version_that_it_began_with(tmp_path: Path) -> None:
    events, ids = without_ids("9")
    path = written(tmp_path / "room", events[:2], "lines")
    with Library.open(tmp_path / "library.db") as library:
        follower = library.follow(path)
        assert sum(change.added for change in follower.poll()) == 2
        written(path, events, "lines")
        assert sum(change.added for change in follower.poll()) == 1
        assert library.conversation("graph:room").in_order() == ids


ROOMS = [
    CREATE | {"event_id": f"${room}{number}", "room_id": f"!{room}:x", "prev_events": after}
    for number, after_number in ((1, None), (2, 1))
    for room in ("a", "b")
    for after in [[f"${room}{after_number}"] if after_number else []]
]
"""Two rooms, whose events are in a file in turn."""


@pytest.mark.parametrize("form", ["lines", "array", "answer"])
def test_each_room_of_a_file_is_a_graph(form: str, tmp_path: Path) -> None:
    forms = {
        "lines": "".join(f"{json.dumps(event)}\n" for event in ROOMS),
        "array": json.dumps(ROOMS),
        "answer": json.dumps({"pdus": ROOMS}),
    }
    (tmp_path / "two.json").write_text(forms[form])
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(tmp_path / "two.json")
        for address, room in (("graph:two", "a"), ("graph:!b:x", "b")):
            assert library.conversation(address).in_order() == [f"${room}1", f"${room}2"]


def test_a_file_of_two_rooms_that_grows_keeps_them_apart(tmp_path: Path) -> None:
    lines = [f"{json.dumps(event)}\n" for event in ROOMS]
    path = tmp_path / "two.ndjson"
    path.write_text("".join(lines[:2]))
    with Library.open(tmp_path / "library.db") as library:
        follower = library.follow(path)
        follower.poll()
        with path.open("a") as file:
            file.write("".join(reversed(lines[2:])))
        follower.poll()
        for address, room in (("graph:two", "a"), ("graph:!b:x", "b")):
            assert library.conversation(address).in_order() == [f"${room}1", f"${room}2"]


def test_an_event_whose_id_is_unknown_is_refused(tmp_path: Path) -> None:
    events, ids = without_ids("9")
    path = written(tmp_path / "room", events[1:], "lines")
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(path)
        assert (report.added, report.rules) == (1, {"shape": 1}), "levels differ by version"
        assert library.conversation("graph:room").in_order() == ids[1:2]


ANSWERS = {
    "event": {"origin": "s", "origin_server_ts": 1, "pdus": [HELLO]},
    "transaction": {"edus": [], "pdus": [CREATE, HELLO], "origin": "s"},
    "state": {"auth_chain": [CREATE], "pdus": [HELLO]},
    "send_join": {"state": [CREATE], "auth_chain": [CREATE], "event": HELLO},
    "send_join of version 1": [200, {"auth_chain": [CREATE], "state": [HELLO]}],
    "get_missing_events": {"events": [CREATE, HELLO]},
    "rows of the table event_json": [
        {
            "event_id": each["event_id"],
            "json": json.dumps({key: each[key] for key in each if key != "event_id"}),
        }
        for each in (CREATE, HELLO)
    ],
    "a row with an object": {"event_id": "$hello", "json": HELLO},
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ANSWERS)
def test_the_answers_of_servers_are_read(name: str, indent: int | None, tmp_path: Path) -> None:
    (tmp_path / "room.json").write_text(json.dumps(ANSWERS[name], indent=indent))
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(tmp_path / "room.json")
        assert (report.rules, report.failed) == ({}, ())
        assert "$hello" in library.conversation("graph:room").in_order()
        assert library.check().ok


def test_answers_may_be_on_lines_and_overlap(tmp_path: Path) -> None:
    lines = [ANSWERS["event"], ANSWERS["transaction"], CREATE]
    (tmp_path / "room.ndjson").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(tmp_path / "room.ndjson")
        assert (report.added, report.rules) == (2, {})


@pytest.mark.parametrize(
    ("event", "label"),
    [
        ({"membership": "join"}, "joins"),
        ({"membership": "leave"}, "leaves"),
        ({"membership": "ban", "state_key": "@carol:s"}, "bans @carol:s"),
        ({"membership": "invite", "state_key": "@carol:s"}, "invites @carol:s"),
        ({"membership": "leave", "state_key": "@carol:s"}, "removes @carol:s"),
        ({"type": "m.room.topic", "topic": "boats"}, "sets the topic: boats"),
        ({"type": "m.room.name", "name": "Harbour"}, "names the room: Harbour"),
        ({"type": "org.example.x", "state_key": "k"}, "org.example.x [k]"),
    ],
)
def test_state_events_say_what_they_do_and_to_whom(event: dict[str, str], label: str) -> None:
    whole = {
        "event_id": "$x",
        "prev_events": [],
        "sender": "@ann:s",
        "type": event.get("type", "m.room.member"),
        "state_key": event.get("state_key", "@ann:s"),
        "content": event,
    }
    assert node_of_event(whole, RoomVersions(()))["label"] == label
    assert (
        node_of_event(whole | {"rejected": True}, RoomVersions(()))["label"]
        == f"{label} (rejected)"
    )
    soft = {"internal_metadata": {"soft_failed": True}}
    assert node_of_event(whole | soft, RoomVersions(()))["label"] == f"{label} (soft-failed)"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"prev_events": None}, "prev_events"),
        ({"auth_events": [7]}, "auth_events"),
        ({"sender": 7}, "sender"),
        ({"origin_server_ts": "late"}, "origin_server_ts"),
        ({"depth": 1 << 70}, "depth"),
        ({"event_id": 7}, "event_id"),
    ],
)
@pytest.mark.parametrize("as_list", [False, True])
def test_a_bad_event_is_refused_as_it_was_read_and_its_field_is_named(
    wrong: dict[str, object], field: str, as_list: bool, tmp_path: Path
) -> None:
    whole = {
        "event_id": "$a:hs",
        "prev_events": [["$b:hs", {"sha256": "x"}]],
        "auth_events": [],
        "type": "m.room.message",
        "sender": "@u:hs",
        "content": {"body": "text"},
    }
    event = whole | wrong
    path = tmp_path / "room.json"
    path.write_text(json.dumps({"pdus": [event]} if as_list else event))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(path)
        [bad] = library.quarantine.page()
    assert json.loads(bad.raw) == event
    assert f"`{field}`" in why_refused(bad.rule, bad.raw)
