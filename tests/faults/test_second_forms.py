"""Bytes after a signature: anyone can add them, and none of them makes a second message."""

import json
from itertools import permutations
from pathlib import Path

import pytest
from click.testing import CliRunner

from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.viewer.command_line import cli
from tests.engine.authors import Author, Said, post


def feed() -> tuple[Author, list[Said]]:
    ann = Author("ann")
    root = ann.say(post("0"))
    return ann, [root, *(ann.say(post(str(number), root)) for number in range(1, 4))]


def orders() -> list[tuple[str, list[Said]]]:
    """A feed with second forms of its first and its third message, at every place of the first."""
    _, said = feed()
    first, third = said[0].second_form(), said[2].second_form(b"x")
    found = [
        (f"at {place}", [*said[:place], first, *said[place:], third])
        for place in range(len(said) + 1)
    ]
    found += [
        (f"order {n}", list(order)) for n, order in enumerate(permutations([*said[:2], first]))
    ]
    return [*found, ("two", [said[0].second_form(b"ab"), first, third, *said, first, third])]


def written(folder: Path, said: list[Said]) -> Path:
    log = folder / "log.ndjson"
    log.write_bytes(b"".join(each.line for each in said))
    return log


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(cli, [str(each) for each in arguments])
    assert result.exit_code in (0, 1), result.output
    return result.stdout


@pytest.mark.parametrize(
    ("name", "there"), orders(), ids=lambda it: it if isinstance(it, str) else ""
)
def test_the_form_with_64_bytes_counts_through_every_door(
    tmp_path: Path, name: str, there: list[Said]
) -> None:
    ann, said = feed()
    own = [each.key for each in said if each in there]
    log = written(tmp_path, there)
    for answer in map(json.loads, run("verify", log, "--json").splitlines()):
        if answer["key"] not in own:
            assert (answer["verdict"], answer["rule"]) == ("invalid", "duplicate")
        elif name.startswith("order"):
            assert answer["verdict"] in ("valid", "gap", "invalid")
        else:
            assert answer["verdict"] in ("valid", "invalid")
    grown = json.loads(run("tangle", log, "--name", "feed", "--root", ann.feed, "--json"))
    assert grown["connected"] == own
    for database, arrive in (("batches.db", follow), ("whole.db", import_whole), ("bulk.db", bulk)):
        arrive(log, tmp_path / database)
        with Library.open(tmp_path / database) as library:
            conversation = library.conversation(f"feed:{ann.feed}")
            assert conversation.in_order() == own
            assert {each.status for each in library.messages(own).values()} == {"valid"}
            assert sorted(library.conversation(said[0].key).in_order()) == sorted(own)
            assert {each.rule for each in library.quarantine.page()} == {"duplicate"}
            assert {each.key for each in library.quarantine.page()} == {
                each.key for each in there if each.key not in own
            }
            assert library.check().problems == ()


def follow(log: Path, database: Path) -> None:
    """Let every message arrive alone."""
    growing = database.with_suffix(".ndjson")
    growing.touch()
    with Library.open(database) as library:
        follower = library.follow(growing)
        for line in log.read_bytes().splitlines(keepends=True):
            with growing.open("ab") as file:
                file.write(line)
            follower.poll()


def import_whole(log: Path, database: Path) -> None:
    with Library.open(database) as library:
        library.ingest(log)


def bulk(log: Path, database: Path) -> None:
    import_archives([log], database, engine=Engine.DIRECT)


def test_a_second_form_alone_is_accepted_as_the_original_program_does(tmp_path: Path) -> None:
    ann, said = feed()
    alone = said[0].second_form()
    log = written(tmp_path, [alone])
    [answer] = map(json.loads, run("verify", log, "--json").splitlines())
    assert (answer["key"], answer["verdict"], answer["rule"]) == (alone.key, "valid", None)
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(log)
        assert library.conversation(f"feed:{ann.feed}").in_order() == [said[0].key]
        assert library.ingest(written(tmp_path, said)).added == 3
        assert library.check().problems == ()
