"""The figures of tangles: a private group with all of its own, any other tangle alone."""

from dataclasses import replace

from tanglescope.engine.drawing.figures import (
    EPOCH_COLOR,
    GROUP_COLOR,
    MEMBERS_COLORS,
    DrawnTangle,
    TangleFigure,
    group_figure,
    tangle_figure,
)
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.tangle.group_history import (
    MEMBERS_OF,
    GroupAction,
    GroupHistory,
    history_of,
)
from tanglescope.engine.tangle.groups import Group
from tanglescope.engine.tangle.rules import EPOCH, GROUP, MEMBERS, TangleData, tangle_data

_LABELS = {
    GroupAction.BEGIN: later("init"),
    GroupAction.ADD: later("add: {people}"),
    GroupAction.EXCLUDE: later("exclude: {people}"),
}
"""What the figures of the specification write in the boxes of these messages."""


def tangle_figure_of(source: Source, address: Address) -> TangleFigure:
    """The figure of a tangle as its specification draws it."""
    if address.kind not in (GROUP, EPOCH, MEMBERS):
        return tangle_figure()
    root = _group_of(source, address)
    group = Group(root, source.tangle_entries(root))
    if address.kind == EPOCH:
        return _epochs(group)
    if address.kind == MEMBERS and address.subject not in group.epochs:
        return tangle_figure()  # that of something else than a group
    history = history_of(group)
    boxes: dict[str, list[str]] = {tr("Additions"): []}
    names = {epoch: tr("Epoch {number}", number=n) for n, epoch in enumerate(group.epochs)}
    boxes |= {name: [] for name in names.values()}
    strands = _strands(history, group.epochs)
    events = history.events
    if address.kind == MEMBERS:
        strands = [each for each in strands if each.name == f"{MEMBERS_OF}{address.subject}"]
        inside = set(group.members_tangle(address.subject).connected)
        events = tuple(event for event in events if event.key in inside)
    for event in events:
        if event.action is GroupAction.ADD:
            boxes[tr("Additions")].append(event.key)
        elif event.epoch in names:
            boxes[names[event.epoch]].append(event.key)
    order = [event.key for event in events]
    labels = {
        event.key: (tr(_LABELS[event.action]), event.people)
        for event in events
        if event.action in _LABELS
    }
    return group_figure(order, boxes, strands, labels)


def _group_of(source: Source, address: Address) -> str:
    """The first message of the group whose tangle this is."""
    if address.kind != MEMBERS:
        return address.subject
    found = source.messages([address.subject]).get(address.subject)
    data = None if found is None else tangle_data(found.content, GROUP)
    root = data.root if isinstance(data, TangleData) else None
    return address.subject if root is None else root


def _epochs(group: Group) -> TangleFigure:
    """The epochs of a group, each in a box, with their declared members."""
    places = {epoch: place for place, epoch in enumerate(group.epochs)}
    strands = [
        replace(each, pairs=tuple(sorted(each.pairs, key=lambda pair: places[pair[0]])))
        for each in _strands(history_of(group), group.epochs)
        if each.name == EPOCH
    ]
    boxes = {tr("Epoch {number}", number=n): [epoch] for n, epoch in enumerate(group.epochs)}
    labels = {
        epoch: (
            tr("Epoch {number}: {people}", number=number, people="{people}"),
            tuple(group.membership(epoch).added),
        )
        for number, epoch in enumerate(group.epochs)
    }
    return group_figure(group.epochs, boxes, strands, labels)


def _strands(history: GroupHistory, epochs: list[str]) -> list[DrawnTangle]:
    """The tangles of the specification; conversations and feeds are none of them."""
    strands = []
    for place, epoch in enumerate(epochs):
        title = tr("members tangle {number}", number=place)
        color = MEMBERS_COLORS[place % len(MEMBERS_COLORS)]
        strands.append(_strand(history, f"{MEMBERS_OF}{epoch}", title, color))
    strands.append(_strand(history, EPOCH, tr("epoch tangle"), EPOCH_COLOR))
    strands.append(_strand(history, GROUP, tr("group tangle"), GROUP_COLOR, 3, loose=True))
    return [strand for strand in strands if strand.pairs]


def _strand(
    history: GroupHistory, name: str, title: str, color: str, width: int = 2, *, loose: bool = False
) -> DrawnTangle:
    ties = history.strands.get(name, ())
    return DrawnTangle(
        name, title, color, width, tuple((effect, cause) for cause, effect in ties), loose
    )
