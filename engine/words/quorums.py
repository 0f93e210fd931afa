"""The contents of the panel of quorums, without a screen: texts, rows, marks, lines.

A thread is read as a graph, with the labels of its authors and messages.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from tanglescope.engine import words
from tanglescope.engine.debug.explaining.autobase_places import settled_by
from tanglescope.engine.debug.explaining.ordering import AUTOBASE
from tanglescope.engine.debug.explaining.voting import (
    MOST_DEGREES,
    AutobaseMoment,
    EntryStatus,
    Liveness,
    cut,
)
from tanglescope.engine.debug.replaying.rebases import Rebases, heard_by, link_as_autobase
from tanglescope.engine.debug.supposing import Supposition, suppose
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import list_first, number, plural, tr
from tanglescope.engine.library import Library
from tanglescope.engine.linear.autobase.consensus import IndexerState
from tanglescope.engine.linear.autobase.logs import writers_of
from tanglescope.engine.linear.autobase.settlement import Settlement, Unsettled, settlement
from tanglescope.engine.linear.graph import Graph, NextEntry, Writer
from tanglescope.engine.linear.scuttlesort.settled import SettledLine, settle
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.tangle.names import told_apart
from tanglescope.engine.words.inspection import Fact, Section, more_facts
from tanglescope.engine.words.messages import mentions
from tanglescope.engine.words.rows import Border, Markings, Pill, TangleRow, TangleRows, Tone

MOST = 20_000
"""The most messages that panels study; with more, every step takes seconds."""


class TooLong(TanglescopeError):
    """A thread has more messages than a panel can study."""


@dataclass(frozen=True, slots=True)
class ThreadGraph:
    """The graph of a thread, its timeline's order, names by feed, and lines of text by key."""

    graph: Graph
    order: tuple[str, ...]
    names: Mapping[str, str]
    texts: Mapping[str, str]
    authors: Mapping[str, str]

    def name(self, feed: str) -> str:
        """The name of a feed."""
        return words.clean_name(self.names.get(feed, words.short(feed)))

    def label(self, key: str) -> str:
        """Author and text, or the beginning of an id."""
        author = self.authors.get(key)
        if author is None:
            return words.short(key)
        return f"{self.name(author)}: {words.clean(self.texts[key], 60)}"


def read_thread_graph(library: Library, address: str) -> ThreadGraph:
    """A thread of a library. Raises `UnknownConversation`, `TooLong`."""
    order = tuple(library.conversation(address).snapshot().keys)
    if len(order) > MOST:
        raise TooLong(
            tr(
                "This conversation has {order:,} messages; this panel can examine at most "
                "{value:,}.",
                order=len(order),
                value=MOST,
            )
        )
    graph = library.conversation(address).graph()
    if not graph.writers:  # a graph file needn't list the authors of its nodes
        graph = replace(graph, writers=writers_of(graph.nodes))
    messages = library.conversation(address).messages(order)
    people = {feed for message in messages.values() for feed in message.people}
    names = told_apart(library.names(people))
    call = mentions(library, messages.values())
    return ThreadGraph(
        graph,
        order,
        names,
        {
            key: words.one_line(message.content, call, message.epoch, author=message.author)
            for key, message in messages.items()
        },
        {key: message.author for key, message in messages.items()},
    )


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
        roles = ((writer, self.role(writer)) for writer in graph.writers)
        return tuple(
            replace(writer, indexer=role.votes and role.writes, relayed=role.relayed)
            for writer, role in roles
        )

    def list_writers(self, graph: Graph) -> tuple[Writer, ...]:
        """The writers of a graph that may keep writing."""
        return tuple(each for each in graph.writers if self.role(each).writes)


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
    markings = _markings(thread, AutobaseMoment(link_as_autobase(voting)), settled)
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
        summary(found.thread, moment, found.settled),
        arrival(found.thread, found.rebases, step),
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
                pills=pills(degrees.get(key, 0), final=final),
                tone=Tone.USUAL if final else Tone.MUTED,
                fresh=place >= fresh,
                below=confirmed_line(moment) if place + 1 == moment.confirmed else None,
            )
        )
    return TangleRows(rows, moment.graph.causes)


def _settled_line(thread: ThreadGraph, roster: Roster) -> SettledLine | None:
    """The settled line; None if the timeline isn't in the order of ScuttleSort."""
    line = settle(replace(thread.graph, writers=roster.list_writers(thread.graph)))
    return line if tuple(line.timeline) == thread.order else None


def _markings(thread: ThreadGraph, moment: AutobaseMoment, settled: SettledLine | None) -> Markings:
    """The marks in the timeline: final messages, degrees, and two lines."""
    final = frozenset(moment.order[: moment.confirmed])
    degrees = moment.degrees(moment.order[-_MARKED:])
    marks = {key: "✓" if key in final else degree(degrees.get(key, 0)) for key in thread.order}
    prefix = [*takewhile(final.__contains__, thread.order)]
    borders: dict[str, list[Border]] = {}
    if prefix:
        line = Border(tr("Autobase: confirmed up to here"), "accent")
        borders.setdefault(prefix[-1], []).append(line)
    last = settled.last_settled if settled else None
    if last is not None:
        line = Border(tr("ScuttleSort: settled up to here"), "warning")
        borders.setdefault(last, []).append(line)
    return Markings(
        {key: mark for key, mark in marks.items() if mark},
        {key: tuple(lines) for key, lines in borders.items()},
    )


