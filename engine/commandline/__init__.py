"""The commands that need no screen."""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple

import click


class ListedCommand(NamedTuple):
    """A command in a table: its function, and the sentence that a list of commands shows."""

    place: str
    summary: str

    def load(self) -> click.Command:
        """The command; its module is imported on first use."""
        module, _, function = self.place.rpartition(".")
        command: click.Command = getattr(import_module(module), function)
        return command


_PLACES = {
    "backup": ("check.backup", "Copy a database to FILE, even while a window has it open."),
    "check": ("check.check", "Check a database against its signed messages."),
    "compare": (
        "debugging.compare.compare",
        "Compare orders of a conversation, or of a graph in FILE.",
    ),
    "completion": ("shell.completion", "Print a script that completes commands in SHELL."),
    "conversations": ("conversations.conversations", "List the conversations by kind."),
    "corestore": ("corestore.corestore", "Show the Autobases in the Corestore FOLDER."),
    "edits": ("debugging.edits.edits", "Count the edits per message of a real graph."),
    "explain": ("debugging.explain.explain", "Explain why the message KEY is in its row."),
    "export": ("export.export", "Write the conversation at ADDRESS into files."),
    "import": ("import_command.import_command", "Import what is new in ARCHIVES."),
    "install-desktop": ("shell.install_desktop", "Add Tanglescope to the menu of your desktop."),
    "linearize": ("linearize.linearize", "Order the graphs in FILE."),
    "man": ("shell.man", "Print the manual page of all commands, for `man`."),
    "members": ("members.members", "Say who belongs to the private group ADDRESS."),
    "quarantine": ("conversations.quarantine", "List the bad records with their places and rules."),
    "reduce": ("reduce.reduce", "Reduce a PZP set to its items, or a tangle to its fields."),
    "replay": (
        "debugging.replay.replay",
        "Replay how a conversation, or a graph in FILE, arrives.",
    ),
    "rescue": ("rescue.rescue", "Write what survived in ARCHIVES to a clean log."),
    "restore": ("check.restore", "Restore a database from the backup FILE."),
    "search": ("search.search", "Find messages that match all of WORDS."),
    "settle": ("debugging.whatif.settle", "Find the fewest entries that confirm an Autobase."),
    "show": ("show.show", "Show the conversation at ADDRESS or in FILE."),
    "shuffle": ("debugging.shuffle.shuffle", "Test whether an order depends on the delivery."),
    "simulate": (
        "debugging.edits.simulate",
        "Count the edits per message of a generated tangle.",
    ),
    "site": ("export.site", "Write conversations as web pages."),
    "state": ("state.state", "Show the state that a conversation adds up to."),
    "tangle": ("tangle.tangle", "Show the tangle NAME of ROOT, from ARCHIVE."),
    "threads": ("conversations.threads", "List the threads, the latest first."),
    "verify": ("verify.verify", "Verify every record of ARCHIVE."),
    "whatif": ("debugging.whatif.whatif", "Show an order with supposed entries, or without some."),
}

COMMANDS: Mapping[str, ListedCommand] = {
    name: ListedCommand(f"{__name__}.{place}", summary)
    for name, (place, summary) in _PLACES.items()
}
