"""Requirements that the specification of pzp-set makes, but its implementation doesn't check.

A message that adds or deletes an item MUST supersede the message of greatest depth, among those
that its author knew, that added or deleted the item before. One that adds anything SHOULD supersede
those that deleted something. Messages that the author knew to be superseded are exempt: pzp-set
leaves them out, too. So are deletions that lost against an addition of the same depth: pzp-set
supersedes only deletions of items that were absent from the set as the author knew it. An author
knew the messages that theirs names, directly or indirectly.

Deleted, erased or encrypted messages may have superseded any earlier message and may be superseded
by any later one. They may also be about any item. So a requirement is reported only if no unknown
content could satisfy it.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message.pzp import PzpMessage
from tanglescope.engine.reduce.sets import PREFIX, Item, PzpSet, SetChange


class Requirement(StrEnum):
    """A requirement on messages of a set; the text of a member is printed if it is violated."""

    DELETION = "del-without-supersedes"
    ADDITION = "add-without-supersedes"
    NOT_HIGHEST = "supersedes-not-highest"
    UNKNOWN = "supersedes-unknown"
    IGNORES_DELETIONS = "add-ignores-deletions"
    SHAPE = "data-shape"
    ENCRYPTED = "encrypted"


@dataclass(frozen=True, slots=True)
class RequirementViolation:
    """A message that violates a requirement."""

    id: str
    rule: Requirement


_WORDS = {
    Requirement.DELETION: later(
        "It deletes an item without superseding the message that added or deleted it before."
    ),
    Requirement.ADDITION: later(
        "It adds an item without superseding the message that added or deleted it before."
    ),
    Requirement.NOT_HIGHEST: later(
        "It supersedes an earlier message about its item, but not the one of greatest depth."
    ),
    Requirement.UNKNOWN: later("It supersedes a message that no message here knows of."),
    Requirement.IGNORES_DELETIONS: later(
        "It adds an item without superseding the deletions that its author knew."
    ),
    Requirement.SHAPE: later(
        "Its data isn't made of lists of strings called add, del and supersedes."
    ),
    Requirement.ENCRYPTED: later("Its data is encrypted, so what it does to the set is unknown."),
}


def in_words(rule: Requirement) -> str:
    """The violation as a sentence."""
    return tr(_WORDS[rule])


def violations(set_: PzpSet) -> Iterator[RequirementViolation]:
    """The violations in a set, in the tangle's order, each rule at most once a message."""
    for id_, known in _known_to_authors(set_):
        message = set_.feed.messages[id_]
        if message.data is None or not message.domain.startswith(PREFIX):
            continue
        rules = {Requirement.ENCRYPTED} if isinstance(message.data, str) else set[Requirement]()
        if not rules and not _has_shape(message):
            rules.add(Requirement.SHAPE)
        if id_ in set_.changes:
            rules.update(_unsuperseded_requirements(set_, id_, known))
        yield from (RequirementViolation(id_, rule) for rule in Requirement if rule in rules)


def _has_shape(message: PzpMessage) -> bool:
    match message.data:
        case {"add": [*add], "del": [*delete], "supersedes": [*supersedes]}:
            return all(isinstance(each, str) for each in (*add, *delete, *supersedes))
    return False


@dataclass(frozen=True, slots=True)
class _Knowledge:
    """What an author knew, as bit sets of messages: all, and those that may be superseded."""

    ids: Sequence[str]
    numbers: Mapping[str, int]
    deleters: int
    past: int = 0
    closed: int = 0
    is_whole: bool = True
    """Whether everything that the author knew is available."""

    def has(self, id_: str) -> bool:
        return bool(self.past >> self.numbers[id_] & 1)

    def is_open(self, id_: str) -> bool:
        return not self.closed >> self.numbers[id_] & 1