_MOST_NAMES = 3
_MOST_LINKS = 12


def degree(number: int) -> str:
    """The mark of a quorum, such as `2′`; empty without a quorum."""
    if not number:
        return ""
    return f"{number}′" if number < MOST_DEGREES else f"{MOST_DEGREES}′+"


def pills(number: int, *, final: bool) -> tuple[Pill, ...]:
    """The pills on a row: the degree of its quorum, and whether it is final."""
    marks: list[Pill] = []
    if final:
        marks.append(Pill("✓", "accent", "", tr("Confirmed: it keeps its position")))
    if number:
        text = tr("Quorum {degree}", degree=_degree_text(number))
        marks.append(Pill(degree(number), "muted", "bubble", text))
    return tuple(marks)


def confirmed_line(moment: AutobaseMoment) -> Border:
    """The line below the last row that is final."""
    moving = len(moment.order) - moment.confirmed
    rest = (
        plural("{n:,} messages can still move", "{n:,} message can still move", moving)
        if moving
        else tr("nothing can move")
    )
    return Border(
        tr("Confirmed: {number:,} · {rest}", number=moment.confirmed, rest=rest), "accent"
    )


def supposition(*, is_autobase: bool) -> str:
    """The note about a conversation that isn't an Autobase; empty for one that is."""
    if is_autobase:
        return ""
    return tr(
        "This isn't an Autobase. It is shown in the order that an Autobase of "
        "the same authors would have."
    )


def summary(thread: ThreadGraph, moment: AutobaseMoment, line: SettledLine | None) -> str:
    """How much is final, in numbers."""
    parts = [
        tr(
            "{number:,} of {all:,} confirmed",
            number=moment.confirmed,
            all=len(moment.order),
        )
    ]
    if moment.waiting:
        parts.append(
            plural("{n:,} messages set aside", "{n:,} message set aside", len(moment.waiting))
        )
    if line is not None:
        parts.append(settled_sentence(thread, line))
    return " · ".join(parts)


def settled_sentence(thread: ThreadGraph, line: SettledLine) -> str:
    """How much of the timeline is settled, and which writers limit it."""
    if line.unruly:
        who = names(thread, line.unruly)
        return tr(
            "nothing is settled in the timeline: {who} replied without naming their own "
            "latest message",
            who=who,
        )
    text = tr("{number:,} settled in the timeline", number=line.settled_length)
    if not line.held_by:
        return text
    held = tr("limited by {names}", names=names(thread, line.held_by))
    return f"{text}, {held}"


def arrival(thread: ThreadGraph, rebases: Rebases, step: int) -> str:
    """The effect of the last arrival."""
    if not step:
        return tr("Before the first entry")
    rebase = rebases.steps[step - 1]
    what = tr(
        "Step {number:,} of {all:,} — {name}",
        number=step,
        all=len(rebases),
        name=thread.label(rebase.name),
    )
    if rebase.waits:
        waits = tr("It is set aside until its causes are here.")
        return f"{what}\n{waits}"
    did = [
        tr("undo {number:,}", number=rebase.undo),
        tr("apply {number:,}", number=rebase.applied),
    ]
    if rebase.fresh:
        did.append(
            plural(
                "{n:,} more messages confirmed", "{n:,} more message confirmed", len(rebase.fresh)
            )
        )
    elif quiet := rebases.since_confirmed(step) - 1:
        did.append(
            plural(
                "nothing confirmed, as in the previous {n:,} steps",
                "nothing confirmed, as in the previous step",
                quiet,
            )
        )
    else:
        did.append(tr("nothing confirmed"))
    return f"{what}\n{', '.join(did)}"


