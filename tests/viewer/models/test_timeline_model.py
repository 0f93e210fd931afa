import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import StoredMessage, TimelineChange
from tanglescope.engine.linear.edits import Insert
from tanglescope.viewer.models import timeline_model
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.models.timeline_model import TimelineModel
from tests.engine.linear.test_displayed_rows import oracle
from tests.viewer.fake_library import ROOT, FakeLibrary, message

KEYS = [f"m{number:02}" for number in range(12)]


def model_of(fake: FakeLibrary) -> TimelineModel:
    model = TimelineModel(fake)
    model.open(ROOT)
    return model


def keys(model: TimelineModel) -> list[str]:
    return [model.key(row) for row in range(model.rowCount())]


@st.composite
def orders(draw: st.DrawFn) -> list[StoredMessage]:
    """Some messages in any order; their causes may be missing."""
    names = draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=8))
    causes = {key: draw(st.sets(st.sampled_from(KEYS), max_size=2)) - {key} for key in names}
    return [message(key, causes=tuple(sorted(causes[key]))) for key in names]


@st.composite
def histories(draw: st.DrawFn) -> tuple[FakeLibrary, list[TimelineChange], list[list[str]]]:
    """A thread, its changes, and the rows expected after each change."""
    causes = {key: draw(st.sets(st.sampled_from(KEYS), max_size=3)) - {key} for key in KEYS}
    names = draw(st.permutations(KEYS))
    known = [message(key, causes=tuple(sorted(causes[key]))) for key in names]
    size = draw(st.integers(0, 6))
    fake = FakeLibrary(names[:size], known[:size])
    start = FakeLibrary(names[:size], known[:size])
    absent, changes, rows = known[size:], [], []
    for _ in range(draw(st.integers(0, 6))):
        steps = []
        length = len(fake.keys)
        for _ in range(draw(st.integers(1, 3))):
            if absent and (length < 2 or draw(st.booleans())):
                steps.append(("insert", absent.pop(), draw(st.integers(0, length))))
                length += 1
            elif length > 1:
                pair = st.lists(st.integers(0, length - 1), min_size=2, max_size=2, unique=True)
                steps.append(("move", *draw(pair)))
        changes.append(fake.change(steps))
        rows.append(oracle(fake.keys, causes))
    start.known = fake.known
    return start, changes, rows


@pytest.mark.parametrize("one_by_one", [200, 0], ids=["one by one", "at once"])
@given(before=orders(), after=orders())
def test_any_order_is_reached_from_any_other_by_edits(
    qapp: QApplication,
    one_by_one: int,
    before: list[StoredMessage],
    after: list[StoredMessage],
) -> None:
    fake = FakeLibrary([each.key for each in before], before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline_model, "ONE_BY_ONE", one_by_one)
        model = model_of(fake)
        QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
        held = [QPersistentModelIndex(model.index(row)) for row in range(model.rowCount())]
        known = keys(model)
        fake.keys = [each.key for each in after]
        fake.known |= {each.key: each for each in after}
        model.renew(fake.snapshot().change_from(model.shown_snapshot()))
    expected = oracle(fake.keys, {each.key: set(each.causes) for each in after})
    assert keys(model) == expected
    assert model.shown_snapshot() == fake.snapshot()
    stay = {each.key for each in before} & {each.key for each in after}
    held = [index for index, key in zip(held, known, strict=True) if key in stay]
    places = [model.key(index.row()) for index in held]
    assert places == [key for key in known if key in stay]


@pytest.mark.parametrize("one_by_one", [200, 0], ids=["one by one", "at once"])
@given(history=histories())
def test_the_model_is_a_replica_and_passes_qts_model_tester(
    qapp: QApplication,
    one_by_one: int,
    history: tuple[FakeLibrary, list[TimelineChange], list[list[str]]],
) -> None:
    fake, changes, rows = history
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timeline_model, "ONE_BY_ONE", one_by_one)
        model = model_of(fake)
        tester = QAbstractItemModelTester(
            model, QAbstractItemModelTester.FailureReportingMode.Fatal
        )
        for change, expected in zip(changes, rows, strict=True):
            held = [
                (QPersistentModelIndex(model.index(row)), key)
                for row, key in enumerate(keys(model))
            ]
            model.apply(change)
            assert keys(model) == expected
            assert all(model.key(index.row()) == key for index, key in held if index.isValid())
        assert tester.model() is model


def test_changes_from_before_the_snapshot_are_ignored(qtbot: QtBot) -> None:
    fake = FakeLibrary(["a"])
    change = fake.insert(1, message("b"))
    model = model_of(fake)
    model.apply(change)
    assert keys(model) == ["a", "b"]


