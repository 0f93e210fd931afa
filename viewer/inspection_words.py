"""What the inspector says, as words without a screen: sections of facts about one message."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.library import Inspection, StoredMessage
from viewer import times, words

_A_SECOND = 1000
_LONGEST_LINE = 90
_MOST_LINKS = 20

_STANDINGS = {
    "valid": ("Valid", "It keeps every rule, and its feed reaches it without a hole."),
    "gap": ("Gap", "It is good by itself, but an earlier message of its feed is missing."),
    "forked": ("Forked", "It is good by itself, but its feed also went on in another way."),
    "unverified": ("Unverified", "The file lost a character of it, so nobody can check it."),
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A line: what it is about, what is so, and the message that it leads to, if any."""

    label: str
    text: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Facts under a title."""

    title: str
    facts: Sequence[Fact]


def verdict(inspection: Inspection) -> tuple[str, str]:
    """The verdict in a word and in a sentence."""
    if inspection.message is None:
        return "Missing", "Other messages name it, but nobody here has seen it."
    return _STANDINGS.get(inspection.message.standing, ("Invalid", "It breaks a rule."))


def sections(inspection: Inspection) -> list[Section]:
    """Everything else."""
    found = [Section("Message", _identity(inspection))]
    if inspection.message:
        found.append(Section("Times", _times(inspection, inspection.message)))
    causes, effects = inspection.edges
    found.append(Section(f"Comes after ({len(causes):,})", _links(inspection, causes)))
    found.append(Section(f"Is followed by ({len(effects):,})", _links(inspection, effects)))
    if inspection.message:
        found.append(Section("Proof", _proof(inspection, inspection.message)))
    return found


def _identity(inspection: Inspection) -> list[Fact]:
    facts = [Fact("Id", words.clean(inspection.key, _LONGEST_LINE))]
    if message := inspection.message:
        name = words.clean_name(inspection.names.get(message.author, message.author))
        facts += [
            Fact("Author", name),
            Fact("Feed", words.clean(message.author, _LONGEST_LINE)),
            Fact("Sequence", f"{message.sequence:,}"),
            Fact("Type", words.clean_name(message.type) if message.type else "encrypted"),
        ]
    if place := inspection.place:
        facts += [
            Fact("Position", f"{place.position + 1:,} of {place.events:,}"),
            Fact("Rank", f"{place.rank:,} on the longest path from a root"),
        ]
    return facts


def _times(inspection: Inspection, message: StoredMessage) -> list[Fact]:
    facts = [Fact("Written", f"{times.full(message.asserted)}, says the author")]
    if message.received is not None:
        facts.append(Fact("Received", times.full(message.received)))
    claimed = [
        other.asserted
        for key in inspection.edges.causes
        if (other := inspection.others.get(key)) and other.asserted is not None
    ]
    clock = _clock(message, max(claimed, default=None))
    return [*facts, Fact("Clock", clock)] if clock else facts


def _clock(message: StoredMessage, latest_cause: float | None) -> str:
    """How wrong the author's clock seems."""
    asserted, received = message.asserted, message.received
    if asserted is None:
        return "The author gave no time."
    if received is not None and asserted > received + _A_SECOND:
        return f"At least {times.span(asserted - received)} ahead: it came before it was written."
    if latest_cause is not None and asserted < latest_cause:
        older = times.span(latest_cause - asserted)
        return f"It claims to be {older} older than what it answers: one of the clocks is wrong."
    if received is None:
        return ""
    return f"It came {times.span(received - asserted)} after that."


def _links(inspection: Inspection, keys: Sequence[str]) -> list[Fact]:
    facts = [_link(inspection, key) for key in keys[:_MOST_LINKS]]
    if len(keys) > _MOST_LINKS:
        facts.append(Fact("", f"and {len(keys) - _MOST_LINKS:,} more"))
    return facts or [Fact("", "Nothing that is known here")]


def _link(inspection: Inspection, key: str) -> Fact:
    message = inspection.others.get(key)
    if message is None:
        return Fact("", f"missing message {words.short(key)}", key)
    name = words.clean_name(inspection.names.get(message.author, message.author))
    text = words.one_line(message.content, words.short)
    return Fact(name, words.clean(text, _LONGEST_LINE), key)


def _proof(inspection: Inspection, message: StoredMessage) -> list[Fact]:
    if message.standing == "unverified":
        return [Fact("Signature", "It can't be checked: the file lost what was signed.")]
    named = "It is the hash of the text." if inspection.is_named_right else "It is not its hash."
    signed = (
        "It fits: the author signed exactly this text."
        if inspection.is_signed
        else "It does not fit by itself: a network with a key of its own signs otherwise."
    )
    return [Fact("Signature", signed), Fact("Id", named)]
