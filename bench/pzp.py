"""Order, reduction and pruning of one PZP set, and the additional time for signatures.

    python bench/pzp.py [--small]

The tangle: devices that write concurrently, each message naming one to three tips and all messages
at its lipmaa depth. pzp-db 1.0.4 needs more than 100 s to load and sort 100,000 messages.
"""

import argparse
import platform
from collections.abc import Iterator
from random import Random
from time import process_time

import orjson
from nacl.signing import SigningKey

from tanglescope.engine.linear.orders.depths import DepthTangle
from tanglescope.engine.message.canonical import parse
from tanglescope.engine.message.pzp import PzpMessage, TanglePlace
from tanglescope.engine.reduce.feeds import FileEntry, PzpFeed, assemble
from tanglescope.engine.reduce.sets import PzpSet, prune
from tests.engine.message.pzp_writing import Author, write, write_account, write_moot

SEED = 11
DOMAIN = "set_v1__follows"
ITEMS = 2_000
TIPS = 4


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="1,000 messages instead of 100,000")
    count = 1_000 if parser.parse_args().small else 100_000
    messages = list(written(count, Random(SEED)))
    Random(SEED).shuffle(messages)
    print(f"{count:,} messages, seed {SEED}, Python {platform.python_version()}, CPU time")

    start = process_time()
    feed = unchecked(messages)
    ordered = process_time()
    set_ = PzpSet(feed)
    items = len(set_.state.items)
    reduced = process_time()
    pruning = prune(set_)
    pruned = process_time()
    print(f"order      {ordered - start:8.2f} s   {len(feed.tangle.tips)} tips")
    print(f"reduction  {reduced - ordered:8.2f} s   {items:,} items")
    print(f"pruning    {pruned - reduced:8.2f} s   {len(pruning.deletable):,} deletable")
    print(f"order and reduction together {reduced - start:.2f} s")

    lines = [orjson.dumps({"id": each.id, "msg": each.as_json()}) for each in messages]
    start = process_time()
    checked = assemble(FileEntry(value["id"], value["msg"]) for value in map(parse, lines))  # type: ignore[index]
    seconds = process_time() - start
    if list(checked.messages) != list(feed.messages):
        raise AssertionError("the checked feed has another order")
    print(f"read from JSON, ids, hashes, signatures and rules checked: {seconds:.2f} s")


def unchecked(messages: list[PzpMessage]) -> PzpFeed:
    """The messages in order, without checks."""
    root = next(message for message in messages if message.is_moot)
    tangle = DepthTangle(root.id)
    for message in messages:
        place = message.tangles.get(root.id, {"depth": 0, "prev": ()})
        tangle.add(message.id, place["depth"], tuple(place["prev"]))
    by_id = {message.id: message for message in messages}
    return PzpFeed(root, {id_: by_id[id_] for id_ in tangle}, tangle, ())


def written(count: int, random: Random) -> Iterator[PzpMessage]:
    """A root and `count` - 1 messages that add and delete random items."""
    key = SigningKey(bytes(32))
    account = write_account(key, "account__bench", "nonce")
    author = Author(key, account.id, (account.id,))
    root = write_moot(key, account.id, DOMAIN)
    tangle = DepthTangle(root.id)
    tangle.add(root.id)
    tips = {root.id: 0}
    last: dict[str, str] = {}
    yield root
    for number in range(1, count):
        named = random.sample(sorted(tips), min(len(tips), random.choice((1, 1, 2, 3))))
        depth = 1 + max(tips[tip] for tip in named)
        prev = tuple(sorted(tangle.lipmaa_set(depth).union(named)))
        item = f"item {random.randrange(ITEMS)}"
        change = random.choice(("add", "del"))
        data = {
            "add": [],
            "del": [],
            "supersedes": [last[item]] if item in last else [],
            change: [item],
            "number": number,
        }
        message = write(author, DOMAIN, data, {root.id: TanglePlace(depth, prev)})
        tangle.add(message.id, depth, prev)
        last[item] = message.id
        if len(tips) >= TIPS:
            for tip in named:
                del tips[tip]
        tips[message.id] = depth
        yield message


if __name__ == "__main__":
    main()
