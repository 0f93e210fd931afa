"""Every reader takes time that grows with its input: no loop or pattern grows faster.

Each reads a beginning that it recognizes, followed by one piece as often as it fits. Only processor
time of this thread counts, and only a growth that no noise explains: eight times the input may take
24 times as long, where quadratic time takes 64 times. A failure is measured again.
"""

import ast
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from time import thread_time

import pytest

from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.corestore.bases import read_content
from tanglescope.engine.archive.graphs import tinyssb
from tanglescope.engine.archive.leveldb import unsnap
from tanglescope.engine.archive.logs.bipf_log import decode as decode_bipf
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import ArchiveError
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.message import bencode
from tanglescope.engine.message.uris import identifier
from tanglescope.engine.store.query import read_query
from tanglescope.engine.tangle.references import named_root
from tanglescope.engine.tangle.titles import one_line, plain
from tests.engine.archive.fuzzing import READERS, SAMPLES
from tests.house.repository import parsed, tracked

TIMES = 8
MOST = 24
"""How much longer it may take with `TIMES` the input."""

SHORT = 0.04
"""Seconds within which nothing is compared: reading was fast."""

NOISE = 0.001
ATTEMPTS = 5

BEGINNINGS = {
    "DOT": "digraph {",
    "Mermaid": "graph TD\n",
    "graph lines": '{"name":"g","nodes":[',
    "nodes": '{"id":"a","after":[]}\n',
    "causes": '{"id":"a","after":[',
    "Matrix": '[{"event_id":"a","prev_events":[],"type":"b","content":{}},',
    "editing trace": '{"startContent":"","txns":[',
    "messages": '{"key":"%',
    "an array": '[{"key":"%',
    "indented": '{\n  "key": "%',
    "PZP": '{"id":"a","msg":{',
    "copy of an Autobase": '{"corestore":2,"base":"00"}\n',
}
PIECES = (
    *'<>"\\{}[]();,:|-=#%&+*/ \n\r\0',
    *("<b", "&#", "&lt;", "&#9", '\\"', "->", "-->", "==>", "-.->"),
    *("/*", "//", "%%", "%%{", "---\n", "a", "a;", "a\n", "a ", "é", "1", "1e"),
    *("a->b;", "a-->b\n", "a--b;", "a[label=<", "a[", 'a["', "a{", "a((", "a@{"),
    *(":::", "subgraph a\n", "subgraph{", "end\n", '"a"+'),
    *("classDef a ", "click a ", "style a "),
    *("[],", "{},", '"a",', '{"a":', '"a":1,', '{"nodes":['),
    *('{"id":"a","after":[]},', '{"key":"%'),
)

READ_AGAIN = ('{"key":"%',)
"""Pieces that look like records: up to 4 MiB of damaged ones are read again, however often."""


def read_whole(path: Path) -> None:
    try:
        records = list(open_archive(path).records())
    except ArchiveError:
        return
    check(records)


def read_with(name: str) -> Callable[[Path], None]:
    def read(path: Path) -> None:
        check(list(READERS[name](ArchiveSource.of(path)).records()))

    return read


def seconds(read: Callable[[Path], None], path: Path, data: bytes) -> float:
    path.write_bytes(data)
    start = thread_time()
    read(path)
    return thread_time() - start


