"""Forms of JSON: what a file holds is recognized by all keys of its first value.

The keys may be in any order, indented or not, on one line or many. They are read as a stream, up to
the first one that decides, since a graph may be one value of a gigabyte.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

import orjson

from tanglescope.engine.language.wording import later, list_first, tr

_AT_ONCE = 1 << 16
_FURTHEST = 1 << 25
"""The limit on bytes that are read for the keys of a value."""

_LONGEST_KEY = 200
_MOST_KEYS = 1000
_SHOWN_KEYS = 5
_LINES = 50

# A string or a remark without an end goes on to the end of the text. Otherwise, each quotation mark
# in it would be the beginning of another attempt.
_TOKEN = re.compile(
    rb'"((?:[^"\\]|\\[\s\S])*+)(?:"|\\?\Z)|[{}\[\]:,]|//[^\n]*+(?=\n|\Z)|([A-Za-z_$][\w$]*+)'
)

_IN_STRING = re.compile(rb'(?:[^"\\]++|\\[\s\S])*+')


class JsonForm(Enum):
    """What JSON values are, as far as this program knows them."""

    GRAPH = "graph"
    """A graph or a node of a graph file, or events of a Matrix room."""

    PZP = "pzp"
    SSB = "ssb"


class UnknownJson(NamedTuple):
    """JSON that holds no messages in a known form: what it is, and what to do about it."""

    name: str
    advice: str


_Keys = Mapping[str, bytes]
"""The keys of an object, with the first byte of each value."""

WRAPPERS = ("pdus", "auth_chain", "state", "events", "event")
"""The keys under which servers' answers have events, in the order of reading."""

_SIGNED = frozenset({"previous", "author", "sequence", "timestamp", "hash", "content", "signature"})
_FEW_OF_THEM = 4
_SSB_ID = re.compile(rb'"(?:key|author|previous)"\s*:\s*"[%@]')


def form_of(file: BinaryIO, sample: bytes) -> JsonForm | UnknownJson | None:
    """The form of a JSON file, which begins with `sample`; None if it isn't known to be JSON.

    If its first value isn't known, other lines of the sample may be.
    """
    keys: dict[str, bytes] = {}
    first = FirstObject(file)
    for key, begin in islice(first, _MOST_KEYS):
        keys[key] = begin
        if (form := _form_of_keys(keys, sample)) is not None:
            return form
    values = list(_values_in(sample))
    for value in values:
        if (
            form := _form_of_keys({key: _begin(each) for key, each in value.items()}, sample)
        ) is not None:
            return form
    if _SSB_ID.search(sample) is not None and not _is_one_value(sample):
        return JsonForm.SSB
    if not first.is_whole:
        keys = next((dict.fromkeys(value, b"") for value in values if value), {})
    return _name(keys) if keys else None


