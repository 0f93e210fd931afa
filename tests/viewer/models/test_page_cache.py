from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.library import Edges
from tanglescope.viewer.models.page_cache import KnownEdges
from tests.engine.drawing.plain_rows import graphs


class Stored:
    """Answers like a database to which messages are added."""

    def __init__(self) -> None:
        self.causes: dict[str, tuple[str, ...]] = {}
        self.asked = 0

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        self.asked += len(keys)
        return {key: self.of(key) for key in keys}

    def of(self, key: str) -> Edges:
        effects = tuple(other for other, named in self.causes.items() if key in named)
        return Edges(self.causes.get(key, ()), effects)


@given(graphs(12), st.data())
def test_cached_edges_equal_those_of_the_database(
    causes: dict[str, list[str]], data: st.DataObject
) -> None:
    stored = Stored()
    known = KnownEdges(stored.edges)
    for key in data.draw(st.permutations(list(causes))):
        if causes:
            known.of(data.draw(st.lists(st.sampled_from(list(causes)), unique=True)))
        stored.causes[key] = tuple(causes[key])
        known.add({key: causes[key]})
        assert known.of(list(causes)) == {each: stored.of(each) for each in causes}


def test_cached_edges_are_not_read_again() -> None:
    stored = Stored()
    known = KnownEdges(stored.edges)
    for _ in range(3):
        known.of(["a", "b"])
    known.add({"c": ["a", "a", "c"]})
    assert known.of(["a"])["a"] == Edges((), ("c",))
    assert stored.asked == 2


def test_an_effect_that_is_read_and_then_reported_is_listed_once() -> None:
    stored = Stored()
    stored.causes = {"a": (), "b": ("a",)}
    known = KnownEdges(stored.edges)
    known.of(["a"])
    known.add({"b": ["a"]})
    assert known.of(["a"])["a"].effects == ("b",)
