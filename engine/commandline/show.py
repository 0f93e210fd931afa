"""`tanglescope show`: one conversation, in one of its orders, as text, data or diagram."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import click

from engine.commandline.messages import message_answer, plain_text
from engine.commandline.options import database_option, json_option, opened, print_json
from engine.drawing.diagram_text import DrawnMessage, dot, mermaid
from engine.library import ORDERS, Library, StoredMessage
from engine.tangle.titles import one_line

_AT_ONCE = 500
_LABEL = 40  # characters of a message in a diagram


@click.command()
@click.argument("root")
@click.option("--by", type=click.Choice(ORDERS), default="scuttlesort", help="Which order.")
@click.option("--format", "form", type=click.Choice(["text", "json", "mermaid", "dot"]))
@database_option
@json_option
def show(root: str, by: str, form: str | None, database: Path | None, as_json: bool) -> None:
    """Show the conversation that begins with the message ROOT, also when ROOT is missing."""
    with opened(database) as library:
        keys = library.order(root, by)
        if as_json or form == "json":
            shown = [
                message_answer(message, names) for message, names in _read(library, root, keys)
            ]
            print_json({"root": root, "by": by, "messages": shown})
        elif form in _DIAGRAMS:
            click.echo(_DIAGRAMS[form](_drawn(library, root, keys)), nl=False)
        else:
            for message, names in _read(library, root, keys):
                click.echo(_as_text(message, names))


_DIAGRAMS: Mapping[str | None, Callable[[Sequence[DrawnMessage]], str]] = {
    "mermaid": mermaid,
    "dot": dot,
}


def _read(
    library: Library, root: str, keys: Sequence[str]
) -> Iterator[tuple[StoredMessage, dict[str, str]]]:
    """The messages one by one, read in portions, with what their authors are called."""
    for first in range(0, len(keys), _AT_ONCE):
        page = keys[first : first + _AT_ONCE]
        messages = library.messages(page, thread=root)
        names = library.names(message.author for message in messages.values())
        for key in page:
            yield messages[key], names


def _drawn(library: Library, root: str, keys: Sequence[str]) -> list[DrawnMessage]:
    """The boxes of a diagram: the missing messages first, then the known ones in order."""
    waiting = library.timeline(root).waiting
    ghosts = sorted({ghost for missing in waiting.values() for ghost in missing})
    drawn = [DrawnMessage(ghost, one_line(ghost, 10), (), is_ghost=True) for ghost in ghosts]
    for message, names in _read(library, root, keys):
        label = one_line(f"{names[message.author]}: {plain_text(message)}", _LABEL)
        drawn.append(DrawnMessage(message.key, label, message.causes))
    return drawn


def _as_text(message: StoredMessage, names: dict[str, str]) -> str:
    body = "\n".join(f"    {line}" for line in plain_text(message).splitlines())
    return f"{names[message.author]}  {message.key}\n{body}\n"
