"""An archive with the shape of those that people have: several years of an old network, torn.

    python -m tests.data.old_archive OUT.ndjson

The samples of the program are whole. Public test archives of other programs aren't: most of their
threads lack the first message, feeds begin in the middle, clocks are wrong, and likes and follows
outnumber texts. This archive has all that, small, signed, and always the same. Names, texts and
people are made up.
"""

import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from tests.engine.authors import Author, Said

MINUTE, DAY = 60_000, 86_400_000
BEGIN = 1_443_700_000_000
"""The first of October 2015."""

LINKS = (
    "https://example.org",
    "https://example.org/a_(b)/c?d=e&f=%20#g",
    "http://example.org/Stra%C3%9Fe",
    "https://例え.example/道?q=茶",
    "<https://example.org/in-brackets>",
    "[a link](https://example.org/in-markdown)",
    '[with a title](http://example.org/t "Title")',
    "[far off][1]\n\n[1]: https://example.org/by-reference",
    "www.example.org/without-a-scheme",
    "see https://example.org/at-the-end.",
    "(https://example.org/in-parentheses)",
    "`https://example.org/in-code`",
    "![a picture elsewhere](https://example.org/picture.png)",
    "mailto:nia@example.org",
    "ssb:message/sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
    "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "dat://0123456789abcdef/",
    "https://example.org/" + "very-long-path/" * 20,
)
"""Links in the forms in which people and programs have written them."""

TEXTS = (
    "I finally have it running on the boat",
    "Has this been *fixed* in the meantime?",
    "No, the branch is still open",
    "> a quote\n\nand what I think of it",
    "今日は良い天気ですね。港で会いましょう。",
    "Привет из сада",
    "שלום לכולם",
    "مرحبا من الميناء",
    "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇳🇱",
    "e\u0301 and é, n\u0303 and ñ",
    "# A heading\n\n1. one\n2. two\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    "```js\nsbot.publish({type: 'post'}, cb)\n```",
    "ok",
    "The long story: " + "we sailed on and on, " * 40,
)

ODD: tuple[dict[str, Any], ...] = (
    {"type": "pub", "address": {"host": "pub.example.org", "port": 8008, "key": "@gone"}},
    {"type": "channel", "channel": "new-people", "subscribed": True},
    {"type": "channel", "channel": "undefined", "subscribed": True},
    {"type": "git-repo", "name": "boat"},
    {"type": "git-update", "refs": {"refs/heads/master": "0" * 40}, "packs": []},
    {"type": "npm-packages", "mentions": []},
    {"type": "tag", "tagged": True, "root": "%gone", "message": "%gone"},
    {"type": "ssb-dns", "record": {"name": "garden", "type": "A", "data": "192.0.2.1"}},
    {"type": "bookclub", "title": "The sea around us", "authors": "Rachel Carson"},
    {"type": "music-release", "title": {"en": "Tide"}, "tracks": [1, 2, 3]},
    {"type": "about", "about": None, "name": "nobody"},
    {"type": "post"},
    {"type": "post", "text": ""},
    {"type": "post", "text": None},
    {"type": "post", "text": "   "},
    {"type": "vote", "vote": {"link": "%gone", "value": 1, "expression": "Dig"}},
    {"type": "contact", "contact": "not a feed", "following": True},
    {"type": "日誌帳", "text": ["a", "list"]},
)
"""Types of old programs, and contents that no program writes any more."""

CHANNELS = ("boats", "undefined", "new-people", "#garden", "Ünïcödé", "two words", "")


@dataclass
class Person:
    """An author, and which part of the feed has arrived."""

    author: Author
    has: Callable[[int], bool]
    """Whether the message with a sequence number is in the archive."""
    skew: float = 0
    """How far the clock is wrong."""


def _all(_sequence: int) -> bool:
    return True


