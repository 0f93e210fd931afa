"""Ids of Matrix events. In rooms of version 3 and later, servers compute and don't send them.

The id is the reference hash: SHA-256 over the canonical JSON of the redacted event, as described
in the room version pages at spec.matrix.org. The fields that redaction keeps depend on the version.
"""

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

CREATE = "m.room.create"

_KEPT = frozenset(
    {
        "type",
        "room_id",
        "sender",
        "state_key",
        "content",
        "hashes",
        "depth",
        "prev_events",
        "auth_events",
        "origin_server_ts",
    }
)
"""The fields that redaction keeps and that the hash covers; signatures aren't covered."""

_KEPT_UNTIL_10 = _KEPT | {"prev_state", "origin", "membership"}

_LEVELS = frozenset(
    {
        "ban",
        "events",
        "events_default",
        "kick",
        "redact",
        "state_default",
        "users",
        "users_default",
    }
)


@dataclass(frozen=True, slots=True)
class _Rules:
    """What redaction keeps in rooms of a version: fields of events, and fields of contents by type.

    The content of a type in `whole` is kept unchanged.
    """

    fields: frozenset[str]
    contents: Mapping[str, frozenset[str]]
    whole: frozenset[str] = frozenset()


_FROM_3 = _Rules(
    _KEPT_UNTIL_10,
    {
        CREATE: frozenset({"creator"}),
        "m.room.member": frozenset({"membership"}),
        "m.room.join_rules": frozenset({"join_rule"}),
        "m.room.power_levels": _LEVELS,
        "m.room.history_visibility": frozenset({"history_visibility"}),
        "m.room.aliases": frozenset({"aliases"}),
    },
)
_FROM_6 = _Rules(_KEPT_UNTIL_10, {**_FROM_3.contents, "m.room.aliases": frozenset()})
_FROM_8 = _Rules(
    _KEPT_UNTIL_10, {**_FROM_6.contents, "m.room.join_rules": frozenset({"join_rule", "allow"})}
)
_FROM_9 = _Rules(
    _KEPT_UNTIL_10,
    {
        **_FROM_8.contents,
        "m.room.member": frozenset({"membership", "join_authorised_via_users_server"}),
    },
)
_FROM_11 = _Rules(
    _KEPT,
    {
        **_FROM_9.contents,
        "m.room.power_levels": _LEVELS | {"invite"},
        "m.room.redaction": frozenset({"redacts"}),
    },
    frozenset({CREATE}),
)
_RULES = {
    "3": _FROM_3,
    "4": _FROM_3,
    "5": _FROM_3,
    "6": _FROM_6,
    "7": _FROM_6,
    "8": _FROM_8,
    "9": _FROM_9,
    "10": _FROM_9,
    "11": _FROM_11,
    "12": _FROM_11,
}
"""The rules by room version, for versions whose events have no id field."""

_WITH_OWN_IDS = ("1", "2")


def event_id(event: Mapping[str, Any], version: str | None) -> str | None:
    """The id of an event in a room of a version; None if it can't be computed.

    If the version isn't known, the result is the id if all possible versions agree on it.
    """
    if version in _WITH_OWN_IDS:
        return None
    versions = [version] if version in _RULES else _possible_versions(event)
    ids = {_id(event, each) for each in versions}
    return ids.pop() if len(ids) == 1 else None


def redacted(event: Mapping[str, Any], version: str) -> dict[str, Any] | None:
    """The part of an event that the reference hash covers; None for a malformed event."""
    rules = _RULES[version]
    kind, content = event.get("type"), event.get("content")
    if not isinstance(kind, str) or not isinstance(content, dict):
        return None
    left = {name: value for name, value in event.items() if name in rules.fields}
    if kind == CREATE and version == "12":
        left.pop("room_id", None)  # it is derived from this hash
    if kind not in rules.whole:
        kept = rules.contents.get(kind, frozenset())
        left["content"] = {name: value for name, value in content.items() if name in kept}
        invite = content.get("third_party_invite")
        if kind == "m.room.member" and rules is _FROM_11 and isinstance(invite, dict):
            signed = {name: value for name, value in invite.items() if name == "signed"}
            left["content"]["third_party_invite"] = signed
    return left


def _id(event: Mapping[str, Any], version: str) -> str | None:
    left = redacted(event, version)
    if left is None:
        return None
    try:
        text = json.dumps(
            left, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
        ).encode()
    except (RecursionError, ValueError):
        return None
    letters = None if version == "3" else b"-_"
    return "$" + b64encode(sha256(text).digest(), letters).decode().rstrip("=")


def _possible_versions(event: Mapping[str, Any]) -> list[str]:
    """The possible room versions of an event, judged by the ids that it names."""
    if is_named_after_creation(event.get("room_id")):
        return ["12"]
    if any(set("+/") & set(each) for each in _ids_named_in(event)):
        return ["3"]
    return [version for version in _RULES if version not in ("3", "12")]


def is_named_after_creation(room: object) -> bool:
    """Whether the id of a room is that of the event that created it, as in version 12 and later."""
    return isinstance(room, str) and room.startswith("!") and ":" not in room


def _ids_named_in(event: Mapping[str, Any]) -> Iterator[str]:
    for field in ("prev_events", "auth_events"):
        named = event.get(field)
        yield from (
            (each for each in named if isinstance(each, str)) if isinstance(named, list) else ()
        )
