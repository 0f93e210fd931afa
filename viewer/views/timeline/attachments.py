"""The files of a message: pictures where its text has them, all others below it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from tanglescope.engine import words
from tanglescope.engine.blobs.folders import FoundBlob
from tanglescope.engine.blobs.formats import PictureShape, is_too_large
from tanglescope.engine.blobs.links import MARK, BlobLink, blobs_in
from tanglescope.engine.drawing.picture_layout import Box, arrange, extent
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.blobs.pictures import Pictures, side_for
from tanglescope.viewer.models.row import Row
from tanglescope.viewer.views.typography import BubbleLook, fill_round, write

_BETWEEN = 8
_ROW_GAP = 4
_BESIDE = 10
_ROUND = 6
_SHORTEST_FILE = 220
_NARROWEST = 48
"""The least room of files in an indented paragraph."""
_BETWEEN_PARTS = " · "
_MOST = 24
"""More files of one message are only counted."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that a message refers to, and what is known about it."""

    link: BlobLink
    found: FoundBlob | None

    @property
    def picture(self) -> PictureShape | None:
        """Its format and size, from the header of the file, if it is an available picture."""
        return self.found.shape if self.found else None

    @property
    def is_shown(self) -> bool:
        """Whether it is an available picture that may be decoded."""
        return self.picture is not None and not is_too_large(self.picture)

    @property
    def shape(self) -> tuple[int, int]:
        """Its width and height in pixels, if it is a picture."""
        return (self.picture.width, self.picture.height) if self.picture else (0, 0)

    def caption(self) -> str:
        """Its name, type and size, as far as they are known."""
        return _BETWEEN_PARTS.join(self.parts())

    def parts(self) -> list[str]:
        """The parts of its caption, one at least."""
        link, found = self.link, self.found
        kind = self.picture.type if self.picture else link.type
        size = found.size if found else link.size
        parts = [words.clean_name(link.name), words.clean_name(kind)]
        parts += [words.size(size)] if size else []
        return list(filter(None, parts)) or [words.short(link.id)]

    def about(self) -> str:
        """Its caption, and what can be done if it isn't here."""
        offer = tr("A click adds the folder that has this file")
        return self.caption() if self.found is not None else f"{self.caption()}\n{offer}"

    def state(self, *, offers: bool = True) -> str:
        """Whether it is here, and with `offers`, what a click does."""
        if offers:
            return tr("Not here · Add folder…") if self.found is None else tr("Save…")
        return tr("Not here") if self.found is None else ""


@dataclass(frozen=True, slots=True)
class Click:
    """A file that was clicked, the key of its message, and the pictures of that."""

    key: str
    file: File
    pictures: tuple[File, ...]
    is_link: bool = False
    """Whether it was a link in the text, which doesn't show that the file isn't here."""


