"""The command line: commands without a screen, and the window.

Qt is imported only by the commands that need it.
"""

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from tanglescope.engine.commandline import COMMANDS, ListedCommand
from tanglescope.engine.commandline.common.group import CommandGroup
from tanglescope.engine.system.files import is_there
from tanglescope.viewer import display

_NO_SUBCOMMAND = frozenset({"-h", "--help", "--version"})

_WINDOW_COMMANDS = {
    "demo": ListedCommand(
        "tanglescope.viewer.window_commands.demo", "Open the window on the sample."
    ),
    "screenshot": ListedCommand(
        "tanglescope.viewer.window_commands.screenshot", "Save a picture of the window as OUT.png."
    ),
    "window": ListedCommand(
        "tanglescope.viewer.window_commands.window", "Open the window on PATH."
    ),
}


class WindowGroup(CommandGroup):
    """A group of subcommands; any other words are arguments of the window."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert the name of the window command if the first word isn't a subcommand."""
        if ctx.resilient_parsing:  # a shell asks how words can go on
            return super().parse_args(ctx, args)
        if not args or (args[0] not in self.table and args[0] not in _NO_SUBCOMMAND):
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

        close = get_close_matches(word, self.table, n=1)
        guess = f" Did you mean {close[0]}?" if close else ""
        ctx.fail(
            f"{word} is neither a command nor a file.{guess}"
            " `tanglescope --help` lists the commands."
        )


def _print_versions(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from tanglescope.engine.commandline.common.versions import versions

        click.echo(versions())
        context.exit()


@click.group(
    cls=WindowGroup,
    table={**COMMANDS, **_WINDOW_COMMANDS},
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
    context.obj = _paint_png


def _paint_png(svg: str) -> bytes:
    """A PNG of an SVG, for commands that have no painter of their own."""
    display.paint_in_memory()
    from tanglescope.viewer import drawings

    return drawings.png(svg)
