"""NDJSON that people hand to commands, as their programs write it."""

from collections.abc import Iterable, Iterator

from engine.archive.lines import BYTE_ORDER_MARK


def lines_of(file: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of a file that was opened as bytes, without the byte order mark before the first.

    They end in 0x0A only, as messages hold U+2028 unescaped. JSON has no byte order mark, but
    programs on Windows put it in front of what they save.
    """
    for number, line in enumerate(file, start=1):
        yield line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line
