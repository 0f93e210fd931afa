"""The order in which a conversation is read, for the debugger."""

from tanglescope.engine.debug.explaining.ordering import Ordering
from tanglescope.engine.library import Conversation


def ordering_of(conversation: Conversation) -> Ordering:
    """The order in which a conversation is read."""

    def rank(key: str) -> int:
        place = conversation.position(key)
        return 0 if place is None else place.rank or 0

    order = conversation.in_order()
    graph, by, proven = conversation.graph(), conversation.order, conversation.proven_causes
    if not conversation.is_part:
        return Ordering(graph, by, order, proven=proven)
    return Ordering(graph, by, order, rank, conversation.horizon, proven)