def liveness(thread: ThreadGraph, found: Liveness) -> str:
    """Why nothing can be confirmed; empty if acks alone can confirm something."""
    if not found.indexers:
        return tr("No writer votes, so nothing is ever confirmed.")
    if len(found.silent) > found.indexers - (found.indexers // 2 + 1):
        who = names(thread, found.silent)
        return tr("Too many voters have written nothing: {who}.", who=who)
    if not found.is_stalled:
        return ""
    if len(found.contested) == 1:
        which = tr("The message that could be next has a rival")
    else:
        which = tr(
            "{number:,} messages could be next, and each has a rival",
            number=len(found.contested),
        )
    return tr("{which} that too many writers saw first, because all write at once.", which=which)


def settles(thread: ThreadGraph, found: Settlement | Unsettled) -> str:
    """Whose next messages confirm everything; empty if everything is confirmed."""
    return settled_by(found, tr("everything here"), thread.label, thread.name)


def supposition_sentence(thread: ThreadGraph, supposition: Supposition) -> str:
    """What is supposed, in a sentence; empty if nothing is."""
    parts = [
        tr("{who} writes an entry that knows everything", who=thread.name(each.writer))
        for each in supposition.added
    ]
    parts += [
        tr("{who} has written nothing", who=thread.name(feed))
        for feed in sorted(supposition.dropped)
    ]
    parts += [
        tr("“{text}” is held back", text=_text(thread, key)) for key in sorted(supposition.held)
    ]
    return tr("What if: {parts}.", parts="; ".join(parts)) if parts else ""


def verdict(status: EntryStatus) -> tuple[str, str]:
    """The state of a message, in a word and in a sentence."""
    if status.confirmed:
        return tr("Confirmed"), tr("It keeps its position, whatever comes.")
    moves, progress = tr("Can still move"), status.progress
    if progress is None:
        return moves, tr(
            "Its author has no vote: it is confirmed with the first message of a voter that"
            " follows it."
        )
    if not progress.missing_acks and not progress.missing_confirmations:
        return moves, tr(
            "It has all the votes it needs, and is confirmed together with the "
            "messages that it must follow."
        )
    majority = progress.majority
    if progress.is_contested:
        return tr("Contested"), tr(
            "{lost:,} of {all:,} saw a rival before it, so it can't get"
            " {majority:,} acks: it waits for a message that joins the two.",
            lost=progress.lost_acks,
            all=len(progress.states),
            majority=majority,
        )
    if progress.missing_acks:
        acks = sum(state.ack is not None for state in progress.states)
        said = tr(
            "It has {acks:,} of {majority:,} acks that it needs.", acks=acks, majority=majority
        )
        return moves, said
    return moves, plural(
        "A majority has acknowledged it; {n:,} more must know of that.",
        "A majority has acknowledged it; {n:,} more must know of that.",
        progress.missing_confirmations,
    )


def prospect(
    thread: ThreadGraph, status: EntryStatus, needed: Settlement | Unsettled
) -> list[Section]:
    """What would confirm a message; nothing for one that is confirmed."""
    if status.confirmed:
        return []
    said = settled_by(needed, tr("this entry"), thread.label, thread.name)
    return [Section(tr("What would confirm it"), [Fact("", said)])]


def sections(thread: ThreadGraph, status: EntryStatus) -> list[Section]:
    """The facts about the votes on a message."""
    found = [Section(tr("Quorum"), _quorum(thread, status))]
    if status.progress is not None and not status.confirmed:
        title = tr(
            "The voters (a majority is {majority:,})",
            majority=status.progress.majority,
        )
        states = [
            Fact(thread.name(each.indexer), *_indexer_state(thread, each))
            for each in status.progress.states
        ]
        found.append(Section(title, states))
    if status.rivals and not status.confirmed:
        title = tr("Concurrent, and not confirmed either ({number:,})", number=len(status.rivals))
        found.append(Section(title, _links(thread, status.rivals)))
    return found


def names(thread: ThreadGraph, feeds: Iterable[str]) -> str:
    """The names of some people, and how many more."""
    called = sorted(thread.name(feed) for feed in feeds)
    if len(called) <= _MOST_NAMES:
        return words.join_parts(called)
    return list_first(called, _MOST_NAMES, str)


def _quorum(thread: ThreadGraph, status: EntryStatus) -> list[Fact]:
    quorum = status.quorum
    facts = [Fact(tr("Degree"), _degree_text(quorum.degree))]
    if quorum.rival:
        facts.append(Fact(tr("Best rival"), degree(quorum.rival)))
    votes = number(len(quorum.votes))
    facts.append(
        Fact(tr("Votes"), f"{votes}: {names(thread, quorum.votes)}" if quorum.votes else votes)
    )
    return facts


def _degree_text(number: int) -> str:
    if not number:
        return tr("none: no majority has voted")
    if number == 1:
        return tr("1′: a majority has voted")
    if number >= MOST_DEGREES:
        return tr("{degree}′ or more", degree=MOST_DEGREES)
    return tr("{degree}′: a majority knows of the {less}′", degree=number, less=number - 1)


def _indexer_state(thread: ThreadGraph, state: IndexerState) -> tuple[str, str]:
    if state.ack is not None:
        text = tr("acknowledged it in “{text}”", text=_text(thread, state.ack))
        knows = tr("and knows that a majority did")
        return f"{text}, {knows}" if state.confirms else text, state.ack
    if state.rivals:
        rival = state.rivals[0]
        return tr("gives no ack: saw “{text}” first", text=_text(thread, rival)), rival
    if state.has_seen:
        return tr("has seen it, but hasn't acknowledged it yet"), ""
    return tr("hasn't seen it, as far as is known"), ""


def _links(thread: ThreadGraph, keys: Sequence[str]) -> list[Fact]:
    facts = [
        Fact(thread.name(thread.authors[key]), words.clean(thread.texts[key], 60), key)
        for key in keys[:_MOST_LINKS]
    ]
    return facts + more_facts(len(keys) - _MOST_LINKS)


def _text(thread: ThreadGraph, key: str) -> str:
    return words.clean(thread.texts.get(key, words.short(key)), 40)
