from hypothesis import given
from hypothesis import strategies as st

from tanglescope.viewer.views.thread_tabs import Tabs

STEPS = st.lists(
    st.tuples(st.sampled_from(["showing", "adding", "without", "turned_to"]), st.integers(0, 5))
)


@given(STEPS)
def test_one_tab_is_always_current(steps: list[tuple[str, int]]) -> None:
    tabs = Tabs()
    for name, number in steps:
        given_ = number if name in ("without", "turned_to") else f"%{number}"
        tabs = getattr(tabs, name)(given_)
        assert not tabs.addresses or tabs.address == tabs.addresses[tabs.current]


def test_a_tab_is_added_right_of_the_current_one() -> None:
    assert Tabs(("a", "b"), 0).adding("c") == Tabs(("a", "c", "b"), 1)


def test_closing_shows_the_right_neighbour_and_the_last_tab_stays() -> None:
    assert Tabs(("a", "b", "c"), 1).without(1) == Tabs(("a", "c"), 1)
    assert Tabs(("a", "b"), 1).without(1) == Tabs(("a",), 0)
    assert Tabs(("a", "b"), 1).without(0) == Tabs(("b",), 0)
    assert Tabs(("a",)).without(0) == Tabs(("a",))


def test_damaged_settings_of_tabs_are_repaired() -> None:
    assert Tabs.of(["a", "b"], 7) == Tabs(("a", "b"), 1)
    assert Tabs.of(["a"], "x") == Tabs(("a",), 0)
    assert Tabs.of([], 3) == Tabs((), 0)
