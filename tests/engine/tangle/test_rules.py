"""Rules, by example, and compared with an independent implementation of the specifications."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.tangle.growth import Exclusion, Growth, grow
from tanglescope.engine.tangle.rules import (
    EPOCH,
    FEED,
    GROUP,
    MEMBERS,
    THREAD,
    Admitted,
    Excluded,
    ExclusionRule,
    RuleEntry,
    rule_of,
    thread_roots,
)
from tests.engine.authors import Author, post
from tests.engine.tangle.strategies import GAME, ROOT, ROOT_DATA, member
from tests.vectors import tangle as vectors

LETTERS = {letter: f"%{letter * 42}A=.sha256" for letter in "ABCDERXY"}


def made_up(name: str) -> Any:
    return rule_of(name, made_up_keys=True).admit


def rules(growth: Growth) -> dict[str, str]:
    """The excluded messages with the rule of each."""
    return {each.key: str(each.rule) for each in growth.excluded}


# Feeds


def feed_entry(key: str, sequence: int, previous: str | None, author: str = "@a") -> RuleEntry:
    return RuleEntry(key, {"type": "post"}, author, sequence, previous)


def test_a_feed_is_a_chain_of_one_author() -> None:
    chain = [feed_entry(*each) for each in [("D", 4, "C"), ("B", 2, "A"), ("C", 3, "B")]]
    others = [feed_entry("A", 1, None), feed_entry("X", 2, "A", "@x")]
    growth = grow(rule_of(FEED), "@a", [*chain, *others])
    assert growth.connected == ["A", "B", "C", "D"]
    assert growth.tips == ["D"]


@pytest.mark.parametrize(("sequence", "previous"), [(4, "B"), (2, "B"), (0, "B")])
def test_a_feed_excludes_what_counts_wrong_and_what_comes_after(
    sequence: int, previous: str
) -> None:
    wrong = feed_entry("W", sequence, previous)
    start = [feed_entry("A", 1, None), feed_entry("B", 2, "A")]
    entries = [*start, wrong, feed_entry("after", max(2, sequence + 1), "W")]
    for arrival in (entries, entries[::-1]):
        growth = grow(rule_of(FEED), "@a", arrival)
        assert rules(growth) == {"W": "sequence", "after": "after-excluded"}
        assert growth.tips == ["B"]
        assert sorted(growth.candidates) == ["A", "B"]


@pytest.mark.parametrize(("sequence", "previous"), [(1, "A"), (2, None), (0, None)])
def test_only_the_first_message_of_a_feed_comes_after_nothing(
    sequence: int, previous: str | None
) -> None:
    growth = grow(
        rule_of(FEED), "@a", [feed_entry("A", 1, None), feed_entry("W", sequence, previous)]
    )
    assert growth.connected == ["A"]
    assert rules(growth) == {"W": "sequence"}


def test_a_feed_does_not_look_at_tangle_data() -> None:
    odd = RuleEntry("A", {"tangles": []}, "@a", 1, None)
    stranger = RuleEntry("X", {"tangles": {"feed": 7}}, "@x", 1, None)
    growth = grow(rule_of(FEED), "@a", [odd, stranger])
    assert (growth.connected, growth.excluded) == (["A"], [])


# Threads


def test_a_thread_grows_by_branches_and_by_tangle_data() -> None:
    author = Author("ann")
    root = author.say(post("hello"))
    old = author.say(post("old", root))
    new_data = {"thread": {"root": root.key, "previous": [root.key]}}
    new = author.say({"type": "post", "text": "new", "tangles": new_data})
    both = author.say(post("both", root, old, new))
    lost = author.say(post("lost", root, "%" + "x" * 42 + "A=.sha256"))
    entries = [RuleEntry(said.key, said.value["content"]) for said in (lost, both, new, old, root)]
    growth = grow(rule_of(THREAD), root.key, entries)
    assert growth.connected == [root.key, *sorted([old.key, new.key]), both.key]
    assert growth.set_aside == [lost.key]


def in_thread(content: dict[str, Any]) -> str | None:
    """The letters of a message's causes in the thread of R; None if it is no candidate."""
    found = rule_of(THREAD).admit(RuleEntry(LETTERS["X"], content), LETTERS["R"])
    letters = {key: letter for letter, key in LETTERS.items()}
    return "".join(letters[key] for key in found.causes) if isinstance(found, Admitted) else None


