"""Reducers: those of this program by name, functions in Python files, and commands.

A function takes the state and a message, and returns the next state; the first state is None. A
command reads a message as JSON on each line, and prints the state after it on a line. Functions run
as such a command, too, so that a crash or an endless loop is reported and does nothing else.
"""

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from runpy import run_path
from traceback import extract_tb
from typing import Any

import orjson

from tanglescope.engine.errors import ExitCode, NotFound, TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.orders.own import SECONDS, Program, words_of
from tanglescope.engine.linear.walk import least_order
from tanglescope.engine.message.pzp_rules import ACCOUNT_PREFIX, KeyFold, powers_of
from tanglescope.engine.reduce.activities import ACTIVITIES, Activity, Contribution, activity_of
from tanglescope.engine.reduce.folding import FoldState, FoldStep
from tanglescope.engine.reduce.matrix.room_state import RoomFold
from tanglescope.engine.reduce.records import (
    RecordSchema,
    SharedRecord,
    read_schema,
    record_answer,
    schema_of,
    schema_with,
)
from tanglescope.engine.reduce.sets import (
    PREFIX,
    SetChange,
    SetFold,
    added_items,
    deleted_items,
    plain,
)
from tanglescope.engine.system.files import missing
from tanglescope.engine.tangle.groups import Group, epoch_of
from tanglescope.engine.tangle.rules import (
    EPOCH,
    FEED,
    GROUP,
    MEMBERS,
    METAFEED,
    THREAD,
    RuleEntry,
    names_of_tangles,
)

_SCHEMA = re.compile(r"[^=,\s]++=\w++(?:,[^=,\s]++=\w++)*+")


class ReducerFailed(TanglescopeError):
    """A reducer ended, hung or answered with something else than JSON."""

    exit_code = ExitCode.BAD_INPUT

    def __init__(self, name: str, key: str, error: OrderFailed) -> None:
        super().__init__(
            tr("{name} fails at the message {key}: {why}.", name=name, key=key, why=error)
        )
        self.place = key
        self.code = error.kind


def _set() -> FoldStep:
    """The items of a PZP set, and its item roots."""
    fold = SetFold()

    def step(message: Mapping[str, Any]) -> FoldState:
        match message["content"]:
            case {"type": str(domain), "add": [*add], "del": [*delete], **more}:
                if domain.startswith(PREFIX):
                    names = more.get("supersedes")
                    ids = names if isinstance(names, list) else []
                    superseded = tuple(each for each in ids if isinstance(each, str))
                    key = str(message["key"])
                    fold.add(
                        key, SetChange(added_items(add, key), deleted_items(delete), superseded)
                    )
        state = fold.state
        return {"items": [plain(item) for item in state.items], "roots": list(state.item_roots)}

    return step


def _account() -> FoldStep:
    """The keys that may sign for a PZP account, and what each key may do to it."""
    fold = KeyFold()
    powers: dict[str, frozenset[str]] = {}

    def step(message: Mapping[str, Any]) -> FoldState:
        content = message["content"]
        fold.add(content)
        key, more = powers_of(content)
        if key is not None:
            powers[key] = powers.get(key, frozenset()) | more
        return {
            "keys": list(fold.keys),
            "powers": {each: sorted(of_key) for each, of_key in powers.items()},
        }

    return step


def _members() -> FoldStep:
    """The members of each epoch of a private group, and who was excluded in it."""
    group: Group | None = None

    def step(message: Mapping[str, Any]) -> FoldState:
        nonlocal group
        key, content = str(message["key"]), message["content"]
        if group is None and (place := epoch_of(key, content)) is not None:
            group = Group(place[0])
        if group is None:
            return {}
        group.add(RuleEntry(key, content, message["author"], message["sequence"] or 0))
        changed = {epoch: group.membership(epoch) for epoch in group.begun_epochs}
        return {
            epoch: {"members": sorted(each.members), "excluded": sorted(each.excluded)}
            for epoch, each in changed.items()
        }

    return step


def _activity() -> FoldStep:
    """A gathering, a poll, a game of chess or a book, as its messages say."""
    said: list[Contribution] = []

    def step(message: Mapping[str, Any]) -> FoldState:
        content = message["content"]
        if isinstance(content, dict):
            asserted = message["asserted"]
            said.append(
                Contribution(
                    message["key"], message["author"], message["sequence"] or 0, asserted, content
                )
            )
        first = next((each for each in said if each.kind in ACTIVITIES), None)
        if first is None:
            return None
        found = activity_of(first, [each for each in said if each is not first])
        return None if found is None else _as_json(found)

    return step


def _as_json(activity: Activity) -> FoldState:
    return orjson.loads(orjson.dumps(asdict(activity), default=lambda each: each._asdict()))


