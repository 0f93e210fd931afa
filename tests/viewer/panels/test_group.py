"""The group panel in the hands of a member."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

import tools.group
from tanglescope import resources
from tanglescope.engine.library import Library
from tanglescope.viewer.panels.group import GroupMap, GroupPanel
from tanglescope.viewer.theme import Choice, load
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author
from tests.engine.store.libraries import library_of
from tests.engine.tangle.strategies import ROOT_DATA
from tests.viewer import groups
from tests.viewer.test_accessibility import is_named
from tests.viewer.windows import Open


@pytest.fixture
def keys() -> dict[str, str]:
    """The keys of the sample's messages by their labels."""
    return tools.group.build()[1]


@pytest.fixture
def window(open_window: Open, tmp_path: Path) -> MainWindow:
    with resources.sample_archive("group") as archive, Library.open(tmp_path / "g.db") as library:
        library.ingest(archive)
    return open_window(tmp_path / "g.db")


def panel_of(window: MainWindow) -> GroupPanel:
    panel = window.workbench.open_panel("group")
    assert isinstance(panel, GroupPanel)
    return panel


def unlock(qtbot: QtBot, window: MainWindow) -> GroupPanel:
    """Open the panel after reading the keys of the sample."""
    panel = panel_of(window)
    with resources.sample_keys() as file:
        window.unlocking.unlock(file, groups=True)
    qtbot.waitUntil(lambda: panel._study is not None and panel.is_settled(), timeout=10_000)
    qtbot.waitUntil(lambda: "Epoch 2" in panel.page.toPlainText())
    return panel


def test_messages_stay_locked_without_keys(window: MainWindow, qtbot: QtBot) -> None:
    panel = panel_of(window)
    qtbot.waitUntil(panel.is_settled)
    assert "No private group can be read" in panel.page.toPlainText()
    assert panel.map.isHidden()


def test_keys_open_the_epochs_and_decide_where_to_write(window: MainWindow, qtbot: QtBot) -> None:
    panel = unlock(qtbot, window)
    text = panel.page.toPlainText()
    assert "Write in epoch 1: its members are in the other last epochs" in text
    assert "Members (4) Ada, Ben, Cleo, Dov" in text
    assert "Excluded Eve" in text
    assert "Has yet to be added Dov" in text
    assert "Without knowing of each other: Ben excluded Eve and Ada excluded Eve" in text
    assert "16 messages" in panel.choice.currentText()
    panel._offer([])  # as after a change of the archive
    assert panel.choice.count() == 0
    assert "No private group can be read" in panel.page.toPlainText()
    assert panel.map.isHidden()


def test_the_scrubber_shows_who_was_a_member_then(
    window: MainWindow, keys: dict[str, str], qtbot: QtBot
) -> None:
    panel = unlock(qtbot, window)
    panel._choose(keys["a"])
    qtbot.waitUntil(lambda: "as Ada knew it then" in panel.page.toPlainText())
    assert "Members (3) Ada, Ben, Cleo" in panel.page.toPlainText()
    assert "Eve" not in panel.page.toPlainText()
    assert panel.scrubber.text() == "2 of 16 · Ada adds Ada, Ben, Cleo"
    panel._choose(keys["b"])
    qtbot.waitUntil(lambda: "Members (5)" in panel.page.toPlainText())
    panel.scrubber.end.click()
    qtbot.waitUntil(lambda: "Now" in panel.page.toPlainText())
    assert panel.scrubber.text() == "Now, after 16 messages"


def test_events_unknown_to_the_author_are_faint(
    window: MainWindow, keys: dict[str, str], qtbot: QtBot
) -> None:
    panel = unlock(qtbot, window)
    panel._choose(keys["x"])
    qtbot.waitUntil(lambda: panel.map._known is not None and keys["r"] in panel.map._known)
    assert not panel.map._is_known(keys["y"])
    assert panel.map._is_known(keys["b"])


def test_mouse_and_keyboard_choose_events_in_the_map(
    window: MainWindow, keys: dict[str, str], qtbot: QtBot
) -> None:
    panel = unlock(qtbot, window)
    box = next(box for box in panel.map._map().boxes if box.key == keys["a"])
    area = panel.map.area(box).translated(0, panel.map.head).translated(-panel.map._offset())
    qtbot.mouseClick(panel.map.viewport(), Qt.MouseButton.LeftButton, pos=area.center().toPoint())
    assert panel.scrubber.value() == 1
    qtbot.keyClick(panel.map, Qt.Key.Key_Up)
    assert panel.scrubber.value() == 0
    assert panel.map.accessibleDescription() == "Ada begins epoch 0"
    qtbot.keyClick(panel.map, Qt.Key.Key_End)
    assert panel.scrubber.value() == 15


