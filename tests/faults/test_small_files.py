"""Files of some kilobytes, which unpack to many megabytes of tokens, take less than 1 GB."""

import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from tests.quick import mostly_slow

MOST = 1 << 20  # KiB

FILES = {
    "empty transactions.json": b'{"startContent":"","txns":[%b{}]}' % (b"{}," * 31_000_000),
    "allowed transactions.json": b'{"startContent":"","txns":[%b{}]}' % (b"{}," * 499_999),
    "lists.ndjson": b'{"nodes":[],"x":[%b1]}' % (b"[]," * 10_000_000),
    "malformed nodes.ndjson": b'{"nodes":[%b1]}' % (b"[]," * 1_990_000),
    "one node often.ndjson": b'{"nodes":[%b1]}' % (b'{"id":"","after":[]},' * 660_000),
    "an array.json": b'[{"id":"x","after":[]},%b1]' % (b"{}," * 1_900_000),
    "causes.ndjson": b'{"id":"x","after":[%b"b"]}' % (b'"a",' * 3_900_000),
    "deep.ndjson": b'{"id":"x","after":[],"x":%b}' % (b"[" * 900 + b"]" * 900),
    "a wide text.json": (
        b'[{"event_id":"a","prev_events":[],"type":"m.room.message","content":{"body":"%b"}}]'
        % (b"a" * 133_000_000 + "😀".encode())
    ),
    "statements.dot": b"digraph {%b}" % (b"a;" * 16_000_000),
    "one line.mmd": b"graph TD\n" + b"a" * 24_000_000,
    "words.mmd": b"graph TD\n" + b"a " * 12_000_000,
    "arrows.mmd": b"graph TD\n" + b"a-->b\n" * 4_000_000,
    "arrows.dot": b"digraph {%b}" % (b"a->b;" * 5_000_000),
    "attributes.dot": b"digraph {a[%b]}" % (b"a=b," * 6_000_000),
}

IMPORT = """
import re, sys
from pathlib import Path
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
with Library.open(Path(sys.argv[2])) as library:
    try:
        library.ingest(Path(sys.argv[1]))
    except TanglescopeError as error:
        print(error, file=sys.stderr)
# `ru_maxrss` would be that of the process which forked this one, if that is larger.
print(re.search("VmHWM:(.*) kB", Path("/proc/self/status").read_text())[1])
"""


@pytest.mark.parametrize("name", mostly_slow(FILES, "empty transactions.json", "one line.mmd"))
def test_a_small_file_takes_less_than_a_gigabyte(tmp_path: Path, name: str) -> None:
    archive = tmp_path / f"{name}.gz"
    archive.write_bytes(gzip.compress(FILES[name], 9))
    assert archive.stat().st_size < 140_000
    found = subprocess.run(
        [sys.executable, "-c", IMPORT, archive, tmp_path / "library.db"],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert int(found.stdout) < MOST, found.stderr
