"""Verdicts: what is known about a message or a record, and its wording for people."""

from dataclasses import dataclass
from enum import StrEnum

from tanglescope.engine.language.wording import later, tr


class ValidationStatus(StrEnum):
    """The validation status of a message; its text is stored and printed."""

    VALID = "valid"
    """It follows every rule, and no earlier message of its feed is missing."""
    UNVERIFIED = "unverified"
    """It fits into its feed, but the file lost something that the signature covers."""
    GAP = "gap"
    """Valid by itself, but an earlier message of its feed is missing or was refused."""
    FORKED = "forked"
    """Valid by itself, but its feed had continued with another message at its position."""
    UNSUPPORTED = "unsupported"
    """The rules of its feed format aren't known here; the rule is the name of the format."""
    INVALID = "invalid"
    """It breaks a rule."""


class Rule(StrEnum):
    """The rule that a record broke; its text is stored and printed."""

    DAMAGED = "damaged"
    TOO_LONG = "too-long"
    JSON = "json"
    SHAPE = "shape"
    ID = "id"
    AUTHOR = "author"
    SIGNATURE_FORM = "signature-form"
    PREVIOUS = "previous"
    SEQUENCE = "sequence"
    TIMESTAMP = "timestamp"
    ORDER = "order"
    CONTENT = "content"
    BOX = "box"
    HASH = "hash"
    SIZE = "size"
    TYPE = "type"
    SIGNATURE = "signature"
    DATA = "data"
    DUPLICATE = "duplicate"
    FORK = "fork"
    GAP = "gap"
    LOST_TEXT = "lost-text"
    CYCLE = "cycle"
    CONTENT_SIGNATURE = "content-signature"
    SUBFEED = "subfeed"
    METAFEED = "metafeed"
    NONCE = "nonce"
    SIGNER = "signer"
    TANGLE = "tangle"
    UNSIGNED = "unsigned"
    REFERENCES = "references"
    CUT = "references-cut"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A validation status and the rule behind it: a `Rule`, or an unsupported format.

    A valid message with a rule is accepted by ssb-validate and refused by ssb-classic.
    """

    status: ValidationStatus
    rule: str | None = None

    @property
    def is_good(self) -> bool:
        """Whether the message itself breaks no rule, so it may be shown."""
        return self.status not in (ValidationStatus.INVALID, ValidationStatus.UNSUPPORTED)


VALID = Verdict(ValidationStatus.VALID)
GAP = Verdict(ValidationStatus.GAP, Rule.GAP)
FORKED = Verdict(ValidationStatus.FORKED, Rule.FORK)
UNVERIFIED = Verdict(ValidationStatus.UNVERIFIED, Rule.LOST_TEXT)
UNSIGNED = Verdict(ValidationStatus.UNVERIFIED, Rule.UNSIGNED)


_INVALID = {rule: Verdict(ValidationStatus.INVALID, rule) for rule in Rule}


def invalid(rule: Rule) -> Verdict:
    """The verdict on a record that breaks `rule`."""
    return _INVALID[rule]


def verdict_on_unknown_format(feed_format: str) -> Verdict:
    """The verdict on a message of a format whose rules are not known here."""
    return Verdict(ValidationStatus.UNSUPPORTED, feed_format)


def refusal(rule: str) -> Verdict:
    """The verdict on a rejected record, from the rule that was stored."""
    return invalid(Rule(rule)) if rule in _RULES else verdict_on_unknown_format(rule)


_RULES = frozenset(map(str, Rule))

DUPLICATE = invalid(Rule.DUPLICATE)


_REASONS: dict[str, str] = {
    Rule.DAMAGED: later("the file is damaged here"),
    Rule.TOO_LONG: later("the record is far longer than a message can be"),
    Rule.JSON: later("this isn't JSON, or it was cut off"),
    Rule.SHAPE: later("this is neither a message nor part of a graph"),
    Rule.ID: later(
        "its key isn't the hash of its text: it was altered, or the key belongs to another message"
    ),
    Rule.AUTHOR: later("its author isn't a well-formed feed id"),
    Rule.SIGNATURE_FORM: later(
        "its signature isn't an Ed25519 signature in 88 characters of canonical base64"
    ),
    Rule.PREVIOUS: later("its link to the previous message can't be right"),
    Rule.SEQUENCE: later("its sequence number can't be right"),
    Rule.TIMESTAMP: later("its timestamp isn't a number"),
    Rule.ORDER: later("it doesn't have exactly the seven fields of a message in the right order"),
    Rule.CONTENT: later("its content is neither an object nor an encrypted text"),
    Rule.BOX: later("its encrypted content isn't canonical base64 with a .box suffix"),
    Rule.HASH: later("its hash isn't sha256"),
    Rule.SIZE: later("it is longer than 8,192 characters"),
    Rule.TYPE: later("its content has no type of 3 to 52 characters"),
    Rule.SIGNATURE: later(
        "its signature doesn't match its text: it was altered, or signed by someone else"
    ),
    Rule.DATA: later("its data doesn't match its metadata"),
    Rule.DUPLICATE: later(
        "the same message is already here, perhaps without bytes after its signature"
    ),
    Rule.FORK: later("its feed already continued with another message at this position"),
    Rule.GAP: later("the message before it in its feed is missing"),
    Rule.LOST_TEXT: later(
        "the file lost a character that its author signed, so it can't be verified"
    ),
    Rule.CYCLE: later("it comes after itself, through others"),
    Rule.CONTENT_SIGNATURE: later("its content isn't signed by the subfeed that it names"),
    Rule.SUBFEED: later("the subfeed that it names isn't a well-formed feed id"),
    Rule.METAFEED: later("the metafeed that it names isn't a Bendy Butt feed"),
    Rule.NONCE: later("the nonce that its subfeed is derived from doesn't have 32 bytes"),
    Rule.SIGNER: later("the key that signed it didn't belong to its account"),
    Rule.TANGLE: later("it can't be at the position that it claims in its tangle"),
    Rule.REFERENCES: later("it refers to more others than this collection takes"),
    Rule.CUT: later(
        "it refers to more others than this collection takes, so only the first of them count"
    ),
    Rule.UNSIGNED: later("no signature was checked, so its author isn't verified"),
}

_ONLY_CLASSIC_REFUSES: dict[str, str] = {
    Rule.PREVIOUS: later("its link to the previous message is a list"),
    Rule.TIMESTAMP: later("its timestamp isn't a number"),
    Rule.BOX: later("its encrypted content ends in neither .box nor .box2"),
}


def reason(verdict: Verdict) -> str:
    """The verdict as a sentence for people, without a full stop."""
    if verdict.rule is None:
        return tr("Valid")
    if verdict.status is ValidationStatus.UNSUPPORTED:
        return tr("It uses the format {format}, which can't be verified yet", format=verdict.rule)
    if verdict.status is ValidationStatus.VALID:
        because = tr(_ONLY_CLASSIC_REFUSES[verdict.rule])
        return tr("Valid for ssb-validate, refused by ssb-classic: {because}", because=because)
    text = tr(_REASONS[verdict.rule])
    return text[0].upper() + text[1:]
