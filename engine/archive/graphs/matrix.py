"""Matrix: events of a room, as homeservers exchange them, and their ids.

In rooms of version 3 and later, servers compute ids and don't send them. The id is the reference
hash: SHA-256 over the canonical JSON of the redacted event, as described in the room version pages
at spec.matrix.org. The fields that redaction keeps depend on the version.
"""

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from tanglescope.engine.archive.graphs.pieces import Rooms, ids_in, value_of
from tanglescope.engine.archive.json_forms import WRAPPERS

CREATE = "m.room.create"
MEMBER = "m.room.member"

_KEPT = frozenset(
    (
        *("type", "room_id", "sender", "state_key", "content", "hashes", "depth", "prev_events"),
        *("auth_events", "origin_server_ts"),
    )
)
"""The fields that redaction keeps and that the hash covers; signatures aren't covered."""

_KEPT_UNTIL_10 = _KEPT | {"prev_state", "origin", "membership"}

_LEVELS = frozenset(
    (
        *("ban", "events", "events_default", "kick", "redact", "state_default", "users"),
        "users_default",
    )
)
_KEPT_OF_CONTENTS: Mapping[str, Sequence[tuple[int, frozenset[str]]]] = {
    CREATE: ((3, frozenset({"creator"})),),  # from version 11 on, everything
    MEMBER: (
        (3, frozenset({"membership"})),
        (9, frozenset({"membership", "join_authorised_via_users_server"})),
    ),
    "m.room.join_rules": (
        (3, frozenset({"join_rule"})),
        (8, frozenset({"join_rule", "allow"})),
    ),
    "m.room.power_levels": ((3, _LEVELS), (11, _LEVELS | {"invite"})),
    "m.room.history_visibility": ((3, frozenset({"history_visibility"})),),
    "m.room.aliases": ((3, frozenset({"aliases"})), (6, frozenset())),
    "m.room.redaction": ((11, frozenset({"redacts"})),),
}
"""The fields that redaction keeps of contents, from a room version on, by type."""

_VERSIONS = tuple(map(str, range(3, 13)))
"""The room versions whose events have no id field."""

_WITH_OWN_IDS = ("1", "2")


def event_id(event: Mapping[str, Any], version: str | None) -> str | None:
    """The id of an event in a room of a version; None if it can't be computed.

    If the version isn't known, the result is the id if all possible versions agree on it.
    """
    if version in _WITH_OWN_IDS:
        return None
    versions = [version] if version in _VERSIONS else _possible_versions(event)
    ids = {_id(event, each) for each in versions}
    return ids.pop() if len(ids) == 1 else None


def redact_event(event: Mapping[str, Any], version: str) -> dict[str, Any] | None:
    """The part of an event that the reference hash covers; None for a malformed event."""
    number = int(version)
    kind, content = event.get("type"), event.get("content")
    if not isinstance(kind, str) or not isinstance(content, dict):
        return None
    fields = _KEPT if number >= 11 else _KEPT_UNTIL_10
    left = {name: value for name, value in event.items() if name in fields}
    if kind == CREATE and number >= 12:
        left.pop("room_id", None)  # it is derived from this hash
    if kind == CREATE and number >= 11:
        return left
    kept = frozenset[str]()
    for since, names in _KEPT_OF_CONTENTS.get(kind, ()):
        kept = names if since <= number else kept
    left["content"] = {name: value for name, value in content.items() if name in kept}
    invite = content.get("third_party_invite")
    if kind == MEMBER and number >= 11 and isinstance(invite, dict):
        signed = {name: value for name, value in invite.items() if name == "signed"}
        left["content"]["third_party_invite"] = signed
    return left


def _id(event: Mapping[str, Any], version: str) -> str | None:
    left = redact_event(event, version)
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
    return [version for version in _VERSIONS if version not in ("3", "12")]


def is_named_after_creation(room: object) -> bool:
    """Whether the id of a room is that of the event that created it, as in version 12 and later."""
    return isinstance(room, str) and room.startswith("!") and ":" not in room


def _ids_named_in(event: Mapping[str, Any]) -> Iterator[str]:
    for field in ("prev_events", "auth_events"):
        named = event.get(field)
        yield from (
            (each for each in named if isinstance(each, str)) if isinstance(named, list) else ()
        )


