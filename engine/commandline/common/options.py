"""What several commands take: a database, and answers as JSON."""

import os
import signal
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from engine.json_line import json_line
from engine.private_files import make_private_folder

if TYPE_CHECKING:
    from engine.library import Library
    from engine.site.asking import Words

SEED = click.IntRange(-(2**63), 2**63 - 1)
"""What begins a random choice: any number that JSON answers can hold."""


@dataclass(frozen=True, slots=True)
class Lent:
    """What the window lends to the commands: a painter of PNGs, and words for messages."""

    rasterize: Callable[[str], bytes]
    words: "Callable[[], Words]"


class ArchivePath(click.Path):
    """The path of an archive; `-` is standard input, of which all is taken in first."""

    def __init__(self) -> None:
        super().__init__(readable=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, or that of a file with what has come, which is removed at the end."""
        if value != "-":
            return super().convert(value, param, ctx)
        from engine.archive.stdin import Spool

        # The context of a command whose arguments can't be read is never closed.
        with ExitStack() as stack:
            for number in (signal.SIGTERM, signal.SIGHUP):
                stack.callback(signal.signal, number, signal.signal(number, _leave))
            spool = Spool()
            stack.callback(spool.remove)
            spool.fill(sys.stdin.buffer)
            click.get_current_context().call_on_close(stack.pop_all().close)
        return spool.path


def _leave(number: int, _frame: object) -> NoReturn:
    """End as the signal would, but clean up before."""
    sys.exit(128 + number)


ARCHIVE = ArchivePath()


def default_database() -> Path:
    """Where the user's own database lives."""
    import platformdirs

    return platformdirs.user_data_path("tanglescope", appauthor=False) / "tanglescope.db"


def thumbnail_folder() -> Path:
    """Where small copies of pictures are kept for the window."""
    import platformdirs

    return platformdirs.user_cache_path("tanglescope", appauthor=False) / "thumbnails"


def site_memory(folder: Path) -> Path:
    """Where is kept what the pages of the site in a folder were made of."""
    import platformdirs

    sites = platformdirs.user_cache_path("tanglescope", appauthor=False) / "sites"
    return sites / sha256(os.fsencode(folder.absolute())).hexdigest()[:32]


def database_option(function: Any) -> Any:
    """Add `--database PATH`; without it the user's own database is meant."""
    return click.option(
        "--database",
        type=click.Path(path_type=Path),
        help="The database. [default: your own, in your data folder]",
    )(function)


def json_option(function: Any) -> Any:
    """Add `--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def hmac_key_option(function: Any) -> Any:
    """Add `--hmac-key BASE64`, the key of a network that has one."""
    return click.option(
        "--hmac-key",
        metavar="BASE64",
        callback=_read_hmac_key,
        help="The key of the network, if it has one.",
    )(function)


def group_keys_option(function: Any) -> Any:
    """Add `--group-keys PATH`, which opens private messages for one answer."""
    return click.option(
        "--group-keys",
        type=click.Path(exists=True, path_type=Path),
        help="Decrypt private messages with the keys in this file or keyring folder.",
    )(function)


def in_option(meaning: str) -> Callable[[Any], Any]:
    """Add `--in ADDRESS`, which is also called `--thread`."""
    return click.option(
        "--in",
        "--thread",
        "address",
        metavar="ADDRESS",
        help=f"{meaning} A root's key, or chess:KEY, feed:@ID, everything, #channel, ...",
    )


def _read_hmac_key(
    context: click.Context, parameter: click.Parameter, text: str | None
) -> bytes | None:
    if text is None:
        return None
    try:
        key = b64decode(text, validate=True)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise click.BadParameter("it has to be 32 bytes in base64.", context, parameter)
    return key


def database_path(database: Path | None, *, read_only: bool = False) -> Path:
    """The database that is meant; the folder of the user's own is made when needed."""
    path = database or default_database()
    if database is None and not read_only:
        make_private_folder(path.parent)
    return path


@contextmanager
def opened(
    database: Path | None, *, read_only: bool = True, group_keys: Path | None = None
) -> Iterator["Library"]:
    """The library in `database`, closed at the end; the user's own folder is made when needed.

    With `group_keys` what is private is opened with the keys there, as long as it is open.
    """
    # Commands without a database don't wait for all that comes with it.
    from engine.library import Library

    path = database_path(database, read_only=read_only)
    with Library.open(path, read_only=read_only) as library:
        if group_keys is not None:
            from engine.archive.keyrings import read_keys
            from engine.message.private import Keyring

            library.unlock(Keyring().with_keys(read_keys(group_keys)))
        yield library


def print_json(answer: object, *, err: bool = False) -> None:
    """Print one JSON value on a line of its own."""
    click.echo(json_line(answer), err=err)
