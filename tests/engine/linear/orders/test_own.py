import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.kit import find_breach
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import LINEARIZERS, known_orders, running
from tanglescope.engine.linear.orders.own import (
    NoProgram,
    OrderResult,
    Program,
    UnknownOrder,
    put_in_order,
)
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.linear.orders.plugins import install
from tests.house.repository import ROOT
from tests.quick import mostly_slow

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


BACKWARDS = Graph((Node("b", ("a",)), Node("a")))
EXAMPLES = ROOT / "docs" / "examples"

ANSWER = (
    "import json, sys\nfor number, line in enumerate(sys.stdin):\n    graph = json.loads(line)\n"
)
IDS = "[node['id'] for node in graph['nodes']]"


@pytest.fixture
def program(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Program]:
    """A program whose text is the parameter, with a short time limit."""
    file = tmp_path / "order.py"
    file.write_text(request.param)
    with Program([sys.executable, str(file)], 5) as made:
        yield made


def example(name: str) -> list[str]:
    if name.endswith(".js"):
        node = shutil.which("node")
        if node is None:
            pytest.skip("node isn't installed")
        return [node, str(EXAMPLES / name)]
    return [sys.executable, str(EXAMPLES / name)]


def check_against_scuttlesort(command: list[str]) -> None:
    with Program(command) as order:

        def compared(graph: Graph) -> list[str]:
            answer: list[str] = order(graph)["order"]
            assert answer == LINEARIZERS["scuttlesort"].answer(graph)["order"]
            return answer

        assert find_breach(compared) is None


@pytest.mark.parametrize("name", mostly_slow(["order.py", "order.js"], "order.js"))
def test_the_examples_are_right_and_equal_to_scuttlesort(name: str) -> None:
    check_against_scuttlesort(example(name))


def compiled(command: list[str], folder: Path) -> bool:
    """Whether a compiler succeeded; toolchains are in the home folder that the tests hide."""
    pwd = pytest.importorskip("pwd", reason="this system has no database of users")
    env = {**os.environ, "HOME": pwd.getpwuid(os.getuid()).pw_dir}
    return subprocess.run(command, cwd=folder, env=env, check=False).returncode == 0


@pytest.mark.slow
def test_the_example_in_go_compiles_and_is_right(tmp_path: Path) -> None:
    go = shutil.which("go")
    if go is None:
        pytest.skip("go isn't installed")
    built = tmp_path / "order"
    assert compiled([go, "build", "-o", str(built), str(EXAMPLES / "order.go")], tmp_path)
    check_against_scuttlesort([str(built)])


@pytest.mark.slow
def test_the_example_in_rust_compiles_and_is_right(tmp_path: Path) -> None:
    cargo = shutil.which("cargo")
    if cargo is None:
        pytest.skip("cargo isn't installed")
    (tmp_path / "src").mkdir()
    shutil.copy(EXAMPLES / "order.rs", tmp_path / "src" / "main.rs")
    (tmp_path / "Cargo.toml").write_text(
        '[package]\nname = "order"\nversion = "0.1.0"\nedition = "2021"\n'
        '[dependencies]\nserde_json = "1"\n'
    )
    if not compiled([cargo, "generate-lockfile"], tmp_path):
        pytest.skip("cargo can't get serde_json")
    assert compiled([cargo, "build", "--release", "--quiet"], tmp_path)
    check_against_scuttlesort([str(tmp_path / "target" / "release" / "order")])


@pytest.mark.parametrize("program", [f"{ANSWER}    print({IDS!s}, flush=True)"], indirect=True)
def test_an_answer_has_to_be_json(program: Program) -> None:
    with pytest.raises(OrderFailed, match="its answer isn't JSON") as raised:
        program(BACKWARDS)
    assert raised.value.kind == "answer"


@pytest.mark.parametrize(
    ("program", "kind", "said"),
    [
        (
            "import sys; sys.exit('no graphs today')",
            "crash",
            "ended with status 1 and said “no graphs today”",
        ),
        (
            f"{ANSWER}    raise KeyError('b')",
            "crash",
            "ended with status 1 and said “KeyError: 'b'”",
        ),
        (f"{ANSWER}    sys.stdout.write('[')\n    sys.exit(0)", "crash", "ended with status 0"),
        (f"{ANSWER}    print('7', flush=True)", "answer", "neither a list of ids nor an object"),
        (
            f"{ANSWER}    print(json.dumps({{'error': 'cycle', 'detail': 'a'}}), flush=True)",
            "error",
            "it answers with an error: 'cycle: a'",
        ),
    ],
    indirect=["program"],
)
def test_how_a_program_fails_is_said(program: Program, kind: str, said: str) -> None:
    for _ in range(2):  # it is started again for the next graph
        with pytest.raises(OrderFailed) as raised:
            program(BACKWARDS)
        assert raised.value.kind == kind
        assert said in str(raised.value)


