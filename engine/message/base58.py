"""Base58 with bitcoin's alphabet: how PZP writes ids, keys and signatures."""

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_DIGITS = {char: digit for digit, char in enumerate(_ALPHABET)}


def encode(data: bytes) -> str:
    """The base58 text of `data`."""
    number = int.from_bytes(data, "big")
    chars: list[str] = []
    while number:
        number, digit = divmod(number, 58)
        chars.append(_ALPHABET[digit])
    zeros = len(data) - len(data.lstrip(b"\0"))
    return _ALPHABET[0] * zeros + "".join(reversed(chars))


def decode(text: str, size: int) -> bytes:
    """The `size` bytes that `text` stands for; ValueError if it is anything else."""
    # Longer texts can't fit, and refusing them first keeps the arithmetic below short.
    if len(text) > size * 11 // 8 + 1:
        raise ValueError(f"is longer than {size} bytes in base58")
    number = 0
    try:
        for char in text:
            number = number * 58 + _DIGITS[char]
    except KeyError:
        raise ValueError("has characters that base58 doesn't") from None
    zeros = len(text) - len(text.lstrip(_ALPHABET[0]))
    data = b"\0" * zeros + number.to_bytes((number.bit_length() + 7) // 8, "big")
    if len(data) != size:
        raise ValueError(f"is {len(data)} bytes in base58, not {size}")
    return data
