"""Message types: the sentence for each, and the facts shown below it.

Only this module and `oasis_types` know the types: to add one, write its sentence, its facts, and a
line in `TYPES`. After the schemas of Patchwork, ssb-gathering, ssb-blog, ssb-poll-schema,
ssb-book-schema, ssb-chess, git-ssb and ssb-issues. Malformed content has no sentence, and is shown
like an unknown type: field by field.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tanglescope.engine.drawing.chess_board import position
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.reduce.activities import (
    Activity,
    Book,
    Gathering,
)
from tanglescope.engine.reduce.sets import set_label
from tanglescope.engine.tangle.labels import revision_label
from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.tangle.revisions import Mark
from tanglescope.engine.words.activities import board_of, facts_of, unsaid
from tanglescope.engine.words.oasis_types import OASIS
from tanglescope.engine.words.text import (
    LONGEST_FACT,
    MOST_LISTED,
    Call,
    Facts,
    MessageContent,
    MessageType,
    about,
    clean,
    clean_name,
    cut,
    join_parts,
    own_fields,
    published_sentence,
    scalar,
    shown_name,
    shown_text,
    shown_time,
    stated_time,
    titled_type,
    without_empty,
)

MOST_FACTS = 16
SENTENCE = -1
_LONGEST_NUMBER = 4


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
                    else unsaid(facts_of(activity, marking), text)
                ),
            ],
            call,
        )
        if activity is None:
            return Details(text, facts, position(content.get("fen")), names=names)
        picture = activity.image if isinstance(activity, Gathering | Book) else ""
        return Details(text, facts, board_of(activity), picture, names)
    if not sentence.startswith(published_sentence(content)):
        return Details(sentence, [])  # a metafeed or a group, which have sentences of their own
    fields = [(name, _value(value)) for name, value in own_fields(content)[:MOST_FACTS]]
    return Details(published_sentence(content), fields)


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

    def unmark(marked: str, fact: int, part: int) -> str:
        text, end = "", 0
        for found in _MARKED.finditer(marked):
            text += marked[end : found.start()]
            start, end = len(text), found.end()
            text += found[2]
            names.append(NameLink(fact, part, start, len(text), targets[int(found[1])]))
        return text + marked[end:]

    facts = [
        (unmark(label, number, 0), unmark(text, number, 1))
        for number, (label, text) in enumerate(make(marking), start=SENTENCE)
    ]
    return facts, tuple(names)


def title_of(content: MessageContent) -> str:
    """The title of what a message begins, such as a gathering or a poll; "" for none."""
    known = type_of(content)
    return shown_name(content.get(known.title)) if known and known.title else ""


def title_above(content: MessageContent) -> str:
    """The title of a message that has text as well, for the types that do."""
    is_titled = content.get("type") in ("issue", "pull-request")
    return shown_name(content.get("title")) if is_titled else ""


def _value(value: object) -> str:
    """A field of an unknown type: lists and objects are written out, one level deep."""
    match value:
        case list():
            listed = ", ".join(scalar(each) for each in value[:MOST_LISTED])
            return clean(listed + (", …" if len(value) > MOST_LISTED else ""), LONGEST_FACT)
        case dict():
            pairs = list(value.items())[:MOST_LISTED]
            written = ", ".join(f"{clean_name(str(name))}: {scalar(each)}" for name, each in pairs)
            return clean(written, LONGEST_FACT)
    return clean(scalar(value), LONGEST_FACT)


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


def _flag(content: MessageContent, call: Call) -> str | None:
    flag = content.get("flag")
    if not isinstance(flag, Mapping) or not isinstance(link := flag.get("link"), str):
        return None
    reason = flag.get("reason")
    if isinstance(reason, str) and reason:
        return tr("flags {name}: {reason}", name=call(link), reason=cut(reason))
    if reason is False or "reason" not in flag:
        return tr("no longer flags {name}", name=call(link))
    return tr("flags {name}", name=call(link))


def _packages(content: MessageContent, _: Call) -> str | None:
    mentions = content.get("mentions")
    listed = mentions if isinstance(mentions, list) else []
    found = [each.get("name") for each in listed if isinstance(each, Mapping)]
    names = [clean_name(name.removeprefix("npm:")) for name in found if isinstance(name, str)]
    return tr("publishes the npm packages {names}", names=join_parts(names)) if names else None


def _contact(content: MessageContent, call: Call) -> str | None:
    other = content.get("contact")
    if not isinstance(other, str):
        return _unnamed_contact(content)
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


def _unnamed_contact(content: MessageContent) -> str | None:
    """The sentence where the feed is missing, as old programs published it."""
    match content.get("following"), content.get("blocking"):
        case _, True:
            return tr("blocks a feed, but doesn't name it")
        case True, _:
            return tr("follows a feed, but doesn't name it")
        case False, _:
            return tr("no longer follows a feed, but doesn't name it")
        case _, False:
            return tr("no longer blocks a feed, but doesn't name it")
    return None


def _about(content: MessageContent, call: Call) -> str | None:
    subject = content.get("about", content.get("link"))
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
    address = content.get("address", content.get("pub"))
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
    if message is None:
        return tr("creates a tag")  # an `about` names it
    if not isinstance(message, str):
        return None
    if content.get("tagged") is False:
        return tr("no longer tags {name}", name=call(message))
    return tr("tags {name}", name=call(message))


def _repository(content: MessageContent, call: Call) -> str | None:
    name, upstream = content.get("name"), content.get("upstream")
    if not isinstance(name, str):  # git-ssb names it in a message of its own
        if isinstance(upstream, str):
            return tr("forks the Git repository {name}", name=call(upstream))
        return tr("creates a Git repository")
    return tr("creates the Git repository {name}", name=clean_name(name))


def _of_set(content: MessageContent, _: Call) -> str | None:
    return set_label(content)


# Gatherings and blogs


def _gathering_facts(content: MessageContent, _: Call) -> Facts:
    return without_empty(
        (tr("When"), stated_time(content.get("startDateTime"))),
        (tr("Where"), shown_text(content.get("location"))),
        (tr("About"), shown_text(content.get("description"))),
    )


def _about_facts(content: MessageContent, call: Call) -> Facts:
    """The facts that the sentence doesn't contain."""
    if _is_in_sentence(content):
        return []
    rating, most = content.get("rating"), content.get("ratingMax")
    rated = " / ".join(
        shown_name(each) or scalar(each) for each in (rating, most) if each is not None
    )
    return [
        *_gathering_facts(content, call),
        *without_empty(
            (tr("Rating"), cut(rated) if rating is not None else ""),
            (tr("Review"), shown_text(content.get("review"))),
            (tr("Shelf"), shown_name(content.get("shelve"))),
        ),
    ]


