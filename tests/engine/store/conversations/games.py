"""A thread whose root also begins a game of chess, for tests of conversations."""

from typing import Any

from tests.engine.authors import Author, Said, post
from tests.engine.tangle.strategies import ROOT_DATA

NOWHERE = "%" + "x" * 42 + "A=.sha256"


class Game:
    """Two replies in a thread, a move, a waiting and an excluded one, and an unrelated post."""

    def __init__(self) -> None:
        self.ann, self.ben = Author("ann"), Author("ben")
        tangles = {"chess": ROOT_DATA}
        self.root = self.ann.say({"type": "post", "text": "Who plays?", "tangles": tangles})
        self.me = self.ben.say(post("I do", self.root), received=1_500_000_009_000)
        self.no = self.ann.say(post("Anybody else?", self.root), received=1_500_000_003_000)
        self.move = self.ben.say(self.after(self.root))
        self.lost = self.ann.say(self.after(NOWHERE))
        self.odd = self.ben.say({"type": "chess", "tangles": {"chess": []}})
        self.later = self.ann.say(post("Something else"), received=1_500_000_020_000)
        self.said = [self.root, self.me, self.no, self.move, self.lost, self.odd, self.later]
        self.thread = [self.root.key, *sorted([self.me.key, self.no.key])]
        self.chess = f"chess:{self.root.key}"

    def after(self, *previous: Said | str) -> dict[str, Any]:
        keys = [each if isinstance(each, str) else each.key for each in previous]
        data = {"root": self.root.key, "previous": keys}
        return {"type": "chess", "text": "e4", "tangles": {"chess": data}}
