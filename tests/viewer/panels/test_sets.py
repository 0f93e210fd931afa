from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QListWidgetItem
from pytestqt.qtbot import QtBot

from tanglescope.engine.message.pzp import TanglePlace
from tanglescope.engine.words.rows import Tone
from tanglescope.viewer.panels.sets import SetPanel
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.writers import pzp_record
from tests.engine.message.pzp_writing import write
from tests.engine.reduce.scenarios import DOMAIN, EXAMPLE, Devices, entries_of, entry, scenario
from tests.engine.store.pzp_archives import write_log
from tests.viewer.windows import Open, wait_until_open

UNSAFE, FIGHT = scenario("rand-38"), scenario("rand-30")


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    log = write_log(tmp_path / "log", entries_of(EXAMPLE))
    window = open_window(log)
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    window.open_thread(EXAMPLE["moot"])
    wait_until_open(qtbot, window, EXAMPLE["moot"])
    return window


def open_set_panel(qtbot: QtBot, window: MainWindow) -> SetPanel:
    found = window.workbench.open_panel("set")
    assert isinstance(found, SetPanel)
    qtbot.waitUntil(lambda: found.moment is not None and found.is_settled())
    return found


def items(found: SetPanel) -> dict[str, bool]:
    """The items that are listed, and whether they are in the set."""
    rows = [found.items.item(row) for row in range(found.items.count())]
    return {item.text(): not item.font().strikeOut() for item in rows}


def choose(found: SetPanel, text: str) -> None:
    (item,) = found.items.findItems(text, Qt.MatchFlag.MatchExactly)
    assert isinstance(item, QListWidgetItem)
    found.items.setCurrentItem(item)


def move_slider(qtbot: QtBot, found: SetPanel, position: int) -> None:
    found.scrubber.slider.setValue(position)
    qtbot.waitUntil(lambda: found.moment is not None and found.moment.position == position)


def texts(found: SetPanel, tone: Tone) -> list[str]:
    return [row.text for row in found.list.rows.all if row.tone is tone]


def test_a_log_of_pzp_db_opens_and_a_key_shows_its_set(window: MainWindow, qtbot: QtBot) -> None:
    assert window.menus.action("panel_set").shortcuts() == [QKeySequence("Shift+E")]
    found = open_set_panel(qtbot, window)
    assert found.sets.currentText().startswith("follows of ")
    assert found.sets.currentText().endswith(" · 2 items")
    assert "2 items · 3 item roots" in found.summary.text()
    assert found.accessibleName() == "Set"
    found.grab()  # lays out
    head = found.sets.parentWidget()
    below = [head, found.scrubber, found.summary.parentWidget(), found.page]
    ends = [(part.geometry().top(), part.geometry().bottom()) for part in below]
    assert all(above[1] < under[0] for above, under in pairwise(ends)), ends
    assert {part.width() for part in below} == {found.width()}


def test_items_are_listed_in_order_of_arrival_and_deleted_ones_struck_through(
    window: MainWindow, qtbot: QtBot
) -> None:
    found = open_set_panel(qtbot, window)
    assert items(found) == {"bob": True, "carol": True, "alice": False}


def test_item_roots_are_blue_at_every_step_as_in_the_specification(
    window: MainWindow, qtbot: QtBot
) -> None:
    found = open_set_panel(qtbot, window)
    whole = found.list.rows.slice(0, 100)
    for position in range(1, len(whole) + 1):
        move_slider(qtbot, found, position)
        assert found.moment is not None
        roots = [row.key for row in found.list.rows.all if row.tone is Tone.STRONG]
        assert roots == list(found.moment.set_.state.item_roots)
    struck = {row.key for row in found.list.rows.all if row.tone is Tone.STRUCK}
    assert found.moment is not None
    assert struck == set(found.moment.set_.changes) - set(roots)
    assert len(roots) == 3


