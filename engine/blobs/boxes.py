"""Boxed blobs: encrypted files whose key is in the links to them.

Programs append the key to the id: `&HASH.sha256?unbox=KEY.boxs`. The file is a box stream, as used
between peers: a header of 34 bytes with the length of the next piece, then the piece, both
encrypted by NaCl's secretbox; the nonce counts up from zero, and a header of zeros is the end.
"""

import re
from base64 import b64decode
from urllib.parse import unquote

from tanglescope.engine.child_processes import keep_out_of_core_dumps

MARK = "?unbox="

_KEY = re.compile(r"[A-Za-z0-9+/]{43}=")
_HEADER, _MAC, _NONCE = 34, 16, 24
_END = bytes(18)


def key_of(blob: str) -> bytes | None:
    """The key after the id of a blob; None if there is none."""
    written = unquote(blob.partition(MARK)[2]).replace(" ", "+")
    if found := _KEY.match(written):
        keep_out_of_core_dumps()
    return b64decode(found[0]) if found else None


def unboxed(data: bytes, key: bytes, *, is_beginning: bool = False) -> bytes | None:
    """Decrypt a boxed blob; None if the key doesn't decrypt all of it.

    With `is_beginning`, the data may be cut off: all whole pieces are decrypted.
    """
    # Imported here: profiles and portraits have many links, but few are boxed.
    from nacl.bindings import crypto_secretbox_open
    from nacl.exceptions import CryptoError

    pieces: list[bytes] = []
    place = number = 0
    try:
        while header := data[place : place + _HEADER]:
            opened = crypto_secretbox_open(header, _nonce(number), key)
            if opened == _END:
                return b"".join(pieces) if place + _HEADER == len(data) else None
            place += _HEADER
            length = int.from_bytes(opened[:2], "big")
            sealed = opened[2:] + data[place : place + length]
            pieces.append(crypto_secretbox_open(sealed, _nonce(number + 1), key))
            place += length
            number += 2
    except CryptoError:
        is_cut = is_beginning and bool(pieces)
        return b"".join(pieces) if is_cut else None
    return b"".join(pieces) if is_beginning else None


def _nonce(number: int) -> bytes:
    return number.to_bytes(_NONCE, "big")
