"""What the ways are called in which a graph can arrive."""

from engine.wording import later, tr

_WAYS = {
    "as_received": later("as received"),
    "in_order": later("in order"),
    "delayed": later("delayed"),
    "random_feed": later("random feed"),
    "random_event": later("random event"),
    "feed_by_feed": later("feed by feed"),
    "shuffled": later("shuffled"),
    "reverse": later("reverse"),
}


def delivery(name: str) -> str:
    """A way by its name in `DELIVERIES`, as it appears in a sentence."""
    return tr(_WAYS[name])
