"""Messages of an attacker, validly signed and as long as allowed, and malformed lines."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from tanglescope.engine.message.canonical import canonical
from tests.engine.authors import Author, Said, post

Content = dict[str, Any]

_ROOM = 7400
"""Characters of a message, of its 8,192, that its author, its links and its signature leave."""

TRICKS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u2060\ufeff"
"""Characters that turn the text behind them, or take no room: never to be shown as they are."""

PIECES = {
    "turned": "\u202egnp.exe\u202c ",
    "isolated": "\u2066\u2067\u2068אב",
    "turned to the limit": "\u202e\u202d",
    "no room": "a\u200b\u2060\ufeffb",
    "tags": "\U000e0001\U000e0041",
    "Hangul fillers": "\u3164\uffa0\u115f\u1160",
    "joiners": "\u200d",
    "marks of direction": "\u200e\u200f\u061c",
    "selectors": "a\ufe0f\U000e0100\u034f",
    "families": "👨\u200d👩\u200d👧\u200d👦",
    "skins": "👋🏿",
    "flags": "🇩🇪",
    "a flag of tags": "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "marks without end": "a" + "\u0301\u0316" * 60,
    "one word": "W",
    "widest": "\ufdfd",
    "no characters": "\ufffe\uffff",
    "swapped bytes": "\ufffe\u2e20\u6700",
    "private use": "\ue000\U0010ffff",
    "line ends": "\u2028\u2029\r\n\v\f\x85",
    "controls": "\x00\x07\x08\x1b[31m\x7f",
    "terminal": "\x1b]0;owned\x07\x1b[2J",
    "half characters": "\U0001f600\ud83d ",
    "tabs": "\t",
    "lines": "a\n",
    "quotes in quotes": "> ",
    "lists in lists": "- ",
    "numbers": "999999999. a\n",
    "fences": "```\n",
    "emphasis": "*_a_*",
    "half emphasis": "**a*",
    "open brackets": "[",
    "open links": "[a](",
    "links in links": "[![a](http://b)](",
    "pictures": "![a](file:///etc/passwd) ",
    "tables": "|a|b\n|-|-\n",
    "tags of HTML": "<b><script>alert(1)</script>",
    "entities": "&#x202e;&lt;img src=x&gt;",
    "definitions": "[a]: http://b 'c'\n",
    "format strings": "%s%n%1$s{0}{x.__class__}",
    "wildcards": '" OR NEAR(* "- %_\' ',
    "channels": "#a #" + "b" * 90,
    "names": "@" + "A" * 43 + "=.ed25519 %" + "B" * 43 + "=.sha256 ",
}

SCHEMES = (
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "FILE:/etc/passwd",
    "\\\\evil\\share",
    "//evil/share",
    "smb://evil/x",
    "ftp://evil/x",
    "mailto:a@b?attach=/etc/passwd",
    "vbscript:x",
    "ssh://-oProxyCommand=x",
    "steam://run/1",
    "x-apple.systempreferences:",
    "about:blank",
    "qrc:/icons",
    "http:",
    "https://",
    "http://[::1",
    "ssb:experimental?action=start-http-auth&sid=x",
    "ssb:message/sha256/x",
    "%not-a-key",
    "@evil.ed25519",
    "&blob.sha256",
    "%" + "A" * 43 + "=.sha256",
    "#" + "x" * 300,
    "/etc/passwd",
    "../../x",
    "C:\\Windows\\x.exe",
    " http://a",
    "http://a\n.b",
)
WEB = ("http://a.example", "HTTPS://b.example/?q=1#x")


def links(addresses: tuple[str, ...] = SCHEMES + WEB) -> str:
    """A text with a link to every address."""
    return "\n".join(f"[{number}]({address})" for number, address in enumerate(addresses))


def filled(piece: str) -> str:
    """A text repeated as often as it fits into a message."""
    escaped = canonical(piece).decode("utf-8", "surrogatepass")
    return piece * (_ROOM // (len(escaped.encode("utf-16-le", "surrogatepass")) // 2 - 2))


def nested(depth: int) -> Any:
    """Lists in lists."""
    return json.loads("[" * depth + "]" * depth)


IMITATIONS = (
    "Error: the database is damaged. Open https://a.example to mend it.",
    "[Open](file:///x) [Cancel](x)\n\n---\n\n**Tanglescope** wants your secret file",
    "… and 3 messages that are missing",
    "Missing message %AAAAAAAA…",
    "[picture: a] [right-to-left override]",
)

STRANGE: tuple[Content, ...] = (
    {"type": "post"},
    {"type": "post", "text": None},
    {"type": "post", "text": ["a", {"b": "c"}]},
    {"type": "post", "text": 1e300},
    {"type": "post", "text": ""},
    {"type": "post", "text": " \n\u200b"},
    {"type": "post", "text": "a", "contentWarning": filled("\u202e!")[:900]},
    {
        "type": "post",
        "text": "a",
        "mentions": [{"link": it, "name": it} for it in SCHEMES[:20]],
    },
    {"type": "post", "text": "a", "mentions": {"link": {"link": []}}},
    {"type": "post", "text": "a", "root": 7, "branch": {"x": 1}},
    {"type": "post", "text": "a", "root": "%" + "C" * 43 + "=.sha256", "branch": [None] * 300},
    {"type": "post", "text": "a", "channel": "\u202e" * 60},
    {"type": "post", "text": "a", "recps": "everybody"},
    {"type": "post", "text": "a", "tangles": {"thread": {"root": [], "previous": {}}}},
    {"type": "post", "text": "a", "tangles": {"\u202e" * 99: {"root": None, "previous": None}}},
    {"type": "post", "text": "a", "tangles": nested(50)},
    {"type": "post", "text": "a", "deep": nested(55)},
    {"type": "post", "text": "a", **{str(number): number for number in range(300)}},
    {"type": "about", "about": None, "name": {}},
    {"type": "about", "about": "@" + "A" * 43 + "=.ed25519", "image": nested(40)},
    {"type": "vote", "vote": {"link": "%x", "value": 1e308, "expression": "\u202e" * 99}},
    {"type": "vote", "vote": {"link": ["%x"], "value": "1"}},
    {"type": "contact", "contact": "\u202e@", "following": "perhaps", "blocking": 3},
    {"type": "channel", "channel": "#" * 900, "subscribed": None},
    {"type": "pub", "address": {"host": "\u2066" * 99, "port": -1, "key": []}},
    {"type": "gathering", "title": {"set": nested(9)}},
    {"type": "blog", "title": filled("\u2067t")[:3000], "summary": filled("s\n")[:3000]},
    {"type": "tag", "message": filled("%")[:3000], "tagged": []},
    {"type": "git-repo", "name": "\x1b[2J"},
    {"type": "group/init", "groupKey": [], "tangles": {"group": {"root": None}}},
    {"type": "group/add-member", "recps": [None, 1, "\u202e"], "tangles": {"members": 1}},
    {"type": "group/exclude", "excludes": ["\u202e"] * 99},
    {"type": "set_v1__\u202e", "add": [nested(9)], "del": ["\u200b"]},
    {"type": "pzp-root", "domain": "\u202e"},
    {"type": "\u202e\u202e\u202e"},
    {"type": "%s%s%n"},
    {"type": "<b>bold</b>", "<i>field</i>": "<img src='file:///etc/passwd'>"},
)

_KEY = "%" + "E" * 43 + "=.sha256"
_FEED = "@" + "E" * 43 + "=.ed25519"
_BLOB = "&" + "E" * 43 + "=.sha256"
_GROUP = "%" + "E" * 43 + "=.cloaked"

SOUND: tuple[Content, ...] = (
    {"type": "flag", "flag": {"link": "%" + "A" * 43 + "=.sha256", "reason": "spam"}},
    {"type": "npm-packages", "mentions": [{"name": "npm:knots:1.0.0:latest"}]},
    {
        "type": "post",
        "text": f"see {_KEY}",
        "channel": "tea",
        "contentWarning": "wet",
        "mentions": [{"link": _FEED, "name": "Ann"}, {"link": _BLOB, "type": "image/png"}],
        "reply": {_KEY: _FEED},
        "fork": _KEY,
        "title": "Tea",
    },
    {"type": "post", "text": "a", "tangles": {"tea": {"root": _KEY, "previous": [_KEY]}}},
    {"type": "post", "text": "a", "tangles": {"thread": {"root": _KEY, "previous": [_KEY]}}},
    {"type": "post", "text": "a", "revisionRoot": _KEY, "revisionBranch": _KEY},
    {"type": "post-edit", "text": "a", "revisionRoot": _KEY, "original": _KEY, "updated": _KEY},
    {"type": "tombstone", "target": _KEY, "replaces": _KEY},
    {"type": "vote", "vote": {"link": _KEY, "value": 1, "expression": "Like"}},
    {"type": "contact", "contact": _FEED, "following": True},
    {"type": "about", "about": _FEED, "name": "Ann", "image": _BLOB, "description": "me"},
    {"type": "about", "about": _FEED, "image": {"link": _BLOB, "type": "image/png"}},
    {"type": "about", "about": _KEY, "title": "Tea", "location": "Pier"},
    {"type": "about", "about": _KEY, "attendee": {"link": _FEED}},
    {"type": "about", "about": _KEY, "rating": "4", "ratingMax": "5", "review": "a", "shelve": "b"},
    {"type": "channel", "channel": "tea", "subscribed": True},
    {"type": "pub", "address": {"host": "a.example", "port": 8008, "key": _FEED}},
    {"type": "gathering", "title": "Tea", "location": "Pier", "description": "a"},
    {"type": "blog", "title": "Tea", "summary": "a", "blog": _BLOB, "thumbnail": _BLOB},
    {"type": "tag", "message": _KEY, "tagged": True},
    {"type": "poll", "title": "Tea?", "body": "a", "details": {"choices": ["a", "b"]}},
    {"type": "position", "details": {"choice": 0}, "reason": "a", "poll": _KEY},
    {"type": "bookclub", "title": "Log", "authors": ["a"], "series": "b", "description": "c"},
    {"type": "bookclubUpdate", "updates": _KEY, "title": "Log"},
    {"type": "chess_invite", "inviting": _FEED, "myColor": "black"},
    {"type": "chess_invite_accept"},
    {"type": "chess_move", "ply": 1, "pgnMove": "e4", "orig": "e2", "dest": "e4", "fen": "8/8"},
    {"type": "chess_game_end", "status": "mate", "winner": _FEED, "pgnMove": "e4"},
    {"type": "ssb_chess_game_end", "status": "resigned"},
    {"type": "chess_chat", "msg": "a"},
    {"type": "ssb_chess_chat", "msg": "a"},
    {"type": "git-repo", "name": "tea"},
    {
        "type": "git-update",
        "repo": _KEY,
        "refs": {"refs/heads/a": "b"},
        "commits": [{"title": "a"}],
    },
    {"type": "issue", "title": "Leak", "text": "a", "project": _KEY},
    {"type": "issue-edit", "issue": _KEY, "open": False, "issues": [{"link": _KEY}]},
    {"type": "pull-request", "headBranch": "a", "baseBranch": "b", "repo": _KEY, "text": "c"},
    {"type": "group/init", "tangles": {"group": {"root": None, "previous": None}}},
    {
        "type": "group/add-member",
        "recps": [_GROUP, _FEED],
        "groupKey": "a",
        "root": _KEY,
        "tangles": {"group": {"root": _KEY, "previous": [_KEY]}, "members": {"root": _KEY}},
    },
    {"type": "group/exclude-member", "excludes": [_FEED], "recps": [_GROUP]},
    {"type": "metafeed/announce", "metafeed": _FEED, "subfeed": _FEED, "reason": "a"},
    {"type": "set_v1__tea", "add": ["a"], "del": ["b"], "supersedes": [_KEY]},
    {"type": "pzp-root", "domain": "tea"},
    {"type": "tea", "field": {"inner": ["a"]}},
    *(
        {"type": kind, "title": "Tea", "description": "a", "tags": ["b"], "status": "OPEN"}
        for kind in (
            *(
                "audio",
                "bookmark",
                "calendar",
                "chat",
                "curriculum",
                "document",
                "event",
                "housing",
            ),
            *("image", "job", "map", "market", "pad", "project", "report", "shop", "task"),
            *("torrent", "transfer", "tribe", "video", "votes"),
            *("forum", "shopProduct", "schoolCourse", "schoolLesson", "industry", "mapMarker"),
            *("industryBlueprint", "calendarDate", "parliamentProposal", "parliamentLaw"),
            "courtsCase",
        )
    ),
    *(
        {"type": kind, "target": _KEY, "category": "a"}
        for kind in (
            *("audioOpinion", "blogOpinion", "bookmarkOpinion", "documentOpinion", "eventAttend"),
            *("eventOpinion", "feed-action", "feedOpinion", "imageOpinion", "industryOpinion"),
            *("projectOpinion", "reportOpinion", "taskOpinion", "torrentOpinion", "videoOpinion"),
            *("housingOpinion", "marketOpinion", "pollOpinion", "schoolOpinion", "shopOpinion"),
            *("transferOpinion", "votesOpinion"),
        )
    ),
    *(
        {"type": kind, "target": _KEY, "amount": 3, "choice": "a", "on": False}
        for kind in (
            *("pollVote", "votesVote", "pollClose", "taskAssign", "projectFollow"),
            *("projectPledge", "marketBid", "marketPurchase", "transferConfirm", "reportConfirm"),
        )
    ),
    {"type": "gameScore", "game": "snake", "score": 7},
)
"""Content as programs write it, of every type that has a sentence."""

_SHORTEST_TYPE = 3

_HALF = "\ud800"


def _halved(value: Any) -> Iterator[Any]:
    """Copies of a value with half a surrogate pair: instead of, and after, each of its texts."""
    match value:
        case str():
            yield from (_HALF, value + _HALF)
        case list():
            for place, each in enumerate(value):
                for halved in _halved(each):
                    yield [*value[:place], halved, *value[place + 1 :]]
        case dict():
            for name, each in value.items():
                for halved in _halved(each):
                    yield {**value, name: halved}
                yield {(name + _HALF if name == other else other): value[other] for other in value}


def halves(root: Said) -> Iterator[Content]:
    """Replies to a message, with half a surrogate pair in each of their fields and names."""
    for content in SOUND:
        for halved in _halved({"root": root.key, "branch": root.key, **content}):
            if len(halved.get("type", "")) >= _SHORTEST_TYPE:
                yield halved


def valid() -> list[Said]:
    """A thread and other messages that a stranger can sign, with strange clocks and names."""
    ann, eve = Author("ann"), Author("eve")
    root = ann.say(post("What do you say?", channel="evil"))
    said = [root]
    said.append(eve.say({"type": "about", "about": eve.feed, "name": "\u202eAnn\u200b<b>\n" * 40}))
    texts = [*map(filled, PIECES.values()), links(), *IMITATIONS]
    for number, text in enumerate(texts):
        eve.clock = (0.0, 1.5e12, 2.0**53 - 5000, -1e14)[number % 4]
        received = (0.0, 1e300, -1e300, 1.5e12)[number % 4]
        said.append(eve.say(post(text, root, said[-1]), received=received))
    said.extend(eve.say({"root": root.key, **content}) for content in STRANGE)
    said.extend(eve.say(content) for content in STRANGE)
    said.append(eve.say("aaaa" * 999 + ".box"))
    return said


def _huge(fill: Callable[[int], str]) -> bytes:
    return fill(3 << 20).encode() + b"\n"


NO_MESSAGES: dict[str, bytes] = {
    "a word of megabytes": _huge(lambda n: json.dumps({"key": "%", "value": {"text": "W" * n}})),
    "a key of megabytes": _huge(lambda n: json.dumps({"key": "%" * n, "value": {}})),
    "10,000 lists": b'{"key":"%","value":' + b"[" * 10_000 + b"]" * 10_000 + b"}\n",
    "10,000 objects": b'{"key":"%","value":' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}\n",
    "lists left open": b"{" + b'"a":[' * 10_000 + b"\n",
    "a number of 100,000 digits": b'{"key":"%","value":{"sequence":' + b"9" * 100_000 + b"}}\n",
    "an exponent": b'{"key":"%","value":{"sequence":1e999999999}}\n',
    "the same field often": b'{"key":"%",' + b'"value":1,' * 50_000 + b'"value":{}}\n',
    "no UTF-8": b'{"key":"\xff\xfe","value":{"content":{"text":"\xc0\x80"}}}\n',
    "zero bytes": b"\0" * 100_000 + b"\n",
    "a key of tricks": json.dumps({"key": TRICKS, "value": {"author": TRICKS}}).encode() + b"\n",
}
"""Lines by what is wrong with them."""
