"""The texts of the group panel for made-up facts."""

import re
from dataclasses import replace
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest

from tanglescope.engine.drawing.figures import GROUP_COLOR, MEMBERS_COLORS
from tanglescope.engine.drawing.tangle_map import TangleMap
from tanglescope.engine.tangle.group_history import (
    MEMBERS_OF,
    GroupAction,
    GroupEvent,
    GroupHistory,
)
from tanglescope.engine.tangle.groups import (
    EpochMembership,
    GroupMoment,
    MemberChange,
    Preference,
    PreferenceReason,
)
from tanglescope.engine.tangle.growth import Candidate, Obstacle, Status
from tanglescope.viewer.panels import group_words as words
from tanglescope.viewer.panels.group_words import GroupStudy
from tanglescope.viewer.theme import load
from tests.engine.german import in_german, untranslated
from tests.viewer.fake_library import message

LIGHT = load("light")
NAMES = {"@a": "ann", "@b": "Bob", "@c": "Cyn"}
STUDY = GroupStudy(
    SimpleNamespace(epochs=["%e0", "%e1"]),  # type: ignore[arg-type]
    GroupHistory((), {}),
    TangleMap((), (), (), 0.0, 0.0),
    (),
    {"%post": message("%post", {"type": "post", "text": "w" * 200})},
    NAMES,
)
EVENT = GroupEvent("%x", "@a", GroupAction.ADD, ("@c", "@b", "@a"))
EPOCH = EpochMembership(
    "%e0", "@a", frozenset({"@a", "@b"}), frozenset(), frozenset(), changes=(), concurrent=()
)
ADDED = MemberChange("%added", "@a", added=frozenset({"@b", "@c"}))
EXCLUDED = MemberChange("%excluded", "@b", excluded=frozenset({"@c"}))
FIRST = Preference("%e0", PreferenceReason.ONLY)
NOW = GroupMoment((EPOCH,), FIRST, frozenset())


def lines_of(study: GroupStudy = STUDY, event: GroupEvent | None = None, **now: Any) -> list[str]:
    html = words.page(study, replace(NOW, **now), event, LIGHT)
    text = re.sub(r"</p>", "\n", html)
    return [unescape(re.sub("<[^>]*>", "", line)).strip() for line in text.splitlines() if line]


@pytest.mark.parametrize(
    ("facts", "label", "spoken"),
    [
        ({}, "+ ann, Bob, Cyn", "ann adds ann, Bob, Cyn"),
        ({"action": GroupAction.EXCLUDE, "people": ("@b",)}, "− Bob", "ann excludes Bob"),
        ({"action": GroupAction.BEGIN, "epoch": "%e1"}, "begins epoch 1", "ann begins epoch 1"),
        ({"action": GroupAction.BEGIN, "epoch": "%gone"}, "begins", "ann begins"),
        ({"action": GroupAction.SAY, "key": "%gone"}, "", "ann: "),
        ({"action": GroupAction.SAY, "key": "%post"}, "w" * 79 + "…", "ann: " + "w" * 79 + "…"),
    ],
)
def test_an_event_has_a_label_and_an_accessible_text(
    facts: dict[str, Any], label: str, spoken: str
) -> None:
    event = replace(EVENT, **facts)
    assert (STUDY.label(event), STUDY.spoken_text(event)) == (label, spoken)


def test_a_person_without_a_name_is_called_by_their_id() -> None:
    assert STUDY.name("@b") == "Bob"
    assert STUDY.name("@nameless.ed25519").startswith("@nameless")


def test_every_strand_has_a_colour_of_its_own() -> None:
    strands = ("group", "epoch", "thread", "feed", f"{MEMBERS_OF}%e0", f"{MEMBERS_OF}%e1")
    colors = [words.strand_color(STUDY, strand, LIGHT) for strand in strands]
    assert len(set(colors)) == len(strands)
    assert colors[:2] == ["#FFD166", "#EF476F"]
    assert colors[2:4] == [LIGHT.colors["accent"], LIGHT.colors["ghost"]]
    assert colors[4:] == list(MEMBERS_COLORS[:2])
    assert words.strand_color(STUDY, f"{MEMBERS_OF}%gone", LIGHT) == LIGHT.colors["ghost"]


def test_colours_of_epochs_repeat_after_the_last() -> None:
    many = [words.epoch_color(number, LIGHT) for number in range(7)]
    assert len(set(many)) == 6
    assert many[0] == many[6]
    assert words.epoch_color(None, LIGHT) == LIGHT.colors["ghost"]


def test_the_legend_names_each_strand_beside_a_line_in_its_colour() -> None:
    story = GroupHistory((), dict.fromkeys(("group", "thread", f"{MEMBERS_OF}%e1"), ()))
    html = words.legend(replace(STUDY, story=story), LIGHT)
    found = re.findall(r'<span style="color: (#\w+)">(..)</span>&nbsp;(.*?)(?=&nbsp; <|$)', html)
    assert found == [
        (GROUP_COLOR, "╍╍", "group"),
        (LIGHT.colors["accent"], "━━", "thread"),
        (MEMBERS_COLORS[1], "━━", "members&nbsp;1"),
    ]


def test_a_page_begins_with_its_moment() -> None:
    assert lines_of()[:2] == ["Now", "All that is known here."]
    assert lines_of(event=EVENT)[:2] == [
        "ann adds ann, Bob, Cyn",
        "The group as ann knew it then.",
    ]


