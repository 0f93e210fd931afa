"""Write `resources/samples/texts.*` and `odd.ndjson`: the examples of the specifications, signed.

    python -m tools.texts

From SIP 9, "Tangles", with its "Tangle Origin"; SIP 10, "Threads"; the group exclusion spec,
section 4. People and messages have the same letters as there. `texts.json` maps letters to
messages. Keys are derived from the letters, so that the files are reproducible. Messages that would
be private in a group are public here, so that anyone can read them.
"""

import hashlib
import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nacl.bindings import crypto_sign_seed_keypair

from tanglescope.engine.message.canonical import canonical
from tanglescope.engine.message.identity import Identity
from tanglescope.engine.message.keys import feed_id, message_id
from tanglescope.engine.message.writing import UnsignedMessage, sign

SAMPLES = Path(__file__).parent.parent / "resources" / "samples"
BEGINNING = 1_680_000_000_000  # the time at which the specifications were written
MINUTE = 60_000
ROOT: dict[str, Any] = {"root": None, "previous": None}

Keys = dict[str, str]


@dataclass(slots=True)
class SamplePerson:
    """A person in the examples, and the end of their feed."""

    identity: Identity
    sequence: int = 0
    latest: str | None = None

    def say(self, asserted: int, content: dict[str, Any] | str) -> tuple[str, dict[str, Any]]:
        """Sign the next message of their feed; return its key and value."""
        feed = self.identity.feed
        unsigned = UnsignedMessage(feed, self.sequence + 1, self.latest, asserted, content)
        value = sign(unsigned, self.identity)
        key = message_id(canonical(value))
        self.sequence, self.latest = self.sequence + 1, key
        return key, value


def made_up(about: str, name: str) -> Identity:
    """The keys of a person in a sample, derived from the name."""
    seed = hashlib.sha256(f"tanglescope {about}: {name}".encode()).digest()
    public, private = crypto_sign_seed_keypair(seed)
    return Identity(feed_id(public), private)


@dataclass(slots=True)
class SampleLog:
    """The messages of a sample, one a minute by default, by people with made-up keys."""

    clock: int = BEGINNING
    about: str = "texts"
    lines: list[str] = field(default_factory=list)
    people: dict[str, SamplePerson] = field(default_factory=dict)

    def feed(self, name: str) -> str:
        """The feed of a person, whose first message is their name."""
        if name not in self.people:
            person = self.people[name] = SamplePerson(made_up(self.about, name))
            self.say(name, {"type": "about", "about": person.identity.feed, "name": name})
        return self.people[name].identity.feed

    def say(self, name: str, content: dict[str, Any] | str, late: int = 0) -> str:
        """Add a message of a person whose clock is `late` by so many minutes; return its key."""
        self.feed(name)
        self.clock += MINUTE
        key, value = self.people[name].say(self.clock - late * MINUTE, content)
        record = {"key": key, "value": value, "timestamp": self.clock + 1000}
        self.lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
        return key


def feed(log: SampleLog) -> Keys:
    """SIP 9: the classic feed."""
    log.feed("Dee")
    first = log.people["Dee"].latest
    assert first is not None
    keys = {letter: log.say("Dee", {"type": "post", "text": letter}) for letter in "BCD"}
    return {"A": first, **keys}


def chess(log: SampleLog) -> Keys:
    """SIP 9: a tangle of many authors."""
    keys: Keys = {}
    for letter, after in {"A": "", "B": "A", "X": "B", "Y": "B", "M": "XY"}.items():
        data = {"root": keys["A"], "previous": [keys[each] for each in after]} if after else ROOT
        content = {"type": "chess", "text": letter, "tangles": {"chess": data}}
        keys[letter] = log.say(f"Player {letter}", content)
    return keys


def thread(log: SampleLog, branches: dict[str, str], late: dict[str, int]) -> Keys:
    """Posts, each with a letter and the letters in its `branch`, known or not."""
    keys: Keys = {}
    for letter, after in branches.items():
        content: dict[str, Any] = {"type": "post", "text": letter}
        if after:
            content["root"] = keys["A"]
            content["branch"] = [keys.get(each) or _nowhere(each) for each in after]
        keys[letter] = log.say(f"Writer {letter}", content, late.get(letter, 0))
    return keys


