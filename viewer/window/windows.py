"""The windows of the program: each shows a collection, all have one theme."""

from pathlib import Path

from engine.commandline.common.options import default_database
from viewer.settings import Settings
from viewer.theme import Choice
from viewer.window.main_window import MainWindow


class Windows:
    """Opens windows, and keeps them until the program ends."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._windows: list[MainWindow] = []

    def open(self, database: Path | None = None) -> MainWindow:
        """Make a window: on a database that takes all archives, else on collections."""
        home = database or default_database()
        window = MainWindow(home, self._settings, own_collections=database is None)
        window.window_wanted.connect(self._open_another)
        window.theme_chosen.connect(self._share_theme)
        self._windows.append(window)
        return window

    def leave(self) -> None:
        """Close all, without a question."""
        for window in self._windows:
            window.leave()

    def _open_another(self) -> None:
        window = self.open()
        window.show()

    def _share_theme(self, choice: Choice) -> None:
        for window in self._windows:
            window.show_theme(choice)
