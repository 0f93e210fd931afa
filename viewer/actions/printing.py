"""The open conversation on paper, as a PDF, and as one long picture: its rows, sheet by sheet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QMarginsF, QObject, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFont,
    QImage,
    QImageWriter,
    QPageLayout,
    QPageSize,
    QPainter,
    QPdfWriter,
)
from PySide6.QtWidgets import QDialog

from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.files import unwritable
from tanglescope.viewer import theme as themes
from tanglescope.viewer.actions.exporting import export_sentence
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.confirm import ask_if_private
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.timeline.context import RowMarks
from tanglescope.viewer.views.timeline.placing import PlacedBubble, Placer
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.views.typography import TextPainter, small

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of one sheet, and the row after its last one.

    A row that is higher than a sheet begins above the later ones.
    """

    rows: tuple[PlacedBubble, ...]
    height: int
    end: int


class Paper:
    """Lays out the rows of a model for a width, sheet by sheet."""

    def __init__(self, model: TimelineModel, theme: Theme, font: QFont, width: int) -> None:
        self._model = model
        self._placer = Placer(theme, offers=False)
        self._placer.prepare(model, QSize(width, 0), 1.0, font)

    def sheets(self, height: int) -> Iterator[Sheet]:
        """All rows on sheets of a height; no row is divided unless it is higher than a sheet."""
        rows: list[PlacedBubble] = []
        y, row = 0, 0
        while row < self._model.rowCount():
            each = self._placer.place(row, y)
            if rows and each.bottom > height:
                yield Sheet(tuple(rows), y, row)
                rows, each = [], replace(each, y=0)
            while each.bottom > height:  # it goes on, on the next sheet
                yield Sheet((each,), height, row)
                each = replace(each, y=each.y - height)
            rows.append(each)
            y, row = each.bottom, each.end
        if rows:
            yield Sheet(tuple(rows), y, row)


def paint_sheet(painter: QPainter, sheet: Sheet, area: QRectF) -> None:
    """Draw a sheet into an area of its size."""
    painter.save()
    painter.setClipRect(area)
    painter.translate(area.topLeft())
    for each in sheet.rows:
        each.bubble.paint(painter, each.y, RowMarks())
    painter.restore()


def paint_foot(painter: QPainter, area: QRectF, title: str, number: int) -> None:
    """Draw the foot of a page: its number, and the title as far as there is room."""
    painter.setPen(QColor("#5c6672"))
    metrics = painter.fontMetrics()
    room = round(area.width()) - metrics.horizontalAdvance(f"   {number}")
    shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft, shown)
    painter.drawText(area, Qt.AlignmentFlag.AlignRight, str(number))


def request_pictures(sheet: Sheet) -> None:
    """Draw a sheet where it isn't seen, so that its pictures are loaded."""
    nowhere = QImage(1, 1, QImage.Format.Format_RGB32)
    with TextPainter(nowhere) as painter:
        paint_sheet(painter, sheet, QRectF(0, 0, 1, 1))


_MARGIN = 15.0  # millimetres
_FOOT = 28
_WIDTH = 900
_HIGHEST = 16_000  # pixels of a picture
_SHARP = 4_000
"""The height up to which a picture has two pixels for one."""


