"""The history of a Matrix room: which of its events are allowed, and the state before each.

Events are added in any order. One that names others waits until these are known; what still waits
at the end can't be judged. Whether a server marks an event as soft-failed depends on when it
arrived there, which a file doesn't say.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tanglescope.engine.language.wording import tr
from tanglescope.engine.reduce.matrix.auth_rules import (
    AUTHORIZED_BY,
    Refusal,
    refusal_by_auth_events,
    refusal_by_state,
)
from tanglescope.engine.reduce.matrix.resolution import (
    ResolvedState,
    StateDecision,
    StateMap,
    resolve,
)
from tanglescope.engine.reduce.matrix.room_events import (
    CREATE,
    POWER_LEVELS,
    MalformedEvent,
    RoomEvent,
    StateKey,
    domain,
    room_event,
)
from tanglescope.engine.reduce.matrix.room_rules import RoomRules, rules_of

MOST_EXTREMITIES = 100


class Judgement(StrEnum):
    """What the rules of a room say about an event."""

    ALLOWED = "allowed"
    REJECTED = "rejected"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class JudgedEvent:
    """Whether an event is allowed; if not, by which rule, or why it can't be known."""

    judgement: Judgement
    rule: str | None = None
    why: str = ""
    assumptions: tuple[str, ...] = ()
    """What has to be true if it is allowed, and can't be checked."""

    @property
    def is_allowed(self) -> bool:
        """Whether the rules allow it."""
        return self.judgement is Judgement.ALLOWED

    def in_words(self) -> str:
        """The same as a sentence."""
        match self.judgement:
            case Judgement.ALLOWED if self.assumptions:
                assumed = " · ".join(self.assumptions)
                return tr("The rules of the room allow it, if this is true: {what}.", what=assumed)
            case Judgement.ALLOWED:
                return tr("The rules of the room allow it.")
            case Judgement.REJECTED if self.rule:
                return tr(
                    "Rejected by rule {rule} of the room: {why}", rule=self.rule, why=self.why
                )
            case Judgement.REJECTED:
                return tr("Rejected: {why}", why=self.why)
        return tr("Whether the room allows it can't be known: {why}", why=self.why)


@dataclass(frozen=True, slots=True)
class MergedState:
    """How conflicts were decided in the state before an event; None for the end of the room."""

    at: str | None
    decisions: Mapping[StateKey, StateDecision]


