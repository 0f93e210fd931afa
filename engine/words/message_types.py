"""Message types: the sentence for each, and the facts shown below it.

Only this module knows the types: to add one, write its sentence, its facts, and a line in `TYPES`.
After the schemas of Patchwork, Oasis, ssb-gathering, ssb-blog, ssb-poll-schema, ssb-book-schema,
ssb-chess, git-ssb and ssb-issues. Malformed content has no sentence, and is shown like an unknown
type: field by field.
"""

import re
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from engine import wording
from engine.drawing.chess_board import position
from engine.message.formats import is_message
from engine.reduce.activities import (
    Activity,
    Book,
    ChessGame,
    ChessMove,
    Gathering,
    Poll,
    Review,
    milliseconds,
)
from engine.reduce.labels import set_label
from engine.tangle.labels import revision_label
from engine.tangle.references import names_feed
from engine.tangle.revisions import Mark
from engine.wording import later, plural, tr
from engine.words.text import Call, clean, clean_name, joined, own_fields, published, scalar
from engine.words.times import full as time_and_date

MOST_FACTS = 16
SENTENCE = -1
_LONGEST_FACT = 600
_LONGEST_FIELD = 160
_MOST_LISTED = 12
_LONGEST_MOVES = 2000

MessageContent: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = list[tuple[str, str]]
"""Labels and texts."""


def _no_facts(_content: MessageContent, _call: Call) -> Facts:
    return []


def _nothing_of_self(_content: MessageContent, _author: str) -> None:
    return None


@dataclass(frozen=True, slots=True)
class MessageType:
    """How messages of a type are put into words."""

    summarize: Callable[[MessageContent, Call], str | None]
    """A sentence to follow the author's name; None where a message is malformed."""
    facts: Callable[[MessageContent, Call], Facts] = _no_facts
    of_self: Callable[[MessageContent, str], str | None] = _nothing_of_self
    """The sentence if it is about its author, whose feed is given; None if it isn't."""
    title: str = ""
    """The field with the title that other messages use for it; "" for none."""


class NameLink(NamedTuple):
    """A name in the label (0) or the text (1) of a fact, and the person or message it leads to."""

    fact: int
    """The number of the fact; SENTENCE for the sentence, which is a text."""
    part: int
    start: int
    end: int
    target: str
    """The feed or the message."""


@dataclass(frozen=True, slots=True)
class Details:
    """What is shown for a message that isn't a text: a sentence, facts, a chess position."""

    summary: str
    facts: Facts
    board: tuple[str, ...] | None = None
    picture: str = ""
    """The blob of the picture of a gathering or a book."""
    names: tuple[NameLink, ...] = ()
    """The names in the sentence and the facts, in their order."""

    def names_in(self, fact: int, part: int = 1) -> list[NameLink]:
        """The names in the text of a fact, or in its label."""
        return [name for name in self.names if (name.fact, name.part) == (fact, part)]


def type_of(content: MessageContent) -> MessageType | None:
    """The type of a message, if it is known."""
    kind = content.get("type")
    if isinstance(kind, Mark):
        return _REVISION
    return TYPES.get(_SET if kind.startswith(_SET) else kind) if isinstance(kind, str) else None


def summary_of(content: MessageContent, call: Call, author: str = "") -> str | None:
    """The sentence for a message by the feed `author`; None if it is malformed or unknown."""
    known = type_of(content)
    if known is None:
        return None
    return known.of_self(content, author) or known.summarize(content, call)


