"""Rooms are judged and resolved as Synapse and ruma do.

The recorded rooms are always tested. With `SYNAPSE_PYTHON`, the path of a Python that has the
package `matrix-synapse`, slow tests also ask Synapse itself about `SYNAPSE_ROOMS` random rooms.
"""

import json
import lzma
import os
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.reduce.matrix.resolution import StateMap, resolve
from tanglescope.engine.reduce.matrix.room_history import Judgement, RoomHistory
from tests.engine.reduce.matrix.random_rooms import RandomRoom, random_rooms
from tests.vectors.matrix import FOLDER, load

PYTHON = os.environ.get("SYNAPSE_PYTHON")
ROOMS = int(os.environ.get("SYNAPSE_ROOMS", "600"))
RECORDED = 96


def asked(rooms: Iterable[RandomRoom]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Each room, and what Synapse says about it."""
    program = [str(PYTHON), str(FOLDER / "ask_synapse.py")]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as synapse:
        assert synapse.stdin is not None
        assert synapse.stdout is not None
        for room in rooms:
            question = {"version": room.version, "events": room.events}
            synapse.stdin.write(json.dumps(question) + "\n")
            synapse.stdin.flush()
            yield question, json.loads(synapse.stdout.readline())


def previous(event: dict[str, Any]) -> list[str]:
    return [each[0] if isinstance(each, list) else each for each in event["prev_events"]]


def check(room: dict[str, Any], said: dict[str, Any]) -> None:
    """Compare every verdict, the state before every event, and the state at the end."""
    history = RoomHistory()
    for (id_, event), before in zip(room["events"].items(), said["before"], strict=True):
        history.add(id_, event)
        why = said["refusals"][id_]
        expected = Judgement.ALLOWED if why is None else Judgement.REJECTED
        assert history.judge(id_).judgement is expected, (why, history.judge(id_), event)
        assert history.rules is not None
        state = history._merge(previous(event), history.rules).state
        assert sorted(value for _, value in state) == before
    end = history.current()
    assert end is not None
    assert sorted(value for _, value in end.state) == said["end"]


@pytest.mark.parametrize("number", range(RECORDED))
def test_recorded_rooms_are_judged_as_by_synapse(number: int) -> None:
    check(*load("rooms")[number])


@pytest.mark.slow
@pytest.mark.skipif(PYTHON is None, reason="SYNAPSE_PYTHON names no Python with Synapse")
def test_random_rooms_are_judged_as_by_synapse() -> None:
    failed = 0
    for room, said in asked(random_rooms(ROOMS, first=10_000)):
        if "raised" in said:  # power levels that aren't numbers, while it resolves
            failed += 1
        else:
            check(room, said)
    assert failed <= ROOMS // 100


@pytest.mark.parametrize("number", range(RECORDED // 4))
def test_a_room_is_judged_alike_in_whatever_order_it_arrives(number: int) -> None:
    room, said = load("rooms")[number]
    history = RoomHistory()
    for id_, event in reversed(room["events"].items()):
        history.add(id_, event)
    judged = {id_: history.judge(id_).judgement is Judgement.REJECTED for id_ in room["events"]}
    assert judged == {id_: why is not None for id_, why in said["refusals"].items()}
    end = history.current()
    assert end is not None
    assert sorted(value for _, value in end.state) == said["end"]


@pytest.mark.parametrize("name", load("ruma"))
def test_fixtures_of_ruma_are_resolved_as_it_does(name: str) -> None:
    fixture = load("ruma")[name]
    history = RoomHistory()
    for event in fixture["pdus"]:
        history.add(event["event_id"], event)
    assert {history.judge(each).judgement for each in history.events} == {Judgement.ALLOWED}
    state = history.current()
    if fixture["states"]:
        assert history.rules is not None
        maps = [
            StateMap().updated({history.events[id_].key: id_ for id_ in ids})  # type: ignore[misc]
            for ids in fixture["states"]
        ]
        state = resolve(maps, history.events, history.rules)
    assert state is not None
    assert sorted(value for _, value in state.state) == sorted(fixture["resolved"])


def record(path: Path) -> None:
    """Write new rooms with the answers of Synapse."""
    rooms = [pair for pair in asked(random_rooms(RECORDED, first=0)) if "raised" not in pair[1]]
    assert len(rooms) == RECORDED
    path.write_bytes(lzma.compress(json.dumps(rooms).encode(), preset=9))


if __name__ == "__main__":
    record(FOLDER / "rooms.json.xz")
