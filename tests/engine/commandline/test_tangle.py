"""`tangle`, on real archives and on generated ones."""

import json
import lzma
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from tanglescope.engine.commandline.common.group import CommandGroup
from tanglescope.engine.commandline.tangle import tangle
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tests.engine.archive.samples import DATA
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.engine.tangle.strategies import ROOT_DATA
from tests.vectors import tangle as vectors


def run(archive: Path, name: str, root: str, *options: str) -> Result:
    group: click.Group = CommandGroup(name="tanglescope", commands=[tangle])
    arguments = ["tangle", str(archive), "--name", name, "--root", root, *options]
    return CliRunner().invoke(group, arguments)


def expected() -> list[dict[str, Any]]:
    with lzma.open(DATA / "small.tangles.json.xz") as file:
        tangles: list[dict[str, Any]] = json.load(file)["tangles"]
    return tangles


@pytest.mark.parametrize("options", [(), ("--no-verify",)])
@pytest.mark.parametrize("each", expected(), ids=lambda each: each["root"][:6])
def test_the_tangles_of_an_archive_are_those_of_the_original(
    each: dict[str, Any], options: tuple[str, ...], small: Path
) -> None:
    result = run(small / "log.ndjson", each["name"], each["root"], "--json", *options)
    answer = json.loads(result.stdout)
    timeline = Timeline()
    for node in each["nodes"]:
        timeline.add(node["key"], node["previous"] or ())
    assert result.exit_code == 0
    assert answer == {
        "connected": list(timeline),
        "set_aside": each["disconnected"],
        "tips": sorted(each["tips"], key=timeline.position),
        "candidates": len(each["nodes"]),
        "excluded": [],
    }


