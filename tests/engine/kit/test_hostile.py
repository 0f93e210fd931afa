import orjson
import pytest

from tanglescope.engine.kit.hostile import KINDS, Case, hostile_cases
from tanglescope.engine.kit.properties import PROPERTIES
from tanglescope.engine.linear.graph import Graph, Node, graph_line, read_graph
from tests.house.repository import ROOT


def cases(kind: str, *, causal: bool = False, seed: int = 0) -> list[Case]:
    return list(hostile_cases(60, seed, 9, kinds=[kind], causal=causal))


def are_causal(nodes: tuple[Node, ...]) -> bool:
    seen: set[str] = set()
    for node in nodes:
        if not seen.issuperset(node.after):
            return False
        seen.add(node.id)
    return True


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_cases(kind: str) -> None:
    assert cases(kind) == cases(kind)
    assert cases(kind) != cases(kind, seed=1)


@pytest.mark.parametrize("kind", KINDS)
def test_cases_grow_up_to_the_size_that_was_asked_for(kind: str) -> None:
    sizes = [len(case.graph.nodes) for case in cases(kind)]
    assert sizes[:8] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert max(sizes) == 9


@pytest.mark.parametrize("kind", KINDS)
def test_every_delivery_brings_every_event_once(kind: str) -> None:
    for case in cases(kind):
        for delivery in case.deliveries:
            assert sorted(node.id for node in delivery) == sorted(n.id for n in case.graph.nodes)


@pytest.mark.parametrize("kind", KINDS)
def test_causal_deliveries_bring_causes_first(kind: str) -> None:
    found = cases(kind, causal=True)
    assert bool(found) == (kind != "ghosts")
    for case in found:
        assert all(are_causal(delivery) for delivery in (case.graph.nodes, *case.deliveries))


@pytest.mark.parametrize("kind", KINDS)
def test_every_graph_can_be_written_down_and_read_again(kind: str) -> None:
    for case in cases(kind):
        read = read_graph(orjson.dumps(graph_line(case.graph)))
        assert read.nodes == case.graph.nodes


@pytest.mark.parametrize("kind", KINDS)
def test_only_forks_has_writers_who_fork(kind: str) -> None:
    def forks(graph: Graph) -> bool:
        last: dict[str | None, str] = {}
        forked = False
        for node in graph.nodes:
            forked |= node.writer in last and last[node.writer] not in node.after
            last[node.writer] = node.id
        return forked

    assert any(forks(case.graph) for case in cases(kind)) == (kind == "forks")


def of(kind: str) -> list[Graph]:
    return [case.graph for case in cases(kind)]


def test_each_kind_has_what_its_name_says() -> None:
    assert all(len({node.asserted for node in graph.nodes}) == 1 for graph in of("equal_times"))
    assert any(node.asserted is None for graph in of("jumping_clocks") for node in graph.nodes)
    for graph in of("ties"):
        assert len({node.asserted for node in graph.nodes}) == 1
    known = [{node.id for node in graph.nodes} for graph in of("ghosts")]
    assert any(
        not ids.issuperset(node.after)
        for ids, graph in zip(known, of("ghosts"), strict=True)
        for node in graph.nodes
    )
    assert any(_forks(graph) for graph in of("forks"))
    assert any(len(graph.nodes[-1].after) == 2 for graph in of("partitions"))
    roots = [[n.asserted for n in graph.nodes if not n.after] for graph in of("late_roots")]
    assert any((time or 0) >= 90 for times in roots for time in times)
    depths = [max(node.depth or 0 for node in graph.nodes) for graph in of("chain_beside_row")]
    assert max(depths) >= 4
    assert any({"a", "A"} <= {node.id for node in graph.nodes} for graph in of("chosen_names"))


def _forks(graph: Graph) -> bool:
    after = [node.after for node in graph.nodes if node.after]
    return len(set(after)) < len(after)


def test_the_page_lists_every_kind_and_every_property() -> None:
    page = (ROOT / "docs" / "kit.md").read_text()
    kinds = [f"| `{name}` | {kind.__doc__} |" for name, kind in KINDS.items()]
    laws = [f"| {law.name} | {law.explanation} |" for law in PROPERTIES]
    assert "\n".join(kinds) in page
    assert "\n".join(laws) in page
