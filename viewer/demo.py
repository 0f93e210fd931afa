"""The window on the sample archive: what a newcomer sees first."""

from pathlib import Path

import click
import platformdirs

import resources
from engine.library import Library
from engine.private_files import make_private_folder
from viewer import app, pictures

_PICTURE = Path("tanglescope.png")
_SIZE = (1280, 800)


def run() -> int:
    """Show the sample, or paint it where no window can be shown; the exit status."""
    folder = Path(platformdirs.user_cache_dir("tanglescope", appauthor=False))
    make_private_folder(folder)
    with resources.sample_archive() as archive:
        # By the sample's name: what another version of the program showed stays out of it.
        database = folder / f"{archive.stem}.db"
        if app.has_display():
            return app.run(archive, database)
        with Library.open(database) as library:
            library.ingest(archive)
    pictures.without_screen()
    app.picture(database, _PICTURE, pictures.Shot(_SIZE))
    click.echo(f"There is no display, so the window was painted into {_PICTURE.absolute()}")
    return 0
