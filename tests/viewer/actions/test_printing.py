"""The open conversation as a PDF and as a picture."""

import re
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.viewer import theme
from tanglescope.viewer.actions.printing import Paper, paint_foot
from tanglescope.viewer.views.typography import TextPainter
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    return window


@pytest.mark.parametrize("height", [60, 500, 100_000])
def test_every_row_is_on_a_sheet_and_none_is_divided_needlessly(
    window: MainWindow, height: int
) -> None:
    paper = Paper(window.model, theme.load("light"), window.timeline.font(), 600)
    sheets = list(paper.sheets(height))
    assert sheets[-1].end == 41
    assert [each.end for each in sheets] == sorted(each.end for each in sheets)
    shown = [placed.bubble.row.key for sheet in sheets for placed in sheet.rows]
    assert list(dict.fromkeys(shown)) == window.model.keys(0, 41)
    for sheet in sheets:
        fits = [each for each in sheet.rows if each.bubble.height <= height]
        assert all(0 <= each.y <= height - each.bubble.height for each in fits)


def test_a_pdf_has_pages(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    file = tmp_path / "talk.pdf"
    window.printing.write_pdf(file)
    qtbot.waitUntil(lambda: window.activity._state.text() == f"Exported to {file}.")
    written = file.read_bytes()
    assert written.startswith(b"%PDF-")
    assert written.count(b"/Type /Page\n") > 1
    assert window.activity.folder.isVisible()


def test_every_letter_on_a_page_has_the_size_it_was_laid_out_for(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "talk.pdf"
    window.printing.write_pdf(file)
    qtbot.waitUntil(lambda: window.activity._state.text() == f"Exported to {file}.")
    sizes = _sizes_of_letters(file)
    # The texts, and the smaller ones of times, days and quotes.
    assert len(sizes) > 1
    assert max(sizes) <= 1.5 * min(sizes)


def _sizes_of_letters(file: Path) -> set[float]:
    """The heights of all fonts in a PDF, each as large as the drawing makes it."""
    sizes = set()
    streams = rb"FlateDecode\n>>\nstream\n(.*?)\nendstream"
    for packed in re.findall(streams, file.read_bytes(), re.DOTALL):
        scales = [1.0]
        for command in zlib.decompress(packed).split(b"\n"):
            match command.split():
                case [*_, b"cm"] as matrix:
                    scales[-1] *= float(matrix[0])
                case [*saved] if saved and set(saved) <= {b"q", b"Q"}:
                    for each in saved:
                        scales.append(scales[-1]) if each == b"q" else scales.pop()
                case [_, size, b"Tf", *_]:
                    sizes.add(float(size) * scales[-1])
    return sizes


def test_a_long_title_leaves_room_for_the_number_of_the_page(application: QApplication) -> None:
    ends = []
    for title in ("Boats", "Boats " * 40):
        foot = QImage(600, 30, QImage.Format.Format_RGB32)
        foot.fill(Qt.GlobalColor.white)
        with TextPainter(foot) as painter:
            paint_foot(painter, QRectF(0, 0, 600, 30), title, 42)
            number = painter.fontMetrics().horizontalAdvance("42")
        ends.append(foot.copy(600 - number - 4, 0, number + 4, 30))
    assert ends[0] == ends[1]
    blank = QImage(ends[0].size(), QImage.Format.Format_RGB32)
    blank.fill(Qt.GlobalColor.white)
    assert ends[0] != blank


def test_the_window_answers_between_two_pages(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    file, said = tmp_path / "talk.pdf", list[str]()
    window.printing.write_pdf(file)
    assert window.activity._state.text().startswith("Drawing: ")
    window.menus.action("pdf").trigger()
    said.append(window.activity._state.text())
    qtbot.waitUntil(lambda: window.activity._state.text() == f"Exported to {file}.")
    assert said == ["Pages are being drawn already."]


def test_pages_of_a_conversation_that_changes_are_not_kept(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "talk.pdf"
    window.printing.write_pdf(file)
    window.open_thread(talk.bread.key)
    qtbot.waitUntil(lambda: "the conversation has changed" in window.activity._state.text())
    assert not file.exists()
    wait_until_open(qtbot, window, talk.bread.key)
    window.printing.write_pdf(file)
    qtbot.waitUntil(lambda: window.activity._state.text() == f"Exported to {file}.")


def test_a_picture_shows_the_whole_timeline(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "talk.png"
    window.printing.write_picture(file)
    qtbot.waitUntil(lambda: window.activity._state.text() == f"Exported to {file}.")
    paper = Paper(window.model, theme.load("light"), window.timeline.font(), 900)
    (sheet,) = paper.sheets(16_000)
    image = QImage(str(file))
    assert image.width() == 900 * (image.height() // sheet.height)
    across, down = range(0, image.width(), 7), range(0, image.height(), 7)
    assert len({image.pixel(x, y) for x in across for y in down}) > 5


def test_a_file_that_cannot_be_written_is_reported(window: MainWindow, tmp_path: Path) -> None:
    window.printing.write_pdf(tmp_path / "nowhere" / "talk.pdf")
    assert "talk.pdf" in window.activity._state.text()
    assert window.activity.folder.isHidden()