def data(root: str, *previous: str) -> dict[str, Any]:
    return {"root": LETTERS[root], "previous": [LETTERS[each] for each in previous]}


def test_what_replies_both_ways_comes_after_all_that_it_names() -> None:
    legacy = {"root": LETTERS["R"], "branch": [LETTERS["A"], LETTERS["B"]]}
    tangles = {"thread": data("R", "B", "C")}
    assert in_thread({**legacy, "tangles": tangles}) == "ABC"
    assert in_thread(legacy) == "AB"
    assert in_thread({"tangles": tangles}) == "BC"


@pytest.mark.parametrize("branch", [None, [], 7, {}, "garbage", ["garbage", 7]])
def test_only_what_names_nothing_comes_after_the_root(branch: object) -> None:
    legacy = {"root": LETTERS["R"], "branch": branch}
    assert in_thread(legacy) == "R"
    assert in_thread({**legacy, "tangles": {"thread": data("R", "A")}}) == "A"
    assert in_thread({**legacy, "tangles": {"thread": {}}}) == "R"
    assert in_thread({**legacy, "tangles": 7}) == "R"


def test_a_message_can_reply_in_two_threads() -> None:
    content = {
        "root": LETTERS["R"],
        "branch": LETTERS["A"],
        "tangles": {"thread": data("D", "C")},
    }
    assert in_thread(content) == "A"
    other = rule_of(THREAD).admit(RuleEntry(LETTERS["X"], content), LETTERS["D"])
    assert other == Admitted((LETTERS["C"],))
    assert thread_roots(content) == (LETTERS["R"], LETTERS["D"])


def test_a_reply_that_only_carries_malformed_data_is_excluded() -> None:
    entries = [
        RuleEntry(LETTERS["R"], {"type": "post"}),
        RuleEntry(LETTERS["A"], {"tangles": {"thread": {"root": LETTERS["R"], "previous": []}}}),
        RuleEntry(LETTERS["B"], {"tangles": {"thread": {"root": LETTERS["D"], "previous": []}}}),
        RuleEntry(LETTERS["C"], {"root": LETTERS["R"], "tangles": {"thread": []}}),
        RuleEntry(LETTERS["D"], {"type": "post", "tangles": {"thread": ROOT_DATA}}),
    ]
    growth = grow(rule_of(THREAD), LETTERS["R"], entries)
    assert rules(growth) == {LETTERS["A"]: "previous-shape"}
    assert growth.connected == [LETTERS["R"], LETTERS["C"]]


def test_a_thread_with_made_up_keys() -> None:
    entries = [
        RuleEntry("r", {"type": "post"}),
        RuleEntry("a", {"root": "r", "branch": "r"}),
        RuleEntry("b", {"root": "r", "branch": ["a", "nowhere"]}),
        RuleEntry("c", {"tangles": {"thread": {"root": "r", "previous": ["a"]}}}),
    ]
    growth = grow(rule_of(THREAD, made_up_keys=True), "r", entries)
    assert (growth.connected, growth.set_aside) == (["r", "a", "c"], ["b"])


# Tangle data

MALFORMED: list[tuple[object, str | None]] = [
    (None, "tangle-shape"),
    ([], "tangle-shape"),
    ("game", "tangle-shape"),
    (7, "tangle-shape"),
    (True, "tangle-shape"),
    (b"bytes", "tangle-shape"),
    ({}, "root-shape"),
    ({"previous": ["%R"]}, "root-shape"),
    ({"root": ["%R"], "previous": ["%R"]}, "root-shape"),
    ({"root": 7, "previous": ["%R"]}, "root-shape"),
    ({"root": False, "previous": None}, "root-shape"),
    ({"root": "%R"}, "previous-shape"),
    ({"root": "%R", "previous": []}, "previous-shape"),
    ({"root": "%R", "previous": "%R"}, "previous-shape"),
    ({"root": "%R", "previous": {"0": "%R"}}, "previous-shape"),
    ({"root": "%R", "previous": ["%R", 7]}, "previous-shape"),
    ({"root": "%R", "previous": [None]}, "previous-shape"),
    ({"root": None, "previous": []}, "previous-shape"),
    ({"root": "%R", "previous": None}, "root-and-previous"),
    ({"root": None, "previous": ["%R"]}, "root-and-previous"),
    ({"root": "%other", "previous": ["%R"]}, None),
    ({"root": "%other", "previous": []}, None),
    ({"root": "%other", "previous": None}, None),
    (ROOT_DATA, None),
]


