"""Graph files, newest first: processor time from the file to the database, and to an order.

    python bench/graphs.py [NODES]

The graph is that of a busy room: up to eight open ends, 40 writers. It is read once as one line,
and once as a line for each node, as when a window follows it.

Then a graph of the same size is read without being stored, in each form, and the time is given as a
multiple of what `json.loads` takes for its nodes. Both take turns, so that other load affects both.
"""

import json
import random
import resource
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from time import process_time

from tanglescope.engine.archive.graphs.pieces import read_piece
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.library import Library


def graph(count: int) -> list[dict[str, object]]:
    """The nodes of a room, newest first."""
    chance = random.Random(3)
    ends = ["e0"]
    nodes: list[dict[str, object]] = [{"id": "e0", "after": [], "writer": "w0"}]
    for number in range(1, count):
        after = chance.sample(ends, min(len(ends), chance.choice([1, 1, 1, 1, 2])))
        if chance.random() < 0.1:
            after = [f"e{max(0, number - chance.randrange(1, 20))}"]
        writer = f"w{chance.randrange(40)}"
        nodes.append(
            {"id": f"e{number}", "after": after, "writer": writer, "asserted": number * 1000}
        )
        ends = [*(end for end in ends if end not in after), f"e{number}"][-8:]
    return nodes[::-1]


def main(count: int = 50_000) -> None:
    """Print a line for each form."""
    nodes = graph(count)
    forms = {
        "one line": json.dumps({"nodes": nodes}) + "\n",
        "a line for each node": "".join(f"{json.dumps(node)}\n" for node in nodes),
    }
    for name, text in forms.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "room.ndjson"
            path.write_text(text)
            begun = process_time()
            with Library.open(Path(folder) / "library.db") as library:
                library.ingest(path, on_change=lambda _: None)
                taken = process_time()
                conversation = library.conversation("graph:room")
                conversation.snapshot()
                ordered = process_time()
                conversation.shape()
                drawn = process_time()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(
            f"{count:,} nodes, {name}: taken in {taken - begun:.1f} s, ordered"
            f" {ordered - taken:.1f} s, shape {drawn - ordered:.1f} s of CPU; {memory} MB"
        )

    _compare_forms(nodes)


def in_other_forms(nodes: list[dict[str, object]]) -> dict[str, str]:
    """Files with a graph of as many nodes, by their names."""
    pairs = list(pairwise(str(node["id"]) for node in nodes))
    events = (
        {
            "event_id": node["id"],
            "prev_events": node["after"],
            "auth_events": [],
            "type": "m.room.message",
            "sender": node["writer"],
            "room_id": "!room:example",
            "origin_server_ts": node.get("asserted", 0),
            "content": {"body": f"text of {node['id']}"},
            "hashes": {"sha256": "x" * 43},
        }
        for node in nodes
    )
    return {
        "nodes.ndjson": "".join(f"{json.dumps(node)}\n" for node in nodes),
        "graph.json": json.dumps({"nodes": nodes}),
        "room.ndjson": "".join(f"{json.dumps(event)}\n" for event in events),
        "plain.dot": "digraph {\n" + "".join(f"  {one} -> {two};\n" for one, two in pairs) + "}",
        "labelled.dot": "digraph {\n"
        + "".join(f'  {one} -> {two} [label="from {one}"];\n' for one, two in pairs)
        + "}",
        "chart.mmd": "flowchart TD\n"
        + "".join(f'  {one}["box {one}"] --> {two}\n' for one, two in pairs),
    }


def _compare_forms(nodes: list[dict[str, object]]) -> None:
    """Print how long reading takes in each form."""
    lines = [json.dumps(node) for node in nodes]
    with tempfile.TemporaryDirectory() as folder:
        for name, text in in_other_forms(nodes).items():
            path = Path(folder) / name
            path.write_text(text)
            turns = [(_read(path), _time_of(lambda: list(map(json.loads, lines)))) for _ in "12345"]
            ratio = median(reading / floor for reading, floor in turns)
            print(f"{name}: {min(turns)[0]:.2f} s, {ratio:.1f} times json.loads")


def _read(path: Path) -> float:
    return _time_of(lambda: [read_piece(each) for each in open_archive(path).records()])


def _time_of(work: Callable[[], object]) -> float:
    begun = process_time()
    work()
    return process_time() - begun


if __name__ == "__main__":
    main(2_000 if "--small" in sys.argv else int([*sys.argv, "50000"][1]))