_OF_ALL_VERSIONS = {"prev_events", "auth_events", "type", "sender", "content"}


class RoomVersions:
    """The rooms of a file, with their versions, by which the ids of their events are computed.

    `values` are searched for the events that create rooms, only as far as necessary.
    """

    def __init__(self, values: Iterable[object], before: Iterable[object] = ()) -> None:
        """`before` are the values of the file in front of those that are read now."""
        self._events = (event for value in values for event in events_in(value) or [value])
        self._versions: dict[object, str | None] = {}
        self._before = (event for value in before for event in events_in(value) or [value])
        self._first: str | None = None

    def graph_of(self, room: str) -> str | None:
        """The name of the graph of a room; None for the first one, which is named after the file.

        An event with no room is in that graph as well.
        """
        if self._first is None:
            events = (event for event in self._before if isinstance(event, dict))
            rooms = (self.room(event) for event in events if is_event(event))
            self._first = next((each for each in rooms if each is not None), room)
        return None if room == self._first else room

    def room(self, event: Mapping[str, Any]) -> str | None:
        """The id of the room of an event; None if it is unknown."""
        is_creation = event.get("type") == CREATE
        room = _room(event, self.version(event)) if is_creation else event.get("room_id")
        return room if isinstance(room, str) else None

    def version(self, event: Mapping[str, Any]) -> str | None:
        """The version of the room of an event; None if it is unknown."""
        if event.get("type") == CREATE:
            return _version(event)
        room = event.get("room_id")
        if not isinstance(room, str):
            return None
        if room not in self._versions:
            for other in self._events:
                if self._note(other) == room:
                    break
        return self._versions.setdefault(room, None)

    def _note(self, event: object) -> str | None:
        """Note the version of the room that an event creates; return the id of that room."""
        if not isinstance(event, dict) or event.get("type") != CREATE:
            return None
        version = _version(event)
        room = _room(event, version)
        if not isinstance(room, str):
            return None
        self._versions.setdefault(room, version)
        return room


def is_event(value: object) -> bool:
    """Whether a value is an event of a room."""
    return (
        isinstance(value, dict)
        and "prev_events" in value
        and ("event_id" in value or value.keys() >= _OF_ALL_VERSIONS)
    )


def events_in(value: object) -> list[object] | None:
    """The events in a server's answer to another, or a row of its table; None for anything else.

    The answers are those to `event`, `state`, `backfill`, `get_missing_events`, `event_auth`,
    `send_join` and `invite`, and a transaction. Some have a status code in front. In the table
    event_json of Synapse, the id of an event may be beside it.
    """
    if isinstance(value, list) and len(value) == 2 and isinstance(value[0], int):
        value = value[1]
    if not isinstance(value, dict) or is_event(value):
        return None
    if isinstance(event := value.get("json"), str | dict):
        event = value_of(event.encode("utf-8", "replace")) if isinstance(event, str) else event
        known = {"event_id": value["event_id"]} if "event_id" in value else {}
        return [known | event] if isinstance(event, dict) and is_event(known | event) else None
    found: list[object] = []
    for name in WRAPPERS:
        inside = value.get(name)
        found += inside if isinstance(inside, list) else [inside] if is_event(inside) else []
    return found if any(map(is_event, found)) else None


def node_of_event(
    event: Mapping[str, Any], rooms: RoomVersions, raw: object = None
) -> dict[str, Any]:
    """An event as a node of a graph file; `raw` is the event as it was read.

    It comes after its `prev_events` and refers to its `auth_events`. These are ids, or in rooms of
    versions 1 and 2 pairs of an id and hashes. In rooms that are named after the event that created
    them, that event isn't listed, and authorizes all others.
    """
    content = event.get("content")
    body = content.get("body") if isinstance(content, dict) else None
    identity = event.get("event_id")
    if identity is None:
        identity = event_id(event, rooms.version(event))
    references = ids_in(event.get("auth_events"))
    room = event.get("room_id")
    is_creation = event.get("type") == CREATE
    if isinstance(references, list) and is_named_after_creation(room) and not is_creation:
        references = [f"${str(room)[1:]}", *references]
    return {
        "id": identity,
        "after": ids_in(event["prev_events"]),
        "references": references,
        "writer": event.get("sender"),
        "depth": event.get("depth"),
        "asserted": event.get("origin_server_ts"),
        "label": _label(event),
        "text": body if isinstance(body, str) else None,
        "writer_name": _own_name(event),
        "rooms": _rooms(event, rooms),
        "raw": raw,
    }


