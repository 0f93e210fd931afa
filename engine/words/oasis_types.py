"""The types of messages that Oasis publishes, after `src/models` in its repository."""

from collections.abc import Mapping

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.words.text import (
    MOST_LISTED,
    Call,
    Facts,
    MessageContent,
    MessageType,
    about,
    clean_name,
    cut,
    join_parts,
    scalar,
    shown_name,
    shown_text,
    stated_time,
    titled_type,
    without_empty,
)


def _facts(content: MessageContent, call: Call) -> Facts:
    to = content.get("to")
    return without_empty(
        (tr("To"), call(to) if isinstance(to, str) and names_feed(to) else ""),
        (tr("When"), stated_time(content.get("date") or content.get("startTime"))),
        (tr("Until"), stated_time(content.get("endTime") or content.get("deadline"))),
        (tr("Where"), shown_text(content.get("location"))),
        (tr("About"), shown_text(content.get("description"))),
        *((tr(label), _plain(content.get(name))) for name, label in _OF_OASIS.items()),
        (tr("Choices"), join_parts(_texts(content.get("options")))),
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
    chosen = join_parts(_texts(choices))
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
    "event": titled_type(later("announces the event “{title}”"), _facts),
    "task": titled_type(later("sets the task “{title}”"), _facts),
    "report": titled_type(later("reports “{title}”"), _facts),
    "project": titled_type(later("begins the project “{title}”"), _facts),
    "market": titled_type(later("offers “{title}”"), _facts),
    "shop": titled_type(later("opens the shop “{title}”"), _facts),
    "job": titled_type(later("offers the job “{title}”"), _facts),
    "housing": titled_type(later("offers the home “{title}”"), _facts),
    "transfer": titled_type(later("transfers for “{title}”"), _facts, "concept"),
    "image": titled_type(later("shows the picture “{title}”"), _facts),
    "audio": titled_type(later("shares the recording “{title}”"), _facts),
    "video": titled_type(later("shares the video “{title}”"), _facts),
    "document": titled_type(later("shares the document “{title}”"), _facts),
    "torrent": titled_type(later("shares the torrent “{title}”"), _facts),
    "bookmark": titled_type(later("bookmarks {title}"), _facts, "url"),
    "votes": titled_type(later("asks “{title}”"), _facts, "question"),
    "tribe": titled_type(later("begins the tribe “{title}”"), _facts),
    "calendar": titled_type(later("begins the calendar “{title}”"), _facts),
    "pad": titled_type(later("begins the pad “{title}”"), _facts),
    "map": titled_type(later("draws the map “{title}”"), _facts),
    "chat": titled_type(later("begins the chat “{title}”"), _facts),
    "curriculum": titled_type(later("describes the skills of “{title}”"), _facts, "name"),
    "forum": titled_type(later("begins the forum “{title}”"), _facts),
    "shopProduct": titled_type(later("offers “{title}”"), _facts),
    "schoolCourse": titled_type(later("begins the course “{title}”"), _facts),
    "schoolLesson": titled_type(later("adds the lesson “{title}”"), _facts),
    "industry": titled_type(later("begins the workshop “{title}”"), _facts, "name"),
    "industryBlueprint": titled_type(later("publishes the blueprint “{title}”"), _facts, "name"),
    "calendarDate": titled_type(later("adds the date “{title}”"), _facts, "label"),
    "mapMarker": titled_type(later("marks “{title}” on a map"), _facts, "label"),
    "parliamentProposal": titled_type(later("proposes the law “{title}”"), _facts),
    "parliamentLaw": titled_type(later("passes the law “{title}”"), _facts, "question"),
    "courtsCase": titled_type(later("opens the case “{title}”"), _facts),
    "gameScore": MessageType(_scores),
    "pollVote": MessageType(_chooses),
    "votesVote": MessageType(_chooses),
    "pollClose": about("target", later("closes {name}")),
    "eventAttend": about("target", later("will come to {name}"), later("won't come to {name}")),
    "taskAssign": about("target", later("takes on {name}"), later("gives {name} up")),
    "projectFollow": about("target", later("follows {name}"), later("no longer follows {name}")),
    "projectPledge": _amount_for_target(later("pledges {amount} to {name}")),
    "marketBid": _amount_for_target(later("bids {amount} for {name}")),
    "marketPurchase": about("target", later("buys {name}")),
    "transferConfirm": about("target", later("confirms {name}")),
    "reportConfirm": about("target", later("confirms {name}")),
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
