import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, Qt, QTextDocument
from PySide6.QtWidgets import QApplication, QTabBar, QToolTip, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.theme import NAMES, load, put_on
from tanglescope.viewer.tooltips import (
    set_column_tooltip,
    set_tab_tooltip,
    set_tooltip,
    show_tooltip,
    tooltip,
)
from tests.viewer.views.test_label import HOSTILE


@pytest.mark.usefixtures("application")
def test_a_tooltip_shows_plain_text() -> None:
    for text in (HOSTILE, f"{HOSTILE}\n{HOSTILE}", "&lt;b>", "word " * 60):
        assert Qt.mightBeRichText(tooltip(text))
        document = QTextDocument()
        document.setHtml(tooltip(text))
        assert document.toPlainText().split() == text.split()


def test_a_text_without_markup_is_not_changed() -> None:
    for text in ("", "Next", "a > b\n\nc"):
        assert tooltip(text) == text


def test_every_kind_of_tooltip_shows_plain_text(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    widget, action, item, bar = QWidget(), QAction(), QTreeWidgetItem(), QTabBar()
    for each in (widget, bar):
        qtbot.addWidget(each)
    bar.addTab("one")
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: shown.append(text))
    set_tooltip(widget, HOSTILE)
    set_tooltip(action, HOSTILE)
    set_tab_tooltip(bar, 0, HOSTILE)
    set_column_tooltip(item, 0, HOSTILE)
    show_tooltip(QPoint(), HOSTILE, widget)
    tooltips = [widget.toolTip(), action.toolTip(), bar.tabToolTip(0), item.toolTip(0), *shown]
    assert tooltips == [tooltip(HOSTILE)] * 5


@pytest.mark.parametrize("name", NAMES)
def test_a_tooltip_has_round_corners_in_every_theme(qtbot: QtBot, name: str) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.show()
    put_on(load(name))
    for text in ("Next", "word " * 60):
        show_tooltip(QPoint(5, 5), text, widget)
        tips = [each for each in QApplication.topLevelWidgets() if each.inherits("QTipLabel")]
        [tip] = [each for each in tips if each.isVisible()]
        assert not tip.mask().contains(QPoint(0, 0))
        assert tip.mask().contains(tip.rect().center())
        assert tip.mask().contains(QPoint(tip.width() - 1, tip.height() // 2)), "it has this size"
    QToolTip.hideText()
