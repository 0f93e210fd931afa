"""`tanglescope linearize`: graph files in, orders out, one result per line."""

from collections.abc import Iterator
from time import monotonic
from typing import IO, Any

import click

from engine.commandline.common.options import (
    GRAPH_FILE,
    ChoiceOption,
    LineTooLong,
    first_of,
    json_lines,
    lines_of,
    name_of,
    print_json,
)
from engine.debug.linearizers import CAVEATS
from engine.errors import TanglescopeError
from engine.linear.graph import GraphError, read_graph
from engine.linear.orders.named import LINEARIZERS
from engine.linear.orders.named import linearize as order_of

_SECONDS_BETWEEN_REPORTS = 5


@click.command(epilog="\n\n".join(CAVEATS.values()))
@click.argument("file", type=click.File("rb"))
@click.option(
    "--by",
    cls=ChoiceOption,
    metavar="ORDER",
    type=click.Choice(sorted(LINEARIZERS)),
    default="scuttlesort",
    show_default=True,
    help="The order.",
)
@click.option("--states", is_flag=True, help="Also print the state after every node (autobase).")
@click.option("--votes", is_flag=True, help="Also print who votes for every node (autobase).")
@click.option(
    "--edits/--no-edits",
    default=True,
    show_default=True,
    help="Count the fewest edits, or only sort.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON answer per line.")
@click.pass_context
def linearize(
    context: click.Context,
    file: IO[bytes],
    by: str,
    states: bool,
    votes: bool,
    edits: bool,
    as_json: bool,
) -> None:
    """Order the graphs in FILE. FILE is NDJSON with one graph per line; - is stdin."""
    if states and LINEARIZERS[by].answer_with_states is None:
        raise click.UsageError(f"--states can't be used with --by {by}")
    if votes and LINEARIZERS[by].votes is None:
        raise click.UsageError(f"--votes can't be used with --by {by}")
    first = ""
    bad = 0
    wanted = {"states": states, "votes": votes, "edits": edits}
    # A program gets an answer for each line, whatever it is.
    lines = lines_of(file) if as_json else json_lines(file, GRAPH_FILE)
    for number, answer in enumerate(_answers(lines, by, wanted), start=1):
        if "error" in answer:
            bad += 1
            first = first or f"line {number:,}: {answer['error']}: {answer['detail']}"
        if as_json:
            print_json(answer)
        else:
            click.echo(_as_text(number, answer))
    if bad:
        click.echo(f"{name_of(file)}, {first_of(first, bad)}", err=True)
        context.exit(1)


def _answers(lines: Iterator[bytes], by: str, wanted: dict[str, bool]) -> Iterator[dict[str, Any]]:
    """One result for every line, valid or not; stops after a line that is too long."""
    while True:
        try:
            line = next(lines, None)
        except LineTooLong as error:
            yield _refusal(None, "too-long", error)
            return
        if line is None:
            return
        try:
            graph = read_graph(line)
        except GraphError as error:
            yield _refusal(error.name, error.code, error)
            continue
        try:
            yield order_of(graph, by, progress=_CountProgress(len(graph.nodes)), **wanted)
        except GraphError as error:
            yield _refusal(graph.name, error.code, error)
        except TanglescopeError as error:
            yield _refusal(graph.name, "invalid", error)


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


def _as_text(number: int, answer: dict[str, Any]) -> str:
    name = answer["name"]
    title = f"line {number}" if name is None else _shown(str(name))
    if "error" in answer:
        return f"{title}: {answer['error']}: {answer['detail']}"
    order = answer["order"]
    facts = [f"{len(order):,} events"]
    facts += [f"{answer[key]:,} {key}" for key in ("edits", "confirmed") if key in answer]
    votes = answer.get("votes", {})
    lines = [f"{title}: {', '.join(facts)}"]
    lines += [f"  {_shown(name)}{_voted(votes.get(name))}" for name in order]
    lines += [f"  {_state(state)}" for state in answer.get("states", ())]
    return "\n".join(lines)


def _voted(ballot: dict[str, Any] | None) -> str:
    """The voters for a node, and the degree of their quorum."""
    if ballot is None:
        return ""
    degree = "-" if ballot["degree"] is None else ballot["degree"]
    voters = ", ".join(map(_shown, ballot["voters"])) or "-"
    return f"  degree {degree}, votes: {voters}"


def _state(state: dict[str, Any]) -> str:
    """The changes caused by the arrival of a node."""
    confirmed = ", ".join(map(_shown, state["confirmed"])) or "-"
    tip = ", ".join(map(_shown, state["tip"])) or "-"
    counts = f"undo {state['undo']}, shared {state['shared']}"
    return f"+ {_shown(state['add'])}: {counts}, confirmed: {confirmed}, tip: {tip}"


def _shown(text: str) -> str:
    """The text, quoted if it is empty or holds control characters."""
    return text if text and text.isprintable() else repr(text)
