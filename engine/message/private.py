"""Private messages, decrypted in memory for the holder of a key.

    ring = Keyring(read_identity(path), read_group_keys(text))
    content = ring.open(message)            None: locked

Only the ciphertext is stored. A keyring can't be printed or pickled.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from nacl.bindings import crypto_scalarmult, crypto_secretbox_open
from nacl.exceptions import CryptoError

from tanglescope.engine.language.wording import tr
from tanglescope.engine.message import bendybutt, box2
from tanglescope.engine.message.box2 import Key, Scheme
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.identity import Identity, NotASecret
from tanglescope.engine.message.keys import decode_base64, is_feed_id
from tanglescope.engine.message.message import Message
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps

_NONCE = 24
_SLOTS_START = 56
_SLOT = 49
_MOST_RECIPIENTS = 8
_TAG = 16


def body_key(ciphertext: bytes, exchange_secret: bytes) -> bytes | None:
    """The 33 bytes (count and key) that open only this message, as in `?unbox=`."""
    if len(ciphertext) < _SLOTS_START:
        return None  # libsodium would read beyond the end
    nonce, one_time_public = ciphertext[:_NONCE], ciphertext[_NONCE:_SLOTS_START]
    try:
        shared = crypto_scalarmult(exchange_secret, one_time_public)
    except CryptoError:
        return None
    for number in range(_MOST_RECIPIENTS):
        start = _SLOTS_START + _SLOT * number
        if start + _SLOT > len(ciphertext) - _TAG:
            return None
        if (key := _open_box(ciphertext[start : start + _SLOT], nonce, shared)) is not None:
            return key
    return None


def open_with(ciphertext: bytes, key: bytes) -> bytes | None:
    """The text of a message, decrypted with the 33 bytes that open its body."""
    if len(key) != 1 + 32:
        return None
    return _open_box(ciphertext[_SLOTS_START + _SLOT * key[0] :], ciphertext[:_NONCE], key[1:])


def _open_box(box: bytes, nonce: bytes, key: bytes) -> bytes | None:
    try:
        return crypto_secretbox_open(box, nonce, key)
    except CryptoError:
        return None


@dataclass(frozen=True, slots=True)
class DirectKey:
    """A key that two feeds share."""

    feeds: frozenset[str]
    key: Key = field(repr=False)


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a program: those of groups, the one for notes to oneself, those of pairs."""

    groups: tuple[bytes, ...] = field(default=(), repr=False)
    own: bytes | None = field(default=None, repr=False)
    own_feeds: frozenset[str] = frozenset()
    """The feeds of which the program has the private key."""

    direct: tuple[DirectKey, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.groups or self.own or self.direct)

    def together(self, other: "Keys") -> "Keys":
        """These keys and others, each once."""
        return Keys(
            tuple(dict.fromkeys(self.groups + other.groups)),
            other.own or self.own,
            self.own_feeds | other.own_feeds,
            tuple(dict.fromkeys(self.direct + other.direct)),
        )


@dataclass(frozen=True)
class Keyring:
    """The keys of one person: an identity, the keys of its groups, its key for notes to itself.

    `correspondents` are feeds that the person wrote direct messages to: an envelope doesn't name
    its recipient, so the person's own messages are tried with each of them.
    """

    identity: Identity | None = None
    group_keys: tuple[bytes, ...] = field(default=(), repr=False)
    own_key: bytes | None = field(default=None, repr=False)
    correspondents: tuple[str, ...] = ()
    own_feeds: frozenset[str] = frozenset()
    direct_keys: tuple[DirectKey, ...] = field(default=(), repr=False)
    _direct: dict[str, Key | None] = field(default_factory=dict, repr=False, compare=False)

    def open(self, message: Message) -> dict[str, Any] | None:
        """The content of an encrypted message; None while it is locked."""
        keep_out_of_core_dumps()
        if not isinstance(message.content, str):
            return None
        ciphertext = decode_base64(message.content.partition(".box")[0])  # whatever follows
        if message.content.endswith(".box2"):
            keys = self._keys(message.author)
            text = box2.open_with(ciphertext, message.author, message.previous, keys)
        else:
            me = self.identity
            key = body_key(ciphertext, me.exchange_secret) if me is not None else None
            text = None if key is None else open_with(ciphertext, key)
        return _content(text, message.author)

    def with_keys(self, keys: Keys) -> "Keyring":
        """The same keyring with more keys."""
        known = Keys(self.group_keys, self.own_key, self.own_feeds, self.direct_keys)
        all_ = known.together(keys)
        return replace(
            self,
            group_keys=all_.groups,
            own_key=all_.own,
            own_feeds=all_.own_feeds,
            direct_keys=all_.direct,
        )

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a keyring does not leave the memory of its process")

    def _keys(self, author: str) -> Iterator[Key]:
        """The keys to try, the likely ones first."""
        yield from (Key(key, Scheme.GROUP) for key in self.group_keys)
        if author in self.own_feeds and self.own_key is not None:
            yield Key(self.own_key, Scheme.SELF)
        yield from (direct.key for direct in self.direct_keys if author in direct.feeds)
        if self.identity is None:
            return
        if author != self.identity.feed:
            others: tuple[str, ...] = (author,)
        else:
            # A file of keys doesn't always say which key is the person's own.
            own = self.group_keys if self.own_key is None else (self.own_key, *self.group_keys)
            yield from (Key(key, Scheme.SELF) for key in own)
            others = self.correspondents
        for other in others:
            if other not in self._direct:
                # Formats other than the classic one share other keys.
                key = box2.direct_key(self.identity, other) if is_feed_id(other) else None
                self._direct[other] = key
            if (key := self._direct[other]) is not None:
                yield key


_NAMES = frozenset({"key", "groupKey", "readKey"})


def read_group_keys(text: str) -> tuple[bytes, ...]:
    """The group keys in a text: in base64, with spaces or lines between them, or in a JSON value.

    Raises `NotASecret` if there is none.
    """
    try:
        found = list(_keys_in(parse(text.encode("utf-8", "replace"))))
    except NotJSON:
        lines = (line.partition("#")[0] for line in text.splitlines())
        found = [word for line in lines for word in line.split()]
    keys = [decode_base64(name) for name in found]
    if not keys or any(len(key) != 32 for key in keys):
        raise NotASecret(
            tr("Group keys are 32 bytes in base64, with spaces or lines between them.")
        )
    keep_out_of_core_dumps()
    return tuple(dict.fromkeys(keys))


def _keys_in(item: object) -> Iterator[str]:
    waiting = [(item, False)]  # not by recursion: the depth is hostile input
    while waiting:
        inner, is_key = waiting.pop()
        if isinstance(inner, str) and is_key:
            yield inner
        elif isinstance(inner, list):
            waiting += [(each, True) for each in reversed(inner)]
        elif isinstance(inner, dict):
            waiting += [(each, name in _NAMES) for name, each in reversed(inner.items())]


def _content(text: bytes | None, author: str) -> dict[str, Any] | None:
    if text is None:
        return None
    if bendybutt.is_feed(author):
        return bendybutt.content_in(text)
    try:
        item = parse(text)
    except NotJSON:
        return None
    return item if isinstance(item, dict) else None
