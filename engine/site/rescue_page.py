"""The report of a rescue as a page: feeds with their forks, archives with their damage."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from tanglescope.engine.archive.record import Place
from tanglescope.engine.language.wording import number, plural, tr
from tanglescope.engine.message.verdict import reason, refusal
from tanglescope.engine.rescue.report import (
    FeedReport,
    RescueReport,
    Safety,
    SourceReport,
    advice_in_words,
    branch_in_words,
    known_in_words,
    lacking_in_words,
    only_in_words,
    spans_in_words,
    summary_in_words,
)
from tanglescope.engine.site.frame import lone_page
from tanglescope.engine.site.markup import Html, element, join_html


def rescue_page(report: RescueReport) -> str:
    """The report as one self-contained page."""
    title = tr("Compared archives") if report.lacking_in else tr("Rescued archives")
    return lone_page(title, join_html(chain([element("h1", title)], _main(report))))


def _main(report: RescueReport) -> Iterator[Html]:
    for sentence in summary_in_words(report):
        yield element("p", sentence)
    if report.own is not None:
        style = None if report.own.safety is Safety.SAFE else "badge"
        yield element("p", element("span", advice_in_words(report.own), class_=style))
    if report.lacking_in:
        yield element("h2", tr("Not in {archives}", archives=lacking_in_words(report)))
        yield _table(
            (tr("Feed"), tr("Messages")),
            ([feed.feed, spans_in_words(feed.written)] for feed in report.feeds if feed.written),
        )
    yield element("h2", tr("Feeds"))
    yield from _feeds(report.feeds)
    yield element("h2", tr("Archives"))
    yield from chain.from_iterable(map(_source, report.sources))


def _feeds(feeds: Sequence[FeedReport]) -> Iterator[Html]:
    whole = [feed for feed in feeds if feed.verdict == "whole"]
    for feed in feeds:
        if feed.verdict != "whole":
            yield element("section", *_broken(feed))
    summary = plural("{n:,} feeds are whole.", "{n:,} feed is whole.", len(whole))
    rows = (
        [feed.feed, number(feed.last), "" if feed.known is None else number(feed.known.sequence)]
        for feed in whole
    )
    table = _table((tr("Feed"), tr("Messages"), tr("Known to others up to")), rows)
    yield element("details", element("summary", summary), table) if whole else element("p", summary)


def _broken(feed: FeedReport) -> Iterator[Html]:
    """A feed with gaps or forks."""
    yield element("h3", f"{feed.in_words()}.")
    lines = [known_in_words(feed), *only_in_words(feed)]
    if feed.gaps:
        lines.insert(0, tr("missing: {span}", span=spans_in_words(feed.gaps)))
    yield element("ul", *(element("li", line) for line in lines))
    for fork in feed.forks:
        yield element("p", tr("Branches at message {n:,}:", n=fork.sequence))
        branches = []
        for branch in fork.branches:
            replies = element("ul", *(element("li", key) for key in branch.replies))
            seen = [element("details", element("summary", tr("Messages that name it")), replies)]
            branches.append(
                element("li", branch_in_words(branch), *(seen if branch.replies else []))
            )
        yield element("ul", *branches)


def _source(source: SourceReport) -> Iterator[Html]:
    first, *others = source.in_words()
    yield element("h3", first)
    if not source.damaged:
        return
    rows = (
        [Place.read(each.place).in_words(), number(each.size), reason(refusal(each.rule))]
        for each in source.damages
    )
    table = _table((tr("Place"), tr("Bytes"), tr("What is wrong")), rows)
    more = source.damaged - len(source.damages)
    rest = plural("and {n:,} more", "and {n:,} more", more) if more else None
    yield element(
        "details",
        element("summary", others[0].strip()),
        table,
        element("p", rest) if rest else None,
    )


def _table(names: Iterable[str], rows: Iterable[Sequence[str]]) -> Html:
    head = element("tr", *(element("th", name, scope="col") for name in names))
    body = (element("tr", *(element("td", cell, dir="auto") for cell in row)) for row in rows)
    return element("table", element("thead", head), element("tbody", *body))
