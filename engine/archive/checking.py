"""Checking: from records to messages and verdicts, for importing and verifying.

There are two steps, because the first is nearly all of the work and needs only the record:

    batch = check(records, hmac_key)        any batch, in any thread or process
    checked = follow_chains(batch, feeds)   one batch after the other, in the order of the file

`verify` prints the result of the second step. A database stores the state of feeds and calls
`engine.message.chain.judge` with the messages from the first step.

Several threads can check, because verifying signatures takes 90 % of the time and releases the GIL.
A result without its record is small, so that processes can exchange one for every record of an
archive. It holds enough to follow the chain of a feed and to print a line.

A signature has 64 bytes, and its Base64 has room for two more, which the original programs ignore.
They change the key, so a stranger could add a second first message to any feed, and the feed would
be on a branch that lost. Where the form with 64 bytes is in the same archive, before or after, only
that one counts.
"""

import os
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import NamedTuple, TypeVar

from tanglescope.engine.archive.graphs.pieces import (
    Piece,
    RefusedPiece,
    read_piece,
    unsound,
    why_refused,
)
from tanglescope.engine.archive.record import Dialect, Place, Reader, Record
from tanglescope.engine.message import formats, pzp, pzp_rules
from tanglescope.engine.message.chain import FeedChains, FeedEntry
from tanglescope.engine.message.classic import SignatureClaim, shorter
from tanglescope.engine.message.message import Message
from tanglescope.engine.message.verdict import (
    DUPLICATE,
    UNSIGNED,
    VALID,
    Rule,
    ValidationStatus,
    Verdict,
    invalid,
)


class Checked(NamedTuple):
    """A record, the message in it, and its verdict.

    `message` is None where the value breaks a rule, and for messages of PZP, which are judged by
    their own rules and have no place in a classic feed. It is there although the verdict is
    invalid where only the archive is wrong about a genuine message: `Rule.ID` (the record has a
    false key) and, after `follow_chains`, where the message has no place in its feed.
    `computed` is the key that the value hashes to, None where it has no canonical text.
    """

    record: Record
    message: Message | None
    computed: str | None
    verdict: Verdict
    why: str = ""
    """Why a part of a graph is refused, in words that say more than the verdict."""


def check(records: Iterable[Record], hmac_key: bytes | None = None) -> list[Checked]:
    """Check a batch of records by themselves: key, form, signature.

    Signatures are verified last, one after the other. This way libsodium and the other code don't
    evict each other from the processor's caches, which saves a tenth of the time.
    """
    found: list[Checked] = []
    claims: list[tuple[int, SignatureClaim]] = []
    for record in records:
        checked, claim = check_unsigned(record, hmac_key)
        if claim is not None:
            claims.append((len(found), claim))
        found.append(checked)
    for number, claim in claims:
        if not claim.holds():
            verdict = refuse_signature(found[number].verdict)
            found[number] = found[number]._replace(message=None, verdict=verdict)
    return found


def check_record(record: Record, hmac_key: bytes | None = None) -> Checked:
    """Check one record by itself."""
    (checked,) = check([record], hmac_key)
    return checked


def check_unsigned(
    record: Record, hmac_key: bytes | None = None
) -> tuple[Checked, SignatureClaim | None]:
    """Check one record except for its signature, which is the claim that remains to be verified.

    If the claim is false, there is no message and the verdict is `refused(verdict)`.
    """
    if record.problem is not None and record.value is None:
        why = why_refused(record.problem, record.raw) if record.dialect.is_of_graphs else ""
        return Checked(record, None, None, invalid(record.problem), why), None
    if record.dialect is Dialect.PZP:
        return _check_pzp(record), None
    if record.dialect.is_of_graphs:
        return _check_graph(record), None
    key = record.key if record.problem is None else None
    message, computed, verdict, claim = formats.examine_unsigned(
        record.value, key, hmac_key, is_lossy=record.is_lossy
    )
    if record.problem is not None:
        verdict = invalid(record.problem)
    return Checked(record, message, computed, verdict), claim


