"""The gallery without a window: which pictures it shows, how, and where they lead."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.library import Library
from tanglescope.viewer.blobs import viewer
from tanglescope.viewer.panels.gallery import GalleryPanel
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.theme import load
from tests.engine.authors import Author, post
from tests.engine.blobs.pictures import blob_id, picture, put_blob
from tests.engine.store.libraries import write
from tests.viewer.painted import picture_of
from tests.viewer.panels.pictures import AnsweringSession


class Pictures(QObject):
    """Pictures whose pixels arrive when a test says so."""

    arrived = Signal(str)
    folders_changed = Signal()

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folders = BlobFolders([folder])
        self.loaded: QImage | str | None = None

    def image(self, _blob: str, _side: int) -> QImage | str | None:
        return self.loaded


class Album:
    """A conversation with two pictures of the first message and one of the second."""

    def __init__(self, blobs: Path) -> None:
        ann = Author("ann")
        one, two, three = (put_blob(blobs, picture("png", side, side)) for side in (20, 30, 40))
        gone = blob_id(b"gone")
        self.root = ann.say(post(f"![boat]({one}) ![pier]({two}) ![gone]({gone})"))
        self.reply = ann.say(post(f"![light]({three}) ![boat again]({one})", self.root, self.root))
        self.said = [self.root, self.reply]


@pytest.fixture
def album(tmp_path: Path) -> Album:
    return Album(tmp_path / "blobs")


@pytest.fixture
def pictures(album: Album, tmp_path: Path) -> Pictures:
    assert album
    return Pictures(tmp_path / "blobs")


@pytest.fixture
def panel(album: Album, pictures: Pictures, tmp_path: Path, qtbot: QtBot) -> Iterator[GalleryPanel]:
    panel = GalleryPanel(load("light"))
    qtbot.addWidget(panel)
    panel.resize(300, 320)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", album.said))
        session: Any = AnsweringSession(library)
        session.pictures = pictures
        panel.show_place(session, album.root.key, None)
        panel.grab()  # forces a layout
        yield panel


def captions(panel: GalleryPanel) -> list[str]:
    model, role = panel.model, Qt.ItemDataRole.AccessibleTextRole
    return [model.data(model.index(row), role) for row in range(model.rowCount())]


def areas(panel: GalleryPanel) -> list[tuple[int, int, int, int]]:
    places = (panel.list.visualRect(panel.model.index(row)) for row in range(3))
    return [(each.x(), each.y(), each.width(), each.height()) for each in places]


def pixel(panel: GalleryPanel, row: int, across: float, down: float) -> QColor:
    """A pixel of a picture, at a share of its width and height."""
    area = panel.list.visualRect(panel.model.index(row))
    at = area.topLeft() + QPoint(round(across * area.width()), round(down * area.height()))
    return picture_of(panel.list.viewport()).pixelColor(at)


def striped(width: int, height: int) -> QImage:
    """A green square in the middle of a red picture."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    side = min(width, height)
    left, top = (width - side) // 2, (height - side) // 2
    for x in range(left, left + side):
        for y in range(top, top + side):
            image.setPixelColor(x, y, QColor("lime"))
    return image


def test_available_pictures_are_shown_in_the_order_of_the_conversation(
    panel: GalleryPanel, album: Album
) -> None:
    assert [each.partition(" · ")[0] for each in captions(panel)] == ["boat", "pier", "light"]
    keys = [each.key for each in panel.model.shown]
    assert keys == [album.root.key, album.root.key, album.reply.key]
    assert panel.status.text() == "3 pictures"
    assert panel.model.data(panel.model.index(0)) is None, "the picture says it"
    assert panel.model.data(QModelIndex(), Qt.ItemDataRole.AccessibleTextRole) is None
    assert panel.model.rowCount(panel.model.index(0)) == 0


