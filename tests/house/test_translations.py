"""The texts of the code match the catalogues, and every visible text is translatable."""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest

from tanglescope.engine.language.languages import ENGLISH, load
from tanglescope.engine.language.wording import plural, speak
from tanglescope.viewer.window.commands import COMMANDS
from tests.house.repository import ROOT, name, parsed, tracked

SOURCES = tracked("engine/**/*.py", "engine/*.py", "viewer/**/*.py", "viewer/*.py")
LANGUAGES = tracked("resources/languages/*.ts")
GERMAN = ROOT / "resources" / "languages" / "tanglescope_de.ts"
OTHER_ENGLISH = {
    r"^[^…]*\S …$": "no space before … at the end",
    r"[\d}] %": "no space before %",
    r"[‘’]": "'",
    r"\bReturn\b": "Enter",
    r"\bEsc\b": "Escape",
    r"[Ww]hoever|[Ss]omebody|[Nn]obody": "anyone who, someone, no one",
    r"\bkeys of groups\b": "group keys",
    r"\bthere is no such file\b|\bdoes not exist\b": "doesn't exist",
    r"\bis there already\b": "exists already",
    r"\b[Uu]n&?lock": "decrypt",
    # SQLite says that a file is not a database.
    r"(?<!^file )\b(is|are|was|were|do|does|did|has|have|had|will|could|would|should) not\b": "n't",
    r"\bcannot\b": "can't",
    r"\backed\b": "acknowledged",
}
"""Patterns of English that is right, but that another word or sign is used for here."""
OTHER_GERMAN = {
    r"Schreibende": "Schreiber",
    r"Konversation|Unterhaltung": "Gespräch",
    r"Kollektion": "Sammlung",
    r"\b(Ihnen|bitte)\b": "du, or no address",
    r"\} Bytes|\d Bytes": "Byte after a number",
    r"\d%|\}%": "a space before %",
    r"\} Mal\b": "{n:,}-mal",
    r"\b(Id|Ids)\b": "ID, IDs",
    r"Graph-Datei": "Graphdatei",
    r" --? ": "–",
    r"[Ww]andern|wandert": "verschieben",
    r"[Gg]abel": "Verzweigung",
    r"[Vv]erspätung": "Verzögerung",
    r"[Kk]ürzlich": "zuletzt geöffnet",
    r"\bRechner": "Computer",
    r"Festplatte": "Datenträger",
    r"(im|den|der) Speicher\b": "Arbeitsspeicher",
    r"Kennung": "ID",
    r"fügt .*\bEpoche": "in eine Epoche aufnehmen",
    r"\bTangles?\b": "Geflecht",
    r"unterschr[ie]": "signiert",
    r"[Ee]ntsperr": "entschlüsseln",
    r"[Aa]usgeblendet": "verborgen",
    r"Verknüpfung": "Link",
    r"lässt sich nicht öffnen": "kann nicht geöffnet werden",
    r"\S…$": "a space before …",
    r"“[^“„]*“|\w'\w": "„…“, ’",
    r"(^|[.:;] )[^.:;?!,]*, (und|oder) "
    r"(versuche|starte|lass|nenne|öffne|gib|nimm|wähle|schließe|benutze|stelle)\b": "no comma",
}
"""Patterns of German that is right, but that another word or sign is used for here."""

LETTER = re.compile(r"&(\w)")
FIELD = re.compile(r"\{[^{}]*\}")
NUMBER = re.compile(r"\{n[:}]")
"""Where a text has the number of what it counts."""


SAME_IN_GERMAN = re.compile(r"weitere|neu$|Treffer|Byte|Follower|Fehler|Liste|Zeichen")
"""What is said of one thing as of several."""

