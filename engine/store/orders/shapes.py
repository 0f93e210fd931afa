"""Shapes of stored conversations, for drawings: read in two passes, without contents."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape
from tanglescope.engine.linear.autobase.logs import writers_of
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.everything_graph import NUMBER
from tanglescope.engine.store.orders.members import SHOWN, cause_of
from tanglescope.engine.tangle.causes import ShownCause, shown_causes

_LOCKED = ""  # the type of locked messages


_SHOWN = SHOWN.format(
    effects="members CROSS JOIN messages AS effects"
    " ON members.conversation = ?1 AND effects.id = members.message"
)


def stored_shape(database: Database, thread: int, order: Sequence[str]) -> Shape:
    """The shape of the timeline with a number, whose keys are in `order`."""
    traits = database.execute(
        """SELECT messages.key, feeds.key, ifnull(type, ''), asserted, received, messages.id
        FROM members CROSS JOIN messages ON messages.id = message
        JOIN feeds ON feeds.id = messages.author
        WHERE conversation = ?""",
        (thread,),
    )
    ((root,),) = database.execute("SELECT root FROM conversations WHERE id = ?", (thread,))
    causes: dict[str, list[ShownCause]] = {}
    for key, cause, *facts in database.execute(_SHOWN, (thread,)):
        causes.setdefault(key, []).append(ShownCause(cause_of(cause), *facts))
    pairs = ((cause, key) for key, each in causes.items() for cause in shown_causes(each, root))
    return make_shape(order, map(MessageTraits._make, traits), pairs)


def graph_shape(database: Database, graph: int, kind: str, order: Sequence[str]) -> Shape:
    """The shape of the graph with a number, whose nodes are in `order`; `kind` is their type."""
    traits = database.execute(
        "SELECT key, ifnull(writer, ''), ?, asserted, received, id FROM graph_nodes"
        " WHERE graph = ? ORDER BY id",
        (kind, graph),
    )
    pairs = _edges(database, graph)
    return make_shape(order, map(MessageTraits._make, traits), pairs)


def everything_shape(
    database: Database, order: Sequence[str], opened: Mapping[str, str | None]
) -> Shape:
    """The shape of everything, whose keys are in `order`; `opened` are types of decrypted ones."""
    rows = database.execute(
        """SELECT messages.key, feeds.key, ifnull(type, ''), asserted, received, messages.id
        FROM messages JOIN feeds ON feeds.id = author
        WHERE status <> 'invalid' ORDER BY messages.id"""
    )
    traits: Iterable[MessageTraits] = map(MessageTraits._make, rows)
    if opened:
        traits = (each._replace(type=opened.get(each.key) or each.type) for each in traits)
    return make_shape(order, traits, _edges(database, NUMBER))


def _edges(database: Database, number: int) -> Iterable[tuple[str, str]]:
    """All edges of a conversation, as cause and effect."""
    return database.execute(
        "SELECT ifnull(there.key, cause), here.key FROM edges CROSS JOIN nodes AS here"
        " ON here.id = effect LEFT JOIN nodes AS there ON there.id = cause"
        " WHERE conversation = ?",
        (number,),
    )


def shape_of(
    order: Sequence[str], messages: Mapping[str, StoredMessage], numbers: Mapping[str, int]
) -> Shape:
    """The shape of messages in memory; their `numbers` ascend by arrival."""
    traits = [
        MessageTraits(
            message.key,
            message.author,
            message.type or _LOCKED,
            message.asserted,
            message.received,
            numbers[message.key],
        )
        for message in messages.values()
    ]
    pairs = ((cause, key) for key, message in messages.items() for cause in message.causes)
    return make_shape(order, traits, pairs)


def graph_of(root: str, messages: Iterable[StoredMessage], numbers: Mapping[str, int]) -> Graph:
    """A graph of messages with their causes in a thread, by time of receipt, then by import."""
    arrivals = sorted(messages, key=lambda message: (_received_time(message), numbers[message.key]))
    nodes = tuple(map(_node, arrivals))
    return Graph(nodes, writers_of(nodes), name=root, is_excerpt=True)


def _received_time(message: StoredMessage) -> float:
    return inf if message.received is None else message.received


def _node(message: StoredMessage) -> Node:
    return Node(
        id=message.key,
        after=message.causes,
        writer=message.author,
        sequence=message.sequence,
        asserted=message.asserted,
        received=message.received,
    )
