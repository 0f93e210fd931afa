"""Create set messages: their data, what they supersede, and their place in the tangle.

As in pzp-set, a message that adds or deletes an item supersedes the item roots about this item or
about any item that is not in the set now. A squeeze repeats the whole set and supersedes every item
root.
"""

from typing import Any

from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.message.pzp import PzpMessage, TanglePlace
from tanglescope.engine.reduce.feeds import PzpFeed
from tanglescope.engine.reduce.sets import PzpSet, plain
from tests.engine.message.pzp_writing import Author, write


def addition(set_: PzpSet, item: str) -> dict[str, Any] | None:
    """The data of a message that adds `item`; None if the set has it."""
    if item in set_.state.items:
        return None
    return {"add": [item], "del": [], "supersedes": _overtaken(set_, item)}


def deletion(set_: PzpSet, item: str) -> dict[str, Any] | None:
    """The data of a message that deletes `item`; None if the set doesn't have it."""
    if item not in set_.state.items:
        return None
    return {"add": [], "del": [item], "supersedes": _overtaken(set_, item)}


def squeeze(set_: PzpSet) -> dict[str, Any] | None:
    """The data of a message that repeats the whole set; None if it would gain nothing."""
    if squeeze_potential(set_) < 1:
        return None
    return {
        "add": [plain(item) for item in set_.state.items],
        "del": [],
        "supersedes": list(set_.state.item_roots),
    }


def squeeze_potential(set_: PzpSet) -> int:
    """The number of depths by which a squeeze would shorten the required part."""
    required = set_.required_depth
    return 0 if required is None else set_.feed.tangle.max_depth - required


def next_place(tangle: DepthTangle) -> tuple[int, tuple[str, ...]]:
    """Depth and prev of a message written now by an author with this knowledge."""
    depth = tangle.max_depth + 1
    # By code point: in this one place pzp-db doesn't collate.
    return depth, tuple(sorted(tangle.lipmaa_set(depth).union(tangle.tips)))


def publish(author: Author, feed: PzpFeed, data: dict[str, Any]) -> PzpMessage:
    """The message in which `author`, whose knowledge is `feed`, publishes `data`."""
    if feed.root is None:
        raise ValueError("a feed without its root can't be continued")
    depth, prev = next_place(feed.tangle)
    return write(author, feed.root.domain, data, {feed.root.id: TanglePlace(depth, prev)})


def _overtaken(set_: PzpSet, item: str) -> list[str]:
    present = set(set_.state.items) - {item}
    return [
        id_
        for id_ in set_.state.item_roots
        if not present.issuperset((*set_.changes[id_].add, *set_.changes[id_].delete))
    ]