class FirstObject:
    """The keys of the first object of a file, which may be in a list, in order of the file.

    Each comes with the first byte of its value, or of what follows if that is a number.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.is_whole = False
        """Whether its end was reached."""

    def __iter__(self) -> Iterator[tuple[str, bytes]]:
        tokens = _tokens(self._file)
        if next(tokens, b"") == b"[":
            tokens = _after_brace(tokens)
        depth = 1
        key: bytes | None = None
        has_colon = False
        for token in tokens:
            mark = token[:1]
            if depth == 1 and key is not None and has_colon:
                yield _text(key), mark
                key, has_colon = None, False
            elif depth == 1 and mark not in b"{}[]:,":
                key = token
            has_colon = mark == b":"
            depth += (mark in b"{[") - (mark in b"}]")
            if not depth:
                self.is_whole = True
                return


def _text(token: bytes) -> str:
    """A key, which may have escapes."""
    try:
        return str(orjson.loads(token))[:_LONGEST_KEY]
    except orjson.JSONDecodeError:
        return token.strip(b'"')[:_LONGEST_KEY].decode("utf-8", "replace")


def _after_brace(tokens: Iterator[bytes]) -> Iterator[bytes]:
    """The tokens after the first brace of a list, which may have scalars in front."""
    for token in tokens:
        if token == b"{":
            return tokens
        if token in (b"[", b"]"):
            break
    return iter(())


def _tokens(file: BinaryIO) -> Iterator[bytes]:
    """The strings, words and marks of a file, up to a limit; of a long string, its beginning."""
    data = b""
    read = 0
    is_fresh = False  # whether what is left wasn't scanned yet
    while read < _FURTHEST and ((more := file.read(_AT_ONCE)) or is_fresh):
        is_fresh = False
        data += more
        read += len(more)
        at = 0
        for found in _TOKEN.finditer(data):
            if found.end() == len(data) and found.group()[:1] not in b"{}[]:,":
                break  # it may go on
            at = found.end()
            if found.group()[:2] != b"//":
                yield found.group()
        # Of what is left, only a string or a word may go on.
        begin = data.find(b'"', at)
        data = data[begin:] if begin >= 0 else data[max(at, len(data) - _LONGEST_KEY) :]
        if begin >= 0 and len(data) > max(_AT_ONCE, _LONGEST_KEY):
            yield data[:_LONGEST_KEY]
            data, skipped = _after_string(file, data[1:], _FURTHEST - read)
            read += skipped
            is_fresh = True


def _after_string(file: BinaryIO, data: bytes, most: int) -> tuple[bytes, int]:
    """What follows a string that began before `data`, and how much was read to find its end."""
    read = 0
    while True:
        inside = _IN_STRING.match(data)
        end = inside.end() if inside else 0
        if data[end : end + 1] == b'"':
            return data[end + 1 :], read
        more = file.read(_AT_ONCE) if read < most else b""
        if not more:
            return b"", read
        data = data[end:] + more  # at most a backslash, and what it escapes
        read += len(more)


def _values_in(sample: bytes) -> Iterator[dict[str, Any]]:
    """The objects on the first lines of a sample, also in lists."""
    for line in sample.split(b"\n")[:_LINES]:
        try:
            value = orjson.loads(line.strip(b" \t\r\n\0,"))
        except orjson.JSONDecodeError:
            continue
        items = value if isinstance(value, list) else [value]
        yield from (each for each in items if isinstance(each, dict))


def _is_one_value(sample: bytes) -> bool:
    try:
        orjson.loads(sample)
    except orjson.JSONDecodeError:
        return False
    return True


def _begin(value: object) -> bytes:
    return b"{" if isinstance(value, dict) else b"[" if isinstance(value, list) else b'"'


def _form_of_keys(keys: _Keys, sample: bytes) -> JsonForm | None:
    """The form of an object with these keys, if they are enough to tell."""
    if keys.get("nodes") == b"[" or {"id", "after"} <= keys.keys() or "prev_events" in keys:
        return JsonForm.GRAPH
    if any(keys.get(each) in (b"[", b"{") for each in WRAPPERS) and b'"prev_events"' in sample:
        return JsonForm.GRAPH
    if {"event_id", "json"} <= keys.keys() and b"prev_events" in sample:
        return JsonForm.GRAPH
    if {"id", "msg"} <= keys.keys():
        return JsonForm.PZP if keys["msg"] == b"{" else JsonForm.SSB
    if keys.get("value") == b"{" or {"key", "value"} <= keys.keys() or "sync" in keys:
        return JsonForm.SSB
    return JsonForm.SSB if len(_SIGNED & keys.keys()) >= _FEW_OF_THEM else None


_NO_CAUSES = later(
    "It doesn't say what each message comes after, so there is nothing to order. To read it anyway,"
    " write it as a graph file."
)
_FROM_A_SERVER = later(
    "Events for clients lack `prev_events`, so there is nothing to order. Get the room's federation"
    " events from a server, such as the table event_json of Synapse."
)
_ANSWER = later("an answer of a Matrix server to a client")
_NAMED: tuple[tuple[frozenset[str], str, str], ...] = (
    (frozenset({"next_batch"}), _ANSWER, _FROM_A_SERVER),
    (frozenset({"chunk"}), _ANSWER, _FROM_A_SERVER),
    (frozenset({"events_before"}), _ANSWER, _FROM_A_SERVER),
    (frozenset({"event_id", "sender"}), later("an event of a Matrix client"), _FROM_A_SERVER),
    (frozenset({"exported_by"}), later("a chat exported by Element"), _FROM_A_SERVER),
    (frozenset({"room_name", "messages"}), later("a chat exported by Element"), _FROM_A_SERVER),
    (
        frozenset({"pdu_ids"}),
        later("a list of ids of Matrix events"),
        later("It names events without containing them. Get the events themselves."),
    ),
    (
        frozenset({"tardis_version"}),
        later("a scenario of TARDIS"),
        later("Export its events from TARDIS, or save them as a list."),
    ),
    (frozenset({"guild", "channel"}), later("a chat exported from Discord"), _NO_CAUSES),
    (frozenset({"chats"}), later("chats exported from Telegram"), _NO_CAUSES),
    (frozenset({"name", "type", "messages"}), later("a chat exported from Telegram"), _NO_CAUSES),
    (frozenset({"user", "ts"}), later("a chat exported from Slack"), _NO_CAUSES),
    (frozenset({"participants", "messages"}), later("a chat exported from Facebook"), _NO_CAUSES),
    (frozenset({"messages"}), later("an exported chat"), _NO_CAUSES),
    (
        frozenset({"host", "port"}),
        later("a list of addresses of an SSB program"),
        later("It has no messages. Open the log in the same folder."),
    ),
)
"""Known things that can't be ordered: keys, name, advice."""


def _name(keys: _Keys) -> UnknownJson:
    for some, name, advice in _NAMED:
        if some <= keys.keys():
            return UnknownJson(tr(name), tr(advice))
    shown = list_first(list(keys), _SHOWN_KEYS, "`{}`".format)
    return UnknownJson(
        tr("JSON that is neither messages nor a graph (keys: {keys})", keys=shown),
        tr("To read it, write it as a graph file, or write an adapter."),
    )