@dataclass
class Network:
    """People who talk for four years, and what of it has reached one of them."""

    chance: Random = field(default_factory=lambda: Random(47))
    said: list[Said] = field(default_factory=list)
    now: float = BEGIN

    def __post_init__(self) -> None:
        def person(name: str, has: Callable[[int], bool] = _all, skew: float = 0) -> Person:
            return Person(Author(f"old archive {name}"), has, skew)

        self.nia = person("nia")
        self.teo = person("teo", lambda sequence: sequence > 25)
        self.ola = person("ola", lambda sequence: sequence % 9 not in (3, 4, 5))
        self.away = [person(name, lambda _sequence: False) for name in ("rin", "sam", "tom")]
        self.kaz = person("kaz", skew=-BEGIN)  # a clock that began at zero
        self.una = person("una", skew=68 * 365 * DAY + 0.25)  # and one from 2087
        self.li = person("li", lambda sequence: sequence < 12 or sequence > 15)
        self.bot = person("bot", lambda sequence: sequence > 3)

    @property
    def people(self) -> list[Person]:
        """The authors of feeds of which something has arrived, without the bot."""
        return [self.nia, self.teo, self.ola, self.kaz, self.una, self.li]

    @property
    def in_time(self) -> list[Person]:
        """Those of them whose clocks are right."""
        return [each for each in self.people if not each.skew]

    def say(self, person: Person, content: dict[str, Any] | str, minutes: float = 7) -> Said:
        """Publish a message; it is kept if that part of the feed has arrived."""
        self.now += minutes * MINUTE
        said = _signed(person, content, self.now, person.author.say)
        if person.has(said.value["sequence"]):
            self.said.append(said)
        return said

    def fork(self, person: Person, content: dict[str, Any]) -> None:
        """Publish a message that continues the feed a second time."""
        self.said.append(_signed(person, content, self.now, person.author.draft))

    def talk(self) -> None:
        """A thread whose answers name what their authors knew of, and the days after it."""
        # Those whose clocks are wrong are in every fourth thread.
        present = self.people if self.chance.random() < 0.25 else self.in_time
        people = self.chance.sample(present, 3)
        if self.chance.random() < 0.6:
            people[0] = self.chance.choice(self.away)
        root = self.say(people[0], self.post(), minutes=self.chance.choice((9, 900, 40_000)))
        replies = [root]
        for number in range(self.chance.randrange(6)):
            tips = self.chance.sample(replies[-3:], min(len(replies), 1 + number % 2))
            keys = [each.key for each in tips]
            content = self.post() | {"root": root.key, "branch": keys[0] if number % 3 else keys}
            if number == 4:
                del content["branch"]
            author = people[(number + 1) % 3]
            replies.append(self.say(author, content, minutes=self.chance.choice((1, 30, 3_000))))
        for number in range(self.chance.choice((0, 0, 2, 7))):
            liked = self.chance.choice(self.said or replies)
            value = {"link": liked.key, "value": 1, "expression": "Like"}
            self.say(people[1], {"type": "vote", "vote": value}, minutes=1 + 700 * (number == 3))

    def post(self) -> dict[str, Any]:
        """A post with a text, and sometimes with a link, a channel, a picture or a mention."""
        text = self.chance.choice(TEXTS)
        content: dict[str, Any] = {"type": "post", "text": text}
        match self.chance.randrange(6):
            case 0:
                content["text"] = f"{text}\n\n{self.chance.choice(LINKS)}"
            case 1:
                content["channel"] = self.chance.choice(CHANNELS)
            case 2:
                blob = f"&{_hash(text)}.sha256"
                content["text"] = f"{text}\n\n![boat.jpg]({blob})"
                content["mentions"] = [{"link": blob, "name": "boat.jpg", "type": "image/jpeg"}]
            case 3:
                feed = self.chance.choice(self.people).author.feed
                content["text"] = f"[@somebody]({feed}) {text}"
                content["mentions"] = [{"link": feed, "name": "somebody"}]
        return content

    def follow(self, person: Person, *others: Person, following: bool = True) -> None:
        """Follow people, one after the other."""
        for other in (each for each in others if each is not person):
            contact = {"type": "contact", "contact": other.author.feed, "following": following}
            self.say(person, contact, minutes=1)

    def name(self, person: Person, name: str, **more: Any) -> None:
        """Name oneself."""
        self.say(person, {"type": "about", "about": person.author.feed, "name": name, **more})


def _hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _signed(
    person: Person, content: dict[str, Any] | str, now: float, sign: Callable[..., Said]
) -> Said:
    person.author.clock = now + person.skew - 1000  # which signing adds
    return sign(content, received=now + 5 * MINUTE)


def messages() -> list[Said]:
    """What is in the archive, in the order of arrival."""
    network = Network()
    nia, teo, ola, kaz, una = network.nia, network.teo, network.ola, network.kaz, network.una
    picture = {"image": {"link": f"&{_hash('nia')}.sha256", "type": "image/png", "size": 153_000}}
    network.name(nia, "nia", **picture)
    network.name(teo, "teo ⛵")
    network.name(ola, "")
    network.name(kaz, "  ")
    network.name(una, "una\u202e\u200b")
    network.name(network.li, "李明")
    for person in (nia, teo, ola, network.li):
        network.follow(person, *network.people, *network.away)
    for link in LINKS:
        network.say(nia, {"type": "post", "text": link})
    for number, content in enumerate(ODD):
        network.say((nia, kaz, una)[number % 3], content)
    for number in range(60):
        network.talk()
        if number % 8 == 3:
            network.say(network.li, f"{b64encode(network.chance.randbytes(96)).decode()}.box")
            network.follow(nia, teo, ola, teo, following=number % 16 == 3)
    lost = [f"%{_hash(f'lost {number}')}.sha256" for number in range(3)]
    network.say(nia, network.post() | {"root": lost[0], "branch": lost[1:]})
    network.say(teo, network.post() | {"root": lost[0], "branch": lost})
    network.fork(nia, {"type": "post", "text": "One way"})
    network.say(nia, {"type": "post", "text": "The other way"})
    for _ in range(40):
        liked = network.chance.choice(network.said)
        network.say(network.bot, {"type": "vote", "vote": {"link": liked.key, "value": 1}})
    return network.said


def lines() -> Iterator[bytes]:
    """The archive as NDJSON; a line is damaged, and another one is there twice."""
    for number, each in enumerate(messages()):
        yield each.line
        if number == 20:
            yield each.line[:90] + b"\n"
        elif number == 40:
            yield each.line


def write(path: Path) -> Path:
    """Write the archive."""
    path.write_bytes(b"".join(lines()))
    return path


if __name__ == "__main__":
    write(Path(sys.argv[1]))
