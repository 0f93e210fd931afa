"""`tanglescope search`: messages by their words."""

from pathlib import Path

import click

from engine.commandline.messages import message_answer
from engine.commandline.options import database_option, json_option, opened, print_json
from engine.library import Question
from engine.tangle.thread import thread_root
from engine.tangle.titles import one_line


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--author", help="Only messages of this feed.")
@click.option("--type", "kind", help="Only messages of this type.")
@click.option("--count", type=click.IntRange(1), default=50, show_default=True, help="At most.")
@database_option
@json_option
def search(
    words: tuple[str, ...],
    author: str | None,
    kind: str | None,
    count: int,
    database: Path | None,
    as_json: bool,
) -> None:
    """Find messages that hold all WORDS, the newest arrivals first; the last may be unfinished."""
    with opened(database) as library:
        keys = library.search(Question(" ".join(words), author, kind), count)
        messages = library.messages(keys)
        names = library.names(feed for message in messages.values() for feed in message.people)
        for key in filter(messages.__contains__, keys):  # a damaged index may name others
            message = messages[key]
            answer = {"root": thread_root(message.content) or key, **message_answer(message, names)}
            if as_json:
                print_json(answer)
            else:
                said = one_line(str(answer["text"]), 100)
                click.echo(f"{key}  {names[message.author]}: {said}")
