"""Checking: from records to messages and verdicts, for importing and verifying.

There are two steps, because the first is nearly all of the work and needs only the record:

    batch = check(records, hmac_key)        any batch, in any thread or process
    checked = follow_chains(batch, feeds)   one batch after the other, in the order of the file

`verify` prints the result of the second step. A database stores the state of feeds and calls
`engine.message.chain.judge` with the messages from the first step.
"""

from collections.abc import Container, Iterable, Iterator
from typing import NamedTuple

from tanglescope.engine.archive.graphs.pieces import Piece, read_piece, why_refused
from tanglescope.engine.archive.graphs.soundness import unsound
from tanglescope.engine.archive.record import Dialect, Record
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
            verdict = refused(found[number].verdict)
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


def refused(verdict: Verdict) -> Verdict:
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
    if not piece.refused and (rules := unsound((), [item.node for item in piece.items])):
        key, rule = next(iter(rules.items()))
        named = "" if piece.is_node else f"{key}: "
        return checked._replace(verdict=invalid(rule), why=f"{named}{why_refused(rule, b'')}")
    return checked


def graph_checked(record: Record, piece: Piece) -> Checked:
    """The verdict on the nodes of a graph: the first that is refused, or the worst, and why."""
    if piece.refused:
        part = piece.refused[0]
        named = "" if piece.is_node or part.key is None else f"{part.key}: "
        why = f"{named}{why_refused(part.rule, part.raw)}"
        return Checked(record, None, None, invalid(part.rule), why)
    is_valid = all(item.status == ValidationStatus.VALID for item in piece.items)
    verdict = VALID if record.dialect is not Dialect.GRAPH and is_valid else UNSIGNED
    return Checked(record, None, None, verdict)


def follow_chains(
    batch: Iterable[Checked], feeds: FeedChains, here: Container[str] = ()
) -> Iterator[Checked]:
    """Check messages against the chains of their feeds, in the order of the file.

    A message that is valid by itself extends its feed even if the record has a wrong key, because
    ssb-validate sees only values and would accept it. `here` are messages of the archive that also
    count instead of a form with bytes after the signature (`engine.archive.second_forms`).
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
