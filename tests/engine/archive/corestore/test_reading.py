import hashlib
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.archive.corestore import (
    Agreement,
    EndlessCorestore,
    NotACorestore,
    ReaderMissing,
    Trust,
    UnsupportedStorage,
    WriterRole,
    agreement,
    graph_of,
    is_corestore,
    read_corestore,
)
from tanglescope.engine.archive.corestore.bases import Base
from tanglescope.engine.linear.orders.named import linearize
from tests.engine.archive.corestore import STORES, store, truth


def base_in(folder: Path) -> Base:
    [base] = read_corestore(folder).bases
    return base


def fingerprint(folder: Path) -> dict[str, tuple[Any, ...]]:
    """Every file of a folder, with its bytes, times and mode."""
    found = {}
    for path in sorted(folder.rglob("*")):
        facts = os.lstat(path)
        digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        found[str(path)] = (digest, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_mode)
    return found


# Results of the original


@pytest.mark.parametrize("name", STORES)
def test_entries_are_those_of_the_original(name: str) -> None:
    base, known = base_in(store(name)), truth(name)
    entries = {entry.id: entry for entry in base.entries}
    assert base.key == known["key"]
    assert entries.keys() >= known["nodes"].keys()
    for identity, node in known["nodes"].items():
        entry = entries[identity]
        assert list(entry.heads) == node["heads"]
        assert entry.batch[1] - entry.batch[0] + 1 == node["batch"]
        assert (entry.content.text or None) == node["value"]
        assert entry.optimistic == node["optimistic"]
        assert entry.trust is Trust.VALID
    assert base.problems == ()


@pytest.mark.parametrize("name", STORES)
def test_the_order_is_that_of_the_original(name: str) -> None:
    base, known = base_in(store(name)), truth(name)
    answer = linearize(graph_of(base), "autobase")
    in_view = set(known["view"])
    assert [name for name in answer["order"] if name in in_view] == known["view"]
    if known["confirmed"] is not None:
        final = answer["order"][: answer["confirmed"]]
        assert sum(name in in_view for name in final) == known["confirmed"]


@pytest.mark.parametrize("name", STORES)
def test_what_is_confirmed_is_what_the_store_calls_final(name: str) -> None:
    base = base_in(store(name))
    answer = linearize(graph_of(base), "autobase")
    final = set(answer["order"][: answer["confirmed"]])
    assert set(base.shown[: base.settled]) == final.intersection(base.shown)


@pytest.mark.parametrize("name", STORES)
def test_what_is_signed_is_a_prefix_of_what_the_original_shows(name: str) -> None:
    base, known = base_in(store(name)), truth(name)
    assert base.signed is not None
    in_view = set(known["view"])
    signed = [each for each in base.signed if each in in_view]
    assert signed == known["view"][: known["signed"]]


@pytest.mark.parametrize("name", STORES)
def test_indexers_are_those_of_the_original(name: str) -> None:
    roles = {member.key: member.role for member in base_in(store(name)).members}
    indexers = {key for key, role in roles.items() if role is WriterRole.INDEXER}
    assert indexers == set(truth(name)["indexers"])


# Sources are only read


@pytest.mark.parametrize("name", STORES)
def test_reading_changes_nothing_in_the_folder(name: str, tmp_path: Path) -> None:
    folder = shutil.copytree(store(name), tmp_path / "store")
    before = fingerprint(folder)
    read_corestore(folder)
    assert fingerprint(folder) == before


def test_a_folder_that_cannot_be_written_is_read(tmp_path: Path) -> None:
    folder = shutil.copytree(store("plain"), tmp_path / "store")
    for path in (folder, folder / "db"):
        path.chmod(0o555)
    try:
        assert base_in(folder).entries
    finally:
        for path in (folder, folder / "db"):
            path.chmod(0o755)


def test_the_folder_of_the_database_can_be_given() -> None:
    assert base_in(store("plain") / "db").key == truth("plain")["key"]


# Encryption


def without_its_key(folder: Path) -> None:
    """Remove the key to its entries from a store."""
    from rocksdict import AccessType, Options, Rdict

    raw = Options(raw_mode=True)
    path = str(folder / "db")
    families = {name: Options(raw_mode=True) for name in Rdict.list_cf(path)}
    database = Rdict(
        path, options=raw, column_families=families, access_type=AccessType.read_write()
    )
    records = database.get_column_family("corestore")
    for key in [key for key, _ in records.items() if b"autobase/encryption" in key]:
        del records[key]
    records.close()
    database.close()


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = shutil.copytree(store("encrypted"), tmp_path_factory.mktemp("locked") / "store")
    without_its_key(folder)
    return folder


def test_an_encrypted_base_is_locked_without_its_key(locked: Path) -> None:
    base = base_in(locked)
    assert (base.is_encrypted, base.is_locked, base.entries) == (True, True, ())
    assert all(member.trust is Trust.VALID for member in base.members if member.length)


def test_a_wrong_key_opens_nothing(locked: Path) -> None:
    [base] = read_corestore(locked, keys=[bytes(32), b"short"]).bases
    assert base.is_locked


def test_the_right_key_opens_everything(locked: Path) -> None:
    secret = bytes.fromhex(truth("encrypted")["secret"])
    [opened] = read_corestore(locked, keys=[bytes(32), secret]).bases
    assert opened == base_in(store("encrypted"))
    assert opened.is_encrypted


# Other folders and storage versions


def test_another_folder_is_no_corestore(tmp_path: Path) -> None:
    assert not is_corestore(tmp_path)
    with pytest.raises(NotACorestore, match="isn't a Corestore"):
        read_corestore(tmp_path)


def test_a_store_is_recognized() -> None:
    assert is_corestore(store("plain"))
    assert is_corestore(store("plain") / "db")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (("primary-key", "cores/ab/oplog"), "before Hypercore 11"),
        (("oplog", "tree", "bitfield", "data"), "Hypercore 10"),
        (("key", "signatures", "tree", "bitfield", "data"), "version 9"),
    ],
)
def test_older_storage_is_named(files: tuple[str, ...], said: str, tmp_path: Path) -> None:
    for file in files:
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert is_corestore(tmp_path)
    with pytest.raises(UnsupportedStorage, match=said):
        read_corestore(tmp_path)


def test_without_its_reader_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "rocksdict", None)
    with pytest.raises(ReaderMissing, match="pip install"):
        read_corestore(store("plain"))


def test_a_database_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tanglescope.engine.archive.corestore.storage.SILENCE", 0.0)
    with pytest.raises(EndlessCorestore, match="doesn't finish"):
        read_corestore(store("plain"))


# Signed and computed confirmation


@pytest.mark.parametrize("name", STORES)
def test_what_is_signed_is_confirmed(name: str) -> None:
    base = base_in(store(name))
    answer = linearize(graph_of(base), "autobase")
    found = agreement(base.signed, base.shown, answer["order"])
    assert found.conflict is None
    assert found.signed is not None
    assert 0 < found.signed <= answer["confirmed"]


def test_an_order_that_was_not_signed_is_named() -> None:
    base = base_in(store("growing"))
    order = linearize(graph_of(base), "autobase")["order"]
    last = base.shown[-1]
    found = agreement(base.signed, base.shown, [last, *(name for name in order if name != last)])
    assert found == Agreement(0, last)


def test_without_signatures_nothing_is_compared() -> None:
    base = replace(base_in(store("growing")), signed=None)
    assert agreement(base.signed, base.shown, []) == Agreement(None)
