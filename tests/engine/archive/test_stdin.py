import gzip
import io
import os
import shutil
import tempfile
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from tanglescope.engine.archive import stdin
from tanglescope.engine.archive.graphs.lines import GraphReader
from tanglescope.engine.archive.lines import LineReader
from tanglescope.engine.archive.logs.bipf_log import BipfReader
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import LONGEST_RECORD, Reader, UnreadableArchive
from tanglescope.engine.archive.stdin import Spool, naming_stdin
from tanglescope.engine.errors import TanglescopeError


def filled(data: bytes) -> bytes:
    spool = Spool()
    spool.fill(io.BytesIO(data))
    kept = spool.path.read_bytes()
    spool.remove()
    assert not spool.path.parent.exists()
    return kept


@pytest.mark.parametrize("data", [b"", b"{}\n{}", b"[\n{}\n]\n", b"\0\1\n\2", b'{"id":"a"}\r\n'])
def test_everything_from_the_stream_is_stored(data: bytes) -> None:
    assert filled(data) == data


def test_the_file_is_private() -> None:
    spool = Spool()
    assert spool.path.stat().st_mode & 0o077 == 0
    assert spool.path.parent.stat().st_mode & 0o077 == 0
    spool.remove()


def test_what_a_killed_process_has_left_is_removed_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("left", "other"):
        (tmp_path / f"tanglescope-stdin-{name}").mkdir()
        (tmp_path / f"tanglescope-stdin-{name}" / "stdin").write_bytes(b"private")
    (tmp_path / "tanglescope-stdin-left" / "lock").touch()
    (tmp_path / "tanglescope-stdin-link").symlink_to(tmp_path / "tanglescope-stdin-other")
    first, second = Spool(), Spool()
    kept = {path.name for path in tmp_path.iterdir()}
    assert kept == {
        "tanglescope-stdin-other",
        "tanglescope-stdin-link",
        first.path.parent.name,
        second.path.parent.name,
    }
    for spool in (first, second):
        spool.remove()


def test_a_folder_that_is_removed_before_it_is_locked_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    lock, sweeping = stdin.is_locked_now, [stdin._sweep]  # another process, at the worst moment

    def is_locked_now(file: int) -> bool:
        if sweeping:
            sweeping.pop()()
        return lock(file)

    monkeypatch.setattr(stdin, "is_locked_now", is_locked_now)
    spool = Spool()
    assert [path.name for path in tmp_path.iterdir()] == [spool.path.parent.name]
    spool.fill(io.BytesIO(b"{}"))
    stdin._sweep()
    assert spool.path.read_bytes() == b"{}"
    spool.remove()
    assert not sweeping


class Growing:
    """A pipe that fills a spool in a thread of its own."""

    def __init__(self) -> None:
        self.spool = Spool()
        read, self._write = os.pipe()
        self._stream = os.fdopen(read, "rb")
        self._thread = Thread(target=self.spool.fill, args=(self._stream,))

    def __enter__(self) -> "Growing":
        self._thread.start()
        return self

    def say(self, data: bytes) -> None:
        os.write(self._write, data)

    def wait_for(self, data: bytes) -> None:
        while self.spool.path.read_bytes() != data:
            pass

    def __exit__(self, *_: object) -> None:
        os.close(self._write)
        self._thread.join()
        self._stream.close()


def test_lines_of_json_can_be_read_as_soon_as_they_are_whole() -> None:
    with Growing() as growing:
        growing.say(b'{"id":"a","after":[]}\n{"id":')
        growing.wait_for(b'{"id":"a","after":[]}\n')
    assert growing.spool.path.read_bytes() == b'{"id":"a","after":[]}\n{"id":'
    growing.spool.remove()


def test_anything_but_lines_of_json_is_written_when_it_is_whole() -> None:
    with Growing() as growing:
        growing.say(b'[\n{"id":"a","after":[]},\n')
        assert growing.spool.path.read_bytes() == b""
        growing.say(b"{}]")
    assert growing.spool.path.read_bytes() == b'[\n{"id":"a","after":[]},\n{}]'
    growing.spool.remove()


