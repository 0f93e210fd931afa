"""The language of the window, including Qt's own texts."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from tanglescope.engine.language.languages import ENGLISH, codes
from tanglescope.engine.language.wording import speak

_OF_QT = "words of Qt"


def choose_language(kept: str) -> str:
    """The chosen language, or the first of the system's languages that is available."""
    there = codes()
    wanted = [kept, *(name.split("-")[0] for name in QLocale.system().uiLanguages())]
    return next((code for code in wanted if code in there), ENGLISH)


def put_on(application: QCoreApplication, code: str) -> None:
    """Set the language of all widgets that are created after this."""
    speak(code)
    QLocale.setDefault(QLocale(code))
    if before := application.findChild(QTranslator, _OF_QT):
        application.removeTranslator(before)
        before.setParent(None)
    translator = QTranslator(application)
    translator.setObjectName(_OF_QT)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"qtbase_{code}", folder):
        application.installTranslator(translator)