COUNTED = re.compile(
    r"\{(\w+):,\} (of \{[^}]*\} )?([a-z]+ )?"
    r"(messages|conversations|arrivals|deliveries|edits|rows|steps|times|pairs|characters|indexers)"
)
OF_SEVERAL = re.compile(
    r"\{n[:,]*\} (\S+ ){0,2}"
    r"(are|have|were|don't|sind|haben|können|wurden|werden|müssen|führen|stehen|warten)\b"
)
OF_ONE = re.compile(
    r"\{n[:,]*\} (\S+ ){0,2}"
    r"(is|has|was|doesn't|ist|hat|kann|wurde|wird|muss|führt|steht|wartet)\b"
)
LIMIT = re.compile(r"at most|allowed|too (many|long)|limit|fit into")
ALWAYS_SEVERAL = {
    "Rank {rank:,} is shared by {equals:,} messages; their ids decide.",
    "Since then it has been moved {moves:,} times; the last {shown:,}:",
    "The map shows the latest {shown:,} of {all:,} messages.",
    "They end in different orders, after {one:,} and {other:,} edits",
    "They end in the same order, after {one:,} and {other:,} edits",
    "{number:,} messages could be next, and each has a rival",
    "{step:,} of {steps:,} messages",
}
"""Where one would be said otherwise, or not at all."""


WORDING = {"tr", "later", "plural"}

ON_THE_COMMAND_LINE = re.compile(
    r"engine/(commandline/[\w/]+|language/languages)\.py"
    r"|viewer/(app|command_line|window_commands)\.py"
)
"""Modules whose errors no window shows."""

ONLY_IN_ENGLISH = re.compile(f"{ON_THE_COMMAND_LINE.pattern}|engine/kit/.*")
"""Modules whose texts are for terminals only."""

SENTENCE = re.compile(r"^([A-Z]|\{\}).*[a-z]{2} .*([a-z]{2}|\})[.!?]\s*$", re.DOTALL)
IN_SQL = re.compile(r"\b(SELECT|FROM|WHERE|PRAGMA)\b")

DETAILS = {"MalformedRecord"}
"""Exceptions that aren't shown themselves, but whose texts end others."""

