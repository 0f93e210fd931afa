"""The timeline of everything, updated as messages arrive, compared with one in memory."""

from contextlib import closing
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from engine.library import EVERYTHING, Library
from engine.linear import Timeline
from engine.store.conversations.everything import Everything
from engine.store.files.database import connect
from engine.store.orders import ranking
from engine.tangle.causes import SignedMember, Written
from engine.tangle.thread import causes_in_everything
from tests.engine.authors import Author, Said, post
from tests.engine.pipeline.blemished import FORMATS, blemished
from tests.engine.store.libraries import write
from tests.engine.tangle.members import expected


def conversation(seed: int, messages: int = 60) -> list[Said]:
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(4)]
    said = [people[0].say(post("Shall we?"))]
    for step in range(messages):
        heads = random.sample(said[-6:], min(len(said), 2))
        said.append(random.choice(people).say(post(f"answer {step}", said[0], *heads)))
    return said


def timeline_of(said: list[Said]) -> Timeline:
    here = {each.key for each in said}
    threads: dict[str, set[str]] = {}
    for each in said:
        root = each.value["content"].get("root", each.key)
        threads.setdefault(root, {root}).add(each.key)
    members = []
    for each in said:
        value = each.value
        named = causes_in_everything(each.key, value["previous"], value["content"])
        root = value["content"].get("root")
        replies = set(causes_in_everything(each.key, None, value["content"])) & threads.get(
            root, set()
        )
        answered = [root] if root in here and root != each.key and not replies else []
        written = Written(each.key, value["sequence"], value["previous"])
        members.append(SignedMember(written, value["author"], [*named, *answered]))
    timeline = Timeline()
    timeline.extend(expected(members, "").items())
    return timeline


def taken_in(library: Library, folder: Path, parts: list[list[Said]]) -> None:
    for number, part in enumerate(parts):
        library.ingest(write(folder / f"{number}.ndjson", part), on_change=[].append)


def agrees(library: Library, timeline: Timeline) -> None:
    snapshot = library.conversation(EVERYTHING).snapshot()
    assert snapshot.keys == list(timeline)
    assert {ghost for ghosts in snapshot.waiting.values() for ghost in ghosts} == timeline.ghosts
    check = library.check()
    assert check.ok, check.problems


@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_timeline_of_all_whatever_comes_first(seed: int, tmp_path: Path) -> None:
    said = conversation(seed)
    random = Random(seed)
    random.shuffle(said)
    cuts = sorted({0, len(said), *random.sample(range(1, len(said)), 7)})
    with Library.open(tmp_path / "all.db") as library:
        for start, end in pairwise(cuts):
            taken_in(library, tmp_path, [said[start:end]])
            agrees(library, timeline_of(said[:end]))


@pytest.mark.parametrize("most", [0, 3])
def test_a_history_in_reverse_is_caught_up_with(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ranking, "MOST_LIFTED", most)
    said = conversation(9)[::-1]
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [said[start : start + 5] for start in range(0, len(said), 5)])
        agrees(library, timeline_of(said))


@pytest.mark.parametrize("form", FORMATS)
def test_archives_with_every_blemish_are_ranked_right(form: str, tmp_path: Path) -> None:
    archive = tmp_path / f"archive.{form}"
    archive.write_bytes(FORMATS[form](blemished(seed=11)))
    with Library.open(tmp_path / "all.db") as library:
        library.ingest(archive)
        assert len(library.conversation(EVERYTHING).snapshot().keys) == len(library)
        check = library.check()
        assert check.ok, check.problems


def test_what_was_left_over_is_made_up_for_when_it_is_asked_for(tmp_path: Path) -> None:
    said = conversation(1)
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [said])
    with closing(connect(tmp_path / "all.db")) as database:
        database.execute("DELETE FROM ranks")
        database.execute("DELETE FROM ghosts")
        database.commit()
    with Library.open(tmp_path / "all.db", read_only=True) as library:
        assert library.conversation(EVERYTHING).in_order() == list(timeline_of(said))


def test_all_that_is_asked_of_a_thread_can_be_asked(tmp_path: Path) -> None:
    said = conversation(2)
    lost = said.pop(30)
    timeline = timeline_of(said)
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [said])
        keys = [*timeline, lost.key]
        edges = library.conversation(EVERYTHING).edges(keys)
        assert {key: tuple(map(set, each)) for key, each in edges.items()} == {
            key: tuple(map(set, timeline.edges(key))) for key in keys
        }
        found = library.conversation(EVERYTHING).linked(list(timeline))
        assert all(set(found[key].causes) == edges_of(timeline, key) for key in timeline)
        inspected = library.inspect(EVERYTHING, keys[20])
        assert inspected.place is not None
        assert inspected.place.position == 20
        assert inspected.place.rank == timeline.rank(keys[20])
        horizon = library.conversation(EVERYTHING).horizon(keys[20])
        assert horizon is not None
        assert all(timeline.is_concurrent(keys[20], k) != horizon.holds(k) for k in timeline)
        assert library.conversation(EVERYTHING).horizon("%nobody") is None
        assert library.conversation(EVERYTHING).summary().messages == len(timeline)
        assert sorted(library.conversation(EVERYTHING, "timestamp").in_order()) == sorted(timeline)
        assert library.conversation(EVERYTHING).shape() is not None


def edges_of(timeline: Timeline, key: str) -> set[str]:
    return set(timeline.edges(key).causes)


def test_a_wrong_rank_is_found(tmp_path: Path) -> None:
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [conversation(3)])
        library._database.execute("UPDATE ranks SET rank = 7 WHERE message = 1")
        assert any("Its rank in Everything" in problem.what for problem in library.check().problems)


def test_a_forged_cycle_costs_only_its_own_order(tmp_path: Path) -> None:
    with Library.open(tmp_path / "all.db") as library:
        taken_in(library, tmp_path, [conversation(4)])
        database = library._database
        # Two that name each other as predecessor: possible only where ids can't be verified.
        one, other, after = database.execute(
            "SELECT id, key FROM messages ORDER BY id LIMIT 3 OFFSET 20"
        ).fetchall()
        for (number, _), (_, before) in ((one, other), (other, one)):
            database.execute("UPDATE messages SET previous = ? WHERE id = ?", (before, number))
        database.execute("DELETE FROM ranks")
        database.execute("DELETE FROM ghosts")
        database.commit()
        Everything(database).catch_up()
        assert len(library.conversation(EVERYTHING).snapshot().keys) == len(library)
        assert after[1] in library.conversation(EVERYTHING).snapshot().keys
