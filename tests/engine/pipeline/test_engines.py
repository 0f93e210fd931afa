"""All ways to import an archive give the same database."""

import re
import sys
from contextlib import closing
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from tanglescope.engine.library import Engine, Library, import_archives, is_bulk
from tanglescope.engine.pipeline import budget, importing
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import DatabaseBuild, OnShare
from tanglescope.engine.pipeline.errors import NoSpark
from tanglescope.engine.pipeline.importing import spark_missing
from tanglescope.engine.pipeline.memory import Memory
from tanglescope.engine.pipeline.spark import tables
from tanglescope.engine.store.arrivals.importer import Importer
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.everything_arrays import DerivedTimes
from tanglescope.engine.store.reference_limit import (
    ReferenceLimit,
    limit_references,
    reference_limit,
)
from tests.engine.authors import Author, post
from tests.engine.pipeline import generated
from tests.engine.pipeline.blemished import FORMATS, blemished
from tests.engine.pipeline.conftest import seldom_with_spark
from tests.engine.pipeline.contents import differences
from tests.engine.store.libraries import write
from tests.quick import mostly_slow


def written(folder: Path, form: str, seed: int, start: int = 0, end: int | None = None) -> Path:
    archive = folder / f"archive {seed} ☃.{form}"
    archive.write_bytes(FORMATS[form](blemished(seed)[start:end]))
    return archive


def watched(archive: Path, database: Path) -> Path:
    """The database from small batches, with every edit reported."""
    with Library.open(database) as library:
        library.ingest(archive, on_change=[].append)
    return database


@pytest.mark.parametrize("form", mostly_slow(FORMATS, "ndjson"))
def test_a_new_database_says_the_same(engine: Engine, form: str, tmp_path: Path) -> None:
    archive = written(tmp_path, form, seed=1)
    database = tmp_path / "new.db"
    report = import_archives([archive], database, engine=engine)
    other = watched(archive, tmp_path / "other.db")
    assert differences(database, other) == []
    with Library.open(database) as library:
        check = library.check()
        assert check.ok, check.problems
        assert (report.added, report.messages) == (check.messages, check.messages)
        assert 0 < len(library.quarantine) <= report.quarantined
    assert not list(tmp_path.glob(".*")), "nothing is left over"


@pytest.mark.usefixtures("in_bulk")
def test_the_order_of_everything_is_stored_as_it_would_be_sorted(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    import_archives([written(tmp_path, "ndjson", seed=1)], path, engine=Engine.DIRECT)
    with closing(connect(path, read_only=True)) as database:
        everything = Everything(database)
        assert len(everything)
        assert everything.is_sorted(DerivedTimes.read(database).ties())


damages = st.lists(st.tuples(st.floats(0, 1), st.integers(1, 255)), max_size=4)


@seldom_with_spark
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10_000), st.sampled_from(sorted(FORMATS)), damages)
def test_any_archive_however_damaged_gives_the_same_database(
    engine: Engine, seed: int, form: str, damage: list[tuple[float, int]]
) -> None:
    with TemporaryDirectory() as folder:
        archive = written(Path(folder), form, seed)
        content = bytearray(archive.read_bytes())
        for place, change in damage:
            content[int(place * (len(content) - 1))] ^= change
        archive.write_bytes(content)
        database, other = Path(folder) / "new.db", Path(folder) / "other.db"
        import_archives([archive], database, engine=engine)
        assert differences(database, watched(archive, other)) == []


@pytest.mark.parametrize("limit", [ReferenceLimit(2), ReferenceLimit(2, is_cut=True)])
def test_a_limit_of_references_holds_for_every_engine(
    engine: Engine, limit: ReferenceLimit, tmp_path: Path
) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    database, other = tmp_path / "new.db", tmp_path / "other.db"
    report = import_archives([archive], database, engine=engine, references=limit)
    assert (report.engine, report.rules[limit.rule] > 3) == (engine, True)
    with closing(connect(other)) as begun:
        limit_references(begun, limit)
    assert differences(database, watched(archive, other)) == []
    with Library.open(database) as library:
        assert not library.check().problems
    with closing(connect(database, read_only=True)) as made:
        assert reference_limit(made) == limit


