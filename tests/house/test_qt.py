import re
import sys

import pytest
from PySide6.QtCore import QStringListModel
from pytestqt.qtbot import QtBot

from tests.house.repository import name, tracked


def test_calling_qt_costs_no_reference_to_none(qtbot: QtBot) -> None:
    # PySide6 6.12.0 on Python 3.11 loses a reference to None in every void call; after some seconds
    # of use the process aborts. Where None is immortal (Python 3.12) its count doesn't change.
    model = QStringListModel()
    before = sys.getrefcount(None)
    for _ in range(200):
        model.beginResetModel()
        model.endResetModel()
    assert before - sys.getrefcount(None) < 100


def test_every_label_says_whether_its_text_is_html() -> None:
    """A bare `QLabel` renders a text as HTML if it looks like HTML."""
    files = (file for file in tracked("viewer/**/*.py") if "QLabel" in file.read_text())
    assert list(map(name, files)) == ["viewer/views/label.py"]


def test_texts_are_painted_in_their_own_direction() -> None:
    """In a mirrored window a bare `QPainter` puts "3 before" as "before 3"."""
    plain = re.compile(r"\bQPainter\((?!self\) as painter:\n +push_button)")
    texts = {file: file.read_text() for file in tracked("viewer/**/*.py")}
    painting = [name(file) for file, text in texts.items() if "painter.drawText(" in text]
    bare = {name(file) for file, text in texts.items() if plain.search(text)}
    assert "viewer/views/charts.py" in painting
    assert not bare & set(painting)


@pytest.mark.parametrize(
    ("calls", "place"),
    [
        (r"QToolTip|\.set(Tab)?ToolTip\((?!\"Tanglescope\")", "viewer/tooltips.py"),
        (r"QMessageBox|QErrorMessage|QInputDialog|QProgressDialog", "viewer/dialogs/boxes.py"),
        (r"QWhatsThis|\.setWhatsThis|WhatsThisRole|QStaticText|QSplashScreen", None),
    ],
)
def test_what_qt_takes_for_html_is_made_in_one_place(calls: str, place: str | None) -> None:
    found = [name(file) for file in tracked("viewer/*.py") if re.search(calls, file.read_text())]
    assert found == ([place] if place else [])


def test_models_answer_with_tooltips_that_are_no_html() -> None:
    """Code that asks a model for a tooltip has to pass the result to `tooltip`."""
    asked = re.compile(r"ToolTipRole:\n((?: +.*\n){1,3})")
    texts = [file.read_text() for file in tracked("viewer/*.py")]
    answers = [answer for text in texts for answer in asked.findall(text)]
    assert len(answers) == sum(text.count("ToolTipRole") for text in texts) > 0
    assert all("return tooltip(" in answer for answer in answers)


def test_the_style_sheet_styles_objects_that_have_these_names() -> None:
    [sheet] = tracked("resources/themes/*.qss")
    selectors = re.sub(r"/\*.*?\*/|\{.*?\}", " ", sheet.read_text(), flags=re.DOTALL)
    named = set(re.findall(r"#(\w+)", selectors))
    code = "".join(file.read_text() for file in tracked("viewer/*.py"))
    given_by_qt = {"qt_menubar_ext_button", "qt_toolbar_ext_button"}
    assert len(named) > 40
    assert {each for each in named - given_by_qt if f'"{each}"' not in code} == set()
