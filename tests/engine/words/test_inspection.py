from dataclasses import replace
from pathlib import Path

import pytest

from tanglescope.engine.library import Inspection, Library, Proof, StoredMessage
from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.store.conversations.conversation import Extra, ExtraFact
from tanglescope.engine.store.conversations.kind import Listing
from tanglescope.engine.store.orders.members import MessagePlace
from tanglescope.engine.words import inspection as words
from tanglescope.engine.words import times
from tests.engine.archive.samples import unpack
from tests.engine.reduce.scenarios import EXAMPLE, entries_of
from tests.engine.store.pzp_archives import write_log
from tests.viewer.fake_library import message

HOUR = 3_600_000.0


def inspection(shown: StoredMessage | None, *others: StoredMessage, **more: object) -> Inspection:
    usual: dict[str, object] = {
        "key": shown.key if shown else "%ghost",
        "message": shown,
        "value": None,
        "place": MessagePlace(3, 11, 1) if shown else None,
        "edges": Edges(tuple(each.key for each in others), ()),
        "others": {each.key: each for each in others},
        "names": {"@ann.ed25519": "Ann"},
    }
    return Inspection(**(usual | more))


def facts(shown: Inspection, title: str) -> dict[str, str]:
    found = next(section for section in words.sections(shown) if section.title.startswith(title))
    return {fact.label: fact.text for fact in found.facts}


def test_a_message_is_reported_with_its_place() -> None:
    said = facts(inspection(message("%a")), "Message")
    assert said["Author"] == "Ann"
    assert said["Position"] == "4 of 11"
    assert said["Rank"].startswith("1, ")


def test_a_missing_message_is_reported_without_promising_a_proof() -> None:
    ghost = inspection(None, edges=Edges((), ("%a",)))
    assert words.verdict(ghost)[0] == "Missing"
    assert [section.title for section in words.sections(ghost)] == [
        "Message",
        "Comes after",
        "Is followed by (1)",
    ]
    assert facts(ghost, "Comes after") == {"": "Unknown until it arrives"}


@pytest.mark.parametrize(
    ("asserted", "received", "cause", "words"),
    [
        (HOUR * 3, HOUR, 0.0, "At least 2 hours ahead: it arrived before it was written."),
        (HOUR, HOUR * 49, 0.0, "It arrived 2 days after that."),
        (
            HOUR,
            HOUR * 9,
            HOUR * 2,
            "It claims to be 1 hour older than the message that it replies to",
        ),
        (HOUR, None, HOUR * 2, "It claims to be 1 hour older than the message that it replies to"),
        (None, HOUR, 0.0, "The author gave no time."),
    ],
)
def test_the_clock_is_compared_with_known_times(
    asserted: float | None, received: float | None, cause: float, words: str
) -> None:
    late = message("%b", asserted=asserted, received=received)
    shown = inspection(late, message("%a", asserted=cause))
    assert facts(shown, "Times")["Clock"].startswith(words)


def test_a_clock_without_a_contradiction_is_not_mentioned() -> None:
    assert "Clock" not in facts(inspection(message("%a", received=None)), "Times")


def test_links_lead_to_messages_and_long_lists_are_cut() -> None:
    causes = tuple(f"%{number}" for number in range(1000))
    section = words.sections(inspection(message("%a"), edges=Edges(causes, ())))[2]
    assert section.title == "Comes after (1,000)"
    assert [fact.key for fact in section.facts[:2]] == ["%0", "%1"]
    assert section.facts[-1].text == "and 980 more"


def test_a_message_that_lost_a_character_is_not_called_forged() -> None:
    lossy = inspection(message("%a", status="unverified"))
    assert words.verdict(lossy)[0] == "Unverified"
    assert facts(lossy, "Proof")["Signature"].startswith("It can't be checked")


def texts(shown: Inspection, title: str) -> list[str]:
    found = next(section for section in words.sections(shown) if section.title.startswith(title))
    return [fact.text for fact in found.facts]


