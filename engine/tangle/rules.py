"""Rules: which messages belong to a tangle, their causes, and why others are excluded.

As in SIP 9, "Tangles", a kind of tangle is defined by its candidates. A rule says which
messages are candidates; `engine.tangle.growth` connects them, the same way for every rule. A
message can be a candidate of many tangles.

| rule | a tangle is identified by | candidates |
|---|---|---|
| `feed` | the id of its author | the author's messages |
| `thread` | the key of its root | the root; replies by `root` and `branch`, or `tangles.thread` |
| `epoch` | the key of its root | messages of type `group/init` with tangle data of that name |
| `group` | the key of a `group/init` | messages with tangle data of that name |
| `metafeed` | the key of its root | messages with tangle data of that name |
| any other name | the key of its root | messages with tangle data of that name |

The rules of private groups are those of the group exclusion spec, section 4.10. It asks for no type
in the tangle `members`; who was added and excluded is read from some of its messages
(`engine.tangle.groups`).

In the tangle `metafeed`, `previous` may be a single key, as ssb-meta-feeds writes in tombstones and
announcements.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.message.message import Content, Message
from tanglescope.engine.tangle.references import feed_reference, message_reference, names_message
from tanglescope.engine.tangle.titles import one_line

FEED = "feed"
THREAD = "thread"
GROUP = "group"
EPOCH = "epoch"
MEMBERS = "members"
METAFEED = "metafeed"

_LONGEST_NAME = 52


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """The fields of a message that rules need."""

    key: str
    content: Content
    author: str = ""
    sequence: int = 0
    previous: str | None = None

    @classmethod
    def of(cls, message: Message) -> "RuleEntry":
        """The entry of a message from an archive."""
        return cls(message.key, message.content, message.author, message.sequence, message.previous)


@dataclass(frozen=True, slots=True)
class Admitted:
    """A candidate with the `causes` that it names, each once; the root names none."""

    causes: tuple[str, ...]


class ExclusionRule(StrEnum):
    """The rule that excludes a message; the text of each value is printed."""

    TANGLES_SHAPE = "tangles-shape"
    """`content.tangles` isn't an object."""
    TANGLE_SHAPE = "tangle-shape"
    """The data of the tangle isn't an object."""
    ROOT_SHAPE = "root-shape"
    """`root` is neither a key nor null."""
    PREVIOUS_SHAPE = "previous-shape"
    """`previous` is neither a list of keys, with one at least, nor null."""
    ROOT_AND_PREVIOUS = "root-and-previous"
    """Only one of `root` and `previous` is null, or the root of the tangle names another root."""
    ROOT_TYPE = "root-type"
    TYPE = "type"
    SEQUENCE = "sequence"
    """In feeds: the sequence number doesn't follow that of the previous message."""
    AFTER_EXCLUDED = "after-excluded"
    """In feeds: it comes after a message that is excluded."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """A message with data of the tangle that isn't a candidate.

    `why` is a sentence. `claims` is the root that it names; None if that can't be read.
    """

    rule: ExclusionRule
    why: str
    claims: str | None = None


Admit: TypeAlias = Callable[[RuleEntry, str], Admitted | Excluded | None]
"""Returns how an entry relates to the tangle of a root; None if it doesn't name the tangle."""

Check: TypeAlias = Callable[[RuleEntry, Sequence[RuleEntry]], Excluded | None]
"""Returns the problem of an entry after its causes, all of which are in the tangle."""


def _anything_goes(entry: RuleEntry, causes: Sequence[RuleEntry]) -> None:
    """Any candidate may follow its causes."""


@dataclass(frozen=True, slots=True)
class TangleRule:
    """The rule of the tangles of one name; `spell` gives the usual spelling of their roots."""

    name: str
    admit: Admit
    check: Check = _anything_goes
    spell: Callable[[str], str] = message_reference


def rule_of(name: str, *, made_up_keys: bool = False) -> TangleRule:
    """The rule of the tangles of that name; with `made_up_keys` any text can be a key."""
    return _RULES.get(name, _by_data)(name, made_up_keys)


@dataclass(frozen=True, slots=True)
class TangleData:
    """The tangle data of a message: the root and the causes.

    The root of a tangle names no root and has no causes.
    """

    root: str | None
    previous: tuple[str, ...]


ROOT = TangleData(None, ())
"""The data of the root of a tangle."""


def tangle_data(
    content: Content, name: str, *, made_up_keys: bool = False
) -> TangleData | Excluded | None:
    """The data of a message for the tangles of a name, if any, or the problem with it.

    Keys are in their usual spelling.
    """
    if not isinstance(content, dict) or "tangles" not in content:
        return None
    tangles = content["tangles"]
    if not isinstance(tangles, dict):
        return _tangles_shape(tangles)
    if name not in tangles:
        return None
    data = tangles[name]
    if not isinstance(data, dict):
        return _tangle_shape(name, data)
    if (wrong := _wrong_root(data, made_up_keys)) is not None:
        return Excluded(ExclusionRule.ROOT_SHAPE, wrong)
    root = data["root"] if data["root"] is None else message_reference(data["root"])
    if (wrong := _wrong_previous(data, name, made_up_keys)) is not None:
        return Excluded(ExclusionRule.PREVIOUS_SHAPE, wrong, root)
    previous = _previous(data, name)
    if (root is None) != (previous is None):
        return _one_null(root)
    return TangleData(root, tuple(dict.fromkeys(map(message_reference, previous or ()))))


