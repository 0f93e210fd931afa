import contextlib
import shutil
import struct
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive import leveldb
from tanglescope.engine.archive.leveldb import NotALevelDB, read_leveldb, unsnap


def varint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def text(data: bytes) -> bytes:
    return varint(len(data)) + data


def log(records: list[bytes]) -> bytes:
    """A log of LevelDB: records are split at the borders of blocks."""
    out = b""
    for record in records:
        kind, rest = 1, record
        while True:
            room = 32768 - len(out) % 32768
            if room < 7:
                out += bytes(room)
                room = 32768
            piece, rest = rest[: room - 7], rest[room - 7 :]
            if rest:
                kind = 2 if kind == 1 else 3
            elif kind != 1:
                kind = 4
            crc = leveldb._masked_crc(bytes([kind]) + piece)
            out += struct.pack("<IHB", crc, len(piece), kind) + piece
            if not rest:
                break
            kind = 3 if kind in (2, 3) else kind
    return out


def batch(sequence: int, *changes: tuple[bytes, bytes | None]) -> bytes:
    body = b"".join(
        b"\0" + text(key) if value is None else b"\1" + text(key) + text(value)
        for key, value in changes
    )
    return struct.pack("<QI", sequence, len(changes)) + body


def folder(path: Path, *records: bytes, manifest: bytes = b"\2\3") -> Path:
    """A folder with one log, number 3, and a manifest that lists it."""
    path.mkdir(exist_ok=True)
    (path / "CURRENT").write_text("MANIFEST-000002\n")
    (path / "MANIFEST-000002").write_bytes(log([manifest]))
    (path / "000003.log").write_bytes(log(list(records)))
    return path


def test_crc_is_that_of_castagnoli() -> None:
    crc = leveldb._masked_crc(b"123456789")
    turned = crc - 0xA282EAD8 & 0xFFFFFFFF
    assert (turned << 15 | turned >> 17) & 0xFFFFFFFF == 0xE3069283


@given(st.lists(st.tuples(st.binary(max_size=6), st.none() | st.binary(max_size=200)), max_size=30))
def test_the_latest_value_of_a_key_counts(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[bytes, bytes | None]]
) -> None:
    path = folder(
        tmp_path_factory.mktemp("db") / "db",
        *(batch(number, change) for number, change in enumerate(changes, 1)),
    )
    expected = dict(changes)
    assert read_leveldb(path) == {k: v for k, v in expected.items() if v is not None}


def test_a_record_may_fill_several_blocks(tmp_path: Path) -> None:
    value = bytes(range(256)) * 400
    path = folder(tmp_path / "db", batch(1, (b"a", b"1")), batch(2, (b"b", value), (b"c", b"2")))
    assert read_leveldb(path) == {b"a": b"1", b"b": value, b"c": b"2"}


def test_what_is_damaged_is_left_out_and_the_rest_is_read(tmp_path: Path) -> None:
    path = folder(tmp_path / "db", *(batch(n, (b"k%d" % n, b"v")) for n in range(1, 5)))
    file = path / "000003.log"
    whole = file.read_bytes()
    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        found = read_leveldb(path)
        assert found.items() <= {b"k%d" % n: b"v" for n in range(1, 5)}.items()
    file.write_bytes(whole[:-3])
    assert read_leveldb(path).keys() == {b"k1", b"k2", b"k3"}


def test_files_that_the_manifest_has_dropped_are_not_read(tmp_path: Path) -> None:
    path = folder(tmp_path / "db", batch(9, (b"new", b"1")), manifest=b"\2\3")
    (path / "000001.log").write_bytes(log([batch(1, (b"old", b"1"))]))
    assert read_leveldb(path) == {b"new": b"1"}
    (path / "CURRENT").write_text("MANIFEST-000009\n")
    assert read_leveldb(path) == {b"new": b"1", b"old": b"1"}


