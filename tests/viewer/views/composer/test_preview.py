"""The tips that a reply names in each of its tangles."""

from pathlib import Path

from PySide6.QtWidgets import QApplication, QStyleOptionButton

from tanglescope.engine import words
from tanglescope.engine.library import Library
from tanglescope.viewer.models.composing import ReplyPlace, find_place
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.composer.preview import TipChips, _Chip
from tests.engine.authors import Author, post
from tests.engine.club import Club, move
from tests.engine.store.libraries import library_of


def place(library: Library, address: str, folder: Path) -> ReplyPlace:
    found = find_place(library, address, folder)
    assert isinstance(found, ReplyPlace)
    return found


def test_a_move_names_the_tips_of_the_game_and_of_the_thread(
    application: QApplication, tmp_path: Path
) -> None:
    club = Club()
    remark = club.bob.say(post("Good game", club.game))
    with library_of(tmp_path, *club.said, remark) as library:
        found = place(library, club.chess, tmp_path / "feed")
        data = library.reply(club.chess, "")["tangles"]
    tips = {name: [tip.key for tip in tips] for name, tips in found.tangles}
    assert tips == {name: each["previous"] for name, each in data.items()}
    assert next(iter(tips)) == "chess"
    assert set(tips["chess"]) == {club.second.key, club.third.key}
    assert tips["thread"] == [remark.key]
    chips = TipChips(load("light"))
    chips.show_tips(found.tangles, found.left_out)
    assert [label for label, _ in chips.lines()] == ["In chess after", "In thread after"]
    assert {tip.key for tip in chips.tips()} == {club.second.key, club.third.key, remark.key}
    for chip in chips.findChildren(_Chip):
        for wide, is_cut in ((400, False), (50, True)):
            chip.resize(wide, 30)
            option = QStyleOptionButton()
            chip.initStyleOption(option)
            assert chip.visible_text(option).endswith("…") is is_cut
        assert not chip.grab().isNull()
    chips.deleteLater()


def test_tangles_with_the_same_tips_share_a_line(application: QApplication, tmp_path: Path) -> None:
    root = Author("ann").say(move("Shall we play?", None))
    with library_of(tmp_path, root) as library:
        found = place(library, f"chess:{root.key}", tmp_path / "feed")
    chips = TipChips(load("light"))
    chips.show_tips(found.tangles, found.left_out)
    ((label, tips),) = chips.lines()
    assert label == "In this conversation, after"
    assert [tip.key for tip in tips] == [root.key]
    chips.deleteLater()


def test_tangles_that_a_reply_does_not_continue_are_named_with_the_reason(
    application: QApplication, tmp_path: Path
) -> None:
    names = ["epoch", "feed", "l" * 53, *(f"game {number:02}" for number in range(13))]
    begun = {name: {"root": None, "previous": None} for name in names}
    root = Author("ann").say(post("Many games", tangles=begun))
    with library_of(tmp_path, root) as library:
        found = place(library, root.key, tmp_path / "feed")
    assert {name for name, _ in found.tangles} == {"thread", *(f"game {n:02}" for n in range(11))}
    chips = TipChips(load("light"))
    chips.show_tips(found.tangles, found.left_out)
    assert chips.omission() == (
        "Not in epoch (a post can't be in it); feed (the name is reserved for the feed of an"
        f" author); {words.clean_name('l' * 53)} (its name is longer than 52 characters);"
        " game 11, game 12 (a reply continues 12 tangles at most besides its thread)"
    )
    chips.deleteLater()
