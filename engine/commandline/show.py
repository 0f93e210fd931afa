"""`tanglescope show`: one conversation, in any order, as text, data or picture."""

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import wants_json
from tanglescope.engine.commandline.common.opening import opened_conversation, target_of
from tanglescope.engine.commandline.common.streams import BOLD, DIM, style_text
from tanglescope.engine.drawing.extra_edges import EXTRA_KINDS, LIPMAA, ExtraKind
from tanglescope.engine.export.conversations import (
    FORMS,
    PICTURES,
    ExportSelection,
    Rasterize,
    export_bytes,
    read,
)
from tanglescope.engine.export.messages import plain_text, pzp_words
from tanglescope.engine.export.selecting import Part, keys_of
from tanglescope.engine.language.readable import in_ascii, readable
from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.library import Conversation, StoredMessage
from tanglescope.engine.linear.displayed_rows import missing_above
from tanglescope.engine.linear.orders.named import BY_TIME
from tanglescope.engine.store.conversations.address import printable
from tanglescope.engine.tangle.names import with_id, with_ids


class PictureStyle(NamedTuple):
    """How a picture is drawn."""

    backlinks: bool
    linear: bool

    def require(self, form: str | None) -> None:
        """Raise an error if something is asked for that another format than a picture can't do."""
        if (self.backlinks or self.linear) and form not in PICTURES:
            name = "backlinks" if self.backlinks else "linear"
            raise click.UsageError(f"--{name} needs --format {', '.join(PICTURES)}.")


PICTURE_STYLE = options.passed_as(
    "style",
    PictureStyle,
    options.flag(
        "--backlinks",
        "Draw as the specifications do, from right to left: each message points to those that it"
        " comes after, roots and item roots have their colours, and a private group shows all its"
        " tangles (svg, png, mermaid, dot).",
    ),
    options.flag(
        "--linear",
        "Draw each message after the one before it in the order, instead of what it comes after"
        " (svg, png, mermaid, dot).",
    ),
)


def _extra_option(kind: ExtraKind) -> options.Decorator:
    """The option that adds a kind of extra edges to pictures."""
    more = "; text and JSON list them" if kind is LIPMAA else ""
    forms = f"({', '.join(PICTURES)}{more})"
    return options.flag(f"--{kind.name}", f"{kind.help.removesuffix('.')} {forms}.")


@click.command()
@click.argument("source", metavar="ADDRESS or FILE")
@options.address("A conversation in FILE, if there are several.")
@options.passed_as(
    "part",
    Part,
    click.option("--only", metavar="QUERY", help="Only messages that match this query."),
    click.option("--from", "first", metavar="ID", help="Only the message ID and those below it."),
    click.option("--to", "last", metavar="ID", help="Only the message ID and those above it."),
)
@options.by("The order. The default is the conversation's own.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", *FORMS, "png"]),
    help="What to print. The default is text, or json with --json.",
)
@PICTURE_STYLE
@options.together(*map(_extra_option, EXTRA_KINDS))
@options.flag("--deleted", "Show what deleted messages said (text and JSON).")
@options.flag("--signed", "Show edits and deletions as messages, too (text and JSON).")
@options.database
@options.group_keys
@options.json()
@click.pass_obj
def show(
    rasterize: Rasterize | None,
    /,
    source: str,
    address: str | None,
    part: Part,
    by: str | None,
    form: str | None,
    style: PictureStyle,
    database: Path | None,
    group_keys: Path | None,
    deleted: bool,
    signed: bool,
    **extra: bool,
) -> None:
    """Show the conversation at ADDRESS or in FILE.

    ADDRESS is the key of a root, even a missing one, or an address that `conversations` lists, such
    as chess:KEY, feed:@ID, everything or #channel. Without --database, it may be a FILE in any form
    that can be imported, or - for standard input. QUERY is in the language of `search`; in a
    conversation that votes, `confirmed` means entries that are final: --only 'writer:c -confirmed'.
    """
    form = "json" if wants_json() else form
    wanted_extra = frozenset(name.replace("_", "-") for name, wanted in extra.items() if wanted)
    drawn = wanted_extra - {LIPMAA.name}
    if (drawn and form not in PICTURES) or (wanted_extra and form == "ndjson"):
        raise click.UsageError(
            f"--{min(drawn or wanted_extra)} needs --format {', '.join(PICTURES)}."
        )
    style.require(form)
    target = target_of(source, database, address, group_keys)
    with opened_conversation(target) as (library, place):
        is_listed = form in (None, "text", "json")
        conversation = library.conversation(place, by, as_read=is_listed and not signed)
        if conversation.order in BY_TIME:
            conversation.require_times()
        keys = None if part == Part() else keys_of(library, conversation, part)
        if form in (None, "text"):
            order = conversation.in_order()
            missing = missing_above(order, conversation.snapshot().waiting)
            for message, names in read(library, conversation, order if keys is None else keys):
                if message.key in missing:
                    click.echo(f"({count_noun(missing[message.key], 'missing message')})\n")
                click.echo(_as_text(message, names, deleted=deleted))
                _echo_extras(conversation, message.key, wanted_extra)
            for sentence in conversation.unknown():
                click.echo(f"({sentence})\n")
            return
        chosen = None if keys is None else frozenset(keys)
        wanted = ExportSelection(
            place,
            by,
            chosen,
            extra=wanted_extra,
            deleted=deleted,
            signed=signed,
            backlinks=style.backlinks,
            linear=style.linear,
        )
        for batch in export_bytes(library, wanted, form, rasterize):
            click.echo(in_ascii(batch.decode()) if form == "ndjson" else batch, nl=False)


def _echo_extras(conversation: Conversation, key: str, asked: Collection[str]) -> None:
    """Print what only some conversations say about a message."""
    for name, extra in conversation.extras_of(key, asked).items():
        if extra.is_notable or name in asked:
            click.echo("".join(f"    {line}\n" for line in extra.lines()))


def _as_text(message: StoredMessage, names: dict[str, str], *, deleted: bool) -> str:
    called = with_ids(names)
    lines = readable(plain_text(message, called)).split("\n")
    if deleted and message.deletion is not None:
        lines += readable(plain_text(message.with_withdrawn_content, called)).split("\n")
    body = "\n".join(f"    {line}" for line in lines)
    declared = f"  {text}" if (text := pzp_words(message)) else ""
    author = called[message.author]
    if message.name is not None:
        author = with_id(message.author, message.name)
    edited = f"(edited, version {message.versions})" if message.is_edited else ""
    removed = "(removed: the app doesn't show it)" if message.removed_by is not None else ""
    heading = "  ".join(
        filter(
            None,
            (style_text(author, BOLD), style_text(printable(message.key), DIM), edited, removed),
        )
    )
    return f"{heading}{declared}\n{body}\n"
