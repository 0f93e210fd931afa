"""Opening what a command reads: a database, or any other source, which is read like one."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tanglescope.engine.commandline.common.options import is_other_source, stored_library

if TYPE_CHECKING:
    from tanglescope.engine.library import Library


@contextmanager
def opened(
    source: Path | None, *, read_only: bool = True, group_keys: Path | None = None
) -> Iterator["Library"]:
    """The library in a source, closed at the end; without one, that of the default database.

    At the end, the exit code is that of bad input if parts of the source are bad. `group_keys`
    decrypt private messages while the library is open.
    """
    if not read_only or source is None or not is_other_source(source):
        with stored_library(source, read_only=read_only, group_keys=group_keys) as library:
            yield library
        return
    # Imported here: a database is opened without the readers of files, which take 130 ms to load.
    from tanglescope.engine.commandline.common.subject import Target, opened_conversation

    with opened_conversation(Target(None, "", group_keys, source, 1)) as (library, _):
        yield library
