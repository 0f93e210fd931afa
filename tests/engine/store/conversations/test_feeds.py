"""Feeds: the classic feed tangle, with gaps and forks, in the order of its edges."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.linear.timeline import Timeline
from engine.store.conversations.feeds import feed_address
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of


@st.composite
def feeds(draw: st.DrawFn) -> list[Said]:
    """Messages of one author who lost some, and went on twice from others; in any order."""
    author = Author("ann")
    said: list[Said] = []
    for number in range(draw(st.integers(1, 9))):
        if draw(st.integers(0, 3)) == 0:
            said.append(author.draft(post(f"another {number}")))
        said.append(author.say(post(str(number))))
    kept = [each for each in said if draw(st.integers(0, 4))]
    return draw(st.permutations(kept or said))


@settings(max_examples=40)
@given(feeds())
def test_the_order_of_a_feed_is_that_of_its_edges(said: list[Said]) -> None:
    with tempfile.TemporaryDirectory() as folder, library_of(Path(folder), *said) as library:
        feed = library.conversation(str(feed_address(said[0].value["author"])))
        order = feed.in_order()
        known = library.messages(order)
        assert order == sorted(order, key=lambda key: (known[key].sequence, key))
        waiting = feed.snapshot().waiting
        ghosts = {cause for causes in waiting.values() for cause in causes}
        edges = feed.edges([*order, *ghosts])
        timeline = Timeline()
        timeline.extend([(key, edges[key].causes) for key in order])
        assert list(timeline) == order
        assert timeline.ghosts == ghosts
        for key, (causes, effects) in edges.items():
            assert all(key in edges[cause].effects for cause in causes)
            assert all(key in edges[effect].causes for effect in effects)
        for row, key in enumerate(order):
            place = feed.position(key)
            assert place is not None
            assert (place.position, place.events) == (row, len(order))
            horizon = feed.horizon(key)
            assert horizon is not None
            assert feed.linked([key])[key].causes == edges[key].causes
        assert {node.id: node.after for node in feed.graph().nodes} == {
            key: edges[key].causes for key in order
        }
        assert feed.position("%nothing") is None
        assert feed.horizon("%nothing") is None