class Printing(QObject):
    """Draws sheets one by one, each as soon as its pictures are loaded.

    Between two sheets the window answers, so that a long conversation may take minutes.
    """

    def __init__(
        self,
        page: Callable[[], ReadingPage],
        session: Callable[[], Session | None],
        report: Callable[[str], None],
        written: Callable[[str, Path], None],
    ) -> None:
        """Create it; `page` is the one that is being read."""
        super().__init__(page())
        self._session = session
        self._page_here, self._page = page, page()
        self._report, self._say_written = report, written
        self._sheets: Iterator[Sheet] = iter(())
        self._sheet: Sheet | None = None
        """The sheet that waits for its pictures."""
        self._drawn: tuple[str, int] | None = None
        """The conversation that is being drawn, and the state of its rows."""
        self._draw: Callable[[Sheet], None] = lambda _: None
        self._end: Callable[[bool], None] = lambda _: None

    def ask_for_printer(self) -> None:
        """Ask for a printer, and print the conversation."""
        self._unless_private(self._print)

    def ask_for_pdf(self) -> None:
        """Ask for a file, and write the conversation to it as a PDF."""
        self._ask_for_file(tr("Export as PDF"), "pdf", tr("PDF (*.pdf)"), self.write_pdf)

    def ask_for_picture(self) -> None:
        """Ask for a file, and write a picture of the timeline to it."""
        title, kind = tr("Picture of the timeline"), tr("Pictures (*.png)")
        self._ask_for_file(title, "png", kind, self.write_picture)

    def _ask_for_file(
        self, title: str, ending: str, kind: str, write: Callable[[Path], None]
    ) -> None:
        def ask() -> None:
            usual = f"{file_dialogs.plain_file_name(self._page.heading.title)}.{ending}"
            if file := file_dialogs.where_to_write(self._page.window(), title, usual, kind):
                write(file)

        self._unless_private(ask)

    def _unless_private(self, act: Callable[[], None]) -> None:
        """Do something with the open conversation; ask first if it is private."""
        if self._drawn is not None:
            self._report(tr("Pages are being drawn already."))
            return
        self._page = self._page_here()
        session, address = self._session(), self._page.timeline.timeline.address
        if session is None or session.library.conversation(address).is_public:
            act()
            return
        ask_if_private(
            "private_paper",
            tr("Everyone who has the file can read the private messages in it."),
            self._page.heading.title,
            act,
            self._page.window(),
        )

    def write_pdf(self, file: Path) -> None:
        """Write the conversation as a PDF."""
        try:
            file.write_bytes(b"")
        except OSError as error:
            self._report(unwritable(file, error))
            return
        writer = QPdfWriter(str(file))
        writer.setTitle(self._page.heading.title)
        writer.setCreator("Tanglescope")

        def end(is_whole: bool) -> None:
            if is_whole:
                self._say_written(export_sentence(file), file)
            else:
                file.unlink(missing_ok=True)

        self._draw_pages(writer, end)

    def write_picture(self, file: Path) -> None:
        """Write the conversation as one picture, as far as pictures go."""
        paper = self._paper(_WIDTH)
        sheet = next(paper.sheets(_HIGHEST), None)
        if sheet is None:
            self._report(tr("There is nothing to draw here."))
            return
        scale = 2 if sheet.height <= _SHARP else 1
        image = QImage(QSize(_WIDTH, sheet.height + _FOOT) * scale, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(scale)
        image.fill(QColor(themes.load("light").colors["canvas"]))
        count = self._page.timeline.timeline.rowCount()

        def draw(sheet: Sheet) -> None:
            with TextPainter(image) as painter:
                paint_sheet(painter, sheet, QRectF(0, 0, _WIDTH, sheet.height))

        def end(is_whole: bool) -> None:
            if not is_whole:
                return
            if not QImageWriter(str(file), QByteArray(b"PNG")).write(image):
                self._report(tr("{file} can't be written.", file=file))
                return
            said = export_sentence(file)
            if sheet.end < count:
                part = tr("It shows the first {n:,} of {all:,} rows.", n=sheet.end, all=count)
                said = f"{said} {part}"
            self._say_written(said, file)

        self._begin(iter((sheet,)), draw, end)

    def _print(self) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter()
        printer.setDocName(self._page.heading.title.rstrip(". "))  # also suggested as a file's name
        dialog = QPrintDialog(printer, self._page.window())
        if dialog.exec() == QDialog.DialogCode.Accepted:

            def end(is_whole: bool) -> None:
                if is_whole:
                    self._report(tr("Sent to the printer."))

            self._draw_pages(printer, end)

    def _paper(self, width: int) -> Paper:
        light = themes.load("light")
        return Paper(self._page.timeline.timeline, light, self._page.timeline.font(), width)

    def _draw_pages(self, device: "QPdfWriter | QPrinter", end: Callable[[bool], None]) -> None:
        """Draw all pages on a printer or into a PDF, each with the title and its number.

        `end` is called at the end, with whether all pages were drawn.
        """
        # Rows are laid out for the screen: with more dots, their letters would be larger.
        dots = self._page.logicalDpiX()
        device.setResolution(dots)
        margins = QMarginsF(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        if isinstance(device, QPdfWriter):
            device.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        device.setPageMargins(margins, QPageLayout.Unit.Millimeter)
        area = device.pageLayout().paintRectPixels(dots)
        painter = TextPainter(device)
        room, title, drawn = area.height() - _FOOT, self._page.heading.title, 0

        def draw(sheet: Sheet) -> None:
            nonlocal drawn
            if drawn:
                device.newPage()
            drawn += 1
            paint_sheet(painter, sheet, QRectF(0, 0, area.width(), room))
            painter.setFont(small(self._page.timeline.font()))
            foot = QRectF(0, room + 8, area.width(), _FOOT - 8)
            paint_foot(painter, foot, title, drawn)

        def finish(is_whole: bool) -> None:
            painter.end()
            end(is_whole)

        self._begin(self._paper(area.width()).sheets(room), draw, finish)

    def _begin(
        self, sheets: Iterator[Sheet], draw: Callable[[Sheet], None], end: Callable[[bool], None]
    ) -> None:
        self._sheets, self._draw, self._end = sheets, draw, end
        self._drawn = self._shown_rows()
        if pictures := self._page.timeline.timeline.pictures:
            pictures.arrived.connect(self._go_on)
        self._turn()

    def _shown_rows(self) -> tuple[str, int]:
        model = self._page.timeline.timeline
        return model.address, model.changes

    def _turn(self) -> None:
        """Take the next sheet, and request its pictures."""
        if self._shown_rows() != self._drawn:
            self._finish(is_whole=False)
            self._report(tr("Not all pages were drawn: the conversation has changed. Try again."))
        elif (sheet := next(self._sheets, None)) is None:
            self._finish(is_whole=True)
        else:
            self._sheet = sheet
            request_pictures(sheet)
            self._go_on()

    def _go_on(self) -> None:
        if self._sheet is None or not self._is_loaded():
            return
        sheet, self._sheet = self._sheet, None
        self._draw(sheet)
        done, count = sheet.end, self._page.timeline.timeline.rowCount()
        self._report(tr("Drawing: {percent:.0f}%", percent=100 * done / max(1, count)))
        QTimer.singleShot(0, self, self._turn)

    def _finish(self, *, is_whole: bool) -> None:
        self._drawn = None
        if pictures := self._page.timeline.timeline.pictures:
            pictures.arrived.disconnect(self._go_on)
        self._end(is_whole)

    def _is_loaded(self) -> bool:
        pictures = self._page.timeline.timeline.pictures
        return pictures is None or pictures.is_settled()
