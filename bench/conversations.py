"""How long a large conversation of each kind takes to open, and to follow.

    python bench/conversations.py [--small] [--messages N]

Every message is in a thread, in a chess tangle, in a channel and in one feed, so that all of these
are of one size. Opening is from the address to a first page: the order, and 30 messages with what
joins them. It is measured in a new library each time, in CPU time of the thread that asks, best and
worst of five. Following takes in 1,000 more messages, in portions of 50 as they arrive.
"""

import argparse
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time, thread_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from engine.library import EVERYTHING, Engine, Library, feed_address, import_archives
from tests.engine.authors import Author, Said

SEED = 19
PAGE = 30
TIMES = 5
MORE = 1_000
AT_ONCE = 50


def written(count: int, random: Random) -> Iterator[Said]:
    """Messages of one author who plays and talks at once; each comes after one or two others."""
    author = Author("bench")
    start: dict[str, Any] = {"root": None, "previous": None}
    root = author.say({"type": "post", "text": "first", "tangles": {"chess": start}})
    yield root
    recent = [root.key]
    for number in range(1, count):
        ends = random.sample(recent, min(len(recent), random.randint(1, 2)))
        content = {"type": "post", "text": f"{number}", "channel": "boats"}
        content |= {"root": root.key, "branch": ends}
        content |= {"tangles": {"chess": {"root": root.key, "previous": ends}}}
        said = author.say(content)
        yield said
        recent = [*recent[-3:], said.key]


def opened(path: Path, address: str) -> float:
    """The seconds to a first page of a conversation."""
    with Library.open(path, read_only=True) as library:
        start = thread_time()
        conversation = library.conversation(address)
        keys = conversation.snapshot().keys
        page = list(keys[-PAGE:])
        conversation.edges(page)
        shown = conversation.messages(page)
        seconds = thread_time() - start
        assert len(shown) == min(PAGE, len(keys))
    return seconds


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages")
    parser.add_argument("--messages", type=int, default=100_000)
    options = parser.parse_args()
    count = 2_000 if options.small else options.messages
    print(f"{count:,} messages, seed {SEED}, Python {platform.python_version()}, CPU time")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        log, path = Path(name) / "log.ndjson", Path(name) / "own.db"
        said = list(written(count + MORE, Random(SEED)))
        log.write_bytes(b"".join(each.line for each in said[:count]))
        start = process_time()
        import_archives([log], path, engine=Engine.DIRECT)
        print(f"import without that of its processes {process_time() - start:8.2f} s")
        root, author = said[0].key, said[0].value["author"]
        addresses = {
            "thread": root,
            "chess": f"chess:{root}",
            "feed": str(feed_address(author)),
            "channel": "#boats",
            "everything": EVERYTHING,
        }
        for kind, address in addresses.items():
            times = [opened(path, address) * 1000 for _ in range(TIMES)]
            print(f"open {kind:12} {min(times):8.1f} ms, at most {max(times):8.1f} ms")
        growing = Path(name) / "growing.ndjson"
        growing.touch()
        with Library.open(path) as library:
            follower = library.follow(growing)
            start = process_time()
            for first in range(count, count + MORE, AT_ONCE):
                with growing.open("ab") as file:
                    file.write(b"".join(each.line for each in said[first : first + AT_ONCE]))
                for _ in follower.poll():
                    pass
            print(f"follow {MORE:,} messages in all of them {process_time() - start:8.2f} s")


if __name__ == "__main__":
    main()
