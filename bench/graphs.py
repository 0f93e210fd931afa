"""Graph files, newest first: processor time from the file to the database, and to an order.

    python bench/graphs.py [NODES]

The graph is that of a busy room: up to eight open ends, 40 writers. It is read once as one line,
and once as a line for each node, as when a window follows it.
"""

import json
import random
import resource
import sys
import tempfile
from pathlib import Path
from time import process_time

from engine.library import Library


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


if __name__ == "__main__":
    main(2_000 if "--small" in sys.argv else int([*sys.argv, "50000"][1]))