def test_the_tips_that_an_author_had_seen_are_listed() -> None:
    one, two, old = message("%one"), message("%two"), message("%old")
    shown = inspection(message("%a"), one, two, old, tips=("%one", "%two"))
    assert texts(shown, "Tips its author had seen")[-1] == "1 other cause came before."
    assert len(texts(shown, "Tips its author had seen")) == 3
    joined = inspection(message("%a"), one, two, tips=("%one", "%two"))
    assert "joined the 2 tips" in texts(joined, "Tips its author had seen")[0]
    alone = inspection(message("%a"), one, tips=("%one",))
    assert "the only tip" in texts(alone, "Tips its author had seen")[0]


def test_links_out_of_the_conversation_are_listed_separately() -> None:
    shown = inspection(message("%a"), links=("%elsewhere",))
    assert texts(shown, "Links out of the conversation (1)") == ["missing message %elsewhere"]


def test_a_proof_is_listed_step_by_step_and_a_missing_proof_is_reported() -> None:
    one = message("%one")
    after = inspection(message("%a"), one, proof=Proof("%one", "%a", ("%one", "%a")))
    assert texts(after, "Compared")[0].startswith(
        "This one was certainly written after the pinned one. 1 signed"
    )
    before = inspection(message("%a"), one, proof=Proof("%a", "%one", ("%a", "%one")))
    assert "certainly written before" in texts(before, "Compared")[0]
    apart = inspection(message("%a"), one, proof=Proof("%one", "%a", ()))
    assert "either may be older" in texts(apart, "Compared")[0]
    far = inspection(message("%a"), proof=Proof("%0", "%a", tuple(f"%{n}" for n in range(30))))
    assert texts(far, "Compared")[-1] == "and 10 more"


def test_an_answer_received_before_the_asserted_time_reveals_a_wrong_clock() -> None:
    answer = message("%later", received=HOUR)
    said = message("%a", asserted=HOUR * 4, received=None)
    shown = inspection(said, answer, edges=Edges((), ("%later",)))
    assert facts(shown, "Times")["Clock"].startswith("At least 3 hours ahead: a reply arrived")


def test_a_message_of_pzp_has_an_account_a_depth_and_no_time(tmp_path: Path) -> None:
    scenario = EXAMPLE
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write_log(tmp_path / "log", entries_of(scenario)))
        shown = library.inspect(scenario["moot"], scenario["aliases"]["m1"])
        found = words.sections(shown)
    assert words.verdict(shown)[1] == "It follows every rule. Messages before it may be missing."
    said = {fact.label: fact.text for section in found for fact in section.facts}
    assert (said["Domain"], said["Depth"], said["Action"]) == (
        "set_v1__follows",
        "1",
        "adds alice",
    )
    assert said.keys().isdisjoint({"Written", "Clock", "Author", "Feed", "Sequence", "Rank"})


@pytest.mark.parametrize(
    ("status", "word", "sentence"),
    [
        (
            "valid",
            "Valid",
            "It follows every rule, and no earlier message of its feed is missing.",
        ),
        ("gap", "Gap", "It is valid by itself, but an earlier message of its feed is missing."),
        (
            "forked",
            "Forked",
            "It is valid by itself, but its feed also continued with another message.",
        ),
        (
            "unverified",
            "Unverified",
            "The file lost a character of it, so it can't be checked.",
        ),
        ("invalid", "Invalid", "It breaks a rule."),
    ],
)
def test_a_verdict_is_a_word_and_a_reason(status: str, word: str, sentence: str) -> None:
    assert words.verdict(inspection(message("%a", status=status))) == (word, sentence)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("signed", [True, False])
def test_the_proof_says_whether_signature_and_id_match(
    monkeypatch: pytest.MonkeyPatch, named: bool, signed: bool
) -> None:
    monkeypatch.setattr(Inspection, "is_named_right", property(lambda _: named))
    monkeypatch.setattr(Inspection, "is_signed", property(lambda _: signed))
    proof = facts(inspection(message("%a")), "Proof")
    assert proof == {
        "Signature": (
            "Valid: the author signed exactly this text."
            if signed
            else "Not valid by itself: networks with a key of their own sign differently."
        ),
        "Id": "It is the hash of the text." if named else "It isn't the hash of the text.",
    }