def _is_in_sentence(content: MessageContent) -> bool:
    """Whether the sentence of an `about` message contains all its facts."""
    said = {*content} - {"type", "about", "root", "branch", "tangles", "mentions", "recps"}
    return said in ({"description"}, {"location"})


# Polls


def _poll(content: MessageContent, _: Call) -> str | None:
    title = shown_name(content.get("title", content.get("question")))
    return tr("asks “{title}”", title=title) if title and _choices(content) is not None else None


def _choices(content: MessageContent) -> list[Any] | None:
    details = content.get("details")
    # Oasis has them beside the question.
    choices = details.get("choices") if isinstance(details, Mapping) else content.get("options")
    return choices if isinstance(choices, list) else None


def _poll_facts(content: MessageContent, _: Call) -> Facts:
    choices = _choices(content) or []
    offered = [(f"{number}.", cut(scalar(each))) for number, each in enumerate(choices, start=1)]
    return [
        *without_empty(("", shown_text(content.get("body")))),
        *offered[:MOST_LISTED],
        *without_empty(
            (tr("Closes"), stated_time(content.get("closesAt", content.get("deadline"))))
        ),
    ]


def _position(content: MessageContent, _: Call) -> str | None:
    details = content.get("details")
    choice = details.get("choice") if isinstance(details, Mapping) else None
    if isinstance(choice, str) and choice.isdecimal() and len(choice) <= _LONGEST_NUMBER:
        choice = int(choice)  # as the first version of ssb-poll-schema wrote it
    if isinstance(choice, bool) or not isinstance(choice, int):
        return None
    return tr("chooses answer {number}", number=choice + 1)


def _position_facts(content: MessageContent, _: Call) -> Facts:
    return without_empty((tr("Reason"), shown_text(content.get("reason"))))


# Books


def _book_facts(content: MessageContent, _: Call) -> Facts:
    authors = content.get("authors", content.get("author"))
    series = " ".join(
        filter(None, (shown_name(content.get("series")), shown_name(content.get("seriesNo"))))
    )
    return without_empty(
        (tr("By"), shown_name(authors) or (_value(authors) if isinstance(authors, list) else "")),
        (tr("Series"), series),
        (tr("About"), shown_text(content.get("description"))),
    )