def _record(schema: RecordSchema, *, is_found: bool = False) -> FoldStep:
    """The fields of a record, each by its strategy, and the candidates of those in conflict.

    If the schema `is_found`, it gets the fields that messages have, and is a part of the state.
    """
    record = SharedRecord(schema)
    known: dict[str, tuple[Sequence[str], Any]] = {}
    named: set[str] = set()

    def step(message: Mapping[str, Any]) -> FoldState:
        nonlocal record
        key, content = str(message["key"]), message["content"]
        known[key] = message["causes"], content
        if is_found:  # no message before has a field that is new
            record.schema = schema_with(record.schema, content)
        if key in named:  # the order shows a cause after an effect
            record = SharedRecord(record.schema)
            places = {name: place for place, name in enumerate(known)}
            causes = {name: set(before) for name, (before, _) in known.items()}
            for each in least_order(causes, places.__getitem__):
                record.add(each, *known[each])
        else:
            record.add(key, *known[key])
        named.update(message["causes"])
        more: dict[str, Any] = {"strategies": dict(record.schema)} if is_found else {}
        more |= {"undecided": dict(record.undecided)} if record.undecided else {}
        return record_answer(record.state()) | more

    return step


REDUCERS: Mapping[str, Callable[[], FoldStep]] = {
    "account": _account,
    "activity": _activity,
    "members": _members,
    "record": partial(_record, {}, is_found=True),
    "room": lambda: RoomFold().step,
    "set": _set,
}
"""The reducers of this program; each call begins anew."""


def recognize(message: Mapping[str, Any]) -> str | None:
    """The reducer of this program that a message is for; None if there is none."""
    content = message["content"]
    match content:
        case {"prev_events": _, "auth_events": _, "sender": str()}:
            return "room"
        case {"type": str(kind)} if kind in ACTIVITIES:
            return "activity"
        case {"type": str(kind)} if kind.startswith(PREFIX):
            return "set"
        case {"type": str(kind)} if kind.startswith(ACCOUNT_PREFIX):
            return "account"
    if epoch_of(str(message["key"]), content) is not None:
        return "members"
    own = set(names_of_tangles(content)) - _KNOWN_TANGLES
    is_post = isinstance(content, dict) and content.get("type") == "post"
    return "record" if own and not is_post else None


_KNOWN_TANGLES = frozenset({FEED, THREAD, GROUP, EPOCH, MEMBERS, METAFEED})


def is_record(typed: str) -> bool:
    """Whether a reducer is one of records: by name, or by a schema."""
    return typed == "record" or typed.endswith(".json") or _SCHEMA.fullmatch(typed) is not None


@contextmanager
def reducer(typed: str, seconds: float = SECONDS) -> Iterator[FoldStep]:
    """The reducer of a name, schema, `file.py:function` or command, until the context ends.

    A schema is a JSON file, or `FIELD=STRATEGY`, with commas between several.

    Raises `NotFound` and `NoProgram`; the reducer raises `ReducerFailed`.
    """
    if typed in REDUCERS:
        yield REDUCERS[typed]()
        return
    if typed.endswith(".json") and Path(typed).is_file():
        yield _record(read_schema(Path(typed).read_text(encoding="utf-8")))
        return
    if _SCHEMA.fullmatch(typed):
        yield _record(schema_of(typed.split(",")))
        return
    with Program(_command(typed), seconds) as program:

        def step(message: Mapping[str, Any]) -> FoldState:
            try:
                return program.ask(message)
            except OrderFailed as error:
                raise ReducerFailed(typed, str(message["key"]), error) from None

        yield step


def _command(typed: str) -> list[str]:
    file, colon, function = typed.rpartition(":")
    if colon and file.endswith(".py") and function.isidentifier():
        if not Path(file).is_file():
            raise NotFound(missing(Path(file)))
        return [sys.executable, "-P", "-m", __name__, file, function]
    words = words_of(typed)
    if shutil.which(words[0]) is None:
        raise NotFound(
            tr(
                "{name} is neither a command nor one of {known}. Enter one of them, or"
                " file.py:function.",
                name=words[0],
                known=", ".join(REDUCERS),
            )
        )
    return words


def _serve(file: str, name: str) -> None:
    """Answer messages on lines with the states that a function returns."""
    answers, sys.stdout = sys.stdout, sys.stderr  # what the function prints isn't an answer
    sys.path.insert(0, str(Path(file).resolve().parent))  # as for a script, which imports others
    state = None
    try:
        function = run_path(file)[name]
        for line in sys.stdin:
            state = function(state, json.loads(line))
            answers.write(json.dumps(state, allow_nan=False) + "\n")
            answers.flush()
    except Exception as error:
        own = [at for at in extract_tb(error.__traceback__) if at.filename == file]
        where = f" (line {own[-1].lineno} of {file})" if own else ""
        # A trace would show the frames of this program before the one line that says why.
        raise SystemExit(f"{type(error).__name__}: {error}{where}") from None


if __name__ == "__main__":
    _serve(*sys.argv[1:])
