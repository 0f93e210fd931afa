"""The texts of the inspector, without a screen: sections of facts about one message."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, TypeAlias

from tanglescope.engine.language.wording import later, number, plural, tr
from tanglescope.engine.library import Inspection, MessagePlace, Proof, StoredMessage
from tanglescope.engine.linear.autobase.removals import removal_in_words
from tanglescope.engine.message.verdict import UNSIGNED, Rule, ValidationStatus, reason
from tanglescope.engine.reduce.sets import set_label
from tanglescope.engine.tangle.metafeeds import Person, PersonFeed
from tanglescope.engine.tangle.revisions import TOMBSTONE, History, SignedMessage
from tanglescope.engine.words import times
from tanglescope.engine.words.messages import one_line
from tanglescope.engine.words.text import clean, clean_name, short

_A_SECOND = 1000
_LONGEST_LINE = 90
_MOST_LINKS = 20

_STATUSES = {
    "valid": (
        later("Valid"),
        later("It follows every rule, and no earlier message of its feed is missing."),
    ),
    "gap": (
        later("Gap"),
        later("It is valid by itself, but an earlier message of its feed is missing."),
    ),
    "forked": (
        later("Forked"),
        later("It is valid by itself, but its feed also continued with another message."),
    ),
    "unverified": (
        later("Unverified"),
        later("The file lost a character of it, so it can't be checked."),
    ),
}
_VALID_ALONE = later("It follows every rule. Messages before it may be missing.")
_BROKEN = (later("Invalid"), later("It breaks a rule."))


Titled: TypeAlias = tuple[str, str]
"""The address of a conversation, and its title."""


_WORDS = re.compile(r"\w+|\s+|[^\w\s]")
_MOST_COMPARED = 1_000_000
"""The greatest product of the numbers of words of two texts that are compared."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line: its label, its text, and where it leads, if anywhere.

    `key` is that of a message, `address` that of a conversation.
    """

    label: str
    text: str
    key: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Facts under a title."""

    title: str
    facts: Sequence[Fact]


def verdict(inspection: Inspection) -> tuple[str, str]:
    """The verdict in a word and in a sentence."""
    if inspection.message is None:
        return tr("Missing"), tr("Other messages name it, but it isn't here.")
    if inspection.is_node and inspection.message.status == ValidationStatus.UNVERIFIED:
        return tr("Unverified"), reason(UNSIGNED) + "."
    word, sentence = _STATUSES.get(inspection.message.status, _BROKEN)
    has_gaps = inspection.is_pzp or inspection.is_node
    if has_gaps and inspection.message.status == ValidationStatus.VALID:
        # Neither PZP nor graphs require what came before: that may be deleted or not yet be here.
        sentence = _VALID_ALONE
    return tr(word), tr(sentence)


def sections(inspection: Inspection, conversations: Sequence[Titled] = ()) -> list[Section]:
    """All sections; `conversations` are the others that the message is in."""
    found = [Section(tr("Message"), _identity(inspection))]
    found += _extras(inspection, notable=True)
    if inspection.message and (known := _times(inspection, inspection.message)):
        found.append(Section(tr("Times"), known))
    found += _versions(inspection)
    if inspection.votes:
        found.append(_section_of_likes(inspection))
    if inspection.person:
        found.append(_feeds(inspection.person, inspection.message))
    if inspection.proof:
        found.append(
            Section(tr("Compared with the pinned message"), _beside(inspection, inspection.proof))
        )
    causes, effects = inspection.edges
    if inspection.message is None:
        found.append(Section(tr("Comes after"), [Fact("", tr("Unknown until it arrives"))]))
    else:
        title = tr("Comes after ({number:,})", number=len(causes))
        found.append(Section(title, _links(inspection, causes)))
    if causes and inspection.message and inspection.message.author:
        found.append(Section(tr("Tips its author had seen"), _tips(inspection)))
    found.append(
        Section(tr("Is followed by ({number:,})", number=len(effects)), _links(inspection, effects))
    )
    found += _extras(inspection, notable=False)
    if inspection.links:
        title = tr("Links out of the conversation ({number:,})", number=len(inspection.links))
        found.append(Section(title, _links(inspection, inspection.links)))
    if conversations:
        also = [Fact("", clean(title), address=address) for address, title in conversations]
        found.append(Section(tr("Also in ({number:,})", number=len(also)), also))
    if inspection.message:
        found.append(Section(tr("Proof"), _proof(inspection, inspection.message)))
    return found


