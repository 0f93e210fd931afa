"""The JSON answers of all commands have the schema in the documents.

The schema is made from answers: run `python -m tests.engine.commandline.test_answers` after an
intended change, read the difference, and raise `VERSION` if a program that reads the answers has to
change: something is gone, or has another type.
"""

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner

from tanglescope.engine.linear.graph import read_graph
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.viewer.command_line import cli
from tests.engine.archive.corestore import store
from tests.engine.commandline.debugging.test_whatif import RACE
from tests.engine.commandline.graphs import room_file
from tests.engine.commandline.test_reduce import RECORD, lines
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.pzp_archives import write_log
from tests.house.repository import ROOT
from tests.vectors.autobase import load

SCHEMA = ROOT / "docs" / "answers.schema.json"
VERSION = 1

MAPS = {"rules", "orders", "votes", "lipmaa", "edits_per_message", "only_in", "conflicts", "tips"}
MAPS |= {"undecided"}
"""Objects whose names are data."""

ANY = {("state", name) for name in ("state", "before", "after")}
ANY |= {("state", name) for name in ("entry", "decision", "rejected")}
ANY |= {("reduce", name) for name in ("set", "value", "values")}
"""What may be any JSON value, such as the state of a reducer: the command, and the name."""

NULLABLE = {"name", "key", "computed", "rule", "asserted", "received", "sequence", "type", "first"}
"""What is null where a source doesn't say it, in every answer."""

THREAD = "%G5+r43xgMRA85D1Uzt5ihZSnC7+iuK7x8rQV0WL7BIU=.sha256"
TALK = ("--in", THREAD, "--database", "talk.db")
GROUP = "group:%MqtckeDQ53VJ8lkaolw/4SbBCzxyjqp8ETw5md6f6JE=.sha256"
REMOVAL = load("removals")[0]
REMOVED = linearize(read_graph(json.dumps(REMOVAL)), "applied")["left_out"][0]
RACING = ("race.ndjson", "--by", "autobase")

RUNS: tuple[tuple[str, ...], ...] = (
    ("import", "harbour.ndjson", "--database", "talk.db"),
    ("import", "bad.ndjson", "--database", "bad.db"),
    ("import", "group.ndjson", "--database", "group.db"),
    ("threads", "--database", "talk.db"),
    ("conversations", "--database", "talk.db"),
    ("search", "oak", "--database", "talk.db"),
    ("quarantine", "--database", "bad.db"),
    ("check", "--database", "talk.db"),
    ("check", "--quick", "--database", "bad.db"),
    ("show", THREAD, "--database", "talk.db"),
    ("show", "race.ndjson", "--by", "autobase"),
    ("show", "store"),
    ("show", "removal.ndjson", "--by", "autobase"),
    ("show", "sets", "--lipmaa"),
    ("verify", "harbour.ndjson"),
    ("verify", "bad.ndjson"),
    ("verify", "race.ndjson"),
    ("verify", "room.ndjson"),
    ("members", GROUP, "--database", "group.db", "--group-keys", "group-keys.json"),
    ("tangle", "harbour.ndjson", "--name", "thread", "--root", THREAD),
    ("tangle", "race.ndjson", "--name", "thread", "--root", THREAD),
    ("linearize", *RACING, "--states", "--votes"),
    ("linearize", "bad.ndjson"),
    ("reduce", "set.ndjson"),
    ("reduce", "set.ndjson", "--prune", "--lipmaa"),
    ("reduce", "set.ndjson", "--why", "alice"),
    ("reduce", "record.ndjson", "--strategy", "title=overwrite", "--strategy", "n=counter"),
    ("corestore", "store"),
    ("corestore", "began"),
    ("corestore", "store", "--with", "store"),
    ("explain", "%7Xlq8+SX", *TALK),
    ("explain", "%7Xlq8+SX", "--delivery", "feed_by_feed", *TALK),
    ("explain", "%oDBgqT9W", "%ProCV8yD", *TALK),
    ("explain", "c0", "--graph", *RACING),
    ("explain", REMOVED, "--graph", "removal.ndjson", "--by", "autobase"),
    ("compare", *TALK),
    ("compare", "--clocks", *TALK),
    ("compare", "--peers", "race.ndjson", "half.ndjson"),
    ("replay", *TALK),
    ("replay", "--moved", "--from", "5", *TALK),
    ("replay", "--moved", "--from", "9", *TALK),
    ("replay", "--trail", "%7Xlq8+SX", *TALK),
    ("replay", "--peers", "author", *TALK),
    ("edits", *TALK),
    ("shuffle", "--times", "2", *TALK),
    ("shuffle", "--graphs", "3"),
    ("shuffle", "--graphs", "30", "--by", "received"),
    ("settle", "base.ndjson"),
    ("settle", "race.ndjson"),
    ("settle", "base.ndjson", "--without", "a", "--without", "b"),
    ("whatif", "base.ndjson", "--add", "a", "--by", "autobase"),
    ("simulate", "--events", "20", "--feeds", "3", "--delivery", "shuffled", "--seed", "1"),
    ("state", THREAD, "--database", "talk.db", "--reduce", "activity"),
    ("state", "race.ndjson", "--reduce", "set", "--at", "c0"),
    ("state", "race.ndjson", "--reduce", "reducer.py:count", "--against", "backward"),
    ("state", "room.ndjson", "--why", "m.room.topic", ""),
    ("state", THREAD, "--database", "talk.db", "--reduce", "activity", "--why", "moves", ""),
    ("import", "room.ndjson", "--database", "room.db"),
    ("explain", "$6", "--database", "room.db"),
    ("show", "graph:room", "--database", "room.db"),
    ("rescue", "harbour.ndjson", "bad.ndjson"),
    ("site", THREAD, "pages", "--database", "talk.db"),
    ("export", THREAD, "--format", "markdown", "--to", "notes", "--database", "talk.db"),
    ("show", "%nothing", "--database", "talk.db"),
    ("show", "--from", "x"),
)


