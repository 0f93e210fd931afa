"""The state of an activity, computed from all messages about it."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.reduce.activities import (
    ACTIVITIES,
    Activity,
    Book,
    ChessGame,
    Contribution,
    Gathering,
    Poll,
    activity_of,
    milliseconds,
    title_of_activity,
)

ANN, BOB, CEM = (f"@{letter}{'A' * 42}=.ed25519" for letter in "ABC")


class Talk:
    """Messages of several people, one per second."""

    def __init__(self, author: str, **first: Any) -> None:
        self._sequences: Counter[str] = Counter()
        self.said: list[Contribution] = []
        self.say(author, **first)

    def say(self, author: str, at: float | None = None, **content: Any) -> None:
        """Publish the next message of an author."""
        self._sequences[author] += 1
        moment = 1000.0 * len(self.said) if at is None else at
        key = f"%{len(self.said)}"
        self.said.append(Contribution(key, author, self._sequences[author], moment, content))

    def about(self, author: str, **content: Any) -> None:
        """Publish a message about the activity."""
        self.say(author, type="about", about="%0", **content)

    def activity(self) -> Any:
        """The state that results from all messages."""
        return activity_of(self.said[0], self.said)


def test_of_a_gathering_the_latest_word_counts() -> None:
    talk = Talk(ANN, type="gathering")
    talk.about(ANN, title="Picnic", startDateTime={"epoch": 5}, location="The pier")
    talk.about(BOB, location="The slip", endDateTime="1970-01-01T00:00:01Z")
    talk.about(ANN, description="Bring soup", location="")
    assert talk.activity() == Gathering("Picnic", 5, 1000, "The slip", "Bring soup")


BLOB, OTHER = (f"&{letter}{'A' * 42}=.sha256" for letter in "AB")


@pytest.mark.parametrize(
    "image", [BLOB, {"link": BLOB, "name": "pier"}, [{"link": BLOB}, OTHER], f"{BLOB}?unbox=x"]
)
@pytest.mark.parametrize("kind", ["gathering", "bookclub"])
def test_the_latest_picture_of_a_gathering_or_a_book_is_its_own(kind: str, image: object) -> None:
    talk = Talk(ANN, type=kind, title="Picnic", image=OTHER)
    assert talk.activity().image == OTHER
    talk.about(BOB, image=image)
    for nothing in ({}, [], "no blob", None):
        talk.about(BOB, image=nothing)
    assert talk.activity().image == BLOB


def test_people_know_best_whether_they_come() -> None:
    talk = Talk(ANN, type="gathering", title="Picnic")
    talk.about(ANN, attendee={"link": ANN})
    talk.about(BOB, attendee={"link": BOB})
    talk.about(BOB, attendee={"link": BOB, "remove": True})
    talk.about(ANN, attendee={"link": BOB})
    talk.about(ANN, attendee={"link": CEM})
    talk.about(ANN, attendee="nonsense")
    assert (talk.activity().attending, talk.activity().declined) == ((ANN, CEM), (BOB,))


def position(*numbers: Any, kind: str = "chooseOne") -> dict[str, Any]:
    chosen = {"choice": numbers[0]} if kind == "chooseOne" else {"choices": list(numbers)}
    return {"type": "position", "root": "%0", "details": {"type": kind, **chosen}}


def poll(kind: str = "chooseOne", **more: Any) -> Talk:
    details = {"type": kind, "choices": ["soup", "cake"]}
    return Talk(ANN, type="poll", title="Which?", details=details, **more)


def votes(talk: Talk) -> list[tuple[str, tuple[str, ...]]]:
    return [tuple(each) for each in talk.activity().choices]


def test_of_each_voter_the_last_valid_position_counts() -> None:
    talk = poll()
    talk.say(BOB, **position(0))
    talk.say(CEM, **position(1))
    talk.say(BOB, **position(1))
    for wrong in (2, -1, True, "0", None):
        talk.say(BOB, **position(wrong))
    talk.say(BOB, **position(0, kind="meetingTime"))
    assert votes(talk) == [("soup", ()), ("cake", (CEM, BOB))]
    assert (talk.activity().voters, talk.activity().refused) == (2, 6)


def test_what_comes_after_a_poll_has_closed_is_refused_unless_its_author_prolonged_it() -> None:
    talk = poll(closesAt="1970-01-01T00:00:05Z")
    talk.say(BOB, at=6000, **position(0))
    assert votes(talk) == [("soup", ()), ("cake", ())]
    talk.say(CEM, type="poll-update", root="%0", closesAt="1970-01-01T00:00:09Z")
    assert talk.activity().refused == 1
    talk.say(ANN, type="poll-update", root="%0", closesAt="1970-01-01T00:00:09Z")
    assert votes(talk)[0] == ("soup", (BOB,))
    assert talk.activity().closes == 9000


def test_several_times_may_be_chosen_for_a_meeting() -> None:
    talk = poll("meetingTime")
    talk.say(BOB, **position(0, 1, kind="meetingTime"))
    talk.say(CEM, **position(1, kind="meetingTime"))
    talk.say(BOB, type="poll-resolution", root="%0", choices=[0])
    talk.say(ANN, type="poll-resolution", root="%0", choices=[1])
    assert votes(talk) == [("soup", (BOB,)), ("cake", (BOB, CEM))]
    assert talk.activity().decided == ("cake",)


def game(color: str = "white") -> Talk:
    return Talk(ANN, type="chess_invite", inviting=BOB, myColor=color)


def move(ply: Any, written: str, kind: str = "chess_move", **more: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "root": "%0",
        "ply": ply,
        "pgnMove": written,
        "fen": f"after {ply}",
    } | more


def test_only_the_players_move_and_in_turn() -> None:
    talk = game()
    assert not talk.activity().is_accepted
    talk.say(CEM, type="chess_invite_accept", root="%0")
    assert not talk.activity().is_accepted
    talk.say(BOB, type="chess_invite_accept", root="%0")
    talk.say(ANN, **move(1, "e4"))
    talk.say(BOB, **move(2, "e5"))
    for author, ply in ((CEM, 3), (BOB, 3), (ANN, 4), (ANN, True), (ANN, 0), (ANN, "3")):
        talk.say(author, **move(ply, "a3"))
    talk.say(ANN, **move(3, "Nf3"))
    talk.say(ANN, **move(3, "Nc3"))
    assert talk.activity() == ChessGame(
        ANN, BOB, ((1, "e4"), (2, "e5"), (3, "Nf3")), "after 3", is_accepted=True
    )


@pytest.mark.parametrize(
    ("status", "winner"), [("mate", BOB), ("resigned", ANN), ("draw", ""), ("cheating", None)]
)
def test_who_has_won_follows_from_who_ended_the_game(status: str, winner: str | None) -> None:
    talk = game("black")
    talk.say(CEM, type="chess_game_end", root="%0", status="mate")
    talk.say(BOB, type="ssb_chess_game_end", root="%0", status=status)
    found = talk.activity()
    assert (found.white, found.black) == (BOB, ANN)
    assert (found.end, found.winner) == ((status, winner) if winner is not None else ("", ""))


def test_an_open_challenge_is_for_who_accepts_it_first() -> None:
    talk = Talk(ANN, type="chess_invite", challenge=True)
    assert title_of_activity(talk.activity(), str) == "Chess"
    talk.say(CEM, type="chess_invite_accept", root="%0")
    talk.say(BOB, type="chess_invite_accept", root="%0")
    assert title_of_activity(talk.activity(), {ANN: "Ann", CEM: "Cem"}.__getitem__) == (
        "Chess: Ann and Cem"
    )


def test_a_book_has_the_latest_review_of_each_reader() -> None:
    talk = Talk(ANN, type="bookclub", title="Lgo", authors=["A", "B"], seriesNo=2, review="Mine")
    talk.say(BOB, type="bookclubUpdate", updates="%0", title="Log", series="Sea")
    talk.about(BOB, rating="1", ratingMax="5")
    talk.about(CEM, rating=3, ratingMax=4, shelve="read")
    talk.about(BOB, rating="4", ratingMax="5", review="Better")
    talk.about(ANN, rating="🙂", review="Mine, still")
    book = talk.activity()
    assert (book.title, book.authors, book.series) == ("Log", "A, B", "Sea 2")
    assert [(each.author, each.rating_text, each.text, each.shelf) for each in book.reviews] == [
        (CEM, "3 / 4", "", "read"),
        (BOB, "4 / 5", "Better", ""),
        (ANN, "🙂", "Mine, still", ""),
    ]
    assert book.mean == pytest.approx((3 / 4 + 4 / 5) / 2)


def test_a_rating_of_zero_is_a_rating_and_one_off_its_scale_is_none() -> None:
    talk = Talk(ANN, type="bookclub", title="Log")
    talk.about(BOB, rating="0", ratingMax="5")
    talk.about(CEM, rating="9", ratingMax="5")
    talk.about(ANN, rating="nan", ratingMax="5")
    assert talk.activity().mean == 0


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ({"epoch": 7, "tz": "Europe/Dublin"}, 7),
        (8.5, 8.5),
        ("1970-01-01T01:00:00+01:00", 0),
        ("1970-01-02", 86_400_000),
        ("tomorrow", None),
        (True, None),
        (float("inf"), None),
        (10**30, None),
        (None, None),
        ([], None),
    ],
)
def test_times_are_milliseconds_or_iso(written: object, meant: float | None) -> None:
    assert milliseconds(written) == meant


def test_a_clock_that_goes_back_does_not_turn_a_feed_around() -> None:
    talk = poll()
    talk.say(BOB, at=9000, **position(0))
    talk.say(BOB, at=1000, **position(1))
    assert votes(talk) == [("soup", ()), ("cake", (BOB,))]


FIELDS = (
    *("title", "startDateTime", "location", "attendee", "details", "closesAt", "choices", "ply"),
    *("pgnMove", "fen", "status", "rating", "ratingMax", "review", "shelve", "authors", "inviting"),
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from([ANN, BOB, ""])
VALUES = (
    SCALARS
    | st.lists(SCALARS, max_size=3)
    | st.dictionaries(st.sampled_from(["type", "choice", "choices", "link", "set"]), SCALARS)
)
KINDS = (*ACTIVITIES, "about", "position", "poll-update", "poll-resolution", "chess_move")
KINDS += ("chess_game_end", "chess_invite_accept", "bookclubUpdate")


@st.composite
def talks(draw: st.DrawFn) -> list[Contribution]:
    """A first message and some messages about it, well-formed or not."""
    contents = draw(st.lists(st.dictionaries(st.sampled_from(FIELDS), VALUES), max_size=7))
    talk = Talk(ANN, **draw(st.dictionaries(st.sampled_from(FIELDS), VALUES)) | {"type": "poll"})
    for content in contents:
        kind = draw(st.sampled_from(KINDS))
        at = draw(st.none() | st.floats(0, 9))
        talk.say(draw(st.sampled_from([ANN, BOB, CEM])), at, **content | {"type": kind})
    return talk.said


@given(talks(), st.sampled_from([*ACTIVITIES]), st.randoms())
def test_an_activity_depends_only_on_the_set_of_its_messages(
    said: Sequence[Contribution], kind: str, random: Any
) -> None:
    first = said[0]._replace(content={**said[0].content, "type": kind})
    shuffled = list(said[1:])
    random.shuffle(shuffled)
    found: Activity | None = activity_of(first, said[1:])
    assert activity_of(first, shuffled) == found
    assert isinstance(found, Gathering | Poll | ChessGame | Book)


def test_other_messages_begin_no_activity() -> None:
    assert activity_of(Contribution("%0", ANN, 1, 0, {"type": "post"}), []) is None
