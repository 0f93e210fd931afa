"""The toolbar: the most used commands, with the same actions as in the menus."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QRegularExpression, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QIcon, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolBar, QToolButton, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.words import command_name
from tanglescope.viewer import drawings
from tanglescope.viewer.theme import Measured, Theme
from tanglescope.viewer.tooltips import set_tooltip

_DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
_MORE = QRegularExpression("^qt_(menubar|toolbar)_ext_button$")
_SIDE = 6  # pixels at both ends, which Qt's layout of toolbars doesn't leave
_LEAST_LETTERS = 100
"""The width of the bar from which it has room for a field."""
_LONGEST_NAME = 32
"""The most letters of a collection's name that are shown."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A button for an action or a menu, with its icon."""

    icon: str
    button: QToolButton
    has_text: bool
    """Whether its text is shown beside the icon if there is room."""


class ToolBar(Measured, QToolBar):
    """Buttons with texts if there is room for all of them, otherwise with icons only.

    A click on a button doesn't move the keyboard focus. Tab leads to the first button, and the
    arrow keys lead to the others.
    """

    measures_soon = True

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("tools")
        self.setAccessibleName(tr("Tools"))
        self.setMovable(False)
        self.setFloatable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._theme = theme
        self._tools: list[Tool] = []
        self._field: tuple[QAction, QAction] | None = None
        """The field in the middle, and the button that replaces it in a narrow window."""
        self._shows_text = False
        self._measured = 0

    def add_action(self, action: QAction, icon: str, text: str = "") -> None:
        """Add a button for a command, with or without a text beside its icon."""
        action.setIconVisibleInMenu(False)
        name = command_name(action.text())
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setIconText(_space_after_icon(text or name))
        set_tooltip(action, f"{name} ({keys})" if keys else name)
        self.addAction(action)
        button = self.widgetForAction(action)
        assert isinstance(button, QToolButton)
        button.setAccessibleName(text or name)
        self._take(button, icon, has_text=bool(text))

    def add_menu(self, menu: QMenu, icon: str) -> QToolButton:
        """Add a button that opens a menu of the menu bar."""
        button = QToolButton(self)
        name = menu.title().replace("&", "")
        button.setText(_space_after_icon(name))
        button.setAccessibleName(name)
        set_tooltip(button, name)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.addWidget(button)
        self._take(button, icon, has_text=True)
        return button

    def add_room(self) -> None:
        """Add a spacer: buttons before it are on the left, those after it on the right."""
        room = QWidget(self)
        room.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(room)

    def add_field(self, field: QWidget, stand_in: QAction) -> None:
        """Add a field; where there is no room for it, its action is shown instead."""
        self._field = self.addWidget(field), stand_in
        self._fit()

    def finder(self) -> QWidget | None:
        """The field in the middle, or the button in its place."""
        shown = [each for each in self._field or () if each.isVisible()]
        return self.widgetForAction(shown[0]) if shown else None

    def add_end(self) -> None:
        """Add a small gap before the first button or after the last one."""
        end = QWidget(self)
        end.setFixedWidth(_SIDE)
        self.addWidget(end)

    def name(self, button: QToolButton, name: str, usual: str) -> None:
        """Show the choice from a menu on its button; without one, the `usual` text."""
        cut = name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1].rstrip()}…"
        button.setText(_space_after_icon(cut or usual))
        button.setAccessibleName(f"{usual}: {name}" if name else usual)
        set_tooltip(button, button.accessibleName())
        self._measure()

    def buttons(self) -> Sequence[QToolButton]:
        """The visible buttons, from the left."""
        return [tool.button for tool in self._tools if tool.button.isVisible()]

    def draw_ahead(self, theme: Theme) -> None:
        """Draw the icons for `theme` ahead of time; they are cached."""
        for tool in self._tools:
            _drawing(tool, theme)

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        for tool in self._tools:
            self._draw(tool)
        more = drawings.icon("more", theme.colors["text"])
        for bar in self.window().findChildren(QWidget, options=_DIRECT):
            for button in bar.findChildren(QToolButton, _MORE, options=_DIRECT):
                button.setIcon(more)  # Qt's own icon is invisible on a dark background

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move between buttons with the arrow keys, and notice when buttons are shown or hidden."""
        if event.type() in (QEvent.Type.ShowToParent, QEvent.Type.HideToParent):
            QTimer.singleShot(0, self, self._measure)
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()), 0)
        usable = [button for button in self.buttons() if button.isEnabled()]
        if not step or watched not in usable:
            return super().eventFilter(watched, event)
        button = usable[(usable.index(watched) + step) % len(usable)]
        button.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show texts if there is room."""
        super().resizeEvent(event)
        self._fit()

    def _take(self, button: QToolButton, icon: str, *, has_text: bool) -> None:
        is_first = not self._tools
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus if is_first else Qt.FocusPolicy.NoFocus)
        button.installEventFilter(self)
        tool = Tool(icon, button, has_text)
        self._tools.append(tool)
        self._draw(tool)

    def _draw(self, tool: Tool) -> None:
        drawing = _drawing(tool, self._theme)
        action = tool.button.defaultAction()
        if action is None:
            tool.button.setIcon(drawing)
        else:
            action.setIcon(drawing)

    def _measure(self) -> None:
        """Measure the width of all buttons with their texts."""
        side = round(self.fontMetrics().height() * 1.2)
        self.setIconSize(QSize(side, side))
        self._style(with_text=True)
        self._measured = self.sizeHint().width()
        self._style(with_text=self._shows_text)
        self._fit()

    def _fit(self) -> None:
        if self._field is not None:
            field, stand_in = self._field
            has_room = self.width() >= _LEAST_LETTERS * self.fontMetrics().averageCharWidth()
            field.setVisible(has_room)
            stand_in.setVisible(not has_room)
        if self._measured and self._shows_text != (self._measured <= self.width()):
            self._shows_text = not self._shows_text
            self._style(with_text=self._shows_text)

    def _style(self, *, with_text: bool) -> None:
        styles = Qt.ToolButtonStyle
        for tool in self._tools:
            is_beside = with_text and tool.has_text
            tool.button.setToolButtonStyle(
                styles.ToolButtonTextBesideIcon if is_beside else styles.ToolButtonIconOnly
            )


def _drawing(tool: Tool, theme: Theme) -> QIcon:
    return drawings.icon(tool.icon, theme.colors["text"], theme.colors["ghost"])


def _space_after_icon(text: str) -> str:
    """A text with a space after the icon, and without a mnemonic."""
    return f" {text.replace('&', '&&')}"
