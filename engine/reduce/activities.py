"""Activities: gatherings, polls, games of chess and books, computed from all messages about them.

An activity begins with one message, and anyone can publish more messages about it. The rules are
those of the programs that introduced these types: ssb-gathering and patchcore (the latest message
of each author decides on attendance, the latest of all on time and place), scuttle-poll (one
position for each author, valid and in time), ssb-chess (moves of the two players in turn),
scuttle-book (one review for each author). The result depends on the set of messages alone, not on
the order of their arrival.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.keys import is_blob_id, is_feed_id

_MOST_CHOICES = 100
_MOST_PLIES = 10_000
_MOVES = ("chess_move", "chess_game_end", "ssb_chess_game_end")
_ENDS = _MOVES[1:]
_SUBJECTIVE = ("rating", "ratingMax", "ratingType", "shelve", "shelves", "review")
"""The fields that make a message about a book a review."""


class Contribution(NamedTuple):
    """A message of an activity: the first one, or one about it."""

    key: str
    author: str
    sequence: int
    asserted: float | None
    content: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """The type of the message."""
        return _text(self.content.get("type"))


@dataclass(frozen=True, slots=True)
class Gathering:
    """The current state of a gathering; times are in milliseconds since 1970."""

    title: str = ""
    start: float | None = None
    end: float | None = None
    location: str = ""
    description: str = ""
    attending: tuple[str, ...] = ()
    declined: tuple[str, ...] = ()
    """The people who said that they won't come."""
    image: str = ""
    """The blob of its picture."""


class PollChoice(NamedTuple):
    """A choice of a poll, and the people who chose it."""

    label: str
    voters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Poll:
    """A poll and its results; the last valid position of each author counts."""

    title: str = ""
    body: str = ""
    choices: tuple[PollChoice, ...] = ()
    voters: int = 0
    closes: float | None = None
    refused: int = 0
    """Positions that came after the poll was closed or whose choice doesn't exist."""
    decided: tuple[str, ...] = ()
    """The outcome that the author of the poll declared."""


class ChessMove(NamedTuple):
    """A move: its number in half moves, and its notation."""

    ply: int
    written: str


@dataclass(frozen=True, slots=True)
class ChessGame:
    """A game of chess; `fen` is the position after the last move that has one."""

    white: str = ""
    black: str = ""
    moves: tuple[ChessMove, ...] = ()
    fen: str = ""
    is_accepted: bool = False
    end: str = ""
    """`mate`, `draw` or `resigned`; empty while the game goes on."""
    winner: str = ""

    @property
    def players(self) -> tuple[str, ...]:
        """The players, white first."""
        return tuple(filter(None, (self.white, self.black)))


class Review(NamedTuple):
    """An author's opinion of a book: a rating of at most `most`, a text, a shelf."""

    author: str
    rating: float | None
    most: float | None
    rating_text: str
    """The rating as it was written, which need not be a number."""
    text: str
    shelf: str


@dataclass(frozen=True, slots=True)
class Book:
    """The current description of a book, with the latest review of each author."""

    title: str = ""
    authors: str = ""
    series: str = ""
    description: str = ""
    reviews: tuple[Review, ...] = ()
    image: str = ""
    """The blob of its cover."""

    @property
    def rated_reviews(self) -> tuple[Review, ...]:
        """The reviews with a numeric rating on a known scale."""
        return tuple(each for each in self.reviews if each.rating is not None and each.most)

    @property
    def mean(self) -> float | None:
        """The mean of all ratings, as a fraction of the highest; None if there are none."""
        shares = [
            each.rating / each.most for each in self.rated_reviews if each.most and each.rating
        ]
        return sum(shares) / len(self.rated_reviews) if self.rated_reviews else None


Activity: TypeAlias = Gathering | Poll | ChessGame | Book


def activity_of(first: Contribution, others: Iterable[Contribution]) -> Activity | None:
    """The activity that a message and those about it form; None if it doesn't begin one."""
    make = ACTIVITIES.get(first.kind)
    return (
        make(first, [each for each in in_time(others) if each.key != first.key]) if make else None
    )


def people_named(activity: Activity) -> tuple[str, ...]:
    """The people named in the title of an activity."""
    return activity.players if isinstance(activity, ChessGame) else ()


def people_of(activity: Activity) -> tuple[str, ...]:
    """The distinct participants of an activity: who comes, votes, plays or reviews."""
    match activity:
        case Gathering():
            people: Iterable[str] = activity.attending
        case Poll():
            people = (voter for choice in activity.choices for voter in choice.voters)
        case ChessGame():
            people = activity.players
        case Book():
            people = (review.author for review in activity.reviews)
    return tuple(dict.fromkeys(people))


def title_of_activity(activity: Activity, call: Callable[[str], str]) -> str:
    """The title of an activity, in the reader's language; may be empty."""
    if not isinstance(activity, ChessGame):
        return activity.title
    if len(activity.players) < 2:
        return tr("Chess")
    return tr("Chess: {white} and {black}", white=call(activity.white), black=call(activity.black))