def details_of(
    content: MessageContent,
    call: Call,
    sentence: str,
    activity: Activity | None = None,
    author: str = "",
) -> Details:
    """The details of a message whose line is `sentence`, and of the `activity` that it begins."""
    known = type_of(content)
    if known and (text := summary_of(content, call, author)):
        [(_, text), *facts], names = _with_names(
            lambda marking: [
                ("", summary_of(content, marking, author) or ""),
                *(
                    known.facts(content, marking)[:MOST_FACTS]
                    if activity is None
                    else _unsaid(facts_of(activity, marking), text)
                ),
            ],
            call,
        )
        if activity is None:
            return Details(text, facts, position(content.get("fen")), names=names)
        picture = activity.image if isinstance(activity, Gathering | Book) else ""
        return Details(text, facts, _board(activity), picture, names)
    if not sentence.startswith(published(content)):
        return Details(sentence, [])  # a metafeed or a group, which have sentences of their own
    fields = [(name, _value(value)) for name, value in own_fields(content)[:MOST_FACTS]]
    return Details(published(content), fields)


_MARK = "\uffff"
"""Encloses names while facts are put together; texts of messages are cleaned of it."""
_MARKED = re.compile(f"{_MARK}([0-9]+):([^{_MARK}]*){_MARK}")


def _with_names(make: Callable[[Call], Facts], call: Call) -> tuple[Facts, tuple[NameLink, ...]]:
    """What `make` puts together with `call`, sentence first, and where it names something."""
    targets: list[str] = []

    def marking(identity: str) -> str:
        name = call(identity).replace(_MARK, "")
        if not (names_feed(identity) or is_message(identity)):
            return name
        targets.append(identity)
        return f"{_MARK}{len(targets) - 1}:{name}{_MARK}"

    names: list[NameLink] = []

    def unmarked(marked: str, fact: int, part: int) -> str:
        text, end = "", 0
        for found in _MARKED.finditer(marked):
            text += marked[end : found.start()]
            start, end = len(text), found.end()
            text += found[2]
            names.append(NameLink(fact, part, start, len(text), targets[int(found[1])]))
        return text + marked[end:]

    facts = [
        (unmarked(label, number, 0), unmarked(text, number, 1))
        for number, (label, text) in enumerate(make(marking), start=SENTENCE)
    ]
    return facts, tuple(names)


def title_of(content: MessageContent) -> str:
    """The title of what a message begins, such as a gathering or a poll; "" for none."""
    known = type_of(content)
    return _name(content.get(known.title)) if known and known.title else ""


def title_above(content: MessageContent) -> str:
    """The title of a message that has text as well, for the types that do."""
    is_titled = content.get("type") in ("issue", "pull-request")
    return _name(content.get("title")) if is_titled else ""


def cut(text: str) -> str:
    """A text cut to the length of a field."""
    return clean(text, _LONGEST_FIELD)


def _value(value: object) -> str:
    """A field of an unknown type: lists and objects are written out, one level deep."""
    match value:
        case list():
            listed = ", ".join(scalar(each) for each in value[:_MOST_LISTED])
            return clean(listed + (", …" if len(value) > _MOST_LISTED else ""), _LONGEST_FACT)
        case dict():
            pairs = list(value.items())[:_MOST_LISTED]
            written = ", ".join(f"{clean_name(str(name))}: {scalar(each)}" for name, each in pairs)
            return clean(written, _LONGEST_FACT)
    return clean(scalar(value), _LONGEST_FACT)


def _name(value: object) -> str:
    """A text on one line; of a tangled record, what it is set to."""
    if isinstance(value, Mapping):
        value = value.get("set")
    return clean_name(value) if isinstance(value, str) else ""


def _text(value: object) -> str:
    return clean(value.strip(), _LONGEST_FACT) if isinstance(value, str) else ""


def _moment(value: float | None) -> str:
    return "" if value is None else time_and_date(value)


def _named(*facts: tuple[str, str]) -> Facts:
    """The facts that aren't empty."""
    return [(label, text) for label, text in facts if text]


def _when(value: object) -> str:
    """A time as gatherings and polls write it: milliseconds, or ISO 8601."""
    moment = milliseconds(value)
    return "" if moment is None else time_and_date(moment)


def _vote(content: MessageContent, call: Call) -> str | None:
    vote = content.get("vote")
    if not isinstance(vote, Mapping):
        return None
    value = vote.get("value")
    link = vote.get("link")
    if not isinstance(value, int | float) or not isinstance(link, str):
        return None
    name = call(link)
    if value > 0:
        return tr("likes {name}", name=name)
    return tr("no longer likes {name}", name=name) if value == 0 else tr("flags {name}", name=name)


