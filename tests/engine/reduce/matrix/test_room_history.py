"""Which events a room allows, by which rule others are rejected, and what can't be known."""

from typing import Any

import pytest

from tanglescope.engine.reduce.matrix.room_history import (
    MOST_EXTREMITIES,
    JudgedEvent,
    Judgement,
    RoomHistory,
)

ANN, BEN, CAT = "@ann:one", "@ben:two", "@cat:one"


class Room:
    """A room of a version, to which events are added with ids of their own."""

    def __init__(self, version: str, **content: Any) -> None:
        self.history = RoomHistory()
        self.version = version
        self.time = 0
        self.room = "!create" if version == "12" else "!room:one"
        creator = {"creator": ANN} if int(version) < 11 else {}
        self.add(
            "create",
            ANN,
            "m.room.create",
            "",
            content | creator | {"room_version": version},
            [],
            [],
        )
        self.add("ann", ANN, "m.room.member", ANN, {"membership": "join"}, ["create"], ["create"])

    def add(
        self,
        id_: str,
        user: str,
        kind: str,
        key: str | None,
        content: Any,
        after: list[str],
        auth: list[str],
        **more: Any,
    ) -> JudgedEvent:
        """Add an event; the event that creates the room is an auth event only where it may be."""
        self.time += 1
        hides = self.version == "12"
        event = {
            "type": kind,
            "sender": user,
            "content": content,
            "depth": self.time,
            "origin_server_ts": self.time,
            "prev_events": [f"${each}" for each in after],
            "auth_events": [f"${each}" for each in auth if each != "create" or not hides],
        }
        if key is not None:
            event["state_key"] = key
        if kind != "m.room.create" or not hides:
            event["room_id"] = self.room
        self.history.add(f"${id_}", event | more)
        return self.history.judge(f"${id_}")

    def state(self, kind: str, key: str = "") -> str | None:
        found = self.history.current()
        assert found is not None
        return found.state.get((kind, key))


def public(version: str, **content: Any) -> Room:
    """A room that anyone may join, and that Ben has joined."""
    room = Room(version, **content)
    levels = {} if version == "12" else {ANN: 100}
    room.add(
        "power",
        ANN,
        "m.room.power_levels",
        "",
        {"users": levels | {CAT: 50}},
        ["ann"],
        ["create", "ann"],
    )
    room.add(
        "rules",
        ANN,
        "m.room.join_rules",
        "",
        {"join_rule": "public"},
        ["power"],
        ["create", "ann", "power"],
    )
    said = room.add(
        "ben",
        BEN,
        "m.room.member",
        BEN,
        {"membership": "join"},
        ["rules"],
        ["create", "power", "rules"],
    )
    assert said.judgement is Judgement.ALLOWED
    return room


@pytest.mark.parametrize(
    ("version", "rule"), [("1", "8"), ("5", "8"), ("6", "7"), ("11", "7"), ("12", "8")]
)
def test_a_rule_has_the_number_of_the_version(version: str, rule: str) -> None:
    said = public(version).add(
        "topic", BEN, "m.room.topic", "", {}, ["ben"], ["create", "power", "ben"]
    )
    assert (said.judgement, said.rule) == (Judgement.REJECTED, rule)
    assert said.why == "It needs level 50; its sender has 0."


JOINED = ["create", "power", "ben"]


@pytest.mark.parametrize(
    ("kind", "key", "content", "auth", "rule"),
    [
        ("m.room.member", ANN, {"membership": "ban"}, [*JOINED, "ann"], "4.6.3"),
        ("m.room.member", ANN, {"membership": "leave"}, [*JOINED, "ann"], "4.5.5"),
        ("m.room.member", CAT, {"membership": "join"}, [*JOINED, "rules"], "4.3.2"),
        ("m.room.member", BEN, {"membership": "sings"}, JOINED, "4.8"),
        ("m.room.member", BEN, {}, JOINED, "4.1"),
        ("m.room.member", BEN, {"membership": {}}, JOINED, "4.8"),
        ("m.room.member", BEN, {"membership": "knock"}, [*JOINED, "rules"], "4.7.1"),
        ("m.room.message", None, {}, ["create", "power"], "5"),
        ("m.room.message", None, {}, ["power", "ben"], "2.4"),
        ("m.room.message", None, {}, [*JOINED, "rules"], "2.2"),
        ("m.room.message", None, {}, [*JOINED, "ben"], "2.1"),
        (
            "m.room.member",
            CAT,
            {"membership": "invite", "third_party_invite": {}},
            JOINED,
            "4.4.1.2",
        ),
    ],
)
def test_what_breaks_a_rule_is_rejected_by_it(
    kind: str, key: str | None, content: Any, auth: list[str], rule: str
) -> None:
    said = public("11").add("event", BEN, kind, key, content, ["ben"], auth)
    assert (said.judgement, said.rule) == (Judgement.REJECTED, rule), said.why


