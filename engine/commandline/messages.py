"""Messages as commands print them: in JSON for programs, in plain text for people."""

from collections.abc import Mapping

from engine.library import StoredMessage
from engine.message.uris import short_id
from engine.reduce.labels import set_label
from engine.tangle.labels import group_label
from engine.tangle.titles import one_line, title_of

_LONGEST_NAME = 52


def message_answer(message: StoredMessage, names: dict[str, str]) -> dict[str, object]:
    """A message as the commands answer it in JSON."""
    return {
        "key": message.key,
        "author": message.author,
        "name": names[message.author],
        "sequence": message.sequence,
        "asserted": message.asserted,
        "received": message.received,
        "type": message.type,
        "verdict": message.standing,
        "rule": message.rule,
        "causes": message.causes,
        "text": plain_text(message, names),
    }


def plain_text(message: StoredMessage, names: Mapping[str, str]) -> str:
    """What the message says, in plain text; control characters can't move the cursor."""

    def call(feed: str) -> str:
        return one_line(names.get(feed) or short_id(feed), _LONGEST_NAME)

    if isinstance(message.content, str):
        return "(encrypted)"
    if (label := set_label(message.content)) is not None:
        return label
    if (label := group_label(message.content, call, message.epoch)) is not None:
        return label
    text = message.content.get("text")
    said = text if isinstance(text, str) else title_of(message.content)
    return "".join(c for c in said if c.isprintable() or c in "\n\t") or f"({message.type})"
