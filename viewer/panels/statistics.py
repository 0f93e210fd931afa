"""The statistics panel: how wide, how forked, how late a thread is, and who took part."""

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from engine.drawing.statistics import DELAYS, Statistics, statistics
from engine.library import Library
from viewer import times, words
from viewer.panels.thread_panel import ThreadPanel
from viewer.theme import Theme
from viewer.views.charts import Block, Charts, Figure, Listing, Row, Series

_MOST = 12  # participants, the busiest first


class StatisticsPanel(ThreadPanel):
    """The open thread in numbers."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.charts = Charts(theme, "The thread in numbers", self)
        self._shown: tuple[Statistics, Mapping[str, str]] | None = None
        self.slowest = QPushButton("", self)
        self.slowest.setObjectName("secondary")
        self.slowest.setAccessibleName("Go to the message that took longest")
        self.slowest.clicked.connect(self._go_to_slowest)
        self.slowest.hide()
        page = QFrame(self)
        page.setAccessibleName("Statistics of the thread")
        inside = QVBoxLayout(page)
        inside.addWidget(self.charts)
        inside.addWidget(self.slowest, 0, Qt.AlignmentFlag.AlignLeft)
        inside.setContentsMargins(8, 8, 8, 16)
        inside.addStretch(1)
        area = QScrollArea(self)
        area.setObjectName("statistics")
        area.setAccessibleName("Statistics")
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(area)

    def refresh(self) -> None:
        """Count the thread as it is now."""
        root = self.root
        if not root or self.session is None:
            self._show(None)
            return

        def counted(library: Library) -> tuple[Statistics, Mapping[str, str]]:
            found = statistics(library.shape(root))
            return found, library.names(feed for feed, _ in found.participants[:_MOST])

        self.ask(counted, self._show, "statistics")

    def show_key(self) -> None:
        """Nothing here is about one message."""

    def paint_in(self, theme: Theme) -> None:
        """Paint in a theme from now on."""
        self.charts.set_theme(theme)
        self._show(self._shown)

    def end(self) -> None:
        """Forget what was open."""
        self._show(None)

    def _show(self, counted: tuple[Statistics, Mapping[str, str]] | None) -> None:
        self._shown = counted
        if counted is None:
            self.charts.show_charts((), ())
            self.slowest.hide()
            return
        found, names = counted
        self.charts.show_charts(_figures(found), _blocks(found, names, self.theme))
        self.slowest.setVisible(found.longest_delay is not None and found.longest_delay.span > 0)
        if found.longest_delay:
            span = times.span(found.longest_delay.span)
            self.slowest.setText(f"Go to the message that took {span}")

    def _go_to_slowest(self) -> None:
        if self._shown and self._shown[0].longest_delay:
            self.key_clicked.emit(self._shown[0].longest_delay.key)


def _figures(found: Statistics) -> list[Figure]:
    figures = [
        Figure(f"{found.messages:,}", "messages" if found.messages != 1 else "message"),
        Figure(f"{len(found.participants):,}", "participants"),
        Figure(f"{found.ranks:,}", "ranks deep"),
        Figure(f"{found.width:,}", "wide (one rank)"),
        Figure(f"{found.forks:,}", "forks"),
        Figure(f"{found.merges:,}", "merges"),
    ]
    if found.ghosts:
        figures.append(Figure(f"{found.ghosts:,}", "missing"))
    if found.longest_delay and found.longest_delay.span > 0:
        figures.append(Figure(times.span(found.longest_delay.span), "longest delay"))
    return figures


def _blocks(found: Statistics, names: Mapping[str, str], theme: Theme) -> list[Block]:
    tips = f"at most {words.count(max(found.tips, default=0), 'open end')} at once"
    blocks: list[Block] = [
        Series("Open ends, as one reads on", found.tips, "first message", "last message", tips)
    ]
    people = [
        Row(words.clean_name(names.get(feed, feed)), count, theme.author(feed).name())
        for feed, count in found.participants[:_MOST]
    ]
    if len(found.participants) > _MOST:
        rest = sum(count for _, count in found.participants[_MOST:])
        others = len(found.participants) - _MOST
        people.append(Row(f"{others:,} others", rest, is_rest=True))
    told = ", ".join(f"{row.name} {row.count}" for row in people)
    blocks.append(Listing("Who wrote how much", people, f"written by {told}"))
    if found.begin is not None and found.end is not None:
        begin, end = times.full(found.begin), times.full(found.end)
        said = f"written from {begin} to {end}"
        blocks.append(Series("Messages over time", found.activity, begin, end, said))
    if sum(found.delays):
        delays = [Row(name, n) for (name, _), n in zip(DELAYS, found.delays, strict=True)]
        told = ", ".join(f"{row.count} {row.name}" for row in delays)
        blocks.append(Listing("How long they were on their way", delays, f"on their way: {told}"))
    if len(found.types) > 1:
        kinds = [Row(words.clean_name(name) or "encrypted", n) for name, n in found.types[:_MOST]]
        told = ", ".join(f"{row.count} {row.name}" for row in kinds)
        blocks.append(Listing("Types", kinds, f"of types: {told}"))
    return blocks
