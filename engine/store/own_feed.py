"""The user's own feed: an identity, and all messages that were published with it.

A folder has a `secret` in the format of SSB programs, an NDJSON log named after the feed, and the
last message that was published, in `end.json`. The log is independent of databases; each database
imports it like any other archive. A log that lacks the last message was cut, emptied or taken from
an older copy: publishing after it would fork the feed.

A feed has one folder only. A table in the user's state names it, so that a copy of the folder, or
a second adoption, is noticed.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message.identity import Identity, NotASecret, new_identity, read_identity
from tanglescope.engine.message.keys import public_key
from tanglescope.engine.store.feed_log import (
    CannotWrite,
    FeedEnd,
    FeedLog,
    WouldFork,
    reporting,
)
from tanglescope.engine.store.files.private_table import PrivateTable, Table
from tanglescope.engine.system.files import (
    is_locked_within,
    open_lock,
    open_regular,
    replacing_private,
)
from tanglescope.engine.system.user_folders import state_folder

UNDERSTOOD = later("No other program will ever write to this feed again")
"""The sentence that the user must enter before the feed of another program is continued."""

_LONGEST_NOTE = 1 << 12
"""More bytes than `end.json` ever has."""

BUSY_SECONDS = 10.0
"""Seconds to wait for another process that is publishing."""


class NotConfirmed(WouldFork):
    """A feed of another program that could be adopted, if the user confirms it."""


class OwnFeed(FeedLog):
    """The log of the feed in which the user publishes with this program."""

    def __init__(self, folder: Path, identity: Identity) -> None:
        super().__init__(_log(folder, identity.feed), identity.feed)
        self.identity = identity
        self._folder = folder

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
            WouldFork: the secret was not made here, the log of the feed is missing, or another
                folder has the feed.
        """
        with _lock(folder):
            if not _secret(folder).exists():
                identity = new_identity()
                _establish(folder, identity, FeedEnd(), b"")
            else:
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
        _claim(identity.feed, folder)
        return cls(folder, identity)

    @classmethod
    def adopt(
        cls,
        folder: Path,
        secret: Path,
        known: Iterable[dict[str, Any]] = (),
        *,
        understood: str = "",
    ) -> "OwnFeed":
        """Publish in the feed of another program, to which `secret` belongs; it is only read.

        `known` are the records of the feed's messages from the first one on; they become its log.
        `understood` must be `UNDERSTOOD`, entered by a user who has read the warning.

        Raises:
            NotASecret: there is no identity in `secret`.
            CannotWrite: the folder can't be written.
            WouldFork: if no message is known, if the folder already has a feed, or if another
                folder has this one; `NotConfirmed` only lacks the sentence.
        """
        identity = read_identity(secret)
        _claim(identity.feed, folder, secret.parent)
        own = cls(folder, identity)
        own._require_no_feed()
        end, lines = own.lines(known)
        own._require_all(end)
        if not is_understood(understood):
            raise NotConfirmed(
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
        with _lock(folder):
            own._require_no_feed()
            _establish(folder, identity, end, lines)
        _claim(identity.feed, folder)
        return own

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Prevent other windows and processes from publishing at the same time."""
        with _lock(self._folder):
            yield

    def published_end(self) -> FeedEnd | None:
        """The last message that was published as far as this folder knows, without its time.

        None if it has no record of that. Raises `WouldFork`.
        """
        try:
            with open_regular(_end_file(self._folder)) as file:
                noted: Any = json.loads(file.read(_LONGEST_NOTE))
            sequence, key = noted["sequence"], noted["key"]
            is_end = type(sequence) is int and sequence >= 0 and isinstance(key, str | None)
            if noted["feed"] == self.feed and is_end and (key is None) == (sequence == 0):
                return FeedEnd(sequence, key)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            pass
        raise WouldFork(
            tr(
                "{file} should name the last message that was published in {feed}, but can't be"
                " read. Restore a copy of it, or remove it if you are sure that the log in its"
                " folder is complete.",
                file=_end_file(self._folder),
                feed=self.feed,
            )
        )

    def append(self, records: Iterable[dict[str, Any]]) -> FeedEnd:
        """Write messages that continue the log, and sync it; note the new end.

        Raises `WouldFork`, `CannotWrite`.
        """
        end = super().append(records)
        self.note(end)
        return end

    def note(self, end: FeedEnd) -> None:
        """Note the last message that was published, if that is news. Raises `CannotWrite`."""
        if end.sequence > (self.published_end() or FeedEnd()).sequence:
            _note(self._folder, self.feed, end)

    def _require_no_feed(self) -> None:
        if self.is_in(self._folder):
            raise WouldFork(
                tr(
                    "{folder} already has a feed. An adopted feed needs another folder.",
                    folder=self._folder,
                )
            )

    def _require_all(self, known: FeedEnd) -> None:
        """Refuse to adopt the feed with fewer messages than are known to exist."""
        if known.sequence == 0:
            raise WouldFork(
                tr(
                    "No message of {feed} is known here, so publishing would create a second first"
                    " message and fork the feed. First import what the feed has published.",
                    feed=self.feed,
                )
            )
        earlier = self.end() if self.path.exists() else FeedEnd()
        noted = self.published_end() or FeedEnd()
        if max(earlier.sequence, noted.sequence) > known.sequence:
            raise WouldFork(
                tr(
                    "{folder} has published more in {feed} than is known here. First import {log}.",
                    folder=self._folder,
                    feed=self.feed,
                    log=self.path,
                )
            )


def is_understood(sentence: str) -> bool:
    """Whether the answer is `UNDERSTOOD`, ignoring case, spaces and the final dot."""
    said = " ".join(sentence.split()).rstrip(".").casefold()
    return said in (UNDERSTOOD.casefold(), tr(UNDERSTOOD).casefold())


def _secret(folder: Path) -> Path:
    return folder / "secret"


def _end_file(folder: Path) -> Path:
    return folder / "end.json"


def _log(folder: Path, feed: str) -> Path:
    name = urlsafe_b64encode(public_key(feed)).decode().rstrip("=")
    return folder / f"{name}.ndjson"


def _establish(folder: Path, identity: Identity, end: FeedEnd, log: bytes) -> None:
    """Create the log before the secret, which counts as created elsewhere without a log."""
    _note(folder, identity.feed, end)
    path = _log(folder, identity.feed)
    for file, content in ((path, log), (_secret(folder), identity.secret_file().encode())):
        with reporting(file), replacing_private(file, durably=True) as growing:
            growing.write(content)


def _note(folder: Path, feed: str, end: FeedEnd) -> None:
    noted = {"feed": feed, "sequence": end.sequence, "key": end.key}
    file = _end_file(folder)
    with reporting(file), replacing_private(file, durably=True) as growing:
        growing.write(json.dumps(noted).encode())


def _claim(feed: str, folder: Path, *others: Path) -> None:
    """Note that a folder has a feed. Raises `WouldFork` if another one has it, too."""
    own = folder.resolve()

    def claim(folders: Table) -> Table:
        noted = folders.get(feed)
        rivals = [*others, *([Path(noted)] if isinstance(noted, str) else [])]
        for rival in rivals:
            if rival.resolve() != own and _has(rival, feed):
                raise WouldFork(
                    tr(
                        "{rival} has the feed {feed} already, and two folders would fork it."
                        " Publish with that folder, or move it away for good if {folder} has"
                        " everything that was published.",
                        rival=rival,
                        feed=feed,
                        folder=folder,
                    )
                )
        if not _secret(folder).exists():
            return folders  # it is only asked whether it may be adopted
        return {**folders, feed: str(own)}

    table = PrivateTable(state_folder() / "own-feeds.json")
    if claim(rows := table.read()) != rows:
        with suppress(OSError):  # the table only helps to notice copies
            table.change(claim)


def _has(folder: Path, feed: str) -> bool:
    """Whether this program publishes in a feed with a folder."""
    try:
        return _log(folder, feed).exists() and read_identity(_secret(folder)).feed == feed
    except NotASecret:
        return False


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    with reporting(folder):
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
