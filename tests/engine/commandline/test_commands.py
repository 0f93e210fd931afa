"""The commands over a database, as scripts call them."""

import base64
import json
import os
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from tanglescope.engine.archive import source
from tanglescope.engine.archive.corestore.copies import Corestore
from tanglescope.engine.commandline.common.group import CommandGroup
from tanglescope.engine.commandline.verify import verify
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write


@pytest.fixture
def talk(tmp_path: Path) -> dict[str, Said]:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("# Tides\nup or down?"))
    high = bob.say(post("high\x1b[31m", root))
    low = alice.say(post("low \ud83d", root))
    said = {"root": root, "high": high, "low": low}
    write(tmp_path / "log.ndjson", said.values())
    return said


def run(folder: Path, *arguments: str) -> Result:
    group: click.Group = CommandGroup(name="tanglescope")
    return CliRunner().invoke(group, [*arguments, "--database", str(folder / "a.db")])


def imported(folder: Path) -> Result:
    return run(folder, "import", str(folder / "log.ndjson"), "--json")


def test_import_answers_one_object(tmp_path: Path, talk: dict[str, Said]) -> None:
    first, second = imported(tmp_path), imported(tmp_path)
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert json.loads(first.stdout) == {"added": 3, "messages": 3, "quarantined": 0, "rules": {}}
    assert json.loads(second.stdout) == {"added": 0, "messages": 3, "quarantined": 0, "rules": {}}
    assert all(json.loads(line) for line in first.stderr.splitlines()), "progress is JSON lines"


def test_a_stopped_import_says_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tanglescope.engine.commandline.import_command.import_archives", stop)
    result = run(tmp_path, "import", str(tmp_path / "log.ndjson"))
    kept = "Stopped. What was checked is kept; the same command continues from there."
    assert kept in result.stderr.splitlines()
    assert result.exit_code == 130


def test_a_bad_record_ends_with_3_and_a_place(tmp_path: Path, talk: dict[str, Said]) -> None:
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(b"{torn")
    result = run(tmp_path, "import", str(tmp_path / "log.ndjson"))
    assert result.exit_code == 3
    assert result.stdout == (
        "3 messages are new; the database holds 3.\nBad records by rule: json 1.\n"
        "Engine: direct. It is a small import.\n"
    )
    assert "log.ndjson, line 4" in result.stderr


def test_what_is_in_the_quarantine_already_is_reported_as_such(
    tmp_path: Path, talk: dict[str, Said]
) -> None:
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(b"{bad}\n{worse}\n")
    imported(tmp_path)
    again = imported(tmp_path)
    assert (again.exit_code, json.loads(again.stdout)["quarantined"]) == (0, 0)
    assert "2 bad records are in the quarantine from an earlier run." in again.stderr
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(b"{bad, too}\n")
    more = imported(tmp_path)
    assert (more.exit_code, json.loads(more.stdout)["quarantined"]) == (3, 1)
    assert "2 bad records are in the quarantine from an earlier run." in more.stderr


def test_a_record_whose_end_was_missing_is_not_reported_twice(
    tmp_path: Path, talk: dict[str, Said]
) -> None:
    with (tmp_path / "log.ndjson").open("ab") as file:
        file.write(b"{torn")
    imported(tmp_path)
    again = imported(tmp_path)
    assert json.loads(again.stdout)["quarantined"] == 1
    assert "earlier" not in again.stderr


def test_messages_of_a_network_with_a_key_are_imported_with_it_only(tmp_path: Path) -> None:
    alice = Author("alice", network=bytes(range(32)))
    log = write(tmp_path / "log.ndjson", [alice.say(post("one")), alice.say(post("two"))])
    key = f"--hmac-key={base64.b64encode(bytes(range(32))).decode()}"
    assert json.loads(imported(tmp_path).stdout)["rules"] == {"signature": 2}
    found = json.loads(run(tmp_path, "import", str(log), "--json", key).stdout)
    assert found == {"added": 2, "messages": 2, "quarantined": 0, "rules": {}}
    verified = CliRunner().invoke(verify, [str(log), key])
    assert (verified.exit_code, verified.output) == (0, "2 records: 2 valid.\n")


def test_a_missing_archive_ends_with_4_and_the_others_are_read(
    tmp_path: Path, talk: dict[str, Said]
) -> None:
    result = run(tmp_path, "import", str(tmp_path / "none"), str(tmp_path / "log.ndjson"), "--json")
    assert result.exit_code == 4
    assert json.loads(result.stdout)["added"] == 3
    error = json.loads(result.stderr.splitlines()[-1])["error"]
    assert error["code"] == "not-found"
    assert "none" in error["message"]


