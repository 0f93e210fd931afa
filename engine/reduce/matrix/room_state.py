"""The state of a room as a JSON value: what a row of a conversation adds up to."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from tanglescope.engine.reduce.folding import FoldedRow, FoldState
from tanglescope.engine.reduce.matrix.resolution import (
    RankedCandidate,
    ResolvedState,
    StateMap,
    differences,
)
from tanglescope.engine.reduce.matrix.room_events import StateKey
from tanglescope.engine.reduce.matrix.room_history import (
    MOST_EXTREMITIES,
    Judgement,
    MergedState,
    RoomHistory,
)

_MOST_LISTED = 100
_MOST_CANDIDATES = 20

_Entries: TypeAlias = dict[str, dict[str, Any]]
"""Values by type and state key."""


class RoomFold:
    """Folds the events of a room; what a row doesn't change is the same object after it."""

    def __init__(self) -> None:
        self.history = RoomHistory()
        self._map = StateMap()
        self._state: _Entries = {}
        self._contested: _Entries = {}
        self._merges = 0
        self._resolved: ResolvedState | None = None
        self._lists: dict[Judgement, dict[str, Any]] = {each: {} for each in Judgement}

    def step(self, message: Mapping[str, Any]) -> FoldState:
        """Add an event, and return the state after it."""
        history = self.history
        history.add(str(message["key"]), message["content"])
        resolved = history.current()
        if resolved is not None and resolved is not self._resolved:
            self._resolved = resolved
            self._update(resolved.state)
            new, self._merges = history.merges[self._merges :], len(history.merges)
            self._decide([*new, MergedState(None, resolved.decisions)])
        rules = history.rules
        return {
            "room": history.room,
            "version": rules and rules.version,
            "resolution": rules and rules.resolution,
            "extremities": list(islice(history.extremities, MOST_EXTREMITIES)),
            "state": None if resolved is None else self._state,
            "contested": None if resolved is None else self._contested,
            "rejected": self._list_events(Judgement.REJECTED, history.refusals),
            "assumed": self._list_events(Judgement.ALLOWED, history.assumptions),
            "unknown": self._list_events(Judgement.UNKNOWN, history.unjudged_events()),
        }

    def _update(self, state: StateMap) -> None:
        events = self.history.events
        changes: dict[StateKey, object] = {}
        for key, (_, id_) in differences((self._map, state)).items():
            event = events[id_] if id_ is not None else None
            changes[key] = event and {
                "event": event.id,
                "sender": event.sender,
                "content": event.content,
            }
        self._map = state
        self._state = _updated(self._state, changes)

    def _decide(self, merges: Iterable[MergedState]) -> None:
        """Note what was decided; a decision ends when another event takes its place."""
        changes: dict[StateKey, object] = {
            (kind, key): None
            for kind, entries in self._contested.items()
            for key, entry in entries.items()
            if entry["at"] is None or self._map.get((kind, key)) != entry["winner"]
        }
        for merge in merges:
            for key, decided in merge.decisions.items():
                if self._map.get(key) == decided.winner:
                    changes[key] = {
                        "at": merge.at,
                        "winner": decided.winner,
                        "candidates": list(map(_candidate, decided.candidates[:_MOST_CANDIDATES])),
                        "more": max(0, len(decided.candidates) - _MOST_CANDIDATES),
                    }
        self._contested = _updated(self._contested, changes)

    def _list_events(self, judgement: Judgement, ids: Collection[str]) -> dict[str, Any]:
        """The first events of a list, with what is said about each, and the number of others."""
        found = {id_: self._event_json(id_) for id_ in islice(ids, _MOST_LISTED)}
        if len(ids) > _MOST_LISTED:
            found["more"] = len(ids) - _MOST_LISTED
        if found != self._lists[judgement]:
            self._lists[judgement] = found
        return self._lists[judgement]

    def _event_json(self, id_: str) -> object:
        judged = self.history.judge(id_)
        match judged.judgement:
            case Judgement.ALLOWED:
                return list(judged.assumptions)
            case Judgement.REJECTED:
                event = self.history.events.get(id_)
                sets = event.key if event else None
                return {"sets": sets and list(sets), "rule": judged.rule, "why": judged.why}
            case Judgement.UNKNOWN:
                return judged.why


@dataclass(frozen=True, slots=True)
class EntryChange:
    """What a row changes about one entry of the state."""

    row: int
    """Counted from 1."""
    key: str
    is_set: bool
    """Whether the row sets or removes the event of the entry."""
    entry: Mapping[str, Any] | None
    """The entry after the row."""
    decision: Mapping[str, Any] | None
    """How a conflict about it is decided, if the row decides one."""
    rejected: Mapping[str, Any]
    """Events for the entry that are rejected, by id."""


def entry_changes(rows: Iterable[FoldedRow], kind: str, key: str) -> Iterator[EntryChange]:
    """The rows that change an entry of the state of a room, decide about it, or are rejected."""
    entry = decision = None
    rejected: Mapping[str, Any] = {}
    for number, row in enumerate(rows, 1):
        state = row.state if isinstance(row.state, Mapping) else {}
        new_entry, new_decision = (
            ((state.get(part) or {}).get(kind) or {}).get(key) for part in ("state", "contested")
        )
        refused = {
            id_: said
            for id_, said in state.get("rejected", {}).items()
            if id_ not in rejected and isinstance(said, dict) and said["sets"] == [kind, key]
        }
        rejected = state.get("rejected", {})
        is_set = entry != new_entry
        decides = new_decision is not None and new_decision != decision
        entry, decision = new_entry, new_decision
        if is_set or decides or refused:
            yield EntryChange(
                number, row.key, is_set, entry, decision if decides else None, refused
            )


def _candidate(candidate: RankedCandidate) -> dict[str, Any]:
    return {
        "event": candidate.event,
        "allowed": candidate.is_allowed,
        "decided_by": candidate.decided_by,
        "rule": candidate.rule,
        "why": candidate.why,
    }


def _updated(entries: _Entries, changes: Mapping[StateKey, object]) -> _Entries:
    """A copy with other values, which shares what doesn't change; None removes a value."""
    copies: _Entries = {}
    for (kind, key), value in changes.items():
        copy = copies.setdefault(kind, dict(entries.get(kind, {})))
        if value is None:
            copy.pop(key, None)
        else:
            copy[key] = value
    if not copies:
        return entries
    return {kind: each for kind, each in (entries | copies).items() if each}