def _contact(content: MessageContent, call: Call) -> str | None:
    other = content.get("contact")
    if not isinstance(other, str):
        return None
    name = call(other)
    if content.get("blocking") is True:
        return tr("blocks {name}", name=name)
    following = content.get("following")
    if isinstance(following, bool):
        return (
            tr("follows {name}", name=name)
            if following
            else tr("no longer follows {name}", name=name)
        )
    return tr("no longer blocks {name}", name=name) if content.get("blocking") is False else None


def _about(content: MessageContent, call: Call) -> str | None:
    subject = content.get("about")
    if not isinstance(subject, str):
        return None
    about = call(subject)
    if isinstance(content.get("name"), str):
        return tr(
            "sets the name of {about} to “{name}”", about=about, name=clean_name(content["name"])
        )
    if isinstance(content.get("title"), str):
        return tr("titles {about} “{title}”", about=about, title=clean_name(content["title"]))
    return _about_event(content, about)


def _about_self(content: MessageContent, author: str) -> str | None:
    if not author or content.get("about") != author:
        return None
    if isinstance(agrees := content.get("publicWebHosting"), bool):
        return (
            tr("agrees to be shown on public web pages")
            if agrees
            else tr("doesn't want to be shown on public web pages")
        )
    if isinstance(content.get("name"), str):
        return tr("sets their name to “{name}”", name=clean_name(content["name"]))
    if "image" in content:
        return tr("sets their picture")
    if isinstance(content.get("description"), str):
        return tr("describes themselves: {text}", text=cut(content["description"]))
    return None


def _about_event(content: MessageContent, about: str) -> str | None:
    """What an `about` message says about a gathering or a book, or the picture it sets."""
    if isinstance(attendee := content.get("attendee"), Mapping):
        if attendee.get("remove"):
            return tr("won't come to {about}", about=about)
        return tr("will come to {about}", about=about)
    if "startDateTime" in content:
        return tr("sets the time of {about}", about=about)
    if isinstance(content.get("location"), str):
        return tr(
            "sets the place of {about} to {place}", about=about, place=cut(content["location"])
        )
    if "image" in content:
        return tr("gives {about} a picture", about=about)
    if "rating" in content or "review" in content:
        return tr("reviews {about}", about=about)
    if isinstance(content.get("description"), str):
        return tr("describes {about}: {text}", about=about, text=cut(content["description"]))
    return None


def _channel(content: MessageContent, _: Call) -> str | None:
    channel = content.get("channel")
    if not isinstance(channel, str):
        return None
    name = f"#{clean_name(channel)}"
    if content.get("subscribed") is False:
        return tr("unsubscribes from {name}", name=name)
    return tr("subscribes to {name}", name=name)


def _pub(content: MessageContent, _: Call) -> str | None:
    address = content.get("address")
    if isinstance(address, Mapping):
        address = address.get("host")
    if not isinstance(address, str):
        return None
    return tr("announces the pub {name}", name=clean_name(address))


def _gathering(content: MessageContent, _: Call) -> str | None:
    title = content.get("title")
    if isinstance(title, Mapping):
        title = title.get("set")
    if not isinstance(title, str):
        return tr("calls a gathering")  # most programs name it in a message of its own
    return tr("calls a gathering “{title}”", title=clean_name(title))


def _blog(content: MessageContent, _: Call) -> str | None:
    title, summary = content.get("title"), content.get("summary")
    if not isinstance(title, str):
        return None
    text = tr("writes “{title}”", title=clean_name(title))
    return f"{text}: {cut(summary)}" if isinstance(summary, str) and summary else text


def _tag(content: MessageContent, call: Call) -> str | None:
    message = content.get("message")
    if not isinstance(message, str):
        return None
    if content.get("tagged") is False:
        return tr("no longer tags {name}", name=call(message))
    return tr("tags {name}", name=call(message))


