"""The texts of the panel of tangles: the list of all tangles, and the messages of one."""

from collections.abc import Mapping
from dataclasses import dataclass

from tanglescope.engine import words
from tanglescope.engine.language.wording import later, list_first, plural, tr
from tanglescope.engine.library import ConversationSummary, Library, StoredMessage
from tanglescope.engine.tangle.growth import Candidate, Obstacle, Status, candidates_in
from tanglescope.engine.words.messages import mentions
from tanglescope.engine.words.rows import NO_NUMBER, TableLine

_LONGEST = 120
_MOST_NAMED = 4

_STATUSES = {
    Status.CONNECTED: later("connected"),
    Status.SET_ASIDE: later("set aside"),
    Status.EXCLUDED: later("excluded"),
}
_COUNTED = {
    Status.CONNECTED: later("{number:,} connected"),
    Status.SET_ASIDE: later("{number:,} set aside"),
    Status.EXCLUDED: later("{number:,} excluded"),
}
_OBSTACLES = {
    Obstacle.MISSING: later("missing"),
    Obstacle.SET_ASIDE: later("set aside"),
    Obstacle.EXCLUDED: later("excluded"),
}


@dataclass(frozen=True, slots=True)
class TangleStudies:
    """All tangles, and a line for each."""

    tangles: tuple[ConversationSummary, ...]
    lines: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class TangleStudy:
    """One tangle: its messages in lines, their details, and a summary."""

    name: str
    root: str
    extent: str
    lines: tuple[TableLine, ...]
    candidates: Mapping[str, Candidate]
    messages: Mapping[str, StoredMessage]
    call: words.Call
    """Names the people and messages that the messages refer to."""


def every_tangle(library: Library) -> TangleStudies:
    """Every tangle: kind, beginning, size, and number of waiting messages."""
    tangles = tuple(library.tangles())
    messages = library.messages([each.root for each in tangles])
    call = mentions(library, messages.values())
    lines = tuple(_tangle_line(each, messages.get(each.root), call) for each in tangles)
    return TangleStudies(tangles, lines)


def one_tangle(library: Library, name: str, root: str) -> TangleStudy:
    """A tangle with all its candidates."""
    candidates = candidates_in(library.tangle(name, root))
    causes = {cause for candidate in candidates for cause in candidate.causes}
    messages = library.messages([*(candidate.key for candidate in candidates), *causes])
    call = mentions(library, messages.values())
    lines = tuple(
        _message_line(number, candidate, messages, call)
        for number, candidate in enumerate(candidates, 1)
    )
    by_key = {candidate.key: candidate for candidate in candidates}
    return TangleStudy(name, root, extent(candidates), lines, by_key, messages, call)


def extent(candidates: list[Candidate]) -> str:
    """How many messages are connected, and how many aren't."""
    counts = {status: sum(each.status is status for each in candidates) for status in Status}
    tips = sum(each.is_tip for each in candidates)
    parts = [
        tr(_COUNTED[Status.CONNECTED], number=counts[Status.CONNECTED]),
        plural("{n:,} tips", "{n:,} tip", tips),
    ]
    parts += [
        tr(_COUNTED[status], number=counts[status])
        for status in (Status.SET_ASIDE, Status.EXCLUDED)
        if counts[status]
    ]
    return " · ".join(parts)


def says(message: StoredMessage | None, key: str, call: words.Call) -> str:
    """A message on one line, if it is known."""
    if message is None:
        return tr("missing message {key}", key=words.short(key))
    return words.clean(
        words.one_line(message.content, call, message.epoch, author=message.author), _LONGEST
    )


def author(message: StoredMessage | None, call: words.Call) -> str:
    """The author of a message; empty if it is missing."""
    return call(message.author) if message else ""


def _tangle_line(
    tangle: ConversationSummary, message: StoredMessage | None, call: words.Call
) -> TableLine:
    if tangle.present and message is None:  # it doesn't begin with a message
        begins = words.clean(tangle.title, _LONGEST)
    else:
        begins = says(message, tangle.root, call)
    return TableLine(
        tangle.root,
        (
            words.tangle_name(tangle.tangle_name),
            words.short(tangle.root),
            begins,
            tangle.candidates,
            tangle.set_aside or "",
        ),
        words.clean(f"{tangle.tangle_name}\n{tangle.root}", 400),
    )


def _message_line(
    number: int,
    candidate: Candidate,
    messages: Mapping[str, StoredMessage],
    call: words.Call,
) -> TableLine:
    message = messages.get(candidate.key)
    inside = candidate.status is Status.CONNECTED
    return TableLine(
        candidate.key,
        (
            number if inside else NO_NUMBER,
            author(message, call),
            says(message, candidate.key, call),
            _status(candidate),
        ),
        words.clean(candidate.key, 120),
        faint=not inside,
        feed=message.author if message else "",
    )


def _status(candidate: Candidate) -> str:
    if candidate.status is Status.CONNECTED:
        return tr("tip") if candidate.is_tip else tr(_STATUSES[candidate.status])
    if candidate.status is Status.EXCLUDED and not candidate.waits_for:
        return tr("excluded: {why}", why=candidate.why)
    named = list_first(
        candidate.waits_for,
        _MOST_NAMED,
        lambda waits: f"{words.short(waits[0])} ({obstacle(waits[1])})",
    )
    if candidate.status is Status.EXCLUDED:
        return tr("excluded: after {keys}", keys=named)
    return tr("set aside: waits for {keys}", keys=named)


def status_text(candidate: Candidate) -> str:
    """The status of a message, with its rank if it has one."""
    if candidate.rank is None:
        return tr(_STATUSES[candidate.status])
    if candidate.is_tip:
        return tr("connected, rank {rank:,}, a tip", rank=candidate.rank)
    return tr("connected, rank {rank:,}", rank=candidate.rank)


def obstacle(found: Obstacle) -> str:
    """What is wrong with a cause, in a word or two."""
    return tr(_OBSTACLES[found])