@pytest.mark.parametrize(("found", "rule"), MALFORMED)
@pytest.mark.parametrize("name", ["game", "epoch", "group", "members", "thread"])
def test_malformed_tangle_data_is_excluded_where_it_may_belong(
    name: str, found: object, rule: str | None
) -> None:
    entry = RuleEntry("%A", {"type": "group/init", "tangles": {name: found}})
    excluded = made_up(name)(entry, "%R")
    assert (excluded.rule if excluded else None) == rule
    assert excluded is None or excluded.why.endswith(".")


@pytest.mark.parametrize(
    ("found", "rule"),
    [
        ({}, "root-shape"),
        ({"root": None}, "previous-shape"),
        ({"previous": None}, "root-shape"),
        ({"root": "%R"}, "previous-shape"),
        ({"root": "%R", "previous": ["%X"]}, "root-and-previous"),
        ({"root": "%other", "previous": ["%X"]}, "root-and-previous"),
        ({"root": "%other", "previous": []}, "previous-shape"),
        ({"root": None, "previous": ["%X"]}, "root-and-previous"),
        ({"root": None, "previous": []}, "previous-shape"),
    ],
)
def test_a_root_says_both_that_it_has_no_root_and_that_nothing_is_before(
    found: object, rule: str
) -> None:
    assert GAME.admit(RuleEntry("%R", {"tangles": {"game": ROOT_DATA}}), "%R") == Admitted(())
    excluded = GAME.admit(RuleEntry("%R", {"tangles": {"game": found}}), "%R")
    assert isinstance(excluded, Excluded)
    assert excluded.rule == rule


@pytest.mark.parametrize("tangles", [None, [], "game", 7, 0.5, True])
@pytest.mark.parametrize("name", ["game", "epoch", "thread"])
def test_tangles_that_are_no_object_are_excluded_everywhere(name: str, tangles: object) -> None:
    excluded = made_up(name)(RuleEntry("%A", {"tangles": tangles}), "%R")
    assert excluded.rule == "tangles-shape"


@pytest.mark.parametrize("content", ["c2VjcmV0.box", {}, {"tangles": {}}, {"tangles": {"x": 7}}])
@pytest.mark.parametrize("name", ["game", "epoch", "thread"])
def test_what_carries_nothing_of_a_tangle_is_nothing_to_it(name: str, content: Any) -> None:
    assert made_up(name)(RuleEntry("%A", content), "%R") is None


@pytest.mark.parametrize("odd", ["", "garbage", "@A", "%R", LETTERS["A"] + "\n"])
def test_keys_have_the_form_of_keys_unless_they_are_made_up(odd: str) -> None:
    def excluded(root: str, *previous: str) -> Any:
        entry = RuleEntry("%A", {"tangles": {"game": {"root": root, "previous": list(previous)}}})
        return rule_of("game").admit(entry, LETTERS["R"])

    assert excluded(odd, LETTERS["R"]).rule == "root-shape"
    assert excluded(LETTERS["R"], LETTERS["R"], odd).rule == "previous-shape"
    assert made_up("game")(member("%A", odd, root=ROOT), ROOT) == Admitted((odd,))


@pytest.mark.parametrize(
    "key",
    [
        LETTERS["A"],
        "ssb:message/classic/wWlAVQEX1ZSQWleYxUQ_-tNUYnOCqLV4dqauYV7qtHY=",
        "ssb:message/bendybutt-v1/wWlAVQEX1ZSQWleYxUQ_-tNUYnOCqLV4dqauYV7qtHY=",
        "%wWlAVQEX1ZSQWleYxUQ/+tNUYnOCqLV4dqauYV7qtHY=.bbmsg-v1",
    ],
)
def test_keys_of_every_format_of_feeds_are_keys(key: str) -> None:
    entry = RuleEntry("%A", {"tangles": {"game": {"root": key, "previous": [key]}}})
    found = rule_of("game").admit(entry, grow(rule_of("game"), key, []).root)
    assert isinstance(found, Admitted)


