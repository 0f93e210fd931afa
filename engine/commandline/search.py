"""`tanglescope search`: find messages by words and other conditions."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_json, wants_json
from tanglescope.engine.commandline.common.opening import library_in, split_source
from tanglescope.engine.errors import ExitCode, NotFound
from tanglescope.engine.export.messages import excerpt, message_answer
from tanglescope.engine.library import Library
from tanglescope.engine.library.typed_address import looks_like_address, resolve
from tanglescope.engine.store.query import read_query
from tanglescope.engine.tangle.names import with_ids
from tanglescope.engine.tangle.thread import thread_root
from tanglescope.engine.tangle.titles import one_line, substitute_title

_FIELDS = """\b
"old tree"                a phrase
-vote                     without this word
oak OR ash                either one
author:ann                by an author: an id, a name or its beginning
channel:garden type:post  in a channel; of a type
type:any                  also likes, follows, and what can't be decrypted
type:deleted              also what its author deleted
in:%KEY                   in a conversation, by its address
on:2015-08                from a year, month or day
after:2015 before:2016    from then on; before then
%KEY                      a message, by its id or the beginning of it
"""


@click.command(epilog=_FIELDS)
@click.argument("words", metavar="[FILE] WORDS...", nargs=-1, required=True)
@click.option("--author", help="Only messages of this feed.")
@click.option("--type", "kind", help="Only messages of this type.")
@options.count("--count", "The maximum number of messages to show.", 50)
@options.flag("--deleted", "Also messages that their authors deleted.")
@options.database
@options.json()
def search(
    words: tuple[str, ...],
    author: str | None,
    kind: str | None,
    count: int,
    deleted: bool,
    database: Path | None,
) -> None:
    """Find messages that match all of WORDS.

    FILE is anything that can be imported, or - for standard input. The newest arrivals come first,
    then nodes of graphs and PZP messages, and the last word may be incomplete. The exit code is 1
    if no message matches. Write -- before words that begin with a dash, and quote what the shell
    must not change: tanglescope search 'oak "old tree" -vote'.
    """
    database, words = split_source(words, database, 1)
    text = " ".join(words)
    query = read_query(text)
    if query.problems:
        raise click.UsageError("\n".join(query.problems))
    asked = query.searched_question
    if author is not None:
        asked = replace(asked, author=author)
    if kind is not None:
        asked = replace(asked, type=kind, only_said=False)
    asked = replace(asked, deleted=deleted or asked.deleted)
    with library_in(database) as library:
        remarks = library.search_remarks(asked)
        named = None if author or kind else _message_of(library, text)
        keys = library.search(asked, count) if named is None else [named]
        messages = library.messages(keys)
        names = library.names(feed for message in messages.values() for feed in message.people)
        # A damaged index may return others.
        found = [(messages[key], *_conversation(library, key)) for key in keys if key in messages]
        if not (author or kind):
            found += [
                (message, summary.address, one_line(summary.title))
                for message, summary in library.search_unindexed(text, count - len(found))
            ]
            names |= library.names(message.author for message, *_ in found)
        called = with_ids(names)
        for message, address, title in found:
            if wants_json():
                root = thread_root(message.content) or message.key
                where = {"root": root, "address": address, "title": title}
                print_json({**where, **message_answer(message, names, deleted=deleted)})
            else:
                said = excerpt(message.with_withdrawn_content if deleted else message, names, 100)
                click.echo(f"{message.key}  {called[message.author]}: {said}  (in {title})")
    if remarks:
        raise NotFound("\n".join(remarks))
    if not found:
        if not wants_json():
            click.echo("No message matches.", err=True)
        sys.exit(ExitCode.NO)


def _conversation(library: Library, key: str) -> tuple[str, str]:
    """The address and the title of the first conversation that a message is in."""
    found = library.conversation(library.conversations_of(key)[0]).summary()
    return found.address, one_line(found.title) or substitute_title(present=found.present)


def _message_of(library: Library, text: str) -> str | None:
    """The message that a typed id names; None if the text isn't an address, but words."""
    if not looks_like_address(library, text):
        return None
    place = resolve(library, text)
    if not place.address:
        if place.reason:
            raise NotFound(place.reason)
        return None
    address, key = place.address, place.key
    if key is None or key not in library.messages([key]):
        text = one_line(text)
        raise click.UsageError(
            f"{text} is an address, not a search. `tanglescope show {address}` prints the"
            " conversation."
        )
    return key
