"""What the panel of sets says, in words."""

from collections.abc import Iterable, Sequence
from itertools import islice

from engine.message.pzp import Message
from engine.reduce.growth import Rejection
from engine.reduce.history import Action, Conflict, ItemChange, Reason, conflicts, history
from engine.reduce.pruning import Pruning
from engine.reduce.sets import Change, PzpSet
from engine.store.pzp_tangles import SetSummary
from viewer import words
from viewer.inspection_words import Fact, Section
from viewer.panels.tangle_row import Pill

_SHORT = 5  # characters of a key: an account has few devices
_MOST_CONFLICTS = 12
_MOST_REFUSED = 20
_MOST_ITEMS = 12
_DONE = {Action.ADD: "added it", Action.DELETE: "deleted it"}
_WHY = {Reason.DEPTH: "it is deeper in the tangle", Reason.ID: "equally deep, its id is later"}


def title(summary: SetSummary) -> str:
    """A set in a box to choose from."""
    whose = words.short(summary.account)
    return f"{words.clean_name(summary.name)} of {whose} · {words.count(summary.items, 'item')}"


def summary(set_: PzpSet, pruning: Pruning) -> str:
    """How large a set is, and what of its tangle may go."""
    roots = words.count(len(set_.state.item_roots), "item root")
    parts = [words.count(len(set_.state.items), "item"), roots]
    parts.append(f"depth {set_.feed.tangle.max_depth:,}")
    if pruning.erasable or pruning.deletable:
        parts.append(f"{len(pruning.erasable):,} may be erased, {len(pruning.deletable):,} deleted")
    return " · ".join(parts)


def warning(pruning: Pruning) -> str:
    """What pruning would do to the set; empty if it stays as it is."""
    if pruning.is_safe:
        return ""
    changes = []
    if pruning.revived:
        changes.append(f"{items(pruning.revived)} would be in it again")
    if pruning.lost:
        changes.append(f"{items(pruning.lost)} would be gone")
    told = " and ".join(changes) or "its items would stand in another order"
    return (
        f"Pruning now would change the set: {told}. What decided it would be forgotten, and what it"
        " decided against would stay."
    )


def items(some: Sequence[str]) -> str:
    """Items, as many as one reads."""
    shown = ", ".join(f"“{item(each)}”" for each in some[:_MOST_ITEMS])
    return shown + (f" and {len(some) - _MOST_ITEMS:,} more" if len(some) > _MOST_ITEMS else "")


def item(text: str) -> str:
    """An item on one line, with nothing hidden in it."""
    return words.clean(" ".join(words.visible(text).split()), 60)


def said(message: Message, change: Change | None) -> str:
    """What a message of a set's feed does."""
    if message.is_moot:
        return "begins the set"
    if change is None:
        return "erased" if message.data is None else "is no set message"
    parts = [
        f"{verb} {items(each)}"
        for verb, each in (("adds", change.add), ("deletes", change.delete))
        if each
    ]
    return ", ".join(parts) or "changes nothing"


def moment(set_: PzpSet, position: int) -> str:
    """What the last message of a moment did."""
    keys = list(set_.feed.messages)
    if not position:
        return "Before the first message"
    key = keys[position - 1]
    message = set_.feed.messages[key]
    what = f"{device(message)} {said(message, set_.changes.get(key))}"
    depth = set_.feed.tangle.depth(key)
    return f"Message {position:,} of {len(keys):,}, depth {depth:,} — {what}"


def device(message: Message) -> str:
    """The key that signed a message, in short."""
    return words.clean_name(message.sigkey[:_SHORT])


def prunable(key: str, pruning: Pruning) -> tuple[Pill, ...]:
    """What may become of a message."""
    if key in pruning.erasable:
        return (Pill("erase", "muted", "bubble", "May be erased: its place stays, for proof"),)
    if key in pruning.ghosts:
        return (Pill("delete", "muted", "bubble", "May be deleted, but its id is remembered"),)
    if key in pruning.deletable:
        return (Pill("delete", "muted", "bubble", "May be deleted"),)
    return ()