def test_every_reason_is_a_sentence_that_names_no_secret_and_moves_no_cursor() -> None:
    hostile = "x\x1b[31m" * 4000
    entry = RuleEntry(
        "%A", {"type": hostile, "tangles": {"epoch": {"root": "%R", "previous": ["%R"]}}}
    )
    excluded = made_up("epoch")(entry, "%R")
    assert "\x1b" not in excluded.why
    assert len(excluded.why) < 200
    named = made_up(hostile)(RuleEntry("%A", {"tangles": {hostile: 7}}), "%R")
    assert "\x1b" not in named.why
    assert len(named.why) < 200


# Private groups


def test_one_message_is_in_many_tangles() -> None:
    later = {
        "type": "group/init",
        "tangles": {
            "group": {"root": "%A", "previous": ["%W", "%X"]},
            "epoch": {"root": "%A", "previous": ["%B"]},
            "members": ROOT_DATA,
        },
    }
    entry = RuleEntry("%later", later)
    assert made_up(GROUP)(entry, "%A") == Admitted(("%W", "%X"))
    assert made_up(EPOCH)(entry, "%A") == Admitted(("%B",))
    assert made_up(MEMBERS)(entry, "%later") == Admitted(())
    assert made_up(MEMBERS)(entry, "%A") is None


@pytest.mark.parametrize("kind", ["post", "group/add-member", None, 7, ["group/init"]])
def test_only_the_beginnings_of_epochs_are_in_the_epoch_tangle(kind: object) -> None:
    tangles = {"epoch": {"root": "%A", "previous": ["%A"]}}
    begins = RuleEntry("%B", {"type": "group/init", "tangles": tangles})
    assert made_up(EPOCH)(begins, "%A") == Admitted(("%A",))
    assert made_up(EPOCH)(RuleEntry("%B", {"type": kind, "tangles": tangles}), "%A").rule == "type"


@pytest.mark.parametrize("name", [GROUP, EPOCH])
def test_a_group_begins_with_its_init_message(name: str) -> None:
    tangles = {name: ROOT_DATA}
    assert made_up(name)(
        RuleEntry("%A", {"type": "group/init", "tangles": tangles}), "%A"
    ) == Admitted(())
    excluded = made_up(name)(RuleEntry("%A", {"type": "post", "tangles": tangles}), "%A")
    assert excluded.rule == "root-type"


def test_a_group_and_the_members_of_an_epoch_take_messages_of_any_type() -> None:
    for name in (GROUP, MEMBERS):
        entry = RuleEntry(
            "%B", {"type": "post", "tangles": {name: {"root": "%A", "previous": ["%A"]}}}
        )
        assert made_up(name)(entry, "%A") == Admitted(("%A",))


# Compared with the specifications

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=2),
    st.just({}),
    st.just([]),
)
KEYS = st.sampled_from(["%R", "%A", "%B", "%C"])
LISTS = st.lists(st.one_of(KEYS, KEYS, KEYS, ANYTHING), max_size=3)
DATA = st.one_of(
    ANYTHING,
    st.just(ROOT_DATA),
    st.fixed_dictionaries(
        {},
        optional={
            "root": st.one_of(KEYS, KEYS, ANYTHING),
            "previous": st.one_of(LISTS, LISTS, ANYTHING),
        },
    ),
)
NAMES = st.sampled_from(["game", "epoch", "group", "members"])
TYPES = st.sampled_from(["group/init", "group/init", "post", None, 7])


@st.composite
def messages(draw: st.DrawFn) -> list[RuleEntry]:
    """Messages with well-formed and malformed data, in order of arrival."""
    entries = []
    for key in draw(st.permutations(["%R", "%A", "%B", "%C"])):
        tangles = draw(
            st.one_of(ANYTHING, *[st.dictionaries(NAMES, DATA, max_size=4) for _ in range(6)])
        )
        content: dict[str, Any] = {"type": draw(TYPES), "tangles": tangles}
        if draw(st.integers(0, 9)) == 0:
            del content["tangles"]
        entries.append(RuleEntry(key, content))
    return entries


