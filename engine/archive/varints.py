"""Numbers in groups of seven bits, the lowest first, as most binary formats write them."""

_MOST_BITS = 70  # ten bytes: a number of 64 bits needs no more


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number at a position, and where it ends.

    Raises `IndexError` if the data ends before it, `ValueError` if it is too long.
    """
    byte = data[at]
    if byte < 0x80:
        return byte, at + 1
    number, shift = byte & 0x7F, 7
    while byte >= 0x80:
        if shift == _MOST_BITS:
            raise ValueError("a number has no end")
        at += 1
        byte = data[at]
        number |= (byte & 0x7F) << shift
        shift += 7
    return number, at + 1
