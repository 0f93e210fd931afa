"""The contents of the panel of quorums, without a screen: rows, marks, lines, sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from tanglescope.engine.debug.explaining.ordering import AUTOBASE
from tanglescope.engine.debug.explaining.voting import AutobaseMoment, EntryStatus, Liveness, cut
from tanglescope.engine.debug.replaying.rebases import Rebases, heard_by, linked
from tanglescope.engine.debug.supposing import Supposition, suppose
from tanglescope.engine.library import Library
from tanglescope.engine.linear.autobase.settlement import Settlement, Unsettled, settlement
from tanglescope.engine.linear.graph import Graph, NextEntry, Writer
from tanglescope.engine.linear.scuttlesort.settled import SettledLine, settle
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.wording import tr
from tanglescope.engine.words import quorums as quorum_words
from tanglescope.engine.words.rows import Border, Markings, TangleRow, TangleRows, Tone
from tanglescope.engine.words.thread_graph import ThreadGraph, read_thread_graph


@dataclass(frozen=True, slots=True)
class RosterRole:
    """The role of a writer: may keep writing, votes, or is relayed by others."""

    writes: bool = True
    votes: bool = True
    relayed: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """The roles given to writers by hand; all others have their default role."""

    roles: Mapping[str, RosterRole]

    def role(self, writer: Writer) -> RosterRole:
        """The role of a writer; the graph has the defaults."""
        return self.roles.get(writer.key, RosterRole(votes=writer.indexer, relayed=writer.relayed))

    def with_role(self, key: str, role: RosterRole) -> "Roster":
        """The roster with one role changed."""
        return Roster({**self.roles, key: role})

    def indexers(self, graph: Graph) -> tuple[Writer, ...]:
        """The indexers of a graph, as an Autobase defines them."""
        return tuple(_writer(each, self.role(each)) for each in graph.writers)

    def listed(self, graph: Graph) -> tuple[Writer, ...]:
        """The writers of a graph that may keep writing."""
        return tuple(each for each in graph.writers if self.role(each).writes)


def _writer(writer: Writer, role: RosterRole) -> Writer:
    return replace(writer, indexer=role.votes and role.writes, relayed=role.relayed)


_MARKED = 2000  # rows at the end of an order for which quorums are counted


@dataclass(frozen=True, slots=True)
class Study:
    """A conversation, its arrivals as one peer knows them, and the marks in the timeline.

    `is_autobase` says whether its own order is that of an Autobase.
    """

    thread: ThreadGraph
    roster: Roster
    peer: str
    supposition: Supposition
    rebases: Rebases
    settled: SettledLine | None
    markings: Markings
    is_autobase: bool


@dataclass(frozen=True, slots=True)
class StudyMoment:
    """One moment of a study, after a number of arrivals."""

    step: int
    moment: AutobaseMoment
    rows: TangleRows
    liveness: Liveness
    settlement: Settlement | Unsettled
    summary: str
    arrival: str


def study(
    library: Library, address: str, roster: Roster, peer: str, supposition: Supposition
) -> Study:
    """Study a conversation as `peer` knows it, or as all together do for `""`.

    Marks in the timeline are of what is there, whatever is supposed. Raises `UnknownConversation`,
    `NotSupposable`.
    """
    thread = read_thread_graph(library, address)
    voting = replace(thread.graph, writers=roster.indexers(thread.graph))
    known = heard_by(voting, peer) if peer else voting
    settled = _settled_line(thread, roster)
    markings = _markings(thread, AutobaseMoment(linked(voting)), settled)
    own, _ = split_order(address)
    is_autobase = library.conversation(own).order == AUTOBASE
    supposed = suppose(known, supposition)
    thread = _with_supposed(thread, supposed.entries)
    return Study(
        thread, roster, peer, supposition, Rebases(supposed.graph), settled, markings, is_autobase
    )


def _with_supposed(thread: ThreadGraph, entries: Sequence[NextEntry]) -> ThreadGraph:
    """The thread with labels of entries that don't exist."""
    return replace(
        thread,
        texts={**thread.texts, **{entry.id: tr("supposed entry") for entry in entries}},
        authors={**thread.authors, **{entry.id: entry.writer for entry in entries}},
    )


def moment_of(found: Study, step: int) -> StudyMoment:
    """The study after a number of arrivals."""
    step = min(step, len(found.rebases))
    moment = AutobaseMoment(cut(found.rebases.graph, step))
    liveness = moment.liveness()
    return StudyMoment(
        step,
        moment,
        _rows(found, moment, step),
        liveness,
        settlement(moment.graph),
        quorum_words.summary(found.thread, moment, found.settled),
        quorum_words.arrival(found.thread, found.rebases, step),
    )


def votes_on(
    moment: AutobaseMoment, key: str
) -> tuple[EntryStatus | None, Settlement | Unsettled | None]:
    """The votes on a message, and what would confirm it; None if it isn't in the order."""
    status = moment.status(key)
    return status, None if status is None else settlement(moment.graph, key)


def _rows(found: Study, moment: AutobaseMoment, step: int) -> TangleRows:
    thread = found.thread
    degrees = moment.degrees(moment.order[-_MARKED:])
    applied = found.rebases.steps[step - 1].applied if step else 0
    fresh = len(moment.order) - applied
    rows = []
    for place, key in enumerate(moment.order):
        final = place < moment.confirmed
        author = thread.authors[key]
        rows.append(
            TangleRow(
                key=key,
                feed=author,
                name=thread.name(author),
                text=thread.texts[key],
                pills=quorum_words.pills(degrees.get(key, 0), final=final),
                tone=Tone.USUAL if final else Tone.MUTED,
                fresh=place >= fresh,
                below=quorum_words.confirmed_line(moment)
                if place + 1 == moment.confirmed
                else None,
            )
        )
    return TangleRows(rows, moment.graph.causes)


def _settled_line(thread: ThreadGraph, roster: Roster) -> SettledLine | None:
    """The settled line; None if the timeline isn't in the order of ScuttleSort."""
    line = settle(replace(thread.graph, writers=roster.listed(thread.graph)))
    return line if tuple(line.timeline) == thread.order else None


def _markings(thread: ThreadGraph, moment: AutobaseMoment, settled: SettledLine | None) -> Markings:
    """The marks in the timeline: final messages, degrees, and two lines."""
    final = frozenset(moment.order[: moment.confirmed])
    degrees = moment.degrees(moment.order[-_MARKED:])
    marks = {
        key: "✓" if key in final else quorum_words.degree(degrees.get(key, 0))
        for key in thread.order
    }
    prefix = [*takewhile(final.__contains__, thread.order)]
    borders: dict[str, list[Border]] = {}
    if prefix:
        line = Border(tr("Autobase: confirmed up to here"), "accent")
        borders.setdefault(prefix[-1], []).append(line)
    last = settled.last_settled if settled else None
    if last is not None:
        line = Border(tr("ScuttleSort: settled up to here"), "warning")
        borders.setdefault(last, []).append(line)
    return Markings(_without_empty(marks), {key: tuple(lines) for key, lines in borders.items()})


def _without_empty(marks: Mapping[str, str]) -> dict[str, str]:
    return {key: mark for key, mark in marks.items() if mark}
