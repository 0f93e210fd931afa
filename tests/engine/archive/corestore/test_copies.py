"""A copy of an Autobase is read as its Corestore is, and holds no secret."""

import json
from base64 import b64decode, b64encode
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.archive.corestore import read_corestore
from tanglescope.engine.archive.corestore.copies import (
    KeptRecords,
    copied,
    copies_at,
    copy_of,
    read_copies,
)
from tanglescope.engine.archive.corestore.cores import cores_of
from tanglescope.engine.archive.corestore.encoding import RecordDecoder
from tanglescope.engine.archive.corestore.keys import CoreRecord, Table
from tanglescope.engine.archive.corestore.reading import read_records
from tanglescope.engine.archive.corestore.storage import Storage
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.library import Library, import_archives
from tests.engine.archive.corestore import STORES, store
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
        for _, value in list(storage.range(Table.CORE_BY_DISCOVERY_KEY)):
            entry = RecordDecoder(value)
            entry.uint()
            auth = storage.get(Table.CORE, entry.uint(), CoreRecord.AUTH)
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
        assert second.linked(second.in_order()) == first.linked(first.in_order())
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
        list(copied(KeptRecords(kept.records), kept.base))


def test_damaged_lines_are_in_the_quarantine(tmp_path: Path) -> None:
    file = tmp_path / "base.ndjson"
    lines = copy("plain")
    file.write_bytes(lines[0] + b"damaged\n" + b"".join(lines[1:]))
    assert [str(each.place) for each in open_archive(file).records() if each.problem] == ["line 2"]
    report = import_archives([file], tmp_path / "library.db")
    assert report.rules == {"json": 1}
    assert report.added