def test_a_database_that_is_there_keeps_what_it_has(engine: Engine, tmp_path: Path) -> None:
    first = written(tmp_path, "ndjson", seed=2, start=60)
    second = written(tmp_path, "log.offset", seed=2, end=200)
    other = tmp_path / "other.db"
    database = tmp_path / "there.db"
    for archive in (first, second):
        watched(archive, other)
    import_archives([first], database, engine=Engine.DIRECT)
    import_archives([second], database, engine=engine)
    assert differences(database, other) == []


def test_several_archives_become_one_database(engine: Engine, tmp_path: Path) -> None:
    archives = [written(tmp_path, "log.bipf", seed=3), written(tmp_path, "ndjson", seed=4)]
    missing = tmp_path / "missing"
    other = tmp_path / "other.db"
    for archive in archives:
        watched(archive, other)
    database = tmp_path / "new.db"
    report = import_archives([archives[0], missing, archives[1]], database, engine=engine)
    assert [str(missing) in sentence for sentence in report.failed] == [True]
    assert differences(database, other) == []


@seldom_with_spark
def test_twenty_archives_of_all_formats_are_one_import(engine: Engine, tmp_path: Path) -> None:
    archives, other = [], tmp_path / "other.db"
    for seed, form in zip(range(20), cycle(sorted(FORMATS))):
        folder = tmp_path / f"{seed:02}"
        folder.mkdir()
        archives.append(written(folder, form, seed, end=25))
        watched(archives[-1], other)
    import_archives(archives, tmp_path / "new.db", engine=engine)
    assert differences(tmp_path / "new.db", other) == []


def test_a_second_import_adds_only_what_is_new(engine: Engine, tmp_path: Path) -> None:
    items = blemished(seed=5)
    archive = tmp_path / "growing.ndjson"
    database = tmp_path / "grown.db"
    archive.write_bytes(FORMATS["ndjson"](items[:150]) + b'{"torn')
    import_archives([archive], database, engine=engine)
    again = import_archives([archive], database, engine=engine)
    assert again.added == 0
    assert again == import_archives([archive], database, engine=Engine.DIRECT)
    archive.write_bytes(FORMATS["ndjson"](items))
    import_archives([archive], database, engine=engine)
    with Library.open(database) as library:
        assert library.check().ok
        grown = sorted(library.conversation(thread.root).in_order() for thread in library.threads())
    with Library.open(watched(archive, tmp_path / "other.db")) as library:
        assert grown == sorted(
            library.conversation(thread.root).in_order() for thread in library.threads()
        )


@seldom_with_spark
@pytest.mark.parametrize("is_late", [False, True])
def test_a_network_with_a_key_is_checked_with_it(
    is_late: bool, engine: Engine, tmp_path: Path
) -> None:
    key = bytes(range(32))
    alice = Author("alice", network=key)
    archive = write(tmp_path / "log.ndjson", [alice.say(post(word)) for word in ["one", "two"]])
    database = tmp_path / "new.db"
    if is_late:
        report = import_archives([archive], database, engine=engine)
        assert (report.added, report.rules) == (0, {"signature": 2})
    report = import_archives([archive], database, engine=engine, hmac_key=key)
    assert (report.added, report.messages, report.rules, report.known_bad) == (2, 2, {}, 0)
    with Library.open(database, read_only=True) as library:
        assert (library.check(hmac_key=key).problems, len(library.quarantine)) == ((), 0)


@seldom_with_spark
def test_a_message_that_says_it_answers_itself_is_refused(engine: Engine, tmp_path: Path) -> None:
    alice = Author("alice")
    key = f"%{'x' * 42}A=.sha256"
    liar = Author("mallory").draft({"type": "post", "text": "lost \ufffd", "root": key})
    archive = tmp_path / "log.bipf"
    records = [alice.say(post("one")).record, liar.record | {"key": key}]
    generated.write(archive, "log.bipf", iter(records))
    report = import_archives([archive], tmp_path / "new.db", engine=engine)
    assert (report.added, report.rules) == (1, {"id": 1})