def test_as_many_pictures_as_fit_are_side_by_side_in_any_width(panel: GalleryPanel) -> None:
    side = panel.list.visualRect(panel.model.index(0)).width()
    for width, places in ((500, [0, 1, 2]), (330, [0, 1, 0]), (190, [0, 0, 0])):
        panel.resize(width, 600)
        panel.grab()  # forces a layout
        found = areas(panel)
        assert [x // side for x, *_ in found] == places
        assert {(w, h) for *_, w, h in found} == {(side, side)}
        assert panel.status.geometry().top() > panel.list.geometry().bottom()
    assert panel.list.movement() is QListView.Movement.Static, "pictures can't be dragged"


def test_the_middle_of_a_picture_fills_its_square(panel: GalleryPanel, pictures: Pictures) -> None:
    for size in ((60, 20), (20, 60), (20, 20)):
        pictures.loaded = striped(*size)
        corners = [pixel(panel, 0, x, y) for x in (0.1, 0.9) for y in (0.1, 0.9)]
        assert corners == [QColor("lime")] * 4
    assert pixel(panel, 0, 0, 0.5) != QColor("lime"), "pictures don't touch"


def test_a_picture_is_painted_when_its_pixels_arrive(
    panel: GalleryPanel, pictures: Pictures, qtbot: QtBot
) -> None:
    assert pixel(panel, 0, 0.1, 0.1) == panel.theme.color("code")
    painted: list[str] = []
    panel._delegate.pictures = cast(Any, Painted(pictures, painted))
    panel.show()
    qtbot.waitUntil(lambda: len(painted) > 2)
    QApplication.processEvents()
    painted.clear()
    pictures.arrived.emit("&boat")
    qtbot.waitUntil(lambda: bool(painted))


class Painted:
    """Pictures that note what is painted."""

    def __init__(self, pictures: Pictures, painted: list[str]) -> None:
        self._pictures, self._painted = pictures, painted

    def image(self, blob: str, side: int) -> QImage | str | None:
        self._painted.append(blob)
        return self._pictures.image(blob, side)


def test_other_folders_have_other_pictures(
    panel: GalleryPanel, pictures: Pictures, tmp_path: Path
) -> None:
    put_blob(tmp_path / "disk", b"no picture")
    put_blob(tmp_path / "disk", picture("png", 30, 30))
    resets: list[bool] = []
    panel.model.modelReset.connect(lambda: resets.append(True))
    panel.refresh()
    assert resets == [], "the same pictures stay where they are"
    pictures.folders = BlobFolders([tmp_path / "disk"])
    pictures.folders_changed.emit()
    assert [each.partition(" · ")[0] for each in captions(panel)] == ["pier"]
    assert panel.status.text() == "1 picture"
    pictures.folders = BlobFolders([])
    pictures.folders_changed.emit()
    assert panel.status.text() == "There is no picture of this conversation here."
    assert panel.status.wordWrap()
    assert panel.list.isHidden()


def test_without_a_conversation_there_is_no_picture(panel: GalleryPanel, album: Album) -> None:
    session = panel.session
    assert session
    for nothing in (
        lambda: panel.show_place(session, "", None),
        lambda: panel.show_place(None, album.root.key, None),
        panel.end,
    ):
        panel.show_place(session, album.root.key, None)
        assert panel.model.rowCount() == 3
        nothing()
        assert panel.model.rowCount() == 0
        assert panel.list.isHidden()


def test_long_conversations_show_their_first_pictures(
    panel: GalleryPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer, "_MOST", 2)
    panel.refresh()
    assert [each.partition(" · ")[0] for each in captions(panel)] == ["boat", "pier"]


def test_a_click_leads_to_the_message_and_so_does_its_menu(
    panel: GalleryPanel, album: Album, qtbot: QtBot
) -> None:
    clicked: list[str] = []
    panel.key_clicked.connect(clicked.append)
    assert panel.subject_at(None) is None
    middle = panel.list.visualRect(panel.model.index(2)).center()
    qtbot.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert clicked == [album.reply.key]
    assert panel.subject_at(None) == MessageSubject(album.reply.key)
    first = panel.list.visualRect(panel.model.index(0)).center()
    at = panel.list.viewport().mapTo(panel, first)
    assert panel.subject_at(at) == MessageSubject(album.root.key)
    assert panel.subject_at(QPoint(1, 1)) is None


def test_the_chosen_picture_has_a_frame_in_the_color_of_the_theme(
    panel: GalleryPanel, pictures: Pictures
) -> None:
    pictures.loaded = striped(20, 20)
    for name in ("dark", "light"):
        panel.set_theme(load(name))
        panel.list.setCurrentIndex(panel.model.index(1))
        area = panel.list.visualRect(panel.model.index(1))
        edge = 4 / area.width()
        assert pixel(panel, 1, edge, 0.5) == load(name).color("accent")
        assert pixel(panel, 0, edge, 0.5) == QColor("lime")