def _repository(content: MessageContent, _: Call) -> str | None:
    name = content.get("name")
    if not isinstance(name, str):
        return None
    return tr("creates the Git repository {name}", name=clean_name(name))


def _of_set(content: MessageContent, _: Call) -> str | None:
    return set_label(content)


# Activities, with all messages about them


def facts_of(activity: Activity, call: Call) -> Facts:
    """The facts that all messages about an activity add up to."""
    match activity:
        case Gathering():
            return _about_gathering(activity, call)
        case Poll():
            return _about_poll(activity, call)
        case ChessGame():
            return _about_game(activity, call)
        case Book():
            return _about_book(activity, call)


def _unsaid(facts: Facts, text: str) -> Facts:
    """The facts without a title that is already in the sentence."""
    return [each for each in facts if not (each[0] == tr("Title") and each[1] in text)]


def _board(activity: Activity) -> tuple[str, ...] | None:
    return position(activity.fen) if isinstance(activity, ChessGame) else None


def _people(feeds: Sequence[str], call: Call) -> str:
    """The number of people, and their names."""
    if not feeds:
        return ""
    names = [call(feed) for feed in feeds[:_MOST_LISTED]]
    if more := len(feeds) - len(names):
        names.append(plural("{n:,} others", "{n:,} other", more))
    return tr("{n:,}: {names}", n=len(feeds), names=joined(names))


def _about_gathering(activity: Gathering, call: Call) -> Facts:
    return _named(
        (tr("Title"), clean_name(activity.title)),
        (tr("When"), _moment(activity.start)),
        (tr("Until"), _moment(activity.end)),
        (tr("Where"), _text(activity.location)),
        (tr("About"), _text(activity.description)),
        (tr("Coming"), _people(activity.attending, call) or tr("no answers yet")),
        (tr("Not coming"), _people(activity.declined, call)),
    )


def _about_poll(activity: Poll, call: Call) -> Facts:
    shown = activity.choices[:_MOST_LISTED]
    results = []
    for number, choice in enumerate(shown, start=1):
        voters = _people(choice.voters, call) or "0"
        results.append((f"{number}.", f"{cut(choice.label)} — {voters}"))
    if more := len(activity.choices) - len(shown):
        results.append(("", plural("{n:,} more choices", "{n:,} more choice", more)))
    return [
        *_named(("", _text(activity.body))),
        *results,
        *_named(
            (tr("Votes"), wording.number(activity.voters)),
            (tr("Closes"), _moment(activity.closes)),
            (tr("Not counted"), _refused(activity.refused)),
            (tr("Outcome"), cut(", ".join(activity.decided))),
        ),
    ]


def _refused(count: int) -> str:
    if not count:
        return ""
    return plural("{n:,} answers, late or invalid", "{n:,} answer, late or invalid", count)


def _about_game(activity: ChessGame, call: Call) -> Facts:
    return _named(
        (tr("White"), call(activity.white) if activity.white else ""),
        (tr("Black"), call(activity.black) if activity.black else ""),
        (tr("Moves"), _moves(activity.moves)),
        (tr("State"), _state(activity, call)),
    )


