"""Shapes of what is stored: a conversation as it is drawn, read in two walks, no contents."""

from collections.abc import Mapping, Sequence

from engine.drawing.shape import Shape, Told, make_shape
from engine.store.messages import StoredMessage
from engine.store.sqlite import Database

_LOCKED = ""  # the type of what nobody here can read


def stored_shape(database: Database, thread: int, order: Sequence[str]) -> Shape:
    """The shape of the timeline with a number, whose keys are in `order`."""
    told = database.execute(
        """SELECT messages.key, feeds.key, ifnull(type, ''), asserted, received, messages.id
        FROM events CROSS JOIN messages ON messages.key = events.name
        JOIN feeds ON feeds.id = messages.author
        WHERE timeline = ?""",
        (thread,),
    )
    pairs = database.execute(
        """SELECT causing.name, caused.name FROM causes
        JOIN events AS causing
            ON causing.timeline = causes.timeline AND causing.event = causes.cause
        JOIN events AS caused
            ON caused.timeline = causes.timeline AND caused.event = causes.effect
        WHERE causes.timeline = ?""",
        (thread,),
    )
    return make_shape(order, map(Told._make, told), pairs)


def shape_of(
    order: Sequence[str], messages: Mapping[str, StoredMessage], numbers: Mapping[str, int]
) -> Shape:
    """The shape of messages that were read as a whole; their `numbers` ascend by arrival."""
    told = [
        Told(
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
    return make_shape(order, told, pairs)
