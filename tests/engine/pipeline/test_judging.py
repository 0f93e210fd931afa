"""Judging in batches gives the same verdicts as judging one message after the other."""

from collections.abc import Iterable
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message.verdict import UNVERIFIED, Verdict
from tanglescope.engine.pipeline.judging import BatchJudge, Columns, JudgedRow
from tanglescope.engine.store.arrivals.chains import Chains
from tanglescope.engine.store.arrivals.extracts import verdict_of

UNPROVEN = (str(UNVERIFIED.status), UNVERIFIED.rule and str(UNVERIFIED.rule))
Found = dict[str, tuple[Verdict, float | None]]


def feed(author: str, length: int) -> list[JudgedRow]:
    keys = [f"{author}{number}" for number in range(length + 1)]
    return [
        JudgedRow(keys[n], author, n, keys[n - 1] if n > 1 else None, "valid", None, float(n))
        for n in range(1, length + 1)
    ]


def blemished(seed: int) -> list[JudgedRow]:
    """Two feeds with forks, gaps, late messages and second copies received at other times.

    In a third feed it is unknown whether its message really has its key, which another one may
    share.
    """
    random = Random(seed)
    rows = feed("a", 12) + feed("b", 6)
    place = random.randrange(len(rows))
    rows.append(rows[place]._replace(key="fork"))
    far = random.choice(rows)
    rows.append(far._replace(key="far", sequence=far.sequence + random.randrange(1, 4)))
    if random.random() < 0.5:
        del rows[random.randrange(len(rows))]
    for _ in range(random.randrange(4)):
        row = rows.pop(random.randrange(len(rows)))
        rows.insert(random.randrange(len(rows)), row)
    for row in random.sample(rows, 4):
        received = random.choice([None, 0.5, 99.0])
        rows.insert(random.randrange(len(rows)), row._replace(received=received))
    claims = JudgedRow("a3", "c", 1, None, *UNPROVEN, random.choice([None, 0.5, 99.0]))
    rows.insert(random.randrange(len(rows)), claims._replace(key=random.choice(["a3", "c1"])))
    return rows


def columns(rows: list[JudgedRow]) -> Columns:
    lists = map(list, zip(*rows, strict=True))
    return dict(zip(JudgedRow._fields, lists, strict=True))


def one_by_one(rows: list[JudgedRow]) -> Found:
    chains, found = Chains(), Found()
    for row in rows:
        if row.key in found:
            verdict, received = found[row.key]
            times = [time for time in (received, row.received) if time is not None]
            found[row.key] = verdict, min(times, default=None)
            continue
        verdict, others = chains.judge(row, verdict_of(row.status, row.rule))
        for key, changed in others:
            found[key] = changed, found[key][1]
        if verdict.is_good:
            found[row.key] = verdict, row.received
    return found


def in_chunks(rows: list[JudgedRow], size: int) -> Found:
    loaded: list[str] = []
    found = Found()

    def known(keys: Iterable[str]) -> dict[str, tuple[int, float | None]]:
        return {key: (loaded.index(key), found[key][1]) for key in keys if key in found}

    places: dict[str, tuple[str, int]] = {}
    judge = BatchJudge(known, places.get)
    for first in range(0, len(rows), size):
        batch = rows[first : first + size]
        odd = judge.odd(columns(batch))
        for place, row in enumerate(batch):
            status, rule, received = odd.get(place, (row.status, row.rule, row.received))
            if status is not None and status != "invalid":
                assert row.key not in found, "a second copy is told"
                loaded.append(row.key)
                places[row.key] = row.author, row.sequence
                found[row.key] = verdict_of(status, rule), received
    for key, verdict in judge.verdicts.items():
        found[key] = verdict, found[key][1]
    for number, time in judge.times.items():
        found[loaded[number]] = found[loaded[number]][0], time
    return found


@given(st.integers(0, 10_000), st.integers(1, 30))
def test_the_size_of_batches_changes_no_verdict(seed: int, size: int) -> None:
    rows = blemished(seed)
    assert in_chunks(rows, size) == one_by_one(rows)
