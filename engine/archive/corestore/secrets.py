"""Keys of encrypted Autobases, as people have them: in files, or as text."""

import re

from engine.errors import TanglescopeError
from engine.wording import tr

LENGTH = 32

_HEX = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_Z_BASE_32 = "ybndrfg8ejkmcpqxot1uwisza345h769"
_Z_TEXT = re.compile(f"[{_Z_BASE_32}]{{52}}", re.ASCII)


class NotABaseKey(TanglescopeError):
    """What can't be the key of an Autobase."""

    def __init__(self) -> None:
        super().__init__(
            tr("The key of an Autobase has 32 bytes: 64 hexadecimal digits, or 52 in z-base-32.")
        )


def read_base_key(given: bytes) -> bytes:
    """The key in the content of a file or in what was typed. Raises `NotABaseKey`."""
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
