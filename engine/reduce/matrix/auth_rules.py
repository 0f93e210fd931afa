"""Whether a room accepts an event: the authorization rules of the version of the room.

The order of the checks is that of the pages of the room versions at spec.matrix.org, and so are the
numbers in refusals. Signatures of servers aren't checked: what depends on one is allowed with an
assumption, which is named.

What a user may do depends on power levels: on those of users, and on what an action needs.
"""

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from tanglescope.engine.language.wording import tr
from tanglescope.engine.message import jcs
from tanglescope.engine.reduce.matrix.room_events import (
    CREATE,
    CREATION,
    JOINING,
    LEVELS,
    MEMBER,
    POWER_LEVELS,
    THIRD_PARTY_INVITE,
    RefusedEvent,
    RoomEvent,
    StateKey,
    domain,
    is_user,
)
from tanglescope.engine.reduce.matrix.room_rules import RoomRules, rules_of

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


StateLookup: TypeAlias = Callable[[StateKey], RoomEvent | None]
"""The events of a state."""


class PowerLevels:
    """The power levels of a state, or their defaults where the state has none."""

    def __init__(self, state: StateLookup, rules: RoomRules) -> None:
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
        return (
            self.level_named("users_default") if own is None else self._read(f"users/{user}", own)
        )

    def level_named(self, name: str) -> int:
        """The level that an action needs, or that others have, such as `ban`."""
        value = self.content.get(name)
        return DEFAULTS[name] if value is None else self._read(name, value)

    def needed(self, kind: str, *, is_state: bool) -> int:
        """The level that is needed to send events of a type."""
        own = self.in_map("events").get(kind)
        if own is not None:
            return self._read(f"events/{kind}", own)
        return self.level_named("state_default" if is_state else "events_default")

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


_MOST_KEYS = 20  # of an invitation

AUTHORIZED_BY = "join_authorised_via_users_server"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an event isn't allowed: the number of the rule in the room's version, and a sentence."""

    rule: str | None
    why: str


def refusal_by_state(event: RoomEvent, state: StateLookup, rules: RoomRules) -> Refusal | None:
    """Why an event isn't allowed in a state; None if it is."""
    return _refusal(rules, lambda: _check_in_state(event, state, rules))


def refusal_by_auth_events(
    event: RoomEvent, auth: Iterable[RoomEvent], rules: RoomRules, rejected: Callable[[str], bool]
) -> Refusal | None:
    """Why an event isn't allowed by the events that it names as its authorization."""
    named = list(auth)
    state = {each.key: each for each in named if each.key is not None}

    def check() -> None:
        if event.type == CREATE:
            _check_creation(event, rules)
        else:
            _check_auth_events(event, named, rules, rejected)
        _check_in_state(event, state.get, rules)

    return _refusal(rules, check)


def _refusal(rules: RoomRules, check: Callable[[], None]) -> Refusal | None:
    try:
        check()
    except RefusedEvent as refused:
        return Refusal(rules.numbers[refused.rule], str(refused))
    except UnreadableLevels as error:
        return Refusal(None, str(error))
    return None


def needed_keys(event: RoomEvent, rules: RoomRules) -> set[StateKey]:
    """The entries of a state that decide whether an event is allowed."""
    if event.type == CREATE:
        return set()
    keys = {CREATION, LEVELS, (MEMBER, event.sender)}
    if event.type != MEMBER:
        return keys
    if event.state_key is not None:
        keys.add((MEMBER, event.state_key))
    if event.membership in ("join", "invite", "knock"):
        keys.add(JOINING)
    token = _signed_part(event).get("token")
    if event.membership == "invite" and isinstance(token, str):
        keys.add((THIRD_PARTY_INVITE, token))
    by = event.content.get(AUTHORIZED_BY)
    if event.membership == "join" and isinstance(by, str) and rules.has("member/signed"):
        keys.add((MEMBER, by))
    return keys