def test_tables_and_logs_of_a_real_folder_are_read_and_stay_untouched(tribes2: Path) -> None:
    keyring = tribes2 / "alice" / "keyring"
    before = {each: (each.read_bytes(), each.stat().st_mtime_ns) for each in keyring.iterdir()}
    found = read_leveldb(keyring)
    assert len(found) == 11
    assert b"Jown_key" in found
    assert {
        each: (each.read_bytes(), each.stat().st_mtime_ns) for each in keyring.iterdir()
    } == before


def test_a_damaged_table_gives_what_is_whole_of_it_or_nothing(
    tribes2: Path, tmp_path: Path
) -> None:
    path = shutil.copytree(tribes2 / "alice" / "keyring", tmp_path / "keyring")
    right = read_leveldb(path)
    table = path / "000005.ldb"
    whole = table.read_bytes()
    for at in range(0, len(whole), 7):
        table.write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1 :])
        assert read_leveldb(path).items() <= right.items()
        table.write_bytes(whole[:at])
        assert read_leveldb(path).items() <= right.items()


def test_anything_but_a_folder_of_leveldb_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(NotALevelDB, match="isn't a LevelDB folder"):
        read_leveldb(tmp_path)


@given(st.binary() | st.builds(lambda part, n: part * n, st.binary(min_size=1), st.integers(1, 99)))
def test_snappy_is_decompressed_as_by_its_library(data: bytes) -> None:
    assert unsnap(pa.compress(data, codec="snappy", asbytes=True)) == data


@given(st.binary())
def test_hostile_snappy_ends_in_an_error_or_in_bytes(data: bytes) -> None:
    with contextlib.suppress(ValueError, IndexError):
        unsnap(data)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xff\xff\xff\x7f",
        b"\x05\x01\x01",
        b"\x05\x10abc",
        b"\x01\x04ab",
        b"\x05\x04ab",
        b"\xff" * 12,
    ],
)
def test_impossible_lengths_are_refused(data: bytes) -> None:
    with pytest.raises((ValueError, IndexError)):
        unsnap(data)


def block(entries: list[bytes]) -> bytes:
    body = b"".join(entries) + struct.pack("<II", 0, 1)
    return body + b"\0" + struct.pack("<I", leveldb._masked_crc(body + b"\0"))


def table(data: bytes, handles: list[bytes]) -> bytes:
    """A table with one block of data to which many handles point."""
    index = block([varint(0) + varint(1) + varint(len(each)) + b"i" + each for each in handles])
    footer = varint(0) + varint(0) + varint(len(data)) + varint(len(index) - 5)
    return data + index + footer.ljust(40, b"\0") + leveldb._MAGIC


def bombs() -> dict[str, bytes]:
    """Small tables that decompress to gigabytes."""
    large = block([varint(0) + varint(9) + varint(1 << 16) + b"k" * 9 + bytes(1 << 16)])
    long = [varint(0) + varint(1 << 16) + varint(0) + b"k" * (1 << 16)]
    long += [varint(1 << 16) + varint(8) + varint(0) + bytes(8)] * 9000
    keys = block(long)
    return {
        "one block named often": table(large, [varint(0) + varint(len(large) - 5)] * 9000),
        "long keys that share a beginning": table(keys, [varint(0) + varint(len(keys) - 5)]),
    }


@pytest.mark.parametrize("bomb", bombs().values(), ids=bombs())
def test_tables_that_unfold_into_gigabytes_are_refused(
    tmp_path: Path, bomb: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leveldb, "MOST", 1 << 20)
    (tmp_path / "CURRENT").write_bytes(b"MANIFEST-000001\n")
    (tmp_path / "000005.ldb").write_bytes(bomb)
    with pytest.raises(NotALevelDB, match="too much for a keyring"):
        read_leveldb(tmp_path)


def test_a_folder_of_many_large_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leveldb, "MOST", 1 << 10)
    (tmp_path / "CURRENT").write_bytes(b"MANIFEST-000001\n")
    for number in range(3):
        (tmp_path / f"{number:06}.log").write_bytes(bytes(500))
    with pytest.raises(NotALevelDB, match="too much for a keyring"):
        read_leveldb(tmp_path)
