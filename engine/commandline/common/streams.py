"""The three standard streams: commands work even if they are closed or full.

Text is for people and terminals: control characters, marks that change the direction of text, and
characters missing in the stream's encoding are escaped. Output for programs is written as bytes.
"""

import codecs
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, BinaryIO, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_NOT_TO_BE_PRINTED = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\udc80-\udcff]"
    r"|(?!\A)\r"
)
"""A carriage return may begin the output, so that progress stays on one line."""

_OURS = f"\x1b{token_hex(8)}"
"""Begins a change of style; no message contains it, since it is drawn anew for each process."""

BOLD, DIM, RED = "1", "2", "31"
"""The styles of text at a terminal."""

_BYTES = range(0xDC80, 0xDD00)
"""The characters for the bytes of file names that aren't UTF-8."""

_FAILING = (None, "strict", "surrogateescape")
"""Error handlers of encodings that abort a command, or pass bytes unchanged."""


def style_text(text: str, style: str, *, err: bool = False) -> str:
    """A text in a style, if it goes to a terminal and `NO_COLOR` isn't set."""
    stream = sys.stderr if err else sys.stdout
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    if is_plain or not isinstance(stream, _Printed) or not stream.isatty():
        return text
    return f"{_OURS}[{style}m{text}{_OURS}[0m"


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """Send what a user's own code prints to stderr: stdout is for the answer of the command."""
    with redirect_stdout(sys.stderr):
        yield


def open_streams() -> None:
    """Open closed standard streams, and keep failed output to stderr from ending a command.

    Otherwise the next file to be opened would take the number of a closed stream, and receive
    whatever a library prints.
    """
    if sys.stdout is not None:
        sys.stdout = _Printed(sys.stdout.buffer, sys.stdout)
    if sys.stderr is not None:
        sys.stderr = _heard_if_possible(sys.stderr)
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r+", encoding="utf-8"))  # noqa: SIM115 - it stays open


def _heard_if_possible(stream: TextIO) -> TextIO:
    """A stream for messages besides the output: if they can't be written, they are lost."""
    raw = getattr(stream.buffer, "raw", stream.buffer)  # Python's own stream may have no buffer
    return _Printed(io.BufferedWriter(_Lossy(raw)), stream, is_prompt=True)


class _Printed(io.TextIOWrapper):
    """A text stream in which no file name or message can move the cursor or hide text.

    Characters missing in its encoding are escaped.
    """

    def __init__(self, buffer: BinaryIO, like: TextIO, *, is_prompt: bool = False) -> None:
        errors = like.errors
        self._errors = "backslashreplace" if errors in _FAILING else str(errors)
        self._is_ascii = codecs.lookup(like.encoding).name == "ascii"
        super().__init__(
            buffer,
            # Click bypasses a stream that declares ASCII and writes UTF-8.
            encoding="utf-8" if self._is_ascii else like.encoding,
            errors=self._errors,
            line_buffering=is_prompt or bool(like.line_buffering),
            write_through=is_prompt,
        )

    def write(self, text: str) -> int:
        text = "\x1b".join(
            _NOT_TO_BE_PRINTED.sub(_escape_match, part) for part in text.split(_OURS)
        )
        if not text:
            return 0  # some encodings begin with a byte order mark, which JSON must not have
        if self._is_ascii:
            text = text.encode("ascii", self._errors).decode("ascii")
        return super().write(text)


def _escape_match(found: re.Match[str]) -> str:
    number = ord(found[0])
    if number in _BYTES:
        return f"\\x{number & 0xFF:02x}"
    return found[0].encode("unicode_escape").decode("ascii")


class _Lossy(io.RawIOBase):
    """Writes if possible; ignores a full disk and a closed or slow reader."""

    def __init__(self, raw: io.RawIOBase | BinaryIO) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()

    def write(self, data: "ReadableBuffer") -> int:
        try:
            written = self._raw.write(data)
        except OSError:
            written = None
        return memoryview(data).nbytes if written is None else written