def in_time(contributions: Iterable[Contribution]) -> list[Contribution]:
    """Messages by time; those of one author stay in the order of their feed."""
    timed: list[tuple[float, str, int, str, Contribution]] = []
    latest: dict[str, float] = {}
    for each in sorted(contributions, key=lambda each: (each.author, each.sequence, each.key)):
        said = each.asserted
        moment = said if said is not None and isfinite(said) else 0.0
        latest[each.author] = max(latest.get(each.author, moment), moment)
        timed.append((latest[each.author], each.author, each.sequence, each.key, each))
    return [each[-1] for each in sorted(timed, key=lambda each: each[:-1])]


def milliseconds(value: object) -> float | None:
    """A time in milliseconds or ISO 8601; of an object, its field `epoch`."""
    if isinstance(value, Mapping):
        value = value.get("epoch")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value) if abs(value) < 1e17 else None
    if not isinstance(value, str) or len(value) > 64:
        return None
    try:
        moment = datetime.fromisoformat(value)
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.timestamp() * 1000
    except (ValueError, OverflowError):
        return None


# Gatherings


def _gathering(first: Contribution, others: Sequence[Contribution]) -> Gathering:
    about = [first, *(each for each in others if each.kind == "about")]
    attending, declined = _attendance(about[1:])
    return Gathering(
        title=_latest(about, "title", _title),
        start=_latest(about, "startDateTime", milliseconds),
        end=_latest(about, "endDateTime", milliseconds),
        location=_latest(about, "location", _text),
        description=_latest(about, "description", _text),
        attending=attending,
        declined=declined,
        image=_latest(about, "image", _blob),
    )