def names_of_tangles(content: Content) -> list[str]:
    """The names of the tangle data of a message, well-formed or not."""
    tangles = content.get("tangles") if isinstance(content, dict) else None
    return list(tangles) if isinstance(tangles, dict) else []


def roots_named(content: Content) -> set[str]:
    """The keys of all roots that a message names in its tangle data."""
    data = (tangle_data(content, name) for name in names_of_tangles(content))
    roots = (each.root if isinstance(each, TangleData) else each.claims for each in data if each)
    return {root for root in roots if root is not None}


def thread_roots(content: Content) -> tuple[str, ...]:
    """The roots of the threads that a message replies in: by `root`, and by `tangles.thread`."""
    data = tangle_data(content, THREAD)
    by_data = data.root if isinstance(data, TangleData) else None
    by_root = content.get("root") if isinstance(content, dict) else None
    legacy = by_root if is_message_id(by_root) else None
    return tuple(dict.fromkeys(root for root in (legacy, by_data) if root is not None))


@dataclass(frozen=True, slots=True)
class RuleByData:
    """Admits the messages with tangle data of a name.

    If types are given, the root and the others must have theirs.
    """

    name: str
    made_up_keys: bool
    root_type: str | None = None
    type: str | None = None

    def __call__(self, entry: RuleEntry, root: str) -> Admitted | Excluded | None:
        """How an entry relates to the tangle of a root; None if it doesn't name that tangle."""
        data = tangle_data(entry.content, self.name, made_up_keys=self.made_up_keys)
        is_root = message_reference(entry.key) == root
        if data is None:
            return None
        if isinstance(data, Excluded):
            return data if is_root or data.claims in (None, root) else None
        if not is_root and data.root != root:
            return None
        return self.place(entry, data, is_root=is_root)

    def place(self, entry: RuleEntry, data: TangleData, *, is_root: bool) -> Admitted | Excluded:
        """How an entry with that data relates to the tangle that it names or begins."""
        if is_root:
            return _names_another_root(data) or self._root_type(entry) or Admitted(())
        return self._type(entry) or Admitted(data.previous)

    def _root_type(self, entry: RuleEntry) -> Excluded | None:
        if self.root_type is None or (found := _type_of(entry)) == self.root_type:
            return None
        why = tr(
            "The root of a tangle “{name}” has to be of type “{type}”; {found}",
            name=self.name,
            type=self.root_type,
            found=_type_found(found),
        )
        return Excluded(ExclusionRule.ROOT_TYPE, why)

    def _type(self, entry: RuleEntry) -> Excluded | None:
        if self.type is None or (found := _type_of(entry)) == self.type:
            return None
        why = tr(
            "Messages of a tangle “{name}” have to be of type “{type}”; {found}",
            name=self.name,
            type=self.type,
            found=_type_found(found),
        )
        return Excluded(ExclusionRule.TYPE, why)


@dataclass(frozen=True, slots=True)
class _InThread:
    """Admits the root, replies by `content.root`, and replies by `tangles.thread`.

    A reply in both ways names all messages of both. Only one that names no other names the root.
    """

    name: str
    made_up_keys: bool

    def __call__(self, entry: RuleEntry, root: str) -> Admitted | Excluded | None:
        if message_reference(entry.key) == root:
            return Admitted(())
        data = tangle_data(entry.content, self.name, made_up_keys=self.made_up_keys)
        by_data = data.previous if isinstance(data, TangleData) and data.root == root else ()
        branch = self._branch(entry.content, root)
        if by_data or branch is not None:
            return Admitted(tuple(dict.fromkeys((*(branch or ()), *by_data))) or (root,))
        is_claim = isinstance(data, Excluded) and data.claims in (None, root)
        return data if isinstance(data, Excluded) and is_claim else None

    def _branch(self, content: Content, root: str) -> tuple[str, ...] | None:
        """The branch of a reply by `content.root`; None for other messages."""
        if not isinstance(content, dict) or content.get("root") != root:
            return None
        if not self.made_up_keys and not is_message_id(root):
            return None
        branch = content.get("branch")
        named = branch if isinstance(branch, list) else [branch]
        texts = (head for head in named if isinstance(head, str))
        return tuple(head for head in texts if self.made_up_keys or is_message_id(head))


def _in_feed(entry: RuleEntry, author: str) -> Admitted | Excluded | None:
    if feed_reference(entry.author) != author:
        return None
    if (entry.sequence == 1) != (entry.previous is None):
        return Excluded(
            ExclusionRule.SEQUENCE,
            tr("The first message of a feed, and no other, has sequence 1 and `previous` null."),
        )
    return Admitted(() if entry.previous is None else (entry.previous,))


