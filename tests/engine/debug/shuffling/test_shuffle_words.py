"""How the order grew in both deliveries of a counterexample."""

from engine.debug.shuffling.shuffle import shuffle_test
from engine.debug.shuffling.shuffle_words import MOST, courses
from engine.linear.graph import Graph, Node


def as_it_comes(graph: Graph) -> list[str]:
    return [node.id for node in graph.nodes]


def no_more_than_one(graph: Graph) -> list[str]:
    if len(graph.nodes) > 1:
        raise KeyError("full")
    return as_it_comes(graph)


GRAPH = Graph(tuple(Node(name) for name in "abc"))


def test_every_prefix_of_both_deliveries_has_its_order() -> None:
    found = shuffle_test(GRAPH, as_it_comes, times=20).counterexample
    assert found is not None
    for course in courses(found, as_it_comes):
        assert course.orders == tuple(course.arrivals[:count] for count in range(3))


def test_an_order_that_fails_ends_its_course() -> None:
    found = shuffle_test(GRAPH, no_more_than_one, times=1).counterexample
    assert found is not None
    [course] = courses(found, no_more_than_one)
    assert len(course.arrivals) == 2
    assert course.orders == ((), course.arrivals[:1])


def test_the_end_of_a_course_is_what_was_found() -> None:
    answers = iter([["a", "b"], ["b", "a"]] * 1_000)

    def fickle(graph: Graph) -> list[str]:
        return next(answers) if len(graph.nodes) == 2 else as_it_comes(graph)

    found = shuffle_test(Graph((Node("a"), Node("b"))), fickle, times=1).counterexample
    assert found is not None
    assert found.kind == "fickle"
    one, other = courses(found, fickle)
    assert (one.orders[-1], other.orders[-1]) == found.orders


def test_a_large_case_is_not_stepped_through() -> None:
    graph = Graph(tuple(Node(f"{number:03}") for number in range(MOST + 1)))

    def all_or_sorted(part: Graph) -> list[str]:
        names = as_it_comes(part)
        return names if len(names) > MOST else sorted(names)

    found = shuffle_test(graph, all_or_sorted, times=1).counterexample
    assert found is not None
    assert courses(found, all_or_sorted) == ()
