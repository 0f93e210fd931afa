"""Rows on sheets of paper: a row that is divided stays within the margins of each."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tanglescope.engine.blobs.folders import FoundBlob
from tanglescope.engine.blobs.formats import PictureShape
from tanglescope.engine.blobs.links import BlobLink
from tanglescope.viewer.actions.printing import Sheet, paint_sheet
from tanglescope.viewer.models.row import Row
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.timeline import attachments
from tanglescope.viewer.views.timeline.attachments import File
from tanglescope.viewer.views.timeline.bubble import Bubble
from tanglescope.viewer.views.timeline.context import Context
from tanglescope.viewer.views.timeline.placing import PlacedBubble
from tanglescope.viewer.views.typography import BubbleLook
from tests.engine.blobs.pictures import blob_id
from tests.viewer.fake_library import message

BOAT = blob_id(b"boat")
SHEET = QRectF(0, 60, 700, 120)


class Loaded:
    """Pictures that have all been decoded."""

    def image(self, _blob: str, side: int) -> QImage:
        image = QImage(side, side, QImage.Format.Format_RGB32)
        image.fill(QColor("red"))
        return image


@pytest.mark.parametrize("text", ["word " * 600, f"![boat]({BOAT})\n\nword"])
def test_a_divided_row_is_painted_only_within_its_sheet(
    application: QApplication, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    shape = FoundBlob(Path("boat"), 900, PictureShape("png", 300, 300))
    files = [File(BlobLink(BOAT, "boat", is_picture=True), shape)] if BOAT in text else []
    monkeypatch.setattr(attachments, "files_of", lambda *_: files)
    look = BubbleLook(load("light"), QFont("DejaVu Sans", 10), 700, pictures=Loaded())  # type: ignore[arg-type]
    said = message("%a", {"type": "post", "text": text})
    bubble = Bubble(Row("%a", said, "Ann", text), Context(None, True, ()), look)
    page = QImage(700, 240, QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    with QPainter(page) as painter:
        paint_sheet(painter, Sheet((PlacedBubble(0, -100, bubble),), 120, 1), SHEET)
    assert [y for y in range(240) if y not in range(60, 180) and marked(page, y)] == []
    assert any(marked(page, y) for y in range(60, 180))


def marked(page: QImage, y: int) -> bool:
    return any(page.pixelColor(x, y) != QColor("white") for x in range(0, 700, 2))
