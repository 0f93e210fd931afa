"""The contents of the panel of sets, without a screen: texts, items, rows, arcs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from tanglescope.engine import words
from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import later, number, plural, tr
from tanglescope.engine.library import Library
from tanglescope.engine.message.pzp import PzpMessage
from tanglescope.engine.reduce.feeds import Rejection
from tanglescope.engine.reduce.requirements import RequirementViolation, in_words, violations
from tanglescope.engine.reduce.sets import (
    Action,
    Conflict,
    Item,
    ItemChange,
    Pruning,
    PzpSet,
    SetChange,
    WinReason,
    change_label,
    conflicts,
    history,
    items_label,
    prune,
)
from tanglescope.engine.store.conversations.pzp import SetSummary
from tanglescope.engine.words.inspection import Fact, Section, more_facts
from tanglescope.engine.words.rows import Arc, Pill, TangleRow, TangleRows, Tone

_SHORT = 5  # characters of a key: an account has few devices
_MOST_CONFLICTS = 12
_MOST_REFUSED = 20
_DONE = {
    Action.ADD: later("added it at depth {depth:,}"),
    Action.DELETE: later("deleted it at depth {depth:,}"),
}
_WHY = {
    WinReason.DEPTH: later("it is deeper in the tangle"),
    WinReason.ID: later("equally deep, its id is later"),
}
_WON = {
    (Action.ADD, Action.DELETE): later(
        "add wins over delete by {loser}, who didn't know of it: {why}"
    ),
    (Action.DELETE, Action.ADD): later(
        "delete wins over add by {loser}, who didn't know of it: {why}"
    ),
}


def title(summary: SetSummary) -> str:
    """A set in a box to choose from."""
    whose = words.short(summary.account)
    called = tr("{name} of {whose}", name=words.clean_name(summary.name), whose=whose)
    size = plural("{n:,} items", "{n:,} item", summary.items)
    return f"{called} · {size}"


def summary(set_: PzpSet, pruning: Pruning) -> str:
    """The size of a set, and how much of its tangle may be pruned."""
    roots = plural("{n:,} item roots", "{n:,} item root", len(set_.state.item_roots))
    parts = [plural("{n:,} items", "{n:,} item", len(set_.state.items)), roots]
    parts.append(tr("depth {depth:,}", depth=set_.feed.tangle.max_depth))
    if pruning.erasable or pruning.deletable:
        parts.append(
            tr(
                "{erasable:,} may be erased, {deletable:,} deleted",
                erasable=len(pruning.erasable),
                deletable=len(pruning.deletable),
            )
        )
    return " · ".join(parts)


def warning(pruning: Pruning) -> str:
    """How pruning would change the set; empty if it wouldn't."""
    if pruning.is_safe:
        return ""
    changes = []
    if pruning.revived_items:
        changes.append(tr("{items} would be in it again", items=items_label(pruning.revived_items)))
    if pruning.lost_items:
        changes.append(tr("{items} would be gone", items=items_label(pruning.lost_items)))
    text = words.join_parts(changes) or tr("its items would be in another order")
    return tr(
        "Pruning now would change the set: {text}. The messages that won would be "
        "pruned, and those that lost would stay.",
        text=text,
    )


def preview(pruning: Pruning) -> list[Section]:
    """The set before and after pruning; empty if nothing may be pruned."""
    if not pruning.erasable and not pruning.deletable:
        return []
    same = tr("The set would stay the same.")
    return [
        Section(
            tr("If it were pruned now"),
            [
                Fact(tr("Set before"), items_label(pruning.before) or tr("empty")),
                Fact(tr("Set after"), items_label(pruning.after) or tr("empty")),
                Fact("", same if pruning.is_safe else warning(pruning)),
            ],
        )
    ]


def item(chosen: Item) -> str:
    """An item on one line, with invisible characters escaped."""
    text = chosen if isinstance(chosen, str) else chosen.json
    return words.clean(unwrap(words.visible(text)), 60)


def sentence_of(message: PzpMessage, change: SetChange | None) -> str:
    """What a message in the feed of a set does."""
    if message.is_moot:
        return tr("begins the set")
    if change is None:
        if message.data is None:
            return tr("erased")
        is_text = isinstance(message.data, str)
        return tr("(encrypted set data)") if is_text else tr("(malformed set data)")
    return change_label(change.add, change.delete)


def moment(set_: PzpSet, position: int) -> str:
    """The effect of the last message of a moment."""
    keys = list(set_.feed.messages)
    if not position:
        return tr("Before the first message")
    key = keys[position - 1]
    message = set_.feed.messages[key]
    what = f"{device(message)} {sentence_of(message, set_.changes.get(key))}"
    depth = set_.feed.tangle.depth(key)
    return tr(
        "Message {number:,} of {all:,}, depth {depth:,} — {what}",
        number=position,
        all=len(keys),
        depth=depth,
        what=what,
    )


