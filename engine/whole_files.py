"""Files that are written whole or not at all: under another name first, then put into place."""

from collections.abc import Iterable
from pathlib import Path

from engine.errors import TanglescopeError
from engine.open_databases import keep_off
from engine.wording import tr


def write_whole(file: Path, portions: Iterable[bytes]) -> None:
    """Write a file; where that fails, what was there before stays. Raises `TanglescopeError`."""
    half_done = file.with_name(f"{file.name}.part")
    try:
        keep_off(file)
        with half_done.open("wb") as part_of_it:
            for portion in portions:
                part_of_it.write(portion)
        half_done.replace(file)
    except OSError as error:
        raise TanglescopeError(
            tr("{file} can't be written: {why}.", file=file, why=error.strerror)
        ) from None
    finally:
        half_done.unlink(missing_ok=True)
