"""The texts of the sets panel: who did what, the result, and why."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.message.pzp import PzpMessage, PzpRule
from tanglescope.engine.reduce.feeds import Rejection, assemble
from tanglescope.engine.reduce.requirements import Requirement, in_words, violations
from tanglescope.engine.reduce.sets import NonStringItem, Pruning, PzpSet, items_label, prune
from tanglescope.engine.store.conversations.pzp import SetSummary
from tanglescope.engine.words import sets as set_words
from tanglescope.engine.words.inspection import Fact, Section
from tanglescope.engine.words.rows import Tone
from tanglescope.engine.words.sets import ListedItem, SetMoment, moment_of, study
from tests.engine.reduce.scenarios import (
    EXAMPLE,
    Devices,
    entries_of,
    entry,
    equally_deep,
    scenario,
)
from tests.engine.store.pzp_archives import write_log

SAFE = Pruning((), (), (), None, None, ("alice",), ("alice",))


def existing(message: PzpMessage | None) -> PzpMessage:
    assert message is not None
    return message


def facts(sections: list[Section], title: str) -> list[Fact]:
    (found,) = [section for section in sections if section.title == title]
    return list(found.facts)


def titles(sections: list[Section]) -> list[str]:
    return [section.title for section in sections]


def author_of(message: PzpMessage) -> str:
    return message.sigkey[:5]


class Quarrel:
    """Two devices that disagree on an item at different depths; `set` has the messages of both."""

    def __init__(self) -> None:
        self.devices = Devices(2)
        self.first = existing(self.devices.add(0, "alice"))
        self.devices.sync(0, 1)
        self.deleted = existing(self.devices.delete(0, "alice"))
        self.deleted_too = existing(self.devices.delete(1, "alice"))
        self.again = existing(self.devices.add(1, "alice"))
        self.devices.sync(0, 1)
        self.set = self.devices.set(1)


@pytest.fixture(scope="module")
def quarrel() -> Quarrel:
    return Quarrel()


def test_only_strings_are_quoted() -> None:
    assert (
        items_label(("1", NonStringItem("1"), NonStringItem('{"a":[]}', ("id", 0))))
        == '1, 1, {"a":[]}'
    )


def test_a_set_is_named_by_name_account_and_size() -> None:
    one = SetSummary("root", "follows", "accountaccountaccount", 9, 1)
    assert set_words.title(one).startswith("follows of accountac")
    assert set_words.title(one).endswith(" · 1 item")
    assert set_words.title(replace(one, items=1234)).endswith(" · 1,234 items")


def test_a_summary_counts_items_roots_depth_and_prunable_messages() -> None:
    devices = Devices(1)
    devices.add(0, "alice")
    devices.add(0, "bob")
    set_ = devices.set(0)
    assert set_words.summary(set_, SAFE) == "2 items · 2 item roots · depth 2"
    some = replace(SAFE, erasable=("a", "b", "c"), deletable=("d",))
    assert set_words.summary(set_, some).endswith(" · depth 2 · 3 may be erased, 1 deleted")
    only = replace(SAFE, deletable=("d",))
    assert set_words.summary(set_, only).endswith(" · 0 may be erased, 1 deleted")
    assert "may be erased" in set_words.summary(set_, replace(SAFE, erasable=("a",)))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ((), ("bob",), "the set: bob would be in it again."),
        (("bob",), (), "the set: bob would be gone."),
        (("bob",), ("ann",), "the set: ann would be in it again and bob would be gone."),
        (("bob", "ann"), ("ann", "bob"), "the set: its items would be in another order."),
    ],
)
def test_there_is_a_warning_about_pruning_that_changes_the_set(
    before: tuple[str, ...], after: tuple[str, ...], words: str
) -> None:
    assert words in set_words.warning(replace(SAFE, before=before, after=after))
    assert not set_words.warning(SAFE)


def test_the_effect_of_a_message_is_described(quarrel: Quarrel) -> None:
    changes = quarrel.set.changes
    assert set_words.sentence_of(quarrel.devices.root, None) == "begins the set"
    assert set_words.sentence_of(quarrel.first, changes[quarrel.first.id]) == "adds alice"
    assert set_words.sentence_of(quarrel.deleted, changes[quarrel.deleted.id]) == "deletes alice"
    assert set_words.sentence_of(replace(quarrel.first, data=None), None) == "erased"
    assert set_words.sentence_of(quarrel.devices.say(0, "box"), None) == "(encrypted set data)"
    assert set_words.sentence_of(quarrel.devices.say(0, {"add": 1}), None) == "(malformed set data)"


def test_an_item_is_one_line_without_hidden_characters() -> None:
    assert set_words.item("two\n words") == "two words"
    assert "\u202e" not in set_words.item("a\u202eb")
    assert set_words.item(NonStringItem("5")) == "5"
    assert len(set_words.item("x" * 500)) <= 60


def test_a_moment_is_reported_by_its_last_message(quarrel: Quarrel) -> None:
    assert set_words.moment(quarrel.set, 0) == "Before the first message"
    keys = list(quarrel.set.feed.messages)
    for position, key in enumerate(keys, start=1):
        depth = quarrel.set.feed.tangle.depth(key)
        message = quarrel.set.feed.messages[key]
        words = set_words.moment(quarrel.set, position)
        assert words.startswith(
            f"Message {position} of {len(keys)}, depth {depth} — {author_of(message)} "
        )
        assert words.endswith(set_words.sentence_of(message, quarrel.set.changes.get(key)))


@pytest.mark.parametrize(
    ("lists", "word", "sentence"),
    [
        ({"erasable": ("key",)}, "erase", "May be erased: its place stays, for proof"),
        ({"deletable": ("key",), "ghosts": ("key",)}, "delete", "but its id is remembered"),
        ({"deletable": ("key",)}, "delete", "May be deleted"),
    ],
)
def test_messages_that_may_be_pruned_are_marked(
    lists: dict[str, Any], word: str, sentence: str
) -> None:
    (pill,) = set_words.prunable("key", replace(SAFE, **lists))
    assert pill.text == word
    assert pill.tooltip.endswith(sentence)
    assert not set_words.prunable("other", replace(SAFE, **lists))


def test_the_text_says_whether_an_item_is_in_the_set_and_who_added_it(quarrel: Quarrel) -> None:
    again = f"It has been in the set since {author_of(quarrel.again)} added it at depth 3."
    assert set_words.item_headline(quarrel.set, "alice") == ("In the set", again)
    first = quarrel.devices.set(0)
    gone = f"{author_of(quarrel.deleted)} deleted it at depth 2."
    assert set_words.item_headline(first, "alice") == ("Not in the set", gone)
    assert set_words.item_headline(first, "zoe")[0] == "Not mentioned"


def test_an_item_is_in_the_set_since_its_first_addition() -> None:
    devices = Devices(2)
    one = existing(devices.add(0, "alice"))
    other = existing(devices.add(1, "alice"))
    devices.sync(0, 1)
    arrival = list(devices.set(1).feed.messages)
    first, second = sorted((one, other), key=lambda message: arrival.index(message.id))
    words = set_words.item_headline(devices.set(1), "alice")[1]
    assert words == f"It has been in the set since {author_of(first)} added it at depth 1."
    history = facts(set_words.item_sections(devices.set(1), "alice"), "History")
    assert history[1] == Fact(
        author_of(second), "added it at depth 1, which changed nothing", second.id
    )


def test_an_item_is_gone_since_the_deletion_that_had_an_effect() -> None:
    recorded = scenario("rand-51")
    set_ = PzpSet(assemble(entries_of(recorded)))
    assert "carol" not in set_.state.items
    headline = set_words.item_headline(set_, "carol")
    assert headline == ("Not in the set", "5goH4 deleted it at depth 2.")
    assert facts(set_words.item_sections(set_, "carol"), "History")[-1].text == (
        "deleted it at depth 3, which changed nothing"
    )


def test_an_item_that_was_only_deleted_was_never_in_the_set() -> None:
    devices = Devices(1)
    devices.say(0, {"add": [], "del": ["zoe"], "supersedes": []})
    assert set_words.item_headline(devices.set(0), "zoe") == (
        "Not in the set",
        "It was deleted, but was never in the set.",
    )


def test_the_history_of_an_item_lists_the_outcome_of_each_message(quarrel: Quarrel) -> None:
    history = {
        fact.key: fact for fact in facts(set_words.item_sections(quarrel.set, "alice"), "History")
    }
    first = history[quarrel.first.id]
    assert (first.label, first.text) == (
        author_of(quarrel.first),
        "added it at depth 1, superseded by 2 messages",
    )
    again = history[quarrel.again.id]
    assert (again.label, again.text) == (author_of(quarrel.again), "added it at depth 3")
    texts = [history[each.id].text for each in (quarrel.deleted, quarrel.deleted_too)]
    assert all(text.startswith("deleted it at depth 2") for text in texts)
    assert "superseded by 1 message" in history[quarrel.deleted_too.id].text
    assert sum("which changed nothing" in text for text in texts) == 1


def test_a_conflict_says_who_won_and_why(quarrel: Quarrel) -> None:
    (fight,) = facts(set_words.item_sections(quarrel.set, "alice"), "Conflicts")
    assert fight == Fact(
        author_of(quarrel.again),
        f"add wins over delete by {author_of(quarrel.deleted)}, who didn't know of it:"
        " it is deeper in the tangle",
        quarrel.again.id,
    )
    assert titles(set_words.item_sections(quarrel.devices.set(0), "alice")) == ["History"]


def test_among_equally_deep_messages_the_later_id_wins() -> None:
    devices = equally_deep()
    (fight,) = facts(set_words.item_sections(devices.set(1), "alice"), "Conflicts")
    is_in = "alice" in devices.set(1).state.items
    assert fight.text.startswith("add wins over delete" if is_in else "delete wins over add")
    assert fight.text.endswith("equally deep, its id is later")


def test_the_role_of_a_message_in_the_set_is_one_word(quarrel: Quarrel) -> None:
    def word(set_: PzpSet, message: PzpMessage) -> str:
        return set_words.message_headline(set_, message.id)[0]

    assert word(quarrel.set, quarrel.devices.root) == "Root of the feed"
    assert word(quarrel.set, quarrel.again) == "Item root"
    assert word(quarrel.set, quarrel.first) == "Superseded"
    devices = Devices(1)
    odd = devices.say(0, {"add": 1})
    assert word(devices.set(0), odd) == "Not a set message"
    first = existing(devices.add(0, "alice"))
    devices.known[0][first.id] = replace(first, data=None)
    assert word(devices.set(0), first) == "Erased"


def test_links_in_the_sections_of_a_message_lead_to_what_they_name(quarrel: Quarrel) -> None:
    found = set_words.message_sections(quarrel.set, quarrel.again.id)
    assert titles(found) == [
        "Message",
        "Supersedes",
        "Comes after",
        "Skips back to (lipmaa)",
        "Its author knew the set as",
    ]
    assert facts(found, "Message") == [
        Fact("Says", "adds alice"),
        Fact("Signed by", quarrel.again.sigkey),
        Fact("Depth", "3"),
    ]
    assert facts(found, "Supersedes") == [
        Fact(author_of(quarrel.deleted_too), "deletes alice", quarrel.deleted_too.id)
    ]
    assert quarrel.deleted_too.id in [fact.key for fact in facts(found, "Comes after")]
    assert facts(found, "Its author knew the set as") == [Fact("", "empty")]
    first = set_words.message_sections(quarrel.set, quarrel.first.id)
    assert {fact.key for fact in facts(first, "Superseded by")} == {
        quarrel.deleted.id,
        quarrel.deleted_too.id,
    }
    root = set_words.message_sections(quarrel.set, quarrel.devices.root.id)
    assert titles(root) == ["Message"]
    assert facts(root, "Message")[0] == Fact("Says", "begins the set")


def test_back_links_are_listed_separately_from_causes() -> None:
    devices = Devices(1)
    messages = [existing(devices.add(0, name)) for name in "abcd"]
    found = set_words.message_sections(devices.set(0), messages[2].id)
    assert [fact.key for fact in facts(found, "Comes after")] == [messages[1].id]
    skipped = [fact.key for fact in facts(found, "Skips back to (lipmaa)")]
    assert skipped == [devices.root.id]
    assert facts(found, "Its author knew the set as") == [Fact("", "a, b")]


def test_a_broken_requirement_is_a_warning() -> None:
    devices = Devices(1)
    devices.add(0, "alice")
    odd = devices.say(0, {"add": [], "del": ["alice"], "supersedes": []})
    found = set_words.message_sections(devices.set(0), odd.id)
    assert facts(found, "Warnings") == [Fact(Requirement.DELETION, in_words(Requirement.DELETION))]


def test_warnings_are_listed_and_shown_with_their_messages() -> None:
    devices = Devices(1)
    devices.add(0, "alice")
    odd = devices.say(0, {"add": [], "del": ["alice"], "supersedes": []})
    set_ = devices.set(0)
    broken = tuple(violations(set_))
    [section] = set_words.warnings(set_, broken)
    assert section.title == "Warnings (1)"
    assert [(each.text, each.key) for each in section.facts] == [
        (in_words(Requirement.DELETION), odd.id)
    ]
    [pill] = set_words.warning_pills(broken)[odd.id]
    assert (pill.text, pill.tooltip) == ("warning", in_words(Requirement.DELETION))
    assert set_words.warnings(set_, ()) == []
    [row] = [row for row in moment_of(set_, 3).rows.all if row.pills and row.key == odd.id]
    assert pill in row.pills
    many = set_words.warnings(set_, broken * 25)[0].facts
    assert many[-1].text == "and 5 more"


def test_messages_that_are_named_but_not_here_are_called_missing() -> None:
    devices = Devices(1)
    gone = "z" * 44
    odd = devices.say(0, {"add": ["x"], "del": [], "supersedes": [gone]})
    (link,) = facts(set_words.message_sections(devices.set(0), odd.id), "Supersedes")
    assert (link.label, link.key) == ("", "")
    assert link.text.endswith(", which isn't here")


def test_refused_messages_are_listed_up_to_a_limit() -> None:
    assert set_words.refused_sections([]) == []
    rejected = [Rejection(f"id{number:042}", PzpRule.DEPTH, "depth is 0") for number in range(25)]
    (section,) = set_words.refused_sections(rejected)
    assert section.title == "Refused (25)"
    assert len(section.facts) == 20
    assert section.facts[0].text == "depth: depth is 0"
    assert section.facts[0].label.startswith("id0")
    (nameless,) = set_words.refused_sections([Rejection(None, PzpRule.JSON, "line 3")])
    assert nameless.facts[0].label.startswith("a record")


def test_pruning_removes_the_marked_messages() -> None:
    devices = Devices(1)
    names = [existing(devices.add(0, "alice")), existing(devices.delete(0, "alice"))]
    names.append(existing(devices.add(0, "alice")))
    set_ = devices.set(0)
    pruning = prune(set_)
    marked = {each.id for each in names if set_words.prunable(each.id, pruning)}
    assert marked == {*pruning.erasable, *pruning.deletable} - {devices.root.id}


def test_the_preview_of_pruning_shows_the_set_before_and_after() -> None:
    assert set_words.preview(SAFE) == []
    [kept] = set_words.preview(replace(SAFE, erasable=("a",)))
    assert [fact.text for fact in kept.facts] == ["alice", "alice", "The set would stay the same."]
    lost = replace(SAFE, deletable=("a",), after=())
    [changed] = set_words.preview(lost)
    assert [fact.text for fact in changed.facts] == ["alice", "empty", set_words.warning(lost)]


@pytest.fixture(scope="module")
def devices() -> Devices:
    """One device adds milk and deletes it; meanwhile the other one adds bread."""
    made = Devices(2)
    made.add(0, "milk")
    made.sync(0, 1)
    made.add(1, "bread")
    made.delete(0, "milk")
    made.sync(0, 1)
    return made


@pytest.fixture(scope="module")
def whole(devices: Devices) -> PzpSet:
    return devices.set(1)


def rows(shown: SetMoment) -> list[tuple[str, Tone, str]]:
    """Return for each message its text, its tone and the texts of its pills."""
    return [(row.text, row.tone, " ".join(p.text for p in row.pills)) for row in shown.rows.all]


def test_nothing_is_shown_before_the_first_message(whole: PzpSet) -> None:
    shown = moment_of(whole, 0)
    assert (shown.items, rows(shown), shown.arcs) == ((), [], ())


def test_a_message_is_prominent_while_what_it_adds_is_in_the_set(whole: PzpSet) -> None:
    shown = moment_of(whole, 2)
    assert shown.position == 2
    assert shown.items == (ListedItem("milk", present=True),)
    assert rows(shown) == [
        ("begins the set", Tone.MUTED, "erase"),
        ("adds milk", Tone.STRONG, ""),
    ]
    assert [row.fresh for row in shown.rows.all] == [False, True], "the last one is new"
    assert [row.shaded for row in shown.rows.all] == [True, False], "the first may be erased"
    assert shown.arcs == ()


def test_superseded_messages_are_struck_through_and_joined_to_their_successors(
    whole: PzpSet,
) -> None:
    shown = moment_of(whole, 4)
    assert shown.items == (ListedItem("bread", present=True), ListedItem("milk", present=False))
    assert rows(shown) == [
        ("begins the set", Tone.MUTED, "erase"),
        ("adds milk", Tone.STRUCK, "erase"),
        ("adds bread", Tone.STRONG, ""),
        ("deletes milk", Tone.STRONG, ""),
    ]
    assert not any(row.fresh for row in shown.rows.all), "at the end nothing is"
    keys = list(whole.feed.messages)
    assert [(arc.later, arc.earlier) for arc in shown.arcs] == [(keys[3], keys[1])]
    edges = shown.rows.edges(keys)
    assert [edges[key].causes for key in keys] == [(), (keys[0],), (keys[1],), (keys[1],)]
    assert edges[keys[1]].effects == (keys[2], keys[3])
    for row in shown.rows.all:
        assert row.feed == whole.feed.messages[row.key].sigkey
        assert row.name == row.feed[:5]


@pytest.fixture(scope="module")
def library(
    devices: Devices, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Library, list[str]]]:
    """A library of two sets, and their roots."""
    folder = tmp_path_factory.mktemp("sets")
    ours = (*devices.account, *devices.set(1).feed.messages.values())
    said = [*map(entry, ours), *entries_of(EXAMPLE)]
    with Library.open(folder / "own.db") as opened:
        opened.ingest(write_log(folder / "log", said))
        yield opened, [each.root for each in opened.pzp.sets()]


def test_the_requested_set_is_shown_or_else_the_first(library: tuple[Library, list[str]]) -> None:
    opened, roots = library
    assert len(roots) == 2
    for wanted, shown in ((roots[1], roots[1]), ("%none", roots[0])):
        found = study(opened, [wanted])
        assert [each.root for each in found.offered] == roots
        assert found.root == shown
        assert found.whole is not None
        assert shown in found.whole.feed.messages


def test_without_sets_none_is_shown(tmp_path_factory: pytest.TempPathFactory) -> None:
    with Library.open(tmp_path_factory.mktemp("none") / "own.db") as empty:
        found = study(empty, ["%none"])
    assert (found.offered, found.root, found.whole) == ((), "", None)
