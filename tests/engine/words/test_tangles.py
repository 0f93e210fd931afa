"""The texts of the tangles panel for made-up facts."""

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tanglescope.engine.store.conversations.table import ConversationSummary
from tanglescope.engine.tangle.growth import Candidate, Obstacle, Status
from tanglescope.engine.words import tangle_name
from tanglescope.engine.words import tangles as words
from tanglescope.engine.words.rows import NO_NUMBER, TableLine
from tests.engine.german import untranslated

NAMES = {"@ann": "Ann"}
IN = Candidate("%in", Status.CONNECTED, ("%root",), rank=1)
TIP = replace(IN, key="%tip", rank=2000, is_tip=True)
OUT = Candidate("%out", Status.SET_ASIDE, (), waits_for=(("%gone", Obstacle.MISSING),))
BAD = Candidate("%bad", Status.EXCLUDED, (), why="it is bad.")
TANGLE = ConversationSummary(
    "tangle:1", "tangle", "%root", True, 3, 1, "Title", tangle_name="members"
)


def message(text: str, author: str = "@ann") -> Any:
    content = {"type": "post", "text": text}
    return SimpleNamespace(content=content, epoch=None, author=author, people=(author,))


@pytest.mark.parametrize(
    ("name", "text"),
    [("feed", "feed"), ("members", "members"), ("mine", "mine"), (" a\nb", "a b")],
)
def test_tangles_are_called_by_their_names(name: str, text: str) -> None:
    assert tangle_name(name) == text


@pytest.mark.parametrize(
    ("candidates", "text"),
    [
        ([], "0 connected · 0 tips"),
        ([IN, TIP], "2 connected · 1 tip"),
        ([TIP] * 2000, "2,000 connected · 2,000 tips"),
        ([TIP, OUT], "1 connected · 1 tip · 1 set aside"),
        ([TIP, BAD, BAD], "1 connected · 1 tip · 2 excluded"),
        ([OUT, BAD], "0 connected · 0 tips · 1 set aside · 1 excluded"),
    ],
)
def test_an_extent_counts_what_is_connected_and_what_is_not(
    candidates: list[Candidate], text: str
) -> None:
    assert words.extent(candidates) == text


@pytest.mark.parametrize(
    ("candidate", "text"),
    [
        (IN, "connected, rank 1"),
        (TIP, "connected, rank 2,000, a tip"),
        (OUT, "set aside"),
        (BAD, "excluded"),
    ],
)
def test_a_message_has_one_of_three_states(candidate: Candidate, text: str) -> None:
    assert words.status_text(candidate) == text


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Obstacle.MISSING, "missing"),
        (Obstacle.SET_ASIDE, "set aside"),
        (Obstacle.EXCLUDED, "excluded"),
    ],
)
def test_an_obstacle_is_named(found: Obstacle, text: str) -> None:
    assert words.obstacle(found) == text


def waiting(count: int) -> tuple[tuple[str, Obstacle], ...]:
    return tuple((f"%{number}", Obstacle.MISSING) for number in range(count))


FOUR = "%0 (missing), %1 (missing), %2 (missing), %3 (missing)"


def one_tangle(candidates: Mapping[str, Candidate], messages: Mapping[str, Any]) -> Any:
    """Return the panel's study of a tangle with these candidates."""
    chosen = list(candidates.values())
    of = {status: [each.key for each in chosen if each.status is status] for status in Status}
    growth = SimpleNamespace(
        tips=[each.key for each in chosen if each.is_tip],
        connected=of[Status.CONNECTED],
        excluded=[SimpleNamespace(key=key, why=candidates[key].why) for key in of[Status.EXCLUDED]],
        set_aside=of[Status.SET_ASIDE],
        causes=lambda key: candidates[key].causes,
        rank=lambda key: candidates[key].rank,
        waits_for=lambda key: [cause for cause, _ in candidates[key].waits_for],
    )
    library = SimpleNamespace(
        tangle=lambda *_: growth,
        messages=lambda keys: {key: messages[key] for key in keys if key in messages},
        names=lambda feeds: {feed: NAMES[feed] for feed in feeds if feed in NAMES},
    )
    return words.one_tangle(library, "members", "%root")  # type: ignore[arg-type]


