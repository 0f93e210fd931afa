"""Agreement with the reference implementation of ScuttleSort."""

import random

import scuttlesort

from tanglescope.engine.linear import Timeline

Events = list[tuple[str, list[str]]]


def random_events(seed: int) -> Events:
    """A random graph in a random delivery, causal or not, with missing and odd references."""
    rng = random.Random(seed)
    size = rng.randint(2, 30)
    names = rng.sample(
        [f"{number:x}" for number in range(size * 3)] + ["", "é", "\uffff", "𐀀"], size
    )
    events: Events = []
    for index, name in enumerate(names):
        after = rng.choices(names[: index + 1], k=rng.randint(0, 4))
        events.append((name, after + ["?never"] * (rng.random() < 0.1)))
    if rng.random() < 0.7:
        rng.shuffle(events)
    return events


def test_thousands_of_random_tangles_end_in_the_same_order_with_no_more_edits() -> None:
    saved = 0
    for seed in range(3000):
        commands: list[tuple[object, ...]] = []
        reference = scuttlesort.Timeline(lambda *command: commands.append(command))  # noqa: B023
        timeline = Timeline()
        for name, after in random_events(seed):
            commands.clear()
            reference.add(name, after)
            edits = timeline.add(name, after)
            assert len(edits) <= len(commands)
            saved += len(commands) - len(edits)
        assert list(timeline) == [event.name for event in reference.linear]
        assert [timeline.rank(name) for name in timeline] == [
            event.rank for event in reference.linear
        ]
        assert timeline.tips == {event.name for event in reference.tips}
    assert saved > 0
