"""Clock faults: whose asserted times contradict what came before what, by how much, and when."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.debug.clock_words import ClockStudy, studied
from engine.wording import tr
from viewer.panels.clocks.chart import ClockChart
from viewer.panels.labels import Labels
from viewer.panels.panel import Panel
from viewer.panels.told_page import ToldPage
from viewer.theme import Theme


class ClocksPanel(Panel):
    """A chart of faults, and what is told of them by author."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("clocks")
        self.chart = ClockChart(theme, self)
        self.chart.chosen.connect(self.key_clicked)
        self.page = ToldPage(tr("Whose clocks were wrong"), Labels(self), theme, self)
        self.page.set_margin(12)
        self.page.key_clicked.connect(self.key_clicked)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.addWidget(self.chart)
        column.addWidget(self.page, 1)
        self.chart.hide()

    def refresh(self) -> None:
        """Study the clocks of the open thread."""
        if self.session is None or not self.address:
            self._show(
                ClockStudy(0, 0, (), (tr("Open a conversation to learn whose clocks were wrong."),))
            )
        else:
            self.page.show_only("", (tr("Reading the conversation …"),))
            self.compute(studied, self._show)

    def show_key(self) -> None:
        """Nothing here is about one message."""

    def paint_in(self, theme: Theme) -> None:
        """Paint in a theme from now on."""
        self.chart.set_theme(theme)
        self.page.set_theme(theme)

    def end(self) -> None:
        """Nothing goes on here."""

    def _show(self, study: ClockStudy) -> None:
        self.chart.setVisible(bool(study.points))
        self.chart.show_points(study.points)
        self.page.show_only("", study.lines)
