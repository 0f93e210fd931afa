"""Acts: likes, follows and changes of members, whose runs are shown as one row.

A feed has more of them than texts. What a single one is called is in `message_types`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import Any, TypeAlias

from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.library import StoredMessage
from tanglescope.engine.tangle.groups import ADD, EXCLUDE, people_in
from tanglescope.engine.words.text import Call, is_text, join_parts


class Act(Enum):
    """What is done to a message or a person."""

    LIKE = auto()
    FOLLOW = auto()
    LEAVE = auto()
    BLOCK = auto()
    ADD = auto()
    EXCLUDE = auto()


Acts: TypeAlias = dict[tuple[str, str], Act]
"""Acts by their authors and the messages or people that they are about."""

_ActWords: TypeAlias = Mapping[Act, tuple[str, Callable[[int], str]]]
"""What is said of an act to one, and to several."""

_BY_ONE: _ActWords = {
    Act.LIKE: (
        later("likes {name}"),
        lambda n: plural("likes {n:,} messages", "likes {n:,} message", n),
    ),
    Act.FOLLOW: (
        later("follows {name}"),
        lambda n: plural("follows {n:,} people", "follows {n:,} person", n),
    ),
    Act.LEAVE: (
        later("no longer follows {name}"),
        lambda n: plural("no longer follows {n:,} people", "no longer follows {n:,} person", n),
    ),
    Act.BLOCK: (
        later("blocks {name}"),
        lambda n: plural("blocks {n:,} people", "blocks {n:,} person", n),
    ),
    Act.ADD: (
        later("adds {name} to a private group"),
        lambda n: plural(
            "adds {n:,} people to a private group", "adds {n:,} person to a private group", n
        ),
    ),
    Act.EXCLUDE: (
        later("excludes {name} from a private group"),
        lambda n: plural(
            "excludes {n:,} people from a private group",
            "excludes {n:,} person from a private group",
            n,
        ),
    ),
}
"""What one author does."""

_BY_SEVERAL: _ActWords = {
    Act.LIKE: (
        later("like {name}"),
        lambda n: plural("like {n:,} messages", "like {n:,} message", n),
    ),
    Act.FOLLOW: (
        later("follow {name}"),
        lambda n: plural("follow {n:,} people", "follow {n:,} person", n),
    ),
    Act.LEAVE: (
        later("no longer follow {name}"),
        lambda n: plural("no longer follow {n:,} people", "no longer follow {n:,} person", n),
    ),
    Act.BLOCK: (
        later("block {name}"),
        lambda n: plural("block {n:,} people", "block {n:,} person", n),
    ),
    Act.ADD: (
        later("add {name} to a private group"),
        lambda n: plural(
            "add {n:,} people to a private group", "add {n:,} person to a private group", n
        ),
    ),
    Act.EXCLUDE: (
        later("exclude {name} from a private group"),
        lambda n: plural(
            "exclude {n:,} people from a private group",
            "exclude {n:,} person from a private group",
            n,
        ),
    ),
}
"""What several authors do."""


def acts_of(content: Mapping[str, Any] | str) -> dict[str, Act]:
    """What a message does, by what it is about; nothing if it has a row of its own."""
    if isinstance(content, str) or is_text(content):
        return {}
    match content:
        case {"type": "vote", "vote": {"link": str(link), "value": int() | float() as value}}:
            return {link: Act.LIKE} if value > 0 else {}
        case {"type": "contact", "contact": str(person), "blocking": True}:
            return {person: Act.BLOCK}
        case {"type": "contact", "contact": str(person), "following": bool(follows)}:
            return {person: Act.FOLLOW if follows else Act.LEAVE}
        case {"type": str(kind)} if kind == ADD or kind in EXCLUDE:
            act = Act.ADD if kind == ADD else Act.EXCLUDE
            return dict.fromkeys(people_in(dict(content)), act)
    return {}


def sentence(messages: Sequence[StoredMessage], call: Call) -> str:
    """What the messages of a run do, to follow the name of the first author.

    The last act of an author towards a person counts.
    """
    done: Acts = {}
    for each in messages:
        for about, act in acts_of(each.content).items():
            done.pop((each.author, about), None)
            done[each.author, about] = act
    others = list(dict.fromkeys(each.author for each in messages))[1:]
    if not others and len(done) == 1:
        text = _sentence_of_counts(done, _BY_ONE, call)
        times = plural("{n:,} messages", "{n:,} message", len(messages))
        return tr("{text} ({messages})", text=text, messages=times)
    if not others:
        return _sentence_of_counts(done, _BY_ONE, call)
    return f"{_and_others(others, call)} {_sentence_of_counts(done, _BY_SEVERAL, call)}"


def _sentence_of_counts(done: Acts, said: _ActWords, call: Call) -> str:
    about: dict[Act, dict[str, None]] = {}
    for (_, what), act in done.items():
        about.setdefault(act, {})[what] = None
    parts = []
    for act, named in about.items():
        to_one, to_several = said[act]
        name = call(next(iter(named)))
        parts.append(tr(to_one, name=name) if len(named) == 1 else to_several(len(named)))
    return join_parts(parts)


def _and_others(others: Iterable[str], call: Call) -> str:
    first, *more = others
    if not more:
        return tr("and {name}", name=call(first))
    return plural("and {n:,} others", "and {n:,} other", len(more) + 1)
