"""Small tangles of all shapes, for pictures of lanes."""

from collections.abc import Mapping

from tanglescope.viewer.models.timeline_model import TimelineModel
from tests.viewer.fake_library import ROOT, FakeLibrary
from tests.viewer.gallery import ANN, BOB, CYN, DAN, said

AUTHORS = (ANN, BOB, CYN, DAN, "@eve.ed25519", "@fay.ed25519")
MANY = tuple(f"@feed{number:02}.ed25519" for number in range(64))

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
FEEDS_64 = {
    ROOT: (),
    **{f"%m{n:03}": (f"%m{n - 7:03}" if n > 6 else ROOT, ROOT)[: 1 + n % 2] for n in range(128)},
}
SHAPES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "chain": CHAIN,
    "fork-and-merge": FORK_AND_MERGE,
    LIT: FORK_AND_MERGE,
    "wide-merge": WIDE_MERGE,
    "ghosts": GHOSTS,
    "long-edges": LONG_EDGES,
    "64-feeds": FEEDS_64,
}


def fake_library(causes: Mapping[str, tuple[str, ...]]) -> FakeLibrary:
    """Return a thread of short messages with these causes, in this order."""
    authors = MANY if causes is FEEDS_64 else AUTHORS
    messages = [
        said(key, authors[number % len(authors)], f"This is {key[1:]}.", 20 * number, *named)
        for number, (key, named) in enumerate(causes.items())
    ]
    return FakeLibrary(list(causes), messages)


def model(causes: Mapping[str, tuple[str, ...]]) -> TimelineModel:
    made = TimelineModel(fake_library(causes))
    made.open(ROOT)
    return made
