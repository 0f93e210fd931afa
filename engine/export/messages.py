"""Messages as commands print them: in JSON for programs, in plain text for people."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from math import nan

from tanglescope.engine.language.wording import date_and_time, tr
from tanglescope.engine.library import Conversation, StoredMessage
from tanglescope.engine.message.uris import writer_name
from tanglescope.engine.reduce.sets import set_label
from tanglescope.engine.tangle.labels import group_label, revision_label
from tanglescope.engine.tangle.metafeeds import metafeed_label
from tanglescope.engine.tangle.names import LONGEST, with_ids
from tanglescope.engine.tangle.titles import one_line, plain, title_of, warning_of
from tanglescope.engine.words.message_types import summary_of

_LONGEST_NAME = 52
_LONGEST_WITH_ID = 2 * LONGEST + len("“” ()")
_LOOKED_AT = 20
"""The number of characters that are read for each one that is shown: markup isn't shown."""


def message_answer(
    message: StoredMessage, names: dict[str, str], *, deleted: bool = False
) -> dict[str, object]:
    """A message as JSON, as commands print it; the text of a deleted one only if `deleted`."""
    is_deleted = message.deletion is not None
    remover = message.removed_by  # the entry of an Autobase that removed its writer before it
    return {
        "key": message.key,
        "author": message.author,
        "name": message.name or names[message.author],
        "sequence": message.sequence if message.depth is None else None,
        "asserted": message.asserted,
        "received": message.received,
        "type": message.type,
        "verdict": message.status,
        "rule": message.rule,
        **({} if remover is None else {"role": "removed", "removed_by": remover}),
        "causes": message.causes,
        **pzp_answer(message),
        "text": plain_text(message.with_withdrawn_content if deleted else message, names)
        if deleted or not is_deleted
        else "",
        "versions": message.versions,
        "deleted": is_deleted,
    }


def content_of(conversation: Conversation, message: StoredMessage) -> object:
    """The content of a message; of a node, what it was read from, such as the event of a room."""
    if message.has_signed_text or not (value := conversation.value(message.key)):
        return message.content
    try:
        return json.loads(value)
    except ValueError:
        return value


def pzp_answer(message: StoredMessage) -> dict[str, object]:
    """The fields of a PZP message that replace its time; empty for any other message."""
    if message.depth is None:
        return {}
    return {"depth": message.depth, "account": message.account, "domain": message.type}


def pzp_words(message: StoredMessage) -> str:
    """The same in words; empty for any other message."""
    if message.depth is None:
        return ""
    return ", ".join(
        (
            depth_words(message),
            tr("domain {domain}", domain=one_line(message.type or "", _LONGEST_NAME)),
            tr("account {account}", account=one_line(message.account or "", _LONGEST_NAME)),
        )
    )


def depth_words(message: StoredMessage) -> str:
    """The depth that a message of PZP declares; empty for any other message."""
    return "" if message.depth is None else tr("depth {depth:,}", depth=message.depth)


def plain_text(message: StoredMessage, names: Mapping[str, str]) -> str:
    """The text of a message as its author wrote it."""

    def call(feed: str) -> str:
        return one_line(names.get(feed) or writer_name(feed), _LONGEST_WITH_ID)

    if isinstance(message.content, str):
        return "(encrypted)"
    if (label := set_label(message.content)) is not None:
        return label
    if (label := group_label(message.content, call, message.epoch)) is not None:
        return label
    if (label := metafeed_label(message.content)) is not None:
        return label
    if (label := revision_label(message.content, str, utc)) is not None:
        proposed = message.content.get("proposed")
        return f"{label}: {proposed}" if isinstance(proposed, str) else label
    text = message.content.get("text")
    said = text if isinstance(text, str) else title_of(message.content)
    return said or summary_of(message.content, call, message.author) or f"({message.type})"


def utc(milliseconds: float | None) -> str:
    """A time in UTC; empty if it is unknown or no calendar holds it."""
    try:
        moment = datetime.fromtimestamp((milliseconds or nan) / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return ""
    return date_and_time(moment, f"{moment:%H:%M} UTC")


def excerpt(message: StoredMessage, names: Mapping[str, str], longest: int) -> str:
    """The beginning of a message on one line, without markup, or its author's warning of it.

    People who are named by a sentence about the message are named with their ids.
    """
    if warning := warning_of(message.content):
        return one_line(tr("Content warning: {warning}", warning=warning), longest)
    people = {feed: names[feed] for feed in message.people if feed in names}
    text = plain_text(message, with_ids(people))
    begin = text[: longest * _LOOKED_AT]
    return one_line(plain(begin), longest) or one_line(text, longest)