def device(message: PzpMessage) -> str:
    """The key that signed a message, in short."""
    return words.clean_name(message.sigkey[:_SHORT])


def prunable(key: str, pruning: Pruning) -> tuple[Pill, ...]:
    """Whether a message may be erased or deleted."""
    if key in pruning.erasable:
        return (
            Pill(tr("erase"), "muted", "bubble", tr("May be erased: its place stays, for proof")),
        )
    if key in pruning.ghosts:
        return (
            Pill(tr("delete"), "muted", "bubble", tr("May be deleted, but its id is remembered")),
        )
    if key in pruning.deletable:
        return (Pill(tr("delete"), "muted", "bubble", tr("May be deleted")),)
    return ()


def item_headline(set_: PzpSet, chosen: Item) -> tuple[str, str]:
    """Whether an item is in the set, and who added or deleted it."""
    changes = history(set_, chosen)
    if not changes:
        return tr("Not mentioned"), tr("At this moment no message mentions it.")
    since = next((each for each in reversed(changes) if each.effective), None)
    if since is None:
        return tr("Not in the set"), tr("It was deleted, but was never in the set.")
    by = device(set_.feed.messages[since.id])
    if since.action is Action.ADD:
        return tr("In the set"), tr(
            "It has been in the set since {by} added it at depth {depth:,}.",
            by=by,
            depth=since.depth,
        )
    return tr("Not in the set"), tr(
        "{who} deleted it at depth {depth:,}.", who=by, depth=since.depth
    )


def item_sections(set_: PzpSet, chosen: Item) -> list[Section]:
    """The history of an item, and which of two conflicting messages won."""
    changes = history(set_, chosen)
    found = [Section(tr("History"), [_change(set_, each) for each in changes])]
    fights = list(islice(conflicts(set_, chosen), _MOST_CONFLICTS))
    if fights:
        found.append(Section(tr("Conflicts"), [_conflict(set_, each) for each in fights]))
    return found


def message_headline(set_: PzpSet, key: str) -> tuple[str, str]:
    """The status of a message in the set, in a word and in a sentence."""
    message, change = set_.feed.messages[key], set_.changes.get(key)
    if message.is_moot:
        return tr("Root of the feed"), tr(
            "Anyone can make it from the account and the name of the set."
        )
    if change is None:
        if message.data is None:
            return tr("Erased"), tr("Its data is gone; its place in the tangle stays.")
        return tr("Not a set message"), tr("Its data isn't that of a set message.")
    if key in set_.state.item_roots:
        return tr("Item root"), tr("No message supersedes it: it has to be kept.")
    return tr("Superseded"), tr("Later messages took its place.")


def message_sections(set_: PzpSet, key: str) -> list[Section]:
    """The facts about a message: what it does, what it supersedes, what its author knew."""
    tangle, message = set_.feed.tangle, set_.feed.messages[key]
    says = sentence_of(message, set_.changes.get(key))
    facts = [
        Fact(tr("Says"), says),
        Fact(tr("Signed by"), words.clean(message.sigkey, 60)),
        Fact(tr("Depth"), number(tangle.depth(key))),
    ]
    found = [Section(tr("Message"), facts)]
    if broken := [each for each in violations(set_) if each.id == key]:
        found.append(
            Section(tr("Warnings"), [Fact(each.rule, in_words(each.rule)) for each in broken])
        )
    change = set_.changes.get(key)
    if change and change.supersedes:
        found.append(Section(tr("Supersedes"), _links(set_, change.supersedes)))
    if by := set_.superseded_by.get(key):
        found.append(Section(tr("Superseded by"), _links(set_, by)))
    if prev := tangle.prev(key):
        skips = tangle.transitive(key)
        direct = [each for each in prev if each not in skips]
        found.append(Section(tr("Comes after"), _links(set_, direct)))
        if skips:
            far = [each for each in prev if each in skips]
            found.append(Section(tr("Skips back to (lipmaa)"), _links(set_, far)))
        knew = set_.known_at(each for each in prev if each in tangle).state.items
        found.append(
            Section(tr("Its author knew the set as"), [Fact("", items_label(knew) or tr("empty"))])
        )
    return found


def refused_sections(rejected: Sequence[Rejection]) -> list[Section]:
    """The messages that are refused in the tangle, and why."""
    if not rejected:
        return []
    facts = [
        Fact(
            words.short(each.id or tr("a record")), words.clean(f"{each.rule}: {each.detail}", 160)
        )
        for each in rejected[:_MOST_REFUSED]
    ]
    return [Section(tr("Refused ({number:,})", number=len(rejected)), facts)]


