"""Power levels in a state: what users have, and what an action needs."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tanglescope.engine.reduce.matrix.room_events import (
    CREATION,
    LEVELS,
    RefusedEvent,
    RoomEvent,
    StateKey,
    is_user,
)
from tanglescope.engine.reduce.matrix.room_rules import RoomRules
from tanglescope.engine.wording import tr

_SHOWN = 40  # characters of a value

ALL = float("inf")
"""The level of the creators of rooms in which power levels can't restrict them."""

_WRITTEN = re.compile(r"\s*[+-]?[0-9]{1,4000}\s*", re.ASCII)

DEFAULTS = {
    "ban": 50,
    "events_default": 0,
    "invite": 0,
    "kick": 50,
    "redact": 50,
    "state_default": 50,
    "users_default": 0,
}


class UnreadableLevels(Exception):
    """Power levels of a room that aren't numbers; nothing that needs them is allowed."""


def level_of(value: object, rules: RoomRules) -> int | None:
    """A level as the rules of a room read it; None if it isn't one."""
    if type(value) is int:
        return value
    if rules.levels == "integers":
        return None
    if isinstance(value, str) and _WRITTEN.fullmatch(value):
        return int(value)
    if isinstance(value, float) and rules.levels == "floats" and abs(value) < ALL:
        return int(value)
    return None


class PowerLevels:
    """The power levels of a state, or their defaults where the state has none."""

    def __init__(self, state: Callable[[StateKey], RoomEvent | None], rules: RoomRules) -> None:
        self._rules = rules
        self._creation = state(CREATION)
        self.event = state(LEVELS)
        self.content: Mapping[str, Any] = {} if self.event is None else self.event.content

    def of(self, user: str) -> float:
        """The level of a user. Raises `UnreadableLevels`."""
        if self._rules.has("power_levels/creators") and user in self.creators():
            return ALL
        if self.event is None:
            return 100 if user in self.creators() else 0
        own = self.in_map("users").get(user)
        return self.named("users_default") if own is None else self._read(f"users/{user}", own)

    def named(self, name: str) -> int:
        """The level that an action needs, or that others have, such as `ban`."""
        value = self.content.get(name)
        return DEFAULTS[name] if value is None else self._read(name, value)

    def needed(self, kind: str, *, is_state: bool) -> int:
        """The level that is needed to send events of a type."""
        own = self.in_map("events").get(kind)
        if own is not None:
            return self._read(f"events/{kind}", own)
        return self.named("state_default" if is_state else "events_default")

    def in_map(self, name: str) -> Mapping[str, Any]:
        """The levels of one of the fields that have many."""
        found = self.content.get(name, {})
        if isinstance(found, Mapping):
            return found
        raise UnreadableLevels(self._unreadable(name, found))

    def creators(self) -> set[object]:
        """Those who created the room, as its version counts them."""
        creation = self._creation
        if creation is None:
            return set()
        if self._rules.has("create/creator"):
            return {str(creation.content.get("creator"))}
        more = creation.content.get("additional_creators", [])
        is_counted = self._rules.has("create/creators") and isinstance(more, list)
        return {creation.sender, *(filter(is_user, more) if is_counted else ())}

    def _read(self, place: str, value: object) -> int:
        level = level_of(value, self._rules)
        if level is None:
            raise UnreadableLevels(self._unreadable(place, value))
        return level

    def _unreadable(self, place: str, value: object) -> str:
        return tr(
            "The power levels {event} have {value} at {place}, which can't be read.",
            event=self.event.id if self.event else "",
            value=json.dumps(value, ensure_ascii=False)[:_SHOWN],
            place=place,
        )


def check_new_levels(event: RoomEvent, levels: PowerLevels, rules: RoomRules) -> None:
    """Check the form of new power levels, and that they change only what their sender may.

    Raises `RefusedEvent` and `UnreadableLevels`.
    """
    _check_form(event, levels, rules)
    before = levels.event
    if before is None or before.key != event.key:
        return  # power levels with a state key have no effect, and may be anything
    own = levels.of(event.sender)
    for name in DEFAULTS:
        _check_change(_LevelChange(name, *_pair(name, before.content, event.content, rules)), own)
    for field in ("users", *rules.level_maps):
        old, new = (each.content.get(field, {}) for each in (before, event))
        if not isinstance(old, Mapping) or not isinstance(new, Mapping):
            raise UnreadableLevels(tr("`{field}` isn't an object.", field=field))
        for name in dict.fromkeys((*old, *new)):
            change = _LevelChange(name, *_pair(name, old, new, rules), field)
            _check_change(change, own, is_own=field == "users" and name == event.sender)


@dataclass(frozen=True, slots=True)
class _LevelChange:
    """A level before and after; None where there is none."""

    name: str
    before: int | None
    after: int | None
    field: str = ""


def _pair(
    name: str, old: Mapping[str, Any], new: Mapping[str, Any], rules: RoomRules
) -> tuple[int | None, int | None]:
    """A level in old and in new ones. Raises `UnreadableLevels`."""
    found: list[int | None] = []
    for levels in (old, new):
        level = level_of(levels[name], rules) if name in levels else None
        if level is None and name in levels:
            raise UnreadableLevels(tr("The level of {name} can't be read.", name=name))
        found.append(level)
    return found[0], found[1]


def _check_form(event: RoomEvent, levels: PowerLevels, rules: RoomRules) -> None:
    content = event.content
    if rules.has("power_levels/integers"):
        for name in DEFAULTS:
            if name in content and type(content[name]) is not int:
                raise RefusedEvent(
                    "power_levels/integers", tr("`{field}` isn't an integer.", field=name)
                )
        for name in rules.level_maps:
            if not _are_levels(content.get(name, {}), rules):
                raise RefusedEvent(
                    "power_levels/objects", tr("`{field}` isn't an object of levels.", field=name)
                )
    users = content.get("users", {})
    if not _are_levels(users, rules) or not all(map(is_user, users)):
        raise RefusedEvent("power_levels/users", tr("`users` isn't an object of users' levels."))
    if rules.has("power_levels/creators") and not levels.creators().isdisjoint(users):
        raise RefusedEvent("power_levels/creators", tr("`users` has a creator of the room."))


def _are_levels(value: object, rules: RoomRules) -> bool:
    return isinstance(value, Mapping) and all(
        level_of(each, rules) is not None for each in value.values()
    )


_RULES = {"": ("levels/old", "levels/new"), "users": ("old_users", "new_users")}
"""The rules about a level before and after a change, by field; all other fields have one pair."""


def _check_change(change: _LevelChange, own: float, *, is_own: bool = False) -> None:
    """Check that the sender may change a level; `is_own` is for the sender's own."""
    if change.before == change.after:
        return
    rules = _RULES.get(change.field, ("old_events", "new_events"))
    if change.field == "users" and change.before == own and not is_own:
        raise RefusedEvent(
            "power_levels/old_users",
            tr("It changes the level of {user}, who has as much as its sender.", user=change.name),
        )
    for rule, level in zip(rules, (change.before, change.after), strict=True):
        if level is not None and level > own:
            raise RefusedEvent(
                f"power_levels/{rule}",
                tr(
                    "It changes the level of {name} from or to {level}; its sender has {own}.",
                    name=change.name,
                    level=level,
                    own=level_words(own),
                ),
            )


def level_words(level: float) -> str:
    """A power level in words; that of the creators of rooms of version 12 has no number."""
    return tr("unlimited") if level == ALL else str(level)
