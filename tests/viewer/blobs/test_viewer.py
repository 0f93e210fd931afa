"""The picture viewer in a window: its keys, its focus, and what it covers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QToolButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer import language
from tanglescope.viewer.blobs.viewer import PictureViewer
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.subjects import FileSubject
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.blobs.pictures import gif, picture, put_blob
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, act, wait_until_open
from tools import walk

# The offscreen platform supports popup windows only in part and warns about them.

_LOADED = 20_000  # milliseconds


@pytest.fixture
def german(application: QApplication) -> Iterator[None]:
    language.put_on(application, "de")
    yield
    language.put_on(application, "en")


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Three pictures in two messages: a large one, a small one, and an animation."""
    blobs = tmp_path / "ssb" / "blobs"
    ann = Author("ann")
    large = put_blob(blobs, picture("png", 3000, 2000))
    small, moving = put_blob(blobs, picture("png", 30, 20)), put_blob(blobs, gif(40, 30, frames=3))
    root = ann.say(post(f"![sea]({large}) then ![pier]({small})"))
    reply = ann.say(post(f"![light]({moving})", root, root))
    made = open_window(write(tmp_path / "ssb" / "log.ndjson", [root, reply]))
    made.resize(1000, 800)
    wait_until_open(qtbot, made, root.key)
    qtbot.waitUntil(lambda: made.model.rowCount() == 2)
    made.activateWindow()
    made.timeline.setFocus()
    made.timeline.go_to(root.key)
    return made


@pytest.fixture
def viewer(window: MainWindow, qtbot: QtBot) -> PictureViewer:
    """The viewer on the first picture, which has loaded, and which knows of the others."""
    window.timeline.file_clicked.emit(window.timeline.files_of_current()[0])
    [made] = window.findChildren(PictureViewer)
    qtbot.waitUntil(lambda: len(made._shown) == 3 and bool(made._frames), timeout=_LOADED)
    return made


def name(viewer: PictureViewer) -> str:
    return viewer.file.link.name


def test_it_covers_the_window_and_is_none_of_its_own(
    window: MainWindow, viewer: PictureViewer
) -> None:
    assert not viewer.isWindow()
    assert viewer.geometry() == window.rect()
    window.resize(700, 500)
    assert viewer.geometry() == window.rect()
    assert window.childAt(350, 10) in (viewer, *viewer.findChildren(QToolButton))


def test_keys_lead_to_the_pictures_of_the_conversation(viewer: PictureViewer, qtbot: QtBot) -> None:
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(viewer.view, key)
        seen.append(name(viewer))
    assert seen == ["pier", "light", "sea", "light"]
    qtbot.keyClick(viewer.view, Qt.Key.Key_Home)
    assert viewer.status.text().startswith("1 of 3 · sea · image/png")
    qtbot.keyClick(viewer.view, Qt.Key.Key_End)
    assert viewer.view.accessibleDescription().startswith("light · image/gif")
    for button, shown in ((viewer.next, "sea"), (viewer.previous, "light")):
        button.click()
        assert name(viewer) == shown


def test_arrows_lead_on_from_a_button_that_has_the_focus(
    viewer: PictureViewer, qtbot: QtBot
) -> None:
    viewer.next.setFocus()
    qtbot.keyClick(viewer.next, Qt.Key.Key_Right)
    assert name(viewer) == "pier"
    assert viewer.focusWidget() is viewer.next


def test_keys_zoom(viewer: PictureViewer, qtbot: QtBot) -> None:
    fitted = viewer.view.scale
    assert fitted < 0.4
    qtbot.keyClick(viewer.view, Qt.Key.Key_1)
    assert viewer.view.scale == 1
    assert "3,000 × 2,000 · 100%" in viewer.status.text()
    qtbot.keyClick(viewer.view, Qt.Key.Key_Plus, Qt.KeyboardModifier.ShiftModifier)
    assert viewer.view.scale == pytest.approx(1.25)
    qtbot.keyClick(viewer.view, Qt.Key.Key_Minus)
    assert viewer.view.scale == pytest.approx(1)
    qtbot.keyClick(viewer.view, Qt.Key.Key_0)
    assert viewer.view.scale == fitted
    viewer.view.show_whole()
    viewer.step(1)
    assert viewer.view.scale == 1, "each picture is fitted at first; this one is small"
    viewer.step(-1)
    qtbot.waitUntil(lambda: viewer.view.scale == fitted, timeout=_LOADED)


def test_an_animation_is_played_and_stopped(viewer: PictureViewer, qtbot: QtBot) -> None:
    assert viewer.play.isHidden()
    viewer.step(-1)
    qtbot.waitUntil(lambda: not viewer.play.isHidden(), timeout=_LOADED)
    first = viewer.view._image.cacheKey()
    qtbot.keyClick(viewer.view, Qt.Key.Key_P)
    qtbot.waitUntil(lambda: viewer.view._image.cacheKey() != first)
    qtbot.keyClick(viewer.view, Qt.Key.Key_P)
    assert not viewer.play.isChecked()
    viewer.step(1)
    assert viewer.play.isHidden()