def prepare(folder: Path) -> None:
    """Write the files that the commands read."""
    samples = ROOT / "resources" / "samples"
    for name in ("harbour.ndjson", "group.ndjson", "group-keys.json"):
        shutil.copy(samples / name, folder)
    whole = (samples / "harbour.ndjson").read_bytes().splitlines(keepends=True)
    (folder / "bad.ndjson").write_bytes(b"".join(whole[:3]) + b'{"key": 7}\n{torn\n')
    (folder / "race.ndjson").write_text(json.dumps(RACE) + "\n")
    base = RACE | {"writers": [each | {"indexer": True} for each in RACE["writers"]]}
    (folder / "base.ndjson").write_text(json.dumps(base) + "\n")
    half = RACE | {"nodes": RACE["nodes"][:4]}
    (folder / "half.ndjson").write_text(json.dumps(half) + "\n")
    (folder / "record.ndjson").write_text(json.dumps({"name": "recipe", "nodes": RECORD}) + "\n")
    (folder / "set.ndjson").write_text("\n".join(lines()) + "\n")
    (folder / "reducer.py").write_text(
        "def count(state, message):\n    return [*(state or []), message['key']]\n"
    )
    shutil.copytree(store("plain"), folder / "store")
    shutil.copytree(store("beginning"), folder / "began")
    (folder / "removal.ndjson").write_text(json.dumps(REMOVAL) + "\n")
    write_log(folder / "sets", entries_of(EXAMPLE))
    room_file(folder / "room.ndjson")


def answers() -> dict[str, list[Any]]:
    """All values that the commands print, by command; errors are by themselves."""
    found: dict[str, list[Any]] = {}
    for words in RUNS:
        result = CliRunner().invoke(cli, [*words, "--json"], catch_exceptions=False)
        values = [json.loads(line) for line in result.stdout.splitlines()]
        for value in values:
            is_error = isinstance(value, dict) and isinstance(value.get("error"), dict)
            found.setdefault("error" if is_error else words[0], []).append(value)
    return found


def schema_of(command: str, name: str, values: list[Any]) -> dict[str, Any]:
    """A schema for some values of one place, which is called so."""
    if (command, name) in ANY:
        return {}
    types = {kind_of(value) for value in values} | ({"null"} if name in NULLABLE else set())
    if {"integer", "number"} <= types:
        types.remove("integer")
    made: dict[str, Any] = {"type": min(types) if len(types) == 1 else sorted(types)}
    objects = [value for value in values if isinstance(value, dict)]
    inside = [each for value in values if isinstance(value, list) for each in value]
    if objects and name in MAPS:
        every = [each for value in objects for each in value.values()]
        made["additionalProperties"] = schema_of(command, "", every) if every else True
    elif objects:
        names = list(dict.fromkeys(key for value in objects for key in value))
        made["required"] = [key for key in names if all(key in value for value in objects)]
        made["properties"] = {
            key: schema_of(command, key, [value[key] for value in objects if key in value])
            for key in names
        }
    if inside:
        made["items"] = schema_of(command, "", inside)
    return made


def kind_of(value: Any) -> str:
    """The type of a JSON value, as schemas call it."""
    for kind, name in ((bool, "boolean"), (int, "integer"), (float, "number"), (str, "string")):
        if isinstance(value, kind):
            return name
    return "null" if value is None else "array" if isinstance(value, list) else "object"


def whole_schema(found: dict[str, list[Any]]) -> str:
    """The schema of all answers, as a file."""
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What the commands of Tanglescope answer with --json",
        "version": VERSION,
        "$defs": {name: schema_of(name, "", found[name]) for name in sorted(found)},
    }
    return json.dumps(whole, indent=1) + "\n"


def made_in(folder: Path) -> str:
    """The schema, made in an empty folder, which is the current one."""
    prepare(folder)
    return whole_schema(answers())


def test_the_documented_schema_is_that_of_the_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert made_in(tmp_path) == SCHEMA.read_text()


def test_every_command_with_answers_in_json_has_a_schema() -> None:
    with_json = {
        name
        for name, command in cli.all_commands().items()
        if any("--json" in parameter.opts for parameter in command.params)
    }
    assert with_json <= json.loads(SCHEMA.read_text())["$defs"].keys()


if __name__ == "__main__":
    import os
    import sys

    sys.path.insert(0, str(ROOT))  # child processes import this module from another folder
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        SCHEMA.write_text(made_in(Path(folder)))
