"""Checking an archive beside what libsodium alone takes for its signatures, and reading its frames.

    python bench/verify.py [--small]

The first ratio is CPU time on one core: reading, parsing, ids, signatures, rules and chains of
every message, over the bare `crypto_sign_open` of PyNaCl on texts that were cut before. The
second is wall time of one process over that of two; it needs two idle cores. Both compare runs
that take turns, so that other work on the machine meets both sides. Last, the frames
of a `log.offset` and a `log.bipf` of a million records.
"""

import argparse
import gc
import json
import platform
import random
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time

from nacl.bindings import crypto_sign, crypto_sign_open, crypto_sign_seed_keypair

from engine.archive import blocks, offset_log
from engine.archive.bipf_log import split_block
from engine.archive.checking import check, follow_chains
from engine.archive.findings import judged
from engine.archive.lines import LineReader
from engine.archive.processes import find
from engine.archive.source import Source
from engine.message.canonical import canonical
from engine.message.chain import Feeds
from engine.message.keys import message_id

SEED = 5
TURNS = 5
FEEDS = 50
BATCH = 256
WORDS = ("tangle", "paper", "anchor", "patch", "garden", "thread", "river", "night", "seed")
BLOCK = 1 << 16


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="10,000 messages, 10,000 frames")
    is_small = parser.parse_args().small
    count, frames = (10_000, 10_000) if is_small else (50_000, 1_000_000)
    print(f"{count:,} messages, seed {SEED}, Python {platform.python_version()}, best of {TURNS}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "archive.ndjson"
        signed = write(path, count)
        reader = LineReader(Source(path))
        gc.collect()
        gc.freeze()

        def verify_alone() -> None:
            for text, key in signed:
                crypto_sign_open(text, key)

        def check_all() -> None:
            records, feeds = iter(reader.records()), Feeds()
            while batch := [record for record, _ in zip(records, range(BATCH), strict=False)]:
                for _ in follow_chains(check(batch), feeds):
                    pass

        alone, whole = turns(process_time, verify_alone, check_all)
        per_message = 1e6 / count
        print(
            f"libsodium alone {alone * per_message:6.1f} us   check {whole * per_message:6.1f} us"
        )
        print(f"ratio {whole / alone:.2f}")

        one, two = turns(perf_counter, *(in_processes(reader, number) for number in (1, 2)))
        print(f"one process {one:5.2f} s   two {two:6.2f} s (wall)")
        print(f"speed-up {one / two:.2f}")
        for name, seconds, size in framing(Path(folder), frames):
            print(f"{name:<10} {frames:,} frames, {size / 1e6:.0f} MB: {seconds:.2f} s of CPU")


def in_processes(reader: LineReader, processes: int) -> Callable[[], None]:
    """Checking the whole archive in a number of processes, as `tanglescope verify` does."""

    def run() -> None:
        for _ in judged(find(reader, processes=processes), Feeds()):
            pass

    return run


def turns(clock: Callable[[], float], *runs: Callable[[], None]) -> list[float]:
    """The best time of each run when they take turns."""
    best = [float("inf")] * len(runs)
    for _ in range(TURNS):
        for number, run in enumerate(runs):
            start = clock()
            run()
            best[number] = min(best[number], clock() - start)
    return best


def write(path: Path, count: int) -> list[tuple[bytes, bytes]]:
    """An archive of posts; the signed text and public key of each."""
    rng = random.Random(SEED)
    keys = [crypto_sign_seed_keypair(rng.randbytes(32)) for _ in range(FEEDS)]
    last: list[tuple[int, str | None]] = [(0, None)] * FEEDS
    signed = []
    with path.open("wb") as file:
        for number in range(count):
            author = rng.randrange(FEEDS)
            public, secret = keys[author]
            sequence, previous = last[author]
            content = {"type": "post", "text": " ".join(rng.choices(WORDS, k=rng.randint(5, 60)))}
            if previous and rng.random() < 0.6:
                content |= {"root": previous, "branch": previous}
            value = {
                "previous": previous,
                "sequence": sequence + 1,
                "author": f"@{b64encode(public).decode()}.ed25519",
                "timestamp": 1_500_000_000_000 + number,
                "hash": "sha256",
                "content": content,
            }
            text = canonical(value)
            signature = crypto_sign(text, secret)
            signed.append((signature, public))
            value["signature"] = f"{b64encode(signature[:64]).decode()}.sig.ed25519"
            key = message_id(canonical(value))
            last[author] = (sequence + 1, key)
            record = {"key": key, "value": value, "timestamp": 1_500_000_000_500 + number}
            file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
    return signed


def framing(folder: Path, count: int) -> Iterator[tuple[str, float, int]]:
    """Name, seconds of CPU and bytes of reading the frames of each kind of log."""
    for name, write_log, frames in (
        ("log.offset", write_offset_log, lambda file: offset_log.frames(file, 0, 4)),
        ("log.bipf", write_bipf_log, lambda file: blocks.frames(file, 0, split_block)),
    ):
        path = folder / name
        write_log(path, count)
        with path.open("rb") as file:
            start = process_time()
            found = sum(1 for _ in frames(file))
            seconds = process_time() - start
        if found != count:
            raise AssertionError(f"{found} of {count} frames")
        yield name, seconds, path.stat().st_size
        path.unlink()


def write_offset_log(path: Path, count: int) -> None:
    """A `log.offset` of equal records of 700 bytes."""
    data = b'{"key":"%' + b"x" * 690 + b"}"
    length = len(data).to_bytes(4, "big")
    size = len(data) + 12
    with path.open("wb") as file:
        for number in range(1, count + 1):
            file.write(length + data + length + (number * size).to_bytes(4, "big"))


def write_bipf_log(path: Path, count: int) -> None:
    """A `log.bipf` of equal records of 700 bytes that say they are objects."""
    tag = 698 << 3 | 5
    data = bytes([tag & 0x7F | 0x80, tag >> 7]) + b"x" * 698
    record = len(data).to_bytes(2, "little") + data
    per_block = (BLOCK - 2) // len(record)
    whole, rest = divmod(count, per_block)
    with path.open("wb") as file:
        for number in [per_block] * whole + [rest]:
            file.write((record * number).ljust(BLOCK, b"\0"))


if __name__ == "__main__":
    main()
