"""Texts of private messages that are kept: what they look like, and with keys what they say.

Whether a kept text is what a message says can be proven only by opening the message again.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.message.message import Message
from engine.message.private import Keyring
from engine.store.check.subject import CheckSubject, How, Problem, RowRange, whole
from engine.store.contents import content_of
from engine.store.files.sqlite import Database
from engine.store.kept_texts import content_in

_MOST_CORRESPONDENTS = 500
"""Feeds whom an envelope of one's own is tried with: 0.2 ms each."""


def compare(database: Database, _part: RowRange, _how: How) -> Iterator[Problem]:
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


def compare_opened(database: Database, keyring: Keyring) -> tuple[list[Problem], int]:
    """Open messages whose text is kept: which texts are not theirs, and how many stay locked.

    In one process, since keys are given to no other.
    """
    problems: list[Problem] = []
    locked = 0
    people = [feed for (feed,) in database.execute("SELECT key FROM feeds ORDER BY id")]
    everybody = replace(keyring, correspondents=tuple(people[:_MOST_CORRESPONDENTS]))
    for key, author, sequence, previous, asserted, value, text in database.execute(
        """SELECT messages.key, feeds.key, messages.sequence, previous, asserted, value, content
        FROM kept_texts JOIN messages ON messages.id = message JOIN feeds ON feeds.id = author"""
    ):
        content = content_of(value)
        message = Message(key, author, sequence, previous, asserted, content, value.encode())
        said = keyring.open(message)
        if said is None and keyring.identity is not None and keyring.identity.feed == author:
            said = everybody.open(message)
        if said is None:
            locked += 1
        elif said != content_in(text):
            problems.append(
                Problem("The text that is kept of it is not what it says.", f"message {key}")
            )
    return problems, locked


PRIVATE = CheckSubject("kept texts", whole, compare)
