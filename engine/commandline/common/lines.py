"""Lines that are passed to commands, as other programs write them."""

from collections.abc import Iterator
from typing import IO, AnyStr

from engine.archive.lines import BYTE_ORDER_MARK
from engine.errors import TanglescopeError
from engine.wording import tr

LONGEST_LINE = 64 << 20
"""Bytes or characters up to which a line is read; a device may have no end of a line at all."""


class LineTooLong(TanglescopeError):
    """A line is longer than any that is read; the rest of the file is left unread."""

    def __init__(self, file: str, line: int) -> None:
        super().__init__(
            tr(
                "{file}, line {line} is longer than {limit} MiB. It and what follows were not"
                " read. Split or remove the line.",
                file=file,
                line=line,
                limit=LONGEST_LINE >> 20,
            )
        )


def lines_of(file: IO[bytes]) -> Iterator[bytes]:
    """The lines of a file that was opened as bytes, without the byte order mark before the first.

    They end in 0x0A only, as messages hold U+2028 unescaped. JSON has no byte order mark, but
    programs on Windows put it in front of what they save. Raises `LineTooLong`.
    """
    for number, line in enumerate(bounded_lines(file), start=1):
        yield line.removeprefix(BYTE_ORDER_MARK) if number == 1 else line


def bounded_lines(file: IO[AnyStr]) -> Iterator[AnyStr]:
    """The lines of a file. Raises `LineTooLong`."""
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise LineTooLong(str(getattr(file, "name", "-")), number)
        yield line
