"""The time to open and to follow a large conversation of each kind.

    python bench/conversations.py [--small] [--messages N] [--kinds thread,feed,...]

Opening is the work of the window from click to first picture: find the conversation, its order and
its headline, create rows, and read 30 messages with their edges and authors. Where the window shows
a part first, its rows are those of the part; the whole is what it reads then, in the background.
Both are measured in a new library each time, in CPU time of the calling thread, best and worst of
five. Private messages are unlocked before.

Following imports 1,000 more messages of one kind, in batches of 50 as they arrive; kinds whose
edits aren't reported are read again after every ten batches, as in the window. It is the CPU time
of writing and reading together, in all threads.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count as count_up
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time, sleep, thread_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import autobase, pzp
from tanglescope.engine.archive.graphs.pieces import AUTOBASE, TINY_FEED, GraphItem, Piece
from tanglescope.engine.archive.record import Place
from tanglescope.engine.library import (
    EVERYTHING,
    Engine,
    Follower,
    Library,
    Question,
    feed_address,
    import_archives,
    mentions_address,
    search_address,
)
from tanglescope.engine.linear.displayed_rows import DisplayedRows
from tanglescope.engine.linear.graph import Node, Writer
from tanglescope.engine.message.box2 import Scheme
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.private import Keyring
from tanglescope.engine.reduce.feeds import FileEntry
from tanglescope.engine.store.arrivals.archives import SeenArchive
from tanglescope.engine.store.arrivals.importer import take_in_all
from tanglescope.engine.store.arrivals.intake import RANKED
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.orders.graph_joining import GraphJoining
from tests.engine.archive.writers import block_log, pzp_record
from tests.engine.authors import Author, Said
from tools import sealing

SEED = 19
PAGE = 30
FIRST = 128
TIMES = 5
MORE = 1_000
AT_ONCE = 50
LOOKS = 2
"""The number of times a view is read again while that many messages arrive in a second."""

GROUP = b"\5" * 32


@dataclass(frozen=True, slots=True)
class Subject:
    """A conversation to measure; `arrive` imports its next messages into a library."""

    kind: str
    address: str
    database: Path
    arrive: Callable[[Library], None]
    keyring: Keyring | None = None


class Growing:
    """A growing file, and its follower."""

    def __init__(self, path: Path, records: Iterator[bytes]) -> None:
        path.touch()
        self._path = path
        self._records = records
        self._follower: tuple[Library, Follower] | None = None

    def arrive(self, library: Library) -> None:
        """Import the next records."""
        if self._follower is None or self._follower[0] is not library:
            self._follower = library, library.follow(self._path)
        with self._path.open("ab") as file:
            file.write(b"".join(islice(self._records, AT_ONCE)))
        added = sum(change.added for change in self._follower[1].poll())
        while added < AT_ONCE:
            sleep(0.05)  # it pauses after a long poll
            added += sum(change.added for change in self._follower[1].poll())


# Classic messages


def written(count: int, author: Author, random: Random) -> Iterator[Said]:
    """Messages of one author in a thread and a game; each comes after one or two others."""
    start: dict[str, Any] = {"root": None, "previous": None}
    root = author.say({"type": "post", "text": "first", "tangles": {"chess": start}})
    yield root
    recent = [root.key]
    mentions = [{"link": author.feed}]
    for number in range(1, count):
        ends = random.sample(recent, min(len(recent), random.randint(1, 2)))
        content: dict[str, Any] = {"type": "post", "text": f"sea {number}", "channel": "boats"}
        content |= {"root": root.key, "branch": ends, "mentions": mentions}
        content |= {"tangles": {"chess": {"root": root.key, "previous": ends}}}
        said = author.say(content)
        yield said
        recent = [*recent[-3:], said.key]


def in_one_kind(kind: str, writer: Author, root: Said, ends: list[str]) -> Iterator[bytes]:
    """Messages that are in a conversation of one kind, besides the feed of their author."""
    author = writer if kind == "feed" else Author(kind)
    previous = ends
    for number in count_up():
        content: dict[str, Any] = {"type": "post", "text": f"hill {number}"}
        match kind:
            case "thread" | "within" | "by time" | "by timestamp":
                content |= {"root": root.key, "branch": previous}
            case "chess":
                content["tangles"] = {"chess": {"root": root.key, "previous": previous}}
            case "channel":
                content["channel"] = "boats"
            case "mentions":
                content["mentions"] = [{"link": root.value["author"]}]
        if kind in ("search", "within"):
            content["text"] = f"sea {number}"
        said = author.say(content)
        yield said.line
        previous = [said.key]


def classic(folder: Path, count: int) -> Iterator[Subject]:
    """Conversations of one author's messages, which are all in each of them."""
    path, log = folder / "classic.db", folder / "log.ndjson"
    author = Author("bench")
    said = list(written(count, author, Random(SEED)))
    log.write_bytes(b"".join(each.line for each in said))
    import_archives([log], path, engine=Engine.DIRECT)
    root, feed = said[0], author.feed
    ends = [said[-1].key]
    del said  # or the garbage collector would traverse it while messages arrive
    addresses = {
        "thread": root.key,
        "chess": f"chess:{root.key}",
        "feed": str(feed_address(feed)),
        "channel": "#boats",
        "mentions": str(mentions_address(feed)),
        "search": str(search_address(Question("sea"))),
        "within": str(search_address(Question("sea", thread=root.key))),
        "by time": f"{root.key}?by=received",
        "by timestamp": f"{root.key}?by=timestamp",
        "everything": EVERYTHING,
    }
    for kind, address in addresses.items():
        records = in_one_kind(kind, author, root, ends)
        growing = Growing(folder / f"{kind}.ndjson", records)
        yield Subject(kind, address, path, growing.arrive)


