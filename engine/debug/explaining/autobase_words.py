"""The place of an entry in an Autobase's order, in words."""

from collections.abc import Callable, Iterator, Sequence

from engine.debug.explaining.autobase_places import AutobasePlace, AutobaseRule, Needs
from engine.debug.explaining.voting import MOST_DEGREES
from engine.debug.explaining.words import Label
from engine.linear.autobase.outlook import Opinion
from engine.wording import later, plural, tr

_BEFORE = {
    AutobaseRule.CAUSE: later("It comes after {name}, which it refers to, directly or not."),
    AutobaseRule.BATCH: later("It comes after {name}: both were appended at once."),
    AutobaseRule.CONFIRMED_EARLIER: later(
        "It comes after {name}: neither knows the other, and {name} was confirmed earlier."
    ),
    AutobaseRule.OPTIMISTIC: later(
        "It comes after {name}: optimistic entries come as late as they can."
    ),
    AutobaseRule.KEY: later(
        "It comes after {name}: neither knows the other, and the key of that one's writer is"
        " smaller."
    ),
}


def autobase_place_in_words(
    place: AutobasePlace, label: Label, author: Callable[[str], str]
) -> Iterator[str]:
    """Why an entry is where it is and what it still needs, line by line."""
    yield label(place.name)
    if place.row is None:
        yield tr("It waits for entries that it refers to, or for the rest of its batch.")
        return
    yield tr("It is in row {row:,} of {rows:,}.", row=place.row, rows=place.of)
    if place.before is not None:
        yield tr(_BEFORE[place.before.rule], name=label(place.before.name))
    yield _quorum(place, author)
    yield ""
    yield from _outlook(place, label, author)


def _quorum(place: AutobasePlace, author: Callable[[str], str]) -> str:
    if not place.indexers:
        return tr("There is no indexer, so nothing is voted on or confirmed.")
    votes = tr(
        "{votes} of {indexers} indexers know it: {names}.",
        votes=len(place.votes),
        indexers=len(place.indexers),
        names=", ".join(map(author, place.votes)) or "-",
    )
    degrees = tr(
        "Its quorum has degree {degree}, the highest of a rival {rival}.",
        degree=degree_in_words(place.degree),
        rival=degree_in_words(place.rival),
    )
    return f"{votes} {degrees}"


def degree_in_words(degree: int) -> str:
    """A degree as far as it is counted."""
    return f"{degree}" if degree < MOST_DEGREES else tr("{degree} or more", degree=MOST_DEGREES)


def _outlook(place: AutobasePlace, label: Label, author: Callable[[str], str]) -> Iterator[str]:
    if place.confirmed:
        yield tr("It is confirmed: it keeps its row, whatever arrives.")
    elif place.needs is not None:
        yield from _needs(place.needs, label, author)
    elif place.comes_out_with is not None:
        yield tr(
            "It isn't confirmed. Its writer doesn't vote; it will be confirmed with {name},"
            " the first entry of an indexer that knows it.",
            name=label(place.comes_out_with),
        )
    else:
        yield tr(
            "It isn't confirmed. Its writer doesn't vote, and no entry of an indexer knows it yet."
        )


def _needs(needs: Needs, label: Label, author: Callable[[str], str]) -> Iterator[str]:
    if needs.missing_acks:
        yield plural(
            "It isn't confirmed: {n} indexers more have to acknowledge it before they see a rival.",
            "It isn't confirmed: {n} indexer more has to acknowledge it before it sees a rival.",
            needs.missing_acks,
        )
    elif needs.missing_confirmations:
        yield plural(
            "It isn't confirmed: {n} indexers more have to know that a majority acknowledged it.",
            "It isn't confirmed: {n} indexer more has to know that a majority acknowledged it.",
            needs.missing_confirmations,
        )
    else:
        yield tr("It has all votes it needs, and is confirmed once what it comes after is.")
    for opinion in needs.opinions:
        yield f"  {author(opinion.indexer)}: {_opinion(opinion, label)}"


def _opinion(opinion: Opinion, label: Label) -> str:
    if opinion.confirms:
        return tr("knows that a majority acknowledged it")
    if opinion.ack is not None:
        return tr("acknowledged it with {name}", name=label(opinion.ack))
    if opinion.rivals:
        return tr("saw a rival first: {names}", names=_listed(opinion.rivals, label))
    return tr("has written nothing since it saw it") if opinion.has_seen else tr("hasn't seen it")


def _listed(names: Sequence[str], label: Label) -> str:
    return ", ".join(map(label, names[:3])) + (", ..." if len(names) > 3 else "")
