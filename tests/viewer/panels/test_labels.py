"""Labels of messages: what they say, and when they are asked for."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.open_graph import mark_author
from tanglescope.viewer.panels import labels as subject
from tanglescope.viewer.panels.labels import Label, Labels, labels_of
from tanglescope.viewer.panels.panel import Panel
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of

MOST = 300
"""Labels that are asked for at once."""

Answer = dict[str, Label]


def called(_library: object, address: str, keys: Iterable[str]) -> Answer:
    """Labels of messages that say in which conversation they were looked up."""
    return {key: Label("@m", "Maud", f"{key} in {address}") for key in keys}


class AskingPanel(QWidget):
    """A panel that answers its latest question when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.address = "%one"
        self.questions = 0
        self.wanted: set[str] = set()

    def ask(
        self, question: Callable[[object], Answer], then: Callable[[Answer], None], _kind: str
    ) -> None:
        self.questions += 1
        answer = question(None)
        self.wanted = set(answer)
        self.answer = lambda: then(answer)


@pytest.fixture
def panel(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> AskingPanel:
    monkeypatch.setattr(subject, "labels_of", called)
    panel = AskingPanel()
    qtbot.addWidget(panel)
    return panel


@pytest.fixture
def labels(panel: AskingPanel) -> Labels:
    return Labels(cast(Panel, panel))


def test_until_it_is_known_a_label_is_the_beginning_of_the_id(
    labels: Labels, panel: AskingPanel, qtbot: QtBot
) -> None:
    key = f"%{'abcdefgh' * 5}abc=.sha256"
    assert labels.get(key) == Label("", "", "%abcdefgh")
    labels.want([key])
    with qtbot.waitSignal(labels.came):
        panel.answer()
    assert labels.get(key) == Label("@m", "Maud", f"{key} in %one")


def test_what_is_known_or_asked_for_is_not_asked_for_again(
    labels: Labels, panel: AskingPanel
) -> None:
    labels.want(["a", "b"])
    labels.want(["b"])
    assert panel.questions == 1
    panel.answer()
    labels.want(["a", "b"])
    assert panel.questions == 1
    labels.want(["b", "c"])
    assert (panel.questions, panel.wanted) == (2, {"c"})
    labels.forget()
    labels.want(["a"])
    assert (panel.questions, panel.wanted) == (3, {"a"})


def test_another_conversation_has_labels_of_its_own(labels: Labels, panel: AskingPanel) -> None:
    labels.want(["a"])
    panel.answer()
    panel.address = "%two"
    labels.want(["a"])
    assert panel.questions == 2
    panel.answer()
    assert labels.get("a").text == "a in %two"


def test_rows_that_were_scrolled_past_are_asked_for_no_longer(
    labels: Labels, panel: AskingPanel
) -> None:
    labels.want(str(number) for number in range(MOST - 1))
    labels.want(["more"])
    assert len(panel.wanted) == MOST  # a new question replaces the one before, and repeats it
    labels.want(["too many"])
    assert panel.wanted == {"too many"}


def test_labels_of_a_long_conversation_do_not_fill_the_memory(
    labels: Labels, panel: AskingPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "_KEPT", 2)
    for keys in (["a", "b"], ["c"]):
        labels.want(keys)
        panel.answer()
    assert labels.get("a").name == "Maud"
    labels.want(["d"])
    panel.answer()
    assert labels.get("a").name == ""
    assert labels.get("d").name == "Maud"


def test_messages_authors_and_what_is_missing_have_labels(tmp_path: Path) -> None:
    maud = Author("maud")
    root = maud.say(post("A " + "long " * 50 + "text"))
    missing, author = f"%{'gone' * 10}gon=.sha256", mark_author(maud.feed).strip("\x02\x03")
    with library_of(tmp_path, root) as library:
        name = library.names([maud.feed])[maud.feed]
        found = labels_of(library, root.key, [root.key, missing, author])
    first = found[root.key]
    assert (first.feed, first.name, len(first.text)) == (maud.feed, name, 160)
    assert first.text.startswith("A long long")
    assert first.text.endswith("…")
    assert first.spoken_text() == f"{name}: {first.text}"
    assert found[missing] == Label("", "", "missing message %gonegone")
    assert (found[missing].feed, found[missing].spoken_text()) == ("", "missing message %gonegone")
    assert found[author] == Label(maud.feed, "", name)
    assert found[author].spoken_text() == name


def test_what_no_feed_signed_has_a_color_and_no_feed() -> None:
    assert Label(3, "writer", "block").feed == ""
