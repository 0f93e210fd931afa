"""Components: connected nodes share a number, which stays when other nodes are added."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.horizon import Components

NODES = st.lists(st.tuples(st.integers(0, 12), st.lists(st.integers(0, 15), max_size=3)))


def flooded(nodes: list[tuple[int, list[int]]]) -> list[set[int]]:
    """The components in order of their first node, by walking along edges both ways."""
    beside: dict[int, set[int]] = {}
    for name, after in nodes:
        beside.setdefault(name, set()).update(after)
        for cause in after:
            beside.setdefault(cause, set()).add(name)
    found: list[set[int]] = []
    for name, _ in nodes:
        if any(name in component for component in found):
            continue
        component, ahead = {name}, [name]
        while ahead:
            new = beside[ahead.pop()] - component
            component |= new
            ahead += new
        found.append(component)
    return found


@given(NODES, st.data())
def test_components_are_numbered_as_they_began(
    nodes: list[tuple[int, list[int]]], data: st.DataObject
) -> None:
    components = Components[int]()
    examined = data.draw(st.integers(0, len(nodes)))
    for number, (name, after) in enumerate(nodes):
        components.add(name, after)
        if number == examined:
            components.number(name)  # whatever was asked before, the result is current
    for number, component in enumerate(flooded(nodes), start=1):
        assert {components.number(name) for name in component} == {number}
    assert components.number(99) == 0, "a stranger is in none"


def test_a_long_chain_is_one_component_whatever_arrives_first() -> None:
    for chain in (range(100_000), range(100_000 - 1, -1, -1)):
        components = Components[int]()
        for name in chain:
            components.add(name, [name - 1])
        assert components.number(0) == components.number(99_999) == 1
