from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from viewer.actions.notice import Notice

Told = list[tuple[str, ...]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """What the desktop hears."""
    heard: Told = []
    monkeypatch.setattr(QApplication, "alert", lambda *_: heard.append(("alert",)))

    def show(_tray: QSystemTrayIcon, title: str, sentence: str, *_: Any) -> None:
        heard.append((title, sentence))

    monkeypatch.setattr(QSystemTrayIcon, "showMessage", show)
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda _: None)  # offscreen has no place for it
    return heard


@pytest.fixture
def tell(
    application: QApplication, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    """Tells of an end, with a program in front or not, on a desktop with a tray or without."""
    window = QWidget()
    qtbot.addWidget(window)

    def act(*, in_front: bool, tray: bool) -> None:
        monkeypatch.setattr(QApplication, "activeWindow", lambda: window if in_front else None)
        monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", lambda: tray)
        monkeypatch.setattr(QSystemTrayIcon, "supportsMessages", lambda: tray)
        notice = Notice(window)
        notice.tell("It has ended", "Nothing new.")
        notice.end()

    return act


def test_who_sees_it_is_not_told(tell: Callable[..., None], told: Told) -> None:
    tell(in_front=True, tray=True)
    assert told == []


def test_who_looks_elsewhere_is_told_by_the_window_and_the_desktop(
    tell: Callable[..., None], told: Told
) -> None:
    tell(in_front=False, tray=True)
    assert told == [("alert",), ("It has ended", "Nothing new.")]


def test_without_a_tray_the_window_alone_tells(tell: Callable[..., None], told: Told) -> None:
    tell(in_front=False, tray=False)
    assert told == [("alert",)]
