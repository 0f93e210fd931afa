import json
from pathlib import Path

import pytest

from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


def test_a_feed_is_exported_in_its_order_without_messages_of_others(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    said = [ann.say(post("one\ud83d")), ann.say(post("two")), ann.say(post("three"))]
    with library_of(tmp_path, said[2], ben.say(post("no")), said[0], said[1]) as library:
        assert library.export(ann.feed, tmp_path / "ann.ndjson") == 3
    lines = (tmp_path / "ann.ndjson").read_bytes().splitlines()
    assert [json.loads(line) for line in lines] == [json.loads(each.line) for each in said]


def test_what_waits_for_a_missing_message_is_not_exported(tmp_path: Path) -> None:
    ann = Author("ann")
    first, _, third = (ann.say(post(text)) for text in ("one", "two", "three"))
    with library_of(tmp_path, first, third) as library:
        assert library.export(ann.feed, tmp_path / "ann.ndjson") == 1


def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    ann = Author("ann")
    with library_of(tmp_path, ann.say(post("one"))) as library:
        (tmp_path / "folder").mkdir()
        with pytest.raises(OSError, match="folder"):
            library.export(ann.feed, tmp_path / "folder")
        assert library.export(ann.feed, tmp_path / "ann.ndjson") == 1
    assert not list(tmp_path.glob("*.part"))
