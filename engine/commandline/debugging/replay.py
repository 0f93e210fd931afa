"""`tanglescope replay`: the arrival of a conversation again, with every edit."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from heapq import nlargest
from itertools import chain
from typing import IO, Any, TypeAlias, get_args

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer
from tanglescope.engine.commandline.common.opening import Target
from tanglescope.engine.commandline.common.subject import (
    DELIVERY,
    FILE,
    CommandSubject,
    Delivery,
    ids_in,
    opened_subject,
)
from tanglescope.engine.debug.explaining.explanation import (
    changed_rows,
    changed_rows_in_words,
    moved_lines,
    moves_between,
)
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT
from tanglescope.engine.debug.explaining.words import moved_in_words
from tanglescope.engine.debug.replaying.edit_history import (
    EditHistory,
    report_figure,
    running_average,
)
from tanglescope.engine.debug.replaying.rebases import Rebase, rebase_in_words
from tanglescope.engine.debug.replaying.recording import record, recorded_in
from tanglescope.engine.debug.replaying.replay import (
    RECORDED,
    Exchange,
    SyncHistory,
    Way,
    cut_by,
    synced_as_recorded,
    synced_in,
)
from tanglescope.engine.debug.shuffling.deliveries import is_recorded, writers_of
from tanglescope.engine.language.wording import count_noun, list_first
from tanglescope.engine.linear.edits import Edit, Insert
from tanglescope.engine.linear.graph import Node

_POSSIBLE = (
    "The source doesn't record in which order its messages came. One possible delivery, as it"
    " lists them:"
)

LISTED = 50
"""The number of steps that are all listed; of more, only the `COSTLIEST` are."""

COSTLIEST = 10


def _show_peers(
    subject: CommandSubject, delivery: Delivery, cut: Way, order: IO[str] | None
) -> None:
    """Let two peers exchange all messages as they arrive, and print what each changed."""
    if (cut == "hand") != (order is not None):
        raise click.UsageError(
            "--peers hand and --order FILE go together: FILE lists what the first peer knows."
        )
    if cut == RECORDED:
        sync = synced_as_recorded(subject.ordering)
    else:
        first = None if order is None else set(ids_in(order, subject.graph))
        parts, first_knows = cut_by(subject.graph, cut, first)
        arrivals = delivery.of(subject.graph)
        sync = synced_in(subject.ordering, parts, first_knows, lambda _: None, arrivals)
    exchanges = list(sync.exchanges())
    print_answer(
        lambda: {
            "by": subject.by,
            "cut": cut,
            "known": [sorted(part) for part in sync.known],
            "exchanges": [
                {**asdict(each), "edits": [_edit_answer(edit) for edit in each.edits]}
                for each in exchanges
            ],
            "equal": sync.are_equal,
        },
        _peers_in_words(subject, sync, exchanges, is_recorded=cut == RECORDED),
    )


def _peers_in_words(
    subject: CommandSubject, sync: SyncHistory, exchanges: Sequence[Exchange], *, is_recorded: bool
) -> Iterator[str]:
    if is_recorded:
        first, second = map(subject.author, sync.first)
        yield f"As recorded: the first peer is {first}, the second {second}."
    knows = [len(part) for part in sync.known]
    yield f"The first peer knows {count_noun(knows[0], 'message')}, the second {knows[1]:,}."
    steps = len(exchanges)
    shown: Sequence[int] = range(steps)
    if steps > LISTED:
        yield f"The {COSTLIEST} most expensive messages of the exchange:"
        shown = sorted(nlargest(COSTLIEST, shown, key=lambda step: len(exchanges[step].edits)))
    for step in shown:
        yield _in_words(subject, exchanges[step])
    same = "the same order" if sync.are_equal else "different orders"
    edits = f"{count_noun(sync.edits(0, steps), 'edit')} here and {sync.edits(1, steps):,} there"
    yield f"Now both have {same}, after {edits}."
    if waiting := sync.set_aside(0, steps):
        yield f"Each has {count_noun(waiting, 'message')} set aside, whose causes are missing."


def _edit_answer(edit: Edit) -> dict[str, Any]:
    return {"edit": "insert" if isinstance(edit, Insert) else "move", **edit._asdict()}


def _in_words(subject: CommandSubject, exchange: Exchange) -> str:
    place = ("first", "second")[exchange.receiver]
    moved = moved_in_words(exchange.moved, subject.label)
    placed = [edit.name for edit in exchange.edits if isinstance(edit, Insert)]
    waited = [name for name in placed if name != exchange.name]
    notes = "" if exchange.name in placed else ", set aside until its causes arrive"
    if waited:
        notes = f"{notes}, places {list_first(waited, 3, subject.label)}"
    return f"to the {place}: {subject.label(exchange.name)}{notes}{moved}"


@click.command()
@options.by("The order. The default is the conversation's own.")
@click.option(
    "--from", "first", type=click.IntRange(0), default=0, help="Begin after this many steps."
)
@options.count("--until", "End after this many steps. The default is all.", least=0)
@click.option(
    "--trail",
    metavar="KEY",
    help="Show only the steps that changed the row of this message, and its rows then.",
)
@options.flag("--moved", "Show which messages moved between the first and the last step.")
@click.option(
    "--peers", "cut", type=click.Choice(get_args(Way)), help="Let two peers exchange messages."
)
@DELIVERY
@FILE
@options.json()
def replay(
    by: str | None,
    first: int,
    until: int | None,
    trail: str | None,
    moved: bool,
    cut: Way | None,
    delivery: Delivery,
    place: Target,
) -> None:
    """Replay how a conversation, or a graph in FILE, arrives.

    With --peers, the messages are split between two peers: by author, by time, or by hand, where
    --order lists those of the first peer. The peers then exchange what they lack, in the order of
    --delivery. `--peers recorded` shows what the first two peers received, where FILE records that.
    """
    if sum((trail is not None, moved, cut is not None)) > 1:
        raise click.UsageError("--trail, --moved and --peers can't be combined; give one.")
    with opened_subject(place, by) as subject:
        if cut is not None:
            _show_peers(subject, replace(delivery, order=None), cut, delivery.order)
            return
        arrivals = delivery.of(subject.graph)
        last = len(arrivals) if until is None else min(until, len(arrivals))
        replayed = _Replay(subject, arrivals, range(min(first, last), last))
        if trail is not None:
            answer, lines = replayed.trail(subject.find(trail))
        else:
            answer, lines = replayed.moved_text() if moved else replayed.steps()
        is_possible = not delivery.is_given and not is_recorded(subject.graph)
        print_answer(
            lambda: {
                "by": subject.by,
                **delivery.in_json(subject.graph),
                "messages": len(arrivals),
                **answer(),
            },
            chain([_POSSIBLE] if is_possible else [], lines),
        )


_Shown: TypeAlias = tuple[Callable[[], dict[str, Any]], Iterator[str]]
"""An answer, which is only made for JSON, and its lines."""


@dataclass(frozen=True, slots=True)
class _Replay:
    """The arrivals, and the possible results about them."""

    subject: CommandSubject
    arrivals: Sequence[Node]
    range: range

    def steps(self) -> _Shown:
        """Every arrival with its edits; for an Autobase, with undone and applied entries."""
        history, rebases = record(self.subject.ordering, self.arrivals)
        averages = list(running_average(history.cost(step) for step in range(len(history))))
        report = None
        if self.subject.by == SCUTTLESORT:
            report = report_figure(len(writers_of(self.arrivals)))

        def answer() -> dict[str, Any]:
            return {
                "edits": history.edits,
                "average": averages[-1] if averages else None,
                "report": report,
                "from": self.range.start,
                "until": self.range.stop,
                "steps": [
                    {
                        "step": step,
                        "arrival": self.arrivals[step].id,
                        "average": averages[step],
                        "edits": [_edit_answer(edit) for edit in history.forward(step)],
                        **(_rebase_answer(rebases[step]) if rebases else {}),
                    }
                    for step in self.range
                ],
            }

        return answer, self._steps_in_words(history, averages, report, rebases)

    def _steps_in_words(
        self,
        history: EditHistory,
        averages: Sequence[float],
        report: float | None,
        rebases: Sequence[Rebase],
    ) -> Iterator[str]:
        average = averages[-1] if averages else 0.0
        yield (
            f"{count_noun(len(history), 'step')}, {count_noun(history.edits, 'edit')}:"
            f" {average:.2f} per step."
        )
        if report is not None:
            yield f"The ScuttleSort report's model needs {report:.1f} with as many feeds."
        listed = set(self.range)
        if len(listed) > LISTED:
            listed = set(nlargest(COSTLIEST, self.range, key=history.cost))
            yield f"The {COSTLIEST} costliest:"
        yield "   step   edits average"
        player = history.player(self.range.start)
        for step in self.range:
            edits, names = history.forward(step), player.forward()
            if step in listed:
                text = self._arrival(edits, names)
                yield f"{step + 1:>7,} {len(edits):>7,} {averages[step]:>7.2f}  {text}"
                if rebases:
                    yield f"{'':23}  {rebase_in_words(rebases[step], self.subject.label)}"

    def trail(self, name: str) -> _Shown:
        """The arrival of a message, and the arrivals that moved it."""
        traces = [trace for trace in self._history().trail(name) if trace.step in self.range]

        def answer() -> dict[str, Any]:
            return {"key": name, "trail": [asdict(trace) for trace in traces]}

        def lines() -> Iterator[str]:
            yield self.subject.label(name)
            for trace in traces:
                came = self.subject.label(self.arrivals[trace.step].id)
                row = f"row {trace.destination + 1:,}"
                if self.arrivals[trace.step].id == name:
                    yield f"step {trace.step + 1:,}: into {row}"
                elif trace.source is None:
                    yield f"step {trace.step + 1:,}: placed in {row}, when {came} came"
                else:
                    moved = f"from row {trace.source + 1:,} to {trace.destination + 1:,}"
                    above = "" if trace.is_moved else ", and the rows above changed"
                    yield f"step {trace.step + 1:,}: {moved}, when {came} came{above}"

        return answer, lines()

    def moved_text(self) -> _Shown:
        """The messages that moved between the first and the last moment."""
        before = self.arrivals[: self.range.start]
        after = self.arrivals[: self.range.stop]
        found = moves_between(self.subject.ordering, before, after)
        rows = changed_rows(self.subject.ordering, before, after)

        def answer() -> dict[str, Any]:
            return {
                "from": self.range.start,
                "until": self.range.stop,
                "moved": [asdict(moved) for moved in found],
                "rows": None
                if rows is None
                else {"first": rows.first + 1, "last": rows.last + 1, "count": rows.count},
            }

        def lines() -> Iterator[str]:
            yield changed_rows_in_words(rows)
            first, last = self.range.start + 1, self.range.stop
            steps = f"steps {first:,} to {last:,}" if self.range else "no steps"
            yield f"{len(found):,} of {count_noun(len(before), 'message')} moved in {steps}:"
            for moved in found:
                yield from (f"  {line}" for line in moved_lines(moved, self.subject.label))

        return answer, lines()

    def _history(self) -> EditHistory:
        return recorded_in(self.subject.ordering, self.arrivals)

    def _arrival(self, edits: Sequence[Edit], names: Sequence[str]) -> str:
        rows, moved = dict[str, int](), []
        for name, edit in zip(names, edits, strict=True):
            if isinstance(edit, Insert):
                rows[name] = edit.position + 1
            else:
                moved.append(name)
        came = list_first(
            list(rows), 3, lambda name: f"{self.subject.label(name)} into row {rows[name]:,}"
        )
        return came + moved_in_words(moved, self.subject.label)


def _rebase_answer(rebase: Rebase) -> dict[str, Any]:
    """The effect of an arrival on the Autobase, as JSON."""
    return {
        "first": rebase.first + 1,
        "undo": rebase.undo,
        "applied": rebase.applied,
        "confirmed": list(rebase.fresh),
        "waits": rebase.waits,
    }
