"""Sectors that the disk can't read cost only the records in them."""

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive import source
from tanglescope.engine.archive.checking import check
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import UnreadableArchive
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.rescue.rescuing import rescue
from tests.engine.archive.test_damage import IN_PLACE, KEYS
from tests.engine.archive.writers import block_log

SECTOR = 4096


@pytest.fixture
def break_disk(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Returns a function that makes some bytes of all files unreadable."""
    read = source._DiskFile._read

    def break_disk(bad: range, code: int = errno.EIO) -> None:
        def fail(file: source._DiskFile, buffer: Any) -> int:
            at = file.tell()
            if at in bad and at < os.fstat(file.fileno()).st_size:
                raise OSError(code, os.strerror(code))
            if at < bad.start:
                buffer = memoryview(buffer)[: bad.start - at]
            return read(file, buffer)

        monkeypatch.setattr(source._DiskFile, "_read", fail)

    return break_disk


def written(folder: Path, name: str) -> Path:
    path = folder / "archive"
    parts = IN_PLACE[name]()
    path.write_bytes(block_log(parts) if name == "bipf" else b"".join(parts))
    return path


@pytest.mark.parametrize("at", [0, SECTOR, 3 * SECTOR])
@pytest.mark.parametrize("name", ["lines", "array", "indented", "offset, 32 bits", "bipf"])
def test_a_sector_that_cannot_be_read_costs_what_it_holds(
    tmp_path: Path, name: str, at: int, break_disk: Any
) -> None:
    path = written(tmp_path, name)
    break_disk(range(at, at + SECTOR))
    checked = check(open_archive(path).records())
    good = [item.record.key for item in checked if item.verdict.is_good]
    assert len(KEYS) - 12 <= len(good) < len(KEYS)
    assert checked[-1].verdict.rule is Rule.DAMAGED


def test_what_can_be_read_is_rescued(tmp_path: Path, break_disk: Any) -> None:
    path = written(tmp_path, "offset, 32 bits")
    break_disk(range(SECTOR, 2 * SECTOR))
    assert rescue([path], None).messages > len(KEYS) // 2


@pytest.mark.parametrize(
    ("bad", "code"), [(range(1 << 40), errno.EIO), (range(SECTOR, 2 * SECTOR), errno.ESTALE)]
)
def test_a_disk_that_is_gone_is_reported_by_name(
    tmp_path: Path, bad: range, code: int, break_disk: Any
) -> None:
    path = tmp_path / "archive"
    path.write_bytes(b"".join(IN_PLACE["lines"]()) + b"\n" * (257 * SECTOR))
    break_disk(bad, code)
    with pytest.raises(UnreadableArchive, match=str(path)):
        list(open_archive(path).records())