# Chess


def _invitation(content: MessageContent, call: Call) -> str | None:
    other, colour = content.get("inviting"), content.get("myColor")
    if not isinstance(other, str):
        return tr("offers a game of chess") if content.get("challenge") else None
    side = {"white": tr("plays white"), "black": tr("plays black")}.get(str(colour), "")
    invites = tr("invites {name} to a game of chess", name=call(other))
    return f"{invites}, {side}" if side else invites


def _move(content: MessageContent, _: Call) -> str | None:
    move = shown_name(content.get("pgnMove"))
    if not move:
        origin, target = shown_name(content.get("orig")), shown_name(content.get("dest"))
        move = f"{origin}–{target}" if origin and target else ""
    return tr("plays {move}", move=_number_move(content.get("ply"), move)) if move else None


def _number_move(ply: object, move: str) -> str:
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
    message = shown_text(content.get("msg"))
    return tr("says at the board: {text}", text=message) if message else None


# Repositories and tickets


def _update_facts(content: MessageContent, _: Call) -> Facts:
    refs, commits = content.get("refs"), content.get("commits")
    names = refs if isinstance(refs, Mapping) else {}
    branches = [str(name).removeprefix("refs/heads/") for name in names]
    titles = [
        shown_name(each.get("title"))
        for each in (commits if isinstance(commits, list) else [])
        if isinstance(each, Mapping)
    ]
    found = without_empty((tr("Branches"), cut(", ".join(map(clean_name, branches[:MOST_LISTED])))))
    if len(titles) > MOST_LISTED:
        more = plural("{n:,} more", "{n:,} more", len(titles) - MOST_LISTED)
        return [*found, *(("·", title) for title in titles[:MOST_LISTED]), ("", more)]
    return [*found, *(("·", title) for title in titles if title)]


def _issue_edit(content: MessageContent, call: Call) -> str | None:
    issue, is_open = content.get("issue"), content.get("open")
    if not isinstance(issue, str):
        return None
    if isinstance(is_open, bool):
        name = call(issue)
        return tr("reopens {name}", name=name) if is_open else tr("closes {name}", name=name)
    return tr("changes the ticket {name}", name=call(issue))


def _pull_request(content: MessageContent, _: Call) -> str | None:
    branch, base = shown_name(content.get("headBranch")), shown_name(content.get("baseBranch"))
    return tr("asks to merge {branch} into {base}", branch=branch, base=base) if branch else None


_REVISION = MessageType(
    lambda content, call: revision_label(content, call, shown_time),
    lambda content, _: without_empty((tr("Proposed"), shown_text(content.get("proposed")))),
)
"""How a message is put into words that was deleted, or that changes another one."""


_SET = "set_v1__"
TYPES: Mapping[str, MessageType] = {
    "vote": MessageType(_vote),
    "flag": MessageType(_flag),
    "npm-packages": MessageType(_packages),
    "contact": MessageType(_contact),
    "about": MessageType(_about, _about_facts, _about_self),
    "channel": MessageType(_channel),
    "pub": MessageType(_pub),
    "gathering": MessageType(_gathering, _gathering_facts, title="title"),
    "blog": MessageType(_blog, title="title"),
    "tag": MessageType(_tag),
    "poll": MessageType(_poll, _poll_facts, title="title"),
    "position": MessageType(_position, _position_facts),
    "bookclub": titled_type(later("adds the book “{title}”"), _book_facts),
    "bookclubUpdate": about("updates", later("changes the book {name}"), facts=_book_facts),
    "chess_invite": MessageType(_invitation),
    "chess_invite_accept": MessageType(lambda *_: tr("accepts the game of chess")),
    "chess_move": MessageType(_move),
    "chess_game_end": MessageType(_game_end),
    "ssb_chess_game_end": MessageType(_game_end),
    "chess_chat": MessageType(_chess_chat),
    "ssb_chess_chat": MessageType(_chess_chat),
    "git-repo": MessageType(_repository, title="name"),
    "git-update": about("repo", later("pushes to {name}"), facts=_update_facts),
    "issue": titled_type(later("opens the ticket “{title}”")),
    "issue-edit": MessageType(_issue_edit),
    "pull-request": MessageType(_pull_request, title="title"),
    "pzp-root": MessageType(_of_set),
    "pzp-erased": MessageType(_of_set),
    "tombstone": about("target", later("deletes {name}")),
    **OASIS,
    _SET: MessageType(_of_set),
}
"""Every type that is known, by its name; names of sets begin alike."""
