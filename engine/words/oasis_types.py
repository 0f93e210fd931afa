"""The types of messages that Oasis publishes, after `src/models` in its repository."""

from collections.abc import Mapping

from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.wording import later, tr
from tanglescope.engine.words.text import (
    MOST_LISTED,
    Call,
    Facts,
    MessageContent,
    MessageType,
    clean_name,
    cut,
    joined,
    scalar,
    shown_name,
    shown_text,
    stated,
    stated_time,
)


def _type_with_title(sentence: str, field: str = "title") -> MessageType:
    """A type of Oasis whose messages have a title, and other fields of a few kinds."""

    def summarize(content: MessageContent, _: Call) -> str | None:
        title = shown_name(content.get(field))
        return tr(sentence, title=title) if title else None

    return MessageType(summarize, _fields_of_oasis, title=field)


def _fields_of_oasis(content: MessageContent, call: Call) -> Facts:
    to = content.get("to")
    return stated(
        (tr("To"), call(to) if isinstance(to, str) and names_feed(to) else ""),
        (tr("When"), stated_time(content.get("date") or content.get("startTime"))),
        (tr("Until"), stated_time(content.get("endTime") or content.get("deadline"))),
        (tr("Where"), shown_text(content.get("location"))),
        (tr("About"), shown_text(content.get("description"))),
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
    texts = value[:MOST_LISTED] if isinstance(value, list) else []
    return [clean_name(text) for text in texts if isinstance(text, str)]


def _plain(value: object) -> str:
    """A word or a number on one line."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return cut(scalar(value)) if is_number or isinstance(value, str) else ""


def _opinion(content: MessageContent, call: Call) -> str | None:
    target, category = content.get("target"), shown_name(content.get("category"))
    if not isinstance(target, str) or not category:
        return None
    return tr("calls {name} “{category}”", name=call(target), category=category)


def _about_target(on: str, off: str = "") -> MessageType:
    """A type whose messages do something to their `target`, or undo it if `on` is false."""

    def summarize(content: MessageContent, call: Call) -> str | None:
        target = content.get("target")
        if not isinstance(target, str):
            return None
        return tr(off if off and content.get("on") is False else on, name=call(target))

    return MessageType(summarize)


def _amount_for_target(sentence: str) -> MessageType:
    """A type whose messages offer an `amount` for their `target`."""

    def summarize(content: MessageContent, call: Call) -> str | None:
        target, amount = content.get("target"), _plain(content.get("amount"))
        if not isinstance(target, str) or not amount:
            return None
        return tr(sentence, amount=amount, name=call(target))

    return MessageType(summarize)


def _chooses(content: MessageContent, call: Call) -> str | None:
    target, choices = content.get("target"), content.get("choices", [content.get("choice")])
    chosen = joined(_texts(choices))
    if not isinstance(target, str) or not chosen:
        return None
    return tr("answers {name}: {choices}", name=call(target), choices=chosen)


def _scores(content: MessageContent, _: Call) -> str | None:
    game, score = shown_name(content.get("game")), _plain(content.get("score"))
    return tr("scores {score} in “{game}”", score=score, game=game) if game and score else None


def _refeeds(content: MessageContent, call: Call) -> str | None:
    root = content.get("root")
    if content.get("action") != "refeed" or not isinstance(root, str):
        return None
    return tr("passes {name} on", name=call(root))


OASIS: Mapping[str, MessageType] = {
    "event": _type_with_title(later("announces the event “{title}”")),
    "task": _type_with_title(later("sets the task “{title}”")),
    "report": _type_with_title(later("reports “{title}”")),
    "project": _type_with_title(later("begins the project “{title}”")),
    "market": _type_with_title(later("offers “{title}”")),
    "shop": _type_with_title(later("opens the shop “{title}”")),
    "job": _type_with_title(later("offers the job “{title}”")),
    "housing": _type_with_title(later("offers the home “{title}”")),
    "transfer": _type_with_title(later("transfers for “{title}”"), "concept"),
    "image": _type_with_title(later("shows the picture “{title}”")),
    "audio": _type_with_title(later("shares the recording “{title}”")),
    "video": _type_with_title(later("shares the video “{title}”")),
    "document": _type_with_title(later("shares the document “{title}”")),
    "torrent": _type_with_title(later("shares the torrent “{title}”")),
    "bookmark": _type_with_title(later("bookmarks {title}"), "url"),
    "votes": _type_with_title(later("asks “{title}”"), "question"),
    "tribe": _type_with_title(later("begins the tribe “{title}”")),
    "calendar": _type_with_title(later("begins the calendar “{title}”")),
    "pad": _type_with_title(later("begins the pad “{title}”")),
    "map": _type_with_title(later("draws the map “{title}”")),
    "chat": _type_with_title(later("begins the chat “{title}”")),
    "curriculum": _type_with_title(later("describes the skills of “{title}”"), "name"),
    "forum": _type_with_title(later("begins the forum “{title}”")),
    "shopProduct": _type_with_title(later("offers “{title}”")),
    "schoolCourse": _type_with_title(later("begins the course “{title}”")),
    "schoolLesson": _type_with_title(later("adds the lesson “{title}”")),
    "industry": _type_with_title(later("begins the workshop “{title}”"), "name"),
    "industryBlueprint": _type_with_title(later("publishes the blueprint “{title}”"), "name"),
    "calendarDate": _type_with_title(later("adds the date “{title}”"), "label"),
    "mapMarker": _type_with_title(later("marks “{title}” on a map"), "label"),
    "parliamentProposal": _type_with_title(later("proposes the law “{title}”")),
    "parliamentLaw": _type_with_title(later("passes the law “{title}”"), "question"),
    "courtsCase": _type_with_title(later("opens the case “{title}”")),
    "gameScore": MessageType(_scores),
    "pollVote": MessageType(_chooses),
    "votesVote": MessageType(_chooses),
    "pollClose": _about_target(later("closes {name}")),
    "eventAttend": _about_target(later("will come to {name}"), later("won't come to {name}")),
    "taskAssign": _about_target(later("takes on {name}"), later("gives {name} up")),
    "projectFollow": _about_target(later("follows {name}"), later("no longer follows {name}")),
    "projectPledge": _amount_for_target(later("pledges {amount} to {name}")),
    "marketBid": _amount_for_target(later("bids {amount} for {name}")),
    "marketPurchase": _about_target(later("buys {name}")),
    "transferConfirm": _about_target(later("confirms {name}")),
    "reportConfirm": _about_target(later("confirms {name}")),
    "feed-action": MessageType(_refeeds),
    **{
        f"{kind}Opinion": MessageType(_opinion)
        for kind in (
            *("audio", "blog", "bookmark", "document", "event", "feed", "housing", "image"),
            *("industry", "market", "poll", "project", "report", "school", "shop", "task"),
            *("torrent", "transfer", "video", "votes"),
        )
    },
}
