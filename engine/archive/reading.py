"""Reading an archive in one call: open, check, and follow every feed, in the order of the file."""

from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from engine.archive.checking import Checked, follow_chains
from engine.archive.opening import open_archive
from engine.archive.threads import check_in_threads, processors
from engine.message.chain import FeedChains


def read_archive(
    path: str | PathLike[str], *, hmac_key: bytes | None = None, threads: int | None = None
) -> Iterator[Checked]:
    """Every record of an archive, the message in it, and what is to be said about it.

    An archive is a file in any known format, or the folder of a program that holds one; it is
    read as the caller goes on, in bounded memory, with as many threads as there are processors.
    Raises `ArchiveError` if it can't be read at all; bad records are told by their verdicts.
    """
    records = open_archive(Path(path)).records()
    checked = check_in_threads(records, hmac_key, threads or processors())
    yield from follow_chains(checked, FeedChains())
