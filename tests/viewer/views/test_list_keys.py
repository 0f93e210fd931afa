"""Letters typed in a list: Qt's search by them would load every row."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSize, QStringListModel, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)
from pytestqt.qtbot import QtBot

from tanglescope.viewer.dialogs.quarantine import QuarantineDialog
from tanglescope.viewer.models import Index
from tanglescope.viewer.panels.table import PANELS
from tanglescope.viewer.views.list_keys import LongList, LongTable
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open


class Rows(QStringListModel):
    """A model of many rows that notes which are asked for."""

    def __init__(self) -> None:
        super().__init__(["row"] * 10_000)
        self.asked: set[int] = set()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        self.asked.add(index.row())
        return super().data(index, role)


@pytest.mark.parametrize("is_table", [False, True])
def test_a_letter_asks_for_no_rows(is_table: bool, qtbot: QtBot) -> None:
    model = Rows()
    view = LongTable("Rows", model) if is_table else LongList("Rows")
    qtbot.addWidget(view)
    view.setModel(model)
    qtbot.keyClicks(view, "z-")
    assert len(model.asked) < 100, "only those on the screen"


def test_every_list_of_a_window_may_be_long(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    for panel in PANELS:
        window.workbench.open_panel(panel.name)
    session = window._require_session()
    QuarantineDialog(session.library, window)
    views = [
        each
        for each in window.findChildren(QAbstractItemView)
        if type(each.model()).__module__.startswith("tanglescope.viewer")
        and not isinstance(each, QHeaderView)
    ]
    assert len(views) > 5
    assert [each for each in views if not isinstance(each, LongList | LongTable)] == []


class Delegate(QStyledItemDelegate):
    """Notes how many rows are measured."""

    measured = 0

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 - Qt's name
        self.measured += 1
        return QSize(10, option.fontMetrics.height())


def test_the_rows_of_a_hidden_list_are_measured_when_it_is_shown(qtbot: QtBot) -> None:
    view, delegate = LongList(), Delegate()
    qtbot.addWidget(view)
    view.setItemDelegate(delegate)
    view.setModel(QStringListModel(["row"] * 100))
    view.show()
    view.executeDelayedItemsLayout()
    high = view.visualRect(view.model().index(99, 0)).bottom()
    view.hide()
    delegate.measured = 0
    font = view.font()
    font.setPointSizeF(2 * font.pointSizeF())
    view.setFont(font)
    QApplication.sendEvent(view, QEvent(QEvent.Type.StyleChange))
    QApplication.processEvents()
    assert delegate.measured == 0
    view.show()
    view.executeDelayedItemsLayout()
    assert view.visualRect(view.model().index(99, 0)).bottom() > 1.5 * high
