"""Labels: the action of a message, in the words of commands, exports and the window.

For example `adds Carol to epoch 1` in a private group, or `deleted by its author on 2026-03-01`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from tanglescope.engine.language.wording import later, list_first, tr
from tanglescope.engine.message.message import Content
from tanglescope.engine.tangle.groups import ADD, EXCLUDE, INIT, people_in
from tanglescope.engine.tangle.revisions import Mark
from tanglescope.engine.tangle.rules import EPOCH, TangleData, tangle_data

MOST = 8
"""The number of people who are named."""

_ADDS = later("adds {people} to a private group"), later("adds {people} to epoch {number:,}")
_EXCLUDES = (
    later("excludes {people} from a private group"),
    later("excludes {people} from epoch {number:,}"),
)


def group_label(
    content: Content, call: Callable[[str], str], epoch: int | None = None
) -> str | None:
    """The action of a content in a private group; None unless it changes members or epochs.

    `call` returns the name of a feed; `epoch` is the number of the epoch begun or changed.
    """
    kind = content.get("type") if isinstance(content, dict) else None
    if kind == INIT:
        return _begins(content, epoch)
    if kind != ADD and kind not in EXCLUDE:
        return None
    if not (people := people_in(content)):
        return tr("changes a private group")
    named = list_first(list(dict.fromkeys(people)), MOST, call)
    unknown, known = _ADDS if kind == ADD else _EXCLUDES
    if epoch is None:
        return tr(unknown, people=named)
    return tr(known, people=named, number=epoch)


def revision_label(
    content: Content | Mapping[str, Any],
    call: Callable[[str], str],
    when: Callable[[float | None], str],
) -> str | None:
    """What is read in place of a message that was deleted, or that changes another one.

    None for any other content. `call` returns the label of a message, `when` a time in words.
    """
    if isinstance(content, str) or not isinstance(mark := content.get("type"), Mark):
        return None
    match mark:
        case Mark.DELETED:
            if time := when(content["deleted"]):
                return tr("deleted by its author on {time}", time=time)
            return tr("deleted by its author")
        case Mark.VERSION:
            return tr("edits {name}", name=call(content["of"]))
        case Mark.OUTDATED:
            return tr("withdraws an earlier version of {name}", name=call(content["of"]))
        case Mark.PROPOSAL:
            return tr("proposes another version of {name}", name=call(content["of"]))
        case Mark.REQUEST:
            return tr("asks to delete {name}", name=call(content["of"]))


def _begins(content: Content, epoch: int | None) -> str:
    # Its other fields hold the key of the group.
    if epoch is None:
        return tr("begins an epoch of a private group")
    data = tangle_data(content, EPOCH)
    if isinstance(data, TangleData) and data.root is None:
        return tr("begins the group and its epoch {number:,}", number=epoch)
    return tr("begins epoch {number:,}", number=epoch)
