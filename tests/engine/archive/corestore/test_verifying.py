"""Verification of stores with one error each."""

from pathlib import Path

import pytest

from tanglescope.engine.archive.corestore.bases import Base
from tanglescope.engine.archive.corestore.copies import read_corestore
from tanglescope.engine.archive.corestore.cores import Trust
from tanglescope.engine.archive.corestore.encoding import CoreRecord, DataRecord, KeyTable, key
from tanglescope.engine.archive.corestore.storage import UnsupportedStorage
from tests.engine.archive.corestore.writers import (
    Records,
    WrittenCore,
    base_of,
    block_key,
    message,
    signer,
    uint,
    write,
)

ENTRIES = [message(f'"{number}"'.encode()) for number in range(7)]
HEAD = key(KeyTable.DATA, 0, DataRecord.HEAD)


def read(folder: Path, records: Records) -> Base:
    [base] = read_corestore(write(folder, records)).bases
    return base


def verdicts(base: Base) -> dict[int, Trust]:
    return {entry.length: entry.trust for entry in base.entries}


def test_a_store_that_is_right_is_valid(tmp_path: Path) -> None:
    base = read(tmp_path, base_of(ENTRIES).records(0))
    assert verdicts(base) == dict.fromkeys(range(1, 8), Trust.VALID)
    assert [entry.content.text for entry in base.entries] == [f'"{each}"' for each in range(7)]
    assert base.problems == ()


@pytest.mark.parametrize("version", [0, 1, 2])
def test_entries_of_every_version_are_read(version: int, tmp_path: Path) -> None:
    blocks = [message(b"hello", version=version)]
    [entry] = read(tmp_path, base_of(blocks).records(0)).entries
    assert entry.content.text == "hello"


@pytest.mark.parametrize("place", range(7))
def test_a_block_that_does_not_fit_its_tree_is_invalid_with_its_place(
    place: int, tmp_path: Path
) -> None:
    core = base_of(ENTRIES)
    base = read(tmp_path, core.records(0) | {block_key(0, place): message(b"forged")})
    assert verdicts(base) == dict.fromkeys({*range(1, 8)} - {place + 1}, Trust.VALID)
    assert any(f"{core.key.hex()}:{place + 1} is invalid" in each for each in base.problems)


def test_a_wrong_signature_makes_everything_invalid(tmp_path: Path) -> None:
    core, other = base_of(ENTRIES), base_of([*ENTRIES, b"more"])
    records = core.records(0)
    signature = core.signature()
    records[HEAD] = records[HEAD].replace(signature, other.signature())
    base = read(tmp_path, records)
    assert base.entries == ()
    assert "its signature is wrong" in base.problems[0]


def test_a_manifest_of_another_key_makes_everything_invalid(tmp_path: Path) -> None:
    core, other = base_of(ENTRIES), base_of(ENTRIES, seed=2)
    records = core.records(0)
    auth = key(KeyTable.CORE, 0, CoreRecord.AUTH)
    records[auth] = records[auth].replace(core.manifest, other.manifest)
    base = read(tmp_path, records)
    assert base.entries == ()
    assert "its manifest isn't that of its key" in base.problems[0]


def test_without_a_signature_nothing_is_verified(tmp_path: Path) -> None:
    core = base_of(ENTRIES)
    records = core.records(0)
    records[HEAD] = records[HEAD].removesuffix(uint(len(core.signature())) + core.signature())
    records[HEAD] += uint(0)
    assert set(verdicts(read(tmp_path, records)).values()) == {Trust.UNVERIFIED}


def test_what_is_missing_leaves_the_rest_verified_by_the_tree(tmp_path: Path) -> None:
    records = base_of(ENTRIES).records(0)
    del records[block_key(0, 2)], records[block_key(0, 5)]
    base = read(tmp_path, records)
    assert verdicts(base) == dict.fromkeys([1, 2, 4, 5, 7], Trust.VALID)
    assert (base.members[0].here, base.members[0].length) == (5, 7)


