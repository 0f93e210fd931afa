"""Checking an archive, relative to verifying its signatures alone, and reading frames of logs.

    python bench/verify.py [--small]

The first ratio is CPU time on one core: reading, parsing, ids, signatures, rules and chains of
every message, relative to PyNaCl's `crypto_sign_open` on prepared texts. Both take turns with the
same few hundred messages, so that other load affects both; the median of the ratios is given, with
the 10th and 90th percentile.

The second is the time of `tanglescope verify --threads 1` relative to `--threads 2`, including the
start: by wall time, which needs two idle cores, and by the CPU time of all processes; the speed-up
on two idle cores is at most twice the ratio of CPU times. Finally, the times to read the frames of
logs with a million records, and text with all its JSON.
"""

import argparse
import gc
import json
import os
import platform
import random
import subprocess
import tempfile
from base64 import b64encode
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import NamedTuple

from nacl.bindings import crypto_sign, crypto_sign_open, crypto_sign_seed_keypair

from tanglescope.engine.archive.checking import check_results, in_chains
from tanglescope.engine.archive.lines import LineReader
from tanglescope.engine.archive.logs import blocks, offset_log, pzp_log
from tanglescope.engine.archive.logs.bipf_log import split_block
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.archive.splitting import parts, read_part
from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.verdict import VALID
from tanglescope.engine.system import child_processes