def refuse_signature(verdict: Verdict) -> Verdict:
    """The verdict on a message whose signature is wrong, given its `verdict` without it."""
    return invalid(Rule.SIGNATURE) if verdict.is_good else verdict


_PZP_RULES = {
    pzp.PzpRule.ID: Rule.ID,
    pzp.PzpRule.SIGNATURE: Rule.SIGNATURE,
    pzp.PzpRule.SIGKEY: Rule.AUTHOR,
    pzp.PzpRule.DATA: Rule.DATA,
    pzp.PzpRule.DATA_HASH: Rule.DATA,
    pzp.PzpRule.DATA_SIZE: Rule.DATA,
}


def _check_pzp(record: Record) -> Checked:
    computed = None
    try:
        message = pzp.read(record.value)
        computed = message.id
        # A message that is the root of its own tangle needs no other to be judged.
        pzp_rules.check(message, message, {}, None)
    except pzp.RefusedError as error:
        verdict = invalid(_PZP_RULES.get(error.rule, Rule.SHAPE))
    else:
        verdict = VALID if record.key == computed else invalid(Rule.ID)
    return Checked(record, None, computed, verdict)


def _check_graph(record: Record) -> Checked:
    """The verdict on a graph by itself."""
    piece = read_piece(record)
    checked = graph_checked(record, piece)
    if not piece.refused and (parts := unsound(piece.items)):
        return _refuse(record, piece, parts[0])
    return checked


def graph_checked(record: Record, piece: Piece) -> Checked:
    """The verdict on the nodes of a graph: the first that is refused, or the worst, and why."""
    if piece.refused:
        return _refuse(record, piece, piece.refused[0])
    is_valid = all(item.status == ValidationStatus.VALID for item in piece.items)
    verdict = VALID if record.dialect is not Dialect.GRAPH and is_valid else UNSIGNED
    return Checked(record, None, None, verdict)


def _refuse(record: Record, piece: Piece, part: RefusedPiece) -> Checked:
    why = part.in_words(part.key if piece.is_node else None)
    return Checked(record, None, None, invalid(part.rule), why)


def follow_chains(
    batch: Iterable[Checked], feeds: FeedChains, here: Container[str] = ()
) -> Iterator[Checked]:
    """Check messages against the chains of their feeds, in the order of the file.

    A message that is valid by itself extends its feed even if the record has a wrong key, because
    ssb-validate sees only values and would accept it. `here` are messages of the archive that also
    count instead of a form with bytes after the signature (`engine.archive.checking`).
    """
    for checked in batch:
        if (message := checked.message) is None:
            yield checked
        else:
            is_second = shorter_key(message) in here
            verdict = in_chain(checked.verdict, message, feeds, is_second=is_second)
            yield checked._replace(verdict=verdict)


def shorter_key(message: Message) -> str | None:
    """The key of a message without the bytes after its signature; None if there are none."""
    form = shorter(message)
    return None if form is None else form.key


def in_chain(
    verdict: Verdict, message: FeedEntry, feeds: FeedChains, *, is_second: bool
) -> Verdict:
    """The verdict on a message in its feed, given the `verdict` on the message alone.

    A second form of a message that is there doesn't count.
    """
    chain = DUPLICATE if is_second else feeds.judge(message)
    return verdict if chain is VALID or not verdict.is_good else chain


class ShorterForms:
    """The messages of an archive of which there is also a second form.

    Hardly any archive has second forms. When one is found, the archive is read twice more.
    """

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._keys: frozenset[str] | None = None

    def __contains__(self, key: object) -> bool:
        if key is None:
            return False
        if self._keys is None:
            self._keys = self._find()
        return key in self._keys

    def _find(self) -> frozenset[str]:
        forms = map(shorter, self._messages())
        wanted = frozenset(form.key for form in forms if form is not None)
        return wanted.intersection(message.key for message in self._messages())

    def _messages(self) -> Iterator[Message]:
        """All messages; their signatures aren't verified: both forms have the same."""
        for record in self._reader.records():
            checked, _ = check_unsigned(record)
            if checked.message is not None:
                yield checked.message