def test_copying_takes_the_picture_and_not_the_text_behind_it(
    viewer: PictureViewer, qtbot: QtBot
) -> None:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    qtbot.keyClick(viewer.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert (clipboard.image().width(), clipboard.image().height()) == (3000, 2000)
    assert viewer.status.text().startswith("Picture copied · 1 of 3 · sea")
    viewer.step(1)
    assert "copied" not in viewer.status.text()


def test_saving_asks_for_a_place(
    viewer: PictureViewer, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    target = tmp_path / "saved.png"
    monkeypatch.setattr(
        file_dialogs, "where_to_save", lambda _, named: asked.append(named) or target
    )
    qtbot.keyClick(viewer.view, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: viewer.status.text().startswith("Saved as"), timeout=_LOADED)
    assert asked == ["sea.png"]
    assert target.stat().st_size > 0


def test_commands_behind_it_do_not_act(
    window: MainWindow, viewer: PictureViewer, qtbot: QtBot
) -> None:
    current = window.timeline.current_key()
    for key in (Qt.Key.Key_J, Qt.Key.Key_E, Qt.Key.Key_Space, Qt.Key.Key_Slash, Qt.Key.Key_C):
        qtbot.keyClick(viewer.view, key)
    assert viewer.isVisible()
    assert window.timeline.current_key() == current
    assert QApplication.activePopupWidget() is None


@pytest.mark.parametrize("way", ["Escape", "the button", "a click beside the picture"])
def test_the_focus_returns_where_it_was(
    window: MainWindow, viewer: PictureViewer, qtbot: QtBot, way: str
) -> None:
    assert window.focusWidget() is viewer.view
    viewer.step(1)
    with qtbot.waitSignal(viewer.destroyed, timeout=5_000):
        if way == "Escape":
            qtbot.keyClick(viewer.view, Qt.Key.Key_Escape)
        elif way == "the button":
            [close] = [each for each in viewer.findChildren(QToolButton) if is_close(each)]
            qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
        else:
            qtbot.mouseClick(viewer.view, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert window.focusWidget() is window.timeline


def is_close(button: QToolButton) -> bool:
    return button.accessibleName() == "Close the picture"


def test_tab_stays_in_it(viewer: PictureViewer, qtbot: QtBot) -> None:
    buttons = [each for each in viewer.findChildren(QToolButton) if each.isVisible()]
    seen = []
    for _ in buttons:
        qtbot.keyClick(viewer.focusWidget(), Qt.Key.Key_Tab)
        seen.append(viewer.focusWidget())
    assert set(seen) == set(buttons)
    qtbot.keyClick(viewer.focusWidget(), Qt.Key.Key_Tab)
    assert viewer.focusWidget() is viewer.view
    qtbot.keyClick(viewer.view, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert viewer.focusWidget() is seen[-1]


def test_it_closes_when_a_command_leads_elsewhere(
    window: MainWindow, viewer: PictureViewer, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(viewer.destroyed, timeout=5_000):
        window.menus.action("filter").trigger()
    assert window.focusWidget() is window.threads.filter


def test_it_closes_with_its_collection(
    window: MainWindow, viewer: PictureViewer, qtbot: QtBot
) -> None:
    assert window._session is not None
    with qtbot.waitSignal(viewer.destroyed, timeout=5_000):
        window.open_database(window._session.database)


def test_there_is_one_at_a_time(window: MainWindow, viewer: PictureViewer) -> None:
    window.timeline.file_clicked.emit(window.timeline.files_of_current()[1])
    [shown] = [each for each in window.findChildren(PictureViewer) if each.isVisible()]
    assert name(shown) == "pier"
    shown.close()
    assert window.focusWidget() is window.timeline


def test_it_may_be_closed_before_the_picture_has_loaded(window: MainWindow, qtbot: QtBot) -> None:
    assert window._session is not None
    window.timeline.file_clicked.emit(window.timeline.files_of_current()[0])
    [viewer] = window.findChildren(PictureViewer)
    qtbot.keyClick(viewer.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(viewer.destroyed, timeout=5_000):
        viewer.close()
    qtbot.waitUntil(window._session.pictures.is_settled, timeout=_LOADED)


@pytest.mark.parametrize(
    "reason", [QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard]
)
def test_its_menu_is_about_the_picture(
    window: MainWindow, viewer: PictureViewer, qtbot: QtBot, reason: QContextMenuEvent.Reason
) -> None:
    viewer.step(-1)
    at = QPoint(100, 100)
    QApplication.sendEvent(viewer.view, QContextMenuEvent(reason, at, viewer.view.mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    acts = {each.text(): each for each in menu.actions() if not each.isSeparator()}
    assert list(acts) == ["Copy picture", "Save…", "Copy id of this file", "Go to this message"]
    acts["Copy picture"].trigger()
    menu.close()
    qtbot.waitUntil(lambda: viewer.status.text().startswith("Picture copied"), timeout=_LOADED)
    window.activateWindow()  # which the offscreen platform leaves to us
    subject = viewer.subject_at(None)
    assert isinstance(subject, FileSubject)
    with qtbot.waitSignal(viewer.destroyed, timeout=5_000):
        act(window, "show_message", subject)
    assert window.timeline.current_key() == subject.key


def test_everything_in_it_has_a_name_and_an_explanation(viewer: PictureViewer) -> None:
    for button in viewer.findChildren(QToolButton):
        assert button.toolTip()
        assert any(map(str.isalnum, button.text())) or button.accessibleName()
    assert viewer.accessibleName() == "Picture viewer"
    assert viewer.view.accessibleName() == "Picture"
    assert viewer.view.accessibleDescription() == viewer.file.caption()


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize("size", [(1000, 700), (480, 320)])
@pytest.mark.parametrize("zoom", [0, walk.TWICE])
def test_nothing_is_cut_or_untranslated(
    window: MainWindow, viewer: PictureViewer, size: tuple[int, int], zoom: int
) -> None:
    window.appearance.set_text_size(zoom)
    window.resize(*size)
    viewer.grab()
    viewer.grab()
    assert walk.faults(viewer) == []
    texts = {button.text() for button in viewer.findChildren(QToolButton)}
    assert {"Kopieren", "Speichern …", "Abspielen"} <= texts
    window.appearance.set_text_size(0)