ROOT = Path(__file__).parents[1]
SEED = 5
TURNS = 5
FEEDS = 50
PART = 1 << 18
WORDS = ("tangle", "paper", "anchor", "patch", "garden", "thread", "river", "night", "seed")
BLOCK = 1 << 16


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="10,000 messages, 10,000 frames")
    is_small = parser.parse_args().small
    count, frames = (10_000, 10_000) if is_small else (50_000, 1_000_000)
    print(f"{count:,} messages, seed {SEED}, Python {platform.python_version()}, load {load()}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "archive.ndjson"
        signed = write(path, count)
        gc.collect()
        gc.freeze()
        pairs = [pair for _ in range(TURNS) for pair in side_by_side(path, signed)]
        alone, whole = (median(side) * 1e6 for side in zip(*pairs, strict=True))
        low, ratio, high = spread([whole / alone for alone, whole in pairs])
        print(f"libsodium alone {alone:5.1f} us, check {whole:5.1f} us of CPU a message")
        print(f"ratio {ratio:.2f} ({low:.2f}-{high:.2f}), load {load()}")

        runs = [(command(path, 1), command(path, 2)) for _ in range(TURNS)]
        wall = [one.wall / two.wall for one, two in runs]
        cpu = [two.cpu / one.cpu for one, two in runs]
        one, two = (min(side, key=lambda run: run.wall) for side in zip(*runs, strict=True))
        print(f"one process {one.wall:.2f} s, two {two.wall:.2f} s by the clock, the best of each")
        print(f"speed-up {median(wall):.2f} ({min(wall):.2f}-{max(wall):.2f}), load {load()}")
        print(f"CPU of two over one {median(cpu):.2f} ({min(cpu):.2f}-{max(cpu):.2f})")
        for name, seconds, size in framing(Path(folder), frames):
            print(f"{name:<10} {frames:,} frames, {size / 1e6:.0f} MB: {seconds:.2f} s of CPU")
        for name, seconds, size in reading(Path(folder), path):
            print(f"{name:<10} {count:,} records, {size / 1e6:.0f} MB: {seconds:.2f} s of CPU")


def side_by_side(path: Path, signed: list[tuple[bytes, bytes]]) -> Iterator[tuple[float, float]]:
    """The CPU seconds per message of libsodium alone and of the whole check, part by part."""
    reader, feeds, first = LineReader(ArchiveSource(path)), FeedChains(), 0
    for part in parts(reader, PART):
        start = process_time()
        records = (record for _, record in read_part(reader, part.start, part.end))
        found = [result.verdict for result in in_chains(check_results(records), feeds)]
        whole = process_time() - start
        if set(found) != {VALID}:
            raise AssertionError(Counter(found))
        start = process_time()
        for text, key in signed[first : first + len(found)]:
            crypto_sign_open(text, key)
        alone = process_time() - start
        first += len(found)
        yield alone / len(found), whole / len(found)


class Run(NamedTuple):
    """The cost of a command: wall time, and CPU time of all its processes."""

    wall: float
    cpu: float


def command(path: Path, processes: int) -> Run:
    """`tanglescope verify` with a number of processes."""
    before, start = os.times(), perf_counter()
    subprocess.run(
        child_processes.python(
            "-m", "tanglescope.viewer", "verify", str(path), "--threads", str(processes)
        ),
        env=child_processes.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    wall, after = perf_counter() - start, os.times()
    return Run(wall, sum(after[2:4]) - sum(before[2:4]))


def spread(figures: list[float]) -> tuple[float, float, float]:
    """The 10th percentile, the median and the 90th."""
    deciles = quantiles(figures, n=10)
    return deciles[0], median(figures), deciles[-1]


def load() -> str:
    """The load average of the last minute."""
    return f"{os.getloadavg()[0]:.1f}"


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
    """The name, CPU seconds and bytes of reading the frames of each kind of log."""
    for name, write_log, frames in (
        ("log.offset", write_offset_log, lambda file: offset_log.frames(file, 0, 4)),
        ("log.bipf", write_bipf_log, lambda file: blocks.frames(file, 0, split_block)),
        ("pzp", write_pzp_log, lambda file: blocks.frames(file, 0, pzp_log.split_block)),
        ("lines", write_lines, iter),
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


def reading(folder: Path, lines: Path) -> Iterator[tuple[str, float, int]]:
    """The name, CPU seconds and bytes of reading text with its JSON: lines, arrays, indented."""
    items = [json.loads(line) for line in lines.read_bytes().splitlines()]
    array, indented = folder / "array", folder / "indented"
    array.write_text(json.dumps(items, separators=(",", ":")))
    indented.write_text("".join(json.dumps(item, indent=2) + "\n\n" for item in items))
    for name, path in (("lines", lines), ("array", array), ("indented", indented)):
        start = process_time()
        found = sum(1 for record in open_archive(path).records() if record.problem is None)
        seconds = process_time() - start
        if found != len(items):
            raise AssertionError(f"{found} of {len(items)} records")
        yield name, seconds, path.stat().st_size


def write_offset_log(path: Path, count: int) -> None:
    """A `log.offset` of equal records of 700 bytes."""
    data = b'{"key":"%' + b"x" * 690 + b"}"
    length = len(data).to_bytes(4, "big")
    size = len(data) + 12
    with path.open("wb") as file:
        for number in range(1, count + 1):
            file.write(length + data + length + (number * size).to_bytes(4, "big"))


def write_bipf_log(path: Path, count: int) -> None:
    """A `log.bipf` of equal records of 700 bytes, tagged as objects."""
    tag = 698 << 3 | 5
    data = bytes([tag & 0x7F | 0x80, tag >> 7]) + b"x" * 698
    record = len(data).to_bytes(2, "little") + data
    write_blocks(path, record, count)


def write_pzp_log(path: Path, count: int) -> None:
    """A log of pzp-db of equal records of 700 bytes."""
    data = b'{"id":"' + b"x" * 692 + b"}"
    write_blocks(path, len(data).to_bytes(2, "little") + bytes(2) + data, count)


def write_lines(path: Path, count: int) -> None:
    """Lines of 700 bytes."""
    line = b"x" * 699 + b"\n"
    with path.open("wb") as file:
        for _ in range(count):
            file.write(line)


def write_blocks(path: Path, record: bytes, count: int) -> None:
    """Blocks full of equal records, with room for four zeros at their ends."""
    per_block = (BLOCK - 4) // len(record)
    whole, rest = divmod(count, per_block)
    with path.open("wb") as file:
        for number in [per_block] * whole + [rest]:
            file.write((record * number).ljust(BLOCK, b"\0"))


if __name__ == "__main__":
    main()