def test_the_slider_shows_the_state_at_any_point(window: MainWindow, qtbot: QtBot) -> None:
    found = open_set_panel(qtbot, window)
    move_slider(qtbot, found, 2)
    assert items(found) == {"alice": True}
    assert found.scrubber.text().endswith("adds alice")
    move_slider(qtbot, found, 0)
    assert items(found) == {}
    assert found.scrubber.text() == "Before the first message"


def test_superseding_messages_are_drawn_and_reported(window: MainWindow, qtbot: QtBot) -> None:
    found = open_set_panel(qtbot, window)
    moment = found.moment
    assert moment is not None
    superseded = {(arc.later, arc.earlier) for arc in moment.arcs}
    changes = moment.set_.changes
    assert superseded == {(key, old) for key in changes for old in changes[key].supersedes}
    root = moment.set_.state.item_roots[-1]
    window.timeline.go_to(root)
    qtbot.waitUntil(lambda: "No message supersedes it" in found.page.toPlainText())
    assert "Its author knew the set as" in found.page.toPlainText()


def test_the_history_of_an_item_lists_who_did_what(window: MainWindow, qtbot: QtBot) -> None:
    found = open_set_panel(qtbot, window)
    choose(found, "alice")
    text = found.page.toPlainText()
    assert text.startswith("Not in the set: alice")
    assert "added it at depth 1, superseded by" in text
    assert "deleted it at depth" in text
    assert found.moment is not None
    last = MessageSubject(found.moment.set_.mentions["alice"][-1])
    assert found.subject_at(None) == last
    place = found.items.visualItemRect(found.items.currentItem()).center()
    assert found.subject_at(found.items.viewport().mapTo(found, place)) == last
    assert found.subject_at(found.page.mapTo(found, QPoint(5, 5))) is None


def test_a_chosen_row_is_shown_in_the_timeline_and_back(window: MainWindow, qtbot: QtBot) -> None:
    found = open_set_panel(qtbot, window)
    choose(found, "bob")
    found.list.setFocus()
    qtbot.keyClick(found.list, Qt.Key.Key_Down)
    qtbot.keyClick(found.list, Qt.Key.Key_End)
    last = found.list.rows.all[-1].key
    qtbot.waitUntil(lambda: window.timeline.current_key() == last)
    assert found.items.currentItem() is None
    window.timeline.go_to(EXAMPLE["moot"])
    qtbot.waitUntil(lambda: "Root of the feed" in found.page.toPlainText())


def test_messages_that_may_be_pruned_are_shaded(window: MainWindow, qtbot: QtBot) -> None:
    found = open_set_panel(qtbot, window)
    pruning = found.moment.pruning if found.moment else None
    assert pruning is not None
    shaded = [row for row in found.list.rows.all if row.shaded]
    assert {row.key for row in shaded} == {*pruning.erasable, *pruning.deletable}
    assert [pill.text for row in shaded for pill in row.pills] == ["erase"] * len(shaded)
    assert not found.warning.isVisibleTo(found)


def test_a_warning_is_shown_if_pruning_would_change_the_set(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write_log(tmp_path / "log", entries_of(UNSAFE)))
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    found = open_set_panel(qtbot, window)
    assert found.warning.isVisibleTo(found)
    assert "bob would be in it again" in found.warning.text()
    found.grab()  # lays out
    place = found.scrubber.slider.mapTo(found, QPoint())
    move_slider(qtbot, found, 2)
    qtbot.waitUntil(lambda: not found.warning.isVisibleTo(found))
    found.grab()  # lays out
    moved = found.scrubber.slider.mapTo(found, QPoint()) - place
    assert moved.manhattanLength() <= 1, "letters of another font may be a pixel higher"


def test_conflicts_are_reported_with_who_won_and_why(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write_log(tmp_path / "log", entries_of(FIGHT)))
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    found = open_set_panel(qtbot, window)
    choose(found, "bob")
    text = found.page.toPlainText()
    assert "Conflicts" in text
    assert "who didn't know of it: it is deeper in the tangle" in text


