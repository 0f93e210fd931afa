"""Cycles: whether a message that is said to close one does.

Nobody can write messages that name each other as long as ids are proven, so this verdict is rare.
It takes a message out of all orders; without this check anybody could hide one by it.
"""

from collections.abc import Iterator, Mapping

from engine.message.verdict import Standing
from engine.store.check.subject import CheckSubject, How, Problem, RowRange, whole
from engine.store.files.questions import in_portions
from engine.store.files.sqlite import Database


def compare(database: Database, _part: RowRange, _how: How) -> Iterator[Problem]:
    """Messages that are said to close a cycle."""
    claimed = [
        key
        for (key,) in database.execute(
            "SELECT key FROM messages WHERE standing = ? ORDER BY id", (Standing.INVALID,)
        )
    ]
    circling = _circling(_named_from(database, claimed))
    for key in claimed:
        if key not in circling:
            yield Problem(
                "It is said to close a cycle; nothing that it names leads back to it.",
                f"message {key}",
            )


def _named_from(database: Database, keys: list[str]) -> dict[str, set[str]]:
    """What is named by messages, by those that they name, and so on."""
    named: dict[str, set[str]] = {}
    unread = keys
    while unread:
        named.update((key, set()) for key in unread)
        for marks, some in in_portions(unread):
            for key, target in database.execute(
                "SELECT key, target FROM messages CROSS JOIN links ON links.message = messages.id"
                f" WHERE key IN ({marks})",
                some,
            ):
                named[key].add(target)
        unread = list(set().union(*(named[key] for key in unread)) - named.keys())
    return named


def _circling(named: Mapping[str, set[str]]) -> set[str]:
    """What is in a cycle, or between two: from all others one end or the other is reached."""
    naming: dict[str, set[str]] = {key: set() for key in named}
    for key, targets in named.items():
        for target in targets:
            naming[target].add(key)
    return named.keys() - _ending(named, naming) - _ending(naming, named)


def _ending(ahead: Mapping[str, set[str]], behind: Mapping[str, set[str]]) -> set[str]:
    """What has nothing ahead, and what has nothing ahead but such."""
    left = {key: len(targets) for key, targets in ahead.items()}
    ending = [key for key, count in left.items() if not count]
    for key in ending:
        for other in behind[key]:
            left[other] -= 1
            if not left[other]:
                ending.append(other)  # the loop goes on with it
    return set(ending)


CYCLES = CheckSubject("cycles", whole, compare)
