"""The user's own feed: an identity that was created here, and all messages it published.

A folder has both: `secret`, in the format of SSB programs, and an NDJSON log named after the feed.
The log has all published messages, independent of databases; each database imports it like any
other archive. A secret without a log was not created here, or its log is lost; either way the end
of the feed is unknown, and publishing could fork it.
"""

import os
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import TanglescopeError
from engine.files import is_locked_within, open_lock, unwritable
from engine.message.canonical import NotJSON, parse
from engine.message.identity import Identity, new_identity, read_identity
from engine.message.keys import public_key
from engine.store.exporting import as_line
from engine.wording import later, tr

UNDERSTOOD = later("No other program will ever write to this feed again")
"""The sentence that the user must enter before the feed of another program is continued."""

BUSY_SECONDS = 10.0
"""Seconds to wait for another process that is publishing."""

_AT_ONCE = 1 << 18
"""The number of bytes searched at once for the last line of a log."""


class WouldFork(TanglescopeError):
    """A feed that is, or may be, written by another program."""


class CannotWrite(TanglescopeError):
    """The folder of the own feed can't be written; nothing was published."""


@dataclass(frozen=True, slots=True)
class FeedEnd:
    """The last known message of a feed; `asserted` is in milliseconds."""

    sequence: int = 0
    key: str | None = None
    asserted: int = 0


class OwnFeed:
    """The feed in which the user publishes with this program."""

    def __init__(self, folder: Path, identity: Identity) -> None:
        self.identity = identity
        self._folder = folder
        self.log = _log(folder, identity.feed)

    @property
    def feed(self) -> str:
        """The id of the feed."""
        return self.identity.feed

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Whether `open` would find a feed instead of creating one."""
        return _secret(folder).exists()

    @classmethod
    def open(cls, folder: Path) -> "OwnFeed":
        """The feed in a folder; on first use, a new one.

        Raises:
            NotASecret: the file isn't a secret.
            CannotWrite: a new feed can't be created.
            WouldFork: the secret was not made here, or the log of the feed is missing.
        """
        with _locked(folder):
            if not _secret(folder).exists():
                _establish(folder, new_identity())
            identity = read_identity(_secret(folder))
        if not _log(folder, identity.feed).exists():
            raise WouldFork(
                tr(
                    "{secret} is the secret of {feed}, but there is no record here of what "
                    "that feed has published. Publishing with it would fork the feed if "
                    "another program writes in it, or ever did: others would stop reading it.",
                    secret=_secret(folder),
                    feed=identity.feed,
                )
            )
        return cls(folder, identity)

    @classmethod
    def adopt(cls, folder: Path, secret: Path, *, understood: str = "") -> "OwnFeed":
        """Publish in the feed of another program, to which `secret` belongs; it is only read.

        `understood` must be `UNDERSTOOD`, entered by a user who has read the warning.

        Raises:
            NotASecret: there is no identity in `secret`.
            CannotWrite: the folder can't be written.
            WouldFork: without that confirmation, or if the folder already has a feed.
        """
        identity = read_identity(secret)
        if not is_understood(understood):
            raise WouldFork(
                tr(
                    "{secret} belongs to another program. As soon as both programs write in"
                    " {feed}, the feed is forked: others stop reading it, and this can't be"
                    " repaired. Publish with an identity made here instead. If you are sure"
                    " that the other program will never write again, and that everything it"
                    " wrote has been imported here, confirm it with this sentence: "
                    "{sentence}.",
                    secret=secret,
                    feed=identity.feed,
                    sentence=tr(UNDERSTOOD),
                )
            )
        with _locked(folder):
            if _secret(folder).exists():
                raise WouldFork(
                    tr(
                        "{folder} already has a feed. An adopted feed needs another folder.",
                        folder=folder,
                    )
                )
            _establish(folder, identity)
        return cls(folder, identity)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Prevent other windows and processes from publishing at the same time."""
        with _locked(self._folder):
            yield

    def end(self) -> FeedEnd:
        """The last message in the log; an incomplete line is cut off.

        Raises `WouldFork`, `CannotWrite`.
        """
        with _reporting(self.log), self.log.open("r+b") as file:
            end = file.seek(0, os.SEEK_END)
            whole = _behind_last_break(file, end)
            if whole < end:
                file.truncate(whole)
            if whole == 0:
                return FeedEnd()
            start = _behind_last_break(file, whole - 1)
            file.seek(start)
            return _end(file.read(whole - start))

    def append(self, records: Iterable[dict[str, Any]]) -> None:
        """Write messages to the log and sync it, so that they survive a power failure."""
        with _reporting(self.log), self.log.open("ab") as file:
            file.write(b"".join(map(as_line, records)))
            file.flush()
            os.fsync(file.fileno())


def is_understood(sentence: str) -> bool:
    """Whether the answer is `UNDERSTOOD`, ignoring case, spaces and the final dot."""
    said = " ".join(sentence.split()).rstrip(".").casefold()
    return said in (UNDERSTOOD.casefold(), tr(UNDERSTOOD).casefold())


def _behind_last_break(file: BinaryIO, end: int) -> int:
    """The offset after the last line break before `end`; 0 if there is none."""
    while end:
        start = file.seek(max(0, end - _AT_ONCE))
        if found := file.read(end - start).rfind(b"\n") + 1:
            return start + found
        end = start
    return 0


def _end(line: bytes) -> FeedEnd:
    try:
        record: Any = parse(line)
        value = record["value"]
        return FeedEnd(int(value["sequence"]), str(record["key"]), int(value["timestamp"] or 0))
    except (NotJSON, KeyError, TypeError, ValueError, OverflowError):
        raise WouldFork(
            tr(
                "The log of your own feed is damaged at its end; publishing could fork the "
                "feed. Restore a copy of it."
            )
        ) from None


def _secret(folder: Path) -> Path:
    return folder / "secret"


def _log(folder: Path, feed: str) -> Path:
    return folder / f"{urlsafe_b64encode(public_key(feed)).decode().rstrip('=')}.ndjson"


def _establish(folder: Path, identity: Identity) -> None:
    """Create the log before the secret, which counts as created elsewhere without a log."""
    half_done = folder / "secret.new"
    with _reporting(_secret(folder)):
        half_done.unlink(missing_ok=True)
        file = os.open(half_done, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as secret:
            secret.write(identity.secret_file())
            secret.flush()
            os.fsync(secret.fileno())
        _log(folder, identity.feed).touch(mode=0o600)
        half_done.rename(_secret(folder))


@contextmanager
def _reporting(path: Path) -> Iterator[None]:
    """Say of errors of the system that a file can't be written. Raises `CannotWrite`."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(unwritable(path, error)) from None


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with _reporting(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = open_lock(folder / "lock")
    with file:
        if not is_locked_within(BUSY_SECONDS, file):  # the other process may be suspended
            raise CannotWrite(
                tr(
                    "Another program is publishing with the secret in {folder} and takes too long; "
                    "nothing was published. Wait for it or end it, then try again.",
                    folder=folder,
                )
            )
        yield
