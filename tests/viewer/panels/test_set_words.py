from engine.reduce.items import Oddity
from viewer.panels.set_words import items


def test_only_strings_stand_in_quotes() -> None:
    assert items(("1", Oddity("1"), Oddity('{"a":[]}', ("id", 0)))) == '“1”, 1, {"a":[]}'
