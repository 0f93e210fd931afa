"""A database with conversations of every kind, for tests of the commands that read them."""

import json
from pathlib import Path
from typing import Any

from tests.engine.archive.samples import unpack
from tests.engine.authors import Author, Said, post
from tests.engine.commandline.graphs import run
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.libraries import write
from tests.engine.store.pzp_archives import write_log


def play(root: Said | None, *previous: Said) -> dict[str, Any]:
    """A message of a game of chess; an invitation has no text."""
    if root is None:
        return {"type": "chess_invite", "tangles": {"chess": {"root": None, "previous": None}}}
    tangle = {"root": root.key, "previous": [each.key for each in previous]}
    return {"type": "chess_move", "tangles": {"chess": tangle}}


def messages() -> list[Said]:
    """A thread, a game, a feed with a gap and one with a fork, with wrong clocks."""
    alice, bob, carol = Author("alice"), Author("bob"), Author("carol")
    bob.clock -= 10_000_000
    root = alice.say(post("Who rows?", channel="boats"))
    lost = carol.say(post("never arrives"))
    said = [
        root,
        bob.say(post("I do, @alice", root, mentions=[{"link": alice.feed}])),
        alice.say(post("me too", root, channel="boats")),
        carol.say(post("after a gap", root, lost, mentions=[{"link": alice.feed}])),
    ]
    said.append(bob.say(post("all of you", root, *said[1:4])))
    invite = alice.say(play(None))
    moves = [bob.say(play(invite, invite)), carol.say(play(invite, invite))]
    said += [invite, *moves, alice.say(play(invite, *moves))]
    said.append(bob.draft(post("one branch", root)))
    said.append(bob.say(post("another branch", root)))
    said.append(bob.say(post("and on", root)))
    return said


SET: str = EXAMPLE["moot"]
"""The root of the set of PZP in it."""


def database_of_every_kind(folder: Path) -> str:
    """The path of a database with all of these, and with private messages that stay locked."""
    database = str(folder / "library.db")
    small = unpack("small", folder)
    write(folder / "shuffled.ndjson", reversed(messages()))
    write_log(folder / "log", entries_of(EXAMPLE))
    archives = [folder / "shuffled.ndjson", folder / "log", small / "log.ndjson"]
    run("import", *map(str, archives), "--database", database, "--engine", "direct")
    return database


def keys_of(folder: Path) -> str:
    """The keys that decrypt the private messages."""
    return str(folder / "small" / "secrets.json")


def shown(database: str, address: str, *options: str) -> dict[str, Any]:
    """The output of `show --json`."""
    result = run("show", address, "--json", "--database", database, *options)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def listed(database: str, *options: str) -> list[dict[str, Any]]:
    """The output of `conversations --json`."""
    result = run("conversations", "--json", "--database", database, *options)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]
