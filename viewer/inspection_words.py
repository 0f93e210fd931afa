"""What the inspector says, as words without a screen: sections of facts about one message."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.library import Inspection, Proof, StoredMessage
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
    if inspection.proof:
        found.append(Section("Beside the held message", _beside(inspection, inspection.proof)))
    causes, effects = inspection.edges
    found.append(Section(f"Comes after ({len(causes):,})", _links(inspection, causes)))
    if causes and inspection.message:
        found.append(Section("Tips it saw", _tips(inspection)))
    found.append(Section(f"Is followed by ({len(effects):,})", _links(inspection, effects)))
    if inspection.links:
        outside = _links(inspection, inspection.links)
        found.append(Section(f"Links out of the thread ({len(inspection.links):,})", outside))
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
    causes, effects = inspection.edges
    claimed = [each.asserted for each in _known(inspection, causes) if each.asserted is not None]
    answered = [each.received for each in _known(inspection, effects) if each.received is not None]
    clock = _clock(message, max(claimed, default=None), min(answered, default=None))
    return [*facts, Fact("Clock", clock)] if clock else facts


def _known(inspection: Inspection, keys: Sequence[str]) -> list[StoredMessage]:
    return [inspection.others[key] for key in keys if key in inspection.others]


def _clock(message: StoredMessage, latest_cause: float | None, first_answered: float | None) -> str:
    """How wrong the author's clock seems."""
    asserted, received = message.asserted, message.received
    if asserted is None:
        return "The author gave no time."
    if received is not None and asserted > received + _A_SECOND:
        return f"At least {times.span(asserted - received)} ahead: it came before it was written."
    if first_answered is not None and asserted > first_answered + _A_SECOND:
        ahead = times.span(asserted - first_answered)
        return f"At least {ahead} ahead: an answer came before it was written."
    if latest_cause is not None and asserted < latest_cause:
        older = times.span(latest_cause - asserted)
        return f"It claims to be {older} older than what it answers: one of the clocks is wrong."
    if received is None:
        return ""
    return f"It came {times.span(received - asserted)} after that."


def _tips(inspection: Inspection) -> list[Fact]:
    """Which of the causes were open ends; naming others as well adds nothing."""
    causes, tips = inspection.edges.causes, inspection.tips
    if len(tips) == len(causes):
        what = "What it comes after was the only open end" if len(tips) == 1 else "All of these"
        joined = "" if len(tips) == 1 else f": it joined {words.count(len(tips), 'open end')}"
        return [Fact("", f"{what}{joined} that its author knew of.")]
    return [
        *_links(inspection, tips),
        Fact("", f"{words.count(len(causes) - len(tips), 'other')} of its causes came before."),
    ]


def _beside(inspection: Inspection, proof: Proof) -> list[Fact]:
    """Who came first, and the path that proves it."""
    if proof.is_concurrent:
        return [
            Fact("", "Neither author knew of the other's message: nobody can know who was first."),
            _link(inspection, proof.first if proof.second == inspection.key else proof.second),
        ]
    came = "after" if proof.second == inspection.key else "before"
    steps = words.count(len(proof.path) - 1, "signed step")
    facts = [Fact("", f"This one came surely {came} the held one. {steps} prove it:")]
    shown = proof.path if len(proof.path) <= _MOST_LINKS else proof.path[:_MOST_LINKS]
    facts += [_link(inspection, key) for key in shown]
    if len(shown) < len(proof.path):
        facts.append(Fact("", f"and {len(proof.path) - len(shown):,} more"))
    return facts


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
