"""Identities: the `secret` file of an SSB program, which opens private messages and signs.

It is read only if the user chooses it. Its content stays in memory: it appears in no `repr`, in no
error, and in no file except the `secret` of an identity created here.
"""

import json
import re
from base64 import b64encode
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from nacl.bindings import (
    crypto_scalarmult_base,
    crypto_sign,
    crypto_sign_BYTES,
    crypto_sign_ed25519_sk_to_curve25519,
    crypto_sign_keypair,
    crypto_sign_seed_keypair,
)

from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.keys import decode_base64, feed_id
from tanglescope.engine.system.child_processes import keep_out_of_core_dumps
from tanglescope.engine.system.files import open_database_of, unreadable

_COMMENT = re.compile(r"(?<!\s)\s*+#[^\n]*")
_KEY = re.compile(r"(?![0-9a-f]+$)[A-Za-z0-9+/]{40,90}={0,2}(?:\.ed25519)?")
"""A key, and not a hash in hexadecimal digits, as in a branch of a Git repository."""

_LONGEST = 1 << 16

_WARNING = """\
# This is the SECRET of a feed that Tanglescope made. Anyone who has it can write in that feed.
#
# Show it to no one, and use it in no other program and on no other device: as soon as two of them
# write, the feed is forked, and others stop reading it.
#
"""


class NotASecret(TanglescopeError):
    """A file without an identity; its content is never shown."""

    exit_code = ExitCode.BAD_INPUT


@dataclass(frozen=True)
class Identity:
    """A person's key pair: `feed` is public, everything else is not."""

    feed: str
    _private: bytes = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        keep_out_of_core_dumps()

    @cached_property
    def exchange_secret(self) -> bytes:
        """The X25519 secret that belongs to the signing key, 32 bytes."""
        return crypto_sign_ed25519_sk_to_curve25519(self._private)

    @cached_property
    def exchange_public(self) -> bytes:
        """The X25519 public key of `exchange_secret`, 32 bytes."""
        return crypto_scalarmult_base(self.exchange_secret)

    def sign(self, text: bytes) -> bytes:
        """The Ed25519 signature of a text, 64 bytes."""
        return crypto_sign(text, self._private)[:crypto_sign_BYTES]

    def secret_file(self) -> str:
        """The text of a `secret` file for this identity: only for the disk."""
        public = self.feed.removeprefix("@")
        keys = {
            "curve": "ed25519",
            "public": public,
            "private": f"{b64encode(self._private).decode()}.ed25519",
            "id": self.feed,
        }
        return f"{_WARNING}{json.dumps(keys, indent=2)}\n#\n# The feed is {self.feed}\n"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("an identity does not leave the memory of its process")


def new_identity() -> Identity:
    """Create a new identity."""
    keep_out_of_core_dumps()
    public, private = crypto_sign_keypair()
    return Identity(feed_id(public), private)


def read_identity(path: Path) -> Identity:
    """The identity in a `secret` file. Raises `NotASecret`."""
    text = text_of_keys(path, _LONGEST)
    try:
        return parse_identity(text)
    except NotASecret as error:
        raise NotASecret(f"{path}: {error}") from None


def is_secret(text: str) -> bool:
    """Whether this is the text of a `secret` file, even if its key is damaged."""
    private = _private_in(text)
    return private is not None and _KEY.fullmatch(private) is not None


def _private_in(text: str) -> str | None:
    body = "".join(_COMMENT.sub("", text).split("\n"))
    try:
        item = parse(body.encode("utf-8", "replace"))
    except NotJSON:  # only a key, or cut off
        key = body.strip()
        item = {"private": key} if _KEY.fullmatch(key) or '"private"' in key else None
    private = item.get("private") if isinstance(item, dict) else None
    return private if isinstance(private, str) else None


def text_of_keys(path: Path, longest: int) -> str:
    """The text of a file with keys, up to a size limit. Raises `NotASecret`."""
    keep_out_of_core_dumps()
    try:
        if path.exists() and not path.is_file():  # reading a pipe would never end
            raise NotASecret(tr("{path} isn't a regular file. Choose a file.", path=path))
        if open_database_of(path):
            raise NotASecret(
                tr("{path} belongs to the database that is open, and holds no keys.", path=path)
            )
        with path.open("rb") as file:
            return file.read(longest).decode("utf-8-sig", "replace")
    except OSError as error:
        raise NotASecret(unreadable(path, error)) from None


def parse_identity(text: str) -> Identity:
    """The identity in the text of a `secret` file: JSON, or only the private key in old ones.

    Raises `NotASecret`.
    """
    keep_out_of_core_dumps()
    private = _private_in(text)
    if private is None:
        raise NotASecret(
            tr(
                "this isn't the secret file of an SSB program. Choose the file called secret in"
                " the program's folder."
            )
        )
    keys = decode_base64(private.removesuffix(".ed25519"))
    # The seed and the public key; the file is intact if they belong together.
    if len(keys) != 64 or crypto_sign_seed_keypair(keys[:32])[0] != keys[32:]:
        raise NotASecret(
            tr("the private key in this secret file is damaged. Choose a copy of the file.")
        )
    return Identity(feed_id(keys[32:]), keys)
