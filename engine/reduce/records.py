"""Records of several writers: what the messages of a tangle add up to, field by field.

Each field has a strategy, as in @tangle/strategy. A message changes a field by the value of that
name in its content:

- `overwrite`: `{"set": value}` or a plain value; the latest counts. `text` is the same for strings.
- `set`: `{"item": weight}`; an item is in the set if its weights add up to more than 0.
- `list`: `{"key": value}`; values in the order of their keys.
- `counter`: a whole number, which is added.

Changes by people who didn't know of each other commute, except those of `overwrite` and `text`: if
their values differ, the field has a conflict until a later message sets it. A message that joins
branches with such a conflict and doesn't set the field is left out, with all after it, as
@tangle/reduce does.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from tanglescope.engine.errors import BadInput
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.horizon import reach
from tanglescope.engine.message.canonical import utf16_units

Value = Any
"""A JSON value."""


class FieldStrategy(StrEnum):
    """How the changes of a field are joined."""

    OVERWRITE = "overwrite"
    SET = "set"
    LIST = "list"
    COUNTER = "counter"
    TEXT = "text"


RecordSchema = Mapping[str, FieldStrategy]
"""The strategy of each field."""


class FieldValue(NamedTuple):
    """One of several values of a field, and the message that set it."""

    value: Value
    key: str


@dataclass(frozen=True, slots=True)
class RecordState:
    """The fields that are decided, and the candidates of those that aren't."""

    values: Mapping[str, Value]
    conflicts: Mapping[str, tuple[FieldValue, ...]]


def record_schema(named: Mapping[str, object]) -> RecordSchema:
    """The schema in which fields have these strategies. Raises `BadInput`."""
    for name, strategy in named.items():
        if strategy not in list(FieldStrategy):
            raise BadInput(
                tr(
                    "{strategy} of the field {name} is no strategy; these are: {all}.",
                    strategy=str(strategy),
                    name=name,
                    all=", ".join(FieldStrategy),
                )
            )
    return {name: FieldStrategy(str(strategy)) for name, strategy in named.items()}


def schema_of(words: Iterable[str]) -> RecordSchema:
    """The schema in words such as `title=overwrite`. Raises `BadInput`."""
    named = {}
    for word in words:
        name, equals, strategy = word.rpartition("=")
        if not equals or not name:
            raise BadInput(tr("{word} doesn't have the form FIELD=STRATEGY.", word=word))
        named[name] = strategy
    return record_schema(named)


def read_schema(text: str) -> RecordSchema:
    """The schema in a JSON object of fields and strategies. Raises `BadInput`."""
    try:
        named = json.loads(text)
    except ValueError as error:
        raise BadInput(tr("A schema is a JSON object: {why}", why=error)) from None
    if not isinstance(named, dict):
        raise BadInput(tr("A schema is a JSON object, with a strategy for each field."))
    return record_schema(named)


def schema_with(schema: RecordSchema, content: object) -> RecordSchema:
    """A schema with the fields of a message that it lacks, each by the form of its first value."""
    if not isinstance(content, dict):
        return schema
    new = {
        name: fitting(value)
        for name, value in content.items()
        if name not in schema and name not in _NO_FIELDS and value != {}
    }
    return {**schema, **new} if new else schema


def fitting(value: object) -> FieldStrategy:
    """The strategy that a value looks like it is for."""
    match value:
        case {"set": _, **more} if not more:
            return FieldStrategy.OVERWRITE
        case dict():
            is_set = _IS_FORM[FieldStrategy.SET](value)
            return FieldStrategy.SET if is_set else FieldStrategy.LIST
        case str():
            return FieldStrategy.TEXT
    return FieldStrategy.COUNTER if _is_whole(value) else FieldStrategy.OVERWRITE


_NO_FIELDS = frozenset({"type", "tangles", "root", "branch", "fork", "recps", "mentions"})
"""What messages hold besides the fields of a record."""


def record_answer(state: RecordState) -> dict[str, Value]:
    """A state as JSON."""
    return {
        "values": dict(state.values),
        "conflicts": {
            name: [each._asdict() for each in found] for name, found in state.conflicts.items()
        },
    }


class _Place(NamedTuple):
    """The values that hold after some messages, by field: as bits of the messages that set them.

    `past` are the values that were replaced.
    """

    holds: dict[str, int]
    past: dict[str, int]


