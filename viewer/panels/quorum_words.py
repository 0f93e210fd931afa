"""What the panel of quorums says, in words."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.debug.rebases import Rebases
from engine.debug.voting import MOST_DEGREES, Liveness, Moment, Prospect
from engine.linear.outlook import Opinion, Outlook
from engine.linear.settled import SettledLine
from viewer import words
from viewer.inspection_words import Fact, Section
from viewer.panels.talk import Talk
from viewer.panels.tangle_row import Pill
from viewer.views.border import Border

if TYPE_CHECKING:
    from viewer.panels.quorum_study import Study

_MOST_NAMES = 3
_MOST_LINKS = 12


def degree(number: int) -> str:
    """The mark of a quorum: `2′`; nothing where there is none."""
    if not number:
        return ""
    return f"{number}′" if number < MOST_DEGREES else f"{MOST_DEGREES}′+"


def pills(number: int, *, final: bool) -> tuple[Pill, ...]:
    """What is marked on a row: the degree of its quorum, and whether it is final."""
    marks: list[Pill] = []
    if final:
        marks.append(Pill("✓", "accent", "", "Confirmed: it keeps its place"))
    if number:
        told = f"Quorum {_degree_told(number)}"
        marks.append(Pill(degree(number), "muted", "bubble", told))
    return tuple(marks)


def confirmed_line(moment: Moment) -> Border:
    """The line below the last row that is final."""
    moving = len(moment.order) - moment.confirmed
    rest = f"{words.count(moving, 'message')} can still move" if moving else "nothing can move"
    return Border(f"Confirmed: {moment.confirmed:,} · {rest}", "accent")


def summary(found: "Study", moment: Moment) -> str:
    """How much is final, in numbers."""
    parts = [f"{moment.confirmed:,} of {len(moment.order):,} confirmed"]
    if moment.waiting:
        parts.append(f"{words.count(len(moment.waiting), 'message')} set aside")
    if found.settled is not None:
        parts.append(settled(found.talk, found.settled))
    return " · ".join(parts)


def settled(talk: Talk, line: SettledLine) -> str:
    """What of the timeline is settled, and who holds the line."""
    if line.unruly:
        who = names(talk, line.unruly)
        return f"nothing is settled in the timeline: {who} answered without naming the own last one"
    held = f", held by {names(talk, line.held_by)}" if line.held_by else ""
    return f"{line.settled:,} settled in the timeline{held}"


def arrival(talk: Talk, rebases: Rebases, step: int) -> str:
    """What the last arrival did."""
    if not step:
        return "Before the first arrival"
    rebase = rebases.steps[step - 1]
    what = f"Arrival {step:,} of {len(rebases):,} — {talk.label(rebase.name)}"
    if rebase.waits:
        return f"{what}\nIt is set aside until its causes are here."
    did = [f"undo {rebase.undo:,}", f"apply {rebase.applied:,}"]
    if rebase.fresh:
        did.append(f"{words.count(len(rebase.fresh), 'message')} confirmed")
    elif quiet := rebases.since_confirmed(step) - 1:
        did.append(f"nothing confirmed, nor by {words.count(quiet, 'arrival')} before")
    else:
        did.append("nothing confirmed")
    return f"{what}\n{', '.join(did)}"


def liveness(talk: Talk, found: Liveness) -> str:
    """Why nothing is confirmed now; empty while acks alone can confirm something."""
    if not found.indexers:
        return "Nobody votes, so nothing is ever confirmed."
    if len(found.silent) > found.indexers - (found.indexers // 2 + 1):
        who = names(talk, found.silent)
        return f"Too many of those who vote have written nothing: {who}."
    if not found.is_stalled:
        return ""
    if len(found.contested) == 1:
        which = "The message that could be next has a rival"
    else:
        which = f"{len(found.contested):,} messages could be next, and each has a rival"
    return (
        f"{which} that too many saw first: all write at once. Nothing is confirmed until somebody"
        " joins the rivals and a majority answers that."
    )


def verdict(prospect: Prospect) -> tuple[str, str]:
    """How a message stands, in a word and in a sentence."""
    if prospect.confirmed:
        return "Confirmed", "It keeps its place, whatever arrives."
    outlook = prospect.outlook
    if outlook is None:
        return (
            "Can still move",
            "Its author has no vote: it is confirmed with the first message that follows it.",
        )
    lost = sum(1 for opinion in outlook.opinions if opinion.rivals and opinion.ack is None)
    acks = sum(opinion.ack is not None for opinion in outlook.opinions)
    if not outlook.missing_acks and not outlook.missing_confirmations:
        return "Can still move", "It has all it needs, and comes out with what it must follow."
    if len(outlook.opinions) - lost < outlook.majority:
        return (
            "Contested",
            f"{lost:,} of {len(outlook.opinions):,} saw a rival before it, so it can't get"
            f" {outlook.majority:,} acks: it waits for a message that joins the two.",
        )
    if outlook.missing_acks:
        return (
            "Can still move",
            f"It has {acks:,} of {outlook.majority:,} acks that it needs.",
        )
    return (
        "Can still move",
        f"A majority has acked it; {outlook.missing_confirmations:,} more must know of that.",
    )


def sections(talk: Talk, prospect: Prospect) -> list[Section]:
    """All about the votes on a message."""
    found = [Section("Quorum", _quorum(talk, prospect))]
    if prospect.outlook is not None and not prospect.confirmed:
        title = f"What those who vote say (a majority is {prospect.outlook.majority:,})"
        found.append(Section(title, [*_opinions(talk, prospect.outlook)]))
    if prospect.rivals and not prospect.confirmed:
        title = f"Concurrent, and moving too ({len(prospect.rivals):,})"
        found.append(Section(title, _links(talk, prospect.rivals)))
    return found


def names(talk: Talk, feeds: Iterable[str]) -> str:
    """Some people, as many as one reads."""
    called = sorted(talk.name(feed) for feed in feeds)
    if len(called) <= _MOST_NAMES:
        return " and ".join(filter(None, (", ".join(called[:-1]), *called[-1:])))
    return f"{', '.join(called[:_MOST_NAMES])} and {len(called) - _MOST_NAMES:,} more"


def _quorum(talk: Talk, prospect: Prospect) -> list[Fact]:
    quorum = prospect.quorum
    facts = [Fact("Degree", _degree_told(quorum.degree))]
    if quorum.rival:
        facts.append(Fact("Best rival", degree(quorum.rival)))
    voters = names(talk, quorum.votes) if quorum.votes else "nobody"
    facts.append(Fact("Votes", f"{len(quorum.votes):,}: {voters}"))
    return facts


def _degree_told(number: int) -> str:
    if not number:
        return "none: no majority has voted"
    if number == 1:
        return "1′: a majority has voted"
    if number >= MOST_DEGREES:
        return f"{MOST_DEGREES}′ or more"
    return f"{number}′: a majority knows of the {number - 1}′"


def _opinions(talk: Talk, outlook: Outlook) -> Iterable[Fact]:
    for opinion in outlook.opinions:
        yield Fact(talk.name(opinion.indexer), *_opinion(talk, opinion))


def _opinion(talk: Talk, opinion: Opinion) -> tuple[str, str]:
    if opinion.ack is not None:
        knows = ", and knows that a majority did" if opinion.confirms else ""
        return f"acked it in “{_text(talk, opinion.ack)}”{knows}", opinion.ack
    if opinion.rivals:
        rival = opinion.rivals[0]
        return f"gives no ack: saw “{_text(talk, rival)}” first", rival
    if opinion.has_seen:
        return "has seen it, but has not acked it yet", ""
    return "has not seen it, as far as is known", ""


def _links(talk: Talk, keys: Sequence[str]) -> list[Fact]:
    facts = [
        Fact(talk.name(talk.authors[key]), words.clean(talk.texts[key], 60), key)
        for key in keys[:_MOST_LINKS]
    ]
    if len(keys) > _MOST_LINKS:
        facts.append(Fact("", f"and {len(keys) - _MOST_LINKS:,} more"))
    return facts


def _text(talk: Talk, key: str) -> str:
    return words.clean(talk.texts.get(key, words.short(key)), 40)
