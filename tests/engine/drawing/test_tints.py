"""Colours of authors: stable, and within the palette."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.tints import palette, spread, tint


def test_a_feed_has_its_colour_for_ever() -> None:
    assert tint("@3XdIMbef", 10) == tint("@3XdIMbef", 10)
    assert {tint(f"@{number}", 10) for number in range(200)} == set(range(10))


@given(st.lists(st.text(max_size=3)), st.integers(1, 12))
def test_no_two_writers_share_a_colour_while_there_is_one_for_each(
    names: list[str], colors: int
) -> None:
    writers = tuple(dict.fromkeys(names))
    found = spread(writers, colors)
    assert list(found) == list(writers[:colors]), "the later ones have the colour of their name"
    assert len(set(found.values())) == len(found)
    assert set(found.values()) <= set(range(colors))


@given(st.lists(st.text(max_size=3)), st.integers(1, 12))
def test_later_writers_do_not_change_the_colours_of_others(names: list[str], colors: int) -> None:
    before, after = spread(tuple(names[:-1]), colors), spread(tuple(names), colors)
    assert {name: after[name] for name in before} == before


def test_a_writer_gives_way_only_to_an_earlier_one_of_the_same_colour() -> None:
    first, *_, other = (f"@{n}" for n in range(200) if tint(f"@{n}", 10) == 3)
    assert tint(first, 10, (first, other)) == tint(other, 10, (other, first)) == 3
    assert tint(other, 10, (first, other)) == tint(first, 10, (other, first)) == 4
    assert palette("light").among((first, other)).author(other) == palette("light").authors[4]
    assert tint("@elsewhere", 10, (first, other)) == tint("@elsewhere", 10)


def test_both_looks_have_as_many_colours_for_authors_and_one_for_ghosts() -> None:
    light, dark = palette("light"), palette("dark")
    assert len(light.authors) == len(dark.authors)
    assert light.author("") == light.colors["ghost"]
    assert light.author("@a") in light.authors
