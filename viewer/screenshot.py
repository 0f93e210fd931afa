"""Pictures of the window without a screen, for servers, documents and tests."""

import os
from dataclasses import dataclass
from pathlib import Path

from tanglescope.engine.errors import NotFound
from tanglescope.engine.files import is_database
from tanglescope.engine.languages import ENGLISH


@dataclass(frozen=True, slots=True)
class Screenshot:
    """What a picture is to show, and how large; without an address, what the window opens first."""

    size: tuple[int, int]
    theme: str = "light"
    view: str = "timeline"
    address: str | None = None
    key: str | None = None
    group_keys: Path | None = None
    language: str = ENGLISH


def screenshot(image: Path, database: Path, shot: Screenshot) -> None:
    """Paint one view of the window on `database`."""
    if not is_database(database):
        raise NotFound(
            f"{database} isn't a database yet: `tanglescope import ARCHIVE` creates one."
        )
    without_screen()
    from tanglescope.viewer import app

    app.picture(database, image, shot)


def without_screen() -> None:
    """Let Qt paint into memory, unless the environment says where it should paint."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
