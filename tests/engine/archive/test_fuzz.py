"""Every reader on damaged and foreign bytes: it terminates and reports positions."""

import gc
import tracemalloc
from pathlib import Path

import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.message.verdict import Rule
from tests.engine.archive.fuzzing import ITEMS, READERS, SAMPLES, read_any, read_through
from tests.engine.archive.samples import VARIANTS
from tests.engine.archive.writers import bipf_record, block_log, offset_log, pzp_record
from tests.quick import mostly_slow


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A sample with parts removed, repeated, overwritten or exchanged."""
    data = draw(st.sampled_from(sorted(SAMPLES.values())))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(start + draw(st.integers(0, 400)), len(data))
        match draw(st.integers(0, 4)):
            case 0:
                data = data[:start] + data[end:]
            case 1:
                data = data[:end] + data[start:]
            case 2:
                data = data[:start] + draw(st.binary(max_size=40)) + data[end:]
            case 3:
                data = data[:start] + bytes(end - start) + data[end:]
            case _:
                data = data[:start]
    return data


@given(data=damaged())
def test_whatever_was_damaged_is_read_to_its_end(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "archive"
    path.write_bytes(data)
    read_any(path)


@given(data=damaged() | st.binary(max_size=2000), name=st.sampled_from(sorted(READERS)))
def test_every_reader_reads_whatever_bytes_to_their_end(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    path = tmp_path_factory.mktemp("fuzz") / "archive"
    path.write_bytes(data)
    read_through(READERS[name](ArchiveSource.of(path)))


@pytest.mark.slow
@settings(max_examples=20_000)
@given(data=damaged() | st.binary(max_size=5000), name=st.sampled_from(sorted(READERS)))
def test_every_reader_reads_very_many_bytes_to_their_end(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    path = tmp_path_factory.getbasetemp() / "archive"
    path.write_bytes(data)
    read_through(READERS[name](ArchiveSource.of(path)))


def whole(name: str, size: int) -> bytes:
    """At least `size` bytes of records in one format."""
    times = size // len(SAMPLES["lines"]) + 1
    lines = (VARIANTS / "kvt.ndjson").read_bytes().splitlines(keepends=True)[:8] * times
    items = ITEMS[:8] * times
    match name:
        case "lines":
            return b"".join(lines)
        case "array":
            return b"[" + b",".join(lines) + b"]"
        case "indented":
            return (VARIANTS / "ssb-server-log.txt").read_bytes() * (size // 25_000)
        case "offset":
            # Every item alone, so that the writer may be slow.
            return offset_log(items[:2000])
        case "bipf":
            return block_log(map(bipf_record, items))
        case "pzp":
            record = pzp_record({"id": "x" * 44, "msg": {"text": "x" * 900}, "received": 1})
            return block_log([record] * (size // len(record)), end=4)
    raise AssertionError(name)


@pytest.mark.parametrize(
    "name", mostly_slow(["lines", "array", "indented", "offset", "bipf", "pzp"], "lines", "offset")
)
def test_memory_does_not_grow_with_the_archive(tmp_path: Path, name: str) -> None:
    data = whole(name, 12_000_000)
    path = tmp_path / "archive"
    path.write_bytes(data)
    reader = open_archive(path)
    del data
    tracemalloc.start()
    count = sum(1 for _ in reader.records())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count > 1000
    assert peak < 8_000_000


@pytest.mark.parametrize("codec", mostly_slow(["gzip", "zstd"], "zstd"))
def test_memory_does_not_grow_with_the_damaged_archives_that_were_read(
    tmp_path: Path, codec: str
) -> None:
    path = tmp_path / "archive"
    # Signatures don't compress, so half of the file is still large.
    packed = pyarrow.compress(whole("lines", 200_000), codec=codec, asbytes=True)
    path.write_bytes(packed[: len(packed) // 2])

    def read(times: int) -> int:
        tracemalloc.start()
        for _ in range(times):
            assert list(open_archive(path).records())[-1].problem is Rule.DAMAGED
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        return kept

    # Objects that the process caches once aren't leaked by each archive.
    assert min(read(40), read(40)) < 500_000
