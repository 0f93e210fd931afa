"""The stored edges of everything: those that follow from the texts, whatever comes first."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.orders.everything import Everything
from tanglescope.engine.store.orders.everything_graph import connect, derived_causes
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of, write


def replies() -> tuple[list[Said], list[Said]]:
    """A root with a reply, and answers: programs wrote lists, texts, objects and nonsense."""
    ann = Author("ann")
    root = ann.say(post("root"))
    first = ann.say(post("first", root, root))
    keys = (root.key, first.key)
    branches: tuple[Any, ...] = (
        *(None, keys[0], list(keys), [keys[1]], {"0": keys[0], "1": keys[1]}),
        *({"link": keys[1]}, "nonsense", ["nonsense"], [{"link": keys[1]}], []),
    )
    tangles = {"thread": {"root": keys[0], "previous": [keys[1]]}}
    more: tuple[dict[str, Any], ...] = (
        *({"root": keys[0], "branch": branch} for branch in branches),
        {"root": keys[0]},
        {"root": keys[0], "branch": [keys[1]], "tangles": tangles},
        {"tangles": tangles},
        {"root": keys[1], "branch": keys[0]},
    )
    said = [Author(f"author {n}").say(post("reply") | each) for n, each in enumerate(more)]
    inside = [*said[:13], root, first]
    said += [Author(f"later {n}").say(post("answer", root, each)) for n, each in enumerate(inside)]
    return [root, first], said


def stored(library: Library) -> dict[str, tuple[list[str], list[str]]]:
    """The causes and effects of every message."""
    everything = Everything(library._database)
    keys = everything.keys()
    causes, effects = everything.causes(keys), everything.effects(keys)
    return {key: (causes[key], effects[key]) for key in keys}


def test_effects_are_the_causes_of_all_messages_read_backwards(tmp_path: Path) -> None:
    (root, first), said = replies()
    with library_of(tmp_path, root, first, *said) as library:
        found = stored(library)
        assert len(found) == len(said) + 2
        for key, (_, effects) in found.items():
            assert effects == sorted(other for other in found if key in found[other][0])
        answers = [each.key for each in said[-15:]]
        # All others name a message that comes after the root, or the root itself.
        without_root = [key for key in answers if root.key not in found[key][0]]
        assert without_root == answers[:14][:13] + answers[14:]


@pytest.mark.parametrize("seed", range(4))
def test_edges_are_the_same_whatever_comes_first(seed: int, tmp_path: Path) -> None:
    first, more = replies()
    said = [*first, *more]
    with library_of(tmp_path, *said) as library:
        whole = stored(library)
    random = Random(seed)
    random.shuffle(said)
    (tmp_path / "parts").mkdir()
    with Library.open(tmp_path / "parts.db") as library:
        for start in range(0, len(said), 5):
            part = write(tmp_path / "parts" / f"{start}.ndjson", said[start : start + 5])
            library.ingest(part, on_change=[].append)
        assert stored(library) == whole
        assert library.check().ok


def test_a_message_before_a_gap_is_a_cause_until_the_gap_is_filled(tmp_path: Path) -> None:
    ann = Author("ann")
    one, two, three, four = [ann.say(post(str(number))) for number in range(4)]
    steps = ((one, []), (four, [three, one]), (two, [three, two]), (three, [three]))
    with library_of(tmp_path) as library:
        for number, (new, causes) in enumerate(steps):
            library.ingest(write(tmp_path / f"{number}.ndjson", [new]), on_change=[].append)
            found = Everything(library._database).causes([four.key])[four.key]
            assert found == sorted(each.key for each in causes)
            assert library.check().ok


def test_wrong_edges_are_found_and_written_again(tmp_path: Path) -> None:
    (root, first), said = replies()
    with library_of(tmp_path, root, first, *said) as library:
        database = library._database
        before = stored(library)
        database.execute("DELETE FROM edges WHERE conversation = 0 AND effect = 7")
        database.execute("INSERT INTO edges VALUES (0, 3, 4)")
        database.execute("INSERT INTO edges VALUES (0, 1, 1000)")
        problems = {problem.where for problem in library.check().problems}
        assert problems >= {f"message {said[1].key}", f"message {said[4].key}"}
        assert "edges of conversation number 0" in problems
        database.execute("DELETE FROM edges WHERE conversation = 0 AND effect = 1000")
        connect(database, 0)
        assert stored(library) == before
        assert library.check().ok


def test_only_replies_are_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Author("ann")
    root = ann.say(post("root"))
    read: list[str] = []
    with library_of(tmp_path, root, ann.say(post("other")), ann.say(post("re", root))) as library:
        module = "tanglescope.engine.store.orders.everything_graph.content_of"
        monkeypatch.setattr(module, lambda value: read.append(value) or {})
        assert len(list(derived_causes(library._database, "1"))) == 3
        assert len(read) == 1