def test_the_facts_about_a_message_are_its_own() -> None:
    shown = message("%a", author="@ann.ed25519", sequence=7, type="vote")
    assert facts(inspection(shown), "Message") == {
        "Id": "%a",
        "Author": "Ann",
        "Feed": "@ann.ed25519",
        "Sequence": "7",
        "Type": "vote",
        "Position": "4 of 11",
        "Rank": "1, the length of the longest path from a root",
    }
    assert facts(inspection(message("%a", type=None)), "Message")["Type"] == "encrypted"
    assert texts(inspection(shown), "Comes after (0)") == ["Nothing that is known here"]
    assert len(facts(inspection(message("%" + 99 * "a")), "Message")["Id"]) == 90


def test_times_are_those_of_author_and_receiver() -> None:
    said = facts(inspection(message("%a", asserted=HOUR, received=HOUR * 3)), "Times")
    assert said["Written"] == f"{times.full(HOUR)}, says the author"
    assert said["Received"] == times.full(HOUR * 3)
    assert said["Clock"] == f"It arrived {times.span(HOUR * 2)} after that."
    assert "Received" not in facts(inspection(message("%a", received=None)), "Times")


def test_the_clock_is_compared_with_the_latest_cause_and_the_first_answer() -> None:
    causes = [message("%old", asserted=HOUR), message("%new", asserted=HOUR * 6)]
    shown = inspection(message("%a", asserted=HOUR * 4, received=HOUR * 9), *causes)
    assert (
        f"{times.span(HOUR * 2)} older than the message that it replies to"
        in facts(shown, "Times")["Clock"]
    )
    answers = [message("%soon", received=HOUR), message("%late", received=HOUR * 3)]
    ahead = inspection(
        message("%a", asserted=HOUR * 4, received=None),
        *answers,
        edges=Edges((), ("%soon", "%late")),
    )
    assert facts(ahead, "Times")["Clock"].startswith(f"At least {times.span(HOUR * 3)} ahead")


def test_a_difference_of_a_second_is_no_wrong_clock() -> None:
    shown = inspection(message("%a", asserted=HOUR + 1000, received=HOUR))
    assert facts(shown, "Times")["Clock"].startswith("It arrived ")
    shown = inspection(message("%a", asserted=HOUR + 1001, received=HOUR))
    assert facts(shown, "Times")["Clock"].startswith("At least ")
    answered = {"edges": Edges((), ("%b",))}
    answer = message("%b", received=HOUR)
    shown = inspection(message("%a", asserted=HOUR + 1000, received=None), answer, **answered)
    assert "Clock" not in facts(shown, "Times")
    shown = inspection(message("%a", asserted=HOUR + 1001, received=None), answer, **answered)
    assert facts(shown, "Times")["Clock"].startswith("At least ")


def test_a_link_names_author_and_text_and_leads_to_the_message() -> None:
    cause = message("%one", author="@ann.ed25519")
    section = next(
        each for each in words.sections(inspection(message("%a"), cause)) if "after" in each.title
    )
    assert section.title == "Comes after (1)"
    (fact,) = section.facts
    assert (fact.label, fact.text, fact.key) == ("Ann", "The text of %one", "%one")


@pytest.mark.parametrize(("count", "last"), [(20, "missing message"), (21, "and 1 more")])
def test_no_more_than_twenty_links_are_listed(count: int, last: str) -> None:
    keys = tuple(f"%{number:02}" for number in range(count))
    found = texts(inspection(message("%a"), edges=Edges((), keys)), "Is followed by")
    assert len(found) == min(count, 21)
    assert found[-1].startswith(last)


