"""What apps don't show, compared with complete instances of the original."""

import json
from typing import Any

import pytest

from tanglescope.engine.linear.autobase.removals import removal_in_words, unshown
from tanglescope.engine.linear.graph import Graph, Node, Writer, read_graph
from tanglescope.engine.linear.orders.named import linearize
from tests.vectors.autobase import load


def read(vector: dict[str, Any]) -> Graph:
    return read_graph(json.dumps({key: vector[key] for key in ("name", "writers", "nodes")}))


@pytest.mark.parametrize("vector", load("removals"), ids=lambda vector: str(vector["name"]))
def test_apps_show_what_the_original_applies(vector: dict[str, Any]) -> None:
    answer = linearize(read(vector), "applied")
    assert [name for name in answer["order"] if name not in vector["acks"]] == vector["shown"]
    assert answer["left_out"]


def base(*writers: Writer, batch: bool = False) -> Graph:
    """A removes c, c writes, A adds c, c writes."""
    batches = [(1, 2), (2, 2)] if batch else [None, None]
    return Graph(
        (
            Node("remove", (), "a", 0, batch=batches[0]),
            Node("more", ("remove",), "a", 1, batch=batches[1]),
            Node("hidden", ("more",), "c", 0),
            Node("add", ("hidden",), "a", 2),
            Node("shown", ("add",), "c", 1),
        ),
        (Writer("a"), *writers),
    )


def hidden(graph: Graph) -> dict[str, str]:
    return unshown(graph, linearize(graph, "autobase")["order"])


def test_a_writer_is_hidden_from_its_removal_until_it_is_added_again() -> None:
    writer = Writer("c", indexer=False, added=("add",), removed=("remove",))
    assert hidden(base(writer)) == {"hidden": "remove"}


def test_an_indexer_that_becomes_a_plain_writer_is_shown() -> None:
    demoted = Writer("c", removed=("remove",), joined=(), left=())
    assert hidden(base(demoted)) == {}


def test_a_batch_is_applied_as_a_whole() -> None:
    itself = Writer("a", removed=("remove",))
    graph = Graph(base(batch=True).nodes, (itself,))
    assert hidden(graph) == {"add": "remove"}


def test_nothing_is_said_of_optimistic_entries() -> None:
    graph = Graph(
        (Node("remove", (), "a", 0), Node("maybe", ("remove",), "c", 0, optimistic=True)),
        (Writer("a"), Writer("c", indexer=False, removed=("remove",))),
    )
    assert hidden(graph) == {}


def test_the_reason_names_the_removal() -> None:
    assert removal_in_words("a:3") == "The app doesn't show it: a:3 removed its writer before."