def fast_growing(
    read: Callable[[Path], None], path: Path, begin: bytes, pieces: Iterable[bytes], size: int
) -> list[bytes]:
    """The pieces with which reading takes time that grows too fast."""
    seconds(read, path, begin)  # parsers are generated, and modules loaded
    alone = min(seconds(read, path, begin) for _ in range(3))

    def grows(piece: bytes) -> bool:
        count = max(1, size // len(piece))
        for _ in range(ATTEMPTS):
            long = seconds(read, path, begin + piece * TIMES * count) - alone
            if long < SHORT:
                return False
            short = seconds(read, path, begin + piece * count) - alone
            if long < MOST * max(short, NOISE):
                return False
        return True

    return [piece for piece in pieces if grows(piece)]


SIZES = [
    pytest.param(1 << 10, id="8 KiB"),
    pytest.param(1 << 14, id="128 KiB", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", BEGINNINGS)
def test_a_text_is_read_in_time_that_grows_with_it(tmp_path: Path, kind: str, size: int) -> None:
    pieces = [piece.encode() for piece in PIECES if piece not in READ_AGAIN]
    begin = BEGINNINGS[kind].encode()
    assert fast_growing(read_whole, tmp_path / "file", begin, pieces, size) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", READERS)
def test_a_log_is_read_in_time_that_grows_with_it(tmp_path: Path, kind: str, size: int) -> None:
    samples = {"old offset": "old offset", "wide offset": "offset"}
    sample = SAMPLES[samples.get(kind, kind)]
    pieces = (
        b"\0",
        b"\1",
        b"\x80",
        b"\xff",
        b"{",
        b"}",
        b"[",
        b'"',
        b"\n",
        sample[:9],
        sample[:99],
    )
    file = tmp_path / "file"
    assert fast_growing(read_with(kind), file, sample[:999], pieces, size) == []


LIST = 4
"""The type of a list in tinySSB's BIPF."""


def _number(number: int) -> bytes:
    """A number in the form that tinySSB's BIPF has it in: seven bits a byte."""
    if number < 128:
        return bytes([number])
    return bytes([number & 127 | 128]) + _number(number >> 7)


DECODERS: dict[str, Callable[[bytes], object]] = {
    "tinySSB": lambda data: tinyssb._text_of(_number(len(data) << 3 | LIST) + data),
    "entries": read_content,
    "BIPF": decode_bipf,
    "bencode": bencode.decode,
    "LevelDB": unsnap,
    "ids": lambda data: identifier(data.decode("latin-1")),
    "addresses": lambda data: named_root(data.decode("latin-1")),
    "titles": lambda data: one_line(data.decode("latin-1"), len(data)),
    "plain text": lambda data: plain(data.decode("latin-1")),
    "queries": lambda data: read_query(data.decode("latin-1")),
}
BYTES = (
    *(bytes([each]) for each in (0, 1, 4, 8, 12, 0x28, 0x7F, 0x80, 0x81, 0x84, 0xFF)),
    *(
        b"a",
        b" ",
        b"\n",
        b"<",
        b"[",
        b"![",
        b"*",
        b"`",
        b"_a",
        b"&",
        b":",
        b"%",
        b'"',
        b"-",
        b"(",
        b"l",
    ),
    *(b"a ", b"-a ", b"a OR ", b'"a" ', b"type:a ", b"-type:a "),
    *(b"i1e", b"1:a", b"d", b"\x06\x06", b"\x04", b"\x0c\x01", b"ssb:", b"a:", b"http://"),
)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", DECODERS)
def test_a_value_is_decoded_in_time_that_grows_with_it(
    tmp_path: Path, kind: str, size: int
) -> None:
    def decode(path: Path) -> None:
        with suppress(ValueError, IndexError):
            DECODERS[kind](path.read_bytes())

    assert fast_growing(decode, tmp_path / "value", b"", BYTES, 8 * size) == []


FOLDERS = {"GitReader", "CorestoreReader", "TinyReader"}
"""Readers of folders, whose parts are tested beside them."""


def test_every_reader_of_files_is_tested(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    found = {type(make(ArchiveSource(tmp_path / "file"))).__name__ for make in READERS.values()}
    formats = set()
    for begin in BEGINNINGS.values():
        (tmp_path / "file").write_bytes(begin.encode())
        reader = open_archive(tmp_path / "file")
        found.add(type(reader).__name__)
        formats.add(reader.format)
    classes = {
        node.name
        for module in tracked("engine/archive/*.py")
        for node in ast.walk(parsed(module))
        if isinstance(node, ast.ClassDef) and node.name.endswith("Reader")
        if any(getattr(each, "name", "") in ("records", "everything") for each in node.body)
        if not {"Protocol", "ABC"}.intersection(map(ast.unparse, node.bases))
    }
    assert classes - FOLDERS - {"WholeReader"} == found
    assert {"DOT", "Mermaid", "editing trace"} <= formats
