"""Decrypting the blocks of an encrypted Autobase.

Every block is encrypted by XSalsa20, with a key derived from its core and a nonce made of its
number and its first eight bytes. libsodium's binding offers that only within `secretbox`, which
uses the first 32 bytes of the stream for its own check; these are computed here, for many blocks
at once.
"""

import re
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np
from nacl.bindings import crypto_secretbox
from numpy.typing import NDArray

from tanglescope.engine.archive.corestore.cores import Core, digest, namespace
from tanglescope.engine.archive.corestore.encoding import MalformedRecord, RecordDecoder
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps

PADDING = 8
"""Bytes before every encrypted block."""

GENESIS_ENTROPY = namespace("autobase/entropy", 0)

_DEFAULT = namespace("hypercore", 5)
_BLOCK_KEY = namespace("autobase", 1)

_Uint32s: TypeAlias = NDArray[np.uint32]
_SIGMA = struct.unpack("<4I", b"expand 32-byte k")
_QUARTERS = (
    ((4, 0, 12, 7), (8, 4, 0, 9), (12, 8, 4, 13), (0, 12, 8, 18)),
    ((9, 5, 1, 7), (13, 9, 5, 9), (1, 13, 9, 13), (5, 1, 13, 18)),
    ((14, 10, 6, 7), (2, 14, 10, 9), (6, 2, 14, 13), (10, 6, 2, 18)),
    ((3, 15, 11, 7), (7, 3, 15, 9), (11, 7, 3, 13), (15, 11, 7, 18)),
    ((1, 0, 3, 7), (2, 1, 0, 9), (3, 2, 1, 13), (0, 3, 2, 18)),
    ((6, 5, 4, 7), (7, 6, 5, 9), (4, 7, 6, 13), (5, 4, 7, 18)),
    ((11, 10, 9, 7), (8, 11, 10, 9), (9, 8, 11, 13), (10, 9, 8, 18)),
    ((12, 15, 14, 7), (13, 12, 15, 9), (14, 13, 12, 13), (15, 14, 13, 18)),
)


def open_writer(
    core: Core, blocks: Mapping[int, bytes], base: bytes, secret: bytes
) -> dict[int, bytes]:
    """The decrypted blocks of a writer's core."""
    manifest = core.manifest
    if manifest is None or manifest.version <= 1:
        return _xor_all(blocks, digest(_DEFAULT, core.key, secret))
    name = _namespace(manifest.user_data) or core.key
    opened = _open_versions(blocks, lambda entropy: digest(_BLOCK_KEY, base, secret, entropy, name))
    return {place: block for place, block in opened.items() if block is not None}


def open_view(
    blocks: Mapping[int, bytes], base: bytes, secret: bytes, name: str
) -> dict[int, bytes]:
    """The decrypted blocks of a view."""
    return _xor_all(blocks, digest(_BLOCK_KEY, base, secret, name.encode()))


def _namespace(user_data: bytes | None) -> bytes | None:
    if not user_data:
        return None
    reader = RecordDecoder(user_data)
    reader.uint()
    flags = reader.uint()
    if flags & 1:
        reader.uint()
    return reader.key() if flags & 2 else None


def _open_versions(
    blocks: Mapping[int, bytes], key_of: Callable[[bytes], bytes]
) -> dict[int, bytes | None]:
    """Decrypt blocks whose first byte is the number of their key, or zero for none."""
    plain: dict[int, bytes | None] = {}
    first: dict[int, bytes] = {}
    for place, block in blocks.items():
        if block[:1] == b"\0":
            plain[place] = block[PADDING:]
        elif block[:1] == b"\1" and block[4:8] == bytes(4):
            first[place] = block
        else:
            plain[place] = None  # a later key, which is stored in another core
    return plain | _xor_all(first, key_of(GENESIS_ENTROPY))