def _is_next(entry: RuleEntry, causes: Sequence[RuleEntry]) -> Excluded | None:
    before = sum(cause.sequence for cause in causes)
    if entry.sequence == before + 1:
        return None
    why = tr(
        "Its sequence is {sequence}, that of the previous message {before}.",
        sequence=entry.sequence,
        before=before,
    )
    return Excluded(ExclusionRule.SEQUENCE, why)


@lru_cache(maxsize=256)
def rule_by_data(name: str, *, made_up_keys: bool = False) -> RuleByData:
    """The rule for tangle data of a name: by its specification, or else by SIP 9."""
    return RuleByData(name, made_up_keys, _ROOT_TYPES.get(name), _TYPES.get(name))


_ROOT_TYPES = {EPOCH: "group/init", GROUP: "group/init"}
_TYPES = {EPOCH: "group/init"}


def _by_data(name: str, made_up_keys: bool) -> TangleRule:
    return TangleRule(name, rule_by_data(name, made_up_keys=made_up_keys))


def _thread(name: str, made_up_keys: bool) -> TangleRule:
    return TangleRule(name, _InThread(name, made_up_keys))


def _feed(name: str, _made_up_keys: bool) -> TangleRule:
    return TangleRule(name, _in_feed, _is_next, feed_reference)


_RULES: dict[str, Callable[[str, bool], TangleRule]] = {FEED: _feed, THREAD: _thread}
"""The rules of tangles whose members are found by more than tangle data."""


# What is wrong, in words.

_KINDS: dict[type, str] = {
    type(None): later("null"),
    bool: later("true or false"),
    int: later("a number"),
    float: later("a number"),
    str: later("a text"),
    list: later("a list"),
    dict: later("an object"),
}
_OTHER_KIND = later("something else")


def _kind(value: object) -> str:
    # Archives of other formats may have values that JSON doesn't have.
    return tr(_KINDS.get(type(value), _OTHER_KIND))


def _is_key(text: str, made_up_keys: bool) -> bool:
    return made_up_keys or names_message(text)


def _tangles_shape(tangles: object) -> Excluded:
    why = tr("`tangles` is {kind}; it has to be an object.", kind=_kind(tangles))
    return Excluded(ExclusionRule.TANGLES_SHAPE, why)


def _tangle_shape(name: str, data: object) -> Excluded:
    why = tr(
        "What `tangles` holds for “{name}” is {kind}; it has to be an object.",
        name=one_line(name, _LONGEST_NAME),
        kind=_kind(data),
    )
    return Excluded(ExclusionRule.TANGLE_SHAPE, why)


def _wrong_root(data: dict[str, Any], made_up_keys: bool) -> str | None:
    if "root" not in data:
        return tr("`root` is missing.")
    root = data["root"]
    if root is None or (isinstance(root, str) and _is_key(root, made_up_keys)):
        return None
    if isinstance(root, str):
        return tr("`root` is a text, but not the key of a message.")
    return tr("`root` is {kind}; it has to be the key of a message, or null.", kind=_kind(root))


def _previous(data: dict[str, Any], name: str) -> Any:
    """The `previous` of a message: a list, in a metafeed also a single key."""
    previous = data["previous"]
    return [previous] if name == METAFEED and isinstance(previous, str) else previous


def _wrong_previous(data: dict[str, Any], name: str, made_up_keys: bool) -> str | None:
    if "previous" not in data:
        return tr("`previous` is missing.")
    previous = _previous(data, name)
    if previous is None:
        return None
    if not isinstance(previous, list):
        return tr("`previous` is {kind}; it has to be a list, or null.", kind=_kind(previous))
    if not previous:
        return tr("`previous` is an empty list.")
    for named in previous:
        if not isinstance(named, str):
            return tr("`previous` names {kind} where a key has to be.", kind=_kind(named))
        if not _is_key(named, made_up_keys):
            return tr("`previous` names a text that isn't the key of a message.")
    return None


def _one_null(root: str | None) -> Excluded:
    if root is None:
        why = tr("`root` is null, but `previous` names messages; a root has null in both.")
    else:
        why = tr("`previous` is null, but `root` names a message; a root has null in both.")
    return Excluded(ExclusionRule.ROOT_AND_PREVIOUS, why, root)


def _names_another_root(data: TangleData) -> Excluded | None:
    if data == ROOT:
        return None
    why = tr("It isn't a root: its `root` names another message.")
    return Excluded(ExclusionRule.ROOT_AND_PREVIOUS, why, data.root)


def _type_of(entry: RuleEntry) -> object:
    return entry.content.get("type") if isinstance(entry.content, dict) else None


def _type_found(found: object) -> str:
    if isinstance(found, str):
        return tr("this one is of type “{type}”.", type=one_line(found, _LONGEST_NAME))
    return tr("this one has none.")
