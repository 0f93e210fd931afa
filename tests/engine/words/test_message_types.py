"""Every documented type has a summary and facts; other types are shown field by field."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine import words
from tanglescope.engine.reduce.activities import (
    Activity,
    Book,
    ChessGame,
    ChessMove,
    Gathering,
    Poll,
    PollChoice,
    Review,
)
from tanglescope.engine.tangle.revisions import Mark
from tanglescope.engine.words.activities import facts_of, part_in
from tanglescope.engine.words.message_types import (
    MOST_FACTS,
    TYPES,
    Details,
    details_of,
    title_above,
)

A = "%" + "A" * 43 + "=.sha256"
ANN = "@" + "A" * 43 + "=.ed25519"
BOB, CEM = "@bob", "@cem"
FEN = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"


def call(identity: str) -> str:
    return "Ann" if identity.startswith("@") else "that"


def shown(content: dict[str, Any]) -> Details:
    return details_of(content, call, words.sentence(content, call))


CHOICES = {"type": "chooseOne", "choices": ["soup", "cake"]}


@pytest.mark.parametrize(
    ("content", "sentence", "facts"),
    [
        ({"type": "tombstone", "target": A}, "deletes that", []),
        ({"type": "flag", "flag": {"link": A, "reason": "spam"}}, "flags that: spam", []),
        ({"type": "flag", "flag": {"link": A, "reason": ""}}, "flags that", []),
        ({"type": "flag", "flag": {"link": A}}, "no longer flags that", []),
        (
            {
                "type": "npm-packages",
                "mentions": [{"name": "npm:a:1.0:latest"}, {"name": "npm:b"}, 3],
            },
            "publishes the npm packages a:1.0:latest and b",
            [],
        ),
        ({"type": "git-repo"}, "creates a Git repository", []),
        ({"type": "git-repo", "upstream": A}, "forks the Git repository that", []),
        (
            {"type": "pub", "pub": {"host": "pub.example", "port": 8008}},
            "announces the pub pub.example",
            [],
        ),
        ({"type": "about", "link": A, "attendee": {"link": ANN}}, "will come to that", []),
        *(
            ({"type": kind, "title": "Mill"}, sentence, [])
            for kind, sentence in {
                "task": "sets the task “Mill”",
                "report": "reports “Mill”",
                "project": "begins the project “Mill”",
                "shop": "opens the shop “Mill”",
                "job": "offers the job “Mill”",
                "housing": "offers the home “Mill”",
                "image": "shows the picture “Mill”",
                "audio": "shares the recording “Mill”",
                "video": "shares the video “Mill”",
                "document": "shares the document “Mill”",
                "torrent": "shares the torrent “Mill”",
                "tribe": "begins the tribe “Mill”",
                "calendar": "begins the calendar “Mill”",
                "pad": "begins the pad “Mill”",
                "map": "draws the map “Mill”",
                "chat": "begins the chat “Mill”",
            }.items()
        ),
        (
            {
                "type": "event",
                "title": "Mill day",
                "date": "1970-01-01T00:00:00Z",
                "location": "The mill",
                "description": "With cake",
                "price": 3,
                "url": "",
                "tags": ["cake", 7, "mill"],
            },
            "announces the event “Mill day”",
            [
                ("When", "Thursday, 1 January 1970, 00:00:00"),
                ("Where", "The mill"),
                ("About", "With cake"),
                ("Price", "3"),
                ("Tags", "cake, mill"),
            ],
        ),
        (
            {"type": "market", "title": "Flour", "price": "2.5", "status": "FOR SALE"},
            "offers “Flour”",
            [("Price", "2.5"), ("Status", "FOR SALE")],
        ),
        (
            {"type": "transfer", "concept": "flour", "to": ANN, "amount": 2},
            "transfers for “flour”",
            [("To", "Ann"), ("Amount", "2")],
        ),
        (
            {"type": "bookmark", "url": "https://mill.example"},
            "bookmarks https://mill.example",
            [("Address", "https://mill.example")],
        ),
        (
            {"type": "votes", "question": "Cake?", "options": ["yes", "no"]},
            "asks “Cake?”",
            [("Choices", "yes and no")],
        ),
        (
            {"type": "poll", "question": "Cake?", "options": ["yes", "no"], "deadline": ""},
            "asks “Cake?”",
            [("1.", "yes"), ("2.", "no")],
        ),
        ({"type": "pollVote", "target": A, "choices": ["yes", 3]}, "answers that: yes", []),
        ({"type": "votesVote", "target": A, "choice": "no"}, "answers that: no", []),
        ({"type": "pollClose", "target": A}, "closes that", []),
        (
            {"type": "shopProduct", "title": "Flour", "price": "2.500000"},
            "offers “Flour”",
            [("Price", "2.500000")],
        ),
        ({"type": "industry", "name": "Mill", "sector": "FOOD"}, "begins the workshop “Mill”", []),
        ({"type": "industryBlueprint", "name": "Wheel"}, "publishes the blueprint “Wheel”", []),
        (
            {"type": "calendarDate", "label": "Harvest", "date": "1970-01-01T00:00:00.000Z"},
            "adds the date “Harvest”",
            [("When", "Thursday, 1 January 1970, 00:00:00")],
        ),
        ({"type": "mapMarker", "label": "Mill", "lat": 1.5, "lng": 2}, "marks “Mill” on a map", []),
        *(
            ({"type": kind, "title": "Mill"}, f"{does} “Mill”", [])
            for kind, does in {
                "forum": "begins the forum",
                "schoolCourse": "begins the course",
                "schoolLesson": "adds the lesson",
                "parliamentProposal": "proposes the law",
                "courtsCase": "opens the case",
            }.items()
        ),
        ({"type": "parliamentLaw", "question": "Cake"}, "passes the law “Cake”", []),
        ({"type": "gameScore", "game": "snake", "score": 7}, "scores 7 in “snake”", []),
        ({"type": "taskAssign", "target": A, "on": True}, "takes on that", []),
        ({"type": "taskAssign", "target": A, "on": False}, "gives that up", []),
        ({"type": "projectFollow", "target": A, "on": False}, "no longer follows that", []),
        ({"type": "projectPledge", "target": A, "amount": 3}, "pledges 3 to that", []),
        ({"type": "marketBid", "target": A, "amount": "2.0"}, "bids 2.0 for that", []),
        ({"type": "marketPurchase", "target": A}, "buys that", []),
        ({"type": "transferConfirm", "target": A}, "confirms that", []),
        ({"type": "reportConfirm", "target": A}, "confirms that", []),
        ({"type": "curriculum", "name": "Ann"}, "describes the skills of “Ann”", []),
        ({"type": "eventAttend", "target": A, "on": True}, "will come to that", []),
        ({"type": "feed-action", "action": "refeed", "root": A}, "passes that on", []),
        *(
            (
                {"type": kind, "target": A, "category": "interesting"},
                "calls that “interesting”",
                [],
            )
            for kind in TYPES
            if kind.endswith("Opinion")
        ),
        ({"type": Mark.DELETED, "deleted": None}, "deleted by its author", []),
        ({"type": Mark.VERSION, "of": A}, "edits that", []),
        ({"type": Mark.OUTDATED, "of": A}, "withdraws an earlier version of that", []),
        (
            {"type": Mark.PROPOSAL, "of": A, "proposed": "An ash"},
            "proposes another version of that",
            [("Proposed", "An ash")],
        ),
        ({"type": Mark.REQUEST, "of": A}, "asks to delete that", []),
        (
            {"type": "gathering", "title": "Picnic", "location": "The pier"},
            "calls a gathering “Picnic”",
            [("Where", "The pier")],
        ),
        (
            {"type": "about", "about": A, "startDateTime": {"epoch": 0}, "location": "Here"},
            "sets the time of that",
            [("When", "Thursday, 1 January 1970, 00:00:00"), ("Where", "Here")],
        ),
        (
            {"type": "about", "about": A, "rating": "4", "ratingMax": "5", "review": "Good."},
            "reviews that",
            [("Rating", "4 / 5"), ("Review", "Good.")],
        ),
        ({"type": "about", "about": A, "description": "Wide."}, "describes that: Wide.", []),
        ({"type": "blog", "title": "Tides", "summary": "Why."}, "writes “Tides”: Why.", []),
        (
            {"type": "poll", "title": "Which?", "details": CHOICES, "closesAt": "1970-01-01"},
            "asks “Which?”",
            [("1.", "soup"), ("2.", "cake"), ("Closes", "Thursday, 1 January 1970, 00:00:00")],
        ),
        (
            {"type": "position", "details": {"choice": 1}, "reason": "sweet"},
            "chooses answer 2",
            [("Reason", "sweet")],
        ),
        (
            {"type": "position", "version": "v1", "details": {"choice": "3"}},
            "chooses answer 4",
            [],
        ),
        (
            {"type": "contact", "contact": {"isTrusted": True}, "following": True},
            "follows a feed, but doesn't name it",
            [],
        ),
        (
            {"type": "contact", "following": False},
            "no longer follows a feed, but doesn't name it",
            [],
        ),
        ({"type": "contact", "blocking": True}, "blocks a feed, but doesn't name it", []),
        (
            {"type": "contact", "blocking": False},
            "no longer blocks a feed, but doesn't name it",
            [],
        ),
        ({"type": "tag", "version": 1}, "creates a tag", []),
        (
            {"type": "bookclub", "title": "Log", "authors": ["A", "B"], "series": "Sea"},
            "adds the book “Log”",
            [("By", "A, B"), ("Series", "Sea")],
        ),
        ({"type": "bookclubUpdate", "updates": A}, "changes the book that", []),
        (
            {"type": "chess_invite", "inviting": ANN, "myColor": "black"},
            "invites Ann to a game of chess, plays black",
            [],
        ),
        ({"type": "chess_invite_accept", "root": A}, "accepts the game of chess", []),
        ({"type": "chess_move", "ply": 6, "pgnMove": "Nf6"}, "plays 3… Nf6", []),
        ({"type": "chess_move", "orig": "e2", "dest": "e4"}, "plays e2–e4", []),
        (
            {"type": "chess_game_end", "status": "mate", "ply": 7, "pgnMove": "Qxf7#"},
            "plays 4. Qxf7#: wins the game by checkmate",
            [],
        ),
        ({"type": "ssb_chess_game_end", "status": "resigned"}, "resigns the game", []),
        ({"type": "chess_chat", "msg": "Oh!"}, "says at the board: Oh!", []),
        ({"type": "git-repo", "name": "tide"}, "creates the Git repository tide", []),
        (
            {
                "type": "git-update",
                "repo": A,
                "refs": {"refs/heads/main": "0f"},
                "commits": [{"title": "Begin"}],
            },
            "pushes to that",
            [("Branches", "main"), ("·", "Begin")],
        ),
        ({"type": "issue", "title": "Leak"}, "opens the ticket “Leak”", []),
        ({"type": "issue-edit", "issue": A, "open": False}, "closes that", []),
        (
            {"type": "pull-request", "headBranch": "mend", "baseBranch": "main"},
            "asks to merge mend into main",
            [],
        ),
    ],
)
def test_a_documented_type_is_reported(
    content: dict[str, Any], sentence: str, facts: list[tuple[str, str]]
) -> None:
    details = shown(content)
    assert (details.summary, details.facts) == (sentence, facts)


def test_every_newer_type_has_an_example() -> None:
    [marked] = (
        mark
        for mark in test_a_documented_type_is_reported.pytestmark  # type: ignore[attr-defined]
        if mark.name == "parametrize"
    )
    sentence = {content["type"] for content, *_ in marked.args[1]}
    elsewhere = {"vote", "contact", "channel", "tag", "ssb_chess_chat"}
    known = {each for each in TYPES if not each.startswith(("pzp-", "set_"))}
    assert known | set(Mark) == sentence | elsewhere


CALLED = {BOB: "Bob", CEM: "Cem"}


@pytest.mark.parametrize(
    ("first", "activity", "facts"),
    [
        (
            {"type": "gathering", "title": "Picnic"},
            Gathering("Picnic", 0, None, "The pier", "", (BOB, CEM), ()),
            [
                ("When", "Thursday, 1 January 1970, 00:00:00"),
                ("Where", "The pier"),
                ("Coming", "2: Bob and Cem"),
            ],
        ),
        (
            {"type": "gathering", "title": "Picnic"},
            Gathering("Feast", declined=(BOB,)),
            [("Title", "Feast"), ("Coming", "no answers yet"), ("Not coming", "1: Bob")],
        ),
        (
            {"type": "poll", "title": "Which?", "details": CHOICES},
            Poll(
                "Which?", "", (PollChoice("soup", (BOB, CEM)), PollChoice("cake", ())), 2, None, 1
            ),
            [
                ("1.", "soup — 2: Bob and Cem"),
                ("2.", "cake — 0"),
                ("Votes", "2"),
                ("Not counted", "1 answer, late or invalid"),
            ],
        ),
        (
            {"type": "chess_invite", "inviting": CEM},
            ChessGame(
                BOB, CEM, (ChessMove(1, "e4"), ChessMove(2, "e5"), ChessMove(4, "d6")), "", True
            ),
            [
                ("White", "Bob"),
                ("Black", "Cem"),
                ("Moves", "1. e4 e5 2. … d6"),
                ("State", "Bob to move"),
            ],
        ),
        (
            {"type": "bookclub", "title": "Log"},
            Book("Log", "A", reviews=(Review(BOB, 4, 5, "4 / 5", "Good.", "read"),)),
            [("By", "A"), ("Rating", "4 / 5 (1 rating)"), ("Bob", "4 / 5 · shelf read · Good.")],
        ),
    ],
)
def test_the_first_message_of_an_activity_shows_its_current_state(
    first: dict[str, Any], activity: Activity, facts: list[tuple[str, str]]
) -> None:
    assert details_of(first, CALLED.__getitem__, "", activity).facts == facts


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (ChessGame(BOB, CEM), "not accepted yet"),
        (ChessGame(BOB, CEM, is_accepted=True, end="mate", winner=CEM), "Cem has won by checkmate"),
        (ChessGame(BOB, CEM, is_accepted=True, end="resigned", winner=CEM), "Bob has resigned"),
        (ChessGame(BOB, CEM, is_accepted=True, end="draw"), "a draw"),
    ],
)
def test_a_game_shows_its_state(game: ChessGame, state: str) -> None:
    assert facts_of(game, CALLED.__getitem__)[-1] == ("State", state)
    assert part_in(game, {BOB}, CALLED.__getitem__) == ("plays", f"chess with Cem — {state}")


def test_long_lists_of_answers_are_cut() -> None:
    voters = tuple(f"@{number}" for number in range(2000))
    choices = tuple(PollChoice(str(number), voters) for number in range(100))
    shown = facts_of(Poll(choices=choices), lambda feed: feed[1:])
    assert len(shown) == 14
    assert shown[0][1].endswith("10, 11 and 1,988 others")
    moves = tuple(ChessMove(ply, "Nf3") for ply in range(1, 9000))
    [sentence] = [text for label, text in facts_of(ChessGame(moves=moves), str) if label == "Moves"]
    assert sentence.startswith("… ")
    assert sentence.endswith("4500. Nf3")
    assert len(sentence) <= 2002


def test_a_profile_lists_the_activities_of_a_person() -> None:
    call = CALLED.__getitem__
    assert part_in(Gathering("Picnic", attending=(BOB,)), {BOB}, call) == ("comes to", "Picnic")
    assert part_in(Gathering("Picnic", declined=(BOB,)), {BOB}, call) is None
    poll = Poll("Which?", choices=(PollChoice("soup", (BOB,)),))
    assert part_in(poll, {BOB}, call) == ("answers", "Which? — soup")
    assert part_in(poll, {CEM}, call) is None
    book = Book("Log", reviews=(Review(BOB, None, None, "", "Good.", ""),))
    assert part_in(book, {BOB}, call) == ("reviews", "Log — Good.")
    assert part_in(book, {CEM}, call) is None


def test_a_move_has_its_position() -> None:
    board = shown({"type": "chess_move", "pgnMove": "Qxf7#", "fen": FEN}).board
    assert board is not None
    assert board[1] == "pppp.Qpp"


def test_an_unknown_type_is_reported_field_by_field() -> None:
    content = {"type": "tide", "root": A, "high": [1.2, 4.9], "at": {"place": "Skerry"}, "ok": True}
    assert shown(content) == Details(
        "published “tide”", [("high", "1.2, 4.9"), ("at", "place: Skerry"), ("ok", "yes")]
    )


def test_a_ticket_with_a_text_keeps_its_title() -> None:
    assert title_above({"type": "issue", "title": "Leak", "text": "It drips."}) == "Leak"
    assert title_above({"type": "post", "title": "x", "text": "y"}) == ""


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ({"type": "gathering", "title": {"set": "Picnic"}}, "“Picnic”"),
        ({"type": "blog", "title": "Fog", "text": "Thick."}, "“Fog”"),
        ({"type": "git-repo", "name": "tools"}, "“tools”"),
        ({"type": "gathering"}, "“line” by Ann"),
        ({"type": "blog", "title": ["Fog"]}, "“line” by Ann"),
        ({"type": "post", "title": "Fog", "text": "Thick."}, "“line” by Ann"),
        (
            {"type": "issue", "title": "Spoiler", "text": "It drips.", "contentWarning": "wet"},
            "“line” by Ann",
        ),
        ("sealed.box", "“line” by Ann"),
    ],
)
def test_sentences_name_a_message_by_its_title(content: dict[str, Any] | str, name: str) -> None:
    assert words.name_of_message(content, "Ann", "line") == name


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
FIELDS = ["title", "details", "startDateTime", "refs", "commits", "fen", "ply", "rating", "about"]
FIELDS += ["closesAt", "choices", "authors", "inviting", "issue", "open", "pgnMove", "status"]


@given(st.sampled_from([*TYPES, "unheard-of"]), st.dictionaries(st.sampled_from(FIELDS), VALUES))
def test_malformed_content_is_reported_too(kind: str, fields: dict[str, Any]) -> None:
    details = shown({"type": kind, **fields})
    assert details.summary
    assert len(details.facts) <= MOST_FACTS
    assert all(len(label) <= 64 and len(text) <= 700 for label, text in details.facts)
