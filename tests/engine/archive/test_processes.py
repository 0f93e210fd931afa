"""Checks in several processes give the same results as in one, and no process is left over."""

import multiprocessing
import os
import signal
import struct
import subprocess
import sys
from concurrent.futures import Future
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tanglescope.engine.archive import processes
from tanglescope.engine.archive.checking import CheckResult
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.processes import WorkerEnded, check_archive, start_workers
from tanglescope.engine.archive.record import CheckingStopped, MissingArchive, Reader
from tanglescope.engine.archive.splitting import ArchivePart, parts, read_part
from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.language.wording import current_language, speak
from tanglescope.engine.system import child_processes
from tests.quick import mostly_slow

FILES = ["log.ndjson", "flume/log.offset", "db2/log.bipf"]
PATIENCE = 30.0


def damaged(small: Path, name: str, folder: Path) -> Path:
    """A log of several parts with damage in some of them."""
    data = bytearray((small / name).read_bytes())
    for place in range(50_000, len(data), 90_000):
        data[place : place + 100] = b"\xff" * 100
    path = folder / "log"
    path.write_bytes(data[:-5])
    return path


@pytest.mark.parametrize("name", FILES)
def test_the_parts_hold_what_the_archive_holds(small: Path, tmp_path: Path, name: str) -> None:
    reader = open_archive(damaged(small, name, tmp_path))
    pieces = list(parts(reader, 30_000))
    records = [record for part in pieces for _, record in read_part(reader, part.start, part.end)]
    assert len(pieces) > 5
    assert records == list(reader.records())


@pytest.mark.parametrize("name", mostly_slow(FILES, "log.ndjson", "flume/log.offset"))
def test_processes_give_the_same_results_in_the_same_order(
    small: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "PART", 30_000)
    reader = open_archive(damaged(small, name, tmp_path))
    alone, together = list(check_archive(reader)), list(check_archive(reader, None, 3))
    assert together == alone
    assert {type(result) for result in together} == {CheckResult}


def test_what_cannot_be_cut_is_checked_all_the_same(small: Path, tmp_path: Path) -> None:
    path = tmp_path / "array"
    lines = (small / "log.ndjson").read_bytes().splitlines()
    path.write_bytes(b"[" + b",".join(lines) + b"]")
    reader = open_archive(path)
    assert list(check_archive(reader, None, 2)) == list(check_archive(reader))


@pytest.fixture
def large(small: Path, tmp_path: Path) -> Path:
    """An archive whose results aren't all read."""
    path = tmp_path / "large"
    path.write_bytes((small / "log.ndjson").read_bytes() * 20)
    return path


def test_a_new_process_uses_the_language_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_processes, "can_fork", lambda: False)
    speak("de")
    try:
        with start_workers(1) as workers:
            assert workers.submit(current_language).result() == "de"
    finally:
        speak(ENGLISH)


def test_a_process_that_is_killed_is_reported(large: Path) -> None:
    found = check_archive(open_archive(large), None, 2)
    next(found)
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
    with pytest.raises(CheckingStopped, match="Close other programs"):
        list(found)


def end_in_the_middle_of_an_answer(asker: "Connection[object, object]", _language: str) -> None:
    asker.recv()
    os.write(asker.fileno(), struct.pack("!i", 1_000_000) + b"the beginning of a megabyte")
    os._exit(9)


@pytest.mark.parametrize("tasks", [1, 100])
def test_work_whose_process_ends_in_the_middle_of_an_answer_raises(
    tasks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_work", end_in_the_middle_of_an_answer)
    with start_workers(2) as workers:
        answers = [workers.submit(abs, -number) for number in range(tasks)]
        for answer in answers:
            with pytest.raises(WorkerEnded, match="Close other programs"):
                answer.result()
    assert multiprocessing.active_children() == []


def test_a_process_that_ends_in_the_middle_of_an_answer_is_reported(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_work", end_in_the_middle_of_an_answer)
    with pytest.raises(CheckingStopped, match="Close other programs"):
        list(check_archive(open_archive(large), None, 2))
    assert multiprocessing.active_children() == []


def find_after_the_archive_is_gone(
    reader: Reader, hmac_key: bytes | None, part: ArchivePart
) -> list[tuple[object, ...]]:
    reader.path.unlink(missing_ok=True)
    return FOUND(reader, hmac_key, part)


FOUND = processes._check_part


def test_what_goes_wrong_in_a_process_is_raised_where_it_was_asked(
    large: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = open_archive(large)
    whole = list(parts(reader, processes.PART))
    monkeypatch.setattr(processes, "_check_part", find_after_the_archive_is_gone)
    monkeypatch.setattr(processes, "parts", lambda *_: iter(whole))
    with pytest.raises(MissingArchive, match="doesn't exist") as raised:
        list(check_archive(reader, None, 2))
    assert "in find_after_the_archive_is_gone" in "".join(raised.value.__notes__)


def test_an_abandoned_check_leaves_no_process_behind(large: Path) -> None:
    found = check_archive(open_archive(large), None, 2)
    next(found)
    found.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_process_outlives_the_command(large: Path, end: signal.Signals) -> None:
    command = [
        sys.executable,
        "-m",
        "tanglescope.viewer",
        "verify",
        str(large),
        "--json",
        "--threads",
        "2",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(end)
        # A process that still runs holds the other ends of these pipes, so they don't end.
        _, errors = process.communicate(timeout=PATIENCE)
    assert b"Traceback" not in errors


def test_ctrl_c_waits_for_no_process() -> None:
    def interrupt() -> None:
        with start_workers(2) as workers:
            workers.submit(signal.pause)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("error", [WorkerEnded, OSError])
def test_what_is_not_begun_is_left(error: type[Exception]) -> None:
    work: list[Future[int]] = []

    def fail() -> None:
        with start_workers(1) as workers:
            work.extend(workers.submit(abs, number) for number in range(100))
            raise error

    with pytest.raises(error):
        fail()
    assert any(each.cancelled() for each in work)
    assert all(each.done() for each in work)
    assert multiprocessing.active_children() == []