SHOWING = {
    "PlainLabel",
    "Note",
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

AT_COMMAND_LINE = "at_command_line"
"""The parameter of errors for what helps only at the command line, which speaks English."""

NO_WORDS = {
    "Tanglescope",  # a name
    "Esc",  # the label of a key on every keyboard
}


@cache
def said_in_code() -> frozenset[tuple[str, str]]:
    """The texts of all files."""
    return frozenset(each for file in SOURCES for each in texts(file))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All nodes of the syntax tree of a file."""
    return tuple(ast.walk(parsed(file)))


def nodes_in(code: str) -> Iterator[ast.AST]:
    """All nodes of the syntax tree of some code."""
    return ast.walk(ast.parse(code))


def texts(file: Path) -> Iterator[tuple[str, str]]:
    """The texts that a file passes to be translated, with the singular of counted ones."""
    for node in nodes(file):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            said = [each.value for each in node.args if isinstance(each, ast.Constant)]
            if node.func.id in WORDING and said:
                yield str(said[0]), str(said[1]) if len(said) > 1 else ""


def messages(language: Path) -> Iterator[tuple[tuple[str, str], list[str], bool]]:
    """An entry of a catalogue: a text, its translations, and whether they are finished."""
    for message in ElementTree.parse(language).iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.iter("numerusform")]
        source = message.findtext("source", ""), message.findtext("comment", "")
        is_done = translation.get("type") is None
        yield source, forms or [translation.text or ""], is_done


def bare(code: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Literals with words that are shown untranslated, with their lines."""
    for node in code:
        if isinstance(node, ast.Call) and called(node) in SHOWING:
            for argument in node.args:
                for literal in literals(argument):
                    if re.search("[A-Za-z]{2}", literal) and literal not in NO_WORDS:
                        yield node.lineno, literal


def errors() -> frozenset[str]:
    """The exceptions of the program, whose texts are shown."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for file in SOURCES
        for node in nodes(file)
        if isinstance(node, ast.ClassDef)
    }
    found = {"TanglescopeError", *DETAILS}
    while more := {name for name, those in bases.items() if those & found} - found:
        found |= more
    return frozenset(found)


def bare_sentences(
    code: Iterable[ast.AST], exceptions: frozenset[str]
) -> Iterator[tuple[int, str]]:
    """Sentences passed to exceptions untranslated, with their lines."""
    for node in code:
        if isinstance(node, ast.Call) and called(node) in {*exceptions, "__init__"}:
            keywords = (each.value for each in node.keywords if each.arg != AT_COMMAND_LINE)
            for argument in [*node.args, *keywords]:
                for literal in literals(argument):
                    if re.search("[A-Za-z]{2} [A-Za-z]", literal):
                        yield node.lineno, literal


def sentences(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Whole sentences of some code that aren't translated, with their lines.

    Those of docstrings, and of assertions, which report mistakes of ours, are left out.
    """
    inside = list(ast.iter_child_nodes(node))
    match node:
        case ast.Constant(value=str(text)):
            yield from a_sentence(node.lineno, text)
        case ast.JoinedStr(values=parts):
            said = [each.value if isinstance(each, ast.Constant) else "{}" for each in parts]
            yield from a_sentence(node.lineno, "".join(map(str, said)))
            inside = [each for each in parts if isinstance(each, ast.FormattedValue)]
        case ast.Call() if called(node) in WORDING:
            inside = [*node.keywords]
        case ast.Expr(value=ast.Constant()) | ast.Assert():
            return
    for each in inside:
        yield from sentences(each)


def a_sentence(line: int, text: str) -> Iterator[tuple[int, str]]:
    """The text with its line, if it is a sentence."""
    if SENTENCE.match(text) and not IN_SQL.search(text):
        yield line, text


def filled(code: Iterable[ast.AST]) -> Iterator[tuple[int, set[str], set[str]]]:
    """The lines of texts formatted where they are translated, with named and passed values."""
    for node in code:
        if not isinstance(node, ast.Call) or called(node) not in ("tr", "plural"):
            continue
        given = {each.arg for each in node.keywords}
        said = [literal for argument in node.args[:2] for literal in literals(argument)]
        if None in given or not (node.args and isinstance(node.args[0], ast.Constant)):
            continue  # the text was translated elsewhere, with values from elsewhere
        named = {value for text in said for value in values_of(text)}
        yield node.lineno, named, {str(each) for each in given if each != "n"}


def values_of(text: str) -> dict[str, object]:
    """The values that a text names besides `n`: numbers if it formats them, else words."""
    return {
        field: 7 if spec else "seven"
        for _, field, spec, _ in Formatter().parse(text)
        if field and field != "n"
    }


def called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=function) | ast.Attribute(attr=function):
            return function
    return ""


def literals(node: ast.expr) -> Iterator[str]:
    """The literals that may form a text, without those inside calls, which are checked there."""
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


def formatted(code: Iterable[ast.AST]) -> Iterator[int]:
    """The lines in which an f-string groups digits or formats a percentage."""
    for node in code:
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None:
            spec = ast.unparse(node.format_spec).strip("f'\"")
            if "," in spec or spec.endswith("%"):
                yield node.lineno


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_a_language_has_the_texts_of_the_code_and_no_others(language: Path) -> None:
    there = {source for source, _, _ in messages(language)}
    wanted = said_in_code()
    assert wanted - there == set(), "`make translations` takes them in"
    assert there - wanted == set(), "`make translations` takes them out"


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_every_text_is_translated(language: Path) -> None:
    assert not [
        source for source, forms, is_done in messages(language) if not (is_done and all(forms))
    ]


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_a_translation_has_the_values_of_its_text(language: Path) -> None:
    """Each as often and in the same format; the singular may omit its number."""
    for (source, one), forms, _ in messages(language):
        for form in forms:
            if form:
                assert fields(form) in (fields(source), fields(one or source)), form


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_a_translation_begins_and_ends_as_its_text(language: Path) -> None:
    """Texts are concatenated: without its space or full stop, one would run into the next."""
    ends = (" ", "\n", "…", ".", ":", ",")
    for (source, _), forms, _ in messages(language):
        for form in forms:
            assert form.startswith(" ") == source.startswith(" "), form
            if " " in source:
                assert [form.endswith(end) for end in ends] == [source.endswith(e) for e in ends]


