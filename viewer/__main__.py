"""The command line: commands without a screen, and the window.

Qt is imported only by the commands that need it.
"""

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from tanglescope.engine import child_processes
from tanglescope.engine.commandline import Commands
from tanglescope.engine.commandline.common.group import CommandGroup
from tanglescope.engine.commandline.common.options import (
    ChoiceOption,
    database_option,
    database_path,
    group_keys_option,
    in_option,
)
from tanglescope.engine.commandline.common.streams import open_streams
from tanglescope.engine.files import is_there, missing
from tanglescope.engine.languages import ENGLISH, codes
from tanglescope.viewer.panels.table import PANELS

VIEWS = ("timeline", "inspector", "import", *(kind.name for kind in PANELS))

_NO_SUBCOMMAND = frozenset({"-h", "--help", "--version"})


class WindowGroup(CommandGroup):
    """A group of subcommands; any other words are arguments of the window."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the name of the window command if the first word isn't a subcommand."""
        if ctx.resilient_parsing:  # a shell asks how words can go on
            return super().parse_args(ctx, args)
        if not args or (args[0] not in self.commands and args[0] not in _NO_SUBCOMMAND):
            self._refuse_mistyped(ctx, args)
            args = ["window", *args]
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, and files: they are opened in the window."""
        return [*super().shell_complete(ctx, incomplete), CompletionItem(incomplete, type="file")]

    def _refuse_mistyped(self, ctx: click.Context, args: list[str]) -> None:
        """Raise `UsageError` if the first word looks like a command, but is none."""
        word = next(iter(args), "-")
        path = Path(word)
        if word.startswith("-") or len(path.parts) != 1 or path.suffix:
            return
        if is_there(path.expanduser()):
            return
        # Imported here, because every start of the window would wait for it.
        from difflib import get_close_matches

        close = get_close_matches(word, self.commands, n=1)
        guess = f" Did you mean {close[0]}?" if close else ""
        ctx.fail(
            f"{word} is neither a command nor a file.{guess}"
            " `tanglescope --help` lists the commands."
        )


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


def _print_versions(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from tanglescope.engine.commandline.common.versions import versions

        click.echo(versions())
        context.exit()


@click.group(
    cls=WindowGroup,
    commands=Commands(),
    epilog="Without a command: open the window, on PATH if one is given.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_versions,
    help="Show the versions of Tanglescope, Python, Qt, Spark and Java.",
)
@click.pass_context
def cli(context: click.Context) -> None:
    """Read and debug tangles: conversations in the right order."""
    context.obj = _painted


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


@cli.command()
@click.argument(
    "path",
    required=False,
    type=click.Path(readable=False, allow_dash=True, path_type=Path),
)
@database_option
def window(path: Path | None, database: Path | None) -> None:
    """Open the window on PATH. PATH is a database, or an archive to follow; - is stdin."""
    with imports_kept():
        from tanglescope.engine.archive.stdin import DASH
        from tanglescope.viewer import app, display

    if path is not None and path != DASH and not is_there(path.expanduser()):
        problem = missing(path)
        # The word was probably a mistyped command, and nothing can be shown without a screen.
        if (len(path.parts) == 1 and not path.suffix) or not display.is_seen():
            raise click.BadParameter(problem, param_hint="'[PATH]'")
        click.echo(problem, err=True)
    sys.exit(app.run(path, database))


@cli.command()
def demo() -> None:
    """Open the window on the sample. Without a display, save its picture as tanglescope.png."""
    from tanglescope.viewer import app

    sys.exit(app.show_sample())


@cli.command()
@click.argument("image", metavar="OUT.png", type=click.Path(dir_okay=False, path_type=Path))
@database_option
@click.option(
    "--view",
    cls=ChoiceOption,
    metavar="VIEW",
    type=click.Choice(VIEWS),
    default="timeline",
    show_default=True,
    help="What to show: the timeline alone, or with a panel.",
)
@in_option("The conversation to show. The default is a recent thread, or else a tangle or feed.")
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
@group_keys_option
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
    from tanglescope.viewer import screenshot

    shot = screenshot.Screenshot(size, theme, view, address, key, group_keys, language)
    screenshot.screenshot(image, database_path(database, read_only=True), shot)


def _painted(svg: str) -> bytes:
    """A PNG of an SVG, for commands that have no painter of their own."""
    from tanglescope.viewer import screenshot

    screenshot.without_screen()
    from tanglescope.viewer import drawings

    return drawings.png(svg)


def main() -> None:
    """Run the command line."""
    child_processes.protect()
    open_streams()
    cli()


if __name__ == "__main__":
    main()