@pytest.mark.parametrize(
    ("version", "level", "is_allowed"),
    [
        ("1", "50", True),
        ("1", " +050 ", True),
        ("1", 50.9, True),
        ("1", "5 0", False),
        ("1", "1_0", False),
        ("1", True, False),
        ("1", 1e400, False),
        ("1", None, False),
        ("5", 50.9, True),
        ("6", 50.9, False),
        ("6", "50", True),
        ("6", [], False),
        ("10", "50", False),
        ("10", 50, True),
        ("12", {}, False),
        ("9", "1" * 5000, False),
    ],
)
def test_levels_are_read_as_the_version_does(version: str, level: Any, is_allowed: bool) -> None:
    room = public(version)
    users = {} if version == "12" else {ANN: 100}
    said = room.add(
        "new",
        ANN,
        "m.room.power_levels",
        "",
        {"users": users | {BEN: level}},
        ["ben"],
        ["create", "power", "ann"],
    )
    assert (said.judgement is Judgement.ALLOWED) == is_allowed, said
    assert is_allowed or said.rule is not None


def test_levels_that_cannot_be_read_allow_nothing_that_needs_them() -> None:
    room = Room("9")
    room.add(
        "power",
        ANN,
        "m.room.power_levels",
        "",
        {"users": {ANN: 100}, "ban": "all"},
        ["ann"],
        ["create", "ann"],
    )
    said = room.add(
        "ban",
        ANN,
        "m.room.member",
        BEN,
        {"membership": "ban"},
        ["power"],
        ["create", "ann", "power"],
    )
    assert (said.judgement, said.rule) == (Judgement.REJECTED, None)
    assert said.why == 'The power levels $power have "all" at ban, which can\'t be read.'


def test_a_ban_wins_over_what_the_banned_one_does_at_the_same_time() -> None:
    room = public("11")
    room.add(
        "mod",
        ANN,
        "m.room.power_levels",
        "",
        {"users": {ANN: 100, BEN: 50}},
        ["ben"],
        ["create", "ann", "power"],
    )
    own = {"users": {ANN: 100, BEN: 50, CAT: 50}}
    room.add(
        "ban",
        ANN,
        "m.room.member",
        BEN,
        {"membership": "ban"},
        ["mod"],
        ["create", "ann", "mod", "ben"],
    )
    said = room.add("own", BEN, "m.room.power_levels", "", own, ["mod"], ["create", "mod", "ben"])
    assert said.judgement is Judgement.ALLOWED
    assert room.state("m.room.power_levels") == "$mod"
    current = room.history.current()
    assert current is not None
    decision = current.decisions[("m.room.power_levels", "")]
    assert [(each.event, each.decided_by, each.rule) for each in decision.candidates] == [
        ("$mod", None, None),
        ("$own", "auth", "5"),
    ]
    assert current.decisions[("m.room.member", BEN)].winner == "$ban"


@pytest.mark.parametrize(
    ("times", "winner", "decided_by"), [((5, 3), "$one", "timestamp"), ((5, 5), "$two", "id")]
)
def test_of_two_topics_the_later_wins(times: tuple[int, int], winner: str, decided_by: str) -> None:
    room = public("11")
    for id_, time in zip(("one", "two"), times, strict=True):
        room.add(
            id_,
            ANN,
            "m.room.topic",
            "",
            {"topic": id_},
            ["ben"],
            ["create", "ann", "power"],
            origin_server_ts=time,
        )
    assert room.state("m.room.topic") == winner
    current = room.history.current()
    assert current is not None
    decision = current.decisions[("m.room.topic", "")]
    assert decision.candidates[1].decided_by == decided_by


def test_the_first_version_goes_by_depth() -> None:
    room = public("1")
    for id_, depth in (("$one:one", 90), ("$two:one", 80)):
        room.add(
            id_[1:],
            ANN,
            "m.room.topic",
            "",
            {"topic": id_},
            ["ben"],
            ["create", "ann", "power"],
            depth=depth,
        )
    assert room.state("m.room.topic") == "$one:one"


def test_what_names_an_absent_event_is_unknown_until_it_comes() -> None:
    room = public("11")
    said = room.add("late", BEN, "m.room.message", None, {}, ["lost"], JOINED)
    assert (said.judgement, said.why) == (Judgement.UNKNOWN, "It names $lost, which isn't here.")
    after = room.add("after", BEN, "m.room.message", None, {}, ["late"], JOINED)
    assert after.why == "It comes after $late, of which this isn't known."
    room.add("lost", BEN, "m.room.message", None, {}, ["ben"], JOINED)
    assert room.history.judge("$after").judgement is Judgement.ALLOWED
    assert list(room.history.extremities) == ["$after"]


