"""An import as a process: its reports, and how it stops."""

import json
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.pipeline.children import WITH_JVM, Child
from tests.engine.pipeline.test_engines import watched, written
from tests.engine.store.libraries import write
from tests.quick import mostly_slow


@pytest.fixture(scope="module")
def long_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More work than is done before the first line is read."""
    alice = Author("alice")
    lines = [alice.say(post(str(step))) for step in range(2000)]
    return write(tmp_path_factory.mktemp("long") / "log.ndjson", lines * 5)


def test_it_reports_every_stage_and_ends_with_a_report(tmp_path: Path) -> None:
    archive = written(tmp_path, "log.bipf", seed=1)
    with Child("--database", tmp_path / "new.db", archive) as child:
        *progress, last = child.events()
        assert child.process.wait(timeout=60) == 0
    assert progress.pop(0) == {"engine": "direct", "reason": "It is a small import."}
    assert all("stage" in each for each in progress)
    assert last["failed"] == []
    with Library.open(watched(archive, tmp_path / "other.db"), read_only=True) as library:
        assert last["added"] == len(library)


@pytest.mark.parametrize("way", mostly_slow(["cancel", "end of stdin"], "cancel"))
def test_it_stops_on_request_or_when_its_parent_is_gone(
    way: str, long_archive: Path, tmp_path: Path
) -> None:
    database = tmp_path / "new.db"
    with Child("--database", database, long_archive) as child:
        if way == "cancel":
            child.say("cancel")
        else:
            assert child.process.stdin is not None
            child.process.stdin.close()
        last, status = child.finish()
    assert (last["cancelled"], status) == (True, 3)
    with Library.open(database) as library:
        assert library.check().ok
        library.ingest(long_archive)
        assert len(library) == 2000


def test_a_missing_java_is_reported_with_the_command_that_installs_it(tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    arguments = ("--engine", "spark", "--database", tmp_path / "new.db", archive)
    with Child(*arguments, PATH="", JAVA_HOME="") as child:
        last, status = child.finish()
    assert status == 1
    assert "sudo apt install openjdk-17-jre-headless" in last["error"]["message"]
    assert not (tmp_path / "new.db").exists()


def test_anything_but_a_database_is_reported(tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    with Child("--database", archive, archive) as child:
        last, status = child.finish()
    assert status == 1
    assert "isn't a database" in last["error"]["message"]


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.parametrize("stage", ["starting", "checking", "linking"])
def test_spark_stops_within_two_seconds_and_leaves_no_process_behind(
    stage: str, long_archive: Path, tmp_path: Path
) -> None:
    arguments = (*WITH_JVM, "--database", tmp_path / "new.db", long_archive)
    with Child(*arguments) as child:
        next(event for event in child.events() if event.get("stage") == stage)
        child.say("cancel")
        assert child.process.wait(timeout=2.5) == 3
        child.wait_until_gone()
    with Child(*arguments) as child:
        last, status = child.finish()
    assert (last["added"], status) == (2000, 0)
    assert not list(tmp_path.glob(".*"))


@pytest.mark.spark
@pytest.mark.slow
def test_spark_logs_its_steps_where_the_user_has_it_log_events(
    long_archive: Path, tmp_path: Path
) -> None:
    settings, log = tmp_path / "conf", tmp_path / "log"
    settings.mkdir()
    log.mkdir()
    (settings / "spark-defaults.conf").write_text(
        "spark.eventLog.enabled true\nspark.eventLog.compress false\n"
        f"spark.eventLog.dir {log.as_uri()}\n"
    )
    arguments = (*WITH_JVM, "--database", tmp_path / "new.db", long_archive)
    with Child(*arguments, SPARK_CONF_DIR=str(settings)) as child:
        _, status = child.finish()
    assert status == 0
    events = [
        json.loads(line) for file in log.rglob("events_*") for line in file.read_text().splitlines()
    ]
    done = [each for each in events if each["Event"] == "SparkListenerStageCompleted"]
    assert len(done) >= 5
    groups = {
        each["Properties"]["spark.jobGroup.id"]
        for each in events
        if each["Event"] == "SparkListenerJobStart"
    }
    assert {"check", "link", "edges", "order"} <= groups