def _known_to_authors(set_: PzpSet) -> Iterator[tuple[str, _Knowledge]]:
    """Every message in order, with its author's knowledge."""
    tangle = set_.feed.tangle
    ids = list(set_.feed.messages)
    numbers = {id_: number for number, id_ in enumerate(ids)}
    depths = [tangle.depth(id_) for id_ in ids]
    deleters = _bits(numbers, (id_ for id_, change in set_.changes.items() if change.delete))
    causes = {id_: [each for each in tangle.prev(id_) if each in numbers] for id_ in numbers}
    awaited = Counter(cause for each in causes.values() for cause in each)
    # Freed as soon as nothing needs it any more.
    after: dict[str, tuple[int, int, bool]] = {}
    for id_, named in causes.items():
        past = closed = 0
        is_whole = len(named) == len(tangle.prev(id_))
        if not is_whole:
            # A missing message is at least one less deep, and closes only messages that aren't
            # deeper.
            closed = _up_to(depths, tangle.depth(id_) - 1)
        for cause in named:
            known = after[cause]
            past, closed = past | known[0], closed | known[1]
            is_whole = is_whole and known[2]
            awaited[cause] -= 1
            if not awaited[cause]:
                del after[cause]
        yield id_, _Knowledge(ids, numbers, deleters, past, closed, is_whole)
        if awaited[id_]:
            closed |= _closed_by(set_, id_, numbers, depths)
            after[id_] = past | 1 << numbers[id_], closed, is_whole


def _closed_by(set_: PzpSet, id_: str, numbers: Mapping[str, int], depths: Sequence[int]) -> int:
    """The messages that a message supersedes: all that aren't deeper if its data are unreadable."""
    if change := set_.changes.get(id_):
        return _bits(numbers, change.supersedes)
    message = set_.feed.messages[id_]
    is_unread = message.is_erased or isinstance(message.data, str)
    return _up_to(depths, set_.feed.tangle.depth(id_)) if is_unread else 0


def _up_to(depths: Sequence[int], depth: int) -> int:
    """The messages up to `depth`, which a message of that depth may overrule."""
    return (1 << bisect_right(depths, depth)) - 1


def _bits(numbers: Mapping[str, int], ids: Iterable[str]) -> int:
    bits = 0
    for id_ in ids:
        if id_ in numbers:
            bits |= 1 << numbers[id_]
    return bits


def _unsuperseded_requirements(set_: PzpSet, id_: str, known: _Knowledge) -> Iterator[Requirement]:
    change = set_.changes[id_]
    tangle = set_.feed.tangle
    # A missing message may have been deleted since, as may those that others name.
    if known.is_whole and any(
        each not in tangle and not tangle.is_named(each) for each in change.supersedes
    ):
        yield Requirement.UNKNOWN
    for items, rule in (
        (change.delete, Requirement.DELETION),
        (change.add, Requirement.ADDITION),
    ):
        for item in items:
            yield from _about_item(set_, change, item, known, rule)
    if change.add and any(_ignored_deletions(set_, change, known)):
        yield Requirement.IGNORES_DELETIONS


def _about_item(
    set_: PzpSet, change: SetChange, item: Item, known: _Knowledge, rule: Requirement
) -> Iterator[Requirement]:
    highest = _highest(set_, item, known)
    is_superseded = not highest.isdisjoint(change.supersedes)
    if is_superseded or not any(map(known.is_open, highest)):
        return
    earlier = {each for each in set_.mentions.get(item, ()) if known.has(each)}
    yield rule if earlier.isdisjoint(change.supersedes) else Requirement.NOT_HIGHEST


def _ignored_deletions(set_: PzpSet, change: SetChange, known: _Knowledge) -> Iterator[bool]:
    """The deletions that an author knew, that nothing superseded, and that still count."""
    own = _bits(known.numbers, change.supersedes)
    candidates = known.deleters & known.past & ~known.closed & ~own
    while candidates:
        number = candidates.bit_length() - 1
        candidates ^= 1 << number
        deletion = known.ids[number]
        yield any(
            deletion in _highest(set_, item, known) and _is_absent(set_, item, known)
            for item in set_.changes[deletion].delete
        )


def _is_absent(set_: PzpSet, item: Item, known: _Knowledge) -> bool:
    """Whether an author knew an item as deleted, by the last message about it in the order."""
    last = next(filter(known.has, reversed(set_.mentions[item])))
    return item in set_.changes[last].delete


def _highest(set_: PzpSet, item: Item, known: _Knowledge) -> set[str]:
    """The messages of greatest depth about an item that an author knew."""
    found: set[str] = set()
    depth = None
    for id_ in reversed(set_.mentions.get(item, ())):
        if depth is not None and set_.feed.tangle.depth(id_) < depth:
            break
        if known.has(id_):
            found.add(id_)
            depth = set_.feed.tangle.depth(id_)
    return found
