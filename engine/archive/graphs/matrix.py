"""Matrix: events of a room, as homeservers exchange them."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.archive.graphs.matrix_ids import CREATE, event_id, is_named_after_creation

_OF_ALL_VERSIONS = {"prev_events", "auth_events", "type", "sender", "content"}


class Rooms:
    """The versions of rooms, which decide how the ids of their events are computed.

    `events` are searched for the events that create rooms, only as far as necessary.
    """

    def __init__(self, events: Iterable[object]) -> None:
        self._events = iter(events)
        self._versions: dict[object, str | None] = {}

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
    return isinstance(value, dict) and (
        {"event_id", "prev_events"} <= value.keys() or value.keys() >= _OF_ALL_VERSIONS
    )


def node_of_event(event: Mapping[str, Any], rooms: Rooms) -> dict[str, Any]:
    """An event as a node of a graph file.

    It comes after its `prev_events` and refers to its `auth_events`. These are ids, or in rooms of
    versions 1 and 2 pairs of an id and hashes. In rooms that are named after the event that created
    them, that event isn't listed, and authorizes all others.
    """
    content = event.get("content")
    body = content.get("body") if isinstance(content, dict) else None
    identity = event.get("event_id")
    if identity is None:
        identity = event_id(event, rooms.version(event))
    references = _ids(event.get("auth_events"))
    room = event.get("room_id")
    is_creation = event.get("type") == CREATE
    if isinstance(references, list) and is_named_after_creation(room) and not is_creation:
        references = [f"${str(room)[1:]}", *references]
    return {
        "id": identity,
        "after": _ids(event["prev_events"]),
        "references": references,
        "writer": event.get("sender"),
        "depth": event.get("depth"),
        "asserted": event.get("origin_server_ts"),
        "label": _label(event),
        "text": body if isinstance(body, str) else None,
    }


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


def _ids(events: object) -> object:
    if not isinstance(events, list):
        return events
    return [each[0] if isinstance(each, list) and each else each for each in events]


def _label(event: Mapping[str, Any]) -> str | None:
    """The type of an event; for a state event, also its state key."""
    kind, key = event.get("type"), event.get("state_key")
    if not isinstance(kind, str):
        return None
    if not isinstance(key, str):
        return kind
    return f"{kind} [{key}]"
