"""Opening what a command reads: a database, or any other source, which is read like one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from tanglescope.engine.commandline.common.answers import complain, first_of, name_of_file
from tanglescope.engine.errors import BadInput, ExitCode, NotFound
from tanglescope.engine.language.wording import list_first
from tanglescope.engine.store.conversations.address import printable
from tanglescope.engine.system.files import (
    is_there,
    make_private_folder,
    missing,
    note_followed,
    note_left,
)
from tanglescope.engine.tangle.titles import one_line

if TYPE_CHECKING:
    from tanglescope.engine.library import ConversationSummary, Library

# Imported in functions: databases, so that commands without one start fast, and the readers of
# files, which take 130 ms to load.

_CONVERSATIONS = 5  # addresses that are listed if one has to be chosen
_NAMED = 40  # characters of a title


def database_path(database: Path | None, *, read_only: bool = False) -> Path:
    """The chosen database; the folder of the default one is created if needed."""
    from tanglescope.engine.store.files.collections import default_database

    path = database or default_database()
    if database is None and not read_only:
        make_private_folder(path.parent)
    return path


def is_source(word: str) -> bool:
    """Whether a word is something to read, and not an address in the default database.

    Raises `NotFound` where there is neither.
    """
    if word == "-" or is_there(Path(word)):
        return True
    if not is_there(database_path(None, read_only=True)):
        raise NotFound(
            f"There is no file {word}, and no database yet: `tanglescope import` creates one."
        )
    return False


def split_source(
    words: tuple[str, ...], database: Path | None, least: int = 0
) -> tuple[Path | None, tuple[str, ...]]:
    """The source that a command reads, and its words; the first word may be the source.

    `least` words have to follow it.
    """
    if database is None and len(words) > least and is_source(words[0]):
        return Path(words[0]), words[1:]
    return database, words


@contextmanager
def library_in(source: Path | None, group_keys: Path | None = None) -> Iterator["Library"]:
    """The library in a source, closed at the end; without one, that of the default database.

    At the end, the exit code is that of bad input if parts of the source are bad. `group_keys`
    decrypt private messages while the library is open.
    """
    if source is None or not _is_other_source(source):
        opening = opened_database(source, group_keys)
    else:
        opening = opened_file(source, group_keys)
    with opening as library:
        yield library


@contextmanager
def opened_database(database: Path | None, group_keys: Path | None) -> Iterator["Library"]:
    """The library in a database, for reading."""
    from tanglescope.engine.library import Library

    with Library.open(database_path(database, read_only=True), read_only=True) as library:
        unlock(library, group_keys)
        yield library


@contextmanager
def opened_file(file: Path, group_keys: Path | None) -> Iterator["Library"]:
    """A file or folder, read like a database."""
    from tanglescope.engine.commandline.common.sources import store_source
    from tanglescope.engine.library.two_sources import opened_source
    from tanglescope.engine.sources import is_collection

    with noted_reading(file), opened_source(store_source(file)) as library:
        unlock(library, group_keys)
        yield library
        refused = len(library.quarantine)
        if refused and not is_collection(file):
            complain(first_of(library.quarantine.page(0, 1)[0].in_words(), refused), file)
            raise Exit(ExitCode.BAD_INPUT)


@contextmanager
def noted_reading(archive: Path) -> Iterator[None]:
    """Note that a file is being read, so that no answer is written over it."""
    note_followed(archive, lambda _: ())
    try:
        yield
    finally:
        note_left(archive)


def _is_other_source(path: Path) -> bool:
    """Whether a path is something to read that isn't a database: a file, a folder, or `-`."""
    if str(path) == "-":
        return True
    if not path.exists():
        return False
    from tanglescope.engine.sources import is_collection

    return path.is_dir() or not is_collection(path)


def unlock(library: "Library", group_keys: Path | None) -> None:
    """Decrypt private messages with keys of the user while the library is open."""
    if group_keys is not None:
        from tanglescope.engine.archive.keyrings import read_keys
        from tanglescope.engine.message.private import Keyring

        library.unlock(Keyring().with_keys(read_keys(group_keys)))


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a command: a conversation of a database or file, or a graph of a file."""

    database: Path | None
    address: str | None
    group_keys: Path | None
    file: Path | None = None
    line: int = 1


def target_of(
    source: str | None,
    database: Path | None,
    address: str | None,
    group_keys: Path | None,
    line: int = 1,
) -> Target:
    """The target of a command whose argument is a file, `-`, or an address."""
    if source is None:
        return Target(database, address, group_keys, None, line)
    path = Path(source)
    if source == "-" or path.exists() or (database is None and is_source(source)):
        return Target(database, address, group_keys, path, line)
    if address is not None:
        raise NotFound(missing(path))
    return Target(database, source, group_keys, None, line)


@contextmanager
def opened_conversation(place: Target) -> Iterator[tuple["Library", str]]:
    """The database of a target, or its file read like one, and the address of its conversation.

    Without an address it is the only conversation. At the end, the exit code is that of bad input
    if parts of the file are bad.
    """
    if place.file is None:
        with library_in(place.database, place.group_keys) as library:
            yield library, place.address or ""
        return
    if place.database is not None:
        raise click.UsageError("A file and --database can't be combined.")
    with opened_file(place.file, place.group_keys) as library:
        yield library, _only_one(library, place.file) if place.address is None else place.address


def _only_one(library: "Library", file: Path) -> str:
    found = [each for each in library.conversations() if each.messages]
    if len(found) == 1:
        return found[0].address
    if not found and (refused := len(library.quarantine)):
        reason = first_of(library.quarantine.page(0, 1)[0].in_words().rstrip("."), refused)
        raise BadInput(f"No record can be used: {reason}.")
    if not found:
        raise NotFound(f"{name_of_file(file)} has no conversation.")
    addresses = list_first(found, _CONVERSATIONS, _title_of)
    raise click.UsageError(
        f"{name_of_file(file)} has several conversations; add --in: {addresses}."
    )


def _title_of(found: "ConversationSummary") -> str:
    title = f" “{one_line(found.title, _NAMED)}”" if found.title else ""
    return f"{printable(found.address)}{title}"
