"""Hostile graphs, imported and shown in bounded time."""

import json
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.windows import Open, wait_until_open

PATIENCE = 120_000
CHEAP = 8.0
"""How many times as much CPU time as in a plain chain a reference may cost."""

_MOST = 50
"""References that fit into a message beside everything else."""


def ghost(number: int) -> str:
    return f"%{number:043d}=.sha256"


def chain(size: int) -> list[Said]:
    """Each message after the one before: the cost of an ordinary graph."""
    ann = Author("ann")
    said = [ann.say(post("root"))]
    for _ in range(size):
        said.append(ann.say(post("x", said[0], said[-1])))
    return said


def backwards(size: int) -> list[Said]:
    """A chain by many people that arrives from its end: a missing message, then its causes."""
    people = [Author(str(number)) for number in range(size // 4)]
    said = [people[0].say(post("root"))]
    for number in range(size):
        said.append(people[number % len(people)].say(post("x", said[0], said[-1])))
    return [said[0], *said[:0:-1]]


def ladder(size: int) -> list[Said]:
    """Pairs of messages, each after both before: every pair doubles the number of paths."""
    ann, bob = Author("ann"), Author("bob")
    said = [ann.say(post("root"))]
    rung = [said[0]]
    for _ in range(size // 2):
        rung = [who.say(post("x", said[0], *rung)) for who in (ann, bob)]
        said += rung
    return said


def ghosts(size: int) -> list[Said]:
    """Missing messages only."""
    ann = Author("ann")
    root = ann.say(post("root"))
    numbers = iter(range(size * _MOST))
    return [
        root,
        *(
            ann.say(post("", root, *(ghost(next(numbers)) for _ in range(_MOST))))
            for _ in range(size)
        ),
    ]


def hub(size: int) -> list[Said]:
    """All messages after the same messages, and later messages after all that fit."""
    ann = Author("ann")
    said = [ann.say(post("root"))]
    for _ in range(size):
        said.append(ann.say(post("", said[0], *said[-_MOST:])))
    return said


def bridge(size: int) -> list[Said]:
    """Two chains, and finally the message that puts one after the other."""
    ann, bob, eve = Author("ann"), Author("bob"), Author("eve")
    root = ann.say(post("root"))
    first = [root]
    for _ in range(size // 2):
        first.append(ann.say(post("x", root, first[-1])))
    link = eve.say(post("the bridge", root, first[-1]))
    second = [link]
    for _ in range(size // 2):
        second.append(bob.say(post("x", root, second[-1])))
    return [*first, *second[1:], link]


GRAPHS = {each.__name__: each for each in (backwards, ladder, ghosts, hub, bridge)}


def ingested(said: list[Said], folder: Path) -> float:
    """Seconds of CPU time per reference, with every edit applied."""
    log = write(folder / "log.ndjson", said)
    changes: list[object] = []
    start = process_time()
    with Library.open(folder / "own.db") as library:
        library.ingest(log, on_change=changes.append)
        cost = process_time() - start
        assert changes
        assert len(library) == len(said)
        assert library.check().problems == ()
    return cost / sum(each.line.count(b"%") - 1 for each in said)


@pytest.mark.parametrize("size", [120, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", mostly_slow(GRAPHS, "ladder"))
def test_a_reference_costs_little_more_than_in_a_chain_and_the_graph_is_shown(
    tmp_path: Path, name: str, size: int, open_window: Open, qtbot: QtBot
) -> None:
    (tmp_path / "chain").mkdir()
    floor = ingested(chain(size), tmp_path / "chain")
    said = GRAPHS[name](size)
    assert ingested(said, tmp_path) < CHEAP * floor
    window = open_window(tmp_path / "own.db")
    root = said[0].key
    wait_until_open(qtbot, window, root)
    assert window.model.rowCount() >= len(said)
    for view in ("inspector", "diagram", "statistics", "why"):
        window.show_view(view)
        for key in (root, said[-1].key, said[size // 2].key):
            window.timeline.go_to(key)
            qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
        window.grab()


def tangled(edges: dict[str, list[str]]) -> Iterator[str]:
    """An archive with made-up keys and a tangle called `t`."""
    yield record("root", {"root": None, "previous": None})
    for key, previous in edges.items():
        yield record(key, {"root": "root", "previous": previous})


def record(key: str, tangle: dict[str, object]) -> str:
    content = {"type": "post", "text": key, "tangles": {"t": tangle}}
    value = {"author": "@x", "sequence": 1, "previous": None, "content": content}
    return json.dumps({"key": key, "value": value})


UNPROVEN: dict[str, tuple[dict[str, list[str]], int]] = {
    "after itself": ({"a": ["a"]}, 1),
    "two after each other": ({"a": ["b"], "b": ["a"]}, 1),
    "a ring of 20,000": ({f"{n}": [f"{(n + 1) % 20_000}"] for n in range(20_000)}, 1),
    "a ring behind the root": ({"a": ["root", "c"], "b": ["a"], "c": ["b"], "d": ["root"]}, 2),
    "a chain of 20,000": (
        {f"{n}": [f"{n - 1}" if n else "root"] for n in range(20_000)},
        20_001,
    ),
    "a chain from its end": (
        {f"{n}": [f"{n - 1}" if n else "root"] for n in range(19_999, -1, -1)},
        20_001,
    ),
    "100,000 ghosts": ({f"{n}": [f"g{n}.{m}" for m in range(50)] for n in range(2_000)}, 1),
    "one after 20,000": (
        {**{f"{n}": ["root"] for n in range(20_000)}, "x": [f"{n}" for n in range(20_000)]},
        20_002,
    ),
    "a ladder": (
        {
            f"{side}{n}": [f"a{n - 1}", f"b{n - 1}"] if n else ["root"]
            for n in range(5_000)
            for side in "ab"
        },
        10_001,
    ),
}


@pytest.mark.parametrize("name", mostly_slow(UNPROVEN, "a chain from its end", "a ring of 20,000"))
def test_a_tangle_that_no_one_signed_ends_with_an_answer(tmp_path: Path, name: str) -> None:
    edges, connected = UNPROVEN[name]
    archive = tmp_path / "log.ndjson"
    archive.write_text("".join(f"{line}\n" for line in tangled(edges)))
    words = ["tangle", str(archive), "--name", "t", "--root", "root", "--no-verify", "--json"]
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert len(answer["connected"]) == connected
    assert len(answer["connected"]) + len(answer["set_aside"]) == len(edges) + 1