def test_made_up_keys_need_no_verification(tmp_path: Path) -> None:
    vector = max(vectors.load("candidates"), key=lambda each: len(each["messages"]))
    lines = [
        json.dumps({"key": each["key"], "value": {"content": each["content"]}})
        for each in vector["messages"]
    ]
    archive = tmp_path / "made-up.ndjson"
    archive.write_text("\n".join(lines))
    result = run(archive, vector["tangle"], vector["root"], "--no-verify", "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    assert answer["candidates"] == len(vector["final"]["candidates"])
    assert answer["set_aside"] == vector["final"]["set_aside"]
    assert sorted(answer["connected"]) == sorted(vector["final"]["connected"])
    assert sorted(answer["tips"]) == sorted(vector["final"]["tips"])


def test_the_empty_text_is_a_made_up_key_too(tmp_path: Path) -> None:
    first = {"key": "", "value": {"content": {"tangles": {"game": ROOT_DATA}}}}
    data = {"root": "", "previous": [""]}
    second = {"key": "b", "value": {"content": {"tangles": {"game": data}}}}
    archive = tmp_path / "made-up.ndjson"
    archive.write_text(f"{json.dumps(first)}\n{json.dumps(second)}\n")
    answer = json.loads(run(archive, "game", "", "--no-verify", "--json").stdout)
    assert (answer["connected"], answer["tips"]) == (["", "b"], ["b"])
    assert (answer["set_aside"], answer["excluded"], answer["candidates"]) == ([], [], 2)


def test_keys_are_answered_in_the_spelling_of_the_archive(tmp_path: Path) -> None:
    data = "wWlAVQEX1ZSQWleYxUQ_-tNUYnOCqLV4dqauYV7qtHY="
    uri = f"ssb:message/classic/{data}"
    root = {"key": uri, "value": {"content": {"tangles": {"game": ROOT_DATA}}}}
    archive = tmp_path / "uris.ndjson"
    archive.write_text(json.dumps(root))
    sigil = "%wWlAVQEX1ZSQWleYxUQ/+tNUYnOCqLV4dqauYV7qtHY=.sha256"
    answer = json.loads(run(archive, "game", sigil, "--no-verify", "--json").stdout)
    assert answer["connected"] == answer["tips"] == [uri]


def chess(author: Author, root: str | None = None, *previous: str) -> dict[str, Any]:
    data = {"root": root, "previous": list(previous)} if root else ROOT_DATA
    return {"type": "chess", "tangles": {"chess": data}}


def test_an_altered_message_is_left_out_and_reported(tmp_path: Path) -> None:
    ann = Author("ann")
    first = ann.say(chess(ann))
    second = ann.say(chess(ann, first.key, first.key))
    third = ann.say(chess(ann, first.key, second.key))
    second.value["content"]["type"] = "draughts"
    archive = write(tmp_path / "log.ndjson", [first, second, third])
    result = run(archive, "chess", first.key, "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 3
    assert answer["connected"] == [first.key]
    assert answer["set_aside"] == [third.key]
    assert result.stderr.count("\n") == 1
    assert "line 2" in result.stderr


def test_a_message_that_occurs_twice_is_one_candidate(tmp_path: Path) -> None:
    ann = Author("ann")
    first = ann.say(chess(ann))
    archive = write(tmp_path / "log.ndjson", [first, first])
    for options in ((), ("--no-verify",)):
        result = run(archive, "chess", first.key, "--json", *options)
        assert (result.exit_code, json.loads(result.stdout)["candidates"]) == (0, 1)


@pytest.mark.parametrize("line", ["{torn", "7", '{"key": 7, "value": {}}', "[]"])
def test_what_cannot_be_read_leaves_the_answer_complete(tmp_path: Path, line: str) -> None:
    good = {"key": "%R", "value": {"content": {"tangles": {"game": ROOT_DATA}}}}
    archive = tmp_path / "odd.ndjson"
    archive.write_text(f"{json.dumps(good)}\n{line}\n")
    result = run(archive, "game", "%R", "--no-verify", "--json")
    assert result.exit_code == 3
    assert json.loads(result.stdout)["connected"] == ["%R"]
    assert "line 2" in result.stderr


def test_bare_values_are_named_by_what_they_hash_to(tmp_path: Path) -> None:
    ann = Author("ann")
    first = ann.say(chess(ann))
    archive = tmp_path / "values.ndjson"
    archive.write_text(json.dumps(first.value))
    for options in ((), ("--no-verify",)):
        result = run(archive, "chess", first.key, "--json", *options)
        assert json.loads(result.stdout)["connected"] == [first.key]


def test_text_says_what_is_waited_for_and_moves_no_cursor(tmp_path: Path) -> None:
    waiting = {"tangles": {"game": {"root": "%R", "previous": ["%x\x1b[31m"]}}}
    odd = {"tangles": {"game": {"root": "%R", "previous": [7]}}}
    lines = [
        {"key": "%R", "value": {"content": {"tangles": {"game": ROOT_DATA}}}},
        {"key": "%W", "value": {"content": waiting}},
        {"key": "%\ud800", "value": {"content": odd}},
    ]
    archive = tmp_path / "odd.ndjson"
    archive.write_text("\n".join(map(json.dumps, lines)))
    result = run(archive, "game", "%R", "--no-verify")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "game: 1 of 2 candidates are connected.",
        "  %R  (tip)",
        "  %W  set aside, waits for %x [31m",
        "  %  excluded: `previous` names a number where a key has to be.",
    ]


def test_a_missing_archive_is_reported_in_one_line(tmp_path: Path) -> None:
    result = run(tmp_path / "none", "game", "%R")
    assert result.exit_code == 4
    assert result.stderr.count("\n") == 1


def test_a_thread_is_united_out_of_branches_and_tangle_data(tmp_path: Path) -> None:
    ann, ben = Author("ann"), Author("ben")
    root = ann.say(post("hello"))
    legacy = ann.say(post("by branch", root, root))
    data = {"thread": {"root": root.key, "previous": [legacy.key]}}
    new = ben.say({"type": "post", "text": "by tangle data", "tangles": data})
    late = ben.say(post("waits", root, "%" + "x" * 42 + "A=.sha256"))
    other = ben.say({"type": "post", "tangles": {"thread": {"root": root.key, "previous": None}}})
    archive = write(tmp_path / "log.ndjson", [root, legacy, new, late, other])
    answer = json.loads(run(archive, "thread", root.key, "--json").stdout)
    assert answer["connected"] == [root.key, legacy.key, new.key]
    assert (answer["tips"], answer["set_aside"]) == ([new.key], [late.key])
    assert [(each["key"], each["rule"]) for each in answer["excluded"]] == [
        (other.key, "root-and-previous")
    ]
    assert answer["candidates"] == 4


@pytest.mark.parametrize("options", [(), ("--no-verify",)])
def test_a_feed_is_a_tangle(tmp_path: Path, options: tuple[str, ...]) -> None:
    ann, ben = Author("ann"), Author("ben")
    said = [ann.say(post(str(number))) for number in range(4)]
    archive = write(tmp_path / "log.ndjson", [said[1], ben.say(post("x")), said[0], said[3]])
    answer = json.loads(run(archive, "feed", ann.feed, "--json", *options).stdout)
    assert answer == {
        "connected": [said[0].key, said[1].key],
        "set_aside": [said[3].key],
        "tips": [said[1].key],
        "candidates": 3,
        "excluded": [],
    }


def made_up(path: Path, name: str, **contents: dict[str, Any]) -> Path:
    """An archive of made-up messages with R before all others."""
    lines = [
        {"key": key, "value": {"content": {"tangles": {name: data.pop("data")}, **data}}}
        for key, data in contents.items()
    ]
    path.write_text("\n".join(map(json.dumps, lines)))
    return path


def test_epochs_begin_with_messages_of_their_type(tmp_path: Path) -> None:
    after = {"root": "R", "previous": ["R"]}
    archive = made_up(
        tmp_path / "epochs.ndjson",
        "epoch",
        R={"type": "group/init", "data": ROOT_DATA},
        one={"type": "group/init", "data": after},
        two={"type": "post", "data": after},
    )
    answer = json.loads(run(archive, "epoch", "R", "--no-verify", "--json").stdout)
    assert answer["connected"] == ["R", "one"]
    assert answer["excluded"] == [
        {
            "key": "two",
            "rule": "type",
            "why": "Messages of a tangle “epoch” have to be of type “group/init”;"
            " this one is of type “post”.",
        }
    ]


@pytest.mark.parametrize("name", ["group", "epoch"])
def test_a_post_begins_no_group(tmp_path: Path, name: str) -> None:
    archive = made_up(tmp_path / "group.ndjson", name, R={"type": "post", "data": ROOT_DATA})
    answer = json.loads(run(archive, name, "R", "--no-verify", "--json").stdout)
    assert (answer["connected"], answer["candidates"]) == ([], 0)
    assert [(each["key"], each["rule"]) for each in answer["excluded"]] == [("R", "root-type")]


def test_text_says_what_is_excluded_and_why(tmp_path: Path) -> None:
    archive = made_up(
        tmp_path / "game.ndjson",
        "game",
        R={"data": ROOT_DATA},
        empty={"data": {"root": "R", "previous": []}},
        other={"data": {"root": "S", "previous": []}},
    )
    assert run(archive, "game", "R", "--no-verify").stdout.splitlines() == [
        "game: 1 of 1 candidates are connected.",
        "  R  (tip)",
        "  empty  excluded: `previous` is an empty list.",
    ]


@pytest.mark.parametrize("name", ["", "a b", "x" * 500, "\ud800", "__proto__"])
@pytest.mark.parametrize("root", ["", "%nowhere", "\x00", "ssb:message/classic/x"])
def test_odd_names_and_roots_find_nothing(tmp_path: Path, name: str, root: str) -> None:
    ann = Author("ann")
    archive = write(tmp_path / "log.ndjson", [ann.say(chess(ann))])
    result = run(archive, name, root, "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["candidates"] == 0


@pytest.mark.parametrize("data", [None, 7, [], "x", {"root": {}}, {"root": "%R", "previous": {}}])
def test_odd_tangle_data_makes_no_candidate(tmp_path: Path, data: object) -> None:
    odd = {"key": "%X", "value": {"content": {"tangles": {"game": data}}}}
    root = {"key": "%R", "value": {"content": {"tangles": {"game": ROOT_DATA}}}}
    archive = tmp_path / "odd.ndjson"
    archive.write_text("\n".join(map(json.dumps, (root, odd))))
    result = run(archive, "game", "%R", "--no-verify", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["candidates"] == 1
