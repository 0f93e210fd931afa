"""The feeds in an archive that holds many: which messages belong to which.

A PZP log holds all tangles of a device. To judge one feed takes its own messages and those of its
account, and nothing else.
"""

from collections.abc import Iterable

from engine.message.pzp import Message, RefusedError, read
from engine.reduce.feeds import Entry
from engine.reduce.sets import PREFIX


def sets_in(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """For every set in a log, by the id of its feed's root, the messages that `assemble` needs.

    What is no PZP message belongs nowhere and is left out.
    """
    members: dict[str, list[Entry]] = {}
    moots: dict[str, Message] = {}
    for entry in entries:
        try:
            message = read(entry.value)
        except RefusedError:
            continue
        if message.is_moot and message.domain.startswith(PREFIX):
            moots[entry.id] = message
        for tangle in (entry.id, *message.tangles):
            members.setdefault(tangle, []).append(entry)
    return {
        id_: [*members.get(moot.account, ()), *members[id_]] for id_, moot in sorted(moots.items())
    }
