"""Strategies for graphs with orders of arrival."""

from hypothesis import strategies as st

from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.linear.strategies import delivered

TIMES = st.none() | st.integers(0, 20).map(float)


@st.composite
def graphs(draw: st.DrawFn, max_size: int = 12) -> Graph:
    """Nodes in any order of arrival, with missing causes, a few writers and inaccurate clocks."""
    nodes = []
    for name, after in draw(delivered(max_size)).items():
        causes = tuple(cause for cause in dict.fromkeys(after) if cause != name)
        writer = draw(st.none() | st.sampled_from("uvw"))
        nodes.append(
            Node(
                name,
                causes,
                writer=writer,
                sequence=None if writer is None else len(nodes),
                asserted=draw(TIMES),
                received=draw(TIMES),
            )
        )
    return Graph(tuple(nodes))
