"""Autobase with an update after every entry, from dense traffic to traffic that confirms nothing.

    python bench/autobase.py [--small] [--node FOLDER]

Before a writer appends, it receives from each of the others with probability 0.8 (dense), or from
one of them with probability 0.5 (sparse, confirms in bursts) or 0.3 (sparser). With --node, the
linearizer of the original processes the same entries from memory; it was installed in FOLDER by
`npm install autobase@7.28.1`. The floor is one plain topological sort by heap, which confirms
nothing and returns one result, at the end.
"""

import argparse
import json
import platform
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

from tanglescope.engine.linear.autobase.order import Autobase
from tanglescope.engine.linear.graph import Writer
from tanglescope.engine.linear.walk import least_order

SEED = 0
KEYS = "abcd"


@dataclass(frozen=True, slots=True)
class Entry:
    """An arriving entry."""

    name: str
    after: tuple[str, ...]
    writer: str
    sequence: int


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a twentieth of the entries")
    parser.add_argument("--node", type=Path, help="where the original is installed")
    arguments = parser.parse_args()
    small, node = arguments.small, arguments.node
    many, few = (5_000, 250) if small else (100_000, 5_000)
    print(f"{len(KEYS)} writers, seed {SEED}, Python {platform.python_version()}, CPU time")
    measure("dense", list(gossip(many, dense)), node)
    measure("sparse", list(gossip(few, partial(sparse, 0.5))), node)
    measure("sparser", list(gossip(few, partial(sparse, 0.3))), node)


def measure(title: str, entries: Sequence[Entry], node: Path | None) -> None:
    """Add all entries, one by one, and print the cost."""
    base = Autobase(Writer(key) for key in KEYS)
    undone = edits = 0
    start = process_time()
    for entry in entries:
        update = base.add(entry.name, entry.after, entry.writer, entry.sequence)
        undone += update.undo
        edits += len(update.edits)
    seconds = process_time() - start

    start = process_time()
    keys = {entry.name: (entry.writer, entry.sequence) for entry in entries}
    order = least_order({entry.name: entry.after for entry in entries}, keys.__getitem__)
    floor = process_time() - start
    if len(order) != len(base):
        raise AssertionError("entries are missing")

    count = len(entries)
    print(f"{title:8}{count:8,} entries {seconds:8.2f} s  {seconds / count * 1e6:6.1f} us an entry")
    print(f"{'':8}{base.confirmed_length:8,} confirmed, {undone:,} undone, {edits:,} edits")
    print(f"{'':8}{seconds / floor:8.1f} x the floor of {floor:.2f} s")
    if node is not None:
        original, confirmed = in_the_original(entries, node)
        if confirmed != base.confirmed_length:
            raise AssertionError(f"the original confirms {confirmed}")
        print(f"{'':8}{seconds / original:8.2f} x the original's {original:.2f} s")


def in_the_original(entries: Sequence[Entry], folder: Path) -> tuple[float, int]:
    """The seconds that the original takes for these entries, and the number it confirms."""
    lines = "".join(
        json.dumps([entry.writer, entry.sequence, entry.after]) + "\n" for entry in entries
    )
    script = Path(__file__).with_suffix(".js").resolve()
    command = ["node", str(script)]
    answer = subprocess.run(command, cwd=folder, input=lines, text=True, capture_output=True)
    if answer.returncode:
        raise SystemExit(answer.stderr)
    found = json.loads(answer.stdout)
    return found["seconds"], found["confirmed"]


def dense(random: Random, writer: int) -> list[int]:
    """Most of the others."""
    return [peer for peer in range(len(KEYS)) if peer != writer and random.random() < 0.8]


def sparse(chance: float, random: Random, writer: int) -> list[int]:
    """One of the others, or none."""
    if random.random() >= chance:
        return []
    return [random.choice([peer for peer in range(len(KEYS)) if peer != writer])]


def gossip(count: int, peers: Callable[[Random, int], list[int]]) -> Iterator[Entry]:
    """Entries of writers that receive from their peers and refer to their known heads."""
    random = Random(SEED)
    known = [[0] * len(KEYS) for _ in KEYS]
    clocks: list[list[list[int]]] = [[] for _ in KEYS]
    for _ in range(count):
        writer = random.randrange(len(KEYS))
        for peer in peers(random, writer):
            known[writer] = list(map(max, known[writer], known[peer]))
        clock = known[writer]
        last = {peer: clocks[peer][length - 1] for peer, length in enumerate(clock) if length}
        heads = [
            peer
            for peer in last
            if peer == writer
            or not any(seen[peer] >= clock[peer] for key, seen in last.items() if key != peer)
        ]
        after = tuple(f"{KEYS[peer]}{clock[peer] - 1}" for peer in heads)
        yield Entry(f"{KEYS[writer]}{clock[writer]}", after, KEYS[writer], clock[writer])
        known[writer] = [length + (peer == writer) for peer, length in enumerate(clock)]
        clocks[writer].append(known[writer])


if __name__ == "__main__":
    main()