def _xor_all(blocks: Mapping[int, bytes], key: bytes) -> dict[int, bytes]:
    long = {place: block for place, block in blocks.items() if len(block) >= PADDING}
    nonces = [
        struct.pack("<Q", place) + block[:PADDING] + bytes(8) for place, block in long.items()
    ]
    starts = _beginnings(key, nonces)
    return {
        place: _xor(block[PADDING:], start, nonce, key)
        for (place, block), start, nonce in zip(long.items(), starts, nonces, strict=True)
    }


def _xor(block: bytes, start: bytes, nonce: bytes, key: bytes) -> bytes:
    head = int.from_bytes(block[:32], "little") ^ int.from_bytes(start[: len(block)], "little")
    opened = head.to_bytes(min(32, len(block)), "little")
    return opened + crypto_secretbox(block[32:], nonce, key)[16:] if len(block) > 32 else opened


def _beginnings(key: bytes, nonces: Sequence[bytes]) -> list[bytes]:
    """The first 32 bytes of the stream for every nonce."""
    if len(key) != 32:
        raise MalformedRecord(tr("its encryption key doesn't have 32 bytes"))
    if not nonces:
        return []
    count = len(nonces)
    words = np.frombuffer(b"".join(nonces), dtype="<u4").reshape(count, 6).T
    keys = [np.full(count, word, np.uint32) for word in struct.unpack("<8I", key)]
    mixed = _rounds(_state(keys, list(words[:4])))
    derived = [mixed[place] for place in (0, 5, 10, 15, 6, 7, 8, 9)]
    counter = [words[4], words[5], np.zeros(count, np.uint32), np.zeros(count, np.uint32)]
    state = _state(derived, counter)
    stream = [(a + b).astype("<u4") for a, b in zip(_rounds(state), state, strict=True)][:8]
    together = np.stack(stream, axis=1).tobytes()
    return [together[start : start + 32] for start in range(0, 32 * count, 32)]


def _state(key: Sequence[_Uint32s], middle: Sequence[_Uint32s]) -> list[_Uint32s]:
    first, *rest = (np.full_like(key[0], word) for word in _SIGMA)
    return [first, *key[:4], rest[0], *middle, rest[1], *key[4:], rest[2]]


def _rounds(state: Sequence[_Uint32s]) -> list[_Uint32s]:
    """Ten double rounds of Salsa20, for all blocks at once."""
    mixed = [words.copy() for words in state]
    for _ in range(10):
        for quarter in _QUARTERS:
            for target, one, other, turn in quarter:
                total = mixed[one] + mixed[other]
                mixed[target] ^= (total << np.uint32(turn)) | (total >> np.uint32(32 - turn))
    return mixed


LENGTH = 32

_HEX = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_Z_BASE_32 = "ybndrfg8ejkmcpqxot1uwisza345h769"
_Z_TEXT = re.compile(f"[{_Z_BASE_32}]{{52}}", re.ASCII)


class NotABaseKey(TanglescopeError):
    """The given text or file can't be the key of an Autobase."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self) -> None:
        super().__init__(
            tr("The key of an Autobase has 32 bytes: 64 hexadecimal digits, or 52 in z-base-32.")
        )


def read_base_key(given: bytes) -> bytes:
    """The key in a file or in typed text. Raises `NotABaseKey`."""
    keep_out_of_core_dumps()
    if len(given) == LENGTH:
        return given
    text = given.decode("utf-8", "replace").strip()
    if _HEX.fullmatch(text):
        return bytes.fromhex(text)
    if _Z_TEXT.fullmatch(text):
        return _from_z_base_32(text)
    raise NotABaseKey


def _from_z_base_32(text: str) -> bytes:
    """The bytes of a key; the last letter holds only one bit of it."""
    number = 0
    for letter in text:
        number = number << 5 | _Z_BASE_32.index(letter)
    number, rest = divmod(number, 1 << (5 * len(text) - 8 * LENGTH))
    if rest:
        raise NotABaseKey
    return number.to_bytes(LENGTH, "big")