def is_text_list(value: object) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(isinstance(v, str) for v in value)


def by_the_texts(
    entries: list[RuleEntry], name: str, root: str
) -> tuple[list[str], dict[str, str]]:
    """The candidates and the excluded, by a list of conditions instead of a rule."""
    candidates: list[str] = []
    excluded: dict[str, str] = {}
    for entry in entries:
        assert isinstance(entry.content, dict)
        if "tangles" not in entry.content:
            continue
        tangles = entry.content["tangles"]
        if not isinstance(tangles, dict):
            excluded[entry.key] = "tangles-shape"
            continue
        if name not in tangles:
            continue
        it = tangles[name]
        is_root = entry.key == root
        nothing: list[str] = []
        given_root = it.get("root", nothing) if isinstance(it, dict) else nothing
        given_previous = it.get("previous", nothing) if isinstance(it, dict) else nothing
        claims_another = isinstance(given_root, str) and given_root != root and not is_root
        needs_init = {"epoch": True, "group": is_root}.get(name, False)
        is_init = entry.content["type"] == "group/init"
        broken = {
            "tangle-shape": not isinstance(it, dict),
            "root-shape": not (given_root is None or isinstance(given_root, str)),
            "previous-shape": not (given_previous is None or is_text_list(given_previous)),
            "root-and-previous": (given_root is None) != (given_previous is None)
            or (is_root and given_root is not None),
            "root-type": is_root and needs_init and not is_init,
            "another": given_root != root and not is_root,
            "type": not is_root and needs_init and not is_init,
        }
        first = next((rule for rule, is_broken in broken.items() if is_broken), None)
        if first is None:
            candidates.append(entry.key)
        elif first != "another" and not claims_another:
            excluded[entry.key] = first
    return candidates, excluded


@given(messages(), NAMES, st.sampled_from(["%R", "%A"]))
def test_candidates_and_excluded_are_what_the_texts_say(
    entries: list[RuleEntry], name: str, root: str
) -> None:
    growth = grow(rule_of(name, made_up_keys=True), root, entries)
    candidates, excluded = by_the_texts(entries, name, root)
    assert growth.candidates == candidates
    assert rules(growth) == excluded
    assert all(isinstance(each, Exclusion) and each.why for each in growth.excluded)


