"""Languages: the translations in the Qt Linguist files of `resources/languages`.

Python reads the files directly: nothing has to be built, and processes without Qt use the language
of the window that started them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from gettext import c2py
from importlib import resources
from typing import TYPE_CHECKING

from tanglescope.engine.errors import TanglescopeError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENGLISH = "en"
"""The language of the texts in the code; it needs no file."""


def later(text: str, /) -> str:
    """Mark a text in a table, which is translated when it is shown."""
    return text


# The name of a language in itself, its number format, and its rule for plural forms as in gettext:
# an expression in C for the index of the form for the number `n`.
_OWN_NAME, _NUMBERS, _RULE = later("English"), later("1,234.5"), later("n != 1")


class UnknownLanguage(TanglescopeError):
    """There is no file for the language."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language: the forms of each text, by the text and its comment in Linguist.

    The comment is the singular of a plural text, or the meaning of an ambiguous one.
    """

    code: str
    texts: Mapping[tuple[str, str], tuple[str, ...]]
    form: Callable[[int], int]
    """The index of the plural form for a number."""

    @property
    def name(self) -> str:
        """The name of the language in itself."""
        return self.translation_of(_OWN_NAME)

    def translation_of(self, text: str, beside: str = "", n: int | None = None) -> str:
        """The translation of a text, in the form for `n`; the English text if there is none."""
        forms = self.texts.get((text, beside))
        if forms is None:
            return beside if n == 1 else text
        return forms[0 if n is None else min(self.form(n), len(forms) - 1)]

    def number(self, written: str) -> str:
        """A number formatted by Python, in the format of this language."""
        signs = self.translation_of(_NUMBERS)
        return written.translate({ord(","): signs[1], ord("."): signs[-2]})


def codes() -> list[str]:
    """The ISO codes of the available languages, English first."""
    return [ENGLISH, *sorted(_code(file.name) for file in _files())]


def names() -> dict[str, str]:
    """The name of every language in itself, by code."""
    return {code: _OWN_NAME if code == ENGLISH else load(code).name for code in codes()}


def load(code: str) -> Language:
    """A language from its file.

    Raises:
        UnknownLanguage: there is no such file.
    """
    for file in _files():
        if _code(file.name) == code:
            return parse(code, file.read_text(encoding="utf-8"))
    there = ", ".join(codes())
    raise UnknownLanguage(f"{code!r} isn't a language of this program. Choose one of {there}.")


def parse(code: str, content: str) -> Language:
    """Parse the file of a language; texts without a translation are left out."""
    # Imported here: English needs no parser.
    from xml.etree import ElementTree

    texts = {}
    for message in ElementTree.fromstring(content).iter("message"):
        source = message.findtext("source", ""), message.findtext("comment", "")
        forms = [message.findtext("translation")]
        if message.get("numerus") == "yes":
            forms = [form.text for form in message.iter("numerusform")]
        whole = tuple(form for form in forms if form)
        if whole and len(whole) == len(forms):
            texts[source] = whole
    rule, *_ = texts.get((_RULE, ""), (_RULE,))
    return Language(code, texts, c2py(rule))


def _files() -> "Iterator[Traversable]":
    folder = resources.files("tanglescope.resources") / "languages"
    return (file for file in folder.iterdir() if file.name.endswith(".ts"))


def _code(name: str) -> str:
    return name.removeprefix("tanglescope_").removesuffix(".ts")