class SampleGroup:
    """A private group whose messages are public."""

    def __init__(self, log: SampleLog, first: str) -> None:
        self.keys: Keys = {}
        self._log = log
        self._first = first
        self._latest: dict[str, str] = {}

    def init(self, author: str, epoch: str, after: str | None = None, label: str = "") -> None:
        """A member begins an epoch; the epoch's key is derived from its letter."""
        secret = b64encode(epoch[0].encode() * 32).decode()
        everywhere = dict.fromkeys(("group", "epoch", "members"), ROOT)
        if after is not None:
            root = self.keys[self._first]
            everywhere["group"] = {"root": root, "previous": [self._latest[after]]}
            everywhere["epoch"] = {"root": root, "previous": [self.keys[after]]}
        content = {"type": "group/init", "version": "v2", "secret": secret, "tangles": everywhere}
        key = self._log.say(author, content)
        self.keys[epoch] = self.keys[label or epoch] = self._latest[epoch] = key

    def add(
        self,
        author: str,
        epoch: str,
        people: Sequence[str],
        label: str = "",
        *,
        is_named: bool = True,
    ) -> None:
        """A member adds people to an epoch; the group's id comes first, if it `is_named`."""
        recps = [*([self._id()] if is_named else []), *(self._log.feed(name) for name in people)]
        content = {"type": "group/add-member", "version": "v2", "recps": recps}
        self._say(author, epoch, content, label)

    def exclude(self, author: str, epoch: str, people: str, label: str = "") -> None:
        """A member excludes people in an epoch."""
        excludes = [self._log.feed(name) for name in people]
        content = {"type": "group/exclude-member", "excludes": excludes, "recps": [self._id()]}
        self._say(author, epoch, content, label)

    def split(self, author: str, epoch: str, people: str, to: str, members: str) -> None:
        """A member excludes people, and continues with the others in a new epoch."""
        self.exclude(author, epoch, people)
        self.init(author, to, after=epoch)
        self.add(author, to, members)

    def _say(self, author: str, epoch: str, content: dict[str, Any], label: str) -> None:
        previous = [self._latest[epoch]]
        tangles = {
            "group": {"root": self.keys[self._first], "previous": previous},
            "members": {"root": self.keys[epoch], "previous": previous},
        }
        key = self._log.say(author, {**content, "tangles": tangles})
        self._latest[epoch] = key
        if label:
            self.keys[label] = key

    def _id(self) -> str:
        digest = hashlib.sha256(self.keys[self._first].encode()).digest()
        return f"ssb:identity/group/{urlsafe_b64encode(digest).decode()}"


def all_tangles(log: SampleLog) -> Keys:
    """Exclusion spec 4.10.4, which includes the pictures of 4.10.1 and 4.10.2."""
    group = SampleGroup(log, "0")
    group.init("Z", "0", label="0_init")
    group.add("Z", "0", "A", label="0_add_0")
    group.add("Z", "0", "BC", label="0_add_1")
    group.exclude("Z", "0", "C", label="0_remove_2")
    # The first message of an epoch comes after all earlier messages.
    group.init("Z", "1", after="0", label="1_init")
    group.add("Z", "1", "AB", label="1_add_0")
    return group.keys


def figures(log: SampleLog) -> dict[str, Keys]:
    """Exclusion spec 4: epochs that split and join."""
    splits: dict[str, list[tuple[str, str, str, str, str]]] = {
        "Figure 1": [("a", "G", "c", "H", "abd")],
        "Figure 2": [("a", "X", "d", "L", "abc"), ("b", "X", "d", "R", "abc")],
        "Figure 3": [("a", "X", "cd", "L", "ab"), ("b", "X", "d", "R", "abc")],
        "Figure 4": [("a", "X", "c", "L", "abd"), ("b", "X", "d", "R", "abc")],
        "Figure 4, settled": [
            ("a", "X", "c", "L", "abd"),
            ("b", "X", "d", "R", "abc"),
            ("a", "L", "d", "L2", "ab"),
        ],
        "Figure 5": [("a", "X", "cd", "L", "ab"), ("c", "X", "ab", "R", "cd")],
        "Figure 6": [("a", "X", "cd", "L", "ab"), ("c", "X", "ab", "R", "cd")],
        "Figure 9": [("b", "X", "c", "Y", "abd")],
        "Figure 10": [("b", "X", "c", "Y", "abd"), ("a", "X", "cd", "Z", "ab")],
    }
    additions = {
        "Figure 6": [("d", "R", "ab")],
        "Figure 9": [("b", "X", "e"), ("b", "Y", "e")],
        "Figure 10": [("b", "X", "e"), ("b", "Y", "e")],
    }
    keys = {}
    for title, steps in splits.items():
        first = steps[0][1]
        group = SampleGroup(log, first)
        group.init("a", first)
        group.add("a", first, "abcd")
        for step in steps:
            group.split(*step)
        for addition in additions.get(title, []):
            group.add(*addition)
        keys[title] = group.keys
    return keys


