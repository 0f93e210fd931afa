import re

from tests.house.repository import tracked
from tools import pictures


def test_every_picture_that_a_document_shows_is_made_by_one_command() -> None:
    shown = {
        name
        for document in tracked("*.md")
        for name in re.findall(r"pictures/([\w-]+\.\w+)", document.read_text())
    }
    assert shown
    assert shown <= pictures.names()


def test_every_picture_that_is_kept_is_made_by_it_too() -> None:
    kept = {file.name for file in tracked("docs/pictures")}
    assert kept == pictures.names()
