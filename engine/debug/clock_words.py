"""Clock faults in words, and as points of a chart."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tanglescope.engine.debug.clock_faults import ClockFault, by_author, clock_faults
from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph, mark, mark_author
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.wording import date_and_time, later, plural, tr

_LISTED = 10  # faults of an author listed individually
_MOST_POINTS = 2_000


@dataclass(frozen=True, slots=True)
class Point:
    """A fault in a chart: `when` is the time of the witness, which is taken as right.

    `by` is above 0 for a clock that was ahead and below 0 for one that was behind; milliseconds.
    """

    author: str
    message: str
    when: float
    by: float


@dataclass(frozen=True, slots=True)
class ClockStudy:
    """The faults of all authors, in lines with marks, and as points; of many faults the worst.

    What can't be known is only in the lines.
    """

    faults: int
    authors: int
    points: tuple[Point, ...]
    lines: tuple[str, ...]


def studied(opened: OpenGraph, _on_progress: OnProgress) -> ClockStudy:
    """The authors whose clocks contradict causality, with amounts and times."""
    faults = clock_faults(opened.graph)
    times = {node.id: node.asserted for node in opened.graph.nodes}
    certain = [fault for fault in faults if fault.certain]
    worst = sorted(certain, key=lambda fault: -fault.by)[:_MOST_POINTS]
    points = [
        Point(
            fault.author,
            fault.message,
            times[fault.witness] or 0.0,
            fault.by if fault.kind == "ahead" else -fault.by,
        )
        for fault in worst
    ]
    lines = clocks_in_words(opened.graph, faults, mark, mark_author)
    return ClockStudy(len(certain), len(by_author(certain)), tuple(points), tuple(lines))


def clocks_in_words(
    graph: Graph, faults: Sequence[ClockFault], label: Labeller, author_label: Callable[[str], str]
) -> Iterator[str]:
    """The wrong clocks of a graph, their errors and the evidence, line by line."""
    if all(node.asserted is None for node in graph.nodes):
        yield tr("No message here has an asserted time, so no clock is checked.")
    elif not faults:
        yield tr("No asserted time contradicts the order of causes.")
    for author, some in by_author(fault for fault in faults if fault.certain).items():
        worst = max(fault.by for fault in some)
        yield plural(
            "The clock of {name} was wrong in {n:,} messages, in the worst by {time} or more:",
            "The clock of {name} was wrong by {time} or more in {n:,} message:",
            len(some),
            name=author_label(author),
            time=duration(worst),
        )
        for fault in some[:_LISTED]:
            where = (
                later("    {time} earlier than the message that it follows, {name}")
                if fault.kind == "behind"
                else later("    {time} later than its reply, {name}")
            )
            yield tr(
                "  {name}, asserted {date}:", name=label(fault.message), date=_date(fault.asserted)
            )
            yield tr(where, time=duration(fault.by), name=label(fault.witness))
        if len(some) > _LISTED:
            yield tr("  and {more:,} more", more=len(some) - _LISTED)
    unclear = [fault for fault in faults if not fault.certain and fault.kind == "behind"]
    for fault in unclear[:_LISTED]:
        yield tr(
            "It can't be known which of two clocks was wrong, by {time} or more:",
            time=duration(fault.by),
        )
        yield tr(
            "  {name} claims to be later than {other}, which follows it",
            name=label(fault.witness),
            other=label(fault.message),
        )
    if len(unclear) > _LISTED:
        yield tr("  and {more:,} more", more=len(unclear) - _LISTED)


def duration(milliseconds: float) -> str:
    """A span of time, in the largest unit that fits at least twice."""
    seconds = milliseconds / 1000
    for text, size in (
        (later("{number:,.0f} years"), 31_556_952),
        (later("{number:,.0f} days"), 86_400),
        (later("{number:,.0f} h"), 3_600),
        (later("{number:,.0f} min"), 60),
    ):
        if seconds >= 2 * size:
            return tr(text, number=seconds / size)
    return tr("{number:,.3g} s", number=seconds)


def _date(milliseconds: float) -> str:
    try:
        when = datetime.fromtimestamp(milliseconds / 1000, UTC)
        return date_and_time(when, f"{when:%H:%M} UTC")
    except (ValueError, OverflowError, OSError):
        return tr("a time outside the calendar")