def _versions(inspection: Inspection) -> list[Section]:
    """The versions of a message by its author, what each changed, and what others proposed."""
    if inspection.message is None or (history := inspection.message.history) is None:
        return []
    facts = []
    if (deletion := history.deletion) is not None:
        said = tr("by its author on {time}", time=times.full(deletion.time))
        facts.append(Fact(tr("Deleted"), said, key=deletion.key))
    if len(history.tips) > 1:
        said = tr(
            "{n:,} versions don't follow each other; the one that its author signed last counts.",
            n=len(history.tips),
        )
        facts.append(Fact(tr("Fork"), said))
    before = history.read_at(history.origin.key)
    for number_, version in enumerate(history.versions[:_MOST_LINKS], 1):
        content = history.read_at(version.key)
        changed = changes({} if version is history.origin else before, content)
        label = tr("Version {n:,}, {time}", n=number_, time=times.full(version.time))
        if version.key in history.passed:
            label = tr("{version}, doesn't count", version=label)
        else:
            before = content
        facts.append(Fact(label, _text_of_changes(changed, is_first=number_ == 1), key=version.key))
    facts += more_facts(len(history.versions) - _MOST_LINKS)
    found = [Section(tr("Versions ({number:,})", number=len(history.versions)), facts)]
    if proposals := history.proposals:
        facts = [_proposal(each, history, inspection.names) for each in proposals[:_MOST_LINKS]]
        found.append(Section(tr("Proposed by others ({number:,})", number=len(proposals)), facts))
    return found


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The text fields in which two contents differ, with their word diffs."""
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name, ""), after.get(name, "")
        if isinstance(old, str) and isinstance(new, str) and old != new and name != "type":
            yield name, word_diff(old, new)


def word_diff(before: str, after: str) -> str:
    """What changed between two texts, word by word, written as Git writes it."""
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if len(old) * len(new) > _MOST_COMPARED:
        return f"[-{before}-]{{+{after}+}}"
    parts: list[str] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        gone, come = "".join(old[start:end]), "".join(new[new_start:new_end])
        if kind == "equal":
            parts.append(gone)
        else:
            parts += [f"[-{gone}-]" if gone else "", f"{{+{come}+}}" if come else ""]
    return "".join(parts)


def _text_of_changes(changed: Iterable[tuple[str, str]], *, is_first: bool) -> str:
    """The fields that changed with their word diffs; of the first version, all texts."""
    lines = []
    for name, text in changed:
        said = text[2:-2] if is_first else text
        lines.append(said if name == "text" else f"{clean_name(name)}: {said}")
    return clean("\n".join(lines)) or tr("nothing that is text")


def _proposal(message: SignedMessage, history: History, names: Mapping[str, str]) -> Fact:
    """What another author published about a message, which changes nothing of it."""
    if message.revision is not None and message.revision.kind == TOMBSTONE:
        said = tr("asks to delete it")
    else:
        now = history.read_at(history.latest.key)
        said = _text_of_changes(changes(now, history.with_proposal(message)), is_first=False)
    name = clean_name(names.get(message.author, message.author))
    return Fact(name, said, key=message.key)


def _identity(inspection: Inspection) -> list[Fact]:
    facts = [Fact(tr("Id"), clean(inspection.key, _LONGEST_LINE))]
    if message := inspection.message:
        name = clean_name(inspection.names.get(message.author, message.author))
        if inspection.is_pzp:
            return facts + _identity_in_pzp(inspection, message)
        if inspection.is_node:
            return facts + _identity_of_node(name, message, inspection.place)
        facts += [
            Fact(tr("Author"), name),
            Fact(tr("Feed"), clean(message.author, _LONGEST_LINE)),
            Fact(tr("Sequence"), number(message.sequence or 0)),
            Fact(tr("Type"), clean_name(message.type) if message.type else tr("encrypted")),
        ]
    return facts + _facts_of_place(inspection.place)


def _facts_of_place(place: MessagePlace | None) -> list[Fact]:
    """The message's position in the order, if it has one."""
    if place is None:
        return []
    said = tr("{position:,} of {events:,}", position=place.position + 1, events=place.events)
    facts = [Fact(tr("Position"), said)]
    if place.rank is not None:
        said = tr("{rank:,}, the length of the longest path from a root", rank=place.rank)
        facts.append(Fact(tr("Rank"), said))
    return facts


