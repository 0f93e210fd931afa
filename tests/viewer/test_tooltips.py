import pytest
from PySide6.QtGui import Qt, QTextDocument

from tests.viewer.views.test_label import HOSTILE
from viewer.tooltips import tooltip


@pytest.mark.usefixtures("application")
def test_a_tooltip_shows_a_text_as_it_is() -> None:
    for text in (HOSTILE, f"{HOSTILE}\n{HOSTILE}", "&lt;b>", "word " * 60):
        assert Qt.mightBeRichText(tooltip(text))
        document = QTextDocument()
        document.setHtml(tooltip(text))
        assert document.toPlainText().split() == text.split()


def test_a_text_that_cannot_be_taken_for_html_stays_as_it_is() -> None:
    for text in ("", "Next", "a > b\n\nc"):
        assert tooltip(text) == text
