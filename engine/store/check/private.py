"""Texts of private messages that are kept, as far as they can be checked without their keys.

Whether a kept text is what a message says can be proven only by opening the message again.
"""

from collections.abc import Iterator

from engine.store.check.subject import How, Part, Problem, Subject, whole
from engine.store.contents import content_of
from engine.store.kept_texts import content_in
from engine.store.sqlite import Database


def compare(database: Database, _part: Part, _how: How) -> Iterator[Problem]:
    """Texts that are kept of private messages."""
    for key, value, text in database.execute(
        "SELECT key, value, content FROM kept_texts JOIN messages ON id = message"
    ):
        if not isinstance(content_of(value), str):
            yield Problem(
                "A text is kept of it as of a private message; it is public.", f"message {key}"
            )
        elif content_in(text) is None:
            yield Problem(
                "The text that is kept of it is no content of a message.", f"message {key}"
            )


PRIVATE = Subject("kept texts", whole, compare)