def _identity_of_node(name: str, message: StoredMessage, place: MessagePlace | None) -> list[Fact]:
    """What a graph says about a node; missing fields are left out."""
    facts = [Fact(tr("Author"), name)] if name else []
    if (entry := message.removed_by) is not None:
        facts.append(Fact(tr("Role"), removal_in_words(short(entry)), key=entry))
    return facts + _facts_of_place(place)


def _identity_in_pzp(inspection: Inspection, message: StoredMessage) -> list[Fact]:
    """What PZP says about a message: an account and a domain, but no time."""
    facts = [
        Fact(tr("Account"), clean(message.account or "", _LONGEST_LINE)),
        Fact(tr("Domain"), clean_name(message.type or "")),
        Fact(tr("Depth"), number(message.depth or 0)),
    ]
    label = None if isinstance(message.content, str) else set_label(message.content)
    if label is not None:
        facts.append(Fact(tr("Action"), clean(label, _LONGEST_LINE)))
    return facts + _facts_of_place(inspection.place)[:1]  # its depth is its rank


def _section_of_likes(inspection: Inspection) -> Section:
    """Who likes a message, with links to their messages."""
    names, shown = inspection.names, inspection.voters[:_MOST_LINKS]
    facts = [
        Fact("", clean_name(names.get(feed) or short(feed)), address=f"feed:{feed}")
        for feed in shown
    ]
    facts += more_facts(inspection.votes - len(shown))
    return Section(tr("Liked by ({number:,})", number=inspection.votes), facts)


def _feeds(person: Person, message: StoredMessage | None) -> Section:
    """All feeds of the person who wrote a message, with links to their messages."""
    author = "" if message is None else message.author
    facts = [
        Fact("", feed_of_person(feed, person, author), address=f"feed:{feed.id}")
        for feed in person.feeds
    ]
    return Section(tr("Feeds of this person ({number:,})", number=len(person.feeds)), facts)


def feed_of_person(feed: PersonFeed, person: Person, author: str = "") -> str:
    """A feed in the list of a person's feeds; `author` is the feed of the message."""
    notes = [
        clean_name(feed.purpose) if feed.purpose else "",
        tr("root metafeed") if feed.id == person.root and len(person.feeds) > 1 else "",
        tr("known by this feed") if feed.id == person.main and len(person.feeds) > 1 else "",
        tr("this message") if feed.id == author else "",
        tr("ended") if feed.is_ended else "",
    ]
    return " · ".join(filter(None, (short(feed.id), *notes)))


def _times(inspection: Inspection, message: StoredMessage) -> list[Fact]:
    if inspection.is_pzp:
        received = message.received
        return [] if received is None else [Fact(tr("Received"), times.full(received))]
    if inspection.is_node and message.asserted is None and message.received is None:
        return []
    facts = []
    if message.asserted is not None or not inspection.is_node:
        said = tr("{time}, says the author", time=times.full(message.asserted))
        facts.append(Fact(tr("Written"), said))
    if message.received is not None:
        facts.append(Fact(tr("Received"), times.full(message.received)))
    causes, effects = inspection.edges
    if inspection.is_node and message.asserted is None:
        return facts
    before, after = (
        [inspection.others[key] for key in keys if key in inspection.others]
        for keys in (causes, effects)
    )
    claimed = [each.asserted for each in before if each.asserted is not None]
    answered = [each.received for each in after if each.received is not None]
    clock = _clock(message, max(claimed, default=None), min(answered, default=None))
    return [*facts, Fact(tr("Clock"), clock)] if clock else facts


def _clock(message: StoredMessage, latest_cause: float | None, first_answered: float | None) -> str:
    """By how much the author's clock seems to be wrong."""
    asserted, received = message.asserted, message.received
    if asserted is None:
        return tr("The author gave no time.")
    if received is not None and asserted > received + _A_SECOND:
        return tr(
            "At least {ahead} ahead: it arrived before it was written.",
            ahead=times.span(asserted - received),
        )
    if first_answered is not None and asserted > first_answered + _A_SECOND:
        ahead = times.span(asserted - first_answered)
        return tr("At least {ahead} ahead: a reply arrived before it was written.", ahead=ahead)
    if latest_cause is not None and asserted < latest_cause:
        older = times.span(latest_cause - asserted)
        return tr(
            "It claims to be {older} older than the message that it replies to: one"
            " of the clocks is wrong.",
            older=older,
        )
    if received is None:
        return ""
    return tr("It arrived {time} after that.", time=times.span(received - asserted))


