from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views.popups import Menu
from tests.viewer.windows import Open


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
