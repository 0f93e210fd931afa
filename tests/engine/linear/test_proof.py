"""The engine compared with the program that Coq extracts from the proofs; they share no code."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from tanglescope.engine.kit import hostile_cases
from tanglescope.engine.linear import CycleError, Timeline
from tanglescope.engine.linear.graph import Node
from tests.house.repository import ROOT


class Answer(NamedTuple):
    """The program's result for a delivery; None for a cycle."""

    order: list[str] | None
    timeline: list[str] | None
    edits: int
    loaded: list[str] | None


def theorems() -> list[str]:
    """The theorems whose assumptions Coq is asked for."""
    asked = (ROOT / "docs" / "proof" / "Assumptions.v").read_text()
    return re.findall(r"^Print Assumptions (.+)\.$", asked, re.MULTILINE)


@pytest.fixture(scope="module")
def checked() -> str:
    """The output of `make proof`."""
    if shutil.which("coqc") is None:
        pytest.skip("coqc isn't installed")
    run = subprocess.run([ROOT / "tools" / "proof"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def program(checked: str) -> Path:
    """The extracted order and timeline, compiled."""
    if "Without ocamlfind" in checked:
        pytest.skip("ocamlfind or ocamlopt isn't installed")
    return ROOT / "build" / "proof" / "oracle"


def ask(program: Path, deliveries: Sequence[Sequence[Node]]) -> Iterator[Answer]:
    """The results for all deliveries, from one process."""
    named = [
        sorted({name for node in nodes for name in (node.id, *node.after)}) for nodes in deliveries
    ]
    lines = []
    for names, nodes in zip(named, deliveries, strict=True):
        number = {name: index for index, name in enumerate(names)}
        lines.append(
            " ".join(
                f"{number[node.id]}:{','.join(str(number[cause]) for cause in node.after)}"
                for node in nodes
            )
        )
    run = subprocess.run(
        [program], input="\n".join(lines), capture_output=True, text=True, check=True
    )
    for names, line in zip(named, run.stdout.splitlines(), strict=True):
        order, timeline, loaded = line.split("|")
        shown, _, edits = timeline.partition(",")
        yield Answer(
            _names(order, names), _names(shown, names), int(edits or 0), _names(loaded, names)
        )


def _names(numbers: str, names: list[str]) -> list[str] | None:
    if numbers.strip() == "cycle":
        return None
    return [names[int(number)] for number in numbers.split()]


def engine(nodes: Sequence[Node]) -> tuple[list[str] | None, int]:
    """The final order of the engine's timeline, and its edits; None for a cycle."""
    timeline, edits = Timeline(), 0
    for node in nodes:
        try:
            edits += len(timeline.add(node.id, node.after))
        except CycleError:
            return None, 0
    return list(timeline), edits


def at_once(nodes: Sequence[Node]) -> list[str] | None:
    """The order after the engine's bulk insert."""
    timeline = Timeline()
    try:
        timeline.extend((node.id, node.after) for node in nodes)
    except CycleError:
        return None
    return list(timeline)


@pytest.mark.slow
def test_the_proofs_rest_on_no_axioms(checked: str) -> None:
    closed = ": Closed under the global context"
    lines = checked.splitlines()
    assert lines[-1] == "no axioms"
    assert [line.removesuffix(closed) for line in lines if line.endswith(closed)] == theorems()


@pytest.mark.slow
def test_the_engine_agrees_with_the_proved_timeline(program: Path) -> None:
    deliveries = [
        nodes
        for size, count in ((12, 2_000), (40, 60))
        for case in hostile_cases(count, size=size)
        for nodes in (case.graph.nodes, *case.deliveries)
    ]
    for nodes, answer in zip(deliveries, ask(program, deliveries), strict=True):
        order, edits = engine(nodes)
        assert order == answer.order == answer.timeline == answer.loaded == at_once(nodes)
        assert len(nodes) <= edits <= answer.edits


@pytest.mark.slow
def test_both_refuse_the_same_cycles(program: Path) -> None:
    rng = Random(0)
    deliveries = []
    for _ in range(5_000):
        names = [f"{number}" for number in range(rng.randint(2, 7))]
        some = [tuple(rng.sample(names, rng.randint(0, min(2, len(names) - 1)))) for _ in names]
        deliveries.append([Node(name, after) for name, after in zip(names, some, strict=True)])
    refused = 0
    for nodes, answer in zip(deliveries, ask(program, deliveries), strict=True):
        order, _ = engine(nodes)
        assert order == answer.order == answer.timeline == answer.loaded == at_once(nodes)
        refused += order is None
    assert 500 < refused < 4_500


def test_the_page_names_every_theorem() -> None:
    page = (ROOT / "docs" / "proof" / "README.md").read_text()
    assert theorems()
    assert not [theorem for theorem in theorems() if f"`{theorem}`" not in page]


def test_without_coq_a_sentence_says_what_is_needed(tmp_path: Path) -> None:
    dirname = shutil.which("dirname")
    assert dirname is not None
    (tmp_path / "dirname").symlink_to(dirname)
    run = subprocess.run(
        ["/bin/sh", ROOT / "tools" / "proof"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert "make proof needs Coq 8.16 or newer, and coqc is missing" in run.stderr