class Attachments:
    """The files of a message, laid out for one width."""

    def __init__(self, row: Row, look: BubbleLook) -> None:
        self._look, self._key = look, row.key
        self._room = look.text_width_beside(row.votes)
        files = [] if row.folded else files_of(row, look.pictures)
        self._files = {file.link.id: file for file in files}
        self._shown = tuple(file for file in files if file.is_shown)
        self._blocks: list[FileBlock] = []
        self._corners: list[QPointF] = []
        self._placed: set[str] = set()

    # In the text

    def __contains__(self, address: object) -> bool:
        """Whether an address names a file of the message."""
        return isinstance(address, str) and _id_in(address) in self._files

    def reserve(self, addresses: Sequence[str], indent: float) -> QSize:
        """Lay out files that the text names in one place; return their size."""
        ids = list(dict.fromkeys(map(_id_in, addresses)))
        self._placed.update(ids)
        room = max(_NARROWEST, self._room - ceil(indent))
        return self._lay_out([self._files[each] for each in ids], room)

    # Below the text

    def lay_out_others(self) -> QSize:
        """Lay out the files that have no place in the text; return their size."""
        others = [file for id_, file in self._files.items() if id_ not in self._placed]
        return self._lay_out(others, self._room) if others else QSize()

    def place(self, corners: Sequence[QPointF], below: QPointF) -> None:
        """Set the corners of the places in the text, and of what is below it."""
        self._corners = [*corners, below][: len(self._blocks)]

    def at(self, point: QPointF) -> Click | None:
        """The file under a point, relative to the upper left corner of the text."""
        for file, area in self.areas():
            if area.contains(point):
                return Click(self._key, file, self._shown)
        return None

    def find_file(self, address: str) -> Click | None:
        """The file that a link in the text names."""
        file = self._files.get(_id_in(address))
        return Click(self._key, file, self._shown, is_link=True) if file else None

    def areas(self) -> list[tuple[File, QRectF]]:
        """All files and where they are, relative to the upper left corner of the text."""
        return [
            (file, QRectF(area).translated(corner))
            for block, corner in zip(self._blocks, self._corners, strict=True)
            for file, area in block.areas()
        ]

    def paint(self, painter: QPainter) -> None:
        """Draw all files; the painter is at the upper left corner of the text."""
        for block, corner in zip(self._blocks, self._corners, strict=True):
            block.paint(painter, corner)

    def _lay_out(self, files: Sequence[File], room: int) -> QSize:
        block = FileBlock(files, self._look, room)
        self._blocks.append(block)
        return QSize(block.width, block.height)