# Private messages


def sealed(author: Author, kind: str, random: Random) -> Iterator[Said]:
    """Private messages: of a group, or in a thread of the author with themselves."""

    def seal(content: dict[str, Any]) -> str:
        text = json.dumps(content).encode()
        if kind == "private":
            return sealing.box1(text, [author.feed])
        recipients = [(GROUP, Scheme.GROUP.value)]
        return sealing.box2(text, author.feed, author.previous, recipients)

    start: dict[str, Any] = {"root": None, "previous": None}
    first: dict[str, Any] = {"type": "post", "text": "first"}
    if kind == "group":
        first = {"type": "group/init", "tangles": {"group": start}}
    root = author.say(seal(first))
    yield root
    recent = [root.key]
    for number in count_up():
        ends = random.sample(recent, min(len(recent), random.randint(1, 2)))
        content: dict[str, Any] = {"type": "post", "text": f"{number}"}
        if kind == "group":
            content["tangles"] = {"group": {"root": root.key, "previous": ends}}
        else:
            content |= {"root": root.key, "branch": ends}
        said = author.say(seal(content))
        yield said
        recent = [*recent[-3:], said.key]


def private(kind: str, folder: Path, count: int) -> Iterator[Subject]:
    """A conversation of private messages of one kind."""
    path, log = folder / f"{kind}.db", folder / f"{kind}.ndjson"
    author = Author("bench")
    records = sealed(author, kind, Random(SEED))
    said = list(islice(records, count))
    log.write_bytes(b"".join(each.line for each in said))
    import_archives([log], path, engine=Engine.DIRECT)
    growing = Growing(folder / f"{kind}-more.ndjson", (each.line for each in records))
    address = said[0].key if kind == "private" else f"group:{said[0].key}"
    ring = Keyring(Identity(author.feed, author._secret), (GROUP,))
    yield Subject(kind, address, path, growing.arrive, ring)


# PZP and graphs


def pzp_set(folder: Path, count: int) -> Iterator[Subject]:
    """A set of PZP."""
    path, log = folder / "pzp.db", folder / "log.pzp"
    messages = list(pzp.written(count + MORE, Random(SEED)))
    entries = [FileEntry(each.id, each.as_json()) for each in messages]

    def record(number: int, entry: FileEntry) -> bytes:
        return pzp_record({"id": entry.id, "msg": entry.value, "received": 1e12 + number})

    records = [record(*each) for each in enumerate(entries)]
    log.write_bytes(block_log(records[:count], end=4))
    import_archives([log], path, engine=Engine.DIRECT)
    more = iter(range(count, count + MORE, AT_ONCE))

    def arrive(library: Library) -> None:
        first = next(more)
        with log.open("ab") as file:
            file.write(block_log(records[first : first + AT_ONCE], end=4))
        library.ingest(log, on_change=lambda _: None)

    yield Subject("pzp", messages[0].id, path, arrive)


def graphs(folder: Path, count: int) -> Iterator[Subject]:
    """A graph file with a node on every line."""
    path, log = folder / "graph.db", folder / "nodes.ndjson"
    nodes = list(islice(_nodes(count + MORE), count + MORE))
    lines = [json.dumps(node).encode() + b"\n" for node in nodes]
    log.write_bytes(b"".join(lines[:count]))
    import_archives([log], path, engine=Engine.DIRECT)
    growing = Growing(log, iter(lines[count:]))
    yield Subject("graph", "graph:nodes", path, growing.arrive)


def _nodes(count: int) -> Iterator[dict[str, Any]]:
    random = Random(SEED)
    recent: list[str] = []
    for _ in range(count):
        name = f"{random.getrandbits(128):032x}"
        yield {"id": name, "after": random.sample(recent, min(len(recent), 2)), "writer": name[:1]}
        recent = [*recent[-3:], name]


def autobases(folder: Path, count: int) -> Iterator[Subject]:
    """An Autobase of dense traffic."""
    entries = list(autobase.gossip(count + MORE, autobase.dense))
    writers = tuple(Writer(key) for key in autobase.KEYS)
    items = [GraphItem(Node(each.name, each.after, each.writer, each.sequence)) for each in entries]
    yield _verified("autobase", AUTOBASE, folder, count, writers, items)


