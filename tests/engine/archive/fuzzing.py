"""Properties that fuzzing checks for every reader and decoder."""

import contextlib
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow

from tanglescope.engine.archive.checking import check, follow_chains
from tanglescope.engine.archive.corestore.bases import MOST, read_content, read_history, read_info
from tanglescope.engine.archive.corestore.encoding import MalformedRecord, read_message
from tanglescope.engine.archive.leveldb import LARGEST, unsnap
from tanglescope.engine.archive.lines import LineReader, ValueReader
from tanglescope.engine.archive.logs.bipf_log import BipfReader, NotBIPF, decode
from tanglescope.engine.archive.logs.offset_log import OffsetReader
from tanglescope.engine.archive.logs.pzp_log import PzpReader
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import NotAnArchive, Reader
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.message import bendybutt
from tanglescope.engine.message.canonical import (
    LONGEST,
    NotJSON,
    TextTooLarge,
    canonical,
    parse,
    parse_exactly,
    write_exactly,
)
from tanglescope.engine.message.chain import FeedChains
from tests.engine.archive.corestore.writers import message
from tests.engine.archive.samples import DATA, VARIANTS
from tests.engine.archive.writers import bipf, bipf_record, block_log, offset_log
from tests.vectors import bendybutt as vectors

ITEMS = [json.loads(line) for line in (VARIANTS / "kvt.ndjson").read_bytes().splitlines()]
PZP = (DATA / "pzp" / "db" / "log").read_bytes().rstrip(b"\0")
SAMPLES = {
    "lines": (VARIANTS / "kvt.ndjson").read_bytes()[:6000],
    "array": (VARIANTS / "kvt-array.json").read_bytes()[:6000],
    "pretty array": (VARIANTS / "kvt-array-pretty.json").read_bytes()[:6000],
    "indented": (VARIANTS / "ssb-server-log.txt").read_bytes()[:6000],
    "offset": offset_log(ITEMS[:8]),
    "old offset": offset_log(ITEMS[:8], 0),
    "bipf": block_log(map(bipf_record, ITEMS[:8])),
    "pzp": PZP,
    "gzip": gzip.compress((VARIANTS / "kvt.ndjson").read_bytes()[:6000], mtime=0),
    "utf-16": (VARIANTS / "kvt.ndjson")
    .read_bytes()[:6000]
    .decode("utf-8", "replace")
    .encode("utf-16"),
    "zstd": pyarrow.compress((VARIANTS / "kvt.ndjson").read_bytes()[:6000], "zstd", asbytes=True),
}
READERS: dict[str, Callable[[ArchiveSource], Reader]] = {
    "lines": LineReader,
    "array": lambda source: ValueReader(source, is_array=True),
    "indented": lambda source: ValueReader(source, is_array=False),
    "offset": lambda source: OffsetReader(source, 4),
    "old offset": lambda source: OffsetReader(source, 0),
    "wide offset": lambda source: OffsetReader(source, 8),
    "bipf": BipfReader,
    "pzp": PzpReader,
}


def read_through(reader: Reader) -> None:
    """Read, check and judge everything; reading can resume at every returned position."""
    records = list(reader.records())
    list(follow_chains(check(records), FeedChains()))
    offsets = [record.after.offset for record in records]
    assert offsets == sorted(offsets)
    for number in range(0, len(records), max(len(records) // 3, 1)):
        rest = list(reader.records(records[number].after))
        # A record that may be unfinished is read again, and so is the end of compressed data.
        unfinished = offsets.index(records[number].after.offset)
        assert rest in [records[first:] for first in range(unfinished, number + 2)]
    growing = list(reader.records(growing=True))
    assert growing == records[: len(growing)]


def read_any(path: Path) -> None:
    """Read an archive of any format."""
    try:
        reader = open_archive(path)
    except NotAnArchive:
        return
    read_through(reader)


def decode_bipf(data: bytes) -> None:
    """BIPF is refused, has a canonical text, or is too large for one."""
    with contextlib.suppress(NotBIPF, TextTooLarge):
        canonical(decode(data))


def decode_bendybutt(data: bytes) -> None:
    """The decrypted section of a message has a content or is refused."""
    content = bendybutt.content_in(data)
    assert content is None or isinstance(content, dict)


def decompress_snappy(data: bytes) -> None:
    """Snappy is refused or has its declared length."""
    with contextlib.suppress(ValueError, IndexError):
        assert len(unsnap(data)) <= LARGEST


def parse_json(data: bytes) -> None:
    """The fast parsers and writers agree with the exact ones."""
    try:
        value = parse(data)
    except NotJSON:
        return
    assert len(data) <= LONGEST
    exact = parse_exactly(data.decode("utf-8", "replace"))
    try:
        text = canonical(value)
    except TextTooLarge:
        return
    # Large integers may be integers or doubles in memory; only their text counts.
    assert text == write_exactly(value).encode() == write_exactly(exact).encode()
    if len(text) <= LONGEST:
        assert canonical(parse(text)) == text


ON_FILES: dict[str, Callable[[Path], None]] = {
    "any": read_any,
    **{
        name: lambda path, reader=reader: read_through(reader(ArchiveSource.of(path)))
        for name, reader in READERS.items()
    },
}
"""What reads a file."""


def read_corestore_records(data: bytes) -> None:
    """Each kind of record of an Autobase is parsed or reported as malformed."""
    for read in (read_message, read_info, lambda block: read_history({1: block})):
        with contextlib.suppress(MalformedRecord):
            read(data)
    content = read_content(data)
    assert content.size == len(data)
    assert len(content.text) <= MOST


ON_BYTES: dict[str, Callable[[bytes], None]] = {
    "decode bendybutt": decode_bendybutt,
    "decode bipf": decode_bipf,
    "decompress snappy": decompress_snappy,
    "parse json": parse_json,
    "records of a corestore": read_corestore_records,
}
"""What reads bytes."""

AUTOBASE = [message(b'{"a":1}', [(bytes(32), 3)], version) for version in (0, 1, 2)]
SEEDS = [*AUTOBASE, *SAMPLES.values(), *map(bipf, ITEMS), *map(str.encode, map(json.dumps, ITEMS))]
SEEDS += [bytes.fromhex(case["native"]) for case in vectors.load()]
"""What to begin with."""
