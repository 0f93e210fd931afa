"""German translations for tests: a text that isn't in the catalogue stays English."""

from collections.abc import Callable, Iterable

from tanglescope.engine.language.languages import ENGLISH
from tanglescope.engine.language.wording import speak


def in_german(lines: Callable[[], Iterable[str]]) -> list[str]:
    """The lines that a function returns while the language is German."""
    speak("de")
    try:
        return list(lines())
    finally:
        speak(ENGLISH)


def untranslated(lines: Callable[[], Iterable[str]]) -> list[str]:
    """The lines that are the same in both languages."""
    return [one for one, other in zip(lines(), in_german(lines), strict=True) if one == other]
