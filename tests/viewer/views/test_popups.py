from typing import cast

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.popups import Menu, PeopleMenu
from tests.viewer.windows import Open


class LoadedPictures(QObject):
    """Pictures of which none is loaded, or all are the same."""

    arrived = Signal(str)
    image_of_all: QImage | None = None

    def find(self, _blob: str) -> bool:
        return True

    def image(self, _blob: str, _side: int) -> QImage | None:
        return self.image_of_all


def test_a_menu_has_a_name_and_round_corners(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    menu = Menu("&Sort by", parent)
    inner = menu.submenu("Other &orders")
    inner.addAction("One")
    assert (menu.accessibleName(), inner.accessibleName()) == ("Sort by", "Other orders")
    for each in (menu, inner):
        each.popup(QPoint(5, 5))
        assert not each.mask().contains(QPoint(0, 0))
        assert each.mask().contains(each.rect().center())
        each.close()


def test_all_menus_of_the_window_have_round_corners(open_window: Open) -> None:
    window = open_window()
    square = [
        menu.title()
        for menu in window.findChildren(QMenu)
        if not isinstance(menu, Menu) and menu.parent() is not window.menuBar()
    ]
    assert square == []


def test_a_menu_of_people_shows_their_faces_as_they_arrive(qtbot: QtBot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    pictures = LoadedPictures()
    menu = PeopleMenu("Liked by", parent, cast(Pictures, pictures), load("light"))
    called: list[str] = []
    menu.add_person(("@ann", "&face"), "Ann & Bob", lambda: called.append("@ann"))
    (action,) = menu.actions()
    assert action.text() == "Ann && Bob"
    size = action.icon().availableSizes()[0]
    drawn = action.icon().pixmap(size).toImage()
    pictures.image_of_all = QImage(64, 64, QImage.Format.Format_RGB32)
    pictures.image_of_all.fill(QColor("lime"))
    pictures.arrived.emit("&face")
    middle = QPoint(size.width() // 2, size.height() // 2)
    assert drawn.pixelColor(middle) != QColor("lime")
    assert action.icon().pixmap(size).toImage().pixelColor(middle) == QColor("lime")
    action.trigger()
    assert called == ["@ann"]
