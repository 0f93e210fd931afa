"""Colours: palettes of the program's own, because a platform's dark mode isn't reliable.

Qt's colour scheme has no effect offscreen nor under a bare X server, so Fusion is painted
with palettes read from `resources/themes`. Everything that paints asks the theme by name.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QColor, QGuiApplication, QPalette, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from tanglescope.engine.drawing.tints import Hue, palette, tint
from tanglescope.viewer.corners import TipStyle
from tanglescope.viewer.style_sheet import change_style_sheet


class Choice(StrEnum):
    """The themes in the preferences."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


NAMES = tuple(str(choice) for choice in Choice if choice is not Choice.SYSTEM)
"""The names of the themes."""


@dataclass(slots=True, eq=False)
class Writers:
    """The authors of a page's conversation, the earliest first; updated when another one opens."""

    feeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one theme; `color("muted")` is one of them."""

    name: str
    colors: dict[str, str]
    authors: tuple[str, ...]
    writers: Writers = field(default_factory=Writers, compare=False)

    @property
    def dark(self) -> bool:
        """Whether text is lighter than its background."""
        return self.color("text").lightnessF() > self.color("canvas").lightnessF()

    def color(self, name: str) -> QColor:
        """The colour with a name."""
        return QColor(self.colors[name])

    def outline(self, name: str = "outline") -> QPen:
        """The pen around shapes whose fill alone sets them off; none but in the contrast theme."""
        seen = self.color("outline").alpha() > 0
        return QPen(self.color(name), 1) if seen else QPen(Qt.PenStyle.NoPen)

    def author(self, hue: Hue) -> QColor:
        """The colour of an author or a component; that of missing messages for `""`."""
        if not hue:
            return self.color("ghost")
        return QColor(self.authors[tint(hue, len(self.authors), self.writers.feeds)])

    def among(self, writers: Writers) -> "Theme":
        """The same colours for a page with these writers."""
        return replace(self, writers=writers)

    def paled(self, color: QColor, share: float) -> QColor:
        """A colour mixed with the background, but opaque; `share` of it is left, or enough."""
        if self.color("outline").alpha():
            share = max(share, _LEAST_SHARE)
        ground = self.color("canvas")
        pairs = (
            (color.red(), ground.red()),
            (color.green(), ground.green()),
            (color.blue(), ground.blue()),
        )
        return QColor(*(round(share * part + (1 - share) * other) for part, other in pairs))

    def palette(self) -> QPalette:
        """The palette of Qt's own widgets."""
        palette = QPalette()
        for role, name in _ROLES.items():
            palette.setColor(role, self.color(name))
        disabled = QPalette.ColorGroup.Disabled
        for role in (
            QPalette.ColorRole.Text,
            QPalette.ColorRole.WindowText,
            QPalette.ColorRole.ButtonText,
        ):
            palette.setColor(disabled, role, self.color("ghost"))
        return palette


class Themed:
    """A widget that is painted in the colours of a theme."""

    theme: Theme

    def set_theme(self, theme: Theme) -> None:
        """Paint in another theme."""
        self.theme = theme
        assert isinstance(self, QWidget)
        (self.viewport() if isinstance(self, QAbstractScrollArea) else self).update()


class Measured:
    """A widget that is measured again when its font changes."""

    measures_soon = False
    """Whether that waits until the style sheet has set the fonts of its parts, which come later."""

    def _measure(self) -> None:
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Measure in another font, or another style of the parts."""
        super().changeEvent(event)  # type: ignore[misc]  # that of the widget
        assert isinstance(self, QWidget)
        if event.type() in (_RESTYLED if self.measures_soon else _RESTYLED[:1]):
            if self.measures_soon:
                QTimer.singleShot(0, self, self._measure)
            else:
                self._measure()


_RESTYLED = QEvent.Type.FontChange, QEvent.Type.StyleChange


def paint_in(theme: Theme, widget: QWidget) -> None:
    """Paint a widget and everything in it in another theme."""
    for part in (widget, *widget.findChildren(QWidget)):
        if isinstance(part, Themed):
            part.set_theme(theme)


_ROLES = {
    QPalette.ColorRole.Window: "window",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "canvas",
    QPalette.ColorRole.AlternateBase: "bubble",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "danger",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.PlaceholderText: "muted",
    QPalette.ColorRole.Light: "raised",
    QPalette.ColorRole.Midlight: "line",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "ghost",
    QPalette.ColorRole.Shadow: "line",
    QPalette.ColorRole.Accent: "accent",
}


@cache
def load(name: str) -> Theme:
    """The theme in `resources/themes/NAME.toml`."""
    colors = palette(name)
    return Theme(name, colors.colors, colors.authors)


def resolve(choice: Choice) -> Theme:
    """The theme for a choice; the system decides if it has a preference."""
    if choice is Choice.SYSTEM:
        dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return load("dark" if dark else "light")
    return load(choice)


_LEAST_SHARE = 0.55
"""How much of a colour is left in the contrast theme, so that pale lines are still seen."""
_UNDER_MOUSE = 0.85
"""How much of the accent is left in a button under the mouse."""


def put_on(theme: Theme) -> None:
    """Paint the whole application in `theme`."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    sheet = _sheet(theme)
    if application.styleSheet() == sheet:
        return
    if not application.styleSheet():
        application.setStyle(TipStyle("Fusion"))
    change_style_sheet(sheet, lambda: application.setPalette(theme.palette()))


def _sheet(theme: Theme) -> str:
    """The style sheet of `theme`."""
    template = (files("tanglescope.resources") / "themes" / "window.qss").read_text("utf-8")
    accent = theme.paled(theme.color("accent"), _UNDER_MOUSE).name()
    colors = {**theme.colors, "accent_hover": accent}
    for name in sorted(colors, key=len, reverse=True):
        template = template.replace(f"@{name}", colors[name])
    icons = Path(str(files("tanglescope.resources") / "icons")).as_posix()
    return template.replace("@icons", icons).replace("@theme", theme.name)
