"""Links on pages of facts."""

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QApplication, QFrame

from tanglescope.viewer.subjects import AuthorSubject, MessageSubject
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.facts import FactPage, link
from tests.viewer.windows import destroy

ID = "A" * 43 + "="
METAFEED = f"ssb:feed/bendybutt-v1/{ID}"


@pytest.mark.parametrize(
    "key",
    [
        f"%{ID}.sha256",
        f"@{ID}.ed25519",
        METAFEED,
        f"ssb:message/bendybutt-v1/{ID}",
        "//node/1",
        "a:b?c=d&e+f#g%25 h",
        "5a" * 32,
    ],
)
def test_a_link_leads_to_its_key_however_it_is_spelled(key: str, application: QApplication) -> None:
    window = QFrame()
    page = FactPage("Facts", window)
    page.setHtml(link(key, "there", load("light")))
    cursor = page.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    page.setTextCursor(cursor)
    clicked: list[str] = []
    page.key_clicked.connect(clicked.append)
    page.anchorClicked.emit(QUrl(cursor.charFormat().anchorHref()))
    assert clicked == [key]
    is_author = key.startswith("@") or key == METAFEED
    assert page.subject_at(None) == (AuthorSubject(key) if is_author else MessageSubject(key))
    destroy(window)
