"""A thread whose order stalls until a message refers to all rivals."""

from tanglescope.viewer.panels.quorums import QuorumsPanel
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.authors import Author, Said, post

ANN, BOB, CYN = "ann", "bob", "cyn"


class StalledThread:
    """Ann asks, Bob and Cyn answer concurrently, and no message refers to both answers."""

    def __init__(self) -> None:
        self.ann, self.bob, self.cyn = Author(ANN), Author(BOB), Author(CYN)
        self.names = [
            each.say({"type": "about", "about": each.feed, "name": name})
            for each, name in ((self.ann, "Ann"), (self.bob, "Bob"), (self.cyn, "Cyn"))
        ]
        self.root = self.ann.say(post("Who is right?"))
        self.rivals = [
            self.bob.say(post("I am.", self.root)),
            self.cyn.say(post("No, I am.", self.root)),
        ]
        self.ann_again = self.ann.say(post("Well?", self.root))
        self.said = [*self.names, self.root, *self.rivals, self.ann_again]

    def settle(self) -> list[Said]:
        """Return six more messages, each by someone who has read all before it."""
        heads = [*self.rivals, self.ann_again]
        peace = []
        for author in (self.bob, self.cyn, self.ann, self.bob, self.cyn, self.ann):
            peace.append(author.say(post("Let us agree.", self.root, *heads)))
            heads = peace[-1:]
        return peace


def quorums_panel(window: MainWindow) -> QuorumsPanel:
    found = window.workbench.open_panel("quorums")
    assert isinstance(found, QuorumsPanel)
    return found