@pytest.mark.parametrize(
    ("preference", "line"),
    [
        (FIRST, "Write in epoch 0: no other is known."),
        (replace(FIRST, epoch=None, reason=PreferenceReason.UNKNOWN), "No epoch is known here."),
    ],
)
def test_with_one_epoch_that_is_the_one_to_write_in(preference: Preference, line: str) -> None:
    assert line in lines_of(preference=preference)[2]


@pytest.mark.parametrize("reason", PreferenceReason)
def test_with_two_epochs_one_is_preferred_for_a_reason(reason: PreferenceReason) -> None:
    second = replace(EPOCH, key="%e1")
    preference = Preference("%e1", reason, frozenset({"@c", "@b"}))
    line = lines_of(epochs=(EPOCH, second), preference=preference)[2]
    assert line.startswith("Write in epoch 1: ")
    assert "no other is known" not in line
    assert ("Bob, Cyn" in line) == (reason is PreferenceReason.OVERLAP)


def page_of(*epochs: EpochMembership, **facts: Any) -> list[str]:
    """Return the lines below the first section of a page."""
    return lines_of(epochs=epochs, event=EVENT, **facts)[2:]


def test_an_epoch_lists_members_those_excluded_and_those_yet_to_be_added() -> None:
    members = replace(EPOCH, excluded=frozenset({"@c"}), missing=frozenset({"@b"}))
    assert page_of(members)[1:] == [
        "■ Epoch 0 · preferred · begun by ann",
        "Members (2) ann, Bob",
        "Excluded Cyn",
        "Has yet to be added Bob",
    ]
    locked = Preference(None, PreferenceReason.LOCKED)
    assert page_of(replace(EPOCH, members=frozenset()), preference=locked)[1:] == [
        "■ Epoch 0 · begun by ann",
        "Members (0)",
    ]


def test_concurrent_changes_are_reported_together() -> None:
    changed = replace(EPOCH, changes=(ADDED, EXCLUDED), concurrent=((ADDED, EXCLUDED),))
    assert page_of(changed)[-3:] == [
        "ann added Bob, Cyn",
        "Bob excluded Cyn",
        "Without knowing of each other: ann added Bob, Cyn and Bob excluded Cyn",
    ]
    many = page_of(replace(EPOCH, changes=(ADDED,) * 300))
    assert many.count("ann added Bob, Cyn") == 200


def test_links_lead_to_the_messages_of_changes() -> None:
    changed = replace(EPOCH, changes=(ADDED, EXCLUDED))
    html = words.page(STUDY, replace(NOW, epochs=(changed,)), EVENT, LIGHT)
    assert re.findall('href="([^"]*)"', html) == ["?%25e0", "?%25added", "?%25excluded"]
    assert f'<span style="color: {MEMBERS_COLORS[0]}">■</span>' in html


def test_messages_set_aside_are_listed_with_what_they_wait_for() -> None:
    waits = (("%gone", Obstacle.MISSING), ("%late", Obstacle.SET_ASIDE))
    out = Candidate("%out", Status.SET_ASIDE, (), waits_for=waits)
    study = replace(STUDY, outside=(out,))
    assert lines_of(study)[-3:] == [
        "Set aside (1)",
        "%out waits for %gone (missing), %late (set aside)",
        "Messages that no key here decrypts are left out.",
    ]
    assert "Set aside" not in " ".join(lines_of(study, EVENT))
    assert "Set aside" not in " ".join(lines_of())
    many = lines_of(replace(STUDY, outside=(out,) * 2000))
    assert "Set aside (2,000)" in many
    assert sum(line.startswith("%out") for line in many) == 200


def test_the_map_of_a_large_group_shows_the_latest_events() -> None:
    def with_events(count: int) -> list[str]:
        return lines_of(replace(STUDY, story=GroupHistory((EVENT,) * count, {})))

    assert with_events(1501)[-2] == "The map shows the latest 1,500 of 1,501 messages."
    assert "The map" not in " ".join(with_events(1500))


def test_groups_are_named_by_founder_and_size() -> None:
    tangles = [SimpleNamespace(root="%one", candidates=1), SimpleNamespace(root="%2", candidates=2)]
    library: Any = SimpleNamespace(
        conversations=lambda kind: tangles if kind == "group" else [],
        messages=lambda keys: {"%one": SimpleNamespace(author="@b")} if "%one" in keys else {},
        names=lambda feeds: {feed: NAMES[feed] for feed in feeds},
    )
    assert words.groups(library) == [
        ("%one", "Group %one, begun by Bob, 1 message"),
        ("%2", "Group %2, 2 messages"),
    ]


def test_every_sentence_has_a_german_translation() -> None:
    begun = replace(EVENT, action=GroupAction.BEGIN)
    for each in (
        EVENT,
        begun,
        replace(begun, epoch="%e0"),
        replace(EVENT, action=GroupAction.EXCLUDE),
    ):
        assert not untranslated(lambda each=each: [STUDY.spoken_text(each)])
    members = replace(
        EPOCH,
        excluded=frozenset("@"),
        missing=frozenset("@"),
        changes=(ADDED, EXCLUDED),
        concurrent=((ADDED, EXCLUDED),),
    )
    out = Candidate("%out", Status.SET_ASIDE, (), waits_for=(("%gone", Obstacle.MISSING),))
    study = replace(STUDY, outside=(out,), story=GroupHistory((EVENT,) * 1501, {}))
    assert not untranslated(lambda: lines_of(study, epochs=(members, replace(members, members=()))))
    assert not untranslated(lambda: lines_of(study, EVENT))
    for reason in PreferenceReason:
        why = Preference(None, reason)
        assert not untranslated(lambda why=why: [lines_of(preference=why)[2]])
    assert "Mitglieder (2)" in " ".join(in_german(lines_of))