class RoomHistory:
    """The events of a room, judged as soon as those are known that they name."""

    def __init__(self) -> None:
        self.creation: RoomEvent | None = None
        self.room: str | None = None
        self.rules: RoomRules | None = None
        self.events: dict[str, RoomEvent] = {}
        self.refusals: dict[str, Refusal] = {}
        self.assumptions: dict[str, tuple[str, ...]] = {}
        """What has to be true of events that are allowed, and can't be checked."""
        self.outside: dict[str, str] = {}
        """Events that aren't judged, and why: of another room, or of an unknown version."""
        self.waiting: dict[str, str] = {}
        """Events that wait, and for which."""
        self.extremities: dict[str, None] = {}
        self.merges: list[MergedState] = []
        """Every event before which forks were resolved, and what was decided."""
        self._early: list[RoomEvent] = []
        self._waiting_for: defaultdict[str, list[str]] = defaultdict(list)
        self._after: dict[str, StateMap] = {}
        self._accepted_before: dict[str, frozenset[str]] = {}
        self._current: tuple[tuple[StateMap, ...], ResolvedState] | None = None

    def add(self, key: str, value: object) -> None:
        """Add an event, as it was read; a second one of the same id changes nothing."""
        if key in self.events or key in self.refusals or key in self.outside:
            return
        try:
            event = room_event(key, value)
        except MalformedEvent as error:
            self.refusals[key] = Refusal(None, str(error))
            return
        if self.creation is None and event.key == (CREATE, ""):
            self._begin(event)
        elif self.creation is None:
            self._early.append(event)
            self.waiting[key] = ""
        else:
            self._admit(event)

    def _begin(self, creation: RoomEvent) -> None:
        """Take the version of the room from the event that creates it."""
        self.creation = creation
        version = creation.content.get("room_version", "1")
        if "room_version" not in creation.content and creation.is_marked_redacted:
            version = None
        self.rules = rules_of(version)
        is_named_after = self.rules is not None and self.rules.has("room")
        self.room = f"!{creation.id[1:]}" if is_named_after else creation.room
        early, self._early = self._early, []
        for event in (creation, *early):
            self.waiting.pop(event.id, None)
            self._admit(event)

    def _admit(self, event: RoomEvent) -> None:
        rules, creation = self.rules, self.creation
        if rules is None or creation is None:
            self.outside[event.id] = tr("The version of the room isn't known here.")
            return
        if rules.has("room"):
            if event.type == CREATE:
                event = replace(event, room=f"!{event.id[1:]}")
            else:
                event = replace(event, auth=(f"${(event.room or '')[1:]}", *event.auth))
        if event.room != self.room:
            self.outside[event.id] = tr("It is of another room, {room}.", room=event.room)
            return
        self.events[event.id] = event
        self._judge_all(event.id, rules)

    def _judge_all(self, first: str, rules: RoomRules) -> None:
        """Judge an event, and those that waited for it, and so on."""
        ready = [first]
        while ready:
            id_ = ready.pop()
            if id_ in self._after:
                continue
            was_refused = id_ in self.refusals
            missing = self._judge(self.events[id_], rules)
            if missing is None:
                self.waiting.pop(id_, None)
            else:
                self.waiting[id_] = missing
                self._waiting_for[missing].append(id_)
            if missing is None or (id_ in self.refusals and not was_refused):
                ready += self._waiting_for.pop(id_, ())

    def _judge(self, event: RoomEvent, rules: RoomRules) -> str | None:
        """Judge an event; the id of one that it waits for if it can't be judged."""
        absent = next((each for each in event.auth if each not in self.events), None)
        if absent is None and event.id not in self.refusals:
            # What its auth events don't allow is rejected, whatever else is missing.
            auth = map(self.events.__getitem__, event.auth)
            refusal = refusal_by_auth_events(event, auth, rules, self.refusals.__contains__)
            if refusal is not None:
                self.refusals[event.id] = refusal
        if event.id not in self.refusals:
            for each in event.auth:
                if each not in self._after and each not in self.refusals:
                    return each
        for each in event.previous:
            if each not in self._after:
                return each
        self._apply(event, rules)
        return None

    def _apply(self, event: RoomEvent, rules: RoomRules) -> None:
        """Find the state before and after an event, and whether the one before allows it."""
        before = self._merge(event.previous, rules)
        if event.id not in self.refusals:
            state = before.state

            def entry(key: StateKey) -> RoomEvent | None:
                found = state.get(key)
                return self.events[found] if found is not None else None

            refusal = refusal_by_state(event, entry, rules)
            if refusal is not None:
                self.refusals[event.id] = refusal
        heads = frozenset().union(
            *(self._accepted_before.get(each, (each,)) for each in event.previous)
        )
        if event.id in self.refusals:
            self._after[event.id] = before.state
            self._accepted_before[event.id] = heads
            return
        key = event.key
        self._after[event.id] = (
            before.state if key is None else before.state.updated({key: event.id})
        )
        for each in heads:
            self.extremities.pop(each, None)
        self.extremities[event.id] = None
        assumed = tuple(_assumptions_of(event, rules))
        if assumed:
            self.assumptions[event.id] = assumed
        if before.decisions:
            self.merges.append(MergedState(event.id, before.decisions))

    def _merge(self, ids: Iterable[str], rules: RoomRules) -> ResolvedState:
        maps = list(dict.fromkeys(self._after[each] for each in ids))
        return resolve(maps, self.events, rules) if maps else ResolvedState(StateMap(), {})

    def current(self) -> ResolvedState | None:
        """The state at the end: its forward extremities resolved; None if there are too many."""
        if self.rules is None or len(self.extremities) > MOST_EXTREMITIES:
            return None
        maps = tuple(dict.fromkeys(self._after[each] for each in self.extremities))
        if self._current is None or self._current[0] != maps:
            self._current = maps, self._merge(self.extremities, self.rules)
        return self._current[1]

    def unjudged_events(self) -> Collection[str]:
        """The events of which it can't be known whether they are allowed."""
        return [each for each in (*self.outside, *self.waiting) if each not in self.refusals]

    def after(self, key: str) -> StateMap | None:
        """The state after an event; None if it isn't known."""
        return self._after.get(key)

    def judge(self, key: str) -> JudgedEvent:
        """Whether an event is allowed."""
        if key in self.refusals:
            refusal = self.refusals[key]
            return JudgedEvent(Judgement.REJECTED, refusal.rule, refusal.why)
        if key in self._after:
            return JudgedEvent(Judgement.ALLOWED, assumptions=self.assumptions.get(key, ()))
        return JudgedEvent(Judgement.UNKNOWN, why=self._why_unknown(key))

    def _why_unknown(self, key: str) -> str:
        if key in self.outside:
            return self.outside[key]
        missing = self.waiting.get(key)
        if missing is None:
            return tr("It isn't an event of this room.")
        if not missing:
            return tr("The event that creates the room isn't here.")
        if missing in self.events:
            return tr("It comes after {id}, of which this isn't known.", id=missing)
        return tr("It names {id}, which isn't here.", id=missing)


def _assumptions_of(event: RoomEvent, rules: RoomRules) -> Iterator[str]:
    """What has to be true if an event is allowed, and isn't checked."""
    by = event.content.get(AUTHORIZED_BY)
    if rules.has("member/signed") and event.membership == "join" and by is not None:
        yield tr("{server} has signed it", server=domain(str(by)))
    if event.is_marked_redacted and event.type in (CREATE, POWER_LEVELS):
        yield tr("nothing that matters here was in its content before it was redacted")
