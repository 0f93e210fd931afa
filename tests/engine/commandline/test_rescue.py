"""`tanglescope rescue`: the log, the report in words and as JSON, and refusals."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.message.identity import Identity
from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, post
from tests.engine.site.parsed import parsed
from tests.engine.store.libraries import write


@pytest.fixture
def archives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A log with a damaged line, and a copy that lacks another message."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    ann, ben = Author("ann"), Author("ben")
    said = [ann.say(post(str(number))) for number in range(4)] + [ben.say(post("hi"))]
    fork = ben.draft(post("second, without the first"))
    a = write(tmp_path / "a.ndjson", said)
    a.write_bytes(a.read_bytes().replace(b'"text": "2"', b'"text": "3"'))
    b = write(tmp_path / "b.ndjson", [said[0], said[4], fork, ben.say(post("continued"))])
    return [str(a), str(b)]


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["rescue", *words], catch_exceptions=False)


def test_the_report_says_what_is_whole_missing_and_forked(
    archives: list[str], tmp_path: Path
) -> None:
    done = run(*archives, "--to", str(tmp_path / "out"))
    assert done.exit_code == 0
    assert "5 messages of 2 feeds" in done.output
    assert "1 more is in aside.ndjson" in done.output
    assert "missing: 3\n" in done.output
    assert "forked at message 2" in done.output
    assert "(kept)" in done.output
    assert "line 3: Its key isn't the hash of its text" in done.output
    assert (tmp_path / "out" / "report.txt").read_text().strip() == done.output.strip()


def test_the_report_as_json_is_the_one_in_the_folder(archives: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = run(*archives, "--to", str(out), "--format", "ndjson", "--format", "bipf", "--json")
    report = json.loads(done.stdout)
    assert report == json.loads((out / "report.json").read_text())
    assert report["schema"] == 1
    assert set(report["files"]) == {"ndjson", "bipf"}
    for path in report["files"].values():
        assert len(list(open_archive(Path(path)).records())) == report["messages"] == 5
    verdicts = {feed["feed"]: feed["verdict"] for feed in report["feeds"]}
    assert verdicts == {Author("ann").feed: "gaps", Author("ben").feed: "forked"}
    assert [source["damaged"] for source in report["sources"]] == [1, 0]
    assert not (out / "flume").exists()


def test_two_archives_are_compared(archives: list[str], tmp_path: Path) -> None:
    a, b = archives
    done = run(a, "--lacking-in", b, "--to", str(tmp_path / "out"))
    assert "2 messages of 1 feed are in" in done.output
    assert f"Not in {b}:" in done.output
    assert f"  {Author('ann').feed}: messages 2, 4\n" in done.output


def test_archives_are_compared_without_writing_anything(
    archives: list[str], tmp_path: Path
) -> None:
    a, b = archives
    before = set(tmp_path.iterdir())
    done = run(a, "--lacking-in", b)
    assert "2 messages of 1 feed are the difference. Nothing was written." in done.output
    assert f"  {Author('ann').feed}: messages 2, 4\n" in done.output
    assert run(a, "--format", "bipf").exit_code == 2
    assert set(tmp_path.iterdir()) == before | {tmp_path / "cache"}


@pytest.mark.parametrize("suffix", ["html", "json", "txt"])
def test_the_report_is_also_a_file(archives: list[str], tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"found.{suffix}"
    out = tmp_path / "out"
    done = run(*archives, "--to", str(out), "--report", str(file))
    assert file.read_text() == (out / f"report.{suffix}").read_text()
    match suffix:
        case "txt":
            assert file.read_text() == done.output
        case "html":
            page = parsed(file.read_text())
            ben = Author("ben").feed
            assert f"{ben}: forked at message 2; kept up to message 2." in page.text
            assert "line 3" in page.text
            assert page.values("src") == page.values("href") == []


def test_progress_is_json_for_programs(archives: list[str]) -> None:
    lines = [json.loads(line) for line in run(*archives, "--json").stderr.splitlines()]
    assert lines[-1] == {"done": 1000, "of": 1000}


def test_a_secret_asks_whether_its_feed_may_be_continued(
    archives: list[str], tmp_path: Path
) -> None:
    ann = Author("ann")
    secret = tmp_path / "secret"
    secret.write_text(Identity(ann.feed, ann._secret).secret_file())
    done = run(*archives, "--to", str(tmp_path / "out"), "--secret", str(secret), "--json")
    own = json.loads(done.stdout)["own"]
    assert (own["feed"], own["safety"], own["after"]) == (ann.feed, "unknown", 4)
    assert run(*archives, "--to", str(tmp_path / "2"), "--latest", str(secret)).exit_code == 2


def test_a_folder_that_is_not_new_is_refused(archives: list[str], tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "precious").touch()
    done = run(*archives, "--to", str(tmp_path / "out"))
    assert done.exit_code == 5
    assert "Choose a new folder" in done.output


def test_a_database_is_rescued_as_the_archives_in_it(archives: list[str], tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")
    graph = tmp_path / "graph.ndjson"
    graph.write_text('{"id": "a", "after": []}\n')
    imported = ["import", *archives, str(graph), "--database", database]
    CliRunner().invoke(cli, imported, catch_exceptions=False)
    done = run(database, "--to", str(tmp_path / "out"), "--json")
    assert done.exit_code == 0
    from_archives = run(*archives, "--to", str(tmp_path / "other"), "--json")
    said, expected = json.loads(done.stdout), json.loads(from_archives.stdout)
    assert said["messages"] == expected["messages"] == 5
    assert run(archives[0], "--lacking-in", database, "--json").exit_code == 0
    only_graph = str(tmp_path / "graph.db")
    imported = ["import", str(graph), "--database", only_graph]
    CliRunner().invoke(cli, imported, catch_exceptions=False)
    refused = run(only_graph)
    assert refused.exit_code != 0
    assert "holds no feeds" in refused.output