def _own_name(event: Mapping[str, Any]) -> str | None:
    """The display name that its sender takes by an event.

    Every later event of the sender names this one among those that authorize it.
    """
    content, member = event.get("content"), event.get("state_key")
    is_own = event.get("type") == MEMBER and member == event.get("sender")
    name = content.get("displayname") if is_own and isinstance(content, dict) else None
    return name if isinstance(name, str) and name else None


def _rooms(event: Mapping[str, Any], rooms: RoomVersions) -> Rooms:
    """The room of an event, with its name if the event gives it, and the time of that."""
    room = rooms.room(event)
    if room is None:
        return Rooms()
    found = Rooms({room: [0, ""]}, graph=rooms.graph_of(room))
    content, time = event.get("content"), event.get("origin_server_ts")
    if event.get("type") == "m.room.name" and isinstance(content, dict):
        name, when = content.get("name"), time if isinstance(time, int) else 0
        if isinstance(name, str):
            found[room] = [when, name]
    return found


def _version(creation: Mapping[str, Any]) -> str | None:
    """The room version in the event that creates the room; version 1 if there is none."""
    content = creation.get("content")
    version = content.get("room_version", "1") if isinstance(content, dict) else None
    return version if isinstance(version, str) else None


def _room(creation: Mapping[str, Any], version: str | None) -> object:
    """The id of the room that an event creates."""
    room = creation.get("room_id")
    if room is None:
        identity = creation.get("event_id") or event_id(creation, version)
        room = f"!{identity[1:]}" if isinstance(identity, str) else None
    return room


_MEMBERSHIPS = {"join": "joins", "invite": "invites", "ban": "bans", "knock": "asks to join"}
_STATES = {
    CREATE: ("creates the room", None),
    "m.room.name": ("names the room", "name"),
    "m.room.topic": ("sets the topic", "topic"),
    "m.room.join_rules": ("sets who may join", "join_rule"),
    "m.room.history_visibility": ("sets who may read the history", "history_visibility"),
    "m.room.guest_access": ("sets what guests may do", "guest_access"),
    "m.room.canonical_alias": ("sets the address", "alias"),
    "m.room.power_levels": ("sets the power levels", None),
    "m.room.encryption": ("turns on encryption", "algorithm"),
    "m.room.tombstone": ("replaces the room", "replacement_room"),
}
"""What state events do, and the field of their content that says what to."""

_MARKS = {"rejected": "rejected", "soft_failed": "soft-failed", "rejected_reason": "rejected"}
"""Marks of a server that refused an event, in a file that has them."""


def _label(event: Mapping[str, Any]) -> str | None:
    """What an event does, and to whom; a message says it itself. Marks of a server follow."""
    inner = event.get("internal_metadata")
    marked = [event, inner] if isinstance(inner, dict) else [event]
    said = _text_of(event)
    if all(map(_MARKS.keys().isdisjoint, marked)):
        return said or None
    marks = dict.fromkeys(
        mark for name, mark in _MARKS.items() for each in marked if each.get(name)
    )
    return " ".join(filter(None, (said, *(f"({mark})" for mark in marks)))) or None


def _text_of(event: Mapping[str, Any]) -> str | None:
    kind, key, content = event.get("type"), event.get("state_key"), event.get("content")
    if not isinstance(kind, str):
        return None
    content = content if isinstance(content, dict) else {}
    if not isinstance(key, str):
        return None if isinstance(content.get("body"), str) else kind
    if kind == MEMBER:
        return _membership(event.get("sender"), key, content.get("membership"))
    does, field = _STATES.get(kind, (f"{kind} [{key}]", None))
    value = content.get(field) if field else None
    return f"{does}: {value}" if isinstance(value, str) else does


def _membership(sender: object, member: str, membership: object) -> str:
    """What the sender of an event does to a member, who may be the same person."""
    if membership == "leave":
        return "leaves" if sender == member else f"removes {member}"
    does = _MEMBERSHIPS.get(str(membership), f"sets membership {membership} of")
    return does if sender == member and does != "bans" else f"{does} {member}"
