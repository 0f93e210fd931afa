"""Synapse's answers about rooms; runs with a Python that has the package `matrix-synapse`.

A room is a line of JSON: `version`, and `events` in topological order, by id. The answer says for
each event why it is rejected, or null, and what the state before it and that at the end are.
"""

import asyncio
import json
import sys
from typing import Any

from synapse.api.errors import AuthError
from synapse.api.room_versions import KNOWN_ROOM_VERSIONS
from synapse.event_auth import (
    auth_types_for_event,
    check_state_dependent_auth_rules,
    check_state_independent_auth_rules,
)
from synapse.events import make_event_from_dict
from synapse.state import v1, v2
from synapse.storage.databases.main.event_federation import StateDifference


class Clock:
    async def sleep(self, duration: object) -> None:
        pass


class Store:
    """Hands out the events of a room; all chains are computed by Synapse's own code."""

    def __init__(self, events: dict[str, Any]) -> None:
        self.events = events

    async def get_events(self, ids: Any, *_: object, **__: object) -> dict[str, Any]:
        return {each: self.events[each] for each in ids if each in self.events}

    async def get_auth_chain_difference(self, *_: object) -> StateDifference:
        return StateDifference(auth_difference=set(), conflicted_subgraph=set())


async def resolved(version: Any, states: list[Any], events: dict[str, Any]) -> dict[Any, str]:
    states = [dict(each) for each in {tuple(sorted(state.items())) for state in states}]
    if len(states) < 2:
        return states[0] if states else {}
    room = next(iter(events.values())).room_id
    if version.identifier == "1":
        fetch = Store(events).get_events
        return dict(await v1.resolve_events_with_store(room, version, states, None, fetch))
    return dict(
        await v2.resolve_events_with_store(
            Clock(), room, version, states, dict(events), Store(events)
        )
    )


async def refusal(event: Any, before: dict[Any, str], events: dict[str, Any]) -> str | None:
    try:
        await check_state_independent_auth_rules(Store(events), event)
        named = [events[each] for each in event.auth_event_ids()]
        check_state_dependent_auth_rules(event, named)
        needed = auth_types_for_event(event.room_version, event)
        state = [events[id_] for key, id_ in before.items() if key in needed]
        check_state_dependent_auth_rules(event, state)
    except AuthError as error:
        return f"refused: {error}"
    except Exception as error:
        return f"raised: {error!r}"
    return None


async def answer(room: dict[str, Any]) -> dict[str, Any]:
    version = KNOWN_ROOM_VERSIONS[room["version"]]
    events: dict[str, Any] = {}
    after: dict[str, dict[Any, str]] = {}
    heads: dict[str, set[str]] = {}
    ends: set[str] = set()
    refusals: dict[str, str | None] = {}
    befores = []
    for id_, value in room["events"].items():
        event = make_event_from_dict(value, version)
        assert event.event_id == id_, (event.event_id, id_)
        previous = event.prev_event_ids()
        before = await resolved(version, [after[each] for each in previous], events)
        befores.append(sorted(before.values()))
        events[id_] = event
        why = refusals[id_] = await refusal(event, before, events)
        below = set().union(*(heads.get(each, {each}) for each in previous))
        after[id_] = before
        if why is not None:
            events[id_] = make_event_from_dict(value, version, rejected_reason=why)
            heads[id_] = below
        else:
            if event.is_state():
                after[id_] = {**before, (event.type, event.state_key): id_}
            ends = (ends - below) | {id_}
    end = await resolved(version, [after[each] for each in ends], events)
    return {"refusals": refusals, "before": befores, "end": sorted(end.values())}


def main() -> None:
    for line in sys.stdin:
        try:
            said = asyncio.run(answer(json.loads(line)))
        except Exception as error:
            said = {"raised": repr(error)}
        sys.stdout.write(json.dumps(said) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
