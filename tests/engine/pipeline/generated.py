"""Large generated archives with every fault: a growing network of people who talk.

A few people write most messages, most replies go to long threads, and one thread is huge. Every
message is really signed. The same seed gives the same archive in any format.
"""

import base64
import struct
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any, BinaryIO

import orjson

from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.keys import message_id
from tests.engine.archive.writers import BLOCK, bipf_record
from tests.engine.authors import Author, Said

WORDS = ("tangle", "paper", "anchor", "patch", "garden", "thread", "river", "night", "größe", "☃")

Item = dict[str, Any] | bytes
"""A record, or bytes that are none."""


@dataclass(slots=True)
class _Thread:
    root: str
    recent: list[str] = field(default_factory=list)


def network(messages: int, seed: int = 1) -> Iterator[Item]:
    """About this many records, in order of receipt."""
    random = Random(seed)
    people = [Author(f"{seed}/{number}") for number in range(max(messages // 400, 5))]
    weights = list(accumulate(1 / (rank + 5) for rank in range(len(people))))
    threads: list[_Thread] = []
    popular: list[int] = []
    late: list[Item] = []
    for step in range(messages):
        rank = bisect(weights, random.random() * weights[-1])
        person = people[rank]
        thread = _choose(random, threads, popular)
        said = person.say(_content(random, person, threads, thread))
        _file(said, threads, popular, thread)
        yield said.record
        yield from _blemishes(random, said, late)
        if rank == len(people) // 2 and person.sequence == 10:
            yield person.draft({"type": "post", "text": "another branch"}).record
            yield person.say({"type": "post", "text": "and on"}).record
        if rank == len(people) // 2 + 1 and person.sequence == 10:
            person.say({"type": "post", "text": "lost"})
        if late and step % 100 == 0:
            yield late.pop(0)
    yield from late


def write(path: Path, form: str, items: Iterator[Item]) -> int:
    """Write an archive; return its number of records."""
    count = 0
    with path.open("wb") as file:
        write_one = _WRITERS[form](file)
        for item in items:
            write_one(item)
            count += 1
        if form == "log.bipf":
            file.write(bytes(-file.tell() % BLOCK))
    return count


def _choose(random: Random, threads: list[_Thread], popular: list[int]) -> int | None:
    """The thread to reply in; None for a new one."""
    if not threads or random.random() < 0.15:
        return None
    return 0 if random.random() < 0.1 else random.choice(popular)


def _content(
    random: Random, person: Author, threads: list[_Thread], thread: int | None
) -> dict[str, Any]:
    draw = random.random()
    if threads and draw < 0.3:
        link = random.choice(random.choice(threads).recent)
        return {"type": "vote", "vote": {"link": link, "value": 1, "expression": "Like"}}
    if draw < 0.38:
        return {"type": "contact", "contact": person.feed, "following": True}
    if draw < 0.4:
        return {"type": "about", "about": person.feed, "name": random.choice(WORDS)}
    text = " ".join(random.choices(WORDS, k=1 + min(900, int(random.expovariate(1 / 30)))))
    if thread is None:
        return {"type": "post", "text": text, "mentions": []}
    recent = threads[thread].recent
    heads = random.sample(recent, min(len(recent), 1 + (random.random() < 0.1)))
    branch = heads[0] if len(heads) == 1 else heads
    return {"type": "post", "text": text, "root": threads[thread].root, "branch": branch}


def _file(said: Said, threads: list[_Thread], popular: list[int], thread: int | None) -> None:
    content = said.value["content"]
    if content["type"] != "post":
        return
    if thread is None:
        thread = len(threads)
        threads.append(_Thread(said.key))
    threads[thread].recent = [*threads[thread].recent[-2:], said.key]
    popular.append(thread)


def _blemishes(random: Random, said: Said, late: list[Item]) -> Iterator[Item]:
    draw = random.random()
    if draw < 0.0002:
        yield orjson.dumps(said.record)[: random.randrange(40, 200)]
    elif draw < 0.0004:
        key = f"%{base64.b64encode(random.randbytes(32)).decode()}.sha256"
        yield said.record | {"key": key}
    elif draw < 0.0006:
        yield _unsigned(said)
    elif draw < 0.006:
        late.append(said.record | {"timestamp": said.received - random.choice([0, 0, 5000])})


def _unsigned(said: Said) -> Item:
    """The message with one flipped bit in its signature, under the key that results."""
    signature = bytearray(base64.b64decode(said.value["signature"][:88]))
    signature[0] ^= 1
    text = f"{base64.b64encode(signature).decode()}.sig.ed25519"
    value = said.value | {"signature": text}
    return {"key": message_id(canonical(value)), "value": value, "timestamp": said.received}


class _Lines:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def __call__(self, item: Item) -> None:
        self._file.write((item if isinstance(item, bytes) else orjson.dumps(item)) + b"\n")


class _Frames(_Lines):
    def __call__(self, item: Item) -> None:
        data = item if isinstance(item, bytes) else orjson.dumps(item)
        length = struct.pack(">I", len(data))
        end = self._file.tell() + len(data) + 12
        self._file.write(length + data + length + struct.pack(">I", end))


class _Blocks(_Lines):
    def __call__(self, item: Item) -> None:
        if isinstance(item, bytes):
            record = struct.pack("<H", len(item)) + item
        else:
            record = bipf_record(item)
        room = BLOCK - self._file.tell() % BLOCK
        if len(record) + 2 > room:
            self._file.write(bytes(room))
        self._file.write(record)


_WRITERS = {"ndjson": _Lines, "log.offset": _Frames, "log.bipf": _Blocks}
