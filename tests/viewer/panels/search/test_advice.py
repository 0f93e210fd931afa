"""Advice about searches: values of filters, names in a query, and what to leave out."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.engine.store.query import Term, read_query
from tanglescope.viewer.panels.search.advice import (
    Advice,
    completions,
    names_in_query,
    to_leave_out,
)
from tests.engine.store.libraries import library_of
from tests.viewer.windows import Talk

TYPES = ["post", "vote", "about", "contact", "channel", "blog", "gathering", "git-repo"]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def advice(window: QWidget) -> Advice:
    return Advice(window)


@pytest.fixture(scope="module")
def talk() -> Talk:
    return Talk(answers=1)


@pytest.fixture(scope="module")
def library(talk: Talk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    posts = [
        talk.bob.say({"type": "post", "text": "Low tide", "channel": f"sea-{number:02}"})
        for number in range(13)
    ]
    with library_of(tmp_path_factory.mktemp("advice"), *talk.said, *posts) as library:
        yield library


def buttons(advice: Advice) -> list[QPushButton]:
    return advice._buttons.findChildren(QPushButton)


def without(library: Library, query: str) -> list[str]:
    return [str(term) for term in to_leave_out(library, read_query(query).terms)]


def offered(library: Library, field: str, begun: str) -> list[str]:
    return [each.called for each in completions(library, field, begun)]


def test_a_button_leaves_out_its_part(advice: Advice) -> None:
    taken: list[Term] = []
    advice.taken.connect(taken.append)
    terms = read_query(f'"ink & salt" author:zoe {"a" * 80}').terms
    advice.show_terms(terms)
    cut = f"{'a' * 59}…"
    assert [each.text() for each in buttons(advice)] == [
        'Without "ink && salt"',
        "Without author:zoe",
        f"Without {cut}",
    ]
    assert buttons(advice)[0].accessibleName() == 'Without "ink & salt"'
    for button in buttons(advice):
        button.click()
    assert taken == list(terms)
    assert advice.status.text().startswith("No message matches the whole search.")


def test_buttons_are_beside_or_below_each_other(advice: Advice, window: QWidget) -> None:
    window.show()
    advice.show()
    advice.show_terms(read_query("tide low sea").terms)
    advice.show_terms(read_query("author:zoe author:bob author:cem").terms)
    for width, lines in ((900, 1), (150, 3)):
        advice.resize(width, 300)
        advice.grab()  # forces a layout
        shown = buttons(advice)
        assert [each.text() for each in shown] == [
            f"Without author:{name}" for name in ("zoe", "bob", "cem")
        ]
        assert all(each.isVisible() for each in shown)
        corners = [each.mapTo(advice, QPoint()) for each in shown]
        assert len({(each.x(), each.y()) for each in corners}) == 3
        assert len({each.y() for each in corners}) == lines
        assert corners[0].y() > advice.status.geometry().bottom()


def test_what_to_try_depends_on_what_there_is(advice: Advice) -> None:
    terms = read_query("tide author:zoe").terms
    running = "An archive is still being read. Its messages appear here if they match."
    reducing = "No message matches the whole search. Without one part, there are hits:"
    other = "Check the spelling, type only the beginning of a word, or use other words."
    empty = "There are no messages here yet. Imported messages appear here if they match."
    assert advice.isHidden()
    said = []
    for some, more_follow in ((terms, False), (terms, True), ((), True), ((), False)):
        advice.show_terms(some, more_follow=more_follow)
        assert advice._buttons.isVisibleTo(advice) == bool(some)
        assert advice.status.accessibleName() == advice.status.text()
        said.append(advice.status.text())
    assert said == [reducing, f"{running} {reducing}", running, other]
    advice.show_terms(terms)
    advice.show_empty()
    assert advice.status.text() == empty
    assert not advice._buttons.isVisibleTo(advice)
    assert advice.status.wordWrap()


def test_its_parts_have_names(advice: Advice) -> None:
    names = "What to try", "Search without a part"
    assert (advice.accessibleName(), advice._buttons.accessibleName()) == names


def test_values_of_a_filter_are_offered(library: Library, talk: Talk) -> None:
    assert offered(library, "type", "") == TYPES
    assert offered(library, "type", "G") == ["gathering", "git-repo"]
    assert offered(library, "author", "an") == ["Ann"]
    assert offered(library, "author", "") == []
    assert offered(library, "channel", "sea-0") == [f"#sea-0{number}" for number in range(10)]
    assert len(offered(library, "channel", "sea")) == 12
    found = completions(library, "in", "bicy")
    assert found == [(talk.root.key, "Where are the bicycles?")]
    assert offered(library, "in", "") == []
    assert offered(library, "after", "2") == []


def test_ids_and_addresses_in_a_query_are_named(library: Library, talk: Talk) -> None:
    unknown = "%unknown.sha256"
    assert names_in_query(library, [talk.ann.feed, talk.bread.key, unknown, talk.root.key]) == {
        talk.ann.feed: "Ann",
        talk.bread.key: "Who bakes bread?",
        talk.root.key: "Where are the bicycles?",
    }
    assert names_in_query(library, []) == {}


def test_a_part_without_which_there_are_hits_can_be_left_out(library: Library) -> None:
    assert without(library, "bicycles type:vote") == ["type:vote"]
    assert without(library, "tide bicycles") == ["tide", "bicycles"]
    assert without(library, "tide wombat gnu") == []
    assert without(library, "wombat") == []
    assert without(library, "") == []
    many = "tide low sea gnu"
    assert without(library, "low tide -nothing gnu") == ["gnu"]
    assert without(library, f"{many} wombat") == []
    six = "low tide -no -never -nothing"
    assert without(library, f"{six} gnu low") == ["gnu"]
    assert without(library, f"low {six} gnu") == [], "only six parts are tried"
