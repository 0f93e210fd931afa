from pathlib import Path

from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.moved import MovedPanel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import load
from tests.engine.store.libraries import write
from tests.viewer.panels.disordered_thread import PATIENCE, DisorderedThread, open_panel, settle
from tests.viewer.windows import Open, wait_for_rows, wait_until_open


def test_messages_that_moved_since_the_thread_was_read_are_reported_with_the_cause(
    open_window: Open, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window = open_window(write(tmp_path / "log.ndjson", [talk.root, talk.third, talk.aside]))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 4)  # one of these rows is a missing message
    assert settings.within(talk.root.key).read == 3
    window.menus.action("panel_moved").trigger()
    panel = window.workbench.panel()
    assert isinstance(panel, MovedPanel)
    qtbot.waitUntil(lambda: "No message is new" in panel.page.toPlainText(), timeout=PATIENCE)
    window.open_path(write(tmp_path / "more.ndjson", [talk.late]))
    qtbot.waitUntil(lambda: "1 of the" in panel.page.toPlainText(), timeout=PATIENCE)
    settle(qtbot, window)
    assert "“Thanks, I see it”, from row" in panel.page.toPlainText()
    assert "“At the old pier” came; the rank rose from 1 to 2" in panel.page.toPlainText()
    light, dark = (load(each) for each in ("light", "dark"))
    assert light.colors["accent"] in panel.page.toHtml()
    panel.set_theme(dark)
    assert dark.colors["accent"] in panel.page.toHtml()
    assert light.colors["accent"] not in panel.page.toHtml()
    panel.done.click()
    settle(qtbot, window)
    assert "No message is new" in panel.page.toPlainText()
    assert settings.within(talk.root.key).read == 4


def test_the_user_can_look_back_over_a_number_of_messages(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, panel = open_panel(open_window, qtbot, tmp_path, "moved", talk)
    assert isinstance(panel, MovedPanel)
    qtbot.waitUntil(lambda: "No message is new" in panel.page.toPlainText(), timeout=PATIENCE)
    panel.ago.setValue(2)
    assert not panel.is_settled()
    settle(qtbot, window)
    assert "2 messages are new since then, and" in panel.page.toPlainText()
    panel.ago.setValue(3)
    assert not panel.is_settled()
    panel.end()
    assert panel.is_settled(), "an ended panel asks nothing more"


def test_the_button_is_beside_the_number_and_only_for_an_open_conversation(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "moved", DisorderedThread())
    assert isinstance(panel, MovedPanel)
    number, button = panel.ago.geometry(), panel.done.geometry()
    assert number.right() < button.left()
    assert number.top() < button.center().y() < number.bottom()
    assert panel.done.isEnabled()
    panel.show_place(panel.session, "", None)
    assert not panel.done.isEnabled()
    assert "Open a conversation" in panel.page.toPlainText()


def test_leaving_a_thread_stores_its_messages_as_read(
    open_window: Open, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = DisorderedThread()
    window, _ = open_panel(open_window, qtbot, tmp_path, "moved", talk)
    settings.within(talk.root.key).read = 1
    window.reading.leave()
    assert settings.within(talk.root.key).read == 4
