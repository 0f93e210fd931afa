"""Damage to a store: nothing crashes, and no changed data counts as verified."""

import os
import shutil
from dataclasses import replace
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import pytest

from tanglescope.engine.archive.corestore.bases import BaseEntry
from tanglescope.engine.archive.corestore.copies import read_corestore
from tanglescope.engine.archive.corestore.cores import Trust
from tanglescope.engine.archive.corestore.storage import (
    CorestoreError,
    DamagedCorestore,
    EndlessCorestore,
    LargeCorestore,
)
from tanglescope.engine.system.child_processes import can_fork, limit_processor_time
from tests.engine.archive.corestore import STORES, store
from tests.engine.archive.corestore.writers import base_of, block_key, message, write
from tests.quick import mostly_slow


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.stat().st_size)


def flip(file: Path, random: Random) -> None:
    """Flip one to three bits where the file has bytes other than zero."""
    data = bytearray(file.read_bytes())
    end = len(data.rstrip(b"\0")) or 1
    for _ in range(random.choice([1, 1, 3])):
        data[random.randrange(end)] ^= 1 << random.randrange(8)
    file.write_bytes(data)


@cache
def entries_of(name: str) -> dict[str, BaseEntry]:
    """The entries of an undamaged store."""
    bases = read_corestore(store(name)).bases
    return {entry.id: entry for base in bases for entry in base.entries}


def check(folder: Path, name: str) -> None:
    try:
        found = read_corestore(folder)
    except CorestoreError:
        return
    known = entries_of(name)
    for base in found.bases:
        here = {(entry.writer, entry.length) for entry in base.entries}
        for entry in base.entries:
            if entry.trust is not Trust.VALID:
                continue
            original = known[entry.id]
            (place, count), (first, whole) = entry.batch, original.batch
            begin = entry.length - first + 1
            if not here.issuperset((entry.writer, each) for each in range(begin, entry.length)):
                # A batch that lost its first entries is numbered anew; as many follow as before.
                assert count - place == whole - first
                original = replace(original, batch=entry.batch)
            assert entry == original


def damage(name: str, times: int, tmp_path: Path) -> None:
    random = Random(times)
    folder = shutil.copytree(store(name), tmp_path / "store")
    for file in files_of(folder):
        whole = file.read_bytes()
        for _ in range(times):
            flip(file, random)
            check(folder, name)
            file.write_bytes(whole)


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    # RocksDB never terminates on some of these.
    monkeypatch.setattr("tanglescope.engine.archive.corestore.storage.PATIENCE", 2)


@pytest.mark.parametrize("name", mostly_slow(STORES, "encrypted"))
def test_flipped_bits_in_any_file_never_pass_for_verified(name: str, tmp_path: Path) -> None:
    damage(name, 2, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", STORES)
def test_many_flipped_bits_in_any_file_never_pass_for_verified(name: str, tmp_path: Path) -> None:
    damage(name, 200, tmp_path)


@pytest.mark.parametrize("name", mostly_slow(["plain", "encrypted"], "plain"))
def test_files_cut_short_never_pass_for_verified(name: str, tmp_path: Path) -> None:
    folder = shutil.copytree(store(name), tmp_path / "store")
    for file in files_of(folder):
        whole = file.read_bytes()
        for length in (0, len(whole) // 2, len(whole) - 1):
            file.write_bytes(whole[:length])
            check(folder, name)
        file.write_bytes(whole)


@pytest.fixture(scope="module")
def unfolding(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a compressed block of 96 MiB, as large as RocksDB can be made to report."""
    folder = tmp_path_factory.mktemp("unfolding") / "store"
    return write(folder, base_of([message(b"a")]).records(1) | {block_key(1, 1): bytes(96 << 20)})


def test_a_store_that_unfolds_into_more_than_may_be_read_is_refused(
    unfolding: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.archive.corestore.storage.MOST", 95 << 20)
    with pytest.raises(LargeCorestore, match="expands to more than 95 MiB of records"):
        read_corestore(unfolding)


def endless(folder: str, family: str, connection: Connection, memory: int, patience: int) -> None:
    """What RocksDB does with some damaged databases."""
    limit_processor_time(patience)
    while True:
        pass


@pytest.mark.skipif(not can_fork(), reason="a child that is spawned reads the store itself")
def test_a_store_that_is_never_read_to_its_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tanglescope.engine.archive.corestore.storage.serve", endless)
    monkeypatch.setattr("tanglescope.engine.archive.corestore.storage.PATIENCE", 1)
    with pytest.raises(EndlessCorestore, match="RocksDB doesn't finish;"):
        read_corestore(store(STORES[0]))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nothing limits memory here")
def test_rocksdb_gets_no_more_memory_than_it_may_take(
    unfolding: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tanglescope.engine.archive.corestore.storage.MEMORY", 200 << 20)
    with pytest.raises(LargeCorestore, match="RocksDB needs more than 200 MiB of memory"):
        read_corestore(unfolding)
    assert not capfd.readouterr().err


@pytest.mark.parametrize("start", ["CURRENT", "IDENTITY", "OPTIONS-"])
def test_a_sparse_file_is_not_read_whole(start: str, tmp_path: Path) -> None:
    folder = shutil.copytree(store(STORES[0]), tmp_path / "store")
    file = next((folder / "db").glob(f"{start}*"))
    os.truncate(file, 1 << 40)
    with pytest.raises(DamagedCorestore, match=f"{file.name} is too large"):
        read_corestore(folder)
