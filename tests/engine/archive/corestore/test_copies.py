"""A copy of an Autobase is read as its Corestore is, and holds no secret."""

import gzip
import hashlib
import json
import os
import shutil
import sys
from base64 import b64decode, b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.archive.corestore.bases import (
    Agreement,
    Base,
    WriterRole,
    agreement,
    graph_of,
)
from tanglescope.engine.archive.corestore.copies import (
    KeptRecords,
    copies_at,
    copy_of,
    is_corestore,
    lines_of_copy,
    read_copies,
    read_corestore,
    read_records,
)
from tanglescope.engine.archive.corestore.cores import Trust, cores_of
from tanglescope.engine.archive.corestore.encoding import CoreRecord, KeyTable, RecordDecoder
from tanglescope.engine.archive.corestore.storage import (
    EndlessCorestore,
    NotACorestore,
    ReaderMissing,
    Storage,
    UnsupportedStorage,
)
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.library import Library, import_archives
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.message.verdict import Rule
from tests.engine.archive.corestore import STORES, store, truth
from tests.engine.commandline.graphs import run

KEY = "autobase/encryption"


def copy(name: str) -> list[bytes]:
    [base] = read_corestore(store(name)).bases
    return list(copy_of(store(name), base.key))


def secret_of(name: str) -> list[bytes]:
    """The keys to the entries of a base that its store holds."""
    with Storage(store(name)) as storage:
        cores = [core for core in cores_of(storage) if not isinstance(core, str)]
    return [core.notes[KEY] for core in cores if KEY in core.notes]


@pytest.mark.parametrize("name", STORES)
def test_a_copy_is_read_as_the_store_is(name: str, tmp_path: Path) -> None:
    [base] = read_corestore(store(name)).bases
    [kept] = read_copies(copy(name))
    keys = secret_of(name)
    found = read_records(KeptRecords(kept.records), tmp_path, keys)
    assert found.bases == (base,)
    assert (found.others, found.problems, kept.damaged) == ((), (), [])


@pytest.mark.parametrize("name", STORES)
def test_a_copy_of_a_copy_is_the_same(name: str, tmp_path: Path) -> None:
    lines = copy(name)
    file = tmp_path / "base.ndjson"
    file.write_bytes(b"".join(lines))
    [kept] = read_copies(lines)
    assert list(copies_at(file, kept.base)) == lines


@pytest.mark.parametrize("name", STORES)
def test_a_copy_holds_no_secret(name: str) -> None:
    held = b"".join(b64decode(json.loads(line).get("bytes", "")) for line in copy(name))
    secrets = list(secret_of(name))
    with Storage(store(name)) as storage:
        for _, value in list(storage.range(KeyTable.CORE_BY_DISCOVERY_KEY)):
            entry = RecordDecoder(value)
            entry.uint()
            auth = storage.get(KeyTable.CORE, entry.uint(), CoreRecord.AUTH)
            assert auth is not None
            # A key pair ends with the seed and the public key of its writer.
            if RecordDecoder(auth[64:]).uint() & 2:
                secrets.append(auth[-64:-32])
    assert secrets
    assert [secret for secret in secrets if secret in held] == []


@pytest.mark.parametrize("name", STORES)
def test_the_command_shows_a_copy_as_it_shows_the_store(name: str, tmp_path: Path) -> None:
    file, key = tmp_path / "base.ndjson", tmp_path / "key"
    file.write_bytes(b"".join(copy(name)))
    key.write_bytes((secret_of(name) or [bytes(32)])[0])
    stored, copied_ = (
        json.loads(run("corestore", str(path), "--key-file", str(key), "--json").stdout)
        for path in (store(name), file)
    )
    assert copied_["bases"] == stored["bases"]
    assert "the first" in run("corestore", str(file), "--with", str(store(name))).stdout


def test_a_copy_whose_compression_is_damaged_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "copy.gz"
    file.write_bytes(gzip.compress(b"".join(copy(next(iter(STORES)))))[:-5])
    assert list(open_archive(file).records())[-1].problem is Rule.DAMAGED


