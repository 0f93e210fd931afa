import io
import os
import tempfile
import tracemalloc
from pathlib import Path
from threading import Thread

import pytest

from engine.archive import stdin
from engine.archive.stdin import Spool
from engine.errors import TanglescopeError


def filled(data: bytes) -> bytes:
    spool = Spool()
    spool.fill(io.BytesIO(data))
    kept = spool.path.read_bytes()
    spool.remove()
    assert not spool.path.parent.exists()
    return kept


@pytest.mark.parametrize("data", [b"", b"{}\n{}", b"[\n{}\n]\n", b"\0\1\n\2", b'{"id":"a"}\r\n'])
def test_all_that_comes_is_kept(data: bytes) -> None:
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


class Growing:
    """A pipe that a spool is filled from, in a thread of its own."""

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


def test_what_is_no_lines_of_json_is_written_when_it_is_whole() -> None:
    with Growing() as growing:
        growing.say(b'[\n{"id":"a","after":[]},\n')
        assert growing.spool.path.read_bytes() == b""
        growing.say(b"{}]")
    assert growing.spool.path.read_bytes() == b'[\n{"id":"a","after":[]},\n{}]'
    growing.spool.remove()


@pytest.mark.parametrize("begin", [b"", b'{"id":"a"}\n'])
def test_a_line_without_end_is_kept_in_bounded_memory(
    monkeypatch: pytest.MonkeyPatch, begin: bytes
) -> None:
    monkeypatch.setattr(stdin, "_MOST_HELD", 1 << 18)
    tracemalloc.start()
    try:
        spool = Spool()
        spool.fill(Endless(begin, 8 << 20))
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert spool.path.stat().st_size == len(begin) + (8 << 20)
    assert spool.path.stat().st_mode & 0o077 == 0
    assert most < 6 << 20
    spool.remove()


class Endless(io.BytesIO):
    """A stream of so many zeros, as /dev/zero, behind a beginning."""

    def __init__(self, begin: bytes, size: int) -> None:
        super().__init__()
        self._begin, self._left = begin, size

    def read(self, size: int | None = -1) -> bytes:
        if self._begin:
            begin, self._begin = self._begin, b""
            return begin
        some = bytes(min(size or 0, self._left))
        self._left -= len(some)
        return some


def test_a_stream_that_cannot_be_kept_is_told_in_words() -> None:
    spool = Spool()
    spool.remove()
    with pytest.raises(TanglescopeError, match="Standard input can't be kept: No such file"):
        spool.fill(io.BytesIO(b"x"))
    assert not Path(spool.path).exists()
