from collections.abc import Callable, Iterator
from datetime import date

import pytest

from tanglescope.engine.language import languages, wording
from tanglescope.engine.language.languages import UnknownLanguage, codes, load, parse
from tanglescope.engine.language.wording import (
    count_noun,
    current_language,
    date_and_time,
    number,
    plural,
    quote_program,
    speak,
    tr,
)

FILE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="xx"><context><name></name>
<message><source>English</source><translation>Exish</translation></message>
<message><source>1,234.5</source><translation>1.234,5</translation></message>
<message><source>n != 1</source><translation>n == 1 ? 0 : n &lt; 5 ? 1 : 2</translation></message>
<message><source>{name} sails</source><translation>es segelt {name}</translation></message>
<message><source>Light</source><comment>of the day</comment>
<translation>Licht</translation></message>
<message><source>Light</source><translation>Hell</translation></message>
<message><source>not yet</source><translation type="unfinished"></translation></message>
<message numerus="yes"><source>{n:,} boats</source><comment>{n:,} boat</comment><translation>
<numerusform>{n:,} Boot</numerusform><numerusform>{n:,} Boote</numerusform>
<numerusform>{n:,} viele</numerusform></translation></message>
<message numerus="yes"><source>{n:,} oars</source><comment>{n:,} oar</comment><translation>
<numerusform>{n:,} Ruder</numerusform><numerusform></numerusform></translation></message>
</context></TS>"""


@pytest.fixture
def exish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wording, "_spoken", parse("xx", FILE))


@pytest.fixture
def says() -> Iterator[Callable[[str], None]]:
    yield speak
    speak(languages.ENGLISH)


def test_english_is_said_as_it_is_written() -> None:
    assert current_language() == "en"
    assert tr("{name} sails", name="Ann") == "Ann sails"
    assert [plural("{n:,} boats", "{n:,} boat", n) for n in (0, 1, 1200)] == [
        "0 boats",
        "1 boat",
        "1,200 boats",
    ]
    assert number(1234.5, ",.1f") == "1,234.5"


@pytest.mark.usefixtures("exish")
def test_a_text_is_said_in_the_spoken_language() -> None:
    assert tr("{name} sails", name="Ann") == "es segelt Ann"


def test_dates_are_written_as_the_language_does(says: Callable[[str], None]) -> None:
    day = date(2024, 5, 4)
    assert date_and_time(day, "09:00") == "2024-05-04 09:00"
    says("de")
    assert date_and_time(day, "09:00") == "04.05.2024, 09:00"


@pytest.mark.usefixtures("exish")
def test_a_text_of_two_meanings_is_said_in_two_ways() -> None:
    assert (tr("Light", "of the day"), tr("Light")) == ("Licht", "Hell")


@pytest.mark.usefixtures("exish")
def test_the_rule_of_the_language_says_which_form_a_number_takes() -> None:
    told = [plural("{n:,} boats", "{n:,} boat", n) for n in (1, 4, 1200)]
    assert told == ["1 Boot", "4 Boote", "1.200 viele"]


@pytest.mark.usefixtures("exish")
def test_what_is_not_translated_is_said_in_english() -> None:
    assert tr("not yet") == "not yet"
    assert tr("never heard of") == "never heard of"
    assert plural("{n:,} oars", "{n:,} oar", 1) == "1 oar"


@pytest.mark.usefixtures("exish")
def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert tr("{share:.1f} of {all:,}", share=0.5, all=12345) == "0,5 of 12.345"
    assert number(1234567) == "1.234.567"


@pytest.mark.usefixtures("exish")
def test_only_numbers_with_a_format_are_rewritten() -> None:
    assert tr("{name} sails", name="A.B, C") == "es segelt A.B, C"
    assert tr("{name} sails", name="{name}") == "es segelt {name}"


@pytest.mark.usefixtures("exish")
def test_a_text_without_values_is_no_template() -> None:
    assert tr("{no values}") == "{no values}"


def test_every_language_says_its_own_name() -> None:
    assert codes()[0] == "en"
    assert "de" in codes()
    assert load("de").name == "Deutsch"


def test_a_language_that_no_one_translated_is_refused_in_words(
    says: Callable[[str], None],
) -> None:
    with pytest.raises(
        UnknownLanguage, match=r"isn't a language of this program\. Choose one of en"
    ):
        says("tlh")


def test_a_language_is_spoken_until_another_is(says: Callable[[str], None]) -> None:
    says("de")
    assert current_language() == "de"
    says("en")
    assert current_language() == "en"


def test_the_command_line_counts_in_english() -> None:
    assert [count_noun(n, "message is", "messages are") for n in (0, 1, 1200)] == [
        "0 messages are",
        "1 message is",
        "1,200 messages are",
    ]
    assert count_noun(2, "edit") == "2 edits"


def test_another_program_is_quoted_or_said_to_be_silent() -> None:
    assert quote_program("git", "not a repository") == "git says “not a repository”"
    assert quote_program("git", "") == "git gives no reason"
    assert quote_program("Python", AssertionError()) == "Python gives no reason"
