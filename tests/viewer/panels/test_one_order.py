"""Panels use the order in which the window shows a conversation."""

from collections.abc import Iterator
from typing import cast

import pytest
from PySide6.QtWidgets import QApplication

from tanglescope.engine.language.wording import count_noun
from tanglescope.engine.library import ORDERS, Library
from tanglescope.engine.linear.orders.named import order_name
from tanglescope.viewer.panels.compare import ComparePanel
from tanglescope.viewer.panels.moved import MovedPanel
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.quorums import QuorumsPanel
from tanglescope.viewer.panels.replay.panel import ReplayPanel
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.panels.shuffle import ShufflePanel
from tanglescope.viewer.panels.why import WhyPanel
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import load
from tests.quick import mostly_slow
from tests.viewer.kinds import ADDRESSES, library_of_every_kind
from tests.viewer.panels.pictures import AnsweringSession
from tests.viewer.windows import destroy


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library_of_every_kind(tmp_path_factory.mktemp("kinds")) as made:
        yield made


@pytest.fixture(params=mostly_slow(ADDRESSES, "thread", "everything", "tangle", "set", "graph"))
def address(request: pytest.FixtureRequest) -> str:
    return ADDRESSES[request.param]


class Reader:
    """Shows a conversation in a panel in every order, first and last in the conversation's own."""

    def __init__(self, library: Library, address: str) -> None:
        self.session = cast(Session, AnsweringSession(library))
        self.library, self.address = library, address

    def orders(self, panel: Panel) -> Iterator[tuple[str, list[str]]]:
        """Show the panel in each order; yield the order's name and the keys in that order."""
        for by in (None, *ORDERS, None):
            conversation = self.library.conversation(self.address, by)
            keys = conversation.in_order()
            panel.show_place(self.session, str(conversation.address), keys[-1])
            yield conversation.order, keys
        panel.end()
        destroy(panel)


@pytest.fixture
def reader(application: QApplication, library: Library, address: str) -> Reader:
    return Reader(library, address)


def rows(view: RowsView) -> list[str]:
    return list(view.rows)


def test_why_here_reports_the_row_in_the_current_order(reader: Reader) -> None:
    panel = WhyPanel(load("light"))
    is_recorded = not reader.address.startswith("graph:")  # a node has no time of receipt
    told = "It came as number" if is_recorded else "doesn't record in which order"
    for by, keys in reader.orders(panel):
        for row, key in enumerate(keys, start=1):
            panel.show_current(key)
            text = panel.page.toPlainText()
            assert f"in row {row} of {len(keys)}" in text, by
            assert told in text, by


def test_two_messages_are_compared_in_the_current_order(reader: Reader) -> None:
    panel = WhyPanel(load("light"))
    for _, keys in reader.orders(panel):
        if len(keys) < 2:
            continue
        panel.hold.click()
        panel.show_current(keys[0])
        text = panel.page.toPlainText()
        assert text.index("(row 1)") < text.index(f"(row {len(keys)})")
        panel.hold.click()


def test_replay_ends_in_the_current_order(reader: Reader) -> None:
    panel = ReplayPanel(load("light"))
    for by, keys in reader.orders(panel):
        assert rows(panel.order) == keys, by
        assert panel._ordered.text() == f"Order: {order_name(by)}"
        assert panel._status.text().startswith(f"{count_noun(len(keys), 'step')}, ")


def test_compare_puts_the_current_order_first(reader: Reader) -> None:
    panel = ComparePanel(load("light"))
    for by, keys in reader.orders(panel):
        assert panel.orders()[0] == by
        assert len(panel.orders()) == 3
        assert rows(panel.view.columns[0]) == keys


def test_shuffle_tests_the_current_order(reader: Reader) -> None:
    panel = ShufflePanel(load("light"))
    for by, _ in reader.orders(panel):
        assert panel.by.chosen_value() == by
        assert f"--by {by} " in panel.command()
        assert "?by=" not in panel.command()


def test_moved_counts_rows_of_the_current_order(reader: Reader) -> None:
    panel = MovedPanel(load("light"))
    for by, keys in reader.orders(panel):
        panel.ago.setValue(len(keys))
        panel.refresh()
        assert "since then; there w" in panel.page.toPlainText(), by
        panel.ago.setValue(0)


def test_quorums_say_that_a_conversation_is_no_autobase(reader: Reader) -> None:
    panel = QuorumsPanel(load("light"))
    for _, keys in reader.orders(panel):
        assert "This isn't an Autobase." in panel.supposition.text()
        assert set(rows_of(panel)) <= set(keys)


def rows_of(panel: QuorumsPanel) -> list[str]:
    assert panel.shown
    return [row.key for row in panel.shown.rows.all]