class Endless(io.BytesIO):
    """A stream that repeats a text forever after a beginning."""

    def __init__(self, begin: bytes, text: bytes, most: int = 1 << 40) -> None:
        super().__init__()
        self._begin, self._text = begin, text * (1 + (1 << 16) // len(text))
        self._most = most
        self.taken = 0

    def read(self, _size: int | None = -1) -> bytes:
        text, self._begin = self._begin or self._text, b""
        text = text if self.taken < self._most else b""
        self.taken += len(text)
        return text


LINE = b'{"id":"a","after":[]}\n'
GRAPH = b'{"nodes":[' + b'{"id":"a","after":[]},' * 20_000
ZEROS = gzip.compress(bytes(1 << 20), mtime=0)
ENDLESS = {
    "zeros": (b"", b"\0"),
    "zeros after a line": (LINE, b"\0"),
    "blank lines": (b"", b"\n"),
    "blank lines after a line": (LINE, b"\n"),
    "spaces": (b"", b" "),
    "digits on a line": (b"", b"1"),
    "digits on lines": (b"", b"1\n"),
    "a text": (b'{"a":"', b"a"),
    "an array that never ends": (b"[", b"["),
    "an array of numbers": (b"[1", b",1"),
    "an object that never ends": (b'{"a":', b'{"a":'),
    "an object after a line": (LINE, b'{"a":{}, '),
    "a graph that never ends": (GRAPH, b'{"id":"a","after":[]},'),
    "packed zeros": (b"", ZEROS),
    "packed zeros after a line": (gzip.compress(LINE, mtime=0), ZEROS),
    "zeros after what is packed": (gzip.compress(LINE, mtime=0), b"\0"),
}


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, most in {"LONGEST_RECORD": 1 << 20, "_MOST_IN_VAIN": 1 << 19}.items():
        monkeypatch.setattr(stdin, name, most)
    for reader in (Reader, LineReader, GraphReader, BipfReader):
        limits = {
            mark: 1 << 20 if most == LONGEST_RECORD else 1 << 21
            for mark, most in reader.marks.items()
        }
        monkeypatch.setattr(reader, "marks", limits)


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("kind", ENDLESS)
def test_an_endless_stream_is_refused(kind: str) -> None:
    spool, stream = Spool(), Endless(*ENDLESS[kind])
    with pytest.raises(TanglescopeError, match=r"Standard input, line [\d,]+: no record ends"):
        spool.fill(stream)
    assert stream.taken < 4 << 20
    spool.remove()


@pytest.mark.parametrize(
    "begin",
    [b"", LINE[:-1], gzip.compress(LINE, mtime=0)],
    ids=["nothing", "a line", "a packed line"],
)
def test_anything_but_an_archive_is_refused_at_its_beginning(begin: bytes) -> None:
    noise = Random(8).randbytes(1 << 16)
    spool, stream = Spool(), Endless(b"", noise)
    with pytest.raises(
        TanglescopeError, match=r"^Standard input holds no messages in a known format"
    ):
        spool.fill(stream)
    assert stream.taken < 1 << 20
    spool.remove()


def test_what_follows_damaged_compression_is_not_kept() -> None:
    whole = gzip.compress(LINE)
    spool = Spool()
    spool.fill(Endless(whole[:-8], b"\xff"))
    assert spool.path.stat().st_size < 1 << 20
    assert next(iter(open_archive(spool.path).records())).value == {"id": "a", "after": []}
    spool.remove()


LONG = {
    "an array on one line": (b'[{"key":"%a","value":{}}', b',{"key":"%a","value":{}}'),
    "a drawing": (b"digraph {\n", b"a -> b;\n"),
}


@pytest.mark.usefixtures("small_limits")
@pytest.mark.parametrize("kind", LONG)
def test_what_may_be_long_is_kept(kind: str) -> None:
    begin, text = LONG[kind]
    spool, stream = Spool(), Endless(begin, text, most=3 << 20)
    spool.fill(stream)
    assert spool.path.stat().st_size == stream.taken > 3 << 20
    spool.remove()


def test_a_line_of_a_device_is_refused_at_64_mib() -> None:
    spool, stream = Spool(), Endless(b"", b"\0")
    with pytest.raises(TanglescopeError, match="no record ends within 64 MiB"):
        spool.fill(stream)
    assert stream.taken < 66 << 20
    spool.remove()


def test_of_a_drawing_without_end_is_kept_what_its_reader_refuses() -> None:
    spool, stream = Spool(), Endless(*LONG["a drawing"])
    spool.fill(stream)
    with pytest.raises(UnreadableArchive, match="longer than 8 MiB"):
        list(open_archive(spool.path).records())
    spool.remove()


def test_a_stream_that_cannot_be_kept_is_reported_in_words() -> None:
    spool = Spool()
    spool.remove()
    with pytest.raises(TanglescopeError, match="Standard input can't be kept: No such file"):
        spool.fill(io.BytesIO(b"x"))
    assert not Path(spool.path).exists()


class _Endless(io.RawIOBase):
    """A stream that never ends."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:
        size = min(len(self._data), len(buffer))
        buffer[:size] = self._data[:size]
        return size


@pytest.mark.parametrize("line", [b"{}\n", b'{"key":\n"%"}\n'], ids=["lines", "no lines"])
def test_a_stream_without_end_leaves_other_programs_some_of_the_disk(
    monkeypatch: pytest.MonkeyPatch, line: bytes
) -> None:
    monkeypatch.setattr(stdin, "_BETWEEN_LOOKS", 1 << 20)
    monkeypatch.setattr(stdin._SpooledFile, "_left", 1 << 20)
    kept = 0

    def usage(folder: Path) -> shutil._ntuple_diskusage:
        nonlocal kept
        kept = sum(file.stat().st_size for file in folder.iterdir())
        return shutil._ntuple_diskusage(16 << 30, kept, (1 << 30) + (3 << 20) - kept)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    spool = Spool()
    with pytest.raises(TanglescopeError, match=r"only 1,02\d MiB are free in .*TMPDIR"):
        spool.fill(_Endless(line * (1 << 14)))
    assert 3 << 20 < kept < 6 << 20
    spool.remove()


def test_a_text_names_standard_input_and_not_the_file_where_it_is_kept() -> None:
    spool = Spool()
    spool.remove()
    assert naming_stdin(f"{spool.path} is empty.") == "Standard input is empty."
    assert naming_stdin(f"In {spool.path}, line 3: no.") == "In standard input, line 3: no."
    other = f"{spool.path.parent / 'other'} and {tempfile.gettempdir()}/stdin are files."
    assert naming_stdin(other) == other