class CheckResult(NamedTuple):
    """The result for one record: its position, the claimed key, the computed key, the verdict.

    The fields from `key` on say where the message is in its feed; `key` is empty if the record
    holds no message. All fields are plain: nested named tuples are slow to pickle.
    """

    unit: str
    number: int
    claimed: str | None
    computed: str | None
    verdict: Verdict
    key: str = ""
    author: str = ""
    sequence: int = 0
    previous: str | None = None
    shorter: str | None = None
    """The key of the message without the bytes after its signature, if there are any."""

    why: str = ""
    """Why a part of a graph is refused, in words that say more than the verdict."""

    @classmethod
    def of(cls, checked: Checked) -> "CheckResult":
        """The result of a checked record."""
        record, message, computed, verdict, why = checked
        unit, number = record.place
        # An object that is shared is pickled once.
        claimed = computed if record.key == computed else record.key
        if message is None:
            return cls(unit, number, claimed, computed, verdict, why=why)
        place_in_feed = message.key, message.author, message.sequence, message.previous
        other = shorter_key(message)
        return cls(unit, number, claimed, computed, verdict, *place_in_feed, other)

    @property
    def place(self) -> Place:
        """Where the record is."""
        return Place(self.unit, self.number)


def check_results(records: Iterable[Record], hmac_key: bytes | None = None) -> list[CheckResult]:
    """Check some records, each by itself."""
    return list(map(CheckResult.of, check(records, hmac_key)))


def in_chains(
    found: Iterable[CheckResult], feeds: FeedChains, here: Container[str] = ()
) -> Iterator[CheckResult]:
    """The results of `follow_chains`."""
    for result in found:
        if not result.key:
            yield result
            continue
        verdict = in_chain(result.verdict, result, feeds, is_second=result.shorter in here)
        yield result if verdict is result.verdict else result._replace(verdict=verdict)


_BATCH = 256
_AHEAD = 4

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def processors() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def check_in_threads(
    records: Iterable[Record], hmac_key: bytes | None = None, threads: int = 1
) -> Iterator[Checked]:
    """Apply `engine.archive.checking.check` to all records, in order, a few batches ahead."""
    source = iter(records)
    batches = iter(lambda: list(islice(source, _BATCH)), [])
    for batch in in_threads(lambda batch: check(batch, hmac_key), batches, threads):
        yield from batch


def in_threads(
    work: Callable[[_Item], _Result],
    items: Iterable[_Item],
    threads: int = 1,
    ahead: int = _AHEAD,
) -> Iterator[_Result]:
    """`map(work, items)`, computed in threads, some items ahead of the caller.

    The threads continue while the caller uses a result.
    """
    pool = ThreadPoolExecutor(threads)
    try:
        yield from in_order(_calls(pool, work, items), threads + ahead)
    finally:
        pool.shutdown(cancel_futures=True)


def _calls(
    pool: ThreadPoolExecutor, work: Callable[[_Item], _Result], items: Iterable[_Item]
) -> Iterator[Future[_Result]]:
    """A call for each item; an error of the items is that of a call after the last one."""
    try:
        for item in items:
            yield pool.submit(work, item)
    except Exception as error:
        failed: Future[_Result] = Future()
        failed.set_exception(error)
        yield failed


def in_order(calls: Iterable[Future[_Result]], ahead: int) -> Iterator[_Result]:
    """The results of calls, which are made at most `ahead` of the use of their results."""
    asked: deque[Future[_Result]] = deque()
    for call in calls:
        asked.append(call)
        if len(asked) > ahead:
            yield asked.popleft().result()
    while asked:
        yield asked.popleft().result()
