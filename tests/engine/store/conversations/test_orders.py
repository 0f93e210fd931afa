"""Order caches: the cost of a new message doesn't grow with its conversation."""

from contextlib import closing

from engine.store.conversations.orders import Event, TimelineStore
from engine.store.conversations.table import ConversationTable
from engine.store.files.schema import migrations
from engine.store.files.sqlite import Database
from tests.engine.store.libraries import enter_messages, steps_of


def chain(length: int) -> list[Event]:
    return [(f"{number:05}", [f"{number - 1:05}"] if number else []) for number in range(length)]


def steps_to_extend(length: int) -> int:
    """The steps for three messages that join a chain at its end, in the middle and below a gap."""
    new = [("end", [f"{length - 1:05}"]), ("middle", [f"{length // 2:05}"]), ("wait", ["ghost"])]
    with closing(Database.in_memory()) as database:
        migrations.apply(database)
        enter_messages(database, [key for key, _ in (*chain(length), *new)])
        (number,) = ConversationTable(database).enter("thread", ["00000"]).values()
        timelines = TimelineStore(database)
        timelines.put({number: chain(length)}, {number})

        def extend() -> None:
            assert timelines.holding(number, ["00003", "ghost", *(key for key, _ in new)]) == {
                "00003"
            }
            changed = timelines.extend(number, new)
            assert len(changed.edits) == 3
            assert changed.waiting == {"wait": ("ghost",)}
            assert changed.causes["wait"] == ("00000", "ghost")

        return steps_of(database, extend)


def test_a_message_joins_a_long_conversation_as_fast_as_a_short_one() -> None:
    assert steps_to_extend(5000) < 2 * steps_to_extend(500)