def test_the_comparison_with_a_pinned_message_counts_the_steps_of_the_proof() -> None:
    path = ("%one", "%two", "%a")
    shown = inspection(message("%a"), message("%one"), proof=Proof("%one", "%a", path))
    section = next(each for each in words.sections(shown) if each.title.startswith("Compared"))
    assert section.facts[0].text.endswith("2 signed steps prove it:")
    assert [fact.key for fact in section.facts[1:]] == list(path)
    outside = inspection(message("%a"), message("%one"), proof=Proof("%one", "%a", (), True))
    assert facts(outside, "Compared")[""] == (
        "This one was certainly written after the pinned one."
        " Messages that aren't in this conversation lead there."
    )
    unknown = inspection(message("%a"), message("%one"), proof=Proof("%a", "%one", (), None))
    assert facts(unknown, "Compared")[""] == (
        "In this conversation, no messages lead from one to the other."
    )
    perhaps = Proof("%a", "%one", (), missing=("%gone",))
    section = next(
        each
        for each in words.sections(inspection(message("%a"), message("%one"), proof=perhaps))
        if each.title.startswith("Compared")
    )
    assert "but missing ones may:" in section.facts[0].text
    assert [fact.key for fact in section.facts[1:]] == ["%gone", "%one"]
    apart = inspection(message("%a"), message("%one"), proof=Proof("%a", "%one", ()))
    section = next(each for each in words.sections(apart) if each.title.startswith("Compared"))
    assert section.facts[1].key == "%one"


@pytest.mark.parametrize(
    ("status", "rule", "signature"),
    [
        ("unverified", "unsigned", "No signature was checked, so its author isn't verified"),
        ("valid", None, "It was verified when it was read."),
    ],
)
def test_a_node_of_a_graph_shows_only_what_its_file_says(
    status: str, rule: str | None, signature: str
) -> None:
    content = {"type": "node"}
    node = StoredMessage("a", "", 0, None, None, "node", content, status, rule, ())
    node = replace(node, has_signed_text=False)
    shown = inspection(node, value='{"id":"a","after":[],"text":"\\"metadata\\""}', names={"": ""})
    assert facts(shown, "Message").keys() == {"Id", "Position", "Rank"}
    assert facts(shown, "Proof") == {"Signature": signature}
    assert "Times" not in [section.title for section in words.sections(shown)]
    if rule is not None:
        assert words.verdict(shown) == ("Unverified", f"{signature}.")
    else:
        alone = "It follows every rule. Messages before it may be missing."
        assert words.verdict(shown) == ("Valid", alone)


def test_a_node_without_author_and_signature_shows_neither() -> None:
    node = StoredMessage("a", "", 0, None, 5.0, "node", {}, "unverified", "unsigned", ("b",))
    node = replace(node, has_signed_text=False)
    before = replace(node, key="b", causes=())
    shown = inspection(node, before, names={"": ""}, proof=Proof("b", "a", ("b", "a")))
    assert facts(shown, "Times") == {"Received": times.full(5.0)}
    by_title = {section.title: section.facts for section in words.sections(shown)}
    assert by_title["Compared with the pinned message"][0].text.endswith(" 1 step leads there:")
    assert "Tips its author had seen" not in by_title


