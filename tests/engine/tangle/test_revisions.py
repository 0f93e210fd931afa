"""Edits, replacements and tombstones: only an author changes a message, in one order for all."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle.revisions import (
    History,
    Mark,
    SignedMessage,
    find_revised,
    revision_in,
)
from tests.engine.authors import Author, Said, post


def signed(*said: Said) -> list[SignedMessage]:
    return [
        SignedMessage(
            each.key,
            each.value["author"],
            each.value["sequence"],
            each.value["timestamp"],
            each.value["content"],
            revision_in(each.value["content"]),
        )
        for each in said
    ]


def edit(of: Said, text: str, after: Said | None = None) -> dict[str, Any]:
    return {
        "type": "post-edit",
        "root": of.key,
        "text": text,
        "revisionRoot": of.key,
        "revisionBranch": (after or of).key,
    }


def tombstone(of: Said, **more: str) -> dict[str, Any]:
    return {"type": "tombstone", "target": of.key, **more}


def event(title: str, replaces: Said | None = None, **more: Any) -> dict[str, Any]:
    before = {} if replaces is None else {"replaces": replaces.key}
    return {"type": "event", "title": title, **before, **more}


def read(said: Iterable[Said]) -> dict[str, Any]:
    return {key: found.content for key, found in find_revised(signed(*said)).items()}


def history(said: Iterable[Said], key: str) -> History:
    return find_revised(signed(*said))[key].history


def versions(said: Iterable[Said], key: str) -> list[str]:
    return [each.key for each in history(said, key).versions]


def test_an_edit_gives_a_post_a_new_text_and_leaves_its_place() -> None:
    ann = Author("ann")
    root = ann.say(post("root"))
    first = ann.say(post("a", root, contentWarning="trees"))
    second = ann.say(edit(first, "b"))
    third = ann.say(edit(first, "c", second))
    said = [root, first, second, third]
    assert read(said)[first.key] == {**first.value["content"], "text": "c"}
    for version in (second, third):
        assert read(said)[version.key] == {"type": Mark.VERSION, "root": first.key, "of": first.key}
    assert history(said, first.key).tips == (third.key,)
    assert root.key not in read(said)


def test_of_concurrent_edits_the_one_signed_last_counts() -> None:
    ann = Author("ann")
    first = ann.say(post("a"))
    one, other = ann.say(edit(first, "b")), ann.say(edit(first, "c"))
    said = [other, one, first]
    assert read(said)[first.key]["text"] == "c"
    assert history(said, first.key).tips == (one.key, other.key)
    assert versions(said, first.key) == [first.key, one.key, other.key]


def test_what_others_publish_is_a_proposal() -> None:
    ann, bob = Author("ann"), Author("bob")
    first = ann.say(event("walk"))
    said = [
        first,
        bob.say(edit(first, "mine")),
        bob.say(event("mine", first)),
        bob.say(tombstone(first)),
        bob.say({"type": "about", "about": first.key, "title": "mine"}),
    ]
    found = read(said)
    assert found[first.key] == first.value["content"]
    assert [found[each.key]["type"] for each in said[1:4]] == [
        Mark.PROPOSAL,
        Mark.PROPOSAL,
        Mark.REQUEST,
    ]
    told = history(said, first.key)
    assert [each.key for each in told.proposals] == [each.key for each in said[1:4]]
    assert told.with_proposal(told.proposals[1])["title"] == "mine"
    assert told.deletion is None


def test_a_replaced_version_is_withdrawn_without_deleting_the_message() -> None:
    ann = Author("ann")

    def audio(title: str, **more: str) -> Said:
        return ann.say({"type": "audio", "title": title, **more})

    first = audio("walk")
    # Oasis publishes both when a recording is edited, and of maps the tombstone last.
    withdrawn = ann.say(tombstone(first))
    second = audio("hike", replaces=first.key)
    third = audio("run", replaces=second.key)
    said = [first, withdrawn, second, third, ann.say(tombstone(second))]
    assert read(said)[first.key] == {"type": "audio", "title": "run"}
    assert read(said)[withdrawn.key]["type"] is Mark.OUTDATED
    deleted = ann.say(tombstone(third))
    said.append(deleted)
    assert read(said)[first.key] == {"type": Mark.DELETED, "deleted": deleted.value["timestamp"]}
    assert history(said, third.key).deletion is not None


@pytest.mark.parametrize("kind", ["event", "poll", "tribe"])
def test_of_some_types_the_first_version_withdraws_the_message(kind: str) -> None:
    ann, bob = Author("ann"), Author("bob")
    first = ann.say({"type": kind, "title": "walk"})
    second = ann.say({"type": kind, "title": "hike", "replaces": first.key})
    said = [first, second, bob.say(tombstone(first))]
    assert read(said)[first.key] == {"type": kind, "title": "hike"}
    said.append(ann.say(tombstone(first)))
    assert read(said)[first.key]["type"] is Mark.DELETED
    told = history(said, first.key)
    assert told.deletion is not None
    assert told.applied == {second.key, told.deletion.key}


def test_of_two_versions_that_replace_one_the_later_chain_counts() -> None:
    ann = Author("ann")
    first = ann.say(event("a"))
    left, right = ann.say(event("b", first)), ann.say(event("c", first))
    late = ann.say(event("d", left))
    said = [first, left, right, late]
    told = history(said, first.key)
    assert told.latest.key == right.key
    assert told.passed == {left.key, late.key}
    assert set(told.tips) == {right.key, late.key}
    assert told.read_at(late.key)["title"] == "d"


def test_only_the_type_of_the_message_itself_replaces_it() -> None:
    ann = Author("ann")
    first = ann.say(event("a"))
    other = ann.say({"type": "task", "title": "b", "replaces": first.key})
    assert read([first, other])[first.key] == event("a")


def test_a_deleted_message_says_where_it_belongs_and_nothing_else() -> None:
    ann = Author("ann")
    root = ann.say(post("root"))
    gone = ann.say(post("gone", root, mentions=[{"link": ann.feed}]))
    changed = ann.say(edit(gone, "gone for good"))
    about = ann.say({"type": "about", "about": gone.key, "text": "gone forever"})
    tomb = ann.say(tombstone(gone))
    found = read([root, gone, changed, about, tomb])
    assert found[gone.key] == {
        "type": Mark.DELETED,
        "root": root.key,
        "branch": root.key,
        "deleted": tomb.value["timestamp"],
    }
    assert "gone for" not in str(found)
    told = history([root, gone, changed, about, tomb], gone.key)
    assert told.read_at(told.latest.key)["text"] == "gone forever"


def test_an_edit_can_be_withdrawn() -> None:
    ann = Author("ann")
    first = ann.say(post("a"))
    changed = ann.say(edit(first, "b"))
    said = [first, changed, ann.say(tombstone(changed))]
    assert read(said)[first.key]["text"] == "a"
    assert read(said)[changed.key]["type"] is Mark.DELETED
    assert versions(said, first.key) == [first.key]


def test_an_edit_of_an_edit_edits_the_message() -> None:
    ann = Author("ann")
    first = ann.say(post("a"))
    second = ann.say(edit(first, "b"))
    third = ann.say(edit(second, "c"))
    assert read([first, second, third])[first.key]["text"] == "c"


def test_a_tombstone_in_a_tribe_names_the_tribe_of_its_target() -> None:
    ann = Author("ann")
    first = ann.say(event("a", _rootId="tribe"))
    other = ann.say(tombstone(first, _rootId="another"))
    assert (
        history([first, other], first.key).deletion is None
        if first.key in read([first, other])
        else True
    )
    right = ann.say(tombstone(first, _rootId="tribe"))
    assert history([first, other, right], first.key).deletion is not None


def test_an_about_corrects_the_fields_that_a_message_has() -> None:
    ann = Author("ann")
    first = ann.say({"type": "blog", "title": "Treas"})
    about = ann.say({"type": "about", "about": first.key, "title": "Trees", "description": "more"})
    assert read([first, about])[first.key] == {"type": "blog", "title": "Trees"}
    assert about.key not in read([first, about])


def test_an_edit_of_an_about_changes_the_about_and_nothing_else() -> None:
    ann = Author("ann")
    first = ann.say({"type": "blog", "title": "Treas", "text": "leaves"})
    about = ann.say({"type": "about", "about": first.key, "title": "Trees"})
    edited = ann.say(edit(about, "other"))
    for said in ([first, about, edited], [edited, about, first]):
        assert read(said)[first.key] == {"type": "blog", "title": "Trees", "text": "leaves"}
        assert read(said)[about.key]["text"] == "other"


def test_malformed_revisions_change_nothing() -> None:
    ann = Author("ann")
    first = ann.say(post("a"))
    said = [
        first,
        ann.say({"type": "post-edit", "revisionRoot": first.key, "text": 7}),
        ann.say({"type": "post-edit", "text": "x"}),
        ann.say({"type": "tombstone", "target": [first.key]}),
        ann.say(edit(Author("ann").draft(post("missing")), "y")),
        ann.say({"type": "post", "replaces": {}}),
    ]
    assert read(said) == {}


def test_messages_with_forged_keys_may_replace_each_other() -> None:
    one, other = (f"%{letter * 43}=.sha256" for letter in "AE")
    messages = [
        SignedMessage(key, "@a", 1, None, content, revision_in(content))
        for key, before in ((one, other), (other, one))
        for content in ({"type": "event", "replaces": before},)
    ]
    assert find_revised(messages) == {}


@given(
    st.lists(st.tuples(st.integers(0, 2), st.integers(0, 6), st.integers(0, 3)), max_size=12),
    st.randoms(use_true_random=False),
)
def test_what_is_read_depends_on_the_messages_and_not_on_their_arrival(
    acts: list[tuple[int, int, int]], random: Any
) -> None:
    people = [Author(name) for name in ("ann", "bob", "cyn")]
    said = [people[0].say(event("0"))]
    for number, (who, target, kind) in enumerate(acts, 1):
        on = said[target % len(said)]
        contents = [event(str(number), on), edit(on, str(number)), tombstone(on)]
        contents.append({"type": "about", "about": on.key, "title": str(number)})
        said.append(people[who].say(contents[kind]))
    shuffled = list(said)
    random.shuffle(shuffled)
    assert find_revised(signed(*shuffled)) == find_revised(signed(*said))
    own = [each for each in said if each.value["author"] == people[0].feed]
    alone, all_ = read(own), read(said)
    assert all_.get(said[0].key, event("0")) == alone.get(said[0].key, event("0"))
