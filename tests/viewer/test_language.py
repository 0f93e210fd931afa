from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from tanglescope.engine.language.wording import current_language
from tanglescope.viewer import language


@pytest.fixture
def german(application: QApplication) -> Iterator[None]:
    language.put_on(application, "de")
    yield
    language.put_on(application, "en")


def close_button() -> str:
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    return buttons.button(QDialogButtonBox.StandardButton.Close).text()


@pytest.mark.usefixtures("german")
def test_texts_of_qt_are_translated_too() -> None:
    assert current_language() == "de"
    assert close_button() == "Schließen"
    assert QLocale().language() is QLocale.Language.German


def test_another_language_replaces_the_current_one(application: QApplication) -> None:
    language.put_on(application, "de")
    language.put_on(application, "en")
    assert current_language() == "en"
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
def test_the_chosen_language_overrides_that_of_the_system(
    system: str, kept: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", system)
    monkeypatch.setenv("LANG", system)
    assert language.choose_language(kept) == code