@dataclass(slots=True)
class SharedRecord:
    """A record that grows message by message; causes come first."""

    schema: RecordSchema
    causes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    undecided: dict[str, str] = field(default_factory=dict)
    """Messages that don't count: the field whose conflict they, or one before them, didn't decide.
    """
    ignored: list[tuple[str, str]] = field(default_factory=list)
    """Messages and fields whose values don't have the form of the strategy."""
    _changes: dict[str, dict[str, Value]] = field(default_factory=dict)
    _places: dict[str, _Place] = field(default_factory=dict)
    _setters: list[str] = field(default_factory=list)
    _given: dict[str, list[tuple[str, Value]]] = field(default_factory=dict)
    """The changes of each field, with their messages."""
    _whole: _Place = field(default_factory=lambda: _Place({}, {}))
    """What all messages set."""

    def add(self, key: str, previous: Iterable[str], content: object) -> None:
        """Add a message; causes that aren't here are none."""
        before = tuple(each for each in dict.fromkeys(previous) if each in self.causes)
        changes = dict(self._read(key, content))
        self.causes[key] = before
        places = [self._places[each] for each in before if each in self._places]
        lost = next((self.undecided[each] for each in before if each in self.undecided), None)
        place = _Place({}, {})
        for name in self._overwritten:
            holds, past = _together(places, name)
            if name in changes:
                past |= holds
                holds = 1 << len(self._setters)
            elif lost is None and len(before) > 1 and not _is_one(self._values(name, holds)):
                lost = name
            place.holds[name], place.past[name] = holds, past
        if lost is not None:
            self.undecided[key] = lost
            return
        self._places[key] = place
        self._changes[key] = changes
        if not changes.keys().isdisjoint(place.holds):
            self._setters.append(key)
        for name, change in changes.items():
            self._given.setdefault(name, []).append((key, change))
        for name in self._overwritten:
            holds, past = _together((self._whole, place), name)
            self._whole.holds[name], self._whole.past[name] = holds, past

    def state(self, tip: str | None = None) -> RecordState:
        """The state after all messages, or as the author of one knew it."""
        known: Collection[str] = self._places
        end = self._whole
        if tip is not None:
            known = reach([tip], lambda each: self.causes.get(each, ()))
            end = self._places[tip]
        values, conflicts = dict[str, Value](), dict[str, tuple[FieldValue, ...]]()
        for name, strategy in self.schema.items():
            if strategy in _OVERWRITTEN:
                found = self._values(name, end.holds.get(name, 0))
            else:
                given = self._given.get(name, ())
                found = _join_changes(strategy, [each for each in given if each[0] in known])
            if _is_one(found):
                values[name] = found[0].value if found else None
            else:
                conflicts[name] = tuple(found)
        return RecordState(values, conflicts)

    @property
    def tips(self) -> list[str]:
        """The messages that count and that no such message comes after."""
        followed = {each for key in self._places for each in self.causes[key]}
        return [key for key in self._places if key not in followed]

    @property
    def _overwritten(self) -> list[str]:
        return [name for name, each in self.schema.items() if each in _OVERWRITTEN]

    def _values(self, name: str, holds: int) -> list[FieldValue]:
        """The values that messages set, the first message first."""
        setters = (self._setters[place] for place in _bits(holds))
        return [FieldValue(self._changes[key][name], key) for key in setters]

    def _read(self, key: str, content: object) -> Iterator[tuple[str, Value]]:
        if not isinstance(content, dict):
            return
        for name, strategy in self.schema.items():
            if name not in content or content[name] == {}:
                continue
            value = content[name]
            if strategy in _OVERWRITTEN:
                value = value["set"] if isinstance(value, dict) and [*value] == ["set"] else value
            if _IS_FORM[strategy](value):
                yield name, value
            else:
                self.ignored.append((key, name))


_OVERWRITTEN = (FieldStrategy.OVERWRITE, FieldStrategy.TEXT)


def _bits(number: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def _together(places: Iterable[_Place], name: str) -> tuple[int, int]:
    """The values of a field that hold after several messages, and those that were replaced."""
    holds = past = 0
    for place in places:
        holds |= place.holds.get(name, 0)
        past |= place.past.get(name, 0)
    return holds & ~past, past


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_IS_FORM: Mapping[FieldStrategy, Callable[[object], bool]] = {
    FieldStrategy.OVERWRITE: lambda _: True,
    FieldStrategy.TEXT: lambda value: isinstance(value, str),
    FieldStrategy.SET: lambda value: (
        isinstance(value, dict) and all(map(_is_whole, value.values()))
    ),
    FieldStrategy.LIST: lambda value: isinstance(value, dict),
    FieldStrategy.COUNTER: _is_whole,
}


def _join_changes(
    strategy: FieldStrategy, changes: Iterable[tuple[str, Value]]
) -> list[FieldValue]:
    """The value that commuting changes add up to, or the candidates for an entry of a list."""
    changes = list(changes)
    last = changes[-1][0] if changes else ""
    if strategy is FieldStrategy.COUNTER:
        return [FieldValue(sum(change for _, change in changes), last)]
    if strategy is FieldStrategy.SET:
        weights = Counter[str]()
        for _, change in changes:
            for item, weight in change.items():
                weights[item] += weight
        present = [item for item, weight in weights.items() if weight > 0]
        return [FieldValue(sorted(present, key=utf16_units), last)]
    entries: dict[str, list[FieldValue]] = {}
    for key, change in changes:
        for entry, value in change.items():
            entries.setdefault(entry, []).append(FieldValue(value, key))
    for candidates in entries.values():
        if not _is_one(candidates):
            return candidates
    return [FieldValue([entries[each][0].value for each in sorted(entries, key=utf16_units)], last)]


def _is_one(candidates: Collection[FieldValue]) -> bool:
    """Whether candidates have one value at most."""
    if len(candidates) <= 1:
        return True
    return len({json.dumps(each.value, sort_keys=True) for each in candidates}) <= 1
