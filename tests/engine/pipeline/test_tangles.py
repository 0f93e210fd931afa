"""Tangles are the same with any import: Spark, this process, or message by message."""

from pathlib import Path
from random import Random
from typing import Any

from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.tangle.groups import Group
from tanglescope.engine.tangle.growth import Growth, candidates_in, grow
from tanglescope.engine.tangle.rules import RuleEntry, rule_of
from tests.engine.authors import Author, Said, post
from tests.engine.pipeline.conftest import seldom_with_spark
from tests.engine.store.libraries import write
from tests.engine.tangle.strategies import ROOT_DATA

NOWHERE = "%" + "x" * 42 + "A=.sha256"


def talk(seed: int, messages: int = 160) -> list[Said]:
    """People who play games and talk; some messages arrive late or never."""
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(4)]
    games = [people[0].say(_move()) for _ in range(3)]
    played: dict[str, list[str]] = {game.key: [game.key] for game in games}
    said, late = list(games), []
    for _ in range(messages):
        person, game = random.choice(people), random.choice(games)
        before = random.sample(played[game.key][-4:], min(2, len(played[game.key])))
        if random.random() < 0.05:
            before.append(NOWHERE)
        content = _move(game.key, before) if random.random() < 0.7 else post("well", game, *before)
        message = person.say(content)
        played[game.key].append(message.key)
        (late if random.random() < 0.1 else said).append(message)
    random.shuffle(late)
    return said + late[2:]


def _move(root: str | None = None, previous: list[str] | None = None) -> dict[str, Any]:
    data = {"root": root, "previous": previous} if root else ROOT_DATA
    return {"type": "move", "tangles": {"game": data}}


def described(library: Library) -> list[tuple[Any, ...]]:
    """The full description of every tangle; waiting messages are in order of arrival."""
    return [
        (each, candidates_in(library.tangle(each.tangle_name, each.root)))
        for each in library.tangles()
    ]


@seldom_with_spark
def test_both_engines_grow_the_tangles_of_one_message_at_a_time(
    engine: Engine, tmp_path: Path
) -> None:
    said = talk(seed=1)
    archive = write(tmp_path / "talk.ndjson", said)
    import_archives([archive], tmp_path / "bulk.db", engine=engine)
    with Library.open(tmp_path / "single.db") as single:
        growing = tmp_path / "growing.ndjson"
        growing.touch()
        follower = single.follow(growing)
        for start in range(0, len(said), 40):
            with growing.open("ab") as file:
                file.write(b"".join(each.line for each in said[start : start + 40]))
            follower.poll()
        with Library.open(tmp_path / "bulk.db") as bulk:
            assert described(bulk) == described(single)
            games = [each for each in bulk.tangles() if each.tangle == "game"]
            assert len(games) == 3
            assert sum(each.set_aside for each in games) > 0
            for game in games:
                one_by_one = Growth(rule_of("game"), game.root)
                for each in said:
                    one_by_one.add(RuleEntry(each.key, each.value["content"]))
                assert bulk.tangle("game", game.root).connected == one_by_one.connected


def test_a_growth_is_the_same_at_once_and_one_at_a_time() -> None:
    entries = [RuleEntry(each.key, each.value["content"]) for each in talk(seed=2)]
    root = entries[0].key
    growth = Growth(rule_of("game"), root)
    joined = [key for entry in entries for key in growth.add(entry)]
    assert sorted(joined) == sorted(grow(rule_of("game"), root, entries).connected)
    assert candidates_in(growth) == candidates_in(grow(rule_of("game"), root, entries))
    assert Group(root, entries).epochs == []
