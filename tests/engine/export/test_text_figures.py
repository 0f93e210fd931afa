"""Drawings of the samples have the edges and colours that the texts' own figures have."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tanglescope.engine.export.conversations import ExportSelection, export_bytes
from tanglescope.engine.library import Library
from tanglescope.engine.tangle.groups import preferred_epoch
from tests.engine.export.test_backlinks import SAMPLES, Drawing, mermaid
from tests.engine.export.text_figures import FIGURES, TextFigure, text_figure

KEYS = json.loads((SAMPLES / "texts.json").read_text())
THREAD = KEYS["SIP 9, Tangle Origin"]["A"]
ORIGIN, SIP_10 = "graph:SIP 9, Tangle Origin", "graph:SIP 10, Threads"
PINK, GREY = "#e953da", "#eeeeee"

TIES, ALL = frozenset({"tie-breaks"}), frozenset({"all-previous"})

MESSAGES = {
    "sip-9-1": ExportSelection("graph:SIP 9, classic feed"),
    "sip-9-2": ExportSelection("graph:SIP 9, multi-author tangle"),
    "tangle-origin-1": ExportSelection(f"{ORIGIN}, step 1"),
    "tangle-origin-2": ExportSelection(THREAD, "asserted", linear=True),
    "tangle-origin-3": ExportSelection(ORIGIN, extra=ALL),
    "tangle-origin-4": ExportSelection(ORIGIN),
    "tangle-origin-5": ExportSelection(f"{ORIGIN}, step 2d", "timestamp", extra=TIES),
    "sip-10-1": ExportSelection(SIP_10, keys=frozenset("ABC")),
    "sip-10-2": ExportSelection(SIP_10, keys=frozenset("ABCD")),
    "sip-10-3": ExportSelection(SIP_10, keys=frozenset("ABCDM")),
    "sip-10-4": ExportSelection(SIP_10, keys=frozenset("ABCDMN")),
    "sip-10-5": ExportSelection(SIP_10),
    "sip-10-6": ExportSelection(SIP_10, "timestamp", extra=TIES),
    "sip-10-7": ExportSelection(SIP_10, "timestamp", linear=True),
    "exclusion-08": ExportSelection("graph:Group exclusion spec, Figure 8, with Q"),
}
"""The figures of single messages, which have letters."""

EPOCHS = {
    "exclusion-01": "Figure 1",
    "exclusion-02": "Figure 2",
    "exclusion-03": "Figure 3",
    "exclusion-04": "Figure 4, settled",
    "exclusion-05": "Figure 5",
    "exclusion-06": "Figure 6",
    "exclusion-09": "Figure 9",
    "exclusion-10": "Figure 10",
}
"""The figures of epochs, which point from an epoch to the next one."""

GROUP = KEYS["Section 4.10.4"]
TANGLES = {
    "exclusion-11": (f"members:{GROUP['0_init']}", ("0_init", "0_add_0", "0_add_1")),
    "exclusion-12": (f"epoch:{GROUP['0_init']}", ("0_init", "1_init")),
    "exclusion-13": (f"group:{GROUP['0_init']}", tuple(GROUP)),
}
"""The figures of the tangles of a group, and the messages in them."""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("figures")
    with Library.open(folder / "library.db") as opened:
        for name in ("sips", "texts"):
            opened.ingest(SAMPLES / f"{name}.ndjson")
        yield opened


def drawn(library: Library, wanted: ExportSelection, *, backlinks: bool = True) -> Drawing:
    selection = ExportSelection(
        wanted.address,
        wanted.by,
        wanted.keys,
        extra=wanted.extra,
        linear=wanted.linear,
        backlinks=backlinks,
    )
    return mermaid(b"".join(export_bytes(library, selection, "mermaid")).decode())


def test_every_figure_of_the_texts_is_compared() -> None:
    others = {"exclusion-07", "exclusion-key"}
    named = {path.stem for path in Path(FIGURES).glob("*.mmd")}
    assert named == {*MESSAGES, *EPOCHS, *TANGLES, *others}


@pytest.mark.parametrize("name", MESSAGES)
def test_messages_are_drawn_as_in_the_text(library: Library, name: str) -> None:
    figure, found = text_figure(name), drawn(library, MESSAGES[name])
    letters = {box: each.text[-1] for box, each in found.boxes.items()}
    shown = {(letters[a], letters[b]) for a, b in found.all_edges()}
    # Whether the text draws the missing message or hides it, its edge isn't part of the tangle.
    assert {pair for pair in shown if "X" not in pair or name == "sip-9-2"} == figure.pairs()
    if name == "exclusion-08":
        return  # its grey says that Q was fetched alone, which no archive records
    for box, letter in letters.items():
        if letter in figure.texts and letter != "X":
            assert found.boxes[box].fill == figure.fill(letter), letter


def members(figure: TextFigure) -> dict[str, str]:
    """The epochs by their members, after all additions that the figure shows."""
    said = {name: text.split(": ")[1].replace(",", "") for name, text in figure.texts.items()}
    for edge in figure.edges:
        if " adds " in edge.text:
            said[edge.begin] = said[edge.end]
    return said


@pytest.mark.parametrize("name", EPOCHS)
def test_epochs_are_drawn_as_in_the_text(library: Library, name: str) -> None:
    figure, root = text_figure(name), KEYS[EPOCHS[name]]
    first = root.get("G") or root["X"]
    said = members(figure)
    if name == "exclusion-09":  # it also shows the group before e was added
        said = {epoch: people for epoch, people in said.items() if "0" not in epoch}
    after = {
        (said[edge.end], said[edge.begin])
        for edge in figure.edges
        if " excludes " in edge.text and edge.begin in said
    }
    found = drawn(library, ExportSelection(f"epoch:{first}"))
    people = {box: each.text.split(": ")[-1].replace(", ", "") for box, each in found.boxes.items()}
    assert {(people[a], people[b]) for a, b in found.all_edges() if a != "key"} == after
    preferred = {said[edge.end] for edge in figure.edges if " prefer " in edge.text}
    if preferred:
        group = library.group(first)
        chosen = preferred_epoch(group).epoch
        names = library.names(group.membership(str(chosen)).added)
        assert {"".join(sorted(names.values()))} == preferred


@pytest.mark.parametrize("name", TANGLES)
def test_the_tangles_of_a_group_are_drawn_as_in_the_text(library: Library, name: str) -> None:
    figure, (address, inside) = text_figure(name), TANGLES[name]
    keys = frozenset(GROUP[each] for each in inside)
    found = drawn(library, ExportSelection(address, keys=keys))
    order = library.conversation(address).in_order()
    by_key = {key: each for each, key in GROUP.items()}
    names = {f"m{n}": by_key[key] for n, key in enumerate(key for key in order if key in keys)}
    assert {
        color: {(names[a], names[b]) for a, b in pairs if a != "key"}
        for color, pairs in found.edges.items()
    } == figure.by_color()
    assert {names[box]: each.around for box, each in found.boxes.items()} == figure.around
    assert {each.fill for each in found.boxes.values()} == {figure.fills["default"]} == {GREY}


def test_the_key_of_the_figure_of_a_group_is_that_of_the_text(library: Library) -> None:
    figure = text_figure("exclusion-key")
    found = drawn(library, ExportSelection(f"group:{GROUP['0_init']}"))
    key = {title: color for color, pairs in found.edges.items() for a, title in pairs if a == "key"}
    assert key == {figure.texts[edge.begin]: edge.color for edge in figure.edges}


def test_what_a_peer_fetches_is_drawn_as_in_the_text(library: Library) -> None:
    figure = text_figure("exclusion-07")
    wanted = ExportSelection("graph:Group exclusion spec, Figure 7")
    found = drawn(library, wanted, backlinks=False)
    texts = {box: each.text.split(": ", 1)[-1] for box, each in found.boxes.items()}
    short = {text: name for name, text in figure.texts.items()} | {
        "epoch X of a, b and c": "X",
        "epoch H of a and b": "H",
    }
    assert {(short[texts[a]], short[texts[b]]) for a, b in found.all_edges()} == figure.pairs()
    assert {short[text] for text in texts.values()} == {*figure.texts, "X", "H"}


def test_the_members_of_each_epoch_are_those_whose_feeds_are_fetched(library: Library) -> None:
    figure, root = text_figure("exclusion-07"), KEYS["Figure 7"]
    group = library.group(root["X"])
    fetched = {
        f"{letter}{library.names([feed])[feed]}"
        for letter in "XH"
        for feed in group.membership(root[letter]).members
    }
    assert fetched == {edge.end for edge in figure.edges if edge.begin == "afetch"}
