"""Pictures in the timeline reserve their space and open when clicked."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tanglescope.viewer.blobs.viewer import PictureViewer
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.panels.gallery import GalleryPanel
from tanglescope.viewer.subjects import FileSubject, MessageSubject
from tanglescope.viewer.views.timeline import timeline_view
from tanglescope.viewer.views.timeline.attachments import File
from tanglescope.viewer.views.timeline.bubble import Bubble
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, post
from tests.engine.blobs.pictures import blob_id, gif, picture, put_blob
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, act, wait_until_open

# The offscreen platform supports dialogs and popup windows only in part and warns about them.


@pytest.fixture
def window(open_window: Open, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """A thread with a picture, an animated GIF beside a song, and a picture without its file."""
    blobs = tmp_path / "ssb" / "blobs"
    ann, bob = Author("ann"), Author("bob")
    face = put_blob(blobs, picture("png", 64, 64))
    photo = put_blob(blobs, picture("jpeg", 300, 200))
    moving, song = put_blob(blobs, gif(40, 30, frames=3)), put_blob(blobs, b"OggS")
    gone = blob_id(b"gone")
    said = [ann.say({"type": "about", "about": ann.feed, "image": {"link": face}})]
    root = ann.say(post(f"Look: ![the boat]({photo})"))
    said.append(root)
    said.append(bob.say(post(f"[tune]({song}) ![light]({moving})", root, root)))
    mentions = [{"link": gone, "name": "fin.jpg", "type": "image/jpeg", "size": 90_000}]
    said.append(bob.say(post(f"![a fin]({gone})", root, said[-1]) | {"mentions": mentions}))
    made = open_window(write(tmp_path / "ssb" / "log.ndjson", said))
    made.resize(1000, 1000)
    wait_until_open(qtbot, made, root.key)
    qtbot.waitUntil(lambda: made.model.rowCount() == 3)
    return made


def areas(window: MainWindow, row: int) -> list[tuple[File, QRectF]]:
    return bubble(window, row)._files.areas()


def bubble(window: MainWindow, row: int) -> Bubble:
    window.timeline._place()
    found = window.timeline._placed[row].bubble
    assert isinstance(found, Bubble)
    return found


def middle_of(window: MainWindow, row: int, number: int) -> QPointF:
    shown = bubble(window, row)
    _, area = shown._files.areas()[number]
    return area.center() + shown._text + QPointF(0, window.timeline._placed[row].y)


def test_pictures_are_shown_and_nothing_moves_when_they_load(
    window: MainWindow, qtbot: QtBot
) -> None:
    assert window._session is not None
    pictures = window._session.pictures
    before = window.timeline.visible_rows()
    window.grab()
    qtbot.waitUntil(pictures.is_settled, timeout=20_000)
    assert window.timeline.visible_rows() == before
    assert isinstance(pictures.image(bubble(window, 0).row.portrait, 96), QImage)
    files = [[file.caption() for file, _ in areas(window, row)] for row in range(3)]
    names = [[each.partition(" · ")[0] for each in row] for row in files]
    assert names == [["the boat"], ["light", "tune"], ["a fin"]]
    [missing], states = files[2], [file.state() for file, _ in areas(window, 2)]
    assert "image/jpeg · 90 kB" in missing
    assert states == ["Not here · Add folder…"]
    on_paper = [file.state(offers=False) for row in (1, 2) for file, _ in areas(window, row)]
    assert on_paper == ["", "", "Not here"]
    shown = window.grab().toImage()
    photo = middle_of(window, 0, 0)
    pixel = window.timeline.viewport().mapTo(window, photo.toPoint() - QPoint(60, 0))
    assert shown.pixelColor(pixel * shown.devicePixelRatio()).red() > 150


def test_the_tooltip_of_a_file_describes_it(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(timeline_view, "show_tooltip", lambda _at, text, _on: shown.append(text))
    for row in (0, 2):
        place = middle_of(window, row, 0).toPoint()
        window.timeline.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, place, place))
    boat, fin = shown
    assert boat.startswith("the boat · image/jpeg · ")
    assert fin == "a fin · image/jpeg · 90 kB\nA click adds the folder that has this file"


def test_a_screen_reader_hears_where_a_picture_is(window: MainWindow) -> None:
    spoken = [window.model.row(row).spoken_text() for row in range(3)]
    assert "Look: (picture: the boat)" in spoken[0]
    assert spoken[0].count("the boat") == 1
    assert "tune (picture: light)" in spoken[1]


def test_a_click_opens_a_picture_with_the_others_of_its_conversation(
    window: MainWindow, qtbot: QtBot
) -> None:
    place = middle_of(window, 1, 0).toPoint()
    qtbot.mouseClick(window.timeline.viewport(), Qt.MouseButton.LeftButton, pos=place)
    [viewer] = window.findChildren(PictureViewer)
    assert viewer.file.link.name == "light"
    assert viewer.status.text().startswith("light · image/gif"), "that of the message at first"
    qtbot.waitUntil(lambda: viewer.status.text().startswith("2 of 2 · light"))
    viewer.step(1)
    assert viewer.status.text().startswith("1 of 2 · the boat")
    viewer.close()


def test_a_folder_that_the_user_adds_is_searched_now_and_later(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window._session is not None
    put_blob(tmp_path / "disk", b"gone")
    assert window._session.pictures.find(blob_id(b"gone")) is None
    monkeypatch.setattr(file_dialogs, "for_blobs", lambda _: tmp_path / "disk")
    window.menus.action("blob_folder").trigger()
    assert window._session.pictures.find(blob_id(b"gone")) is not None
    window.open_database(window._session.database)
    assert window._session.pictures.find(blob_id(b"gone")) is not None


def test_a_picture_that_is_not_here_offers_to_add_the_folder_that_has_it(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_blob(tmp_path / "disk", b"gone")
    asked: list[object] = []
    monkeypatch.setattr(file_dialogs, "for_blobs", asked.append)
    place, viewport = middle_of(window, 2, 0).toPoint(), window.timeline.viewport()
    qtbot.mouseMove(viewport, place)
    assert viewport.cursor().shape() is Qt.CursorShape.PointingHandCursor
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert len(asked) == 1
    assert window.activity._state.text() == "a fin · image/jpeg · 90 kB: This file isn't here"
    monkeypatch.setattr(file_dialogs, "for_blobs", lambda _: tmp_path / "disk")
    window.timeline.go_to(bubble(window, 2).row.key)
    window.menus.action("open_file").trigger()
    [(file, _)] = bubble(window, 2)._files.areas()
    assert file.found is not None, "the rows are laid out again"


def test_a_file_is_saved_where_the_user_says(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(
        file_dialogs, "where_to_save", lambda _, name: asked.append(name) or tmp_path / "saved.ogg"
    )
    place = middle_of(window, 1, 1).toPoint()
    qtbot.mouseClick(window.timeline.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil((tmp_path / "saved.ogg").exists, timeout=20_000)
    assert asked == ["tune"]
    assert (tmp_path / "saved.ogg").read_bytes() == b"OggS"


def test_files_of_a_message_have_a_menu_and_are_listed_for_the_keyboard(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, files = bubble(window, 1).row.key, bubble(window, 1)._files.areas()
    [light, tune] = [FileSubject(key, file.link.address) for file, _ in files]
    view, viewport = window.timeline, window.timeline.viewport()
    for number, subject in enumerate((light, tune)):
        at = viewport.mapTo(view, middle_of(window, 1, number).toPoint())
        assert view.subject_at(at) == subject
    act(window, "copy_link", tune)
    assert QGuiApplication.clipboard().text() == tune.address
    act(window, "open_file", light)
    [viewer] = window.findChildren(PictureViewer)
    assert viewer.file.caption().startswith("light")
    with qtbot.waitSignal(viewer.destroyed):
        viewer.close()
    view.go_to(key)
    monkeypatch.setattr(file_dialogs, "where_to_save", lambda *_: tmp_path / "saved.ogg")
    window.menus.action("open_file").trigger()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    song, _ = sorted(menu.actions(), key=lambda each: each.text().startswith("light"))
    song.trigger()
    menu.close()
    qtbot.waitUntil((tmp_path / "saved.ogg").exists, timeout=20_000)


def test_the_gallery_has_the_available_pictures_and_leads_to_their_messages(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.menus.action("panel_gallery").trigger()
    panel = window.workbench.panel()
    assert isinstance(panel, GalleryPanel)
    qtbot.waitUntil(lambda: panel.model.rowCount() == 2)
    assert panel.status.text() == "2 pictures"
    panel.list.clicked.emit(panel.model.index(1))
    assert window.timeline.current_key() == panel.model.shown[1].key
    place = panel.list.visualRect(panel.model.index(1)).center()
    at = panel.list.viewport().mapTo(panel, place)
    assert panel.subject_at(at) == MessageSubject(panel.model.shown[1].key)
    panel.list.activated.emit(panel.model.index(1))
    [viewer] = window.findChildren(PictureViewer)
    assert viewer.status.text().startswith("2 of 2 · light")
    viewer.close()


def offered(window: MainWindow, subject: FileSubject) -> list[str]:
    menu = window.context_menus.menu_for(subject)
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    menu.close()
    return texts


def test_the_menu_of_a_file_offers_what_can_be_done_with_it(window: MainWindow) -> None:
    [(light, _), (tune, _)] = bubble(window, 1)._files.areas()
    [(gone, _)] = bubble(window, 2)._files.areas()
    key = bubble(window, 1).row.key
    last = "Copy id of this file"
    picture = FileSubject(key, light.link.address)
    assert offered(window, picture) == ["Open", "Copy picture", "Save…", last]
    assert offered(window, FileSubject(key, tune.link.address)) == ["Save…", last]
    missing = FileSubject(bubble(window, 2).row.key, gone.link.address)
    assert offered(window, missing) == ["Add a folder with pictures…", last]
    shown = FileSubject(key, light.link.address, is_open=True)
    assert offered(window, shown) == ["Copy picture", "Save…", last, "Go to this message"]


def test_a_picture_is_copied_and_saved_by_its_menu_and_by_commands(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard, said = QGuiApplication.clipboard(), window.activity._state
    [(light, _), _] = bubble(window, 1)._files.areas()
    key = bubble(window, 1).row.key
    subject = FileSubject(key, light.link.address)
    for name, copy in (
        ("by menu", lambda: act(window, "copy_picture", subject)),
        ("by command", window.menus.action("copy_picture").trigger),
    ):
        clipboard.setText(name)
        window.timeline.go_to(key)
        copy()
        qtbot.waitUntil(lambda: clipboard.image().width() == 40, timeout=20_000)
        assert said.text() == "Picture copied"
    asked: list[str] = []
    monkeypatch.setattr(
        file_dialogs, "where_to_save", lambda _, name: asked.append(name) or tmp_path / "a.gif"
    )
    act(window, "save_file", subject)
    qtbot.waitUntil((tmp_path / "a.gif").exists, timeout=20_000)
    assert asked == ["light.gif"]
    window.timeline.go_to(bubble(window, 0).row.key)
    window.menus.action("save_file").trigger()
    assert asked == ["light.gif", "the boat.jpg"]
    window.timeline.go_to(bubble(window, 2).row.key)
    window.menus.action("copy_picture").trigger()
    assert said.text() == "This message has no files."
