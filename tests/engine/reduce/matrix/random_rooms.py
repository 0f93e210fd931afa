"""Random rooms: forks and merges, moderators at odds, and hostile events among them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tanglescope.engine.archive.graphs.matrix import event_id
from tanglescope.engine.reduce.matrix.auth_rules import needed_keys
from tanglescope.engine.reduce.matrix.room_events import MalformedEvent, room_event
from tanglescope.engine.reduce.matrix.room_history import RoomHistory
from tanglescope.engine.reduce.matrix.room_rules import rules_of

USERS = ("@ann:one", "@ben:one", "@cat:two", "@dan:two", "@eve:three")
LEVELS = (0, 0, 10, 25, 50, 50, 75, 100, 100, 150, -5)
ODD_LEVELS: tuple[Any, ...] = ("50", " 050 ", "+10", "-1", "abc", "", None, {}, [])
JOIN_RULES = ("public", "public", "invite", "knock", "restricted", "knock_restricted", "private")
NAMED = ("users_default", "events_default", "state_default", "ban", "kick", "invite", "redact")


class RandomRoom:
    """A room that grows by random events of random users; `hostility` is from 0 to 1."""

    def __init__(self, version: str, seed: int, hostility: float) -> None:
        self.version = version
        self.random = Random(seed)
        self.hostility = hostility
        self.events: dict[str, dict[str, Any]] = {}
        self.history = RoomHistory()
        self.room: str | None = None if version == "12" else "!room:one"
        self.levels: dict[str, Any] = {}

    def grow(self, count: int) -> None:
        """Create the room as servers do, and add events."""
        creator = USERS[0]
        content: dict[str, Any] = {"room_version": self.version}
        if int(self.version) < 11:
            content["creator"] = creator
        if self._chance(0.05):
            content["m.federate"] = False
        if self.version == "12" and self._chance(0.4):
            content["additional_creators"] = [USERS[2]]
        first = self._add(creator, "m.room.create", "", content, [], [])
        if self.version == "12":
            self.room = f"!{first[1:]}"
        self._act(creator, "m.room.member", creator, {"membership": "join"}, [first])
        head = list(self.events)[-1]
        if not self._chance(0.2):
            own = {} if self.version == "12" else {creator: 100}
            given = {USERS[1]: 100, USERS[2]: 50} if self._chance(0.6) else {}
            if "additional_creators" in content:
                given.pop(USERS[2], None)
            self._act(creator, "m.room.power_levels", "", {"users": own | given}, [head])
            head = list(self.events)[-1]
        rule = self.random.choice(JOIN_RULES[:5])
        self._act(creator, "m.room.join_rules", "", {"join_rule": rule}, [head])
        for _ in range(count):
            self._random_event()

    def _random_event(self) -> None:
        user = self.random.choice(self._inside() if self._chance(0.8) else USERS)
        kind, key, content = self.random.choice(
            (
                self._member,
                self._member,
                self._member,
                self._power,
                self._power,
                self._rules,
                self._topic,
                self._topic,
                self._other,
            )
        )(user)
        self._act(user, kind, key, content, self._previous())

    def _inside(self) -> tuple[str, ...]:
        """The users who are in the room, or all."""
        current = self.history.current()
        found = [
            user
            for user in USERS
            if current
            and (id_ := current.state.get(("m.room.member", user)))
            and self.events[id_]["content"].get("membership") == "join"
        ]
        return tuple(found) or USERS

    def _previous(self) -> list[str]:
        heads = [each for each in self.history.extremities if each in self.events]
        if self._chance(0.3) or not heads:
            heads = list(self.events)[-6:]
        if self._hostile(0.1):
            heads = list(self.events)
        return self.random.sample(heads, min(len(heads), self.random.choice((1, 1, 1, 2, 2, 3))))

    def _act(
        self, user: str, kind: str, key: str | None, content: dict[str, Any], previous: list[str]
    ) -> None:
        """Add an event with the auth events that the state before it gives."""
        draft = self._json(user, kind, key, content, previous, [])
        rules = rules_of(self.version)
        assert rules is not None
        try:
            needed = needed_keys(room_event("draft", draft), rules)
        except MalformedEvent:
            needed = set()
        after = [self.history.after(each) for each in previous]
        states = [each for each in after if each is not None]
        state = self.history._merge(previous, rules).state if len(states) == len(after) else None
        if self._hostile(0.1) and states:
            state = self.history.after(self.random.choice(previous))
        auth = [id_ for each in sorted(needed) if state and (id_ := state.get(each))]
        if self.version == "12":
            auth = [each for each in auth if f"!{each[1:]}" != self.room]
        if self._hostile(0.06):
            pool = list(self.events)[self.version == "12" :]
            auth = self.random.sample(pool, min(len(pool), self.random.randint(0, 4)))
        elif self._hostile(0.06) and auth:
            auth.pop(self.random.randrange(len(auth)))
        elif self._hostile(0.04):
            kinds = {"m.room.power_levels", "m.room.member", "m.room.create"}
            pool = [each for each, event in self.events.items() if event["type"] in kinds]
            pool = pool[self.version == "12" :]
            auth += self.random.sample(pool, min(len(pool), 1))
        self._add(user, kind, key, content, previous, auth[:10])

    def _add(
        self,
        user: str,
        kind: str,
        key: str | None,
        content: dict[str, Any],
        previous: list[str],
        auth: list[str],
    ) -> str:
        event = self._json(user, kind, key, content, previous, auth)
        if self.version in ("1", "2"):
            server = user.partition(":")[2]
            event["event_id"] = f"${self.random.getrandbits(40):x}:{server}"
            id_ = event["event_id"]
        else:
            found = event_id(event, self.version)
            assert found is not None
            id_ = found
        if id_ not in self.events:
            self.events[id_] = event
            self.history.add(id_, event)
        return str(id_)

    def _json(
        self,
        user: str,
        kind: str,
        key: str | None,
        content: dict[str, Any],
        previous: list[str],
        auth: list[str],
    ) -> dict[str, Any]:
        has_pairs = self.version in ("1", "2")
        depths = [self.events[each]["depth"] for each in previous]
        event: dict[str, Any] = {
            "type": kind,
            "sender": user,
            "content": content,
            "depth": max(depths, default=0) + 1,
            "origin_server_ts": self.random.randint(1, 40),
            "prev_events": [[each, {"sha256": "x"}] if has_pairs else each for each in previous],
            "auth_events": [[each, {"sha256": "x"}] if has_pairs else each for each in auth],
            "hashes": {"sha256": f"{self.random.getrandbits(32)}"},
            "signatures": {user.partition(":")[2]: {"ed25519:1": "x"}},
        }
        if self._hostile(0.1):
            event["depth"] = self.random.randint(0, 5)
        if key is not None:
            event["state_key"] = key
        if self.room is not None:
            event["room_id"] = self.room
        return event

    def _member(self, user: str) -> tuple[str, str, dict[str, Any]]:
        target = user if self._chance(0.5) else self.random.choice(USERS)
        choices = (
            ("join", "join", "join", "leave", "knock")
            if target == user
            else ("invite", "invite", "leave", "ban", "ban")
        )
        content: dict[str, Any] = {"membership": self.random.choice(choices)}
        if content["membership"] == "join" and self._chance(0.4):
            content["join_authorised_via_users_server"] = self.random.choice(USERS)
        if self._hostile(0.08):
            content = self.random.choice(
                (
                    {"membership": "none"},
                    {"membership": "join", "x": 1},
                    {"membership": "ban"},
                    {"membership": "leave"},
                )
            )
        return "m.room.member", target, content

    def _power(self, user: str) -> tuple[str, str, dict[str, Any]]:
        state = self.history.current()
        current = state.state.get(("m.room.power_levels", "")) if state else None
        content = dict(self.events[current]["content"]) if current else {}
        for field in ("users", "events"):
            content[field] = dict(content.get(field, {}))
        for _ in range(self.random.choice((1, 1, 2))):
            place = self.random.choice(("users", "users", "events", "named"))
            level: Any = self.random.choice(LEVELS)
            if self._hostile(0.15):
                level = self.random.choice(ODD_LEVELS)
            if self._hostile(0.05) and int(self.version) < 6:
                level = self.random.choice((50.9, 99.5, -1.5, 1e3))
            if place == "users":
                content["users"][self.random.choice(USERS)] = level
            elif place == "events":
                kind = self.random.choice(("m.room.topic", "m.room.power_levels", "m.room.message"))
                content["events"][kind] = level
            else:
                content[self.random.choice(NAMED)] = level
        if self._hostile(0.03):
            content["users"] = {"nobody": 1}
        if self._chance(0.2):
            content["notifications"] = {"room": self.random.choice(LEVELS)}
        if self._hostile(0.05):
            content = {"users": {user: 100}}
        return "m.room.power_levels", "", content

    def _rules(self, _: str) -> tuple[str, str, dict[str, Any]]:
        rule: Any = self.random.choice(JOIN_RULES)
        return "m.room.join_rules", "", {} if self._hostile(0.05) else {"join_rule": rule}

    def _topic(self, _: str) -> tuple[str, str, dict[str, Any]]:
        return "m.room.topic", "", {"topic": str(self.random.getrandbits(16))}

    def _other(self, user: str) -> tuple[str, str | None, dict[str, Any]]:
        return self.random.choice(
            (
                ("m.room.message", None, {"body": "hello"}),
                ("org.example.mine", user, {}),
                ("org.example.mine", self.random.choice(USERS), {}),
                ("m.room.aliases", "one", {"aliases": []}),
                ("m.room.third_party_invite", "token", {}),
                ("m.room.power_levels", "other", {"users": {user: 100}}),
            )
        )

    def _chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _hostile(self, probability: float) -> bool:
        return self.random.random() < probability * self.hostility


def random_rooms(count: int, first: int = 0) -> Iterator[RandomRoom]:
    """Rooms of every version, tame ones and hostile ones."""
    for seed in range(first, first + count):
        random = Random(seed)
        room = RandomRoom(str(seed % 12 + 1), seed, random.choice((0.0, 0.3, 1.0)))
        room.grow(random.choice((8, 15, 25, 40)))
        yield room
