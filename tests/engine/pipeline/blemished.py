"""Archives with every kind of fault, in every format, for which both engines must agree."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

from tests.engine.archive.writers import bipf_record, block_log, offset_log
from tests.engine.authors import Author, Said, post

FORMATS: dict[str, Callable[[list[Any]], bytes]] = {
    "ndjson": lambda items: b"".join(_line(item) for item in items),
    "log.offset": offset_log,
    "log.bipf": lambda items: block_log(map(bipf_record, items)),
}


def _line(item: Any) -> bytes:
    return json.dumps(item).encode() + b"\n" if item is not None else b"\n"


def blemished(seed: int, messages: int = 240) -> list[Any]:
    """Conversations of six people, with forks, gaps, late and double messages, and bad records.

    None is a deleted record or an empty line.
    """
    random = Random(seed)
    people = [Author(f"{seed} {number}") for number in range(6)]
    said = [people[0].say(post("Shall we?"))]
    late: list[Said] = []
    for step in range(messages):
        person = random.choice(people)
        message = person.say(_content(random, said, person, step))
        (late if random.random() < 0.05 else said).append(message)
        if random.random() < 0.03:
            rival = Author(person.name, person.sequence - 1, None, person.clock)
            rival.previous = said[random.randrange(len(said))].key
            said += [rival.say(post("another branch", said[0])), rival.say(post("and on"))]
        if random.random() < 0.02:
            person.say(post("lost"))
    said += late
    items = [each.record for each in said]
    items += [_earlier(random, each) for each in random.sample(items, 12)]
    items += [*random.sample(items, 5), items[-20]]
    for _ in range(messages // 20):
        start = random.randrange(len(items))
        end = start + random.randrange(12)
        items[start:end] = reversed(items[start:end])
    for bad in _bad(random, said):
        items.insert(random.randrange(1, len(items)), bad)
    return items + _too_far(Author(f"{seed} hasty"))


def _content(random: Random, said: list[Said], person: Author, step: int) -> Any:
    draw = random.random()
    heads = random.sample(said[-12:], min(len(said[-12:]), 2))
    if draw < 0.1:
        return post(f"# Subject {step}\n\nand **more** of it", channel="tests")
    if draw < 0.2:
        return {"type": "vote", "vote": {"link": heads[0].key, "value": step % 2}}
    if draw < 0.3:
        return {"type": "about", "about": person.feed, "name": f"name {step}"}
    if draw < 0.35:
        return "c2VjcmV0.box"
    if draw < 0.4:
        return {"type": "post", "text": "no such thread", "root": f"%{'A' * 43}=.sha256"}
    root = said[0] if draw < 0.7 else random.choice(said)
    return post(f"word {step} ü ☃", root, *heads)


def _too_far(person: Author) -> list[dict[str, Any]]:
    """Two messages that name the last one of their feed, with a sequence that doesn't follow it."""
    first = person.say(post("first"))
    far = Author(person.name, person.sequence + 3, person.previous).say(post("too far"))
    return [first.record, far.record, far.record, person.say(post("second")).record, far.record]


def _earlier(random: Random, item: dict[str, Any]) -> dict[str, Any]:
    return item | {"timestamp": item["timestamp"] - random.choice([-9000, 0, 12345])}


def _bad(random: Random, said: list[Said]) -> list[Any]:
    genuine = random.choice(said)
    altered = genuine.value | {"timestamp": 7}
    return [
        None,
        {"key": genuine.key, "value": random.choice(said[1:]).value},
        {"key": "%\ud800", "value": altered, "timestamp": 1},
        {"key": genuine.key, "value": {"author": "nobody"}},
        {"neither": "key nor value"},
        {"key": 5, "value": genuine.value},
        *(each.second_form().record for each in (said[0], genuine, random.choice(said))),
    ]
