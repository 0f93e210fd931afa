"""The texts of the code and the files of languages agree, and nothing shown is left out."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.house.repository import ROOT, name, tracked

SOURCES = tracked("engine/**/*.py", "engine/*.py", "viewer/**/*.py", "viewer/*.py")
LANGUAGES = tracked("resources/languages/*.ts")
FIELD = re.compile(r"\{[^{}]*\}")


WORDING = {"tr", "later", "plural"}

SHOWING = {
    "QAction",
    "QCheckBox",
    "QGroupBox",
    "QLabel",
    "QMenu",
    "QPushButton",
    "QRadioButton",
    "addAction",
    "addButton",
    "addItem",
    "addRow",
    "addTab",
    "setAccessibleDescription",
    "setAccessibleName",
    "setInformativeText",
    "setPlaceholderText",
    "setPrefix",
    "setSuffix",
    "setTabText",
    "setText",
    "setTitle",
    "setToolTip",
    "setWindowTitle",
    "showMessage",
}
"""Calls whose texts are seen or heard."""

NO_WORDS = {
    "Tanglescope",  # a name
    "Esc",  # what is written on a key everywhere
}


def texts(file: Path) -> Iterator[tuple[str, str]]:
    """The texts that a file has worded: what is translated, and the singular if it is counted."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            said = [each.value for each in node.args if isinstance(each, ast.Constant)]
            if node.func.id in ("tr", "later") and said:
                yield str(said[0]), ""
            elif node.func.id == "plural" and len(said) >= 2:
                yield str(said[0]), str(said[1])


def messages(language: Path) -> Iterator[tuple[tuple[str, str], list[str], bool]]:
    """What a language says: a text, its translations, and whether somebody has finished them."""
    for message in ElementTree.parse(language).iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.iter("numerusform")]
        source = message.findtext("source", ""), message.findtext("comment", "")
        is_done = translation.get("type") is None
        yield source, forms or [translation.text or ""], is_done


def bare(code: str) -> Iterator[tuple[int, str]]:
    """Literals with words in them that are shown without being worded, and their lines."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and called(node) in SHOWING:
            for argument in node.args:
                for literal in literals(argument):
                    if re.search("[A-Za-z]{2}", literal) and literal not in NO_WORDS:
                        yield node.lineno, literal


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=function) | ast.Attribute(attr=function):
            return function
    return ""


def literals(node: ast.expr) -> Iterator[str]:
    """The literals that a text may be made of; those within calls are the calls' affair."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(each.value) for each in parts if isinstance(each, ast.Constant))
        case ast.IfExp(body=one, orelse=other):
            yield from literals(one)
            yield from literals(other)
        case ast.BinOp(left=one, right=other):
            yield from literals(one)
            yield from literals(other)


def fields(text: str) -> Counter[str]:
    return Counter(FIELD.findall(text))


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_a_language_has_the_texts_of_the_code_and_no_others(language: Path) -> None:
    there = {source for source, _, _ in messages(language)}
    wanted = {text for file in SOURCES for text in texts(file)}
    assert wanted - there == set(), "`make translations` takes them in"
    assert there - wanted == set(), "`make translations` takes them out"


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_a_translation_has_the_values_of_its_text(language: Path) -> None:
    """Each as often and in the same format; one thing may go without its number."""
    for (source, one), forms, _ in messages(language):
        for form in forms:
            if form:
                assert fields(form) in (fields(source), fields(one or source)), form


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_a_translation_begins_and_ends_as_its_text(language: Path) -> None:
    """Texts are put together: a space or a full stop that is missing would glue them."""
    for (source, _), forms, _ in messages(language):
        for form in forms:
            for end in (" ", "\n", " …", ".", ":", ","):
                assert not form or form.endswith(end) == source.endswith(end), form
            assert not form or form.startswith(" ") == source.startswith(" "), form


def test_every_text_is_a_literal() -> None:
    """One that is put together while the program runs can't be collected."""
    made = [
        f"{name(file)}:{node.lineno}"
        for file in SOURCES
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call)
        and called(node) in WORDING
        and any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in node.args[:2])
    ]
    assert not made


def test_no_text_is_shown_without_being_worded() -> None:
    viewer = [file for file in SOURCES if file.is_relative_to(ROOT / "viewer")]
    assert not [(name(file), *found) for file in viewer for found in bare(file.read_text())]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('label.setText("Two words")', 1),
        ('QLabel(f"{n} words")', 1),
        ('box.addItem("yes" if on else "no")', 2),
        ('label.setText(tr("Two words"))', 0),
        ('label.setText("·")', 0),
    ],
)
def test_the_search_for_bare_texts_finds_them(code: str, told: int) -> None:
    assert len(list(bare(code))) == told
