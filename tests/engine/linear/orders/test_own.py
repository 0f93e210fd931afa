from pathlib import Path

import pytest

from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import LINEARIZERS, known_orders, running
from tanglescope.engine.linear.orders.own import OrderResult, UnknownOrder, put_in_order
from tests.engine.linear.orders.plugins import install

CODE = """
def backwards(graph):
    return [node.id for node in reversed(graph.nodes)]

def counted(graph):
    return {"order": [node.id for node in graph.nodes], "edits": 7}

number = 5
"""

GRAPH = Graph((Node("a"), Node("b", ("a",))))


def result(name: str) -> OrderResult:
    with running(name) as order:
        return put_in_order(order.answer, GRAPH)


@pytest.fixture(autouse=True)
def _plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = {
        "backwards": "backwards",
        "counted": "counted",
        "number": "number",
        "gone": "gone",
        "pzp": "backwards",
    }
    install(tmp_path, monkeypatch, CODE, **points)


def test_plug_ins_are_known_beside_what_the_program_brings() -> None:
    assert {*LINEARIZERS, "backwards", "counted"} <= set(known_orders())
    assert result("backwards") == OrderResult(("b", "a"))


def test_a_plug_in_may_count_its_edits() -> None:
    assert result("counted") == OrderResult(("a", "b"), 7)


def test_what_the_program_brings_goes_before_a_plug_in_of_that_name() -> None:
    assert result("pzp").names == ("a", "b")


def test_a_function_needs_no_entry_point() -> None:
    assert result("its_orders:backwards").names == ("b", "a")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("gone", "AttributeError: module 'its_orders' has no attribute 'gone'"),
        ("number", "TypeError: number isn't a function but 5"),
        ("no_such_module:order", "ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
def test_a_plug_in_that_cannot_be_loaded_is_distinguished_from_a_bug_of_ours(
    name: str, told: str
) -> None:
    with pytest.raises(OrderFailed, match=told):
        result(name)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownOrder, match=r"'unheard-of'\. Use one of .*backwards.*scuttlesort"):
        result("unheard-of")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (["a", "a"], "twice"),
        (["a", "x"], "unknown"),
        (["a", 1], "unknown"),
        ([["a"]], "unknown"),
        (None, "TypeError"),
        ({"sorted": []}, "KeyError"),
    ],
)
def test_an_answer_that_isnt_an_order_is_a_failure(answer: object, kind: str) -> None:
    with pytest.raises(OrderFailed) as raised:
        put_in_order(lambda _graph: answer, GRAPH)
    assert raised.value.kind == kind


def test_what_a_plug_in_says_of_ids_cannot_move_the_cursor() -> None:
    def quotes(graph: Graph) -> list[str]:
        raise ValueError(f"no place for \x1b[2J{graph.nodes[0].id}" + "!" * 10_000)

    with pytest.raises(OrderFailed) as raised:
        put_in_order(quotes, GRAPH)
    assert str(raised.value).startswith(r"it raised ValueError: no place for \x1b[2Ja!!!")
    assert len(str(raised.value)) < 700