def _moves(moves: Sequence[ChessMove]) -> str:
    """`1. e4 e5 2. Bc4`: black's move with dots where white's isn't known."""
    numbered = []
    for number, pair in groupby(moves, key=lambda move: (move.ply + 1) // 2):
        written = {move.ply % 2: clean_name(move.written) for move in pair}
        numbered.append(f"{number}. {' '.join((written.get(1, '…'), written.get(0, ''))).strip()}")
    text = " ".join(numbered)
    return text if len(text) <= _LONGEST_MOVES else f"… {text[-_LONGEST_MOVES:].partition(' ')[2]}"


def _state(activity: ChessGame, call: Call) -> str:
    match activity.end:
        case "mate":
            return tr("{name} has won by checkmate", name=call(activity.winner))
        case "resigned":
            loser = activity.black if activity.winner == activity.white else activity.white
            return tr("{name} has resigned", name=call(loser))
        case "draw":
            return tr("a draw")
    if not activity.is_accepted:
        return tr("not accepted yet")
    turn = activity.black if activity.moves and activity.moves[-1].ply % 2 else activity.white
    return tr("{name} to move", name=call(turn))


def _about_book(activity: Book, call: Call) -> Facts:
    mean = activity.mean
    count = len(activity.rated)
    rated = plural("{n:,} ratings", "{n:,} rating", count)
    shown = activity.reviews[-_MOST_LISTED:]
    reviews = [(call(each.author), _reviewed(each)) for each in reversed(shown)]
    if more := len(activity.reviews) - len(shown):
        reviews.append(("", plural("{n:,} more reviews", "{n:,} more review", more)))
    return [
        *_named(
            (tr("Title"), clean_name(activity.title)),
            (tr("By"), clean(activity.authors, _LONGEST_FACT)),
            (tr("Series"), clean_name(activity.series)),
            (tr("About"), _text(activity.description)),
            (tr("Rating"), "" if mean is None else f"{_mean(activity, mean)} ({rated})"),
        ),
        *_named(*reviews),
    ]


def _mean(activity: Book, mean: float) -> str:
    """The mean on the scale of all ratings; in percent where they have several."""
    scales = {each.most for each in activity.rated}
    if len(scales) > 1:
        return tr("{percent:.0f}%", percent=mean * 100)
    most = scales.pop() or 0
    return f"{wording.number(mean * most, '.2g')} / {most:g}"


def _reviewed(review: Review) -> str:
    """A rating, a review and a shelf on one line."""
    shelf = tr("shelf {name}", name=clean_name(review.shelf)) if review.shelf else ""
    parts = (cut(review.rating_text), shelf, clean(review.text, _LONGEST_FACT))
    return " · ".join(filter(None, parts))


def part_in(activity: Activity, people: Set[str], call: Call) -> tuple[str, str] | None:
    """What the person with feeds `people` does in an activity, and its title; None for nothing."""
    match activity:
        case Gathering() if people & {*activity.attending}:
            return tr("comes to"), clean_name(activity.title) or tr("a gathering")
        case Poll():
            chosen = [each.label for each in activity.choices if people & {*each.voters}]
            title = clean_name(activity.title)
            return (tr("answers"), f"{title} — {cut(', '.join(chosen))}") if chosen else None
        case ChessGame() if people & {*activity.players}:
            others = [call(player) for player in activity.players if player not in people]
            against = tr("chess with {names}", names=joined(others)) if others else tr("chess")
            return tr("plays"), f"{against} — {_state(activity, call)}"
        case Book():
            found = [_reviewed(each) for each in activity.reviews if each.author in people]
            return (tr("reviews"), f"{clean_name(activity.title)} — {found[-1]}") if found else None
    return None


# Gatherings and blogs


def _gathering_facts(content: MessageContent, _: Call) -> Facts:
    return _named(
        (tr("When"), _when(content.get("startDateTime"))),
        (tr("Where"), _text(content.get("location"))),
        (tr("About"), _text(content.get("description"))),
    )


def _about_facts(content: MessageContent, call: Call) -> Facts:
    """The facts that the sentence doesn't contain."""
    if _is_in_sentence(content):
        return []
    rating, most = content.get("rating"), content.get("ratingMax")
    rated = " / ".join(_name(each) or scalar(each) for each in (rating, most) if each is not None)
    return [
        *_gathering_facts(content, call),
        *_named(
            (tr("Rating"), cut(rated) if rating is not None else ""),
            (tr("Review"), _text(content.get("review"))),
            (tr("Shelf"), _name(content.get("shelve"))),
        ),
    ]


def _is_in_sentence(content: MessageContent) -> bool:
    """Whether the sentence of an `about` message contains all its facts."""
    said = {*content} - {"type", "about", "root", "branch", "tangles", "mentions", "recps"}
    return said in ({"description"}, {"location"})


# Polls


def _poll(content: MessageContent, _: Call) -> str | None:
    title = _name(content.get("title"))
    return tr("asks “{title}”", title=title) if title and _choices(content) is not None else None


def _choices(content: MessageContent) -> list[Any] | None:
    details = content.get("details")
    choices = details.get("choices") if isinstance(details, Mapping) else None
    return choices if isinstance(choices, list) else None


def _poll_facts(content: MessageContent, _: Call) -> Facts:
    choices = _choices(content) or []
    offered = [(f"{number}.", cut(scalar(each))) for number, each in enumerate(choices, start=1)]
    return [
        *_named(("", _text(content.get("body")))),
        *offered[:_MOST_LISTED],
        *_named((tr("Closes"), _when(content.get("closesAt")))),
    ]


def _position(content: MessageContent, _: Call) -> str | None:
    details = content.get("details")
    choice = details.get("choice") if isinstance(details, Mapping) else None
    if isinstance(choice, bool) or not isinstance(choice, int):
        return None
    return tr("chooses answer {number}", number=choice + 1)


def _position_facts(content: MessageContent, _: Call) -> Facts:
    return _named((tr("Reason"), _text(content.get("reason"))))


# Books


def _book(content: MessageContent, _: Call) -> str | None:
    title = _name(content.get("title"))
    return tr("adds the book “{title}”", title=title) if title else None


def _book_update(content: MessageContent, call: Call) -> str | None:
    book = content.get("updates")
    return tr("changes the book {name}", name=call(book)) if isinstance(book, str) else None


def _book_facts(content: MessageContent, _: Call) -> Facts:
    authors = content.get("authors", content.get("author"))
    series = " ".join(filter(None, (_name(content.get("series")), _name(content.get("seriesNo")))))
    return _named(
        (tr("By"), _name(authors) or (_value(authors) if isinstance(authors, list) else "")),
        (tr("Series"), series),
        (tr("About"), _text(content.get("description"))),
    )


# Chess


def _invitation(content: MessageContent, call: Call) -> str | None:
    other, colour = content.get("inviting"), content.get("myColor")
    if not isinstance(other, str):
        return tr("offers a game of chess") if content.get("challenge") else None
    side = {"white": tr("plays white"), "black": tr("plays black")}.get(str(colour), "")
    invites = tr("invites {name} to a game of chess", name=call(other))
    return f"{invites}, {side}" if side else invites


def _accepts(_content: MessageContent, _: Call) -> str:
    return tr("accepts the game of chess")


def _move(content: MessageContent, _: Call) -> str | None:
    move = _name(content.get("pgnMove"))
    if not move:
        origin, target = _name(content.get("orig")), _name(content.get("dest"))
        move = f"{origin}–{target}" if origin and target else ""
    return tr("plays {move}", move=_numbered(content.get("ply"), move)) if move else None


def _numbered(ply: object, move: str) -> str:
    """`4. Qxf7#` for white, `4… Nf6` for black."""
    if isinstance(ply, bool) or not isinstance(ply, int) or not 0 < ply < 10_000:
        return move
    return f"{(ply + 1) // 2}{'.' if ply % 2 else '…'} {move}"


def _game_end(content: MessageContent, call: Call) -> str | None:
    ends = {
        "mate": tr("wins the game by checkmate"),
        "draw": tr("ends the game in a draw"),
        "resigned": tr("resigns the game"),
    }
    ended = ends.get(str(content.get("status")))
    move = _move(content, call)
    return f"{move}: {ended}" if ended and move else ended


def _chess_chat(content: MessageContent, _: Call) -> str | None:
    message = _text(content.get("msg"))
    return tr("says at the board: {text}", text=message) if message else None


# Repositories and tickets


def _update(content: MessageContent, call: Call) -> str | None:
    repository = content.get("repo")
    return tr("pushes to {name}", name=call(repository)) if isinstance(repository, str) else None


def _update_facts(content: MessageContent, _: Call) -> Facts:
    refs, commits = content.get("refs"), content.get("commits")
    names = refs if isinstance(refs, Mapping) else {}
    branches = [str(name).removeprefix("refs/heads/") for name in names]
    titles = [
        _name(each.get("title"))
        for each in (commits if isinstance(commits, list) else [])
        if isinstance(each, Mapping)
    ]
    found = _named((tr("Branches"), cut(", ".join(map(clean_name, branches[:_MOST_LISTED])))))
    if len(titles) > _MOST_LISTED:
        more = plural("{n:,} more", "{n:,} more", len(titles) - _MOST_LISTED)
        return [*found, *(("·", title) for title in titles[:_MOST_LISTED]), ("", more)]
    return [*found, *(("·", title) for title in titles if title)]


def _issue(content: MessageContent, _: Call) -> str | None:
    title = _name(content.get("title"))
    return tr("opens the ticket “{title}”", title=title) if title else None


def _issue_edit(content: MessageContent, call: Call) -> str | None:
    issue, is_open = content.get("issue"), content.get("open")
    if not isinstance(issue, str):
        return None
    if isinstance(is_open, bool):
        name = call(issue)
        return tr("reopens {name}", name=name) if is_open else tr("closes {name}", name=name)
    return tr("changes the ticket {name}", name=call(issue))


def _pull_request(content: MessageContent, _: Call) -> str | None:
    branch, base = _name(content.get("headBranch")), _name(content.get("baseBranch"))
    return tr("asks to merge {branch} into {base}", branch=branch, base=base) if branch else None


def _revision(content: MessageContent, call: Call) -> str | None:
    return revision_label(content, call, _moment)


def _proposed(content: MessageContent, _: Call) -> Facts:
    return _named((tr("Proposed"), _text(content.get("proposed"))))


_REVISION = MessageType(_revision, _proposed)
"""How a message is put into words that was deleted, or that changes another one."""


def _tombstone(content: MessageContent, call: Call) -> str | None:
    target = content.get("target")
    return tr("deletes {name}", name=call(target)) if isinstance(target, str) else None


# Oasis: src/models in its repository


def _titled(sentence: str, field: str = "title") -> MessageType:
    """A type of Oasis whose messages have a title, and other fields of a few kinds."""

    def summarize(content: MessageContent, _: Call) -> str | None:
        title = _name(content.get(field))
        return tr(sentence, title=title) if title else None

    return MessageType(summarize, _fields_of_oasis, title=field)


def _fields_of_oasis(content: MessageContent, call: Call) -> Facts:
    to = content.get("to")
    return _named(
        (tr("To"), call(to) if isinstance(to, str) and names_feed(to) else ""),
        (tr("When"), _when(content.get("date") or content.get("startTime"))),
        (tr("Until"), _when(content.get("endTime") or content.get("deadline"))),
        (tr("Where"), _text(content.get("location"))),
        (tr("About"), _text(content.get("description"))),
        *((tr(label), _plain(content.get(name))) for name, label in _OF_OASIS.items()),
        (tr("Choices"), joined(_texts(content.get("options")))),
        (tr("Tags"), ", ".join(_texts(content.get("tags")))),
    )


_OF_OASIS = {
    "category": later("Category"),
    "priority": later("Priority"),
    "severity": later("Severity"),
    "price": later("Price"),
    "amount": later("Amount"),
    "salary": later("Salary"),
    "goal": later("Goal"),
    "url": later("Address"),
    "status": later("Status"),
}
"""Fields with a word or a number, by name."""


def _texts(value: object) -> list[str]:
    texts = value[:_MOST_LISTED] if isinstance(value, list) else []
    return [clean_name(text) for text in texts if isinstance(text, str)]


def _plain(value: object) -> str:
    """A word or a number on one line."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return cut(scalar(value)) if is_number or isinstance(value, str) else ""


def _opinion(content: MessageContent, call: Call) -> str | None:
    target, category = content.get("target"), _name(content.get("category"))
    if not isinstance(target, str) or not category:
        return None
    return tr("calls {name} “{category}”", name=call(target), category=category)


def _attends(content: MessageContent, call: Call) -> str | None:
    target = content.get("target")
    if not isinstance(target, str):
        return None
    if content.get("on") is False:
        return tr("won't come to {about}", about=call(target))
    return tr("will come to {about}", about=call(target))


def _refeeds(content: MessageContent, call: Call) -> str | None:
    root = content.get("root")
    if content.get("action") != "refeed" or not isinstance(root, str):
        return None
    return tr("passes {name} on", name=call(root))


_OASIS: Mapping[str, MessageType] = {
    "event": _titled(later("announces the event “{title}”")),
    "task": _titled(later("sets the task “{title}”")),
    "report": _titled(later("reports “{title}”")),
    "project": _titled(later("begins the project “{title}”")),
    "market": _titled(later("offers “{title}”")),
    "shop": _titled(later("opens the shop “{title}”")),
    "job": _titled(later("offers the job “{title}”")),
    "housing": _titled(later("offers the home “{title}”")),
    "transfer": _titled(later("transfers for “{title}”"), "concept"),
    "image": _titled(later("shows the picture “{title}”")),
    "audio": _titled(later("shares the recording “{title}”")),
    "video": _titled(later("shares the video “{title}”")),
    "document": _titled(later("shares the document “{title}”")),
    "torrent": _titled(later("shares the torrent “{title}”")),
    "bookmark": _titled(later("bookmarks {title}"), "url"),
    "votes": _titled(later("asks “{title}”"), "question"),
    "tribe": _titled(later("begins the tribe “{title}”")),
    "calendar": _titled(later("begins the calendar “{title}”")),
    "pad": _titled(later("begins the pad “{title}”")),
    "map": _titled(later("draws the map “{title}”")),
    "chat": _titled(later("begins the chat “{title}”")),
    "curriculum": _titled(later("describes the skills of “{title}”"), "name"),
    "eventAttend": MessageType(_attends),
    "feed-action": MessageType(_refeeds),
    **{
        f"{kind}Opinion": MessageType(_opinion)
        for kind in (
            *("audio", "blog", "bookmark", "document", "event", "feed", "image", "industry"),
            *("project", "report", "task", "torrent", "video", "votes"),
        )
    },
}

_SET = "set_v1__"
TYPES: Mapping[str, MessageType] = {
    "vote": MessageType(_vote),
    "contact": MessageType(_contact),
    "about": MessageType(_about, _about_facts, _about_self),
    "channel": MessageType(_channel),
    "pub": MessageType(_pub),
    "gathering": MessageType(_gathering, _gathering_facts, title="title"),
    "blog": MessageType(_blog, title="title"),
    "tag": MessageType(_tag),
    "poll": MessageType(_poll, _poll_facts, title="title"),
    "position": MessageType(_position, _position_facts),
    "bookclub": MessageType(_book, _book_facts, title="title"),
    "bookclubUpdate": MessageType(_book_update, _book_facts),
    "chess_invite": MessageType(_invitation),
    "chess_invite_accept": MessageType(_accepts),
    "chess_move": MessageType(_move),
    "chess_game_end": MessageType(_game_end),
    "ssb_chess_game_end": MessageType(_game_end),
    "chess_chat": MessageType(_chess_chat),
    "ssb_chess_chat": MessageType(_chess_chat),
    "git-repo": MessageType(_repository, title="name"),
    "git-update": MessageType(_update, _update_facts),
    "issue": MessageType(_issue, title="title"),
    "issue-edit": MessageType(_issue_edit),
    "pull-request": MessageType(_pull_request, title="title"),
    "pzp-root": MessageType(_of_set),
    "pzp-erased": MessageType(_of_set),
    "tombstone": MessageType(_tombstone),
    **_OASIS,
    _SET: MessageType(_of_set),
}
"""Every type that is known, by its name; names of sets begin alike."""