def test_all_feeds_of_a_person_are_listed_and_lead_to_their_messages(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(unpack("tribes2", tmp_path) / "alice")
        [announced] = [
            key
            for each in library.conversations(listing=Listing.FEEDS)
            for key in library.conversation(each.address).in_order()
            if library.messages([key])[key].type == "metafeed/announce"
        ]
        feed = library.messages([announced])[announced].author
        shown = library.inspect(f"feed:{feed}", announced)
        person = library.person(feed)
    listed = next(each for each in words.sections(shown) if each.title.startswith("Feeds of"))
    assert len(person.feeds) > 5
    assert [fact.address for fact in listed.facts] == [f"feed:{each.id}" for each in person.feeds]
    texts = {fact.address: fact.text for fact in listed.facts}
    assert texts[f"feed:{feed}"].endswith("this message")
    assert "root metafeed" in texts[f"feed:{person.root}"]
    assert any("group/additions" in text for text in texts.values())


def test_a_person_with_one_feed_has_no_list_of_feeds() -> None:
    titles = [section.title for section in words.sections(inspection(message("%a")))]
    assert not any(title.startswith("Feeds of") for title in titles)


LIPMAA = Extra("Lipmaa links", [ExtraFact("It lacks one:", ("%one",))], None)
WARNINGS = Extra("Warnings", [ExtraFact("It is odd.", label="odd")], None, is_notable=True)


def test_what_only_some_conversations_say_has_sections_with_links() -> None:
    shown = inspection(message("%a"), message("%one"), extras={"lipmaa": LIPMAA})
    assert texts(shown, "Lipmaa links") == ["It lacks one:", "The text of %one"]


def test_what_is_notable_comes_directly_after_the_message() -> None:
    shown = inspection(message("%a"), extras={"lipmaa": LIPMAA, "warnings": WARNINGS})
    titles = [section.title for section in words.sections(shown)]
    assert titles[1] == "Warnings"
    assert titles.index("Lipmaa links") > titles.index("Is followed by (0)")
    assert facts(shown, "Warnings") == {"odd": "It is odd."}


def test_likes_are_listed_and_link_to_their_authors_messages() -> None:
    voters = ["@ann.ed25519", *(f"@{number}.ed25519" for number in range(24))]
    shown = inspection(message("%a"), votes=40, voters=voters)
    section = next(each for each in words.sections(shown) if each.title.startswith("Liked"))
    assert section.title == "Liked by (40)"
    assert (section.facts[0].text, section.facts[0].address) == ("Ann", "feed:@ann.ed25519")
    assert section.facts[-1].text == "and 20 more"


def test_a_message_without_likes_has_no_list_of_likes() -> None:
    titles = [each.title for each in words.sections(inspection(message("%a")))]
    assert not any(title.startswith("Liked") for title in titles)


def test_a_message_of_pzp_shows_its_place_and_when_it_was_received() -> None:
    shown = message("m", type="chat", account="acc", depth=4, asserted=None, received=HOUR)
    assert facts(inspection(shown), "Message") == {
        "Id": "m",
        "Account": "acc",
        "Domain": "chat",
        "Depth": "4",
        "Position": "4 of 11",
    }
    assert facts(inspection(shown), "Times") == {"Received": times.full(HOUR)}
    bare = inspection(replace(shown, received=None), place=None)
    assert "Position" not in facts(bare, "Message")
    assert "Times" not in [section.title for section in words.sections(bare)]


def test_a_node_with_an_author_and_a_time_shows_both() -> None:
    node = StoredMessage("a", "ann", 0, HOUR, None, "node", {}, "unverified", "unsigned", ())
    shown = inspection(replace(node, has_signed_text=False), names={"ann": "Ann"})
    assert facts(shown, "Message") == {
        "Id": "a",
        "Author": "Ann",
        "Position": "4 of 11",
        "Rank": "1, the length of the longest path from a root",
    }
    assert facts(shown, "Times") == {"Written": f"{times.full(HOUR)}, says the author"}


def test_causes_that_were_no_tips_are_counted() -> None:
    causes = [message(f"%{number}") for number in range(4)]
    shown = inspection(message("%a"), *causes, tips=("%0", "%1"))
    assert texts(shown, "Tips its author had seen") == [
        "The text of %0",
        "The text of %1",
        "2 other causes came before.",
    ]


def test_authors_of_likes_are_linked() -> None:
    voters = ["@ann.ed25519", "@bob.ed25519"]
    shown = inspection(message("%a"), votes=5, voters=voters)
    section = next(each for each in words.sections(shown) if each.title == "Liked by (5)")
    assert [(fact.label, fact.text, fact.address) for fact in section.facts] == [
        ("", "Ann", "feed:@ann.ed25519"),
        ("", "@bob.ed25519", "feed:@bob.ed25519"),
        ("", "and 3 more", ""),
    ]


def test_word_diffs_are_written_as_in_git() -> None:
    assert words.word_diff("an old oak", "an old lime tree") == "an old [-oak-]{+lime tree+}"
    assert words.word_diff("", "new") == "{+new+}"
    assert list(
        words.changes({"a": "x", "b": 1, "type": "p"}, {"a": "y", "b": 2, "type": "q"})
    ) == [("a", "[-x-]{+y+}")]
    assert words.word_diff("a." * 4096, "b!" * 4096).startswith("[-a.a.")