class FileBlock:
    """Files in one place: pictures first, then a row for each other file."""

    def __init__(self, files: Sequence[File], look: BubbleLook, room: int) -> None:
        self._look = look
        self._shown = [file for file in files if file.is_shown]
        self._others = [file for file in files if not file.is_shown]
        self._boxes: list[Box] = arrange([file.shape for file in self._shown], room)
        wide, high = extent(self._boxes)
        self._rows_top = high + (_BETWEEN if self._boxes and self._others else 0)
        self._row = look.line + 10
        self.height = self._rows_top + len(self._others) * (self._row + _ROW_GAP)
        if self._others:
            self.height -= _ROW_GAP
            wide = max([wide, _SHORTEST_FILE, *map(self._width_of, self._others)])
        self.width = min(wide, room)

    def paint(self, painter: QPainter, corner: QPointF) -> None:
        """Draw all files from their upper left corner on."""
        painter.save()
        painter.translate(corner)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        shown = len(self._shown)
        for number, (file, area) in enumerate(self.areas()):
            if number < shown:
                self._paint_picture(painter, file, area)
            else:
                self._paint_row(painter, file, area)
        painter.restore()

    def areas(self) -> list[tuple[File, QRect]]:
        """The files and their rectangles, relative to the upper left corner."""
        boxes = [QRect(box.x, box.y, box.width, box.height) for box in self._boxes]
        step = self._row + _ROW_GAP
        rows = [
            QRect(0, self._rows_top + number * step, self.width, self._row)
            for number in range(len(self._others))
        ]
        return list(zip(self._shown + self._others, boxes + rows, strict=True))

    def _state_of(self, file: File) -> str:
        return file.state(offers=self._look.offers)

    def _width_of(self, file: File) -> int:
        # Rounded up: a text that is wider by a fraction of a pixel is elided.
        caption = ceil(QFontMetricsF(self._look.font).horizontalAdvance(file.caption()))
        state = QFontMetrics(self._look.small).horizontalAdvance(self._state_of(file))
        return caption + state + 4 * _BESIDE

    def caption_within(self, file: File, width: int) -> str:
        """The parts of a caption that a row of such a width has room for; the first is elided."""
        state = QFontMetrics(self._look.small).horizontalAdvance(self._state_of(file))
        room = width - state - 4 * _BESIDE
        metrics = QFontMetricsF(self._look.font)  # a fraction of a pixel too wide is elided
        parts = file.parts()
        while len(parts) > 1 and metrics.horizontalAdvance(_BETWEEN_PARTS.join(parts)) > room:
            parts.pop()
        return metrics.elidedText(_BETWEEN_PARTS.join(parts), Qt.TextElideMode.ElideMiddle, room)

    def _paint_picture(self, painter: QPainter, file: File, area: QRect) -> None:
        theme, pictures = self._look.theme, self._look.pictures
        assert pictures is not None
        longest = max(area.width(), area.height()) * self._look.ratio
        image = pictures.image(file.link.address, side_for(longest))
        painter.save()
        path = QPainterPath()
        path.addRoundedRect(QRectF(area), _ROUND, _ROUND)
        painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
        if isinstance(image, QImage):
            painter.drawImage(_centre_in(image, area), image)
        else:
            painter.fillRect(area, theme.color("code"))
            painter.setFont(self._look.small)
            painter.setPen(theme.color("muted"))
            inside = area.adjusted(_BESIDE, _BESIDE, -_BESIDE, -_BESIDE)
            wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
            text = tr("Loading…") if image is None else f"{file.caption()}\n{image}"
            painter.drawText(inside, wrapped, text)
        painter.restore()
        if isinstance(image, QImage) and file.picture and file.picture.format == "gif":
            self._paint_badge(painter, area)

    def _paint_badge(self, painter: QPainter, area: QRect) -> None:
        """Paint the badge of an animated picture."""
        text, metrics = "GIF", QFontMetrics(self._look.small)
        badge = QRect(0, 0, metrics.horizontalAdvance(text) + 12, metrics.height() + 4)
        badge.moveBottomLeft(area.bottomLeft() + QPoint(6, -6))
        fill_round(painter, self._look.theme.color("bubble"), badge, 4)
        color = self._look.theme.color("text")
        write(painter, text, self._look.small, color, badge, Qt.AlignmentFlag.AlignCenter)

    def _paint_row(self, painter: QPainter, file: File, area: QRect) -> None:
        look, theme = self._look, self._look.theme
        is_here = file.found is not None
        pen = QPen(theme.color("line"), 1)
        if not is_here:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(theme.color("code" if is_here else "bubble"))
        painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), _ROUND, _ROUND)
        small = QFontMetrics(look.small)
        most, align = area.width() - 2 * _BESIDE, Qt.AlignmentFlag.AlignVCenter
        state = small.elidedText(self._state_of(file), Qt.TextElideMode.ElideRight, most)
        room = small.horizontalAdvance(state)
        right = area.adjusted(area.width() - room - _BESIDE, 0, -_BESIDE, 0)
        painter.setFont(look.small)
        painter.setPen(theme.color("accent"))
        painter.drawText(right, align | Qt.AlignmentFlag.AlignRight, state)
        left = area.adjusted(_BESIDE, 0, -room - 3 * _BESIDE, 0)
        painter.setFont(look.font)
        painter.setPen(theme.color("text" if is_here else "muted"))
        painter.drawText(left, align, self.caption_within(file, area.width()))


def files_of(row: Row, pictures: Pictures | None) -> list[File]:
    """The files that a message refers to; none if no pictures are shown."""
    if pictures is None:
        return []
    return [File(link, pictures.find(link.address)) for link in _links(row)]


def _links(row: Row) -> tuple[BlobLink, ...]:
    """The files of a message; the picture that a gathering or a book has now is the first."""
    named = blobs_in(row.content)
    if row.details and (blob := row.details.picture):
        others = [each for each in named if not (each.is_picture and each.id != blob)]
        known = next((each for each in others if each.id == blob), None)
        first = known or BlobLink(blob, is_picture=True)
        named = (first, *(each for each in others if each is not known))
    return named[:_MOST]


def _id_in(address: str) -> str:
    """The id of the blob in an address, which may also have a key."""
    return address.partition(MARK)[0]


def _centre_in(image: QImage, area: QRect) -> QRectF:
    """The rectangle of an image in an area, centred and with its proportions."""
    size = image.size().scaled(area.size(), Qt.AspectRatioMode.KeepAspectRatio)
    left = area.left() + (area.width() - size.width()) / 2
    top = area.top() + (area.height() - size.height()) / 2
    return QRectF(left, top, size.width(), size.height())