def warning_pills(broken: Iterable[RequirementViolation]) -> Mapping[str, tuple[Pill, ...]]:
    """A pill for each message that deviates from the rules of pzp-set."""
    found: dict[str, list[str]] = {}
    for each in broken:
        found.setdefault(each.id, []).append(in_words(each.rule))
    return {
        key: (Pill(tr("warning"), "warning", "bubble", " ".join(sentences)),)
        for key, sentences in found.items()
    }


def warnings(set_: PzpSet, broken: Sequence[RequirementViolation]) -> list[Section]:
    """All messages that deviate from the rules of pzp-set, and how."""
    if not broken:
        return []
    facts = [
        Fact(device(set_.feed.messages[each.id]), in_words(each.rule), each.id)
        for each in broken[:_MOST_REFUSED]
    ]
    facts += more_facts(len(broken) - len(facts))
    return [Section(tr("Warnings ({number:,})", number=len(broken)), facts)]


def _change(set_: PzpSet, change: ItemChange) -> Fact:
    who = device(set_.feed.messages[change.id])
    parts = [tr(_DONE[change.action], depth=change.depth)]
    if not change.effective:
        parts.append(tr("which changed nothing"))
    if change.superseded_by:
        parts.append(
            plural(
                "superseded by {n:,} messages",
                "superseded by {n:,} message",
                len(change.superseded_by),
            )
        )
    return Fact(who, ", ".join(parts), change.id)


def _conflict(set_: PzpSet, fight: Conflict) -> Fact:
    messages = set_.feed.messages
    winner, loser = device(messages[fight.winner.id]), device(messages[fight.loser.id])
    won = fight.winner.action, fight.loser.action
    return Fact(winner, tr(_WON[won], loser=loser, why=tr(_WHY[fight.reason])), fight.winner.id)


def _links(set_: PzpSet, keys: Iterable[str]) -> list[Fact]:
    messages = set_.feed.messages
    return [
        Fact(device(messages[key]), sentence_of(messages[key], set_.changes.get(key)), key)
        if key in messages
        else Fact("", tr("{key}, which isn't here", key=words.short(key)))
        for key in keys
    ]


@dataclass(frozen=True, slots=True)
class SetStudy:
    """The sets of a library, and one of them; none if there are no sets."""

    offered: tuple[SetSummary, ...]
    root: str
    whole: PzpSet | None


@dataclass(frozen=True, slots=True)
class ListedItem:
    """An item that a message adds or deletes, and whether it is in the set."""

    item: Item
    present: bool


@dataclass(frozen=True, slots=True)
class SetMoment:
    """A set after a number of messages of its order."""

    position: int
    set_: PzpSet
    pruning: Pruning
    items: tuple[ListedItem, ...]
    rows: TangleRows
    arcs: tuple[Arc, ...]
    violations: tuple[RequirementViolation, ...] = ()
    """How messages deviate from the rules of pzp-set."""


def study(library: Library, wanted: Sequence[str]) -> SetStudy:
    """The first set whose feed has one of the roots `wanted`, else the first of all."""
    offered = tuple(library.pzp.sets())
    roots = [each.root for each in offered]
    root = next((each for each in (*wanted, *roots) if each in roots), "")
    return SetStudy(offered, root, library.pzp.set_of(root) if root else None)


def moment_of(whole: PzpSet, position: int) -> SetMoment:
    """A set after the first `position` messages; later ones are shown faint."""
    set_ = whole.after(position)
    pruning = prune(set_)
    items = [ListedItem(item, present=True) for item in set_.state.items]
    present = set(set_.state.items)
    items += [ListedItem(each, present=False) for each in set_.mentions if each not in present]
    arcs = [
        Arc(id_, superseded)
        for id_, change in set_.changes.items()
        for superseded in dict.fromkeys(change.supersedes)
    ]
    broken = tuple(violations(set_))
    rows = _rows(whole, set_, pruning, position, warning_pills(broken))
    return SetMoment(position, set_, pruning, tuple(items), rows, tuple(arcs), broken)


def _rows(
    whole: PzpSet,
    set_: PzpSet,
    pruning: Pruning,
    position: int,
    warnings: Mapping[str, tuple[Pill, ...]],
) -> TangleRows:
    tangle = set_.feed.tangle
    gone = frozenset((*pruning.erasable, *pruning.deletable))
    roots = frozenset(set_.state.item_roots)
    rows = []
    causes = {}
    for place, (key, message) in enumerate(set_.feed.messages.items(), start=1):
        change = set_.changes.get(key)
        rows.append(
            TangleRow(
                key=key,
                feed=message.sigkey,
                name=device(message),
                text=sentence_of(message, change),
                pills=(*warnings.get(key, ()), *prunable(key, pruning)),
                tone=Tone.STRONG if key in roots else Tone.STRUCK if change else Tone.MUTED,
                fresh=place == position and position < len(whole.feed.messages),
                shaded=key in gone,
            )
        )
        causes[key] = [each for each in tangle.prev(key) if each not in tangle.transitive(key)]
    return TangleRows(rows, causes)