FRAMES = "".join(f"    at step (order.js:{number}:1)\n" for number in range(12))


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (f"order.js:1\n\nError: no graph\n{FRAMES}\nNode.js v20.20.2", "Error: no graph"),
        (
            "thread 'main' panicked at src/main.rs:9:5:\nno graph\nnote: run with"
            " `RUST_BACKTRACE=1` environment variable to display a backtrace",
            "thread 'main' panicked at src/main.rs:9:5: no graph",
        ),
        (
            "panic: no graph\n\ngoroutine 1 [running]:\nmain.main()\n\t/order.go:9\nexit status 2",
            "panic: no graph",
        ),
        ("order.py: one\n  two\n", "two"),
    ],
    ids=["node", "rust", "go", "other"],
)
def test_a_crash_is_reported_with_its_reason(program: str, said: str) -> None:
    text = f"import sys; sys.stderr.write({program!r}); sys.exit(1)"
    with Program([sys.executable, "-c", text], 5) as order, pytest.raises(OrderFailed) as why:
        order(BACKWARDS)
    assert str(why.value) == f"it ended with status 1 and said “{said}”"


@pytest.mark.parametrize(
    "program", [f"{ANSWER}    print(json.dumps({IDS}), flush=True)"], indirect=True
)
def test_a_large_graph_passes_both_ways(program: Program) -> None:
    names = [f"{number:07}" for number in range(50_000)]
    assert program(Graph(tuple(Node(name) for name in names))) == names


def test_a_program_that_hangs_is_ended_and_then_given_up() -> None:
    with Program([sys.executable, "-c", "import time; time.sleep(600)"], 0.05) as order:
        kinds = []
        for _ in range(5):
            with pytest.raises(OrderFailed) as raised:
                order(BACKWARDS)
            kinds.append(raised.value.kind)
    assert kinds == ["timeout"] * 3 + ["given-up"] * 2


def test_a_command_that_is_not_there_is_said_so() -> None:
    with pytest.raises(NoProgram, match="no-such-order can't be started"):
        Program(["no-such-order"])
    result = run("shuffle", "--by", "./no-such-order")
    assert result.exit_code == 2
    assert "There is no program ./no-such-order" in result.stderr


@pytest.fixture
def as_they_come(tmp_path: Path) -> str:
    """A command that returns its input."""
    file = tmp_path / "as it comes.py"
    file.write_text(f"{ANSWER}    print(json.dumps({IDS}), flush=True)")
    return shlex.join([sys.executable, str(file)])


def test_shuffle_tries_a_program_on_hostile_graphs(as_they_come: str) -> None:
    result = run("shuffle", "--by", as_they_come)
    assert result.exit_code == 1
    assert "isn't convergent: two deliveries of the same events end in two orders" in result.stdout
    right = run("shuffle", "--by", shlex.join(example("order.py")), "--graphs", "30")
    assert right.exit_code == 0
    assert right.stdout.endswith(" gives one order for each of 30 hostile graphs.\n")


def test_shuffle_holds_an_order_to_the_laws_that_are_named() -> None:
    wanted = ("shuffle", "--by", "backward", "--graphs", "60", "--size", "5", "--json")
    assert json.loads(run(*wanted).stdout)["ok"]
    answer = json.loads(run(*wanted, "--property", "bounded-moves").stdout)
    assert (answer["ok"], answer["finding"]["law"]) == (False, "bounded moves")
    assert len(answer["finding"]["graph"]["nodes"]) == 3


def test_shuffle_tries_a_program_on_a_graph(as_they_come: str, tmp_path: Path) -> None:
    graph = graph_file(tmp_path / "graph.ndjson", [{"id": name, "after": []} for name in "abcd"])
    result = run("shuffle", graph, "--by", as_they_come)
    assert result.exit_code == 1
    assert "depends on the order of arrival. The smallest case has 2 messages:" in result.stdout


def test_the_program_that_crashes_is_found_with_the_smallest_delivery(tmp_path: Path) -> None:
    file = tmp_path / "order.py"
    file.write_text(
        f"{ANSWER}    ids = {IDS}\n    assert len(ids) < 3\n"
        "    print(json.dumps(sorted(ids)), flush=True)"
    )
    with Program([sys.executable, str(file)]) as order:
        found = find_breach(order, properties=[])
    assert found is not None
    assert "ended with status 1 and said “AssertionError" in found.detail
    assert len(found.graph.nodes) == 3


@pytest.mark.parametrize(
    "arguments",
    [["--by", "no such"], ["--by", ""], ["--by", "' x"], ["--graphs", "0"]],
)
def test_bad_questions_are_a_matter_of_usage(arguments: list[str]) -> None:
    assert run("shuffle", *arguments).exit_code == 2
