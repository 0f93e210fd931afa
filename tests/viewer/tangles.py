"""Small tangles of every shape, for pictures of lanes."""

from collections.abc import Mapping

from tests.viewer.gallery import ANN, BOB, CYN, DAN, said
from tests.viewer.shelf import ROOT, Shelf
from viewer.models.timeline_model import TimelineModel

AUTHORS = (ANN, BOB, CYN, DAN, "@eve.ed25519", "@fay.ed25519")

LIT = "fork-and-merge-lit"
CHAIN = {ROOT: (), "%b": (ROOT,), "%c": ("%b",), "%d": ("%c",)}
FORK_AND_MERGE = {
    ROOT: (),
    "%b": (ROOT,),
    "%c": (ROOT,),
    "%d": ("%b",),
    "%e": ("%c",),
    "%f": ("%d", "%e"),
    "%g": ("%f",),
}
WIDE_MERGE = {
    ROOT: (),
    **{f"%b{number}": (ROOT,) for number in range(10)},
    "%c": tuple(f"%b{number}" for number in range(10)),
    "%d": ("%c",),
}
GHOSTS = {ROOT: (), "%b": (ROOT, "%gone1"), "%c": ("%gone1", "%gone2"), "%d": ("%b", "%c")}
LONG_EDGES = {
    ROOT: (),
    **{f"%{number:03}": (f"%{number - 1:03}" if number else ROOT,) for number in range(120)},
    "%end": ("%119", ROOT),
    "%fin": ("%end", "%003"),
}
SHAPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "chain": CHAIN,
    "fork-and-merge": FORK_AND_MERGE,
    LIT: FORK_AND_MERGE,
    "wide-merge": WIDE_MERGE,
    "ghosts": GHOSTS,
    "long-edges": LONG_EDGES,
}


def shelf(causes: Mapping[str, tuple[str, ...]]) -> Shelf:
    """A thread of short messages with these causes, in this order."""
    messages = [
        said(key, AUTHORS[number % len(AUTHORS)], f"This is {key[1:]}.", 20 * number, *named)
        for number, (key, named) in enumerate(causes.items())
    ]
    return Shelf(list(causes), messages)


def model(causes: Mapping[str, tuple[str, ...]]) -> TimelineModel:
    made = TimelineModel(shelf(causes))
    made.open(ROOT)
    return made
