"""Strategies for shapes: random tangles of any form."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape
from tests.engine.drawing.plain_rows import graphs

HOUR = 3_600_000.0


def shaped(causes: Mapping[str, Sequence[str]], feeds: Mapping[str, str] | None = None) -> Shape:
    """The shape of messages in causal order; unknown causes are missing messages."""
    told = [
        MessageTraits(
            key, feeds[key] if feeds else f"@{number % 3}", "post", HOUR * number, None, number
        )
        for number, key in enumerate(causes)
    ]
    pairs = [(cause, effect) for effect, named in causes.items() for cause in named]
    return make_shape(by_rank(causes), told, pairs)


def by_rank(causes: Mapping[str, Sequence[str]]) -> list[str]:
    """The messages in the order of a timeline."""
    ranks: dict[str, int] = {}
    for key, named in causes.items():
        ranks[key] = max((ranks[cause] + 1 for cause in named if cause in ranks), default=0)
    return sorted(causes, key=lambda key: (ranks[key], key))


@st.composite
def shapes(draw: st.DrawFn, most: int = 40) -> Shape:
    """Tangles of up to five authors, some with missing messages."""
    causes = draw(graphs(most))
    gone = draw(st.sets(st.sampled_from([*causes, "none"]), max_size=4))
    feeds = {key: f"@{draw(st.integers(0, 4))}" for key in causes}
    kept = {key: named for key, named in causes.items() if key not in gone}
    return shaped(kept, feeds)
