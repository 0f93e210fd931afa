"""What stays outside of a tangle although it carries data of it, and why."""

from collections.abc import Callable, Iterable, Set

from engine.store.conversations.conversation import Outsider
from engine.store.messages import StoredMessage
from engine.tangle.rules import Admitted, Excluded, TangleRule
from engine.wording import tr

_MOST_NAMED = 3


def outsiders(
    rule: TangleRule,
    root: str,
    messages: Iterable[StoredMessage],
    joined: Callable[[Iterable[str]], Set[str]],
) -> list[Outsider]:
    """Those of the messages that name a tangle and haven't `joined` it: first those that wait.

    It is for rules whose candidates may follow whatever they name, as those of kept tangles do.
    """
    waiting: dict[str, tuple[str, ...]] = {}
    excluded = []
    for message in messages:
        found = None if message.standing == "invalid" else rule.admit(message.entry, root)
        if isinstance(found, Admitted):
            waiting[message.key] = found.causes
        elif isinstance(found, Excluded):
            excluded.append(Outsider(message.key, found.rule, found.why))
    inside = joined({key for key, causes in waiting.items() for key in (key, *causes)})
    set_aside = [
        _set_aside(key, tuple(cause for cause in causes if cause not in inside))
        for key, causes in waiting.items()
        if key not in inside
    ]
    return [*set_aside, *excluded]


def _set_aside(key: str, missing: tuple[str, ...]) -> Outsider:
    named = ", ".join(missing[:_MOST_NAMED])
    if len(missing) > _MOST_NAMED:
        named = tr("{keys} and {more:,} more", keys=named, more=len(missing) - _MOST_NAMED)
    return Outsider(key, None, tr("It waits for {keys}.", keys=named), missing)
