from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from engine.wording import spoken
from viewer import language


@pytest.fixture
def german(application: QApplication) -> Iterator[None]:
    language.put_on(application, "de")
    yield
    language.put_on(application, "en")


def close_button() -> str:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    return buttons.button(QDialogButtonBox.StandardButton.Close).text()


@pytest.mark.usefixtures("german")
def test_what_qt_says_by_itself_is_in_the_language_too() -> None:
    assert spoken() == "de"
    assert close_button() == "Schließen"
    assert QLocale().language() is QLocale.Language.German


def test_another_language_takes_its_place(application: QApplication) -> None:
    language.put_on(application, "de")
    language.put_on(application, "en")
    assert spoken() == "en"
    assert close_button() == "Close"


@pytest.mark.parametrize(
    ("system", "kept", "code"),
    [
        ("de_AT.UTF-8", "", "de"),
        ("de_AT.UTF-8", "en", "en"),
        ("en_GB.UTF-8", "de", "de"),
        ("tlh", "", "en"),
        ("C.UTF-8", "tlh", "en"),
    ],
)
def test_what_was_chosen_comes_before_what_the_system_speaks(
    system: str, kept: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", system)
    monkeypatch.setenv("LANG", system)
    assert language.chosen(kept) == code
