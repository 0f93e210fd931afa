"""`tanglescope show`: one conversation, in one of its orders, as text, data or picture."""

from pathlib import Path

import click

from engine.commandline.exports import FORMS, Rasterize, Wanted, exported, read
from engine.commandline.messages import plain_text
from engine.commandline.options import database_option, json_option, opened
from engine.library import ORDERS, StoredMessage

_PICTURES = ("svg", "png", "mermaid", "dot")


@click.command()
@click.argument("root")
@click.option("--by", type=click.Choice(ORDERS), default="scuttlesort", help="Which order.")
@click.option("--format", "form", type=click.Choice(["text", *FORMS, "png"]))
@click.option(
    "--tie-breaks",
    is_flag=True,
    help="Join, dotted, what is concurrent and follows one another (svg, png, mermaid, dot).",
)
@database_option
@json_option
@click.pass_obj
def show(
    rasterize: Rasterize | None,
    root: str,
    by: str,
    form: str | None,
    tie_breaks: bool,
    database: Path | None,
    as_json: bool,
) -> None:
    """Show the conversation that begins with the message ROOT, also when ROOT is missing."""
    form = "json" if as_json else form
    if tie_breaks and form not in _PICTURES:
        raise click.UsageError(f"--tie-breaks needs --format {', '.join(_PICTURES)}.")
    with opened(database) as library:
        if form in (None, "text"):
            for message, names in read(library, root, library.conversation(root, by).in_order()):
                click.echo(_as_text(message, names))
            return
        for portion in exported(library, Wanted(root, by, ties=tie_breaks), form, rasterize):
            click.echo(portion, nl=False)


def _as_text(message: StoredMessage, names: dict[str, str]) -> str:
    body = "\n".join(f"    {line}" for line in plain_text(message).splitlines())
    return f"{names[message.author]}  {message.key}\n{body}\n"
