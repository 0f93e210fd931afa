"""`tanglescope show`: one conversation, in one of its orders, as text, data or picture."""

from pathlib import Path

import click

from engine.commandline.exports import FORMS, Rasterize, Wanted, exported, read
from engine.commandline.messages import plain_text
from engine.commandline.options import database_option, json_option, opened
from engine.library import ORDERS, StoredMessage


@click.command()
@click.argument("root")
@click.option("--by", type=click.Choice(ORDERS), default="scuttlesort", help="Which order.")
@click.option("--format", "form", type=click.Choice(["text", *FORMS, "png"]))
@database_option
@json_option
@click.pass_obj
def show(
    rasterize: Rasterize | None,
    root: str,
    by: str,
    form: str | None,
    database: Path | None,
    as_json: bool,
) -> None:
    """Show the conversation that begins with the message ROOT, also when ROOT is missing."""
    form = "json" if as_json else form
    with opened(database) as library:
        if form in (None, "text"):
            for message, names in read(library, root, library.order(root, by)):
                click.echo(_as_text(message, names))
            return
        for portion in exported(library, Wanted(root, by), form, rasterize):
            click.echo(portion, nl=False)


def _as_text(message: StoredMessage, names: dict[str, str]) -> str:
    body = "\n".join(f"    {line}" for line in plain_text(message).splitlines())
    return f"{names[message.author]}  {message.key}\n{body}\n"
