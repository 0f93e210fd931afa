import pytest
from PySide6.QtGui import QTextDocument

from tests.viewer.views.test_label import HOSTILE
from viewer.tooltips import tooltip


@pytest.mark.usefixtures("application")
def test_a_tooltip_shows_a_text_as_it_is() -> None:
    document = QTextDocument()
    document.setHtml(tooltip(HOSTILE))
    assert document.toPlainText() == HOSTILE
    assert tooltip("") == ""
