"""The gallery: small graphs that show how orders handle a fork, a partition, and so on.

    python -m tools.gallery

writes `resources/samples/gallery.ndjson`, reproducibly. A scene has one line per node, in order of
creation: minute, author, causes and text. Wrong clocks and other times of arrival follow.
"""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tanglescope.engine.linear.graph import read_graph

OUT = Path(__file__).parent.parent / "resources" / "samples" / "gallery.ndjson"
_BEGIN = datetime(2024, 5, 4, 9, 0, tzinfo=UTC).timestamp() * 1000
_MINUTE = 60_000

SCENES = {
    "fork": """
        0 ann1 - Begin the boat
        5 ann2 ann1 Draw the hull
        20 bob1 ann2 Try oars
        25 cat1 ann2 Try a sail
        40 bob2 bob1 Oars: longer ones
        50 cat2 cat1 Sail: a second mast
        55 bob3 bob2 Oars: paint them
        70 ann3 bob2+cat2 Merge oars and sail
        75 ann4 ann3 Release 1.0
        80 bob4 bob3 Oars, on a branch of their own
    """,
    "partition": """
        0 ann1 - Who brings the bread?
        2 bob1 ann1 I do
        4 cat1 bob1 And I the cheese
        10 ann2 cat1 The ferry has stopped
        14 bob2 ann2 We eat on this side, then
        18 ann3 bob2 Bread is here
        22 bob3 ann3 And soup
        26 ann4 bob3 It rains
        30 bob4 ann4 We go home
        12 cat2 cat1 The ferry has stopped @60
        24 dan1 cat2 We have cheese only @60
        60 cat3 bob4+dan1 The ferry goes again
        63 ann5 cat3 Next week, then
    """,
    "late-peer": """
        0 ann1 - The regatta is on Sunday
        3 bob1 ann1 I sail
        6 cat1 bob1 I, too
        9 ann2 cat1 Three boats, then
        12 bob2 ann2 Who has a compass?
        15 cat2 bob2 I have one
        18 ann3 cat2 Good
        4 dan1 ann1 I can't come @120
        5 dan2 dan1 My boat leaks @120
        16 dan3 dan2 It has sunk @121
        125 ann4 ann3+dan3 Sorry to hear that
    """,
    "wrong-clocks": """
        0 ann1 - Is anybody at the harbour?
        2 bob1 ann1 I am ~182
        5 ann2 bob1 Is the gate open?
        7 cat1 ann2 It is ~-28500000
        8 bob2 ann2 It was at noon ~188
        10 ann3 cat1+bob2 Then I come
        12 cat2 ann3 Bring the keys ~-28499995
        14 ann4 cat2 I have them
    """,
}
"""`@` is the minute of arrival, `~` the minute on the writer's clock."""


def scene(name: str) -> dict[str, Any]:
    """A scene as a line of a graph file."""
    nodes = [_node(line) for line in SCENES[name].strip().splitlines()]
    writers = sorted({node["writer"] for node in nodes})
    return {"name": name, "writers": [{"key": writer} for writer in writers], "nodes": nodes}


def _node(line: str) -> dict[str, Any]:
    minute, identity, after, said = line.split(maxsplit=3)
    said, _, arrived = said.partition(" @")
    said, _, shown = said.partition(" ~")
    return {
        "id": identity,
        "after": [] if after == "-" else after.split("+"),
        "writer": identity[:3],
        "sequence": int(identity[3:]),
        "asserted": _BEGIN + _MINUTE * float(shown or minute),
        "received": _BEGIN + _MINUTE * float(arrived or minute),
        "label": said,
    }


def main() -> None:
    """Write all scenes."""
    lines = [json.dumps(scene(name)) for name in SCENES]
    for line in lines:
        read_graph(line)
    OUT.write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main()