def fetched(log: SampleLog) -> Keys:
    """Exclusion spec, figure 7: after b excludes c, who is in which epoch says what a fetches."""
    group = SampleGroup(log, "X")
    group.init("b", "X")
    group.add("b", "X", "abc")
    group.split("b", "X", "c", "H", "ab")
    return group.keys


def excluded(log: SampleLog) -> Keys:
    """SIP 9: messages that carry data of a tangle and break its rules, by what is wrong."""
    root = log.say("Referee", {"type": "chess", "text": "root", "tangles": {"chess": ROOT}})
    data: dict[str, object] = {
        "tangles": [{"chess": {"root": root, "previous": [root]}}],
        "data": {"chess": "root"},
        "root": {"chess": {"root": 7, "previous": [root]}},
        "previous": {"chess": {"root": root, "previous": []}},
        "both": {"chess": {"root": None, "previous": [root]}},
    }
    found = {"first": root}
    for wrong, tangles in data.items():
        content = {"type": "chess", "text": wrong, "tangles": tangles}
        found[wrong] = log.say("Referee", content)
    return found


def odd() -> tuple[SampleLog, Keys]:
    """What the rules of SIP 9 and of groups say about odd messages, in a log of their own."""
    log = SampleLog(about="odd texts")
    log.feed("Eve")
    eve = log.people["Eve"]
    first = eve.latest
    assert first is not None
    keys = {"second": log.say("Eve", {"type": "post", "text": "the second"})}
    eve.latest = first  # the third names the first as the one before it
    keys["third"] = log.say("Eve", {"type": "post", "text": "after the first"})
    keys["unnamed"] = log.say("Ann", {"type": "game", "text": "begins", "tangles": {"": ROOT}})
    data = {"root": keys["unnamed"], "previous": [keys["unnamed"]]}
    log.say("Bob", {"type": "game", "text": "continues", "tangles": {"": data}})
    group = SampleGroup(log, "0")
    group.init("Ann", "0")
    group.add("Ann", "0", ["Ann", "Bob"], is_named=False)
    keys["group"] = group.keys["0"]
    return log, keys


def _nowhere(letter: str) -> str:
    """The key of a missing message."""
    return f"%{b64encode(hashlib.sha256(letter.encode()).digest()).decode()}.sha256"


def main() -> None:
    """Write the files."""
    log = SampleLog()
    keys = {
        "SIP 9, classic feed": feed(log),
        "SIP 9, multi-author tangle": chess(log),
        "SIP 9, Tangle Origin": thread(
            log, {"A": "", "B": "A", "C": "B", "D": "B", "E": "CD"}, {"B": 10}
        ),
        "SIP 10, Threads": thread(
            log,
            {"A": "", "B": "A", "C": "B", "D": "B", "M": "CD", "Y": "X", "N": "M"},
            {},
        ),
        "Section 4.10.4": all_tangles(log),
        **figures(log),
        "SIP 9, excluded": excluded(log),
        "Figure 7": fetched(log),
    }
    others, keys["Odd messages"] = odd()
    for name, each in (("texts", log), ("odd", others)):
        (SAMPLES / f"{name}.ndjson").write_text("\n".join(each.lines) + "\n", encoding="utf-8")
    (SAMPLES / "texts.json").write_text(json.dumps(keys, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