def test_a_line_has_number_author_text_and_state() -> None:
    posts = {"%in": message("Hello"), "%bad": message("Oh", "@bob"), "%root": message("Root")}
    study = one_tangle({each.key: each for each in (IN, TIP, OUT, BAD)}, posts)
    assert study.lines == (
        TableLine("%in", (1, "Ann", "Hello", "connected"), "%in", feed="@ann"),
        TableLine("%tip", (2, "", "missing message %tip", "tip"), "%tip"),
        TableLine(
            "%out",
            (NO_NUMBER, "", "missing message %out", "set aside: waits for %gone (missing)"),
            "%out",
            faint=True,
        ),
        TableLine(
            "%bad",
            (NO_NUMBER, "@bob", "Oh", "excluded: it is bad."),
            "%bad",
            faint=True,
            feed="@bob",
        ),
    )
    assert (study.name, study.root) == ("members", "%root")
    assert study.extent == "2 connected · 1 tip · 1 set aside · 1 excluded"
    assert study.candidates["%out"] == OUT
    assert set(study.messages) == {"%in", "%bad", "%root"}


@pytest.mark.parametrize(
    ("candidate", "text"),
    [
        (replace(OUT, waits_for=waiting(4)), f"set aside: waits for {FOUR}"),
        (replace(OUT, waits_for=waiting(5)), f"set aside: waits for {FOUR} and 1 more"),
        (replace(OUT, waits_for=waiting(2004)), f"set aside: waits for {FOUR} and 2,000 more"),
        (
            replace(BAD, waits_for=(("%0", Obstacle.EXCLUDED),)),
            "excluded: after %0 (missing)",
        ),
    ],
)
def test_the_obstacle_of_a_message_is_named(candidate: Candidate, text: str) -> None:
    (line,) = one_tangle({candidate.key: candidate}, {}).lines
    assert line.cells[3] == text


def tangle_lines(*tangles: ConversationSummary, **messages: Any) -> tuple[TableLine, ...]:
    library = SimpleNamespace(
        tangles=lambda: iter(tangles),
        messages=lambda keys: {key: messages[key[1:]] for key in keys if key[1:] in messages},
        names=lambda feeds: {feed: NAMES[feed] for feed in feeds if feed in NAMES},
    )
    study = words.every_tangle(library)  # type: ignore[arg-type]
    assert study.tangles == tangles
    return study.lines


def test_a_tangle_is_listed_with_its_root_and_its_size() -> None:
    aside = replace(TANGLE, set_aside=2)
    assert tangle_lines(aside, root=message("Hello")) == (
        TableLine("%root", ("members", "%root", "Hello", 5, 2), "members\n%root"),
    )
    # Tangles without a root, and with one that is missing.
    (line,) = tangle_lines(TANGLE)
    assert line.cells == ("members", "%root", "Title", 3, "")
    (line,) = tangle_lines(replace(TANGLE, present=False))
    assert line.cells[2] == "missing message %root"


def test_long_texts_are_cut() -> None:
    long = "word " * 100
    (line,) = tangle_lines(TANGLE, root=message(long))
    assert len(str(line.cells[2])) == 120
    (line,) = tangle_lines(replace(TANGLE, title=long))
    assert len(str(line.cells[2])) == 120
    (line,) = one_tangle({"%in": IN}, {"%in": message(long)}).lines
    assert len(line.cells[2]) == 120
    (line,) = tangle_lines(replace(TANGLE, tangle_name="t" * 500))
    assert len(line.tip) == 400
    key = "%" + "k" * 200
    (line,) = one_tangle({key: replace(IN, key=key)}, {}).lines
    assert len(line.tip) == 120


def test_people_in_a_text_are_called_by_name() -> None:
    vote = SimpleNamespace(
        content={"type": "contact", "contact": "@ann", "following": True},
        epoch=None,
        author="@ann",
        people=("@ann",),
    )
    assert words.says(vote, "%in", NAMES.__getitem__) == "follows Ann"  # type: ignore[arg-type]
    assert words.says(vote, "%in", str) == "follows @ann"  # type: ignore[arg-type]


def test_every_sentence_has_a_german_translation() -> None:
    assert not untranslated(lambda: map(tangle_name, ("feed", "thread", "group", "members")))
    assert not untranslated(lambda: [tangle_name("epoch")])
    assert not untranslated(lambda: [words.extent([IN]), words.extent([TIP, OUT, BAD])])
    assert not untranslated(lambda: map(words.status_text, (IN, TIP, OUT, BAD)))
    assert not untranslated(lambda: map(words.obstacle, Obstacle))
    late = replace(OUT, waits_for=waiting(5))
    after = replace(BAD, waits_for=waiting(5))
    for each in (late, after, BAD):
        assert not untranslated(
            lambda each=each: one_tangle({each.key: each}, {}).lines[0].cells[2:]
        )
