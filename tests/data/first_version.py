"""Write `first-version.tar.xz`: logs, and the database that the first version made of them.

    git worktree add ../first fe827bc
    cp tests/data/first_version.py ../first/tests/data/
    cd ../first && python -m tests.data.first_version first-version.tar.xz

The first version had threads as its only tangles, and ignored replies by tangle data.
"""

import sqlite3
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from engine.library import Library
from engine.store.files.database import connect
from engine.store.orders import order_cache
from engine.store.orders.order_cache import OrderCache
from tests.engine import pzp_log
from tests.engine.authors import Author, Said, post
from tests.engine.store.pzp_archives import write_log

MISSING = f"%{'A' * 43}=.sha256"


def data(root: Said | str | None, *previous: Said | str) -> dict[str, Any]:
    """Tangle data; without arguments, the tangle data of a root."""
    keys = [each if isinstance(each, str) else each.key for each in previous]
    start = root if root is None or isinstance(root, str) else root.key
    return {"root": start, "previous": keys or None}


def talk() -> list[Said]:
    """Threads with replies of both kinds, games, forks, gaps, names, and unreadable messages."""
    random = Random(1)
    people = [Author(f"first {number}") for number in range(4)]
    ann, bob, eve, _ = people
    root = ann.say(post("Shall we play?", channel="games", tangles={"thread": data(None)}))
    game = bob.say({"type": "chess", "tangles": {"chess": data(None)}})
    said = [root, game]
    replies, moves = [root], [game]
    for number in range(60):
        person = random.choice(people)
        ends = random.sample(replies[-4:], min(2, len(replies)))
        match number % 5:
            case 0:
                content = post(f"by root {number}", root, *ends)
            case 1:
                content = {"type": "post", "text": f"by data {number}"}
                content["tangles"] = {"thread": data(root, *ends)}
            case 2:
                content = post(f"both ways {number}", root, ends[0])
                content["tangles"] = {"thread": data(root, ends[-1])}
            case 3:
                played = random.sample(moves[-3:], min(2, len(moves)))
                lost = [MISSING] if number % 30 == 13 else []
                content = {"type": "move", "tangles": {"chess": data(game, *played, *lost)}}
            case _:
                content = post(f"Another subject {number}", mentions=[{"link": ann.feed}])
        message = person.say(content)
        said.append(message)
        (moves if number % 5 == 3 else replies if number % 5 < 3 else []).append(message)
    said += [
        ann.draft(post("On a branch", root)),
        ann.say("c2VjcmV0.box"),
        bob.say({"type": "about", "about": ann.feed, "name": "Ann"}),
        eve.say({"type": "vote", "vote": {"link": root.key, "value": 1}}),
        ann.say(post("An answer to what is missing", MISSING)),
        ann.say(
            {
                "type": "post",
                "text": "two threads",
                "root": root.key,
                "branch": root.key,
                "tangles": {"thread": data(said[-1], said[-1])},
            }
        ),
        ann.say({"type": "post", "text": "broken", "tangles": {"chess": {"root": 1}}}),
    ]
    eve.say(post("lost"))
    said += [
        eve.say(post("After a gap", root)),
        eve.say(
            {
                "type": "move",
                "tangles": {"chess": data(game, moves[-1]), "thread": data(root, root)},
            }
        ),
    ]
    late = [said.pop(random.randrange(2, len(said))) for _ in range(12)]
    return said + late


def write(path: Path) -> None:
    """Write the archive."""
    order_cache.LARGE = 3  # large enough for orders to be stored in one piece
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log = folder / "log.ndjson"
        log.write_bytes(b"".join(each.line for each in talk()))
        pzp = write_log(folder / "pzp", pzp_log.entries())
        database = folder / "library.db"
        with Library.open(database) as library:
            library.ingest(log)
            library.ingest(pzp)
            assert library.check().ok
        with closing(connect(database)) as opened:
            OrderCache(opened).renew()
        with closing(sqlite3.connect(database)) as opened:
            opened.execute("VACUUM")
            assert opened.execute("SELECT count(*) FROM order_cache").fetchone() > (0,)
        with tarfile.open(path, "w:xz") as packed:
            for each in (log, pzp, database):
                packed.add(each, each.name)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
