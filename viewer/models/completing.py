"""Complete names and channels while a reply is written: what was begun, and what to offer."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tanglescope.engine import words
from tanglescope.engine.library import Library, UnknownConversation
from tanglescope.engine.message.keys import is_feed_id
from tanglescope.engine.wording import tr

MOST_OFFERED = 8

_BEGUN = re.compile(
    r"""(?:^ | (?<=[\s{"'“„«]) | (?<=^\() | (?<=[^\]]\())    # not in a link
        [@\#][^\s@\#()\[\]{}]{0,40}$""",
    re.VERBOSE,
)
_NOT_IN_NAMES = str.maketrans("", "", "[]\\`")
"""Characters that would end the name in a link, or be taken for markup."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something to complete: its name in the list, and what it writes into the text.

    A person has a feed, and the blob of a picture if there is one.
    """

    name: str
    written: str
    beside: str = ""
    feed: str = ""
    portrait: str = ""


def begun(before: str) -> str:
    """The `@name` or `#channel` that is begun at the end of a text; `""` if there is none."""
    line = before.rpartition("\n")[2]
    found = _BEGUN.search(line[-60:])
    return found[0] if found else ""


def offers(library: Library, address: str, begun: str) -> list[Suggestion]:
    """What to offer for `@…` or `#…` in a reply to a conversation, the most likely first."""
    sign, word = begun[:1], begun[1:]
    if sign == "#":
        names = library.found.channels(word, MOST_OFFERED)
        found = [Suggestion(words.clean_name(name), name) for name in names]
        return [] if [each.written for each in found] == [begun] else found
    return list(_people(library, address, word)) if sign == "@" else []


def mention(feed: str, name: str) -> str:
    """A person in a Markdown text, so that other programs notify them."""
    plain = words.clean_name(name).translate(_NOT_IN_NAMES).strip("@ ")
    return f"[@{plain or words.short(feed)[1:]}]({feed})"


def _people(library: Library, address: str, word: str) -> Iterator[Suggestion]:
    here = _people_here(library, address, word)
    # A name may be that of a feed whose id can't be mentioned: ask for some more.
    others = filter(is_feed_id, library.found.people(word, 2 * MOST_OFFERED))
    feeds = list(dict.fromkeys([*here, *others]))[:MOST_OFFERED]
    names, portraits = library.names(feeds), library.portraits.of(feeds)
    called = {feed: words.clean_name(names[feed]) for feed in feeds}
    for feed in feeds:
        is_alone = [*called.values()].count(called[feed]) == 1
        beside = [tr("in this conversation")] if feed in here else []
        yield Suggestion(
            called[feed],
            mention(feed, called[feed]),
            " · ".join(beside if is_alone else [*beside, words.short(feed)]),
            feed,
            portraits.get(feed, ""),
        )


def _people_here(library: Library, address: str, word: str) -> list[str]:
    """The authors of a conversation that have a name with a word of this beginning."""
    try:
        feeds = [each for each in library.conversation(address).writers() if is_feed_id(each)]
    except UnknownConversation:  # a message that nothing has answered yet is in none
        return []
    names, wanted = library.names(feeds), word.casefold()
    return [feed for feed in feeds if _begins(names[feed].casefold(), wanted)]


def _begins(name: str, wanted: str) -> bool:
    return any(part.startswith(wanted) for part in (name, *name.split()))
