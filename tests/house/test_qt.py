import sys

from PySide6.QtCore import QStringListModel
from pytestqt.qtbot import QtBot

from tests.house.repository import name, tracked


def test_calling_qt_costs_no_reference_to_none(qtbot: QtBot) -> None:
    # PySide6 6.12.0 on Python 3.11 loses one in every void call; some seconds of use abort the
    # process. Where None is immortal (Python 3.12) its count doesn't move at all.
    model = QStringListModel()
    before = sys.getrefcount(None)
    for _ in range(200):
        model.beginResetModel()
        model.endResetModel()
    assert before - sys.getrefcount(None) < 100


def test_every_label_says_whether_its_text_is_html() -> None:
    """A bare `QLabel` shows HTML as soon as a text looks like it."""
    files = (file for file in tracked("viewer/**/*.py") if "QLabel" in file.read_text())
    assert list(map(name, files)) == ["viewer/views/label.py"]
