from pathlib import Path

import pytest

from tanglescope.engine.language.languages import parse
from tools import translations


@pytest.fixture
def german(tmp_path: Path) -> Path:
    place = tmp_path / "tanglescope_de.ts"
    place.write_bytes((translations.FOLDER / place.name).read_bytes())
    return place


def test_a_file_that_is_up_to_date_stays_as_it_is(german: Path) -> None:
    before = german.read_text()
    translations.renew(german)
    assert german.read_text() == before


def test_a_new_language_begins_with_every_text_of_the_code(german: Path, tmp_path: Path) -> None:
    place = tmp_path / "tanglescope_nl.ts"
    translations.renew(place)
    assert place.read_text().count("<message") == german.read_text().count("<message")
    assert translations.unfinished(place) == place.read_text().count("<message")
    assert not parse("nl", place.read_text()).texts