def _check_creation(event: RoomEvent, rules: RoomRules) -> None:
    content = event.content
    if event.previous:
        raise RefusedEvent("create/previous", tr("It creates the room, but has `prev_events`."))
    if rules.has("create/domain") and domain(event.room or "") != domain(event.sender):
        raise RefusedEvent(
            "create/domain", tr("The room isn't named after the server of its sender.")
        )
    if rules.has("create/room") and event.raw.get("room_id") is not None:
        raise RefusedEvent("create/room", tr("It has a `room_id`, which follows from its own id."))
    if rules_of(content.get("room_version", "1")) is None:
        raise RefusedEvent("create/version", tr("Its room version isn't known."))
    if rules.has("create/creator") and "creator" not in content:
        raise RefusedEvent("create/creator", tr("It names no `creator`."))
    more = content.get("additional_creators", [])
    if rules.has("create/creators") and not (isinstance(more, list) and all(map(is_user, more))):
        raise RefusedEvent(
            "create/creators", tr("`additional_creators` isn't a list of ids of users.")
        )


def _check_auth_events(
    event: RoomEvent,
    named: Iterable[RoomEvent],
    rules: RoomRules,
    rejected: Callable[[str], bool],
) -> None:
    expected = needed_keys(event, rules)
    found: dict[StateKey, str] = {}
    for each in named:
        if each.room != event.room:
            raise RefusedEvent(
                "auth_events/room", tr("Its auth event {id} is of another room.", id=each.id)
            )
        key = each.key
        if key is None or key not in expected:
            raise RefusedEvent(
                "auth_events/unexpected",
                tr("Its auth event {id} isn't of a kind that authorizes it.", id=each.id),
            )
        if key in found:
            is_implied = key == CREATION and rules.has("room")  # so it isn't named as well
            raise RefusedEvent(
                "auth_events/unexpected" if is_implied else "auth_events/duplicate",
                tr(
                    "Its auth events {id} and {other} are for one entry of the state.",
                    id=found[key],
                    other=each.id,
                ),
            )
        if rejected(each.id):
            raise RefusedEvent(
                "room" if key == CREATION and rules.has("room") else "auth_events/rejected",
                tr("Its auth event {id} is rejected.", id=each.id),
            )
        found[key] = each.id
    if CREATION not in found:
        raise RefusedEvent(
            "room" if rules.has("room") else "auth_events/create",
            tr("The event that creates the room isn't among its auth events."),
        )


def _check_in_state(event: RoomEvent, state: StateLookup, rules: RoomRules) -> None:
    if event.type == CREATE:
        return
    creation = state(CREATION)
    if creation is None:
        raise RefusedEvent("federate", tr("The state has no event that creates the room."))
    _check_federation(event.sender, creation)
    if event.type == "m.room.aliases" and rules.has("aliases"):
        if not event.state_key:
            raise RefusedEvent("aliases/shape", tr("It has no state key."))
        if event.state_key != domain(event.sender):
            said = tr("Its state key isn't the server of its sender.")
            raise RefusedEvent("aliases/domain", said)
        return
    levels = PowerLevels(state, rules)
    if event.type == MEMBER:
        _Membership(event, state, levels, rules, creation).check()
    else:
        _check_sending(event, state, levels, rules)


def _check_sending(
    event: RoomEvent, state: StateLookup, levels: PowerLevels, rules: RoomRules
) -> None:
    """Check an event that doesn't change a membership."""
    if _membership_of(event.sender, state) != "join":
        raise RefusedEvent("joined", tr("{user} isn't in the room.", user=event.sender))
    own = levels.of(event.sender)
    if event.type == THIRD_PARTY_INVITE:
        _require(own, levels.level_named("invite"), "third_party_invite")
        return
    needed = levels.needed(event.type, is_state=event.state_key is not None)
    _require(own, needed, "level")
    if (event.state_key or "").startswith("@") and event.state_key != event.sender:
        raise RefusedEvent("own_key", tr("Its state key names another user."))
    if event.type == POWER_LEVELS:
        check_new_levels(event, levels, rules)
    if event.type == "m.room.redaction" and rules.has("redaction"):
        _check_redaction(event, levels, own)


def _check_federation(user: str, creation: RoomEvent) -> None:
    """Check the server of a sender, and as servers do, that of a member."""
    server = domain(creation.sender)
    if creation.content.get("m.federate") is False and domain(user) != server:
        raise RefusedEvent("federate", tr("Only users of {server} may join.", server=server))


def _require(own: float, needed: float, rule: str) -> None:
    if own < needed:
        raise RefusedEvent(
            rule,
            tr(
                "It needs level {needed}; its sender has {own}.",
                needed=needed,
                own=level_words(own),
            ),
        )