def test_an_empty_archive_is_no_error(engine: Engine, tmp_path: Path) -> None:
    archive = tmp_path / "empty"
    archive.touch()
    report = import_archives([archive], tmp_path / "new.db", engine=engine)
    assert (report.added, report.failed) == (0, ())
    with Library.open(tmp_path / "new.db", read_only=True) as library:
        assert library.check().ok


@seldom_with_spark
def test_progress_ends_with_all_bytes_done(engine: Engine, tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    told = []
    import_archives([archive], tmp_path / "new.db", engine=engine, on_progress=told.append)
    size = archive.stat().st_size
    checked = [each for each in told if each.stage == "checking"]
    assert (checked[-1].done_bytes, checked[-1].total_bytes) == (size, size)
    assert checked[-1].bad > 0
    assert [each.done_bytes for each in checked] == sorted(each.done_bytes for each in checked)


@pytest.mark.spark
def test_a_database_that_another_version_began_meanwhile_keeps_what_it_has(
    shared_spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = written(tmp_path, "ndjson", seed=2)
    second = written(tmp_path, "log.offset", seed=7)
    database, other = tmp_path / "new.db", tmp_path / "other.db"
    publish = DatabaseBuild.publish

    def late(building: DatabaseBuild, report: OnShare) -> None:
        with closing(connect(database)) as own:  # without the lock
            Importer(own, first).run(None, None, lambda: False)
        publish(building, report)

    monkeypatch.setattr(DatabaseBuild, "publish", late)
    import_archives([second], database, engine=Engine.SPARK)
    for archive in (first, second):
        watched(archive, other)
    assert differences(database, other) == []
    assert not list(tmp_path.glob(".*")), "nothing is left over"


def test_a_database_is_read_by_one_process_also_where_spark_is_chosen(tmp_path: Path) -> None:
    source = watched(written(tmp_path, "ndjson", seed=1), tmp_path / "source.db")
    report = import_archives([source], tmp_path / "new.db", engine=Engine.SPARK)
    assert report.failed == ()
    assert (report.added > 0, report.engine) == (True, Engine.DIRECT)


@pytest.mark.spark
@pytest.mark.usefixtures("shared_spark")
def test_spark_imports_a_thousand_messages_where_it_is_chosen(tmp_path: Path) -> None:
    archive = tmp_path / "log.ndjson"
    generated.write(archive, "ndjson", generated.network(1000))
    report = import_archives([archive], tmp_path / "new.db", engine=Engine.SPARK)
    engine, *steps = report.details
    assert re.fullmatch(r"Spark 4\.\d+\.\d+, master local\[2\]", engine)
    named = [
        re.match(r"(.*): \d+\.\d s, stages: [1-9]\d*, tasks: [1-9]\d*$", step) for step in steps
    ]
    assert [found and found[1] for found in named] == [
        "Check slices",
        "Link messages to threads",
        "Find what comes after what",
        "Put everything in time order",
    ]
    assert list(report.seconds) == ["starting", "checking", "linking", "ordering", "publishing"]


@seldom_with_spark
def test_the_engine_is_reported_first(engine: Engine, tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    told: list[tuple[Engine, str]] = []
    database = tmp_path / "new.db"
    import_archives(
        [archive], database, engine=engine, on_engine=lambda *choice: told.append(choice)
    )
    assert told == [(engine, "")], "what was asked for needs no reason"


class Stopped(Exception):
    """Raised once the engine is chosen."""


def stop(chosen: Engine, reason: str) -> None:
    raise Stopped(f"{chosen}: {reason}")


@pytest.mark.parametrize(
    ("least", "is_whole", "is_new", "best", "why"),
    [
        (1 << 30, True, True, Engine.DIRECT, "small import"),
        (1, True, True, Engine.DIRECT, "fit into memory"),
        (1, False, True, Engine.SPARK, "don't fit into memory"),
        (1, False, False, Engine.DIRECT, "in batches"),
    ],
)
def test_spark_is_chosen_only_for_archives_larger_than_memory(
    least: int,
    is_whole: bool,
    is_new: bool,
    best: Engine,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(importing, "LARGE", least)
    monkeypatch.setattr(importing, "BULK", 1)
    monkeypatch.setattr(importing, "require_spark", lambda: None)
    monkeypatch.setattr(importing, "find_java", lambda: Path("java"))
    found = Budget.of(0, Memory(24 << 30, 24 << 30))
    monkeypatch.setattr(Budget, "of", lambda _: replace(found, passes=int(is_whole)))
    database = tmp_path / "new.db"
    if not is_new:
        with Library.open(database) as library:
            library.ingest(write(tmp_path / "first.ndjson", [Author("ann").say(post("hello"))]))

    with pytest.raises(Stopped, match=f"{best}: .*{why}"):
        import_archives([written(tmp_path, "ndjson", seed=1)], database, on_engine=stop)


def talk(folder: Path, words: int) -> tuple[Path, int]:
    """An archive of some 400 KB and the number of its messages, each of so many words."""
    ann = Author("ann")
    count = 400_000 // (500 + 5 * words)
    return write(
        folder / "log.ndjson", [ann.say(post("word " * words)) for _ in range(count)]
    ), count


def room_for_two_hundred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow as much memory as 240 messages take, and import as if archives were large."""
    monkeypatch.setattr(importing, "LARGE", 1)
    monkeypatch.setattr(importing, "BULK", 1)
    monkeypatch.setattr(importing, "require_spark", lambda: None)
    monkeypatch.setattr(importing, "find_java", lambda: Path("java"))
    monkeypatch.setattr(Memory, "now", lambda: Memory(24 << 30, 24 << 30))
    monkeypatch.setattr(budget, "ORDERING", 100 << 20)
    monkeypatch.setattr(budget, "NUMBERED", 100 << 20)


@pytest.mark.parametrize(
    ("words", "best", "why"),
    [(1, Engine.SPARK, "don't fit"), (1000, Engine.DIRECT, "fit")],
    ids=["short", "long"],
)
def test_how_many_messages_fit_depends_on_how_long_they_are(
    words: int, best: Engine, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_for_two_hundred(monkeypatch)
    archive, count = talk(tmp_path, words)
    with pytest.raises(Stopped) as stopped:
        import_archives([archive], tmp_path / "new.db", on_engine=stop)
    sentence = rf"{best}: About ([\d,]+) messages {why} into memory"
    found = re.match(sentence, str(stopped.value))
    assert found, stopped.value
    assert int(found[1].replace(",", "")) == pytest.approx(count, rel=0.15)


@pytest.mark.parametrize(("words", "is_whole"), [(1, False), (1000, True)], ids=["short", "long"])
def test_an_import_is_built_as_a_whole_if_its_messages_fit_however_long_they_are(
    words: int, is_whole: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_for_two_hundred(monkeypatch)
    archive, count = talk(tmp_path, words)
    stages: list[str] = []
    report = import_archives(
        [archive],
        tmp_path / "new.db",
        engine=Engine.DIRECT,
        on_progress=lambda progress: stages.append(progress.stage),
    )
    assert report.added == count
    assert ("publishing" in stages) is is_whole


def too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow memory for the smallest archive only in batches."""
    monkeypatch.setattr(importing, "LARGE", 1)
    monkeypatch.setattr(importing, "BULK", 1)
    monkeypatch.setattr(budget, "ORDERING", 1 << 40)


def test_without_java_much_is_imported_directly_and_why_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_much(monkeypatch)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("JAVA_HOME", "")
    archive = written(tmp_path, "ndjson", seed=1)
    told: list[tuple[Engine, str]] = []
    assert is_bulk(archive, tmp_path / "new.db")
    import_archives([archive], tmp_path / "new.db", on_engine=lambda *choice: told.append(choice))
    ((chosen, why),) = told
    assert chosen is Engine.DIRECT
    assert "sudo apt install openjdk-17-jre-headless" in why
    assert not is_bulk(archive, tmp_path / "new.db")


@pytest.mark.parametrize("missing", ["pyspark", "pandas"])
@pytest.mark.parametrize("is_frozen", [False, True])
def test_where_spark_was_left_out_one_process_imports_and_says_so(
    missing: str, is_frozen: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    too_much(monkeypatch)
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.setattr(sys, "frozen", is_frozen, raising=False)
    sentence = (
        "This build of Tanglescope comes without Spark: import with the engine Direct."
        if is_frozen
        else 'Spark isn\'t installed; this installs it: pip install "tanglescope[spark]"'
    )
    assert spark_missing() == sentence
    archive = written(tmp_path, "ndjson", seed=1)
    with pytest.raises(NoSpark, match=re.escape(sentence)):
        import_archives([archive], tmp_path / "other.db", engine=Engine.SPARK)
    if is_frozen:
        return  # only a program that really is frozen starts processes in that way
    told: list[tuple[Engine, str]] = []
    import_archives([archive], tmp_path / "new.db", on_engine=lambda *choice: told.append(choice))
    ((chosen, why),) = told
    assert (chosen, why.endswith(sentence)) == (Engine.DIRECT, True)


@seldom_with_spark
@pytest.mark.parametrize("liar_is_first", [False, True])
def test_a_message_that_claims_the_key_of_another_stops_nothing(
    engine: Engine, tmp_path: Path, *, liar_is_first: bool
) -> None:
    """A key can't be verified where the log has lost a character: anyone may claim any key."""
    ann, eve = Author("ann"), Author("eve")
    said = [ann.say(post("genuine")), ann.say(post("more"))]
    lie = eve.say(post("half a character: \ud83d"))
    records = [[each.record for each in said], [lie.record | {"key": said[0].key}]]
    archives = []
    for number, items in enumerate(reversed(records) if liar_is_first else records):
        archives.append(tmp_path / f"{number}.bipf")
        archives[-1].write_bytes(FORMATS["log.bipf"](items))
    report = import_archives(archives, tmp_path / "bulk.db", engine=engine)
    assert report.added == 2
    with Library.open(tmp_path / "live.db") as library:
        for archive in archives:
            library.ingest(archive)
        assert library.check().ok
    assert differences(tmp_path / "bulk.db", tmp_path / "live.db") == []


@pytest.mark.spark
@pytest.mark.usefixtures("shared_spark")
def test_what_is_too_large_for_one_block_becomes_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "block_size", lambda: 100)
    archive = written(tmp_path, "ndjson", seed=21)
    dealt, other = tmp_path / "dealt.db", tmp_path / "other.db"
    import_archives([archive], dealt, engine=Engine.SPARK)
    assert differences(dealt, watched(archive, other)) == []


@seldom_with_spark
def test_an_earlier_receipt_dates_the_thread_of_the_message_that_is_here(
    engine: Engine, tmp_path: Path
) -> None:
    """Whatever thread the second record under its key names."""
    ann = Author("ann")
    root = ann.say(post("root"))
    reply = ann.say(post("reply", root))
    lie = Author("eve").say(post("half a character: \ud83d"))
    records = [root.record, reply.record, lie.record | {"key": reply.key, "timestamp": 7.0}]
    archives = []
    for number, items in enumerate((records[:2], records[2:])):
        archives.append(tmp_path / f"{number}.bipf")
        archives[-1].write_bytes(FORMATS["log.bipf"](items))
    import_archives(archives, tmp_path / "new.db", engine=engine)
    with Library.open(tmp_path / "new.db", read_only=True) as library:
        assert [(each.root, each.first) for each in library.threads()] == [(root.key, 7.0)]


def test_from_some_thousand_messages_on_a_new_database_is_built_as_a_whole(tmp_path: Path) -> None:
    """The bench found batches dearer by 15% at 10,000 messages, by 40% at 20,000."""
    few, many = tmp_path / "few.ndjson", tmp_path / "many.ndjson"
    generated.write(few, "ndjson", generated.network(1000))
    generated.write(many, "ndjson", generated.network(7000))
    assert import_archives([few], tmp_path / "few.db").seconds == {}
    assert "linking" in import_archives([many], tmp_path / "many.db").seconds