def test_the_user_can_choose_among_several_sets(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    log = [*entries_of(EXAMPLE), *entries_of(FIGHT)]
    window = open_window(write_log(tmp_path / "log", log))
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    found = open_set_panel(qtbot, window)
    assert found.sets.count() == 2
    other = next(row for row in range(2) if found.sets.itemData(row) != found.sets.currentData())
    root = found.sets.itemData(other)
    found.sets.setCurrentIndex(other)
    qtbot.waitUntil(lambda: found.moment is not None and root in found.list.rows.places)
    wait_until_open(qtbot, window, root)


def test_the_panel_follows_arriving_messages(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    found = open_set_panel(qtbot, window)
    before = len(found.list.rows)
    more = write_log(tmp_path / "more", entries_of(FIGHT))
    window.open_path(more)
    qtbot.waitUntil(lambda: found.sets.count() == 2, timeout=10_000)
    assert len(found.list.rows) == before


def test_a_message_without_a_place_in_the_tangle_is_reported(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    devices = Devices(1)
    devices.add(0, "alice")
    data = {"add": ["bob"], "del": [], "supersedes": []}
    far = write(
        devices.authors[0], DOMAIN, data, {devices.root.id: TanglePlace(9, (devices.root.id,))}
    )
    messages = [*devices.account, *devices.known[0].values(), far]
    window = open_window(write_log(tmp_path / "log", map(entry, messages)))
    qtbot.waitUntil(lambda: bool(window.model.address), timeout=10_000)
    found = open_set_panel(qtbot, window)
    assert items(found) == {"alice": True}
    assert "Refused (1)" in found.page.toPlainText()
    assert (
        "depth-gap: depth is 9, but the greatest in prev plus one is 1" in found.page.toPlainText()
    )


def test_a_message_of_another_thread_opens_that_thread(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    account = next(id_ for id_, msg in EXAMPLE["msgs"].items() if not msg["metadata"]["tangles"])
    window.open_thread(account)
    wait_until_open(qtbot, window, account)
    found = open_set_panel(qtbot, window)
    found.list.setFocus()
    qtbot.keyClick(found.list, Qt.Key.Key_Down)
    qtbot.keyClick(found.list, Qt.Key.Key_End)
    wait_until_open(qtbot, window, EXAMPLE["moot"])
    last = found.list.rows.all[-1].key
    qtbot.waitUntil(lambda: window.timeline.current_key() == last)


def test_another_database_shows_its_own_sets(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    found = open_set_panel(qtbot, window)
    window.open_database(tmp_path / "another.db")
    qtbot.waitUntil(lambda: "There is no set here" in found.summary.text())
    assert found.items.count() == len(found.list.rows) == 0
    assert found.page.toPlainText() == ""
    assert (found.scrubber.slider.maximum(), found.scrubber.text()) == (0, "")
    assert found.warning.isHidden()
    assert found.scrubber.isHidden()


def test_a_tangle_of_pzp_offers_no_reply(window: MainWindow) -> None:
    assert window.reading.composer.isHidden()


def test_without_sets_the_panel_says_where_sets_come_from(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    found = window.workbench.open_panel("set")
    assert isinstance(found, SetPanel)
    assert not found.list.rows.all
    assert found.warning.isHidden()
    log = tmp_path / "log"
    log.write_bytes(pzp_record({"id": "x", "msg": None}).ljust(65536, b"\0"))
    window.open_path(log)
    qtbot.waitUntil(lambda: "There is no set here" in found.summary.text(), timeout=10_000)


def test_without_sets_the_empty_list_of_sets_is_hidden(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    found = window.workbench.open_panel("set")
    assert isinstance(found, SetPanel)
    qtbot.waitUntil(found.is_settled)
    assert found.sets.isHidden()
