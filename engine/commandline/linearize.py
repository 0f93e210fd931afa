"""`tanglescope linearize`: graph files in, orders out, one result per line."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import (
    complain,
    first_of,
    name_of_file,
    print_json,
    wants_json,
)
from tanglescope.engine.commandline.common.sources import FoundGraph, LineTooLong, found_graphs
from tanglescope.engine.errors import ExitCode, TanglescopeError
from tanglescope.engine.linear.graph import Graph, GraphError, over_limit, under_limit
from tanglescope.engine.linear.orders.named import CAVEATS, LINEARIZERS
from tanglescope.engine.linear.orders.named import linearize as order_of

_SECONDS_BETWEEN_REPORTS = 5


@dataclass(frozen=True, slots=True)
class _Asking:
    """What is asked of every graph."""

    by: str
    states: bool
    votes: bool
    edits: bool
    max_references: int | None
    over: str

    def answer(self, graph: Graph) -> dict[str, Any]:
        """The order of a graph, and the nodes over the limit of references, if there is one."""
        limits = {}
        if self.max_references is not None:
            limits["over_limit"] = over_limit(graph, self.max_references)
            graph = under_limit(graph, self.max_references, is_cut=self.over == "cut")
        answer = order_of(
            graph,
            self.by,
            states=self.states,
            votes=self.votes,
            edits=self.edits,
            progress=_CountProgress(len(graph.nodes)),
        )
        return answer | limits


@click.command(epilog="\n\n".join(CAVEATS.values()))
@click.argument("file", type=options.SOURCE)
@options.passed_as(
    "wanted",
    _Asking,
    options.by("The order.", default="scuttlesort", show_default=True),
    options.flag("--states", "Also print the state after every node (autobase)."),
    options.flag("--votes", "Also print who votes for every node (autobase)."),
    click.option(
        "--edits/--no-edits",
        default=True,
        show_default=True,
        help="Count the fewest edits, or only sort.",
    ),
    options.limits,
)
@options.refs
@options.json("Print one JSON answer per line.")
def linearize(file: Path, wanted: _Asking) -> None:
    """Order the graphs in FILE.

    FILE is a graph file or anything else that can be imported, such as DOT, a Matrix room, a Git
    repository or a database; - is stdin. Lines with a graph each are answered one by one.
    """
    built_in = LINEARIZERS.get(wanted.by)
    if wanted.states and (built_in is None or built_in.answer_with_states is None):
        raise click.UsageError(f"--states can't be used with --by {wanted.by}.")
    if wanted.votes and (built_in is None or built_in.votes is None):
        raise click.UsageError(f"--votes can't be used with --by {wanted.by}.")
    first = ""
    bad = 0
    # A program gets an answer for each line, whatever it is.
    found = found_graphs(file, is_lenient=wants_json())
    for place, answer in _answers(found, wanted):
        if "error" in answer:
            bad += 1
            first = first or f"{place}: {answer['error']}: {answer['detail']}"
        if wants_json():
            print_json(answer)
        else:
            click.echo(_as_text(place, answer))
    if bad:
        complain(f"{name_of_file(file)}, {first_of(first, bad)}", name_of_file(file))
        sys.exit(ExitCode.BAD_INPUT)


def _answers(found: Iterator[FoundGraph], wanted: _Asking) -> Iterator[tuple[str, dict[str, Any]]]:
    """One result for every graph, valid or not; stops after a line that is too long."""
    while True:
        try:
            each = next(found, None)
        except LineTooLong as error:
            yield "-", _refusal(None, "too-long", error)
            return
        if each is None:
            return
        refusal = {}
        if each.error is not None:
            refusal = _refusal(each.error.name, each.error.code, each.error)
        answer = {} if each.graph is None else _answer(each.graph, wanted)
        yield each.place, answer | refusal


def _answer(graph: Graph, wanted: _Asking) -> dict[str, Any]:
    try:
        return wanted.answer(graph)
    except GraphError as error:
        return _refusal(graph.name, error.code, error)
    except TanglescopeError as error:
        return _refusal(graph.name, "invalid", error)


class _CountProgress:
    """Reports the progress of counting edits on stderr every few seconds."""

    def __init__(self, nodes: int) -> None:
        self._nodes = nodes
        self._said_at = monotonic()

    def __call__(self, added: int) -> None:
        if monotonic() - self._said_at >= _SECONDS_BETWEEN_REPORTS:
            self._said_at = monotonic()
            hint = "" if added > self._nodes // 2 else "; --no-edits only sorts"
            click.echo(f"counting edits: {added:,} of {self._nodes:,} events{hint}", err=True)


def _refusal(name: object, code: str, error: TanglescopeError) -> dict[str, Any]:
    return {"name": name, "error": code, "detail": str(error)}


def _as_text(place: str, answer: dict[str, Any]) -> str:
    name = answer["name"]
    title = place if name is None else _quote_if_odd(str(name))
    refusal = [f"{title}: {answer['error']}: {answer['detail']}"] if "error" in answer else []
    if "order" not in answer:
        return "\n".join(refusal)
    order = answer["order"]
    facts = [f"{len(order):,} events"]
    facts += [f"{answer[key]:,} {key}" for key in ("edits", "confirmed") if key in answer]
    votes = answer.get("votes", {})
    lines = [*refusal, f"{title}: {', '.join(facts)}"]
    lines += [f"  {_quote_if_odd(name)}{_text_of_vote(votes.get(name))}" for name in order]
    lines += [f"  {_quote_if_odd(name)}  left out" for name in answer.get("left_out", ())]
    lines += [f"  {_quote_if_odd(name)}  over the limit" for name in answer.get("over_limit", ())]
    lines += [f"  {_state(state)}" for state in answer.get("states", ())]
    return "\n".join(lines)


def _text_of_vote(ballot: dict[str, Any] | None) -> str:
    """The voters for a node, and the degree of their quorum."""
    if ballot is None:
        return ""
    degree = "-" if ballot["degree"] is None else ballot["degree"]
    voters = ", ".join(map(_quote_if_odd, ballot["voters"])) or "-"
    return f"  degree {degree}, votes: {voters}"


def _state(state: dict[str, Any]) -> str:
    """The changes caused by the arrival of a node."""
    confirmed = ", ".join(map(_quote_if_odd, state["confirmed"])) or "-"
    tip = ", ".join(map(_quote_if_odd, state["tip"])) or "-"
    counts = f"undo {state['undo']}, shared {state['shared']}"
    return f"+ {_quote_if_odd(state['add'])}: {counts}, confirmed: {confirmed}, tip: {tip}"


def _quote_if_odd(text: str) -> str:
    """The text, quoted if it is empty or holds control characters."""
    return text if text and text.isprintable() else repr(text)
