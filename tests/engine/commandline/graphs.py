"""Graph files and threads for the debugging commands."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

from tanglescope.engine.commandline.common.group import CommandGroup


def run(*arguments: str, text: str | bytes | None = None, **more: Any) -> Result:
    """Run a command as a script does."""
    group: click.Group = CommandGroup(name="tanglescope")
    return CliRunner().invoke(group, arguments, input=text, **more)


def graph_file(path: Path, nodes: Sequence[Mapping[str, Any]], **more: Any) -> str:
    """A graph file with one graph."""
    path.write_text(json.dumps({"nodes": nodes, **more}) + "\n")
    return str(path)


def room_file(path: Path, *more: dict[str, Any]) -> str:
    """A room in which Ann sets two topics at the same time, and Ben one that he may not set."""
    ann, ben = "@ann:one", "@ben:two"
    topic = {"type": "m.room.topic", "state_key": "", "sender": ann}
    events: list[dict[str, Any]] = [
        {
            "type": "m.room.create",
            "state_key": "",
            "sender": ann,
            "content": {"room_version": "11"},
        },
        {
            "type": "m.room.member",
            "state_key": ann,
            "sender": ann,
            "content": {"membership": "join"},
        },
        {
            "type": "m.room.join_rules",
            "state_key": "",
            "sender": ann,
            "content": {"join_rule": "public"},
        },
        {
            "type": "m.room.member",
            "state_key": ben,
            "sender": ben,
            "content": {"membership": "join"},
        },
        topic | {"content": {"topic": "sea"}, "prev_events": ["$3"]},
        topic | {"content": {"topic": "land"}, "prev_events": ["$3"]},
        topic | {"sender": ben, "content": {"topic": "air"}, "prev_events": ["$3"]},
    ]
    auth = [[], ["$0"], ["$0", "$1"], ["$0", "$2"], ["$0", "$1"], ["$0", "$1"], ["$0", "$3"]]
    for number, event in enumerate(events):
        after = {"prev_events": [f"${number - 1}"] if number else []}
        given = {"event_id": f"${number}", "room_id": "!r:one", "origin_server_ts": number}
        events[number] = after | given | {"auth_events": auth[number], "depth": number} | event
    path.write_text("\n".join(map(json.dumps, [*events, *more])))
    return str(path)
