"""Message types: what each says in a sentence, and which facts are shown below it.

This is the one place that knows types: to add one, write what it tells, what it holds, and a line
in `TYPES`. After the schemas of Patchwork, ssb-gathering, ssb-blog, ssb-poll-schema,
ssb-book-schema, ssb-chess, git-ssb and ssb-issues. Whatever is malformed tells nothing, and is
shown as an unknown type is: field by field.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from engine.drawing.chess_board import position
from engine.reduce.labels import set_label
from engine.wording import plural, tr
from viewer import times
from viewer.words import Call, clean, clean_name, own_fields, published, scalar

MOST_FACTS = 16
_LONGEST_FACT = 600
_LONGEST_FIELD = 160
_MOST_LISTED = 12

MessageContent: TypeAlias = Mapping[str, Any]
Facts: TypeAlias = list[tuple[str, str]]
"""Labels and texts."""


def _no_facts(_content: MessageContent, _call: Call) -> Facts:
    return []


@dataclass(frozen=True, slots=True)
class MessageType:
    """What messages of a type say."""

    tell: Callable[[MessageContent, Call], str | None]
    """A sentence to follow the author's name; None where a message is malformed."""
    facts: Callable[[MessageContent, Call], Facts] = _no_facts


@dataclass(frozen=True, slots=True)
class Details:
    """What is shown of a message that is no writing: a sentence, facts, a position of chess."""

    told: str
    facts: Facts
    board: tuple[str, ...] | None = None


def type_of(content: MessageContent) -> MessageType | None:
    """What is known of the type of a message; None where nothing is."""
    kind = content.get("type")
    return TYPES.get(_SET if kind.startswith(_SET) else kind) if isinstance(kind, str) else None


def details_of(content: MessageContent, call: Call, sentence: str) -> Details:
    """What is shown of a message whose line is `sentence`."""
    known = type_of(content)
    told = known.tell(content, call) if known else None
    if known and told:
        facts = known.facts(content, call)[:MOST_FACTS]
        return Details(told, facts, position(content.get("fen")))
    if not sentence.startswith(published(content)):
        return Details(sentence, [])  # a metafeed or a group, which have sentences of their own
    fields = [(name, _value(value)) for name, value in own_fields(content)[:MOST_FACTS]]
    return Details(published(content), fields)


def title_above(content: MessageContent) -> str:
    """The title of a message that has text as well, for the types that do."""
    is_titled = content.get("type") in ("issue", "pull-request")
    return _name(content.get("title")) if is_titled else ""


def cut(text: str) -> str:
    """A text as short as a field may be."""
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


def _named(*facts: tuple[str, str]) -> Facts:
    """The facts that say something."""
    return [(label, text) for label, text in facts if text]


def _when(value: object) -> str:
    """A time as gatherings and polls write it: milliseconds, or ISO 8601."""
    if isinstance(value, Mapping):
        value = value.get("epoch")
    if isinstance(value, bool):
        return ""
    if isinstance(value, int | float):
        return times.full(value)
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
        return times.full(moment.timestamp() * 1000) if moment else ""
    except (ValueError, OverflowError, OSError):
        return ""


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


def _about_event(content: MessageContent, about: str) -> str | None:
    """What is said about a gathering or a book, or shown of anything."""
    if isinstance(attendee := content.get("attendee"), Mapping):
        if attendee.get("remove"):
            return tr("will not come to {about}", about=about)
        return tr("will come to {about}", about=about)
    if "startDateTime" in content:
        return tr("sets the time of {about}", about=about)
    if isinstance(content.get("location"), str):
        return tr("places {about} at {place}", about=about, place=cut(content["location"]))
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
        return None
    return tr("calls a gathering “{title}”", title=clean_name(title))


def _blog(content: MessageContent, _: Call) -> str | None:
    title, summary = content.get("title"), content.get("summary")
    if not isinstance(title, str):
        return None
    told = tr("writes “{title}”", title=clean_name(title))
    return f"{told}: {cut(summary)}" if isinstance(summary, str) and summary else told


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
    return tr("makes the git repository {name}", name=clean_name(name))


def _of_set(content: MessageContent, _: Call) -> str | None:
    return set_label(content)


# Gatherings and blogs


def _gathering_facts(content: MessageContent, _: Call) -> Facts:
    return _named(
        (tr("When"), _when(content.get("startDateTime"))),
        (tr("Where"), _text(content.get("location"))),
        (tr("About"), _text(content.get("description"))),
    )


def _about_facts(content: MessageContent, call: Call) -> Facts:
    """What the sentence about it doesn't say already."""
    if _is_told(content):
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


def _is_told(content: MessageContent) -> bool:
    """Whether the sentence of an `about` says all that there is."""
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


_SET = "set_v1__"
TYPES: Mapping[str, MessageType] = {
    "vote": MessageType(_vote),
    "contact": MessageType(_contact),
    "about": MessageType(_about, _about_facts),
    "channel": MessageType(_channel),
    "pub": MessageType(_pub),
    "gathering": MessageType(_gathering, _gathering_facts),
    "blog": MessageType(_blog),
    "tag": MessageType(_tag),
    "poll": MessageType(_poll, _poll_facts),
    "position": MessageType(_position, _position_facts),
    "bookclub": MessageType(_book, _book_facts),
    "bookclubUpdate": MessageType(_book_update, _book_facts),
    "chess_invite": MessageType(_invitation),
    "chess_invite_accept": MessageType(_accepts),
    "chess_move": MessageType(_move),
    "chess_game_end": MessageType(_game_end),
    "ssb_chess_game_end": MessageType(_game_end),
    "chess_chat": MessageType(_chess_chat),
    "ssb_chess_chat": MessageType(_chess_chat),
    "git-repo": MessageType(_repository),
    "git-update": MessageType(_update, _update_facts),
    "issue": MessageType(_issue),
    "issue-edit": MessageType(_issue_edit),
    "pull-request": MessageType(_pull_request),
    "pzp-root": MessageType(_of_set),
    "pzp-erased": MessageType(_of_set),
    _SET: MessageType(_of_set),
}
"""Every type that is known, by its name; names of sets begin alike."""
