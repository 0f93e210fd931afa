"""What holds for every test of the window: one time zone, one font, settings that end with it."""

import os
import time

import pytest
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from viewer.settings import Forgetful, Settings
from viewer.theme import load, put_on


@pytest.fixture(autouse=True, scope="session")
def utc() -> None:
    os.environ["TZ"] = "UTC"
    time.tzset()


@pytest.fixture
def application(qapp: QApplication) -> QApplication:
    qapp.setFont(QFont("DejaVu Sans", 10))
    put_on(load("light"))
    return qapp


@pytest.fixture
def settings() -> Settings:
    return Settings(Forgetful())