def test_other_files_are_no_copies(tmp_path: Path) -> None:
    file = tmp_path / "other.ndjson"
    file.write_text("{}\n")
    assert run("corestore", str(file)).exit_code != 0


def test_an_encrypted_base_is_locked_without_its_key(tmp_path: Path) -> None:
    [kept] = read_copies(copy("encrypted"))
    [base] = read_records(KeptRecords(kept.records), tmp_path).bases
    assert (base.is_encrypted, base.is_locked, base.entries) == (True, True, ())


def exported(folder: Path, name: str) -> tuple[Path, Path, str]:
    """A database that a store was imported into, the export of its base, and that address."""
    database, file = folder / "first.db", folder / "base.ndjson"
    import_archives([store(name)], database)
    [base] = read_corestore(store(name)).bases
    address = f"autobase:{base.key}"
    command = ("export", address, "--format", "ndjson", "--to", str(file))
    assert run(*command, "--database", str(database)).exit_code == 0
    return database, file, address


@pytest.mark.parametrize("name", STORES)
def test_an_export_is_the_same_base_when_it_is_imported(name: str, tmp_path: Path) -> None:
    database, file, address = exported(tmp_path, name)
    again = tmp_path / "second.db"
    report = import_archives([file], again, keys=secret_of(name))
    assert (report.rules, report.locked) == ({}, ())
    with Library.open(database) as one, Library.open(again) as other:
        first, second = one.conversation(address), other.conversation(address)
        assert second.in_order() == first.in_order()
        assert second.finality() == first.finality()
        assert second.finality().signed is not None
        assert second.messages_with_causes(second.in_order()) == first.messages_with_causes(
            first.in_order()
        )
        assert other.check().ok
    assert import_archives([file], again, keys=secret_of(name)).added == 0


def test_a_part_and_a_base_whose_store_is_gone_are_graph_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, _, address = exported(tmp_path, "plain")
    with Library.open(database) as library:
        conversation = library.conversation(address)
        order = conversation.in_order()
        assert b'"corestore"' in next(iter(conversation.records(order)))
        [line] = conversation.records(order[:3])
        assert len(json.loads(line)["nodes"]) == 3
        monkeypatch.setattr(
            "tanglescope.engine.store.graph_nodes.GraphNodes.archives",
            lambda *_: [str(tmp_path / "gone" / "CORESTORE")],
        )
        [line] = conversation.records(order)
        assert len(json.loads(line)["nodes"]) == len(order)


def test_a_changed_block_is_refused_and_named() -> None:
    lines = copy("plain")
    values = [json.loads(line) for line in lines]
    blocks = [b64decode(value.get("bytes", "")) for value in values]
    number = next(n for n, block in enumerate(blocks) if b'{"t"' in block)
    changed = b64encode(blocks[number].replace(b'{"t"', b'{"u"')).decode()
    lines[number] = json.dumps(values[number] | {"bytes": changed}).encode()
    [kept] = read_copies(lines)
    [base] = read_records(KeptRecords(kept.records), Path()).bases
    assert any("doesn't match" in problem for problem in base.problems)


@settings(max_examples=30)
@given(data=st.data())
def test_any_damage_is_read_without_an_error(data: st.DataObject) -> None:
    lines = copy("plain")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(1, len(lines) - 1))
        lines[place] = data.draw(
            st.sampled_from([b"", b"{}\n", b"nothing\n", lines[place][:40], lines[-place]])
        )
    for kept in read_copies(lines):
        found = read_records(KeptRecords(kept.records), Path())
        assert len(found.bases) <= 1
        list(lines_of_copy(KeptRecords(kept.records), kept.base))


def test_damaged_lines_are_in_the_quarantine(tmp_path: Path) -> None:
    file = tmp_path / "base.ndjson"
    lines = copy("plain")
    file.write_bytes(lines[0] + b"damaged\n" + b"".join(lines[1:]))
    assert [str(each.place) for each in open_archive(file).records() if each.problem] == ["line 2"]
    report = import_archives([file], tmp_path / "library.db")
    assert report.rules == {"json": 1}
    assert report.added


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


def test_a_corestore_with_an_encrypted_base_is_locked_without_its_key(locked: Path) -> None:
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
