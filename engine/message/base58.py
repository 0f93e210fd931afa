"""Base58 with bitcoin's alphabet: how PZP writes ids, keys and signatures."""

import re

from tanglescope.engine.wording import tr

ID = re.compile(r"[1-9A-HJ-NP-Za-km-z]{16,64}", re.ASCII)
"""What ids of PZP look like."""

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_DIGITS = {char: digit for digit, char in enumerate(_ALPHABET)}
_PAIRS = [one + other for one in _ALPHABET for other in _ALPHABET]
_CHUNK = 5
"""Pairs of digits that are split off at once: small numbers are divided faster than large ones."""


def encode(data: bytes) -> str:
    """The base58 text of `data`."""
    number = int.from_bytes(data, "big")
    pairs: list[str] = []
    while number:
        number, chunk = divmod(number, len(_PAIRS) ** _CHUNK)
        for _ in range(_CHUNK):
            chunk, pair = divmod(chunk, len(_PAIRS))
            pairs.append(_PAIRS[pair])
    zeros = len(data) - len(data.lstrip(b"\0"))
    return _ALPHABET[0] * zeros + "".join(reversed(pairs)).lstrip(_ALPHABET[0])


class NotBase58(ValueError):
    """A text that isn't base58 of the expected size; the message gives its name and the reason."""


def decode(text: str, size: int, name: str) -> bytes:
    """Decode the text called `name` into `size` bytes. Raises `NotBase58`."""
    # Longer texts can't fit; refusing them first bounds the arithmetic below.
    if len(text) > size * 11 // 8 + 1:
        raise NotBase58(tr("{name} is longer than {size} bytes in base58", name=name, size=size))
    number = 0
    try:
        for char in text:
            number = number * 58 + _DIGITS[char]
    except KeyError:
        raise NotBase58(
            tr("{name} contains characters that aren't valid in base58", name=name)
        ) from None
    zeros = len(text) - len(text.lstrip(_ALPHABET[0]))
    data = b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
    if len(data) != size:
        raise NotBase58(
            tr(
                "{name} is {found} bytes in base58, not {size}",
                name=name,
                found=len(data),
                size=size,
            )
        )
    return data
