"""`tanglescope show`: one conversation, in one of its orders, as text, data or picture."""

from pathlib import Path

import click

from engine.commandline.exports import FORMS, Rasterize, Wanted, exported, read
from engine.commandline.messages import plain_text
from engine.commandline.options import database_option, group_keys_option, json_option, opened
from engine.library import ORDERS, StoredMessage

_PICTURES = ("svg", "png", "mermaid", "dot")


@click.command()
@click.argument("address")
@click.option("--by", type=click.Choice(ORDERS), help="Another order than the conversation's own.")
@click.option("--format", "form", type=click.Choice(["text", *FORMS, "png"]))
@click.option(
    "--tie-breaks",
    is_flag=True,
    help="Join, dotted, what is concurrent and follows one another (svg, png, mermaid, dot).",
)
@click.option(
    "--supersedes",
    is_flag=True,
    help="Draw what messages of a PZP set supersede (svg, png, mermaid, dot).",
)
@database_option
@group_keys_option
@json_option
@click.pass_obj
def show(
    rasterize: Rasterize | None,
    address: str,
    by: str | None,
    form: str | None,
    tie_breaks: bool,
    supersedes: bool,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Show the conversation at ADDRESS in its own order.

    ADDRESS is the key of a root, also of a missing one, or one of those that `conversations` lists,
    such as chess:KEY, feed:@ID, everything or #channel.
    """
    form = "json" if as_json else form
    if tie_breaks and form not in _PICTURES:
        raise click.UsageError(f"--tie-breaks needs --format {', '.join(_PICTURES)}.")
    if supersedes and form not in _PICTURES:
        raise click.UsageError(f"--supersedes needs --format {', '.join(_PICTURES)}.")
    with opened(database, group_keys=group_keys) as library:
        if form in (None, "text"):
            conversation = library.conversation(address, by)
            for message, names in read(library, conversation, conversation.in_order()):
                click.echo(_as_text(message, names))
            return
        wanted = Wanted(address, by, ties=tie_breaks, supersedes=supersedes)
        for portion in exported(library, wanted, form, rasterize):
            click.echo(portion, nl=False)


def _as_text(message: StoredMessage, names: dict[str, str]) -> str:
    body = "\n".join(f"    {line}" for line in plain_text(message, names).splitlines())
    return f"{names[message.author]}  {message.key}\n{body}\n"