@given(messages(), NAMES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_changes_no_exclusion(
    entries: list[RuleEntry], name: str, random: Any
) -> None:
    other = list(entries)
    random.shuffle(other)
    one, two = (grow(rule_of(name, made_up_keys=True), "%R", each) for each in (entries, other))
    assert set(one.excluded) == set(two.excluded)


@pytest.mark.parametrize("vector", vectors.load("candidates"), ids=lambda each: each["name"])
def test_real_types_in_the_tangles_of_the_packages(vector: dict[str, Any]) -> None:
    entries = [RuleEntry(each["key"], each["content"]) for each in vector["messages"]]
    growth = grow(rule_of(vector["tangle"], made_up_keys=True), vector["root"], entries)
    inits = {each.key for each in entries if dict(each.content)["type"] == "group/init"}
    expected = vector["final"]["candidates"]
    if vector["tangle"] == "epoch":
        expected = [key for key in expected if key in inits]
    assert growth.candidates == expected
    assert {key for key, rule in rules(growth).items() if rule == "type"} == set(
        vector["final"]["candidates"]
    ) - set(expected)
    assert not set(rules(growth)) & set(growth.candidates)


def test_a_candidate_counts_though_its_key_came_with_something_else_first() -> None:
    odd = RuleEntry("%A", {"tangles": {"game": 7}})
    for arrival in ([odd, member("%A", ROOT)], [member("%A", ROOT), odd]):
        growth = grow(GAME, ROOT, [member(ROOT), *arrival])
        assert (growth.connected, growth.excluded) == ([ROOT, "%A"], [])


def test_every_rule_of_the_contract_has_its_name() -> None:
    assert [str(rule) for rule in ExclusionRule][:7] == [
        "tangles-shape",
        "tangle-shape",
        "root-shape",
        "previous-shape",
        "root-and-previous",
        "root-type",
        "type",
    ]


@st.composite
def talk(draw: st.DrawFn) -> list[RuleEntry]:
    """Replies by `root`, by tangle data, by both and by neither, in order of arrival."""
    keys = ["%R", "%A", "%B", "%C", "%D"]
    some = st.one_of(st.sampled_from(keys), st.sampled_from(keys), st.just("%missing"), ANYTHING)
    named = st.one_of(some, st.lists(some, max_size=3))
    field = st.one_of(st.just("%R"), st.just("%R"), st.sampled_from(keys), ANYTHING)
    entries = []
    for key in draw(st.permutations(keys)):
        content: dict[str, Any] = {"type": "post"}
        if draw(st.booleans()):
            content |= {"root": draw(field), "branch": draw(named)}
        if draw(st.booleans()):
            content["tangles"] = {"thread": {"root": draw(field), "previous": draw(named)}}
        entries.append(RuleEntry(key, content))
    return entries


def united(entries: list[RuleEntry], root: str) -> dict[str, set[str]]:
    """The candidates of a thread and the causes of each, as documented."""
    found: dict[str, set[str]] = {}
    for entry in entries:
        assert isinstance(entry.content, dict)
        content = entry.content
        data = content.get("tangles", {"thread": None})["thread"] or {}
        by_root = content.get("root", {}) == root
        is_whole = isinstance(data.get("root"), str) and is_text_list(data.get("previous"))
        by_data = is_whole and data["root"] == root
        branch = content.get("branch")
        heads = branch if isinstance(branch, list) else [branch]
        texts = {head for head in heads if isinstance(head, str)} if by_root else set()
        previous = set(data["previous"]) if by_data else set()
        if entry.key == root:
            found[entry.key] = set()
        elif by_root or by_data:
            found[entry.key] = texts | previous or {root}
    return found


@given(talk())
def test_a_thread_is_what_the_documents_say(entries: list[RuleEntry]) -> None:
    growth = grow(rule_of(THREAD, made_up_keys=True), "%R", entries)
    expected = united(entries, "%R")
    assert {key: set(growth.causes(key)) for key in growth.candidates} == expected
    ranks: dict[str, int] = {}
    for _ in entries:
        for key, causes in expected.items():
            if causes <= ranks.keys():
                ranks[key] = max((ranks[cause] + 1 for cause in causes), default=0)
    assert growth.connected == sorted(ranks, key=lambda key: (ranks[key], key))
    assert set(growth.set_aside) == expected.keys() - ranks.keys()
    assert set(growth.tips) == ranks.keys() - {c for key in ranks for c in expected[key]}


@given(talk())
def test_a_message_is_in_the_threads_that_it_names(entries: list[RuleEntry]) -> None:
    spelled = {f"%{letter}": LETTERS[letter] for letter in "RABCD"}
    for entry in entries:
        content = json.loads(
            re.sub("%[RABCD]", lambda found: spelled[found[0]], json.dumps(entry.content))
        )
        here = RuleEntry(LETTERS["X"], content)
        found = {
            root
            for root in spelled.values()
            if isinstance(rule_of(THREAD).admit(here, root), Admitted)
        }
        assert found == set(thread_roots(content))


# Metafeeds


def test_only_in_a_metafeed_previous_may_be_a_single_key() -> None:
    tangle = {"root": LETTERS["A"], "previous": LETTERS["B"]}
    entry = RuleEntry(LETTERS["C"], {"tangles": {"metafeed": tangle, "chess": tangle}})
    admitted = rule_of("metafeed").admit(entry, LETTERS["A"])
    assert admitted == Admitted((LETTERS["B"],))
    refused = rule_of("chess").admit(entry, LETTERS["A"])
    assert isinstance(refused, Excluded)
    assert refused.rule == ExclusionRule.PREVIOUS_SHAPE


@pytest.mark.parametrize("previous", ["no key", "", [], 7, {}])
def test_other_texts_are_no_previous_message_of_a_metafeed(previous: Any) -> None:
    content = {"tangles": {"metafeed": {"root": LETTERS["A"], "previous": previous}}}
    refused = rule_of("metafeed").admit(RuleEntry(LETTERS["C"], content), LETTERS["A"])
    assert isinstance(refused, Excluded)
    assert refused.rule == ExclusionRule.PREVIOUS_SHAPE
