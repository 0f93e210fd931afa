"""Revisions: the versions of a message, and whether its author withdrew it.

A signed message never changes. Its author changes what others read by publishing more messages,
which form a tangle of versions:

- `post-edit` gives the message in `revisionRoot` another text, after the version in
  `revisionBranch` (Poncho Wonky, `lib/depject/sheet/editPost.js`);
- `replaces` in a message of the same type names the version before it (Oasis, `buildIndex` in its
  models);
- `tombstone` withdraws its `target` (Oasis, `src/models/tombstone_validator.js`). Oasis withdraws
  each version that it replaces, too, so a message is deleted only if its latest version is; except
  for some types, of which it withdraws no version (`events_model.js`, `polls_model.js`,
  `tribes_model.js`): there, it is enough to withdraw the first one;
- `about` corrects the title, name, description, summary or text of a message that has one.

Only messages by the author of the message count; those of others are proposals. Of concurrent
versions, the one with the higher sequence counts: its author signed it later.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.message.message import Content

EDIT, REPLACES, TOMBSTONE, ABOUT = "edit", "replaces", "tombstone", "about"

KINDS = (EDIT, REPLACES, TOMBSTONE, ABOUT)
"""The kinds of links by which messages change others."""

_CORRECTED = ("title", "name", "description", "summary", "text")
_WITHOUT_OUTDATED = frozenset({"event", "poll", "tribe"})
"""The types of which Oasis withdraws no version that it replaces."""
_PLACED = ("root", "branch", "fork", "tangles", "recps")
"""The fields that say where a message belongs, which no edit changes."""
_KEPT = (*_PLACED, "replaces")


class Mark(StrEnum):
    """The type of what is read in place of a message; no signed message has such a value."""

    DELETED = "deleted"
    """A message that its author withdrew."""
    VERSION = "version"
    """A version of an earlier message, which shows the latest one."""
    OUTDATED = "outdated"
    """A tombstone of a version that its author replaced."""
    PROPOSAL = "proposal"
    """Another author's version of a message."""
    REQUEST = "request"
    """Another author's tombstone of a message."""


class Revision(NamedTuple):
    """What a message changes: the message that it names, and the version before."""

    kind: str
    target: str
    before: str


@dataclass(frozen=True, slots=True)
class SignedMessage:
    """A message as signed, with the time when it was written."""

    key: str
    author: str
    sequence: int
    time: float | None
    content: Mapping[str, Any]
    revision: Revision | None


@dataclass(frozen=True, slots=True)
class History:
    """What became of a message: its versions in their order, and who wanted to change it."""

    versions: tuple[SignedMessage, ...]
    """The message, and what its author changed later and didn't withdraw."""
    tips: tuple[str, ...] = ()
    """The versions that no other one follows; several are concurrent."""
    passed: frozenset[str] = frozenset()
    """The versions that don't count, because a concurrent one does."""
    deletion: SignedMessage | None = None
    """The tombstone that withdraws it."""
    proposals: tuple[SignedMessage, ...] = ()
    """What others published to change it."""
    withdrawn: tuple["History", ...] = ()
    """Edits of it that its author withdrew."""
    applied: frozenset[str] = frozenset()
    """The messages whose whole effect is what is read in place of the message.

    Readers don't see them as messages. Concurrent versions that don't count aren't among them.
    """

    @property
    def origin(self) -> SignedMessage:
        """The message itself."""
        return self.versions[0]

    @property
    def latest(self) -> SignedMessage:
        """The version that counts."""
        return next(each for each in reversed(self.versions) if each.key not in self.passed)

    @property
    def text(self) -> SignedMessage:
        """The version whose text is read: an `about` corrects only single fields."""
        counted = (each for each in reversed(self.versions) if each.key not in self.passed)
        return next((each for each in counted if _kind(each) != ABOUT), self.origin)

    def read_at(self, version: str) -> dict[str, Any]:
        """The content at a version: its changes over what stayed."""
        content = dict(self.origin.content)
        if version == self.origin.key:
            return content
        for each in self.versions[1:]:
            if each.key not in self.passed or each.key == version:
                content = _apply_changes(content, each)
            if each.key == version:
                break
        return content

    def with_proposal(self, proposal: SignedMessage) -> dict[str, Any]:
        """The content if what another author proposes counted."""
        return _apply_changes(self.read_at(self.latest.key), proposal)

    def content(self) -> dict[str, Any]:
        """What is read in place of the message."""
        if self.deletion is None:
            return self.read_at(self.latest.key)
        return _content_of_mark(self.origin, Mark.DELETED, deleted=self.deletion.time)