def _attendance(about: Iterable[Contribution]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who comes and who doesn't; what people say about themselves takes precedence."""
    own: dict[str, bool] = {}
    others: dict[tuple[str, str], bool] = {}
    for each in about:
        attendee = each.content.get("attendee")
        link = attendee.get("link") if isinstance(attendee, Mapping) else attendee
        if not is_feed_id(link):
            continue
        comes = not (isinstance(attendee, Mapping) and attendee.get("remove"))
        if link == each.author:
            own.pop(link, None)
            own[link] = comes
        else:
            others[each.author, link] = comes
    said = dict.fromkeys(link for (_, link), comes in others.items() if comes and link not in own)
    attending = [*(link for link, comes in own.items() if comes), *said]
    return tuple(attending), tuple(link for link, comes in own.items() if not comes)


# Polls


def _poll(first: Contribution, others: Sequence[Contribution]) -> Poll | None:
    content = first.content
    if isinstance(content.get("options"), list):
        return None  # of Oasis, where nothing links the answers to it
    details = content.get("details")
    labels = _choices(details)
    kind = _text(details.get("type")) if isinstance(details, Mapping) else ""
    own = [each for each in others if each.author == first.author]
    updates = [each for each in own if each.kind in ("poll-update", "poll_update")]
    closes = _latest([first, *updates], "closesAt", milliseconds)
    chosen: dict[str, frozenset[int]] = {}
    refused = 0
    for each in others:
        if each.kind != "position":
            continue
        numbers = _choices_in(each.content.get("details"), kind, len(labels))
        is_late = closes is not None and each.asserted is not None and each.asserted > closes
        if numbers is None or is_late:
            refused += 1
            continue
        chosen.pop(each.author, None)
        chosen[each.author] = numbers
    results = (
        PollChoice(label, tuple(feed for feed, numbers in chosen.items() if number in numbers))
        for number, label in enumerate(labels)
    )
    ends = [
        each.content.get("choices")
        for each in own
        if each.kind in ("poll-resolution", "poll_resolution")
    ]
    numbers = _numbers(ends[-1], len(labels)) if ends else None
    return Poll(
        title=_title(content.get("title")),
        body=_text(content.get("body")).strip(),
        choices=tuple(results),
        voters=len(chosen),
        closes=closes,
        refused=refused,
        decided=tuple(labels[number] for number in sorted(numbers or ())),
    )


def _choices(details: object) -> list[str]:
    choices = details.get("choices") if isinstance(details, Mapping) else None
    listed = choices[:_MOST_CHOICES] if isinstance(choices, list) else []
    return [each if isinstance(each, str) else str(each) for each in listed]


def _choices_in(details: object, kind: str, count: int) -> frozenset[int] | None:
    """The indices of the choices in a position; None if the position is invalid."""
    if not isinstance(details, Mapping) or _text(details.get("type")) not in ("", kind):
        return None
    choice = details.get("choice")
    return _numbers(details.get("choices") if choice is None else [choice], count)


def _numbers(values: object, count: int) -> frozenset[int] | None:
    if not isinstance(values, list):
        return None
    for each in values:
        if isinstance(each, bool) or not isinstance(each, int) or not 0 <= each < count:
            return None
    return frozenset(values)


# Chess


def _chess(first: Contribution, others: Sequence[Contribution]) -> ChessGame:
    accepts = [each for each in others if each.kind == "chess_invite_accept"]
    invited = first.content.get("inviting")
    if not is_feed_id(invited):  # the first one to accept an open challenge is the opponent
        invited = next((each.author for each in accepts if each.author != first.author), "")
    white, black = first.author, invited
    if first.content.get("myColor") == "black":
        white, black = black, white
    own = [each for each in others if each.author in (white, black) and each.kind in _MOVES]
    taken: dict[int, Contribution] = {}
    for each in own:
        ply = each.content.get("ply")
        if isinstance(ply, bool) or not isinstance(ply, int) or not 0 < ply < _MOST_PLIES:
            continue
        # If a player made two moves at one position, the first one counts.
        if each.author == (white if ply % 2 else black) and _text_of_move(each.content):
            taken.setdefault(ply, each)
    moves = [taken[ply] for ply in sorted(taken)]
    end = next((each for each in own if each.kind in _ENDS and _final_status(each)), None)
    positions = [_text(each.content.get("fen")) for each in moves]
    return ChessGame(
        white=white,
        black=black,
        moves=tuple(ChessMove(ply, _text_of_move(taken[ply].content)) for ply in sorted(taken)),
        fen=next(filter(None, reversed(positions)), ""),
        is_accepted=any(each.author == invited for each in (*accepts, *own)),
        end=_final_status(end) if end else "",
        winner=_winner(end, white, black) if end else "",
    )


def _text_of_move(content: Mapping[str, Any]) -> str:
    """A move in algebraic notation."""
    if move := _text(content.get("pgnMove")):
        return move[:16]
    origin, target = _text(content.get("orig")), _text(content.get("dest"))
    return f"{origin[:2]}–{target[:2]}" if origin and target else ""


def _final_status(each: Contribution) -> str:
    status = _text(each.content.get("status"))
    return status if status in ("mate", "draw", "resigned") else ""


def _winner(end: Contribution, white: str, black: str) -> str:
    other = black if end.author == white else white
    return {"mate": end.author, "resigned": other}.get(_final_status(end), "")


# Books


def _book(first: Contribution, others: Sequence[Contribution]) -> Book:
    about = [each for each in others if each.kind in ("about", "bookclubUpdate")]
    common = [first, *(each for each in about if not _is_review(each))]
    reviews: dict[str, Review] = {}
    for each in (first, *about):
        if _is_review(each):
            reviews.pop(each.author, None)
            reviews[each.author] = _review(each)
    series = (_latest(common, "series", _title), _latest(common, "seriesNo", _title))
    return Book(
        title=_latest(common, "title", _title),
        authors=_latest(common, "authors", _title) or _latest(common, "author", _title),
        series=" ".join(filter(None, series)),
        description=_latest(common, "description", _text),
        reviews=tuple(reviews.values()),
        image=_latest(common, "image", _blob),
    )


def _is_review(each: Contribution) -> bool:
    return any(each.content.get(field) for field in _SUBJECTIVE)


def _review(each: Contribution) -> Review:
    content = each.content
    rating, most = _number(content.get("rating")), _number(content.get("ratingMax"))
    is_on_scale = rating is not None and most is not None and 0 <= rating <= most and most > 0
    parts = (_title(content.get("rating")), _title(content.get("ratingMax")))
    return Review(
        author=each.author,
        rating=rating if is_on_scale else None,
        most=most if is_on_scale else None,
        rating_text=" / ".join(filter(None, parts)) if parts[0] else "",
        text=_text(content.get("review")).strip(),
        shelf=_title(content.get("shelve")) or _title(content.get("shelves")),
    )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if isfinite(number) else None


# Fields


def _latest(said: Sequence[Contribution], field: str, read: Callable[[object], Any]) -> Any:
    """The latest nonempty value of a field, as read by `read`."""
    for each in reversed(said):
        value = read(each.content.get(field))
        if value not in (None, ""):
            return value
    return read(None)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _blob(value: object) -> str:
    """The id of a blob, or of the first of several; some programs wrap it in an object."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, Mapping):
        value = value.get("link")
    blob = _text(value).partition("?")[0]
    return blob if is_blob_id(blob) else ""


def _title(value: object) -> str:
    """A title: a text, a number, several of them, or the value of a tangled record."""
    if isinstance(value, Mapping):
        value = value.get("set")
    if isinstance(value, list):
        return ", ".join(filter(None, map(_plain, value[:12])))
    return _plain(value)


def _plain(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15:
        return f"{value:g}"
    return _text(value)


ACTIVITIES: Mapping[str, Callable[[Contribution, Sequence[Contribution]], Activity | None]] = {
    "gathering": _gathering,
    "poll": _poll,
    "chess_invite": _chess,
    "bookclub": _book,
}
"""The types of messages that begin an activity."""
