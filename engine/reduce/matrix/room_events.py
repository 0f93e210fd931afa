"""Events of a Matrix room, as far as authorization and state resolution read them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tanglescope.engine.language.wording import tr

StateKey: TypeAlias = tuple[str, str]
"""The type and the state key of a state event."""

CREATE = "m.room.create"
MEMBER = "m.room.member"
POWER_LEVELS = "m.room.power_levels"
JOIN_RULES = "m.room.join_rules"
THIRD_PARTY_INVITE = "m.room.third_party_invite"

CREATION: StateKey = (CREATE, "")
LEVELS: StateKey = (POWER_LEVELS, "")
JOINING: StateKey = (JOIN_RULES, "")

_MOST_PREVIOUS = 20
_MOST_AUTH = 10
_LONGEST_NAME = 255


class MalformedEvent(ValueError):
    """An event that no room accepts, because of its format."""


class RefusedEvent(Exception):
    """A rule of the room that an event breaks, by its path, and why."""

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(why)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class RoomEvent:
    """An event of a room; `raw` is the event as it was read."""

    id: str
    type: str
    state_key: str | None
    sender: str
    content: Mapping[str, Any]
    room: str | None
    previous: tuple[str, ...]
    auth: tuple[str, ...]
    depth: int
    time: int
    raw: Mapping[str, Any]

    @property
    def key(self) -> StateKey | None:
        """The entry of the state that it sets; None for a message."""
        return None if self.state_key is None else (self.type, self.state_key)

    @property
    def membership(self) -> object:
        """What an event of a member sets."""
        return self.content.get("membership") if self.type == MEMBER else None

    @property
    def is_marked_redacted(self) -> bool:
        """Whether the file says that it was redacted."""
        unsigned = self.raw.get("unsigned")
        return isinstance(unsigned, Mapping) and bool(unsigned.get("redacted_because"))


def room_event(key: str, value: object) -> RoomEvent:
    """The event that a node was read from. Raises `MalformedEvent`."""
    if not isinstance(value, Mapping):
        raise MalformedEvent(tr("It isn't an event."))
    for name in ("type", "sender"):
        if not isinstance(value.get(name), str):
            raise MalformedEvent(tr("`{field}` isn't a string.", field=name))
    for name in ("type", "sender", "state_key", "room_id"):
        text = value.get(name)
        if text is not None and not isinstance(text, str):
            raise MalformedEvent(tr("`{field}` isn't a string.", field=name))
        if isinstance(text, str) and len(text.encode("utf-8", "replace")) > _LONGEST_NAME:
            raise MalformedEvent(tr("`{field}` is longer than 255 bytes.", field=name))
    if not is_user(value["sender"]):
        raise MalformedEvent(tr("`sender` isn't the id of a user."))
    if not isinstance(value.get("content"), Mapping):
        raise MalformedEvent(tr("`content` isn't an object."))
    numbers = [_integer(value, name) for name in ("depth", "origin_server_ts")]
    return RoomEvent(
        id=key,
        type=value["type"],
        state_key=value.get("state_key"),
        sender=value["sender"],
        content=value["content"],
        room=value.get("room_id"),
        previous=_ids(value, "prev_events", _MOST_PREVIOUS),
        auth=_ids(value, "auth_events", _MOST_AUTH),
        depth=numbers[0],
        time=numbers[1],
        raw=value,
    )


def _integer(value: Mapping[str, Any], name: str) -> int:
    number = value.get(name, 0)
    if type(number) is not int:
        raise MalformedEvent(tr("`{field}` isn't an integer.", field=name))
    return number


def _ids(value: Mapping[str, Any], name: str, most: int) -> tuple[str, ...]:
    """The ids of other events; in rooms of versions 1 and 2 they have hashes beside them."""
    given = value.get(name)
    if not isinstance(given, list):
        raise MalformedEvent(tr("`{field}` isn't a list.", field=name))
    if len(given) > most:
        raise MalformedEvent(tr("`{field}` has more than {most} entries.", field=name, most=most))
    ids = [each[0] if isinstance(each, list) and each else each for each in given]
    if not all(isinstance(each, str) for each in ids):
        raise MalformedEvent(tr("`{field}` has entries that aren't ids.", field=name))
    return tuple(ids)


def is_user(value: object) -> bool:
    """Whether a value has the form of a user's id: @, a name, a colon and a server."""
    return (
        isinstance(value, str)
        and value.startswith("@")
        and ":" in value
        and len(value.encode("utf-8", "replace")) <= _LONGEST_NAME
    )


def domain(name: str) -> str | None:
    """The server in the id of a user, a room or an event; None if it has none."""
    _, colon, server = name.partition(":")
    return server if colon else None
