"""Inspection: all facts about one message of a conversation."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tanglescope.engine.linear.horizon import Edges, joining
from tanglescope.engine.message import bendybutt, pzp
from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.store.activities import Votes
from tanglescope.engine.store.conversations.conversation import Conversation, Extra
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.members import MessagePlace
from tanglescope.engine.tangle.metafeeds import Person

if TYPE_CHECKING:
    from tanglescope.engine.drawing.shape import Proof

MOST_SHOWN = 50
"""The number of causes, effects and links whose messages are read as well."""

_MESSAGE = re.compile(r"%[A-Za-z0-9+/]{43}=\.sha256")
_NO_MESSAGE = (ValueError, KeyError, TypeError, RecursionError, pzp.RefusedError)
"""The exceptions raised by reading a text that isn't a message, as in a damaged database."""

_MOST_TIPS = 500  # causes that are tested for being tips


@dataclass(frozen=True, slots=True)
class Inspection:
    """A message or ghost: its content, its position, its edges, and its validity.

    `message`, `value` and `place` are None for a ghost. `tips` are its causes that were tips
    of everything that its author knew; `links` are the messages outside the conversation that it
    names. `others` are the known ones of the first causes, effects and links, `names` the names of
    all their authors.
    """

    key: str
    message: StoredMessage | None
    value: str | None
    place: MessagePlace | None
    edges: Edges
    others: Mapping[str, StoredMessage]
    names: Mapping[str, str]
    tips: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    conversations: tuple[str, ...] = ()
    """The addresses of its conversations."""
    person: Person | None = None
    """Its author, if that person has several feeds."""
    extras: Mapping[str, Extra] = field(default_factory=dict)
    """What only some conversations say about a message, by name."""
    votes: int = 0
    """The number of people who vote for it."""
    voters: Sequence[str] = ()
    """The feeds of the first voters."""
    proof: "Proof | None" = None
    """The proof of its order relative to another message, if requested."""

    @property
    def is_pzp(self) -> bool:
        """Whether it is a PZP message, which has an account and a depth, and no time."""
        return self.message is not None and self.message.account is not None

    @property
    def is_node(self) -> bool:
        """Whether it is a node of a graph, which has no signed text."""
        return self.message is not None and not self.message.has_signed_text

    @property
    def is_named_right(self) -> bool:
        """Whether the hash of its text is its key."""
        # Conversations share the values of this module, and most are never inspected.
        from tanglescope.engine.message.formats import is_message, key_of

        if self.value is None:
            return False
        if is_message(self.key):
            return key_of(self.value.encode()) == self.key
        with suppress(*_NO_MESSAGE):
            return pzp.read(json.loads(self.value)).id == self.key
        return False

    @property
    def is_signed(self) -> bool:
        """Whether its author signed exactly this text."""
        from tanglescope.engine.message.classic import claim_of
        from tanglescope.engine.message.formats import is_message
        from tanglescope.engine.message.pzp_rules import check_signature

        if self.value is None:
            return False
        with suppress(*_NO_MESSAGE):
            value = json.loads(self.value)
            if is_message_id(self.key):
                return claim_of(value, self.value.encode()).holds()
            if is_message(self.key):
                return bendybutt.examine(value).message is not None
            check_signature(pzp.read(value))
            return True
        return False


def inspect(
    source: Source, votes: Votes, conversation: Conversation, key: str, conversations: Sequence[str]
) -> Inspection:
    """The inspection of a message or ghost of a conversation; it is in all `conversations`."""
    edges = conversation.edges([key])[key]
    extras = conversation.extras_of(key, None)
    near = [*edges.causes[:MOST_SHOWN], *edges.effects[:MOST_SHOWN]]
    found = conversation.messages([key, *near])
    message = found.pop(key, None)
    links = _links(conversation, message)
    facts = (fact for extra in extras.values() for fact in extra.facts)
    named = [name for fact in facts for name in fact.keys[:MOST_SHOWN]]
    found |= conversation.messages([name for name in named if name not in found])
    others = [name for name in (*links, *named) if name not in found]
    found |= source.messages(others, by_opened=True)
    known = [*found.values(), *([message] if message else [])]
    voters = votes.voters(key, MOST_SHOWN)
    people = {feed for each in known for feed in each.people}.union(voters)
    if message is not None and message.history is not None:
        people.update(each.author for each in message.history.proposals)
    person = None if message is None else source.names.person(message.author)
    return Inspection(
        key=key,
        message=message,
        value=conversation.value(key),
        place=conversation.position(key),
        edges=edges,
        others=found,
        names=source.names.of(people),
        tips=_tips(conversation, key, edges.causes),
        links=links,
        conversations=tuple(conversations),
        votes=votes.of([key]).get(key, 0),
        voters=voters,
        extras=extras,
        person=person if person is not None and len(person.feeds) > 1 else None,
    )


def held_against(
    source: Source, conversation: Conversation, found: Inspection, beside: str
) -> Inspection:
    """An inspection with the proof of the order of its message and another one."""
    from tanglescope.engine.drawing.shape import prove

    proof = prove(conversation.shape(), beside, found.key)
    if proof is None:
        return found
    if conversation.is_part and not proof.path:
        proof = _led_outside(conversation, found.key, beside)
    path = [*proof.path[:MOST_SHOWN], beside]
    others = conversation.messages([key for key in path if key not in found.others])
    names = source.names.of({feed for each in others.values() for feed in each.people})
    return replace(
        found,
        proof=proof,
        others={**found.others, **others},
        names={**found.names, **names},
    )


def _led_outside(conversation: Conversation, key: str, beside: str) -> "Proof":
    """The proof of the order of two messages by messages outside the conversation."""
    from tanglescope.engine.drawing.shape import Proof

    horizon = conversation.horizon(key)
    if horizon is None or not horizon.knows_relation_of(beside):
        return Proof(beside, key, (), None)
    if beside in horizon.future:
        return Proof(key, beside, (), True)
    if beside in horizon.past:
        return Proof(beside, key, (), True)
    other = conversation.horizon(beside)
    missing = joining(horizon.missing, other.missing if other else frozenset())
    return Proof(beside, key, (), missing=missing)


def _tips(conversation: Conversation, key: str, causes: tuple[str, ...]) -> tuple[str, ...]:
    """The causes of a message that nothing else in its past comes after."""
    if len(causes) < 2 or len(causes) > _MOST_TIPS:
        return causes
    horizon = conversation.horizon(key)
    past = horizon.past if horizon else frozenset()
    followed = conversation.edges(causes)
    return tuple(cause for cause in causes if past.isdisjoint(followed[cause].effects))


def _links(conversation: Conversation, message: StoredMessage | None) -> tuple[str, ...]:
    """The messages that a message names outside of its conversation."""
    if message is None:
        return ()
    content = json.dumps(message.content, ensure_ascii=True)
    named = [key for key in dict.fromkeys(_MESSAGE.findall(content)) if key != message.key]
    named = named[: MOST_SHOWN + 1]
    joined = conversation.edges(named)
    return tuple(key for key in named if joined[key] == Edges())[:MOST_SHOWN]