@pytest.mark.parametrize("language", LANGUAGES, ids=name)
def test_no_two_commands_of_a_menu_have_the_same_letter(language: Path) -> None:
    """Menus included; in dialogs a letter that two widgets share alternates between them."""
    said = load(language.stem.removeprefix("tanglescope_")).translation_of
    menus = {said(command.menu) for command in COMMANDS}
    groups = [menus, *({said(e.text) for e in COMMANDS if said(e.menu) == menu} for menu in menus)]
    for texts in groups:
        letters = Counter(found[1].casefold() for text in texts if (found := LETTER.search(text)))
        assert not [letter for letter, times in letters.items() if times > 1], texts


def test_english_uses_one_word_for_one_thing() -> None:
    said = [text for each in said_in_code() for text in each]
    for pattern, wanted in OTHER_ENGLISH.items():
        assert not [text for text in said if re.search(pattern, text)], wanted


def test_no_text_of_the_window_advises_a_command_or_an_option() -> None:
    """The texts of errors reach the window, too; `at_command_line` is for what helps only there."""
    advice = re.compile(r"\btanglescope [a-z]|(?<!git log )(?<![\w-])--[a-z]")
    assert not [
        (name(file), text)
        for file in SOURCES
        if not name(file).startswith("engine/commandline/")
        for both in texts(file)
        for text in both
        if advice.search(text)
    ]


def test_german_uses_one_word_for_one_thing() -> None:
    said = [text for _, forms, _ in messages(GERMAN) for text in forms]
    for pattern, wanted in OTHER_GERMAN.items():
        assert not [text for text in said if re.search(pattern, text)], wanted


def test_singular_and_plural_have_the_same_values() -> None:
    """The singular may omit `n`."""
    for text, one in said_in_code():
        if FIELD.search(one):
            assert fields(text) - fields(one) <= Counter(["{n:,}", "{n}"]), text
            assert fields(one) <= fields(text), one


def test_a_text_is_given_the_values_that_it_names_and_no_others() -> None:
    wrong = [
        f"{name(file)}:{line}"
        for file in SOURCES
        for line, named, given in filled(nodes(file))
        if named != given
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("code", "named", "given"),
    [
        ('tr("{a:,} of {b}", a=1)', {"a", "b"}, {"a"}),
        ('tr("nothing", a=1)', set(), {"a"}),
        ('plural("{n} of {a}", "one of {b}", 2)', {"a", "b"}, set()),
        ('tr("{a!r}", "a menu", a=1)', {"a"}, {"a"}),
    ],
)
def test_the_search_for_values_finds_them(code: str, named: set[str], given: set[str]) -> None:
    assert list(filled(nodes_in(code))) == [(1, named, given)]


@pytest.mark.parametrize("code", ["en", "de"])
def test_every_counted_text_is_said_of_every_number(code: str) -> None:
    """With its number as the language writes it, and with every other named value."""
    counted = {each for each in said_in_code() if NUMBER.search(each[0])}
    assert len(counted) > 80
    speak(code)
    try:
        said = [
            (n, many if n != 1 else one, plural(many, one, n, **values_of(many)))
            for many, one in counted
            for n in (0, 1, 2, 21, 12_000)
        ]
    finally:
        speak(ENGLISH)
    for n, text, sentence in said:
        written = f"{n:,}".replace(",", ".") if code == "de" else f"{n:,}"
        assert not re.search(r"[{}]", sentence), sentence
        assert not NUMBER.search(text) or written in sentence or str(n) in sentence, sentence


