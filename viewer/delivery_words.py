"""What the ways are called in which a graph can arrive."""

from engine.wording import later, tr

_WAYS = {
    "as_received": later("As received"),
    "in_order": later("In order"),
    "delayed": later("Delayed"),
    "random_feed": later("Random feed"),
    "random_event": later("Random event"),
    "feed_by_feed": later("Feed by feed"),
    "shuffled": later("Shuffled"),
    "reverse": later("Reverse"),
}


def delivery(name: str) -> str:
    """A way by its name in `engine.debug.deliveries`."""
    return tr(_WAYS[name])
