"""A thread with a row of every kind, for golden pictures."""

from tanglescope.engine.drawing.eliding import Filters, leave_gaps
from tanglescope.engine.drawing.shape import MessageTraits, make_shape
from tanglescope.engine.library import StoredMessage
from tanglescope.viewer.models.timeline_model import TimelineModel
from tests.viewer.fake_library import ROOT, FakeLibrary, message

ANN, BOB, CYN, DAN = (f"@{name}.ed25519" for name in ("ann", "bob", "cyn", "dan"))
NOON = 1_438_862_400_000.0
NEXT_DAY = 60 * 26

B1 = f"%{'b1':A<43}=.sha256"
"""A key in the form of real ones, so that a like names the message by its text."""


def said(
    key: str, author: str, text: str | dict[str, object], minute: int, *causes: str, **more: str
) -> StoredMessage:
    content = {"type": "post", "text": text} if isinstance(text, str) else text
    asserted = NOON + minute * 60_000
    return message(key, content, author=author, asserted=asserted, causes=causes, **more)


def messages() -> list[StoredMessage]:
    """Messages with code, quotes, lists, a like and a follow; missing, locked and forked ones."""
    locked = message("%d2", "c2VjcmV0.box", author=DAN, asserted=NOON + 95_000_000, causes=("%d1",))
    code = "Yes. Sort by rank, then by name:\n\n```\nrank(m) = 1 + max(ranks)\n```\n\nThat is all."
    quote = "> That is all.\n\nEven when it comes *late*? See [this](https://a.b) ![fig](&x)."
    lists = "- first\n- second with `code`\n\n# A heading\n\nand text."
    like = {"type": "vote", "vote": {"link": B1, "value": 1}}
    return [
        said(ROOT, ANN, "Can *one* timeline of a **tangle** be drawn? I keep seeing answers.", 0),
        said(B1, BOB, code, 4, ROOT),
        said("%b2", BOB, "It takes one or two edits a message.", 6, B1),
        said("%e1", CYN, like, 7, "%b2"),
        said("%c1", CYN, quote, NEXT_DAY, B1, "%b2"),
        said("%d1", DAN, "I have the missing one.", NEXT_DAY + 3, "%gone1"),
        locked,
        said("%b3", BOB, lists, NEXT_DAY + 60, "%d2", "%gone2", status="forked"),
        said("%a3", ANN, "Thanks!", NEXT_DAY + 64, "%b3"),
        said("%e2", ANN, {"type": "contact", "contact": DAN, "following": True}, NEXT_DAY + 67),
    ]


def model() -> TimelineModel:
    shown = messages()
    fake = FakeLibrary([each.key for each in shown], shown)
    fake.called = {ANN: "Ann", BOB: "Bob Builder", CYN: "Cynthia", DAN: "Dan"}
    fake.liked = {B1: 3, "%a3": 12}
    made = TimelineModel(fake)
    made.open(ROOT)
    return made


def hidden() -> TimelineModel:
    """The thread with Bob and all votes hidden: lines that replace them, and dashed lanes."""
    made = model()
    shown = messages()
    traits = [
        MessageTraits(each.key, each.author, str(each.type), each.asserted, None, number)
        for number, each in enumerate(shown)
    ]
    pairs = [(cause, each.key) for each in shown for cause in each.causes]
    shape = make_shape([each.key for each in shown], traits, pairs)
    unwanted = Filters(frozenset({BOB}), frozenset({"vote"}))
    made.show_gapped(leave_gaps(shape, unwanted), None)
    return made


def warnings() -> TimelineModel:
    """Texts with content warnings, folded and unfolded, mentions as links, and a long pause."""
    shown = [
        said(ROOT, ANN, "Row boats? See #boats and [@bob](@b).", 0),
        said("%w1", BOB, {"text": "The butler.", "contentWarning": "the end of a film"}, 3, ROOT),
        said("%w2", CYN, {"text": "Soup.", "contentWarning": "food " * 30}, 5, ROOT, "%w1"),
        said("%w3", CYN, {"text": "This is shown.", "contentWarning": "short"}, 6, "%w2"),
        said("%x1", DAN, "```\ndef f():\n\treturn\t1\n```", 60 * 24 * 5, "%w3"),
    ]
    fake = FakeLibrary([each.key for each in shown], shown)
    fake.called = {ANN: "Ann", BOB: "Bob Builder", CYN: "Cynthia", DAN: "Dan"}
    fake.liked = {"%w1": 3}
    made = TimelineModel(fake)
    made.open(ROOT)
    made.turn_fold("%w3")
    return made
