"""Why an item is in a PZP set or not, for `tanglescope reduce --why`."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson

from tanglescope.engine.reduce.history import Action, ItemChange, conflicts, history
from tanglescope.engine.reduce.sets import Item, PzpSet, plain

_MOST_CONFLICTS = 100


def find_item(set_: PzpSet, typed: str) -> Item | None:
    """The item that a text names: the text itself, or the value that it is as JSON."""
    if typed in set_.mentions:
        return typed
    try:
        value = orjson.loads(typed)
    except orjson.JSONDecodeError:
        return None
    same = (item for item in set_.mentions if not isinstance(item, str) and plain(item) == value)
    return next(same, None)


def reasons_answer(set_: PzpSet, item: Item | None) -> dict[str, Any]:
    """The messages that add, delete and supersede an item, and the one that decides, as JSON."""
    changes = [] if item is None else history(set_, item)
    fights = [] if item is None else islice(conflicts(set_, item), _MOST_CONFLICTS)
    return {
        "root": None if set_.feed.root is None else set_.feed.root.id,
        "item": None if item is None else plain(item),
        "in_set": item in set_.state.items,
        "decides": changes[-1].id if changes else None,
        "changes": [
            {
                "id": each.id,
                "action": each.action,
                "sigkey": each.sigkey,
                "depth": each.depth,
                "effective": each.effective,
                "supersedes": list(each.supersedes),
                "superseded_by": list(each.superseded_by),
            }
            for each in changes
        ],
        "conflicts": [
            {"winner": each.winner.id, "loser": each.loser.id, "reason": each.reason}
            for each in fights
        ],
    }


def reasons_in_words(set_: PzpSet, item: Item | None, typed: str) -> Iterator[str]:
    """The same in words, line by line."""
    changes = [] if item is None else history(set_, item)
    if item is None or not changes:
        yield f"No message of this set mentions {typed}."
        return
    yield f"{typed} is {'' if item in set_.state.items else 'not '}in the set."
    for each in changes:
        yield f"  {_change(each, decides=each is changes[-1])}"
    for fight in islice(conflicts(set_, item), _MOST_CONFLICTS):
        yield (
            f"  {fight.winner.id} wins over {fight.loser.id}, which it didn't know: {fight.reason}"
        )


def _change(change: ItemChange, *, decides: bool) -> str:
    verb = "adds" if change.action is Action.ADD else "deletes"
    said = f"{change.id} {verb} it at depth {change.depth:,}"
    if not change.effective:
        said += ", without effect"
    if change.superseded_by:
        said += f", superseded by {', '.join(change.superseded_by)}"
    return f"{said}; this decides" if decides else said