def test_an_error_is_said_before_the_summary(tmp_path: Path, talk: dict[str, Said]) -> None:
    refused = run(tmp_path, "import", str(tmp_path / "none"))
    assert refused.output == f"Error: {tmp_path / 'none'} doesn't exist.\n", "nothing was read"
    partly = run(tmp_path, "import", str(tmp_path / "none"), str(tmp_path / "log.ndjson"))
    first, *rest = partly.output.splitlines()
    assert first.startswith("Error: ")
    assert rest[-1].startswith("Engine: ")


def test_an_empty_archive_is_reported_and_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "log.ndjson").touch()
    result = imported(tmp_path)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["added"] == 0
    assert "log.ndjson is empty" in json.loads(result.stderr)["note"]
    assert (
        "is empty: it contains no messages."
        in run(tmp_path, "import", str(tmp_path / "log.ndjson")).stderr
    )


def test_a_link_that_leads_nowhere_is_a_missing_archive(tmp_path: Path) -> None:
    (tmp_path / "log.ndjson").symlink_to("log.ndjson")
    result = imported(tmp_path)
    assert result.exit_code == 4
    assert json.loads(result.stdout)["messages"] == 0
    assert "leads to itself" in json.loads(result.stderr)["error"]["message"]


def test_an_archive_that_may_not_be_read_keeps_none_of_the_others_from_being_read(
    tmp_path: Path, talk: dict[str, Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret.ndjson"
    secret.touch()
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != secret and allowed(path, mode))

    class RefusingFile(source._DiskFile):
        def __init__(self, path: Path) -> None:
            if path == secret:
                raise PermissionError(13, "Permission denied", str(path))
            super().__init__(path)

    monkeypatch.setattr(source, "_DiskFile", RefusingFile)
    result = run(tmp_path, "import", str(secret), str(tmp_path / "log.ndjson"), "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["added"] == 3
    assert "can't be read: Permission denied" in result.stderr


def test_an_error_of_the_system_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "taken"))
    group: click.Group = CommandGroup(name="tanglescope")
    result = CliRunner().invoke(group, ["import", str(tmp_path / "taken")])
    assert result.exit_code == 5
    assert result.stderr == (
        f"Error: {tmp_path / 'taken' / 'tanglescope'}: Not a directory. Part of "
        "its path is a file, not a folder: rename that file, or choose another path.\n"
    )