def test_the_verb_of_a_counted_text_agrees_with_its_number() -> None:
    """Not `1 messages have`: after a number at the start, the next verb belongs to it."""
    german = [forms for _, forms, _ in messages(GERMAN) if len(forms) == 2]
    for one, several in (*german, *((one, many) for many, one in said_in_code())):
        assert not OF_SEVERAL.match(one), one
        assert not OF_ONE.match(several), several


def test_a_counted_thing_has_a_plural_of_its_own() -> None:
    """Catches a plural form that was copied and never changed."""
    for (many, one), forms, _ in messages(GERMAN):
        if len(forms) == 2 and many != one and not SAME_IN_GERMAN.search(forms[0]):
            assert forms[0] != forms[1], many


def test_what_is_counted_has_a_singular() -> None:
    """Not `1 messages`, except where there are always several, or the number is a limit."""
    plain = {many for many, one in said_in_code() if not NUMBER.search(many + one)}
    found = {text for text in plain if COUNTED.search(text) and not LIMIT.search(text)}
    assert found == ALWAYS_SEVERAL


def test_every_text_is_a_literal() -> None:
    """A text that is put together at run time can't be collected."""
    made = [
        f"{name(file)}:{node.lineno}"
        for file in SOURCES
        for node in nodes(file)
        if isinstance(node, ast.Call)
        and called(node) in WORDING
        and any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in node.args[:2])
    ]
    assert not made


def test_no_text_is_shown_without_being_worded() -> None:
    viewer = [file for file in SOURCES if file.is_relative_to(ROOT / "viewer")]
    assert not [(name(file), *found) for file in viewer for found in bare(nodes(file))]


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
    assert len(list(bare(nodes_in(code)))) == told


def test_every_number_that_is_shown_is_written_as_the_language_does() -> None:
    """Python's own format writes `1,234.5` and `50%` in every language."""
    shown = (file for file in SOURCES if name(file).startswith(("viewer/", "engine/site/")))
    assert not [(name(file), line) for file in shown for line in formatted(nodes(file))]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ('f"{count:,} B"', [1]),
        ('f"{share:.0%}"', [1]),
        ('tr("{share:.0%}", share=share)', []),
        ('f"{x:g},{y:g}"', []),
    ],
)
def test_the_search_for_formatted_numbers_finds_them(code: str, lines: list[int]) -> None:
    assert list(formatted(nodes_in(code))) == lines


def test_no_sentence_is_said_without_being_worded() -> None:
    """Wherever it is put together: the problems of a check, reasons, the words of a panel."""
    assert not [
        (name(file), *found)
        for file in SOURCES
        if not ONLY_IN_ENGLISH.fullmatch(name(file))
        for found in sentences(parsed(file))
    ]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('yield Problem("Its links are wrong.", where)', 1),
        ('yield Problem(f"{number} can\'t be its {name}.", where)', 1),
        ('LAWS = ("Its rank is wrong.",)', 1),
        ('tr("{why} Try again.", why="It is damaged.")', 1),
        ('LAWS = (later("Its rank is wrong."),)', 0),
        ('"""What a module is about."""', 0),
        ('assert here, "It was never opened."', 0),
        ('execute("SELECT here.id FROM messages AS here.")', 0),
    ],
)
def test_the_search_for_sentences_finds_them(code: str, told: int) -> None:
    assert len(list(sentences(ast.parse(code)))) == told


def test_every_error_of_the_window_has_a_translatable_text() -> None:
    exceptions = errors()
    assert not [
        (name(file), *found)
        for file in SOURCES
        if not ON_THE_COMMAND_LINE.fullmatch(name(file))
        for found in bare_sentences(nodes(file), exceptions)
    ]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('raise GraphError("fork", f"the nodes {one} and {other} are one")', 1),
        ('super().__init__("it is damaged")', 1),
        ('raise GraphError("fork", tr("it is damaged"))', 0),
        ('raise ValueError("nobody sees this")', 0),
    ],
)
def test_the_search_for_bare_sentences_finds_them(code: str, told: int) -> None:
    assert len(list(bare_sentences(nodes_in(code), frozenset({"GraphError"})))) == told
