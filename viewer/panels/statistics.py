"""The statistics panel: width, forks, delays and participants of a thread."""

from collections.abc import Callable, Mapping
from datetime import date

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from tanglescope.engine import words
from tanglescope.engine.drawing.statistics import DELAYS, Statistics, statistics
from tanglescope.engine.language.wording import number, plural, tr
from tanglescope.engine.library import Library
from tanglescope.engine.tangle.names import told_apart
from tanglescope.engine.words import times
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.charts import GAP, Block, Charts, Figure, NamedBar, NamedBars, Series
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row

_MOST = 12  # participants, the busiest first


class StatisticsPanel(Panel):
    """Shows the open thread in numbers."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.charts = Charts(theme, tr("The conversation in numbers"), self)
        self._shown: tuple[Statistics, Mapping[str, str]] | None = None
        what = tr("Go to the message that took longest")
        self.slowest = make_button(
            tr("Go to the longest delay"), self, self._go_to_slowest, what=what
        )
        self.slowest.hide()
        page = NamedFrame(tr("Statistics of the conversation"), self)
        below = make_row(self.slowest, 1, margins=(int(GAP), 0, int(GAP), 0))
        make_column(self.charts, below, 1, on=page, margins=(0, 8, 0, 16))
        self._area = area = QScrollArea(self)
        area.setObjectName("statistics")
        area.setAccessibleName(tr("Statistics"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(page)
        make_column(area, on=self)

    def minimumSizeHint(self) -> QSize:
        """The least width of the page, which doesn't scroll sideways, beside a scroll bar."""
        page = self._area.widget()
        assert page is not None
        bar = self._area.verticalScrollBar().sizeHint().width()
        width = page.minimumSizeHint().width() + bar
        return QSize(width, super().minimumSizeHint().height())

    def refresh(self) -> None:
        """Count the current state of the thread."""
        address = self.address
        if not address or self.session is None:
            self._show(None)
            return

        def count_messages(library: Library) -> tuple[Statistics, Mapping[str, str]]:
            found = statistics(library.conversation(address).shape())
            names = library.names(feed for feed, _ in found.participants[:_MOST])
            return found, told_apart(names)

        self.ask(count_messages, self._show, "statistics")

    def write_again(self) -> None:
        """Show the statistics in the colours of the theme."""
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

    def _go_to_slowest(self) -> None:
        if self._shown and self._shown[0].longest_delay:
            self.key_clicked.emit(self._shown[0].longest_delay.key)


def _figures(found: Statistics) -> list[Figure]:
    figures = [
        Figure(number(found.messages), plural("messages", "message", found.messages)),
        Figure(number(found.ranks), plural("ranks deep", "rank deep", found.ranks)),
        Figure(number(found.width), tr("in the widest rank")),
        Figure(number(found.forks), plural("forks", "fork", found.forks)),
        Figure(number(found.merges), plural("merges", "merge", found.merges)),
    ]
    if found.participants:
        people = len(found.participants)
        figures.insert(1, Figure(number(people), plural("participants", "participant", people)))
    if found.ghosts:
        figures.append(Figure(number(found.ghosts), tr("missing")))
    if found.longest_delay and found.longest_delay.span > 0:
        figures.append(Figure(times.span(found.longest_delay.span), tr("longest delay")))
    return figures


def _blocks(found: Statistics, names: Mapping[str, str], theme: Theme) -> list[Block]:
    tips = plural(
        "at most {n:,} tips at once",
        "at most {n:,} tip at once",
        max(found.tips, default=0),
    )
    blocks: list[Block] = [
        Series(
            tr("Tips along the conversation"),
            found.tips,
            tr("first message"),
            tr("last message"),
            tips,
        )
    ]
    people = [
        NamedBar(
            words.clean_name(names.get(feed, feed)), count, theme.author(feed).name(), feed=feed
        )
        for feed, count in found.participants[:_MOST]
    ]
    if len(found.participants) > _MOST:
        rest = sum(count for _, count in found.participants[_MOST:])
        others = len(found.participants) - _MOST
        people.append(NamedBar(plural("{n:,} others", "{n:,} other", others), rest, is_rest=True))
    if people:
        text = ", ".join(f"{row.name} {row.count}" for row in people)
        blocks.append(
            NamedBars(tr("Messages per author"), people, tr("written by {text}", text=text))
        )
    if found.begin is not None and found.end is not None:
        (begin, end), *shorter = _spans(found.begin, found.end)
        said = tr("written from {begin} to {end}", begin=begin, end=end)
        blocks.append(Series(tr("Messages over time"), found.activity, begin, end, said, shorter))
    if sum(found.delays):
        delays = [NamedBar(tr(name), n) for (name, _), n in zip(DELAYS, found.delays, strict=True)]
        text = ", ".join(f"{row.count} {row.name}" for row in delays)
        blocks.append(
            NamedBars(tr("How late messages arrived"), delays, tr("delays: {text}", text=text))
        )
    if len(found.types) > 1:
        kinds = [
            NamedBar(words.clean_name(name) or tr("encrypted"), n)
            for name, n in found.types[:_MOST]
        ]
        text = ", ".join(f"{row.count} {row.name}" for row in kinds)
        blocks.append(NamedBars(tr("Types"), kinds, tr("messages by type: {text}", text=text)))
    return blocks


def _spans(begin: float, end: float) -> list[tuple[str, str]]:
    """Two times as text, the longest form first."""
    forms: list[Callable[[float], str]] = [times.full]
    if times.day(begin) == times.day(end):
        forms.append(times.clock)
    else:
        today = date.today()
        forms += [times.day, lambda time: times.short_day(time, today)]
    return [(form(begin), form(end)) for form in forms]