def test_what_its_auth_events_forbid_is_rejected_whatever_else_is_missing() -> None:
    said = public("11").add("event", BEN, "m.room.topic", "", {}, ["lost"], JOINED)
    assert (said.judgement, said.rule) == (Judgement.REJECTED, "7")


def test_events_on_a_cycle_are_unknown() -> None:
    room = public("11")
    room.add("own", BEN, "m.room.message", None, {}, ["own"], JOINED)
    room.add("one", BEN, "m.room.message", None, {}, ["two"], JOINED)
    room.add("two", BEN, "m.room.message", None, {}, ["one"], JOINED)
    judged = {room.history.judge(f"${each}").judgement for each in ("own", "one")}
    assert judged == {Judgement.UNKNOWN}


def test_without_the_event_that_creates_the_room_nothing_is_known() -> None:
    history = RoomHistory()
    history.add(
        "$a",
        {
            "type": "m.room.topic",
            "sender": ANN,
            "content": {},
            "prev_events": [],
            "auth_events": [],
        },
    )
    said = history.judge("$a")
    assert said.why == "The event that creates the room isn't here."
    assert history.current() is None


@pytest.mark.parametrize(
    "more",
    [
        {"content": {"room_version": "org.example"}},
        {"content": {"room_version": 7}},
        {"content": {}, "unsigned": {"redacted_because": {"event_id": "$x"}}},
    ],
)
def test_an_unknown_version_makes_all_unknown(more: Any) -> None:
    history = RoomHistory()
    history.add(
        "$a",
        {
            "type": "m.room.create",
            "sender": ANN,
            "state_key": "",
            "prev_events": [],
            "auth_events": [],
            "room_id": "!r:one",
        }
        | more,
    )
    said = history.judge("$a")
    assert (said.judgement, said.why) == (
        Judgement.UNKNOWN,
        "The version of the room isn't known here.",
    )


def test_a_second_room_is_not_judged() -> None:
    room = public("11")
    said = room.add("b", BEN, "m.room.message", None, {}, ["ben"], JOINED, room_id="!other:one")
    assert said.why == "It is of another room, !other:one."


def test_of_two_events_that_create_the_room_both_are_in_conflict() -> None:
    room = public("9")
    said = room.add("second", CAT, "m.room.create", "", {"creator": CAT}, [], [])
    assert said.judgement is Judgement.ALLOWED
    assert room.state("m.room.create") == "$second"


@pytest.mark.parametrize(
    "more",
    [
        {"sender": 7},
        {"sender": "ann"},
        {"content": []},
        {"depth": "1"},
        {"origin_server_ts": 1.5},
        {"type": "m" * 256},
        {"state_key": 1},
        {"prev_events": ["$x"] * 21},
        {"auth_events": ["$x"] * 11},
        {"auth_events": [7]},
    ],
)
def test_malformed_events_are_rejected_without_a_rule(more: Any) -> None:
    content = more.get("content", {})
    more = {name: value for name, value in more.items() if name != "content"}
    said = public("11").add("odd", BEN, "m.room.message", None, content, ["ben"], JOINED, **more)
    assert (said.judgement, said.rule) == (Judgement.REJECTED, None)
    assert said.why


def test_in_version_12_creators_have_all_power_and_need_no_auth_event() -> None:
    room = Room("12", additional_creators=[CAT])
    said = room.add("power", ANN, "m.room.power_levels", "", {"users": {CAT: 1}}, ["ann"], ["ann"])
    assert said.rule == "10.4"
    said = room.add(
        "listed", ANN, "m.room.message", None, {}, ["ann"], ["ann"], auth_events=["$create", "$ann"]
    )
    assert said.rule == "3.2"


def test_a_restricted_join_is_allowed_if_a_server_has_signed_it() -> None:
    room = Room("11")
    room.add(
        "rules",
        ANN,
        "m.room.join_rules",
        "",
        {"join_rule": "restricted"},
        ["ann"],
        ["create", "ann"],
    )
    join = {"membership": "join", "join_authorised_via_users_server": ANN}
    said = room.add("ben", BEN, "m.room.member", BEN, join, ["rules"], ["create", "rules", "ann"])
    assert (said.judgement, said.assumptions) == (Judgement.ALLOWED, ("one has signed it",))
    said = room.add(
        "cat", CAT, "m.room.member", CAT, {"membership": "join"}, ["ben"], ["create", "rules"]
    )
    assert said.rule == "4.3.5.2"


def test_a_room_with_very_many_ends_has_no_one_state() -> None:
    room = public("11")
    for number in range(MOST_EXTREMITIES + 1):
        room.add(f"t{number}", ANN, "m.room.topic", "", {}, ["ben"], ["create", "ann", "power"])
    assert room.history.current() is None