def _check_redaction(event: RoomEvent, levels: PowerLevels, own: float) -> None:
    if own >= levels.level_named("redact"):
        return
    redacted = event.raw.get("redacts")
    servers = {domain(event.id), domain(redacted) if isinstance(redacted, str) else None}
    if None in servers or len(servers) > 1:
        raise RefusedEvent(
            "redaction/otherwise",
            tr(
                "Its sender has level {own}, and the event is of another server.",
                own=level_words(own),
            ),
        )


def _membership_of(user: str, state: StateLookup) -> object:
    event = state((MEMBER, user))
    return None if event is None else event.membership


def _signed_part(event: RoomEvent) -> Mapping[str, Any]:
    """The part of an invitation that an identity server has signed; empty if there is none."""
    invite = event.content.get("third_party_invite")
    signed = invite.get("signed") if isinstance(invite, Mapping) else None
    return signed if isinstance(signed, Mapping) else {}


@dataclass(frozen=True, slots=True)
class _Membership:
    """The check of an event that changes the membership of a user, the target."""

    event: RoomEvent
    state: StateLookup
    levels: PowerLevels
    rules: RoomRules
    creation: RoomEvent

    def check(self) -> None:
        membership = self.event.membership
        if self.event.state_key is None or membership is None:
            raise RefusedEvent("member/shape", tr("It has no state key or no membership."))
        checks = {
            "join": self._join,
            "invite": self._invite,
            "leave": self._leave,
            "ban": self._ban,
            "knock": self._knock,
        }
        known = isinstance(membership, str) and self.rules.has(f"member/{membership}")
        if not known or membership not in checks:
            raise RefusedEvent("member/otherwise", tr("Its membership isn't a known one."))
        creation = self.creation
        has_field = self.rules.has("create/creator")
        creator = creation.content.get("creator") if has_field else creation.sender
        is_first = self.event.previous == (creation.id,) and self._target == creator
        if membership == "join" and is_first:
            return
        _check_federation(self._target, self.creation)
        checks[membership]()

    @property
    def _target(self) -> str:
        return self.event.state_key or ""

    @property
    def _is_own(self) -> bool:
        return self._target == self.event.sender

    def _of(self, user: str) -> object:
        return _membership_of(user, self.state)

    def _join_rule(self) -> object:
        event = self.state(JOINING)
        return "invite" if event is None else event.content.get("join_rule", "invite")

    def _join(self) -> None:
        if not self._is_own:
            raise RefusedEvent("member/join/sender", tr("Its sender isn't the one who joins."))
        membership, rule = self._of(self._target), self._join_rule()
        if membership == "ban":
            raise RefusedEvent("member/join/banned", tr("{user} is banned.", user=self._target))
        if rule == "public":
            return
        is_expected = membership in ("invite", "join")
        if isinstance(rule, str) and rule in self.rules.restricted:
            if not is_expected:
                self._check_authorized()
        elif not is_expected or not (rule == "invite" or rule in self.rules.knock):
            raise RefusedEvent(
                "member/join/otherwise",
                tr("{user} isn't invited; the join rule is {rule}.", user=self._target, rule=rule),
            )

    def _check_authorized(self) -> None:
        by = self.event.content.get(AUTHORIZED_BY)
        may = isinstance(by, str) and self._of(by) == "join"
        if not may or self.levels.of(str(by)) < self.levels.level_named("invite"):
            raise RefusedEvent(
                "member/join/restricted/authorized",
                tr("No member who may invite authorizes the join."),
            )

    def _invite(self) -> None:
        if "third_party_invite" in self.event.content:
            self._check_third_party()
            return
        self._check_sender("member/invite/sender")
        membership = self._of(self._target)
        if membership in ("join", "ban"):
            raise RefusedEvent(
                "member/invite/target",
                tr("{user} is in the room already, or banned.", user=self._target),
            )
        self._check_level("member/invite/otherwise", self.levels.level_named("invite"))

    def _check_third_party(self) -> None:
        rule = "member/invite/third_party/"
        if self._of(self._target) == "ban":
            raise RefusedEvent(f"{rule}banned", tr("{user} is banned.", user=self._target))
        signed = _signed_part(self.event)
        if not signed:
            raise RefusedEvent(f"{rule}signed", tr("The invitation isn't signed."))
        token = signed.get("token")
        if "mxid" not in signed or not isinstance(token, str):
            raise RefusedEvent(f"{rule}properties", tr("What is signed has no user or token."))
        if signed["mxid"] != self._target:
            raise RefusedEvent(f"{rule}mxid", tr("The invitation is for another user."))
        invite = self.state((THIRD_PARTY_INVITE, token))
        if invite is None:
            raise RefusedEvent(f"{rule}token", tr("The state has no invitation of that token."))
        if invite.sender != self.event.sender:
            raise RefusedEvent(f"{rule}sender", tr("Its sender isn't the one who invited."))
        if not _is_signed_with(signed, invite.content):
            raise RefusedEvent(
                f"{rule}otherwise",
                tr("The invitation isn't signed with a key of {id}.", id=invite.id),
            )

    def _leave(self) -> None:
        if self._is_own:
            expected = ("invite", "join", "knock") if self.rules.knock else ("invite", "join")
            if self._of(self._target) not in expected:
                raise RefusedEvent(
                    "member/leave/own", tr("{user} isn't in the room.", user=self._target)
                )
            return
        self._check_sender("member/leave/sender")
        if self._of(self._target) == "ban":
            self._check_level("member/leave/banned", self.levels.level_named("ban"))
        self._check_level("member/leave/otherwise", self.levels.level_named("kick"))
        self._check_below("member/leave/otherwise")

    def _ban(self) -> None:
        self._check_sender("member/ban/sender")
        self._check_level("member/ban/otherwise", self.levels.level_named("ban"))
        self._check_below("member/ban/otherwise")

    def _knock(self) -> None:
        rule = self._join_rule()
        if not isinstance(rule, str) or rule not in self.rules.knock:
            raise RefusedEvent("member/knock/rule", tr("The join rule is {rule}.", rule=rule))
        if not self._is_own:
            raise RefusedEvent("member/knock/sender", tr("Its sender isn't the one who asks."))
        if self._of(self._target) in ("ban", "invite", "join"):
            raise RefusedEvent(
                "member/knock/otherwise",
                tr("{user} is banned, invited or in the room already.", user=self._target),
            )

    def _check_sender(self, rule: str) -> None:
        if self._of(self.event.sender) != "join":
            raise RefusedEvent(rule, tr("{user} isn't in the room.", user=self.event.sender))

    def _check_level(self, rule: str, needed: int) -> None:
        _require(self.levels.of(self.event.sender), needed, rule)

    def _check_below(self, rule: str) -> None:
        own, other = self.levels.of(self.event.sender), self.levels.of(self._target)
        if own <= other:
            raise RefusedEvent(
                rule,
                tr(
                    "Its sender has level {own}, and {user} has {other}.",
                    own=level_words(own),
                    user=self._target,
                    other=level_words(other),
                ),
            )


