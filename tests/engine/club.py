"""An archive with conversations of every public kind."""

from typing import Any

from tests.engine.authors import Author, Said, post


def move(
    text: str, root: Said | None, *previous: Said | str, name: str = "chess", **more: Any
) -> dict[str, Any]:
    """The content of a message in a tangle called `name`."""
    keys = [each if isinstance(each, str) else each.key for each in previous]
    data = {"root": root.key if root else None, "previous": keys if root else None}
    return {"type": "post", "text": text, "tangles": {name: data}, **more}


class Club:
    """A thread, a channel, a game with a waiting and an excluded move, a gap and a fork."""

    def __init__(self) -> None:
        self.ann, self.bob, self.cyn = Author("ann"), Author("bob"), Author("cyn")
        self.root = self.ann.say(post("Where does the club meet?", channel="boats"))
        self.answer = self.bob.say(post("At the pier", self.root))
        self.mention = self.ann.say(
            post("Come along", self.root, self.answer, mentions=[{"link": self.bob.feed}])
        )
        self.game = self.ann.say(move("Shall we play?", None))
        self.first = self.bob.say(move("e4", self.game, self.game))
        self.second = self.ann.say(move("e5", self.game, self.first))
        self.third = self.bob.say(move("Nf3", self.game, self.first))
        self.lost = self.ann.say(move("Nc6", self.game, self.second, self.third))
        self.waiting = self.bob.say(move("Bb5", self.game, self.lost))
        self.broken = self.cyn.say({**move("a6", None), "tangles": {"chess": {"root": 7}}})
        self.fork = self.cyn.draft(post("One of two"))
        self.other = self.cyn.say(post("The other of two"))

    @property
    def said(self) -> list[Said]:
        everything = vars(self).values()
        return [each for each in everything if isinstance(each, Said) and each is not self.lost]

    @property
    def chess(self) -> str:
        return f"chess:{self.game.key}"

    @property
    def addresses(self) -> dict[str, str]:
        """The address of a conversation of each kind."""
        return {
            "thread": self.root.key,
            "tangle": self.chess,
            "feed": f"feed:{self.ann.feed}",
            "forked feed": f"feed:{self.cyn.feed}",
            "channel": "#boats",
            "mentions": f"to {self.bob.feed}",
            "everything": "everything",
        }
