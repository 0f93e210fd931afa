"""A database with a conversation of every kind that can be read without a key."""

import json
from pathlib import Path

from tanglescope.engine.library import Library
from tests.engine.club import Club
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log

_GRAPH = {
    "name": "votes",
    "writers": [{"key": "a", "indexer": True}, {"key": "b", "indexer": True}],
    "nodes": [
        {"id": "a0", "after": [], "writer": "a", "sequence": 0, "asserted": 3, "received": 1},
        {"id": "b0", "after": ["a0"], "writer": "b", "sequence": 0, "asserted": 1, "received": 4},
        {"id": "b1", "after": ["b0"], "writer": "b", "sequence": 1, "asserted": 2, "received": 3},
        {"id": "a1", "after": ["a0"], "writer": "a", "sequence": 1, "asserted": 4, "received": 2},
        {"id": "a2", "after": ["b1", "a1", "gone"], "writer": "a", "sequence": 2},
    ],
}

ADDRESSES = {**Club().addresses, "set": EXAMPLE["moot"], "graph": "graph:votes"}
"""The addresses of these conversations, by kind."""


def library_of_every_kind(folder: Path) -> Library:
    """Open a library with a conversation of every kind."""
    library = Library.open(folder / "library.db")
    library.ingest(write(folder / "log.ndjson", Club().said))
    library.ingest(write_log(folder / "log", entries_of(EXAMPLE)))
    (folder / "graphs.ndjson").write_text(json.dumps(_GRAPH) + "\n")
    library.ingest(folder / "graphs.ndjson")
    return library