def test_a_damaged_database_is_reported_in_a_line(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    path = tmp_path / "a.db"
    path.write_bytes(path.read_bytes()[:8192] + bytes(path.stat().st_size - 8192))
    result = run(tmp_path, "threads", "--json")
    assert result.exit_code == 3
    assert result.stdout == result.stderr
    assert result.stderr.startswith('{"error":{"code":"bad-input"')
    assert result.stderr.count("\n") == 1


def test_threads_are_listed_one_a_line(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    (line,) = run(tmp_path, "threads", "--json").stdout.splitlines()
    thread = json.loads(line)
    assert (thread["root"], thread["present"]) == (talk["root"].key, True)
    assert (thread["messages"], thread["authors"], thread["title"]) == (3, 2, "Tides")
    assert "Tides" in run(tmp_path, "threads", "tides").stdout
    assert run(tmp_path, "threads", "ebb").stdout == ""


def test_a_thread_is_shown_in_either_order(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    root = talk["root"].key
    for by, replies in {
        "scuttlesort": sorted([talk["high"].key, talk["low"].key]),
        "timestamp": sorted(
            [talk["high"].key, talk["low"].key],
            key=lambda key: next(s.value["timestamp"] for s in talk.values() if s.key == key),
        ),
        "autobase": sorted(
            [talk["high"].key, talk["low"].key],
            key=lambda key: next(
                (s.value["author"], s.value["sequence"]) for s in talk.values() if s.key == key
            ),
        ),
    }.items():
        shown = json.loads(run(tmp_path, "show", root, "--by", by, "--format", "json").stdout)
        assert (shown["root"], shown["by"]) == (root, by)
        assert [message["key"] for message in shown["messages"]] == [root, *replies]


@pytest.mark.parametrize(("form", "arrow"), [("mermaid", "-->"), ("dot", "->")])
def test_a_thread_is_drawn_for_other_programs(
    tmp_path: Path, talk: dict[str, Said], form: str, arrow: str
) -> None:
    late = Author("carol").say(post("late", talk["root"], f"%{'x' * 42}A=.sha256"))
    imported(tmp_path)
    run(tmp_path, "import", str(write(tmp_path / "late.ndjson", [late])))
    drawn = run(tmp_path, "show", talk["root"].key, "--format", form).stdout
    edges = [line.split() for line in drawn.splitlines() if arrow in line]
    ghost, root = "m0", "m1"
    assert sorted(cause for cause, *_ in edges) == [ghost, root, root, root]


def test_search_answers_a_line_for_every_hit(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    (line,) = run(tmp_path, "search", "hig", "--json").stdout.splitlines()
    hit = json.loads(line)
    assert (hit["key"], hit["root"]) == (talk["high"].key, talk["root"].key)
    found = json.loads(line)
    assert found["address"] == found["root"]
    assert run(tmp_path, "search", "hig").stdout.rstrip().endswith(f"(in {found['title']})")
    nothing = run(tmp_path, "search", "nothing")
    assert (nothing.exit_code, nothing.output) == (1, "No message matches.\n")
    assert run(tmp_path, "search", "nothing", "--json").output == ""
    for key in (talk["high"].key, talk["high"].key[:9]):
        assert run(tmp_path, "search", key, "--json").stdout.splitlines() == [line]
    assert run(tmp_path, "search", "hig -tide type:post", "--json").stdout.splitlines() == [line]
    assert run(tmp_path, "search", "hig", "type:vote").stdout == ""
    refused = run(tmp_path, "search", "hig", "after:soon")
    assert refused.exit_code == 2
    assert "“soon” isn't a date" in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["search", "high", "author:nope"], 4, "No author here has the id or name “nope”."),
        (["search", "high", "--author", "nope"], 4, "No author here has the id or name “nope”."),
        (["search", "in:chess:%KEY"], 4, "No conversation here has the address chess:%KEY."),
        (["search", "%nope"], 4, "No known id begins with %nope. Check it"),
        (
            ["search", f"%{'A' * 43}=.sha256"],
            4,
            "Nothing with that address is known here. Check it",
        ),
        (["search", "thread:%nope"], 4, "Nothing with that address is known here. Check it"),
        (["search", "graph:nope"], 4, "Nothing with that address is known here. Check it"),
        (["search", "thread:%KEY"], 2, "`tanglescope show %KEY` prints the conversation."),
        (["conversations", "--kind", "nope"], 2, "'nope' isn't one of 'autobase', 'channel'"),
        (["conversations", "--kind", "nope", "--json"], 2, "'thread'"),
    ],
)
def test_a_command_names_what_it_does_not_know(
    tmp_path: Path, talk: dict[str, Said], arguments: list[str], code: int, says: str
) -> None:
    imported(tmp_path)
    key = talk["root"].key
    refused = run(tmp_path, *(each.replace("%KEY", key) for each in arguments))
    assert (refused.exit_code, refused.stdout) == (code, refused.stderr * ("--json" in arguments))
    assert says.replace("%KEY", key) in refused.stderr


def test_a_kind_may_have_no_conversation(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    for kind in ("chess", "graph", "pzp", "private", "autobase"):
        found = run(tmp_path, "conversations", "--kind", kind, "--json")
        assert (found.exit_code, found.stdout, found.stderr) == (0, "", "")
        said = run(tmp_path, "conversations", "--kind", kind)
        assert (said.exit_code, said.output) == (0, "No conversation matches.\n")
    for command in ("threads", "conversations"):
        assert run(tmp_path, command, "nowhere").stderr == "No conversation matches.\n"


@pytest.mark.parametrize(
    "command", ["linearize", "reduce", "verify", "tangle --name thread --root %A", "corestore"]
)
def test_bad_input_is_reported_with_its_file_and_the_number_of_others(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bad.ndjson"
    file.write_text('{"id": "a", "msg": 3}\n{"id": "b", "msg": 3}\n{"id": "c", "msg": 3}\n')
    if command == "corestore":
        file.unlink()
        file.mkdir()
        found = Corestore(file, (), (), ("core 1 can't be read", "core 2", "core 3"))
        monkeypatch.setattr(
            "tanglescope.engine.commandline.corestore.read_corestore", lambda *_: found
        )
    group: click.Group = CommandGroup(name="tanglescope")
    result = CliRunner().invoke(group, [*command.split(), str(file)])
    assert result.exit_code == (1 if command == "verify" else 3)
    (complaint,) = result.stderr.splitlines()[-1:]
    assert complaint.startswith((f"{file}, line 1: ", f'{file}, message "a": ', f"{file}: core 1 "))
    assert complaint.endswith(" (and 2 more)")


def test_a_database_or_file_without_a_set_is_named(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    result = run(tmp_path, "reduce")
    assert (result.exit_code, result.stdout) == (4, "")
    assert result.stderr.startswith(f"Error: {tmp_path / 'a.db'} has no PZP set. --strategy and")


def test_untrusted_text_cannot_move_the_cursor(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    text = run(tmp_path, "show", talk["root"].key).stdout
    assert "high" in text
    assert "\x1b" not in text


def test_an_unknown_thread_ends_with_4_and_a_line(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    result = run(tmp_path, "show", "%none")
    assert (result.exit_code, result.stdout) == (4, "")
    assert len(result.stderr.splitlines()) == 1


def test_check_agrees_and_a_missing_database_is_reported(
    tmp_path: Path, talk: dict[str, Said]
) -> None:
    missing = run(tmp_path, "check")
    assert missing.exit_code == 4
    assert "doesn't exist" in missing.stderr
    imported(tmp_path)
    found = json.loads(run(tmp_path, "check", "--json").stdout)
    assert (found["ok"], found["messages"], found["problems"]) == (True, 3, [])
    assert (found["quick"], found["left_out"]) == (False, [])


def test_a_quick_check_says_what_it_leaves_out(tmp_path: Path, talk: dict[str, Said]) -> None:
    imported(tmp_path)
    found = json.loads(run(tmp_path, "check", "--quick", "--json").stdout)
    assert (found["ok"], found["quick"]) == (True, True)
    assert found["left_out"] == ["signatures", "words of the search", "archives"]
    assert "signatures, words of the search, archives" in run(tmp_path, "check", "--quick").stdout


def test_a_check_says_what_is_wrong_and_where_and_how_far_it_is(
    tmp_path: Path, talk: dict[str, Said]
) -> None:
    imported(tmp_path)
    with closing(sqlite3.connect(tmp_path / "a.db")) as stranger:
        stranger.execute("UPDATE conversations SET title = 'Buy now'")
        stranger.commit()
    result = run(tmp_path, "check", "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["problems"][0]["what"] == "Its title doesn't match its messages."
    assert found["problems"][0]["where"].startswith("thread %")
    advances = [json.loads(line) for line in result.stderr.splitlines()]
    assert advances[-1]["done"] == advances[-1]["total"]
    assert "title doesn't match" in run(tmp_path, "check").stdout


def test_wrong_usage_ends_with_2(tmp_path: Path) -> None:
    assert run(tmp_path, "import").exit_code == 2
    assert run(tmp_path, "show", "%x", "--by", "nobody").exit_code == 2


def test_ndjson_is_shown_in_ascii_and_says_the_same(tmp_path: Path) -> None:
    nodes = [{"id": "a", "after": [], "label": "\u202eliam\x9b31m\x7f ö 😀"}]
    path = tmp_path / "odd.ndjson"
    path.write_text(json.dumps({"name": "odd", "nodes": nodes}))
    assert run(tmp_path, "import", str(path)).exit_code == 0
    shown = run(tmp_path, "show", "graph:odd", "--format", "ndjson")
    assert all(byte == 0x0A or 0x20 <= byte < 0x7F for byte in shown.stdout_bytes)
    assert json.loads(shown.stdout) == {"name": "odd", "nodes": nodes}


def stop(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def end(*_: object, **__: object) -> None:
    signal.raise_signal(signal.SIGTERM)


@pytest.mark.parametrize(
    ("command", "where", "said", "act"),
    [
        (("search", "oak"), "search.library_in", "Stopped.", stop),
        (("backup", "copy.db"), "check.back_up", "Stopped. No backup was written.", stop),
        (("restore", "copy.db"), "check.restore_database", "Stopped. Nothing was restored.", stop),
        (("restore", "copy.db"), "check.restore_database", "Stopped. Nothing was restored.", end),
    ],
)
def test_a_command_that_is_stopped_says_what_became_of_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: tuple[str, ...],
    where: str,
    said: str,
    act: Callable[..., None],
) -> None:
    monkeypatch.setattr(f"tanglescope.engine.commandline.{where}", act)
    result = run(tmp_path, *command)
    assert (result.stderr.strip(), result.exit_code) == (said, 130)


def test_show_says_where_messages_are_missing(tmp_path: Path) -> None:
    ann = Author("ann")
    gone = [f"%{letter * 43}=.sha256" for letter in "EIQ"]
    reply = ann.say(post("A reply", gone[0], *gone))
    later = ann.say(post("Another", gone[0], reply, gone[1]))
    archive = write(tmp_path / "log.ndjson", [reply, later])
    run(tmp_path, "import", str(archive))
    shown = run(tmp_path, "show", gone[0]).output
    assert shown.startswith("(3 missing messages)\n\n")
    assert shown.count("missing") == 1