def item_headline(set_: PzpSet, chosen: str) -> tuple[str, str]:
    """Whether an item is in the set, and by whom."""
    told = history(set_, chosen)
    last = told[-1] if told else None
    if last is None:
        return "Not mentioned", "At this moment nobody has said anything of it."
    who = device(set_.feed.messages[last.id])
    if last.action is Action.ADD:
        since = next(each for each in reversed(told) if each.effective)
        by = device(set_.feed.messages[since.id])
        return "In the set", f"It is there since {by} added it at depth {since.depth:,}."
    return "Not in the set", f"{who} deleted it at depth {last.depth:,}."


def item_sections(set_: PzpSet, chosen: str) -> list[Section]:
    """All that was said of an item, and which of two opposite words won."""
    told = history(set_, chosen)
    found = [Section("History", [_change(set_, each) for each in told])]
    fights = list(islice(conflicts(set_, chosen), _MOST_CONFLICTS))
    if fights:
        found.append(Section("Conflicts", [_conflict(set_, each) for each in fights]))
    return found


def message_headline(set_: PzpSet, key: str) -> tuple[str, str]:
    """What a message is to the set, in a word and in a sentence."""
    message, change = set_.feed.messages[key], set_.changes.get(key)
    if message.is_moot:
        return "Root of the feed", "Anyone can make it from the account and the name of the set."
    if change is None:
        if message.data is None:
            return "Erased", "Its data is gone; its place in the tangle stays."
        return "No set message", "Its data has not what a set message has."
    if key in set_.state.item_roots:
        return "Item root", "No message supersedes it: it has to be kept."
    return "Superseded", "Later messages took its place."


def message_sections(set_: PzpSet, key: str) -> list[Section]:
    """All about a message: what it says, whom it supersedes, what its author knew."""
    tangle, message = set_.feed.tangle, set_.feed.messages[key]
    says = said(message, set_.changes.get(key))
    facts = [
        Fact("Says", says),
        Fact("Signed by", words.clean(message.sigkey, 60)),
        Fact("Depth", f"{tangle.depth(key):,}"),
    ]
    found = [Section("Message", facts)]
    change = set_.changes.get(key)
    if change and change.supersedes:
        found.append(Section("Supersedes", _links(set_, change.supersedes)))
    if by := set_.superseded_by.get(key):
        found.append(Section("Superseded by", _links(set_, by)))
    if prev := tangle.prev(key):
        skips = tangle.transitive(key)
        direct = [each for each in prev if each not in skips]
        found.append(Section("Comes after", _links(set_, direct)))
        if skips:
            far = [each for each in prev if each in skips]
            found.append(Section("Skips back to (lipmaa)", _links(set_, far)))
        knew = set_.known_at(each for each in prev if each in tangle).state.items
        found.append(Section("Its author knew the set as", [Fact("", items(knew) or "empty")]))
    return found


def refused(rejected: Sequence[Rejection]) -> list[Section]:
    """The messages that have no place in the tangle, and why."""
    if not rejected:
        return []
    facts = [
        Fact(words.short(each.id or "a record"), words.clean(f"{each.rule}: {each.detail}", 160))
        for each in rejected[:_MOST_REFUSED]
    ]
    return [Section(f"Refused ({len(rejected):,})", facts)]


def _change(set_: PzpSet, change: ItemChange) -> Fact:
    who = device(set_.feed.messages[change.id])
    parts = [f"{_DONE[change.action]} at depth {change.depth:,}"]
    if not change.effective:
        parts.append("which changed nothing")
    if change.superseded_by:
        parts.append(f"superseded by {words.count(len(change.superseded_by), 'message')}")
    return Fact(who, ", ".join(parts), change.id)


def _conflict(set_: PzpSet, fight: Conflict) -> Fact:
    messages = set_.feed.messages
    winner, loser = device(messages[fight.winner.id]), device(messages[fight.loser.id])
    verbs = {Action.ADD: "add", Action.DELETE: "delete"}
    return Fact(
        winner,
        f"{verbs[fight.winner.action]} wins over {verbs[fight.loser.action]} by {loser}, who did"
        f" not know of it: {_WHY[fight.reason]}",
        fight.winner.id,
    )


def _links(set_: PzpSet, keys: Iterable[str]) -> list[Fact]:
    messages = set_.feed.messages
    return [
        Fact(device(messages[key]), said(messages[key], set_.changes.get(key)), key)
        if key in messages
        else Fact("", f"{words.short(key)}, which is not here")
        for key in keys
    ]