_Naming: TypeAlias = Mapping[str, Sequence[SignedMessage]]
"""The messages that change a message, by its key, in the order of their authors."""


class Revised(NamedTuple):
    """What is read in place of a message that others change or that changes one, and why."""

    content: Mapping[str, Any]
    history: History
    is_origin: bool = False
    """Whether it is the message itself, not one that changes it."""


def revision_in(content: Content) -> Revision | None:
    """What a message with this content changes."""
    if isinstance(content, str):
        return None
    target: object = None
    match content.get("type"):
        case "post-edit":
            if isinstance(content.get("text"), str):
                kind, target = EDIT, content.get("revisionRoot")
        case "tombstone":
            kind, target = TOMBSTONE, content.get("target")
        case "about":
            if any(isinstance(content.get(field), str) for field in _CORRECTED):
                kind, target = ABOUT, content.get("about")
        case _:
            kind, target = REPLACES, content.get("replaces")
    if not is_message_id(target):
        return None
    before = content.get("revisionBranch") if kind == EDIT else target
    return Revision(kind, target, before if is_message_id(before) else target)


def find_revised(messages: Iterable[SignedMessage]) -> dict[str, Revised]:
    """What is read in place of each of some messages that change others or are changed.

    The messages must be all that name each other; those that aren't here change nothing.
    """
    known = {each.key: each for each in messages}
    if all(each.revision is None for each in known.values()):
        return {}
    naming: defaultdict[str, list[SignedMessage]] = defaultdict(list)
    for each in sorted(known.values(), key=_place):
        if each.revision is not None and each.revision.target in known:
            naming[each.revision.target].append(each)
    found: dict[str, Revised] = {}
    # An `about` that was edited is in two histories: how it is read follows from its own.
    for origin in sorted(known.values(), key=_place):
        if origin.key in naming and not _follows(origin, known):
            found |= _read(_history(origin, naming), naming)
    proposed = [
        each for read in found.values() if read.is_origin for each in _read_proposals(read, found)
    ]
    return found | dict(proposed)


def _place(message: SignedMessage) -> tuple[int, str]:
    """The place of a message in the feed of its author; branches of a fork are ordered by key."""
    return message.sequence, message.key


def _follows(message: SignedMessage, known: Mapping[str, SignedMessage]) -> bool:
    """Whether a message only changes an earlier one of its author."""
    before = None if _kind(message) == ABOUT else known.get(_target(message))
    return before is not None and _is_version(message, before)


def _is_version(message: SignedMessage, before: SignedMessage) -> bool:
    """Whether a message changes an earlier one, and both have the same author."""
    if message.author != before.author:
        return False
    return _kind(message) != REPLACES or message.content.get("type") == before.content.get("type")


def _history(origin: SignedMessage, naming: _Naming) -> History:
    chain = {origin.key: origin}
    waiting = [origin]
    while waiting:
        found = [each for each in _own(REPLACES, waiting.pop(), naming) if each.key not in chain]
        chain |= {each.key: each for each in found}
        waiting += found
    # As in Oasis: the last message that replaces a version, and so on.
    tip, counted = origin, {origin.key}
    while later := [each for each in _own(REPLACES, tip, naming) if each.key not in counted]:
        tip = later[-1]
        counted.add(tip.key)
    all_versions = dict(chain)
    waiting = list(chain.values())
    while waiting:
        version = waiting.pop()
        found = _own(EDIT, version, naming) + _own(ABOUT, version, naming)
        found = [each for each in found if each.key not in all_versions]
        all_versions |= {each.key: each for each in found}
        # What changes an `about` changes its words, not those of the message.
        waiting += [each for each in found if _kind(each) != ABOUT]
    edits = [each for key, each in all_versions.items() if key not in chain]
    withdrawn = {each.key: tombs[0] for each in edits if (tombs := _own(TOMBSTONE, each, naming))}
    changes = [each for key, each in all_versions.items() if key not in withdrawn]
    changes = sorted(changes[1:], key=_place)
    named = {each.revision.before for each in changes if each.revision is not None}
    tips = tuple(key for key in (origin.key, *(each.key for each in changes)) if key not in named)
    ends = _own(TOMBSTONE, tip, naming)
    if origin.content.get("type") in _WITHOUT_OUTDATED:
        ends += _own(TOMBSTONE, origin, naming)
    history = History(
        versions=(origin, *changes),
        tips=tips,
        passed=frozenset(chain) - counted,
        deletion=next(iter(ends), None),
        proposals=tuple(
            each
            for version in chain
            for each in naming.get(version, ())
            if each.author != origin.author and _kind(each) != ABOUT
        ),
        withdrawn=tuple(
            History((all_versions[key],), deletion=tomb) for key, tomb in withdrawn.items()
        ),
    )
    corrections = {each.key for each in changes if _kind(each) == ABOUT}
    concurrent = history.passed.union(tips) - corrections - {history.text.key}
    # What an `about` says is read in its own words, unless that has been withdrawn.
    read_alone = corrections if not ends else set[str]()
    tombstones = {
        tomb.key for each in all_versions.values() for tomb in _own(TOMBSTONE, each, naming)
    }
    applied = (all_versions.keys() | tombstones) - concurrent - read_alone - {origin.key}
    return replace(history, applied=frozenset(applied))


