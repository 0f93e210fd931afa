"""Explanations, sentence by sentence, from constructed facts."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from tanglescope.engine.debug.explaining import words
from tanglescope.engine.debug.explaining.ordering import OrderPosition, Relation, RowBeside
from tanglescope.engine.debug.replaying.moves import HistoricMove, Moved, MoveHistory
from tanglescope.engine.linear.horizon import CauseReason, ProvenCause
from tanglescope.engine.linear.orders.named import OrderRule
from tests.engine.german import in_german, untranslated

WHY = OrderPosition(
    name="d",
    by="scuttlesort",
    position=1233,
    events=5000,
    compares=OrderRule.RANK,
    value=2,
    equals=1,
    slack=0,
    causes=("b",),
    missing=(),
    path=("a", "b", "d"),
    above=RowBeside("b", 1, OrderRule.RANK),
    below=RowBeside("e", 3, OrderRule.RANK),
)
SPOT = OrderPosition(
    name="d",
    by="depth",
    position=1233,
    events=5000,
    compares=OrderRule.DEPTH,
    value=2000.0,
    equals=0,
    slack=0,
    causes=(),
    missing=(),
    path=(),
    above=None,
    below=None,
)
BOTH = Relation(
    by="received",
    first="a",
    second="b",
    positions=(1233, 2345),
    values=(1000.0, 2000.0),
    rule=OrderRule.TIME,
    path=("a", "b"),
)
RELATION = Relation("scuttlesort", "a", "c", (0, 1233), (0, 2), OrderRule.RANK, ("a", "b", "c"))
MOVED = Moved("a", 1233, 2345, (1, 2), "a", "x")
HISTORY = MoveHistory(arrivals=5000, arrived=1233, row=2345, moves=0, last=())


def called(name: str) -> str:
    return f"<{name}>"


def place(**facts: object) -> list[str]:
    why = replace(WHY, **facts)  # type: ignore[arg-type]
    return list(words.place_in_words(why, called))


def proven(*because: str) -> list[str]:
    cause = ProvenCause("b", tuple(map(CauseReason, because)))
    return list(words.proven_in_words([cause], called))


def spot(**facts: object) -> list[str]:
    return list(words.place_in_words(replace(SPOT, **facts), called))  # type: ignore[arg-type]


def related(**facts: object) -> list[str]:
    found = replace(RELATION, **facts)  # type: ignore[arg-type]
    return list(words.relation_in_words(found, called))


def beside(**facts: object) -> list[str]:
    return list(words.relation_in_words(replace(BOTH, **facts), called))  # type: ignore[arg-type]


def test_a_place_says_its_row_its_rank_and_the_path_behind_it() -> None:
    assert place() == [
        "<d>",
        "is in row 1,234 of 5,000: its rank is 2.",
        "",
        "The rank is the length of the longest path that leads to it, 2 steps:",
        "    <a>",
        "  → <b>",
        "  → <d>",
        "It has no slack: a greater rank would change others or make the timeline longer.",
        "",
        "Above: <b>, by rank: its rank is 1, this one's is 2.",
        "Below: <e>, by rank: its rank is 3, this one's is 2.",
    ]


@pytest.mark.parametrize(
    ("facts", "number", "line"),
    [
        ({"value": 1}, 3, "The rank is the length of the longest path that leads to it, 1 step:"),
        ({"path": ("d",)}, 3, "The rank is 0: it comes after nothing that is known here."),
        (
            {"causes": ("b", "c")},
            7,
            "Of its 2 known causes, none has a longer path than <b>, which decides.",
        ),
        (
            {"missing": ("x",)},
            7,
            "It also comes after <x>, which isn't here. If it arrives, the rank may rise.",
        ),
        (
            {"slack": 3},
            7,
            "Its slack is 3: its rank could be up to 5 without changing any other.",
        ),
        ({"above": None}, 9, "Above: nothing."),
        ({"below": None}, 10, "Below: nothing."),
        (
            {"above": RowBeside("c", 2, OrderRule.NAME)},
            9,
            "Above: <c>, by id: the ranks are equal, its id is smaller.",
        ),
        (
            {"below": RowBeside("e", 2, OrderRule.NAME)},
            10,
            "Below: <e>, by id: the ranks are equal, its id is greater.",
        ),
        ({"equals": 2}, 11, "Rank 2 is shared by 2 messages; their ids decide."),
    ],
)
def test_a_place_names_what_decides(facts: dict[str, object], number: int, line: str) -> None:
    assert place(**facts)[number] == line


def test_a_message_that_alone_has_its_rank_is_not_compared_by_id() -> None:
    assert len(place(equals=1)) == len(place())
    assert len(place(path=("d",), causes=("b", "c"))) == 8


@pytest.mark.parametrize(
    ("because", "lines"),
    [
        (("named",), ["It names <b>."]),
        (("named", "feed"), ["It names <b>.", "<b> is also its author's earlier message."]),
        (
            ("feed",),
            [
                "It comes after <b>, its author's earlier message, because a feed is signed in"
                " sequence, not because it names it."
            ],
        ),
        (
            ("root",),
            ["It comes after <b>, the root, as all its answers do."],
        ),
        (
            ("root", "feed"),
            [
                "It comes after <b>, the root, as all its answers do.",
                "<b> is also its author's earlier message.",
            ],
        ),
    ],
)
def test_a_cause_says_what_proves_it(because: tuple[str, ...], lines: list[str]) -> None:
    assert proven(*because) == ["", *lines]
    assert list(words.proven_in_words([], called)) == []


@pytest.mark.parametrize(
    ("steps", "shown", "lines"),
    [
        (3, 3, ["    <0>", "  → <1>", "  → <2>"]),
        (4, 4, ["    <0>", "  → <1>", "  → <2>", "  → <3>"]),
        (5, 4, ["    <0>", "  → <1>", "    … 1 more …", "  → <3>", "  → <4>"]),
        (2004, 4, ["    <0>", "  → <1>", "    … 2,000 more …", "  → <2002>", "  → <2003>"]),
        (3, 2, ["    <0>", "    … 1 more …", "  → <2>"]),
    ],
)
def test_a_long_path_is_shown_by_its_ends(steps: int, shown: int, lines: list[str]) -> None:
    path = [str(number) for number in range(steps)]
    assert list(words.path_in_words(path, called, shown)) == lines


def test_a_path_of_a_dozen_steps_is_whole() -> None:
    path = [str(number) for number in range(13)]
    assert len(list(words.path_in_words(path[:12], called))) == 12
    assert "    … 1 more …" in words.path_in_words(path, called)


def test_two_messages_with_a_path_between_them() -> None:
    assert related() == [
        "<a> (row 1)",
        "is before <c> (row 1,234).",
        "",
        "It came first: the other follows it, 2 steps:",
        "    <a>",
        "  → <b>",
        "  → <c>",
    ]
    assert related(path=("a", "c"))[3] == "It came first: the other follows it, 1 step:"


@pytest.mark.parametrize(
    ("rule", "ranks", "line"),
    [
        (OrderRule.RANK, (1, 2000), "The order is by rank: 1 is less than 2,000."),
        (OrderRule.NAME, (2000, 2000), "The order is by id: both have the rank 2,000."),
    ],
)
def test_two_concurrent_messages(rule: OrderRule, ranks: tuple[int, int], line: str) -> None:
    assert related(path=(), rule=rule, values=ranks)[3:] == [
        "It can't be known which was written first: they are concurrent;"
        " neither follows the other.",
        line,
    ]


def test_a_message_that_has_not_moved_says_where_it_arrived() -> None:
    assert list(words.history_in_words(HISTORY, called)) == [
        "It came as number 1,234 of 5,000, in row 2,346.",
        "Nothing that came later has moved it. Its row changes only when others are placed above"
        " it.",
    ]
    latest = replace(HISTORY, arrived=HISTORY.arrivals - 1)
    assert list(words.history_in_words(latest, called))[1:] == ["Nothing has come since then."]


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        (1, "Since then it has been moved once:"),
        (2, "Since then it has been moved 2 times:"),
        (2000, "Since then it has been moved 2,000 times; the last 2:"),
    ],
)
def test_a_message_that_moved_says_how_often(moves: int, line: str) -> None:
    last = (HistoricMove(41, MOVED, ("x", "a")),) * min(moves, 2)
    found = list(words.history_in_words(replace(HISTORY, moves=moves, last=last), called))
    assert found[1] == line
    assert found[2:6] == [
        "  arrival 42, from row 1,234 to 2,346:",
        "    <x> came; the rank rose from 1 to 2:",
        "      <x>",
        "    → <a>",
    ]
    assert len(found) == 2 + 4 * len(last)


@pytest.mark.parametrize(
    ("risen", "line"),
    [
        ("a", "<x> came; the rank rose from 1 to 2"),
        ("b", "<x> came; this message kept the rank 1, and another rose past it"),
    ],
)
def test_a_move_has_one_of_two_reasons(risen: str, line: str) -> None:
    assert words.reason_in_words(replace(MOVED, risen=risen), called) == line


@pytest.mark.parametrize(
    ("names", "line"),
    [
        ("", ""),
        ("a", ", moves <a>"),
        ("abc", ", moves <a>, <b>, <c>"),
        ("abcd", ", moves <a>, <b>, <c> and 1 more"),
        ("a" * 1003, ", moves <a>, <a>, <a> and 1,000 more"),
    ],
)
def test_what_an_arrival_moved_follows_its_name(names: str, line: str) -> None:
    assert words.moved_in_words(list(names), called) == line


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ({}, "It declares the depth 2,000.0."),
        ({"compares": OrderRule.RANK, "value": 7}, "Its rank is 7."),
        (
            {"compares": OrderRule.RANK, "value": 7, "by": "scuttlesort"},
            "Its rank is 7, among all messages that are known.",
        ),
        (
            {"compares": OrderRule.HEIGHT, "value": 7},
            "Steps from it to a message without replies, at most: 7.",
        ),
        (
            {"compares": OrderRule.TIME, "value": 1_600_000_000_001.0},
            "Its time is 2020-09-13 12:26:40.001+00:00.",
        ),
        (
            {"compares": OrderRule.TIME, "value": 1_600_000_000_001.0, "by": "timestamp"},
            "Its time is 2020-09-13 12:26:40.001+00:00, the earlier of claimed and received time.",
        ),
        ({"compares": OrderRule.TIME, "value": None, "by": "timestamp"}, "Its time is unknown."),
        ({"compares": OrderRule.TIME, "value": 1e18}, "Its time is 1e+18 ms."),
        ({"compares": OrderRule.TIME, "value": None}, "Its time is unknown."),
    ],
)
def test_a_spot_says_what_is_compared_of_it(facts: dict[str, object], line: str) -> None:
    found = spot(**facts)
    assert found[0] == "<d>"
    assert found[2:] == [line, "", "Above: nothing.", "Below: nothing."]


def test_a_spot_says_what_it_declares_and_what_is_missing() -> None:
    found = list(words.place_in_words(replace(SPOT, missing=("x",)), called, declared="depth 3"))
    assert found[2:4] == [
        "It declares: depth 3.",
        "It also comes after <x>, which isn't in this conversation.",
    ]
    assert spot(by="forward")[1] == "is in row 1,234 of 5,000 in the order forward."


def test_a_spot_says_what_it_waits_for() -> None:
    found = spot(compares=OrderRule.TIME, by="timestamp", value=0.0, waits_for="x")
    assert found[3] == (
        "But it comes after <x>, its last cause: an effect is never before its causes."
    )


def test_an_order_without_a_value_says_none() -> None:
    assert spot(compares=OrderRule.CAUSE) == [
        "<d>",
        "is in row 1,234 of 5,000 in the order depth.",
        "",
        "Above: nothing.",
        "Below: nothing.",
    ]


@pytest.mark.parametrize("rule", OrderRule)
def test_every_rule_has_its_sentences(rule: OrderRule) -> None:
    near = RowBeside("n", 7, rule)
    _, _, *_, above, below = spot(compares=OrderRule.RANK, above=near, below=near)
    assert above.startswith("Above: <n>")
    assert below.startswith("Below: <n>")
    with_value = rule in {OrderRule.RANK, OrderRule.DEPTH, OrderRule.TIME, OrderRule.HEIGHT}
    assert (" 7" in above, " 7" in below) == (with_value, with_value)
    decides = beside(rule=rule, values=(7, 2000))[-1]
    assert decides
    assert ("2,000" in decides) == (with_value and rule is not OrderRule.TIME)


SENTENCES = {
    "a place": place,
    "a root": lambda: place(path=("d",), slack=1, above=None, below=None, missing=("x",)),
    "one of two causes": lambda: place(value=1, causes=("b", "c"), equals=3),
    "beside an equal": lambda: place(above=RowBeside("c", 2, OrderRule.NAME), below=None),
    "above an equal": lambda: place(below=RowBeside("c", 2, OrderRule.NAME), above=None),
    "named": lambda: proven("named", "root", "feed"),
    "only by its feed": lambda: proven("feed"),
    "a path": related,
    "a step": lambda: related(path=("a", "c")),
    "by rank": lambda: related(path=()),
    "by id": lambda: related(path=(), rule=OrderRule.NAME),
    "at rest": lambda: words.history_in_words(HISTORY, called),
    "moved": lambda: words.history_in_words(
        replace(HISTORY, moves=2, last=(HistoricMove(1, MOVED, ("a",)),)), called
    ),
    "moved once": lambda: words.history_in_words(
        replace(HISTORY, moves=1, last=(HistoricMove(1, replace(MOVED, risen="b"), ("a",)),)),
        called,
    ),
    "moves": lambda: [words.moved_in_words("a", called), words.moved_in_words("abcd", called)],
    "a spot": lambda: spot(missing=("x",)),
    "by height": lambda: spot(compares=OrderRule.HEIGHT),
    "without a time": lambda: spot(compares=OrderRule.TIME, value=None),
    "among all": lambda: spot(compares=OrderRule.RANK, by="scuttlesort"),
    "with a rank": lambda: spot(compares=OrderRule.RANK),
    "declared": lambda: words.place_in_words(SPOT, called, declared="depth 3"),
    "followed": beside,
    "concurrent": lambda: beside(path=()),
    "contrary": lambda: beside(path=("b", "a")),
    **{
        f"by {rule}": lambda rule=rule: [
            *spot(above=RowBeside("n", 7, rule), below=RowBeside("n", 7, rule)),
            *beside(rule=rule),
        ]
        for rule in OrderRule
    },
}


@pytest.mark.parametrize("name", SENTENCES)
def test_every_sentence_is_said_in_german_too(name: str) -> None:
    lines: Callable[[], Iterator[str]] = SENTENCES[name]  # type: ignore[assignment]
    names = {"", "<d>", "<a>"}
    left = {line for line in untranslated(lines) if line.strip(" →<>abcd") not in names}
    assert left == set()


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert "1.234" in in_german(place)[1]


def test_two_messages_in_an_order() -> None:
    assert beside() == [
        "<a> (row 1,234)",
        "is before <b> (row 2,346) in the order received.",
        "",
        "It came first: the other follows it, 1 step:",
        "    <a>",
        "  → <b>",
        "The order is by time: 1970-01-01 00:00:01.000+00:00 and 1970-01-01 00:00:02.000+00:00.",
    ]
    assert beside(path=())[3] == "They are concurrent: neither follows the other."
    assert beside(path=("b", "a"))[3] == "But it was written later: it follows the other."
