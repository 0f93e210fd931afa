"""Bendy Butt messages in a database: imported, shown, exported and checked like classic ones."""

import json
from pathlib import Path
from typing import Any

from tanglescope.engine.archive.opening import read_archive
from tanglescope.engine.library import Library
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.exporting import as_line
from tests.engine.archive.writers import bipf_record, block_log
from tests.vectors import bendybutt

BUTTWOO = {
    "key": "ssb:message/buttwoo-v1/7AWPh3vLpZJKKw3aHsiZ7kld9j132THq8AjmnDfzWok=",
    "value": {"author": "ssb:feed/buttwoo-v1/AZKgX4zafAh_pEbPdKH8hcAlRxK0XgWLx5OhosaFWww="},
    "timestamp": 1.0,
}


def tombstoned() -> list[dict[str, Any]]:
    """A metafeed that adds two feeds and ends the second one."""
    cases = {case["name"]: case for case in bendybutt.load()}
    names = ("add/derived of a metafeed", "add/existing of a classic feed", "tombstone")
    return [{"key": cases[name]["key"], "value": cases[name]["value"]} for name in names]


def test_a_folder_of_ssb_tribes2_is_taken_in_whole_and_checks_up(
    library: Library, tribes2: Path
) -> None:
    report = library.ingest(tribes2 / "alice")
    assert (report.added, report.messages, report.quarantined) == (14, 14, 0)
    assert library.check().ok


def test_what_is_kept_is_exported_as_it_was_signed(
    library: Library, tribes2: Path, tmp_path: Path
) -> None:
    library.ingest(tribes2 / "alice")
    keys = [
        each.message.key
        for each in read_archive(tribes2 / "alice")
        if each.message is not None and each.message.key.startswith("ssb:")
    ]
    lines = []
    for key in keys:
        inspection = library.inspect("everything", key)
        assert inspection.is_named_right
        assert inspection.is_signed
        assert inspection.value is not None
        lines.append(as_line({"key": key, "value": json.loads(inspection.value)}))
    export = tmp_path / "export.ndjson"
    export.write_bytes(b"".join(lines))
    assert {each.verdict.status for each in read_archive(export)} == {ValidationStatus.VALID}


def test_a_tombstone_follows_the_message_that_added_the_feed(
    library: Library, tmp_path: Path
) -> None:
    said = tombstoned()
    log = tmp_path / "log.ndjson"
    log.write_bytes(b"".join(map(as_line, said)))
    assert library.ingest(log).added == 3
    _, added, ended = (each["key"] for each in said)
    conversation = library.conversation(f"metafeed:{added}")
    assert conversation.in_order() == [added, ended]
    assert conversation.edges([ended])[ended].causes == (added,)
    assert library.tangle("metafeed", added).tips == [ended]
    assert library.check().ok


def test_a_tangle_of_a_metafeed_is_called_by_what_its_first_message_does(
    library: Library, tmp_path: Path
) -> None:
    said = tombstoned()
    log = tmp_path / "log.ndjson"
    log.write_bytes(b"".join(map(as_line, said)))
    library.ingest(log)
    listed = {each.root: each for each in library.conversations(kind="metafeed")}
    added = listed[said[1]["key"]]
    assert added.title.startswith("adds the feed @")
    assert len({each.title for each in listed.values()}) == len(listed) == 2
    assert library.conversation(added.address).summary() == added
    assert library.conversations(kind="metafeed", words=added.title) == [added]


def test_a_tombstone_that_came_first_waits_for_what_it_follows(
    library: Library, tmp_path: Path
) -> None:
    said = tombstoned()
    for number, each in enumerate(reversed(said)):
        log = tmp_path / f"{number}.ndjson"
        log.write_bytes(as_line(each))
        library.ingest(log)
    _, added, ended = (each["key"] for each in said)
    assert library.conversation(f"metafeed:{added}").in_order() == [added, ended]
    assert library.check().ok


def test_a_log_that_begins_with_a_metafeed_is_known(tribes2: Path, tmp_path: Path) -> None:
    items = [
        {"key": each.record.key, "value": each.record.value, "timestamp": 1.5}
        for each in read_archive(tribes2 / "alice")
        if str(each.record.key).startswith("ssb:")
    ]
    log = tmp_path / "log.bipf"
    log.write_bytes(block_log([bipf_record(item) for item in items]))
    assert [each.computed for each in read_archive(log)] == [item["key"] for item in items]


def test_an_altered_metafeed_is_what_check_finds(library: Library, tribes2: Path) -> None:
    library.ingest(tribes2 / "alice")
    with library._database.conn as connection:
        connection.execute(
            "UPDATE nodes SET value = replace(value, 'group/additions', 'group/deletions')"
        )
    assert any("doesn't hash" in problem.what for problem in library.check().problems)


def test_other_formats_wait_in_the_quarantine_and_are_no_error(
    library: Library, tmp_path: Path
) -> None:
    log = tmp_path / "log.ndjson"
    log.write_bytes(as_line(BUTTWOO))
    report = library.ingest(log)
    assert report.rules == {"buttwoo-v1": 1}
    assert report.first_bad is None
    assert [each.rule for each in library.quarantine.page(0, 9)] == ["buttwoo-v1"]
