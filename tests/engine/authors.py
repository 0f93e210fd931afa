"""Authors who sign real messages for tests."""

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass, field
from typing import Any

from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.keys import message_id


@dataclass(slots=True)
class Author:
    """An author with a feed; `say` publishes its next message."""

    name: str
    sequence: int = 0
    previous: str | None = None
    clock: float = 1_500_000_000_000
    network: bytes | None = None
    """The key of a network that has one."""
    swaps: bool = False
    """Whether it signs `sequence` before `author`, as old programs did."""
    _secret: bytes = field(init=False, repr=False)
    feed: str = field(init=False)

    def __post_init__(self) -> None:
        public, self._secret = crypto_sign_seed_keypair(hashlib.sha256(self.name.encode()).digest())
        self.feed = f"@{base64.b64encode(public).decode()}.ed25519"

    def say(self, content: dict[str, Any] | str, *, received: float | None = None) -> "Said":
        """Sign `content` as the next message."""
        said = self.draft(content, received=received)
        self.sequence += 1
        self.previous = said.key
        return said

    def draft(self, content: dict[str, Any] | str, *, received: float | None = None) -> "Said":
        """Sign `content` as the next message without advancing the feed: a fork."""
        self.clock += 1000
        value: dict[str, Any] = {
            "previous": self.previous,
            "sequence": self.sequence + 1,
            "author": self.feed,
            "timestamp": self.clock,
            "hash": "sha256",
            "content": content,
        }
        if self.swaps:
            value["author"] = value.pop("author")
            for name in ("timestamp", "hash", "content"):
                value[name] = value.pop(name)
        text = canonical(value)
        if self.network is not None:
            text = hmac.digest(self.network, text, "sha512")[:32]
        signature = crypto_sign(text, self._secret)[:64]
        value["signature"] = f"{base64.b64encode(signature).decode()}.sig.ed25519"
        key = message_id(canonical(value))
        return Said(key, value, self.clock + 500 if received is None else received)


@dataclass(frozen=True, slots=True)
class Said:
    """A signed message in the form in which archives hold it."""

    key: str
    value: dict[str, Any]
    received: float

    @property
    def line(self) -> bytes:
        """The message as a line of NDJSON."""
        return json.dumps(self.record).encode() + b"\n"

    @property
    def record(self) -> dict[str, Any]:
        """The message with the fields that its receiver adds."""
        return {"key": self.key, "value": self.value, "timestamp": self.received}

    def second_form(self, spare: bytes = b"\0\0") -> "Said":
        """The message with bytes after its signature, which anyone can add."""
        signature = base64.b64decode(self.value["signature"].removesuffix(".sig.ed25519"))
        longer = f"{base64.b64encode(signature + spare).decode()}.sig.ed25519"
        value = self.value | {"signature": longer}
        return Said(message_id(canonical(value)), value, self.received)


def post(
    text: str, root: Said | str | None = None, *branches: Said | str, **more: Any
) -> dict[str, Any]:
    """The content of a post; with a root, of a reply to `branches`."""
    content: dict[str, Any] = {"type": "post", "text": text, **more}
    if root is not None:
        heads = [_key(branch) for branch in branches] or [_key(root)]
        content["root"] = _key(root)
        content["branch"] = heads[0] if len(heads) == 1 else heads
    return content


def _key(message: Said | str) -> str:
    return message if isinstance(message, str) else message.key
