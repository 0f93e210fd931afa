"""The commands that open the window, or paint a picture of it."""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.opening import database_path
from tanglescope.engine.errors import NotFound
from tanglescope.engine.language.languages import ENGLISH, codes
from tanglescope.engine.system.files import is_database, is_there, missing
from tanglescope.viewer import display
from tanglescope.viewer.panels.table import PANELS

VIEWS = ("timeline", "inspector", "import", *(kind.name for kind in PANELS))


class Size(click.ParamType[tuple[int, int]]):
    """Width and height in pixels."""

    name = "WxH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """`1280x800` as two numbers."""
        if isinstance(value, tuple):
            return value
        width, _, height = str(value).lower().partition("x")
        if not (width.isascii() and width.isdigit() and height.isascii() and height.isdigit()):
            self.fail(f"{value!r} isn't a size such as 1280x800.", param, ctx)
        if not all(1 <= int(pixels) <= 16384 for pixels in (width, height)):
            self.fail(f"{value!r} isn't between 1x1 and 16384x16384.", param, ctx)
        return int(width), int(height)


@contextmanager
def imports_kept() -> Iterator[None]:
    """Import without garbage collection: modules stay, and 550 of them load 5 % faster."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


@click.command()
@click.argument(
    "path",
    required=False,
    type=click.Path(readable=False, allow_dash=True, path_type=Path),
)
@options.database
def window(path: Path | None, database: Path | None) -> None:
    """Open the window on PATH. PATH is a database, or an archive to follow; - is stdin."""
    with imports_kept():
        from tanglescope.engine.archive.stdin import DASH
        from tanglescope.viewer import app

    if path is not None and path != DASH and not is_there(path.expanduser()):
        problem = missing(path)
        # The word was probably a mistyped command, and nothing can be shown without a screen.
        if (len(path.parts) == 1 and not path.suffix) or not display.is_seen():
            raise click.BadParameter(problem, param_hint="'[PATH]'")
        click.echo(problem, err=True)
    sys.exit(app.run(path, database))


@click.command()
def demo() -> None:
    """Open the window on the sample. Without a display, save its picture as tanglescope.png."""
    from tanglescope.viewer import app

    sys.exit(app.show_sample())


@click.command()
@click.argument("image", metavar="OUT.png", type=click.Path(dir_okay=False, path_type=Path))
@options.database
@options.choice("--view", VIEWS, "timeline", "What to show: the timeline alone, or with a panel.")
@options.address(
    "The conversation to show. The default is a recent thread, or else a tangle or feed."
)
@click.option("--message", "key", metavar="KEY", help="The message to select.")
@click.option(
    "--theme",
    type=click.Choice(["dark", "light", "contrast"]),
    default="light",
    show_default=True,
    help="The theme.",
)
@click.option(
    "--size", type=Size(), default="1280x800", show_default=True, help="The size in pixels."
)
@options.group_keys
@click.option(
    "--language",
    type=click.Choice(codes()),
    default=ENGLISH,
    show_default=True,
    help="The language of the window.",
)
def screenshot(
    image: Path,
    database: Path | None,
    view: str,
    address: str | None,
    key: str | None,
    theme: str,
    size: tuple[int, int],
    group_keys: Path | None,
    language: str,
) -> None:
    """Save a picture of the window as OUT.png."""
    path = database_path(database, read_only=True)
    if not is_database(path):
        raise NotFound(f"{path} isn't a database yet: `tanglescope import ARCHIVE` creates one.")
    display.paint_in_memory()
    from tanglescope.viewer import app

    shot = app.Screenshot(size, theme, view, address, key, group_keys, language)
    app.picture(path, image, shot)