def test_a_forged_block_between_missing_ones_is_invalid(tmp_path: Path) -> None:
    records = base_of(ENTRIES).records(0)
    del records[block_key(0, 2)]
    records[block_key(0, 3)] = message(b"forged")
    assert 4 not in verdicts(read(tmp_path, records))


def test_without_the_tree_what_is_left_is_unverified(tmp_path: Path) -> None:
    records = base_of(ENTRIES).records(0)
    tree = key(KeyTable.DATA, 0, DataRecord.TREE)
    records = {each: value for each, value in records.items() if not each.startswith(tree)}
    del records[block_key(0, 2)]
    assert set(verdicts(read(tmp_path, records)).values()) == {Trust.UNVERIFIED}


@pytest.mark.parametrize("quorum", [1, 2, 3])
def test_as_many_signers_as_the_manifest_asks_for_have_to_sign(quorum: int, tmp_path: Path) -> None:
    core = WrittenCore(ENTRIES, [signer(1), signer(2)], quorum=quorum)
    core.notes["referrer"] = core.key
    found = verdicts(read(tmp_path, core.records(0)))
    assert bool(found) == (quorum <= 2)


def test_one_signer_does_not_count_twice(tmp_path: Path) -> None:
    core = WrittenCore(ENTRIES, [signer(1), signer(2)], quorum=2)
    core.notes["referrer"] = core.key
    records = core.records(0)
    signature = core.signature()
    first = signature[1:67]
    records[HEAD] = records[HEAD].replace(signature, uint(2) + first + first + uint(0))
    size = uint(len(signature)), uint(len(uint(2) + first + first + uint(0)))
    records[HEAD] = records[HEAD].replace(size[0], size[1], 1)
    assert read(tmp_path, records).entries == ()


@pytest.mark.parametrize("may_patch", [True, False])
def test_a_signature_of_more_than_is_here_counts_by_its_patch(
    may_patch: bool, tmp_path: Path
) -> None:
    core = WrittenCore(ENTRIES, [signer(1)], may_patch=may_patch, longer=2)
    core.notes["referrer"] = core.key
    found = verdicts(read(tmp_path, core.records(0)))
    assert found == (dict.fromkeys(range(1, 6), Trust.VALID) if may_patch else {})


def test_other_cores_are_listed(tmp_path: Path) -> None:
    other = WrittenCore([b"one", b"two"], [signer(9)])
    store = read_corestore(write(tmp_path, base_of(ENTRIES).records(0) | other.records(1)))
    assert [(core.key, core.length, core.trust) for core in store.others] == [
        (other.key.hex(), 2, Trust.VALID)
    ]


def test_a_record_of_a_core_that_says_nothing_is_a_problem(tmp_path: Path) -> None:
    broken = {key(KeyTable.CORE_BY_DISCOVERY_KEY) + bytes(32): b"\0"}
    store = read_corestore(write(tmp_path, base_of(ENTRIES).records(0) | broken))
    assert len(store.bases) == 1
    assert "can't be read" in store.problems[0]


def test_a_newer_storage_is_named(tmp_path: Path) -> None:
    write(tmp_path, {key(KeyTable.HEAD): uint(9)})
    with pytest.raises(UnsupportedStorage, match="version 9"):
        read_corestore(tmp_path)


def test_an_unknown_version_of_an_entry_is_a_problem(tmp_path: Path) -> None:
    base = read(tmp_path, base_of([*ENTRIES, b"\x09"]).records(0))
    assert len(base.entries) == 7
    assert "version 9" in base.problems[0]


def test_more_blocks_than_any_disk_holds_are_not_followed(tmp_path: Path) -> None:
    records = base_of(ENTRIES).records(0)
    records[HEAD] = uint(0) + uint(2**63) + bytes(32) + uint(0)
    assert read(tmp_path, records).entries == ()