def test_after_a_missed_change_the_model_asks_for_the_edits(qtbot: QtBot) -> None:
    fake = FakeLibrary(["a"])
    model = model_of(fake)
    fake.insert(1, message("b"))
    late = fake.insert(2, message("c"))
    with qtbot.waitSignal(model.outdated):
        model.apply(late)
    assert keys(model) == ["a"]
    with qtbot.assertNotEmitted(model.modelReset):
        model.renew(fake.snapshot().change_from(model.shown_snapshot()))
    assert keys(model) == ["a", "b", "c"]


def test_changes_of_other_threads_are_ignored(qtbot: QtBot) -> None:
    model = model_of(FakeLibrary(["a"]))
    model.apply(TimelineChange("%other", 2, (Insert("b", 0),), {}, {}))
    assert keys(model) == ["a"]


def test_a_ghost_becomes_its_message_in_place(qtbot: QtBot) -> None:
    fake = FakeLibrary(["a", "c"], [message("c", causes=("b",))])
    model = model_of(fake)
    assert model.row(1).kind is RowKind.GHOST
    with qtbot.waitSignal(model.dataChanged) as filled:
        model.apply(fake.insert(1, message("b")))
    assert filled.args[0].row() == 1
    assert model.row(1).text == "The text of b"


def test_rows_are_fetched_by_page_and_once(qtbot: QtBot) -> None:
    fake = FakeLibrary([f"m{number:04}" for number in range(1000)])
    model = model_of(fake)
    for row in [*range(500, 520), *range(500, 520)]:
        model.row(row)
    assert [len(asked) for asked in fake.asked] == [64]


def test_a_row_has_a_text_for_screen_readers(qtbot: QtBot) -> None:
    fake = FakeLibrary(["a", "b"], [message("b", causes=("a",), status="forked")])
    fake.called["@ann.ed25519"] = "Ann"
    model = model_of(fake)
    spoken = model.data(model.index(1), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Ann, Friday, 14 July 2017, 02:40:00, The text of b, This feed co")


def test_a_name_that_changes_is_shown_at_once(qtbot: QtBot) -> None:
    fake = FakeLibrary(["a"])
    model = model_of(fake)
    assert model.row(0).author == "@ann."
    fake.called["@ann.ed25519"] = "Ann"
    with qtbot.waitSignal(model.dataChanged):
        model.forget_names(["@ann.ed25519"])
    assert model.row(0).author == "Ann"


def test_votes_are_counted_again_when_they_change(qtbot: QtBot) -> None:
    fake = FakeLibrary(["a", "b"])
    fake.liked["a"] = 2
    model = model_of(fake)
    assert [model.row(row).votes for row in (0, 1)] == [2, 0]
    fake.liked["b"] = 1
    with qtbot.waitSignal(model.dataChanged):
        model.count_votes()
    assert model.row(1).votes == 1


def test_a_removed_message_leaves_a_row_that_says_so(qtbot: QtBot) -> None:
    fake = FakeLibrary(["a"])
    model = model_of(fake)
    del fake.known["a"]
    assert "no longer" in model.row(0).text


def test_no_row_has_rows_below_it(qtbot: QtBot) -> None:
    model = model_of(FakeLibrary(["a"]))
    assert model.rowCount(model.index(0)) == 0
    assert model.data(QModelIndex()) is None


def test_a_change_in_parts_leads_to_its_revision(application: QApplication) -> None:
    fake = FakeLibrary(KEYS)
    model = model_of(fake)
    new = [("insert", message(f"n{number}"), number) for number in range(9)]
    change = fake.change([*new, ("move", 3, 15)])
    for part in change.in_parts(4):
        model.apply(part)
        assert model.revision == (change.revision if part.is_whole else change.revision - 1)
    assert keys(model) == fake.keys
    model.apply(next(change.in_parts(4)))
    assert keys(model) == fake.keys


def test_names_of_likers_are_cut_to_one_line() -> None:
    fake = FakeLibrary(KEYS[:1])
    fake.likers = ["@ann.ed25519", "@bob.ed25519"]
    fake.called = {"@ann.ed25519": "Ann", "@bob.ed25519": "Bob"}
    model = model_of(fake)
    assert model.liked_by(KEYS[0], 2) == "Liked by Ann and Bob"
    assert model.liked_by(KEYS[0], 5) == "Liked by Ann, Bob and 3 others"
    fake.likers = []
    assert model.liked_by(KEYS[0], 0) == ""
