"""Drawings in the form of the specifications, compared with their figures edge by edge."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import tools.texts
from engine.errors import TanglescopeError
from engine.export.conversations import ExportSelection, exported
from engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.reduce.scenarios import EXAMPLE, entries_of, named
from tests.engine.store.libraries import library_of
from tests.engine.store.pzp_archives import write_log

FIGURES = {
    "SIP 9, classic feed": "D-->C-->B-->A",
    "SIP 9, multi-author tangle": "M-->X-->B-->A M-->Y-->B",
    "SIP 9, Tangle Origin": "E-->C-->B-->A E-->D-->B",
}
"""The edges of the figures of SIP 9 as it writes them; A is the root in all."""

ALL_PREVIOUS = "B-->A C-->A C-->B D-->A D-->B E-->A E-->B E-->C E-->D"
"""Step b of "Tangle Origin"."""

SET = "C-->B-->A-->R D-->A E-->D E-->C"
"""The last figure of pzp-set; B, D and E are blue."""

PINK, INDIGO, BLUE = "#e953da", "#4c44cf", "#66aaff"


def edges(figure: str) -> set[tuple[str, str]]:
    chains = [chain.split("-->") for chain in figure.split()]
    return {(one, other) for chain in chains for one, other in pairwise(chain)}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("figures")
    with Library.open(folder / "library.db") as opened:
        opened.ingest(tools.texts.SAMPLES / "sips.ndjson")
        opened.ingest(write_log(folder / "log", entries_of(EXAMPLE)))
        yield opened


def drawn(library: Library, address: str, form: str = "mermaid", **extra: frozenset[str]) -> str:
    wanted = ExportSelection(address, backlinks=True, **extra)
    return b"".join(exported(library, wanted, form)).decode()


def letters_and_edges(text: str) -> tuple[dict[str, str], set[tuple[str, str]]]:
    """The letter of each box of a drawing of a sample, and its edges by letter."""
    letters = dict(re.findall(r'(m[0-9]+)(?:\["| \[label=")[^"]*?(\w)"', text))
    found = re.findall(r"(m[0-9]+) (?:-->|==>|->) (m[0-9]+)", text)
    return letters, {(letters[one], letters[other]) for one, other in found}


@pytest.mark.parametrize("form", ["mermaid", "dot"])
@pytest.mark.parametrize("figure", FIGURES)
def test_edges_and_colours_are_those_of_the_figure(
    library: Library, figure: str, form: str
) -> None:
    text = drawn(library, f"graph:{figure}", form)
    letters, found = letters_and_edges(text)
    assert found == edges(FIGURES[figure])
    root = next(name for name, letter in letters.items() if letter == "A")
    if form == "mermaid":
        assert text.startswith("graph RL\n")
        assert re.findall(r"(m[0-9]+)\S* .*:::root", text) == [root]
        assert f"classDef default fill:{PINK}" in text
        assert f"classDef root fill:{INDIGO}" in text
    else:
        assert "rankdir=RL" in text
        assert re.findall(rf'(m[0-9]+) .*color="{INDIGO}"', text) == [root]
        assert text.count(PINK) == len(letters) - 1


def test_the_links_to_all_previous_messages_are_those_of_step_b(library: Library) -> None:
    extra = frozenset({"all-previous"})
    text = drawn(library, "graph:SIP 9, Tangle Origin", extra=extra)
    assert letters_and_edges(text)[1] == edges(ALL_PREVIOUS)
    assert "==  ==>" not in text


def test_item_roots_of_a_set_are_blue(library: Library) -> None:
    text = drawn(library, EXAMPLE["moot"])
    order = library.conversation(EXAMPLE["moot"]).in_order()
    letter = dict(zip(EXAMPLE["aliases"], "RABCDE", strict=True))
    names = {f"m{n}": letter[name] for n, name in enumerate(named(EXAMPLE, order))}
    assert {names[each] for each in re.findall(r"(m[0-9]+)\S* .*:::itemRoot", text)} == set("BDE")
    found = re.findall(r"(m[0-9]+) --> (m[0-9]+)", text)
    assert {(names[one], names[other]) for one, other in found} == edges(SET)
    assert f"classDef itemRoot fill:{BLUE}" in text


def test_links_to_all_previous_messages_are_refused_where_there_are_too_many(
    tmp_path: Path,
) -> None:
    ann = Author("ann")
    said = [ann.say(post(f"{number}")) for number in range(201)]
    with (
        library_of(tmp_path, *said) as library,
        pytest.raises(TanglescopeError, match="201 messages have too many links"),
    ):
        drawn(library, f"feed:{ann.feed}", extra=frozenset({"all-previous"}))
