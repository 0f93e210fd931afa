"""Labels that say what a message of a set does, used by every output.

Examples: `adds alice`, `deletes bob`. Commands, exports, diagrams and the window share them.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tanglescope.engine.reduce.sets import PREFIX, NonStringItem
from tanglescope.engine.wording import later, listed, tr

MOST = 8
"""The number of items of a message that are named."""

_LONGEST = 60


def set_label(content: Mapping[str, Any]) -> str | None:
    """What the content of a PZP message with domain `type` does to a set.

    None for other domains.
    """
    kind, domain = content.get("type"), content.get("domain")
    if kind == "pzp-root" and isinstance(domain, str):
        return tr("begins {name}", name=item_label(domain))
    if kind == "pzp-erased" and isinstance(domain, str):
        return tr("erased, in {name}", name=item_label(domain))
    if not isinstance(kind, str) or not kind.startswith(PREFIX):
        return None
    add, delete = content.get("add"), content.get("del")
    if not isinstance(add, list) or not isinstance(delete, list):
        is_text = isinstance(content.get("text"), str)
        return tr("(encrypted set data)") if is_text else tr("(malformed set data)")
    return change_label(add, delete)


def change_label(add: Sequence[object], delete: Sequence[object]) -> str:
    """The label for adding some items and deleting others."""
    parts = [
        tr(template, items=items_label(items))
        for template, items in ((later("adds {items}"), add), (later("deletes {items}"), delete))
        if items
    ]
    return ", ".join(parts) or tr("changes nothing")


def items_label(items: Sequence[object]) -> str:
    """A short list of items."""
    return listed(items, MOST, item_label)


def item_label(item: object) -> str:
    """An item on one line; as JSON unless it is a visible string."""
    if isinstance(item, str):
        text = item if _is_plain(item) else json.dumps(item)
    else:
        text = item.json if isinstance(item, NonStringItem) else json.dumps(item)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _is_plain(item: str) -> bool:
    return bool(item) and item.isprintable() and item == item.strip() and '"' not in item
