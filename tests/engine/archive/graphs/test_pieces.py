from hypothesis import example, given
from hypothesis import strategies as st

from tanglescope.engine.archive.graphs.pieces import SoundGraph
from tanglescope.engine.linear.graph import Node, together
from tanglescope.engine.linear.walk import on_cycles
from tanglescope.engine.message.verdict import Rule

NAMES = st.sampled_from("abcdef")
GRAPHS = st.dictionaries(NAMES, st.lists(NAMES, max_size=3, unique=True))


def past(causes: dict[str, list[str]], name: str) -> set[str]:
    """All ancestors of a node, found by walking."""
    found: set[str] = set()
    left = list(causes[name])
    while left:
        cause = left.pop()
        if cause not in found:
            found.add(cause)
            left += causes.get(cause, [])
    return found


@given(GRAPHS)
@example({"a": [], "b": ["a", "b"], "c": ["b"]})
@example({"c": ["b"], "b": ["a", "b"], "a": []})
@example({"a": ["b"], "b": ["c"], "c": ["b"]})
def test_what_is_on_a_cycle_comes_after_itself(causes: dict[str, list[str]]) -> None:
    assert on_cycles(causes) == {name for name in causes if name in past(causes, name)}


def test_a_long_chain_needs_no_recursion() -> None:
    causes = {number: [number - 1] for number in range(50_000)}
    assert on_cycles(causes) == set()
    assert on_cycles(dict(reversed(causes.items()))) == set()
    assert on_cycles(causes | {0: [49_999]}) == causes.keys()


@st.composite
def nodes(draw: st.DrawFn) -> list[Node]:
    """Nodes of writers whose logs may fork, and who may refer to each other in cycles."""
    return [
        Node(
            name,
            tuple(cause for cause in draw(st.lists(NAMES, max_size=2)) if cause != name),
            draw(st.sampled_from(["ann", "bob", None])),
            draw(st.integers(0, 3)),
        )
        for name in draw(st.permutations("abcdef"))
    ]


@given(nodes(), st.integers(0, 6))
def test_what_is_left_is_a_graph(made: list[Node], count: int) -> None:
    known: list[Node] = []
    for some in (made[:count], made[count:]):
        refused = SoundGraph(known).join(some)
        known += [node for node in some if node.id not in refused]
        assert len(together((), known).nodes) == len(known)


def expected(known: list[Node], new: list[Node]) -> dict[str, Rule]:
    """The nodes that can't join, found by looking at the whole graph."""
    at = {(node.writer, node.sequence): node.id for node in known if node.writer}
    refused: dict[str, Rule] = {}
    for node in new:
        if node.writer and at.setdefault((node.writer, node.sequence), node.id) != node.id:
            refused[node.id] = Rule.FORK
    here = [*known, *(node for node in new if node.id not in refused)]
    causes = {node.id: list(node.after) for node in here}
    for node in here:
        if node.writer and node.sequence is not None:
            causes[node.id] += [at.get((node.writer, node.sequence - 1), "")]
    names = {node.id for node in new} - refused.keys()
    return refused | {name: Rule.CYCLE for name in names if name in past(causes, name)}


@given(nodes(), st.lists(st.integers(0, 6), min_size=2, max_size=2).map(sorted))
def test_batches_join_as_if_all_were_looked_at(made: list[Node], cuts: list[int]) -> None:
    sound = SoundGraph()
    known: list[Node] = []
    for some in (made[: cuts[0]], made[cuts[0] : cuts[1]], made[cuts[1] :]):
        refused = sound.join(some)
        assert refused == expected(known, some)
        known += [node for node in some if node.id not in refused]
