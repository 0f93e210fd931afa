"""Publishing: what a reply says of its place in the thread.

A reply lists the tips of the thread as its author knows them, and nothing else: everything
before them is implied (SIP 9; "Tangle Origin", 3). It does so in the fields that all programs
read, `root` and `branch`, and as tangle data: for the thread, and for every tangle that the root
of the thread is the root of, too, a game of chess for example.
"""

from collections.abc import Iterable
from typing import Any

from engine.message.message import Content
from engine.tangle.growth import Growth, grow
from engine.tangle.recipe import THREAD, Entry, is_root, named, tangle_data
from engine.tangle.references import message_reference

MOST_TIPS = 24
"""More tips than that leave too little room for words; the latest are listed."""

_MOST_TANGLES = 4


def reply(root: str, text: str, entries: Iterable[Entry]) -> dict[str, Any]:
    """The content of a post that answers in the thread of `root`, after all of its `entries`."""
    known = list(entries)
    key = message_reference(root)
    tips = latest(grow(THREAD, key, known))
    opening = next((entry.content for entry in known if entry.key == key), "")
    tangles = {"thread": {"root": key, "previous": tips}}
    for name in _begun_by(opening):
        tangles[name] = {"root": key, "previous": latest(grow(named(name), key, known))}
    return {"type": "post", "text": text, "root": key, "branch": tips, "tangles": tangles}


def latest(growth: Growth) -> list[str]:
    """The tips of a tangle to list in the next message of it.

    Without its root nothing is connected; then those that nobody among the others comes after.
    """
    tips = growth.tips
    if not tips:
        waiting = growth.set_aside
        passed = {cause for key in waiting for cause in growth.causes(key) if cause != key}
        tips = [key for key in waiting if key not in passed]
    return tips[-MOST_TIPS:] or [growth.root]


def _begun_by(opening: Content) -> list[str]:
    tangles = opening.get("tangles") if isinstance(opening, dict) else None
    names = tangles if isinstance(tangles, dict) else ()
    begun = [name for name in names if (data := tangle_data(opening, name)) and is_root(data)]
    return [name for name in begun if name != "thread" and len(name) <= 52][:_MOST_TANGLES]
