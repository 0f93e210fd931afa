"""Pictures of the window without a screen: for people on servers, for documents, for tests."""

import os
from pathlib import Path

from engine.errors import TanglescopeError
from engine.store.database import is_database
from viewer.theme import Choice


def screenshot(
    image: Path, database: Path, root: str | None, theme: str, size: tuple[int, int]
) -> None:
    """Paint one view of the window on `database`."""
    if not is_database(database):
        raise TanglescopeError(
            f"{database} is no database yet: `tanglescope import ARCHIVE` makes one."
        )
    without_screen()
    from viewer import app

    app.picture(database, image, size, Choice(theme), root)


def without_screen() -> None:
    """Let Qt paint into memory, unless somebody has said where it should paint."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