def tiny_feeds(folder: Path, count: int) -> Iterator[Subject]:
    """A feed of tinySSB."""
    writer, names = "ab" * 32, [f"{number:040x}" for number in range(count + MORE)]
    causes = [(), *((name,) for name in names)]
    items = [
        GraphItem(Node(name, causes[number], writer, number + 1), text=name)
        for number, name in enumerate(names)
    ]
    yield _verified("tinyssb", TINY_FEED, folder, count, (Writer(writer),), items)


def _verified(
    title: str,
    kind: str,
    folder: Path,
    count: int,
    writers: tuple[Writer, ...],
    items: Sequence[GraphItem],
) -> Subject:
    """A graph with signed nodes, stored in the database as by the reader of its store."""
    path, store = folder / f"{title}.db", folder / "store"
    store.touch()
    name = writers[0].key if kind == TINY_FEED else "base"

    def put(library: Library, some: Sequence[GraphItem]) -> None:
        piece = Piece(kind, name, Place("core", 1), writers, tuple(some))
        database = library._database
        with writing(database):
            archive = library.archives.recognize(store)
            GraphJoining(database, archive, RANKED).put([piece])
        take_in_all(database, SeenArchive(1, store, archive.cursor), (), None, None, lambda: False)

    with Library.open(path) as library:
        put(library, items[:count])
    more = iter(range(count, count + MORE, AT_ONCE))

    def arrive(library: Library) -> None:
        first = next(more)
        put(library, items[first : first + AT_ONCE])

    return Subject(title, f"{kind}:{name}", path, arrive)


# Measuring


def opened(subject: Subject) -> tuple[float, float]:
    """The seconds to a first page of a conversation, and then to its whole order."""
    with Library.open(subject.database, read_only=True) as library:
        if subject.keyring is not None:
            library.unlock(subject.keyring)
        start = thread_time()
        conversation = library.conversation(subject.address)
        part = conversation.part(None, FIRST)
        snapshot = part or conversation.snapshot()
        messages = len(snapshot.keys)
        headline = conversation.headline(messages)
        rows = DisplayedRows(snapshot.keys, snapshot.waiting)
        page = rows.slice(0 if part else max(0, len(rows) - PAGE), PAGE)
        conversation.edges(page)
        shown = conversation.messages(page)
        library.names({message.author for message in shown.values()})
        library.votes.of(page)
        first, start = thread_time() - start, thread_time()
        assert len(shown) == min(PAGE, messages)
        assert part or headline.messages == messages
        if part:
            whole = library.conversation(subject.address).snapshot()
            assert list(whole.keys[:messages]) == list(part.keys)
        return first, thread_time() - start if part else 0.0


def followed(subject: Subject) -> float:
    """The seconds to follow so many more messages, from the file to a reader."""
    with (
        Library.open(subject.database) as writer,
        Library.open(subject.database, read_only=True) as reader,
    ):
        private = reader.unlock(subject.keyring) if subject.keyring is not None else None
        conversation = reader.conversation(subject.address)
        before = conversation.snapshot()
        had = len(before.keys)
        batches = MORE // AT_ONCE
        start = process_time()
        for batch in range(batches):
            subject.arrive(writer)
            if private is not None:
                private.refresh()
            if conversation.revision() is None and (batch + 1) % (batches // LOOKS) == 0:
                snapshot = reader.conversation(subject.address).snapshot()
                snapshot.change_from(before)
                before = snapshot
        seconds = process_time() - start
        now = len(reader.conversation(subject.address).snapshot().keys)
        assert now == had + MORE, (had, now)
    return seconds


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="2,000 messages")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--kinds", default="", help="only these, with commas between them")
    options = parser.parse_args()
    count = 2_000 if options.small else options.messages
    chosen = options.kinds.split(",") if options.kinds else []
    print(f"{count:,} messages, seed {SEED}, Python {platform.python_version()}, CPU time")
    print(f"{os.cpu_count()} cores at load {os.getloadavg()[0]:.1f}")
    makers: dict[Callable[[Path, int], Iterator[Subject]], Sequence[str]] = {
        classic: (
            *("thread", "chess", "feed", "channel", "mentions", "search", "within"),
            *("by time", "by timestamp", "everything"),
        ),
        lambda folder, count: private("private", folder, count): ("private",),
        lambda folder, count: private("group", folder, count): ("group",),
        pzp_set: ("pzp",),
        graphs: ("graph",),
        autobases: ("autobase",),
        tiny_feeds: ("tinyssb",),
    }
    for make, kinds in makers.items():
        if chosen and not set(kinds).intersection(chosen):
            continue
        with tempfile.TemporaryDirectory() as name:
            for subject in make(Path(name), count):
                if not chosen or subject.kind in chosen:
                    report(subject)


def report(subject: Subject) -> None:
    """Print the figures of one conversation."""
    times = [opened(subject) for _ in range(TIMES)]
    first = [1000 * each for each, _ in times]
    text = f"{subject.kind:12} open {min(first):8.1f} ms, at most {max(first):8.1f} ms"
    if whole := 1000 * min(each for _, each in times):
        text += f", then the whole {whole:8.1f} ms"
    print(text, end=", ", flush=True)
    print(f"follow {MORE:,} messages {followed(subject):8.2f} s", flush=True)


if __name__ == "__main__":
    main()