def _is_signed_with(signed: Mapping[str, Any], invitation: Mapping[str, Any]) -> bool:
    """Whether any signature of what is signed matches a public key of the invitation."""
    # Imported here: few rooms have such invitations, and others need no cryptography.
    from tanglescope.engine.message.signatures import is_signed

    bare = {name: signed[name] for name in signed if name not in ("signatures", "unsigned")}
    try:
        text = jcs.dumps(bare)
    except jcs.NotCanonicalError:
        return False
    signatures = list(_signatures(signed.get("signatures")))
    return any(
        is_signed(text, signature, key)
        for key in _public_keys(invitation)
        for signature in signatures
    )


def _public_keys(invitation: Mapping[str, Any]) -> Iterator[bytes]:
    more = invitation.get("public_keys")
    each_of = (
        [each.get("public_key") for each in more if isinstance(each, Mapping)]
        if isinstance(more, list)
        else []
    )
    for key in [invitation.get("public_key"), *each_of][:_MOST_KEYS]:
        yield from _decode_base64(key)


def _signatures(by_server: object) -> Iterator[bytes]:
    blocks = list(by_server.values()) if isinstance(by_server, Mapping) else []
    named = [pair for block in blocks if isinstance(block, Mapping) for pair in block.items()]
    for name, signature in named[:_MOST_KEYS]:
        if str(name).startswith("ed25519:"):
            yield from _decode_base64(signature)


def _decode_base64(text: object) -> Iterator[bytes]:
    """The bytes of Base64 without padding, in either alphabet."""
    if isinstance(text, str):
        try:
            yield b64decode(text + "=" * (-len(text) % 4), altchars=b"-_")
        except ValueError:
            return
