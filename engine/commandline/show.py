"""`tanglescope show`: one conversation, in one of its orders."""

from pathlib import Path

import click

from engine.commandline.messages import message_answer, plain_text
from engine.commandline.options import database_option, json_option, opened, print_json
from engine.library import ORDERS, StoredMessage

_AT_ONCE = 500


@click.command()
@click.argument("root")
@click.option("--by", type=click.Choice(ORDERS), default="scuttlesort", help="Which order.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text")
@database_option
@json_option
def show(root: str, by: str, form: str, database: Path | None, as_json: bool) -> None:
    """Show the conversation that begins with the message ROOT, also when ROOT is missing."""
    with opened(database) as library:
        keys = library.order(root, by)
        if as_json or form == "json":
            messages = library.messages(keys, thread=root)
            names = library.names(message.author for message in messages.values())
            shown = [message_answer(messages[key], names) for key in keys]
            print_json({"root": root, "by": by, "messages": shown})
            return
        for first in range(0, len(keys), _AT_ONCE):
            page = keys[first : first + _AT_ONCE]
            messages = library.messages(page, thread=root)
            names = library.names(message.author for message in messages.values())
            for key in page:
                click.echo(_as_text(messages[key], names))


def _as_text(message: StoredMessage, names: dict[str, str]) -> str:
    body = "\n".join(f"    {line}" for line in plain_text(message).splitlines())
    return f"{names[message.author]}  {message.key}\n{body}\n"
