"""Following: archives that grow, or are cut, replaced or removed while they are followed."""

import json
import sys
from pathlib import Path

import pytest

from tanglescope.engine.archive.opening import Reader, open_archive
from tanglescope.engine.library import Library
from tanglescope.engine.store.arrivals import importer
from tests.engine.archive.writers import offset_log
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write


@pytest.mark.parametrize("how", ["cut", "exchanged", "rewritten"])
def test_a_followed_file_that_is_another_one_now_is_read_anew(
    library: Library, talk: dict[str, Said], tmp_path: Path, how: str
) -> None:
    log = write(tmp_path / "log.ndjson", talk.values())
    follower = library.follow(log)
    assert sum(change.added for change in follower.poll()) == 4
    news = Author("dora").say(post("news"))
    if how == "cut":
        log.write_bytes(log.read_bytes()[:300])
        follower.poll()
        write(log, [news])
    elif how == "exchanged":
        write(tmp_path / "new", [news, *talk.values()]).replace(log)
    else:
        log.write_bytes(news.line + log.read_bytes())
    assert sum(change.added for change in follower.poll()) == 1
    assert news.key in library.messages([news.key])


def test_half_a_line_is_left_until_the_rest_of_it_is_there(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    log = tmp_path / "log.ndjson"
    line = talk["question"].line
    log.write_bytes(line[:100])
    follower = library.follow(log)
    assert follower.poll() == []
    log.write_bytes(line)
    assert [change.added for change in follower.poll()] == [1]
    assert len(library.quarantine) == 0


def test_an_archive_that_was_empty_is_followed_in_whatever_format_it_gets(
    library: Library, talk: dict[str, Said], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    log.touch()
    follower = library.follow(log)
    assert follower.poll() == []
    log.write_bytes(offset_log(json.loads(each.line) for each in talk.values()))
    assert [change.added for change in follower.poll()] == [4]


@pytest.mark.parametrize("inside", ["", "flume"])
def test_an_archive_that_vanished_may_come_back(
    library: Library, tmp_path: Path, talk: dict[str, Said], inside: str
) -> None:
    folder = tmp_path / inside
    folder.mkdir(exist_ok=True)
    log = folder / "log.offset"
    items = [json.loads(each.line) for each in talk.values()]
    log.write_bytes(offset_log(items[:1]))
    follower = library.follow(tmp_path if inside else log)
    assert [change.added for change in follower.poll()] == [1]
    log.unlink()
    assert follower.poll() == []
    assert not follower.is_there
    log.write_bytes(offset_log(items))
    assert [change.added for change in follower.poll()] == [3]
    assert follower.is_there


def test_an_archive_that_vanishes_while_it_is_looked_at_may_come_back(
    library: Library, tmp_path: Path, talk: dict[str, Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = write(tmp_path / "log.ndjson", talk.values())
    follower = library.follow(log)
    with monkeypatch.context() as patch:
        patch.setattr(
            "tanglescope.engine.store.arrivals.importer.shape_of",
            lambda _: frozenset({(log, 0, 0, 0)}),
        )
        elsewhere = log.rename(tmp_path / "elsewhere")
        assert follower.poll() == []
        assert not follower.is_there
    elsewhere.rename(log)
    assert [change.added for change in follower.poll()] == [4]
    assert follower.is_there


def test_an_archive_that_vanishes_when_it_has_been_opened_may_come_back(
    library: Library, tmp_path: Path, talk: dict[str, Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = write(tmp_path / "log.ndjson", talk.values())
    elsewhere = tmp_path / "elsewhere"

    def open_and_lose(path: Path, *_: object) -> Reader:
        reader = open_archive(path)
        path.rename(elsewhere)
        return reader

    follower = library.follow(log)
    with monkeypatch.context() as patch:
        patch.setattr("tanglescope.engine.store.arrivals.importer.open_source", open_and_lose)
        assert follower.poll() == []
    assert not follower.is_there
    elsewhere.rename(log)
    assert [change.added for change in follower.poll()] == [4]
    assert follower.is_there


def test_modules_that_the_first_look_loads_cause_no_pause(
    library: Library, talk: dict[str, Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranking = "tanglescope.engine.store.orders.ranking"
    monkeypatch.delitem(sys.modules, ranking, raising=False)
    monkeypatch.setattr(importer, "LONG", 0.5)
    monkeypatch.setattr(importer, "monotonic", lambda: 10.0 if ranking in sys.modules else 0.0)
    question, *others = talk.values()
    log = write(tmp_path / "log.ndjson", [question])
    follower = library.follow(log)
    assert [change.added for change in follower.poll()] == [1]
    write(log, [question, *others])
    assert [change.added for change in follower.poll()] == [3]