def test_return_opens_the_conversation_of_a_message(
    window: MainWindow, keys: dict[str, str], qtbot: QtBot
) -> None:
    panel = unlock(qtbot, window)
    panel._choose(keys["q"])
    qtbot.keyClick(panel.map, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.timeline.current_key() == keys["q"])


def test_a_link_of_the_facts_leads_into_the_map(
    window: MainWindow, keys: dict[str, str], qtbot: QtBot
) -> None:
    panel = unlock(qtbot, window)
    panel.page.key_clicked.emit(keys["y"])
    assert "Ben excludes Eve" in panel.scrubber.text()


def test_the_map_shows_the_moment_of_the_current_message(
    window: MainWindow, keys: dict[str, str], qtbot: QtBot
) -> None:
    panel = unlock(qtbot, window)
    window.ways.go_to(keys["p"])
    qtbot.waitUntil(lambda: "Welcome!" in panel.scrubber.text())


def test_a_public_group_needs_no_keys(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    with resources.sample_archive("texts") as archive, Library.open(tmp_path / "t.db") as library:
        library.ingest(archive)
    window = open_window(tmp_path / "t.db")
    panel = panel_of(window)
    qtbot.waitUntil(lambda: panel._moment is not None, timeout=10_000)
    assert panel.choice.count() == 11
    panel.choice.setCurrentIndex(3)
    panel.choice.activated.emit(3)
    root = panel.choice.itemData(3)
    qtbot.waitUntil(lambda: panel._study is not None and panel._study.group.root == root)


def test_hostile_groups_do_no_harm(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    ann = Author("ann")
    everywhere = dict.fromkeys(("group", "epoch", "members"), ROOT_DATA)
    init = ann.say({"type": "group/init", "tangles": everywhere, "secret": "<b>x"})
    after = {"root": init.key, "previous": [init.key]}
    lost = {"root": init.key, "previous": [f"%{'x' * 42}A=.sha256", 7]}
    said = [init]
    for recps in (["g", "<img src=x>", "\u202e@evil"], [None], 7, []):
        content = {"type": "group/add-member", "recps": recps, "excludes": 3}
        said.append(ann.say({**content, "tangles": {"group": after, "members": after}}))
    said.append(ann.say({"type": "post", "text": "<b>bold</b>", "tangles": {"group": lost}}))
    library_of(tmp_path, *said).close()
    window = open_window(tmp_path / "library.db")
    panel = panel_of(window)
    qtbot.waitUntil(lambda: panel._moment is not None, timeout=10_000)
    window.appearance.set_theme(Choice.DARK)
    panel.map.grab()
    panel.scrubber.end.click()
    qtbot.waitUntil(lambda: "Now" in panel.page.toPlainText())
    assert "Set aside (1)" in panel.page.toPlainText()
    assert "<img" in panel.page.toPlainText()


def test_boxes_grow_with_the_text_in_them(qtbot: QtBot) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    view = GroupMap(load("light"), outer)
    view.show_group(groups.group_of_spec())
    for points in (9, 13, 20):
        view.setFont(QFont("DejaVu Sans", points))
        text = QFontMetrics(view.font()).boundingRect("begins epoch 10")
        boxes = [view.area(box) for box in view._map().boxes]
        assert all(area.width() > text.width() + 22 for area in boxes)
        assert all(area.height() > text.height() for area in boxes)
        assert not any(one.intersects(other) for one, other in pairwise(boxes))
        assert view.head > text.height()
        drawn = boxes[-1].bottom() + view.head
        assert view.verticalScrollBar().maximum() + view.viewport().height() >= drawn
        assert view.minimumSizeHint().height() > view.head + boxes[1].bottom(), "two rows"


def test_every_widget_has_a_name_for_screen_readers(window: MainWindow, qtbot: QtBot) -> None:
    panel = unlock(qtbot, window)
    assert not [type(each).__name__ for each in panel.findChildren(QWidget) if not is_named(each)]


def test_below_the_timeline_of_a_small_window_the_facts_are_beside_the_map(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = unlock(qtbot, window)
    panel.resize(760, 260)
    assert panel.map.geometry().right() < panel.page.geometry().left()
    assert panel.page.height() == panel.map.height()
