"""Ids of Matrix events: published events of public rooms, and the fields that redaction keeps."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.graphs.matrix_ids import event_id, redacted

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
        left = redacted(event, str(version))
        assert left is not None
        assert (field in left["content"]) == (first <= version <= last), version


@pytest.mark.parametrize("field", ["origin", "prev_state", "membership"])
def test_fields_of_the_first_servers_count_until_version_10(field: str) -> None:
    kept = [
        version
        for version in range(3, 13)
        if field in (redacted({"type": "t", "content": {}, field: "x"}, str(version)) or {})
    ]
    assert kept == list(range(3, 11))


def test_of_an_invitation_by_mail_only_what_is_signed_counts_from_version_11_on() -> None:
    invite = {"display_name": "Ann", "signed": {"token": "t"}}
    event = {"type": "m.room.member", "content": {"third_party_invite": invite}}
    assert redacted(event, "10") == event | {"content": {}}
    kept = {"third_party_invite": {"signed": {"token": "t"}}}
    assert redacted(event, "11") == event | {"content": kept}


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
