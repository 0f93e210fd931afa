"""Letters typed in a list: Qt's search by them would load every row."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView
from pytestqt.qtbot import QtBot

from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open
from viewer.dialogs.quarantine import QuarantineDialog
from viewer.panels.table import PANELS
from viewer.views.list_keys import LongList, LongTable

_Index = QModelIndex | QPersistentModelIndex


class Rows(QStringListModel):
    """A model of many rows that notes which are asked for."""

    def __init__(self) -> None:
        super().__init__(["row"] * 10_000)
        self.asked: set[int] = set()

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        self.asked.add(index.row())
        return super().data(index, role)


@pytest.mark.parametrize("kind", [LongList, LongTable])
def test_a_letter_asks_for_no_rows(kind: type[LongList | LongTable], qtbot: QtBot) -> None:
    view, model = kind(), Rows()
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
        if type(each.model()).__module__.startswith("viewer") and not isinstance(each, QHeaderView)
    ]
    assert len(views) > 5
    assert [each for each in views if not isinstance(each, LongList | LongTable)] == []
