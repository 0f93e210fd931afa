"""The contents of the panel of sets, without a screen: items, rows, arcs, sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tanglescope.engine.library import Library
from tanglescope.engine.reduce.requirements import RequirementViolation, violations
from tanglescope.engine.reduce.sets import Item, Pruning, PzpSet, prune
from tanglescope.engine.store.conversations.pzp import SetSummary
from tanglescope.engine.words import sets as set_words
from tanglescope.engine.words.rows import Arc, Pill, TangleRow, TangleRows, Tone


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
    rows = _rows(whole, set_, pruning, position, set_words.warning_pills(broken))
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
                name=set_words.device(message),
                text=set_words.said(message, change),
                pills=(*warnings.get(key, ()), *set_words.prunable(key, pruning)),
                tone=_tone(key in roots, has_changes=change is not None),
                fresh=place == position and position < len(whole.feed.messages),
                shaded=key in gone,
            )
        )
        causes[key] = [each for each in tangle.prev(key) if each not in tangle.transitive(key)]
    return TangleRows(rows, causes)


def _tone(is_root: bool, *, has_changes: bool) -> Tone:
    if is_root:
        return Tone.STRONG
    return Tone.STRUCK if has_changes else Tone.MUTED
