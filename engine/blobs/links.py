"""Links: the blobs that a message names, with the properties that it declares.

A blob is a file named by its hash, `&...sha256`. Posts name blobs in their text and in `mentions`,
others in fields such as `image`. The declared properties of a file (name, type, size) aren't
verified.

Boxed blobs are encrypted files whose key is in the links to them. Programs append the key to the
id: `&HASH.sha256?unbox=KEY.boxs`. The file is a box stream, as used between peers: a header of 34
bytes with the length of the next piece, then the piece, both encrypted by NaCl's secretbox; the
nonce counts up from zero, and a header of zeros is the end.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote

from tanglescope.engine.message.keys import is_blob_id
from tanglescope.engine.message.message import Content
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps
from tanglescope.engine.tangle.titles import one_line

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


def decrypt_blob(data: bytes, key: bytes, *, is_beginning: bool = False) -> bytes | None:
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


MOST = 64
"""The limit on blobs of one message."""

_FIELDS = ("image", "thumbnail", "blog", "cover", "avatar", "file", "attachment")
_PICTURES = frozenset({"image", "thumbnail", "cover", "avatar"})
_IN_TEXT = re.compile(
    r"(!?)\[([^\[\]]{0,400})\]\(\s*(&[A-Za-z0-9+/]{43}=\.sha256)(\?unbox=[\w+/=%.-]{1,200})?\s*\)"
)
_LONGEST_NAME = 120
_LONGEST_TYPE = 60
_LONGEST_KEY = 200
_LARGEST = 1 << 53
_LONGEST_SIDE = 1 << 16


@dataclass(frozen=True, slots=True)
class BlobLink:
    """A blob that a message names; the message declares all fields but the id, 0 for none."""

    id: str
    name: str = ""
    type: str = ""
    size: int = 0
    width: int = 0
    height: int = 0
    is_picture: bool = False
    """Whether the message treats it as a picture."""
    key: str = ""
    """The key in the link, if the file is encrypted."""

    @property
    def is_encrypted(self) -> bool:
        """Whether the file is encrypted with a key in the link."""
        return bool(self.key)

    @property
    def address(self) -> str:
        """The id, with the key of the file."""
        return f"{self.id}{MARK}{self.key}" if self.key else self.id


def blobs_in(content: Content | Mapping[str, Any]) -> tuple[BlobLink, ...]:
    """The blobs that a message names, each once, in the order of its text."""
    if isinstance(content, str):
        return ()
    found: dict[str, BlobLink] = {}
    for link in (*_in_text(content.get("text")), *_in_mentions(content), *_in_fields(content)):
        known = found.get(link.id)
        found[link.id] = link if known is None else _merge_links(known, link)
        if len(found) == MOST:
            break
    return tuple(found.values())


def with_pictures_described(text: str, describe: Callable[[str], str]) -> str:
    """A text with descriptions, made from names, in the places of its pictures."""

    def describe_picture(found: re.Match[str]) -> str:
        is_picture = found[1] and is_blob_id(found[3])
        return describe(one_line(found[2], _LONGEST_NAME)) if is_picture else found[0]

    return _IN_TEXT.sub(describe_picture, text) if "](&" in text else text


def _merge_links(first: BlobLink, second: BlobLink) -> BlobLink:
    """Merge two links to one blob; the first one takes precedence."""
    return replace(
        first,
        name=first.name or second.name,
        type=first.type or second.type,
        size=first.size or second.size,
        width=first.width or second.width,
        height=first.height or second.height,
        is_picture=first.is_picture or second.is_picture,
        key=first.key or second.key,
    )


def _in_text(text: object) -> Iterator[BlobLink]:
    if isinstance(text, str):
        for mark, name, blob, key in _IN_TEXT.findall(text):
            if is_blob_id(blob):
                shown = one_line(name, _LONGEST_NAME)
                key = key.removeprefix(MARK)
                yield BlobLink(blob, shown, is_picture=mark == "!", key=key)


def _in_mentions(content: Mapping[str, Any]) -> Iterator[BlobLink]:
    mentions = content.get("mentions")
    # Some clients write an object with numeric keys instead of a list.
    several = mentions.values() if isinstance(mentions, dict) else mentions
    if isinstance(several, Iterable) and not isinstance(several, str):
        for mention in several:
            yield from _blobs_named_in(mention)


def _in_fields(content: Mapping[str, Any]) -> Iterator[BlobLink]:
    for field in _FIELDS:
        value = content.get(field)
        if isinstance(value, dict) and "set" in value:  # a field of a tangled record
            value = value["set"]
        for link in _blobs_named_in(value):
            yield replace(link, is_picture=link.is_picture or field in _PICTURES)
    images = content.get("images")
    for image in images if isinstance(images, list) else [images]:
        for link in _blobs_named_in(image):
            yield replace(link, is_picture=True)


def _blobs_named_in(value: object) -> Iterator[BlobLink]:
    """The blob named by a value that is an id or an object with one."""
    about: Mapping[str, Any] = value if isinstance(value, dict) else {}
    text = about.get("link", about.get("blob")) if about else value
    if not isinstance(text, str):
        return
    blob, _, key = text.partition(MARK)
    if not is_blob_id(blob):
        return
    if not key and isinstance(query := about.get("query"), dict):
        key = query.get("unbox") or ""
    kind = _text(about.get("type"), _LONGEST_TYPE)
    yield BlobLink(
        blob,
        _text(about.get("name"), _LONGEST_NAME),
        kind,
        _whole(about.get("size"), _LARGEST),
        _whole(about.get("width"), _LONGEST_SIDE),
        _whole(about.get("height"), _LONGEST_SIDE),
        is_picture=kind.startswith("image/"),
        key=_text(key, _LONGEST_KEY),
    )


def _text(value: object, longest: int) -> str:
    return one_line(value, longest) if isinstance(value, str) else ""


def _whole(value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return int(value) if 0 < value < most else 0