def _own(kind: str, message: SignedMessage, naming: _Naming) -> list[SignedMessage]:
    """What its author did to a message, in order."""
    found = [
        each
        for each in naming.get(message.key, ())
        if _kind(each) == kind and _is_version(each, message)
    ]
    if kind != TOMBSTONE:
        return found
    # In a tribe of Oasis, a tombstone names the tribe of its target.
    tribe = message.content.get("_rootId")
    return [each for each in found if each.content.get("_rootId") in (None, tribe)]


def _read(history: History, naming: _Naming) -> Iterator[tuple[str, Revised]]:
    """What is read in place of a message and of those that change it."""
    origin, deletion = history.origin, history.deletion

    def mark_message(message: SignedMessage, mark: Mark, **more: object) -> tuple[str, Revised]:
        return message.key, Revised(_content_of_mark(message, mark, of=origin.key, **more), history)

    for one in (history, *history.withdrawn):
        yield one.origin.key, Revised(one.content(), one, is_origin=True)
    for version in history.versions:
        # What an `about` says is shown in its own words, unless that has been withdrawn.
        if version is not origin and not (deletion is None and _kind(version) == ABOUT):
            yield mark_message(version, Mark.VERSION)
    for version in (*history.versions, *(each.origin for each in history.withdrawn)):
        for each in _own(TOMBSTONE, version, naming):
            if deletion is None or _target(each) != _target(deletion):
                yield mark_message(each, Mark.OUTDATED)
    if deletion is not None:
        yield deletion.key, Revised(deletion.content, history)


def _read_proposals(read: Revised, found: Mapping[str, Revised]) -> Iterator[tuple[str, Revised]]:
    """What is read in place of the proposals of others, which may have versions of their own."""
    history = read.history
    for each in history.proposals:
        own = found.get(each.key)
        if own is None or own.history.deletion is None:
            content = each.content if own is None else own.content
            mark = Mark.REQUEST if _kind(each) == TOMBSTONE else Mark.PROPOSAL
            text = {"proposed": content.get("text")} if mark is Mark.PROPOSAL else {}
            yield (
                each.key,
                Revised(_content_of_mark(each, mark, of=history.origin.key, **text), history),
            )


def _kind(message: SignedMessage) -> str:
    return message.revision.kind if message.revision is not None else ""


def _target(message: SignedMessage) -> str:
    return message.revision.target if message.revision is not None else ""


def _apply_changes(content: dict[str, Any], version: SignedMessage) -> dict[str, Any]:
    """A content with the changes of a version."""
    new = version.content
    if (kind := _kind(version)) == EDIT:
        return {**content, **{name: new[name] for name in ("text", "mentions") if name in new}}
    if kind == ABOUT:
        fields = [name for name in _CORRECTED if isinstance(new.get(name), str)]
        return {**content, **{name: new[name] for name in fields if name in content}}
    changed = {name: value for name, value in new.items() if name not in _KEPT}
    return {**changed, **{name: content[name] for name in _PLACED if name in content}}


def _content_of_mark(message: SignedMessage, mark: Mark, **more: object) -> dict[str, Any]:
    """What is read in place of a message: where it belongs, and nothing that it says."""
    placed = {name: message.content[name] for name in _PLACED if name in message.content}
    return {"type": mark, **placed, **more}
