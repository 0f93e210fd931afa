"""Matrix: events of a room, as homeservers send them to each other."""

from typing import Any


def node_of_event(value: object) -> dict[str, Any] | None:
    """An event as a graph file would have it; None for anything else.

    It comes after its `prev_events` and refers to its `auth_events`: ids, or ids with hashes in
    rooms of the first two versions.
    """
    if not isinstance(value, dict) or not {"event_id", "prev_events"} <= value.keys():
        return None
    content = value.get("content")
    body = content.get("body") if isinstance(content, dict) else None
    return {
        "id": value["event_id"],
        "after": _ids(value["prev_events"]),
        "references": _ids(value.get("auth_events")),
        "writer": value.get("sender"),
        "depth": value.get("depth"),
        "asserted": value.get("origin_server_ts"),
        "label": _label(value),
        "text": body if isinstance(body, str) else None,
    }


def _ids(events: object) -> object:
    if not isinstance(events, list):
        return events
    return [each[0] if isinstance(each, list) and each else each for each in events]


def _label(event: dict[str, Any]) -> str | None:
    """What kind of event it is; one that changes the state of the room says what of it."""
    kind, key = event.get("type"), event.get("state_key")
    if not isinstance(kind, str):
        return None
    if not isinstance(key, str):
        return kind
    return f"{kind} [{key}]"
