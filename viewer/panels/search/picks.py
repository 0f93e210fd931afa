"""What a search can be limited to without typing: the people and the months of a collection."""

from dataclasses import dataclass

from tanglescope.engine.library import Library, Listing
from tanglescope.engine.store.query import Term
from tanglescope.engine.words import times
from tanglescope.viewer.models.thread_model import title

_MOST_PEOPLE = 20


@dataclass(frozen=True, slots=True)
class Pick:
    """A part of a search that is picked instead of typed, and its name."""

    term: Term
    called: str


@dataclass(frozen=True, slots=True)
class Picks:
    """The people and the months, by year, that a search can be limited to."""

    people: tuple[Pick, ...]
    years: tuple[tuple[int, tuple[Pick, ...]], ...]


def picks(library: Library) -> Picks:
    """What a search can be limited to in a collection: its people and its months."""
    feeds = library.conversations(listing=Listing.FEEDS)
    most = sorted(feeds, key=lambda each: -each.messages)[:_MOST_PEOPLE]
    people_found = tuple(Pick(Term("author", (each.root,)), title(each)) for each in most)
    known = [*feeds, *library.threads()]
    begins = (each.first or each.latest for each in known)
    first = times.moment(min(filter(None, begins), default=None))
    last = times.moment(max((each.latest for each in known if each.latest), default=None))
    if first is None or last is None:
        return Picks(people_found, ())
    years = []
    for year in range(last.year, first.year - 1, -1):
        months = (
            Pick(Term("on", (f"{year:04}-{number:02}",)), times.month(year, number))
            for number in range(1, 13)
            if (first.year, first.month) <= (year, number) <= (last.year, last.month)
        )
        years.append((year, tuple(months)))
    return Picks(people_found, tuple(years))