def _tips(inspection: Inspection) -> list[Fact]:
    """Which of the causes were tips; naming others adds nothing."""
    causes, tips = inspection.edges.causes, inspection.tips
    if len(tips) == len(causes):
        text = plural(
            "All of these: it joined the {n:,} tips that its author knew of.",
            "Its cause was the only tip that its author knew of.",
            len(tips),
        )
        return [Fact("", text)]
    return [
        *_links(inspection, tips),
        Fact(
            "",
            plural(
                "{n:,} other causes came before.",
                "{n:,} other cause came before.",
                len(causes) - len(tips),
            ),
        ),
    ]


def _beside(inspection: Inspection, proof: Proof) -> list[Fact]:
    """Which of two messages came first, and the path that proves it."""
    other = proof.first if proof.second == inspection.key else proof.second
    if proof.missing:
        unknown = tr("No known messages lead from one to the other, but missing ones may:")
        missing = _links(inspection, proof.missing)
        return [Fact("", unknown), *missing, _link(inspection, other)]
    if proof.is_concurrent is None:
        unknown = tr("In this conversation, no messages lead from one to the other.")
        return [Fact("", unknown), _link(inspection, other)]
    if proof.is_concurrent:
        either = tr("Neither author knew of the other's message, so either may be older.")
        return [Fact("", either), _link(inspection, other)]
    steps = len(proof.path) - 1
    came = (
        tr("This one was certainly written after the pinned one.")
        if proof.second == inspection.key
        else tr("This one was certainly written before the pinned one.")
    )
    if proof.outside:
        through = tr("Messages that aren't in this conversation lead there.")
        return [Fact("", f"{came} {through}"), _link(inspection, other)]
    if inspection.message is not None and inspection.message.rule == Rule.UNSIGNED:
        proven = plural("{n:,} steps lead there:", "{n:,} step leads there:", steps)
    else:
        proven = plural("{n:,} signed steps prove it:", "{n:,} signed step proves it:", steps)
    facts = [Fact("", f"{came} {proven}")]
    return [*facts, *_links(inspection, proof.path)]


def _links(inspection: Inspection, keys: Sequence[str]) -> list[Fact]:
    facts = [_link(inspection, key) for key in keys[:_MOST_LINKS]]
    return [*facts, *more_facts(len(keys) - _MOST_LINKS)] or [
        Fact("", tr("Nothing that is known here"))
    ]


def more_facts(more: int) -> list[Fact]:
    """A line that says how many more there are than are shown, if there are any."""
    return [Fact("", tr("and {more:,} more", more=more))] if more > 0 else []


def _extras(inspection: Inspection, *, notable: bool) -> Iterator[Section]:
    """What only some conversations say about a message."""
    for extra in inspection.extras.values():
        if extra.is_notable is notable:
            facts: list[Fact] = []
            for text, keys, label in extra.facts:
                facts += [Fact(label, text)] if text else []
                facts += _links(inspection, keys) if keys else []
            yield Section(extra.title, facts)


def _link(inspection: Inspection, key: str) -> Fact:
    message = inspection.others.get(key)
    if message is None:
        return Fact("", tr("missing message {key}", key=short(key)), key)
    name = clean_name(inspection.names.get(message.author, message.author))

    def call(identity: str) -> str:
        return clean_name(inspection.names.get(identity) or short(identity))

    text = one_line(message.content, call, message.epoch, author=message.author)
    return Fact(name, clean(text, _LONGEST_LINE), key)


def _proof(inspection: Inspection, message: StoredMessage) -> list[Fact]:
    if inspection.is_node:
        is_valid = message.status == ValidationStatus.VALID
        signed = tr("It was verified when it was read.") if is_valid else reason(UNSIGNED)
        return [Fact(tr("Signature"), signed)]
    if message.status == "unverified":
        return [
            Fact(tr("Signature"), tr("It can't be checked: the file lost part of what was signed."))
        ]
    named = (
        tr("It is the hash of the text.")
        if inspection.is_named_right
        else tr("It isn't the hash of the text.")
    )
    signed = (
        tr("Valid: the author signed exactly this text.")
        if inspection.is_signed
        else tr("Not valid by itself: networks with a key of their own sign differently.")
    )
    return [Fact(tr("Signature"), signed), Fact(tr("Id"), named)]
