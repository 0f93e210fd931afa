"""Commits of Git as nodes, read from the bytes by which their ids can be proved."""

import hashlib
import re
from collections.abc import Collection
from typing import Any

LONGEST_COMMIT = 1 << 24
"""Bytes of a commit that is read; a message of that size is a book."""

_LONGEST_TEXT = 4096  # bytes of an address or a subject
_LONGEST_TIME = 15  # digits; a commit may say anything, and a double counts no further
_SPACE = b" \t\r\n"
_BLANK_LINES = re.compile(rb"(?:[ \t\r]*\n)*")
_TIME = re.compile(rb"[ \t]*(\d+)[ \t]*[+-]\d+")
_ENCODINGS = re.compile(
    r"(?i)(iso|latin|cp|windows|koi8|utf|shift|sjis|euc|gb|big5|mac|us-ascii|ascii)[\w.-]*"
)
"""What texts may be encoded in; Python knows other codecs, which are no encodings of texts."""


def is_proved(name: str, commit: bytes) -> bool:
    """Whether an id is that of a commit with these bytes, by SHA-1 or SHA-256."""
    proved = b"commit %d\0" % len(commit) + commit
    if len(name) == hashlib.sha256().digest_size * 2:
        return hashlib.sha256(proved).hexdigest() == name
    return hashlib.sha1(proved, usedforsecurity=False).hexdigest() == name


def commit_node(name: str, commit: bytes, known: Collection[str]) -> dict[str, Any]:
    """A commit as a graph file would have it; of its parents, those that are known."""
    header, _, message = commit.partition(b"\n\n")
    lines = header.split(b"\n")
    parents = [line[7:].decode("ascii", "replace") for line in lines if line[:7] == b"parent "]
    encoding = _field(lines, b"encoding ").decode("ascii", "replace")
    author, committer = _field(lines, b"author "), _field(lines, b"committer ")
    return {
        "id": name,
        "after": [each for each in dict.fromkeys(parents) if each in known],
        "writer": _text(_address(author), encoding),
        "asserted": _milliseconds(author),
        "received": _milliseconds(committer),
        "label": _text(_subject(message), encoding),
    }


def _field(lines: list[bytes], name: bytes) -> bytes:
    return next((line[len(name) :] for line in lines if line.startswith(name)), b"")


def _address(person: bytes) -> bytes:
    _, begun, rest = person.partition(b"<")
    address, ended, _ = rest.partition(b">")
    return address if begun and ended else b""


def _milliseconds(person: bytes) -> int | None:
    time = _TIME.match(person[person.rfind(b">") + 1 :])
    if time is None or len(time[1]) > _LONGEST_TIME:
        return None
    return 1000 * int(time[1])


def _subject(message: bytes) -> bytes:
    """The first paragraph on one line, as git shows it."""
    begun = _BLANK_LINES.match(message)
    begin = begun.end() if begun else 0
    lines: list[bytes] = []
    for line in message[begin : begin + 2 * _LONGEST_TEXT].partition(b"\0")[0].split(b"\n"):
        if not (seen := line.rstrip(_SPACE)):
            break
        lines.append(seen)
    return b" ".join(lines)


def _text(text: bytes, encoding: str) -> str:
    cut = text[:_LONGEST_TEXT]
    more = "…" if len(cut) < len(text) else ""
    if _ENCODINGS.fullmatch(encoding):
        try:
            return cut.decode(encoding) + more
        except (LookupError, ValueError):
            pass
    return cut.decode("utf-8", "replace") + more
